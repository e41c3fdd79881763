use super::{Style, layout, png, svg};
use crate::sample::timeline;

const STYLE: Style = Style { width: 1000, dark: false };

#[test]
fn boxes_stay_within_the_axis_and_lanes_do_not_overlap() {
    let drawn = layout(&timeline(), 1000);
    for bar in &drawn.bars {
        assert!(bar.x >= drawn.label_width - 0.01, "{bar:?}");
        assert!(bar.x + bar.width <= drawn.plot_right + 0.01, "{bar:?}");
        assert!(bar.fade_left + bar.fade_right <= bar.width + 0.01, "{bar:?}");
        let lane = drawn.lanes.iter().find(|lane| lane.lane == bar.lane).unwrap();
        assert!(bar.y >= lane.y && bar.y + bar.height <= lane.y + lane.height, "{bar:?}");
    }
    assert!(drawn.lanes.windows(2).all(|pair| pair[0].y + pair[0].height <= pair[1].y));
    assert!(drawn.bars[0].cut_left, "v1 was declared before the range begins");
}

#[test]
fn a_version_has_one_hue_and_a_window_is_drawn_as_such() {
    let drawn = layout(&timeline(), 1000);
    let hue = |version: &str| -> Vec<u32> {
        drawn.bars.iter().filter(|bar| bar.title.starts_with(version)).map(|bar| bar.hue).collect()
    };
    assert_eq!(hue("v2").len(), 2);
    assert_eq!(hue("v2")[0], hue("v2")[1], "declared and observed agree");
    assert_ne!(hue("v1")[0], hue("v2")[0]);
    let day = (drawn.plot_right - drawn.label_width) / 20.0;
    let seen = &drawn.bars[3];
    assert!((seen.fade_left - day).abs() < 0.1, "one day between two snapshots: {seen:?}");
    assert!((seen.fade_right - 2.0 * day).abs() < 0.1, "{seen:?}");
    assert!((drawn.gaps[0].width - 2.0 * day).abs() < 0.1, "{:?}", drawn.gaps[0]);
}

#[test]
fn the_svg_says_what_the_answer_says() {
    let picture = svg(&timeline(), &STYLE).unwrap();
    assert_eq!(picture, svg(&timeline(), &STYLE).unwrap(), "the same answer gives the same bytes");
    let texts: Vec<&str> = picture
        .split("</text>")
        .filter_map(|part| part.rsplit('>').next())
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .collect();
    insta::assert_snapshot!(texts.join("\n"));
    assert!(!picture.contains("<fix>"), "evidence cannot become markup");
}

#[test]
fn the_png_is_a_picture_of_that_size_in_the_colours_asked_for() {
    let decode = |style: &Style| {
        let file = png(&timeline(), style).unwrap();
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut pixels).unwrap();
        (info.width, info.height, pixels)
    };
    let (width, height, light) = decode(&STYLE);
    assert_eq!(width, 1000);
    assert!(height > 100);
    let (_, _, dark) = decode(&Style { dark: true, ..STYLE });
    assert!(light[0] > 200 && dark[0] < 60, "the ground is light or dark");
    let different = light.chunks(3).filter(|pixel| *pixel != &light[..3]).count();
    assert!(different > 5_000, "something is drawn on it: {different} pixels");
}

#[test]
fn too_many_lanes_are_refused_not_drawn() {
    let mut answer = timeline();
    answer.lanes = std::iter::repeat_n(answer.lanes[1].clone(), 2_000).collect();
    let error = svg(&answer, &STYLE).unwrap_err().to_string();
    assert!(error.contains("2000 lanes"), "{error}");
}

#[test]
fn an_empty_answer_is_an_empty_picture() {
    let mut answer = timeline();
    answer.lanes.clear();
    assert!(svg(&answer, &STYLE).unwrap().contains("payments"));
    answer.to = answer.from;
    assert!(svg(&answer, &STYLE).is_ok(), "a range without length");
}

//! Paints a layout with plotters, in whatever the backend makes of it.

use std::borrow::Cow;

use domain::Time;
use plotters::coord::Shift;
use plotters::prelude::{Circle, DrawingArea, DrawingBackend, PathElement, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{
    Color, FontStyle, IntoFont, RGBAColor, RGBColor, ShapeStyle, TextStyle, register_font as register,
};
use query::answer::{BarKind, LaneKind, TimelineAnswer};

use super::layout::{
    DRIFT_ROOM, LABEL_INSET, LABEL_SIZE, LayoutBar, LayoutGap, ROLLBACK_ROOM, SUB_LABEL_SIZE, TimelineLayout,
};
use super::lettering::plain;
use super::palette::{DARK, LIGHT, Palette};
use crate::Error;

/// Height of the strip above the layout, with the title.
pub(crate) const HEADER: f64 = 34.0;
/// Height of the strip below it, with the legend.
pub(crate) const FOOTER: f64 = 26.0;
/// Distance of the lines of a hatching, in pixels.
const HATCH: f64 = 7.0;
const FONT: &str = "sans-serif";
/// A bitmap has no fonts of a system to take; this one comes with the program (`fonts/LICENSE`).
const FONT_FILE: &[u8] = include_bytes!("../../fonts/DejaVuSans.ttf");

/// Makes the font known that bitmaps are lettered with.
pub(crate) fn register_font() -> Result<(), Error> {
    register(FONT, FontStyle::Normal, FONT_FILE)
        .map_err(|_| Error::Plot("the font of the program cannot be read".to_owned()))
}

type Pixel = (i32, i32);

struct Painter<'a, B: DrawingBackend> {
    area: &'a DrawingArea<B, Shift>,
    palette: &'static Palette,
}

/// Paints a timeline with its title and legend.
pub(crate) fn timeline<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    answer: &TimelineAnswer,
    drawn: &TimelineLayout,
    dark: bool,
) -> Result<(), Error> {
    let painter = Painter { area, palette: if dark { &DARK } else { &LIGHT } };
    painter.all(answer, drawn).and_then(|()| area.present()).map_err(|error| Error::Plot(error.to_string()))
}

type Painted<B> = Result<(), plotters::drawing::DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

impl<B: DrawingBackend> Painter<'_, B> {
    fn all(&self, answer: &TimelineAnswer, drawn: &TimelineLayout) -> Painted<B> {
        self.area.fill(&self.palette.ground)?;
        let title = format!("{} · {} to {} UTC", plain(&answer.app), day(answer.from), day(answer.to));
        self.text(&title, 12.0, HEADER / 2.0 + 2.0, 14.0, self.palette.ink, HPos::Left)?;
        for group in &drawn.groups {
            let (right, bottom) = (drawn.width - 1.0, group.y + group.height);
            self.area.draw(&Rectangle::new(
                self.corners(1.0, group.y, right, bottom),
                self.palette.group.filled(),
            ))?;
            self.area.draw(&Rectangle::new(
                self.corners(1.0, group.y, right, bottom),
                self.palette.line.stroke_width(1),
            ))?;
        }
        for tick in &drawn.ticks {
            let colour = if tick.major { self.palette.line_strong } else { self.palette.line };
            self.stroke(&[(tick.x, drawn.axis_y), (tick.x, drawn.height)], colour.stroke_width(1))?;
            let ink = if tick.major { self.palette.ink } else { self.palette.ink_3 };
            self.text(&tick.label, tick.x, drawn.axis_y - 12.0 + HEADER, SUB_LABEL_SIZE, ink, HPos::Center)?;
        }
        self.stroke(
            &[(drawn.label_width, drawn.axis_y), (drawn.plot_right, drawn.axis_y)],
            self.palette.line_strong.stroke_width(1),
        )?;
        for lane in &drawn.lanes {
            let middle = lane.y + lane.height / 2.0 + HEADER;
            let sub_label = match lane.kind {
                LaneKind::Declared => Cow::Owned(format!("declared · {}", lane.sub_label)),
                LaneKind::Observed => Cow::Borrowed(lane.sub_label.as_str()),
            };
            self.text(&lane.label, 12.0, middle - 7.0, LABEL_SIZE, self.palette.ink, HPos::Left)?;
            self.text(&sub_label, 12.0, middle + 7.0, SUB_LABEL_SIZE, self.palette.ink_3, HPos::Left)?;
        }
        for bar in &drawn.bars {
            self.bar(bar)?;
        }
        for gap in &drawn.gaps {
            self.gap(gap)?;
        }
        self.legend(drawn)
    }

    /// Paints a bar: solid where it certainly was so, thin and pale where it may have been.
    fn bar(&self, bar: &LayoutBar) -> Painted<B> {
        let (fill, edge) = self.palette.hues[bar.hue as usize % self.palette.hues.len()];
        let drift = bar.declared == Some(false);
        let edge = if drift { self.palette.contradicted } else { edge };
        let (top, bottom, right) = (bar.y, bar.y + bar.height, bar.x + bar.width);
        let (sure_left, sure_right) = (bar.x + bar.fade_left, right - bar.fade_right);
        for (left, right) in [(bar.x, sure_left), (sure_right, right)] {
            if right - left >= 0.5 {
                let corners = self.corners(left, top + 3.0, right, bottom - 3.0);
                self.area.draw(&Rectangle::new(corners, fill.mix(0.55).filled()))?;
                self.area.draw(&Rectangle::new(corners, edge.mix(0.45).stroke_width(1)))?;
            }
        }
        let corners = self.corners(sure_left, top, sure_right.max(sure_left + 2.0), bottom);
        self.area.draw(&Rectangle::new(corners, fill.filled()))?;
        self.area.draw(&Rectangle::new(corners, edge.stroke_width(if drift { 2 } else { 1 })))?;
        let middle = top + bar.height / 2.0;
        let mut at = sure_left + LABEL_INSET;
        // A mark that finds no room in its bar stands over the edge: it must not be lost.
        let marks = if bar.kind == BarKind::Rollback { ROLLBACK_ROOM } else { 0.0 }
            + if drift { DRIFT_ROOM } else { 0.0 };
        if at + marks > sure_right {
            at = sure_left + 1.0;
        }
        if bar.kind == BarKind::Rollback {
            self.rollback(at, middle)?;
            at += ROLLBACK_ROOM;
        }
        if drift {
            self.drift(at, middle)?;
            at += DRIFT_ROOM;
        }
        if bar.label.is_empty() {
            return Ok(());
        }
        self.text(&bar.label, at, middle + HEADER, LABEL_SIZE, self.palette.ink, HPos::Left)
    }

    /// Paints the mark of a rollback, an arrow back, ten pixels wide from `x` on.
    fn rollback(&self, x: f64, y: f64) -> Painted<B> {
        let head = [(x, y), (x + 5.0, y - 4.0), (x + 5.0, y + 4.0)].map(|(x, y)| self.pixel(x, y));
        self.area.draw(&Polygon::new(head.to_vec(), self.palette.ink.filled()))?;
        self.stroke(&[(x + 5.0, y), (x + 10.0, y)], self.palette.ink.stroke_width(2))
    }

    /// Paints the mark of a drift, a crossed equals sign, ten pixels wide from `x` on.
    fn drift(&self, x: f64, y: f64) -> Painted<B> {
        let style = self.palette.contradicted.stroke_width(2);
        self.stroke(&[(x, y - 2.5), (x + 9.0, y - 2.5)], style)?;
        self.stroke(&[(x, y + 2.5), (x + 9.0, y + 2.5)], style)?;
        self.stroke(&[(x + 1.5, y + 6.0), (x + 7.5, y - 6.0)], style)
    }

    /// Paints a gap: hatched, so that it is told from a bar without colour.
    fn gap(&self, gap: &LayoutGap) -> Painted<B> {
        let (left, top, right, bottom) = (gap.x, gap.y, gap.x + gap.width, gap.y + gap.height);
        self.area.draw(&Rectangle::new(
            self.corners(left, top, right, bottom),
            self.palette.group.mix(0.6).filled(),
        ))?;
        // Lines x + y = c, from edge to edge of the box.
        let mut sum = left + top + HATCH;
        while sum < right + bottom {
            let from = if sum - left <= bottom { (left, sum - left) } else { (sum - bottom, bottom) };
            let to = if sum - right >= top { (right, sum - right) } else { (sum - top, top) };
            self.stroke(&[from, to], self.palette.hatch.stroke_width(1))?;
            sum += HATCH;
        }
        Ok(())
    }

    fn legend(&self, drawn: &TimelineLayout) -> Painted<B> {
        let middle = drawn.height + FOOTER / 2.0 - 2.0;
        let y = middle + HEADER;
        let ink = self.palette.ink_3;
        let mut at = drawn.label_width;
        self.rollback(at, middle)?;
        self.text("rollback", at + 15.0, y, SUB_LABEL_SIZE, ink, HPos::Left)?;
        at += 80.0;
        self.drift(at, middle)?;
        self.text("not what Git declares", at + 15.0, y, SUB_LABEL_SIZE, ink, HPos::Left)?;
        at += 160.0;
        let hatched = LayoutGap {
            lane: 0,
            gap: 0,
            x: at,
            y: middle - 6.0,
            width: 18.0,
            height: 12.0,
            title: String::new(),
        };
        self.gap(&hatched)?;
        self.text("nothing known", at + 24.0, y, SUB_LABEL_SIZE, ink, HPos::Left)?;
        at += 118.0;
        let dot: RGBAColor = self.palette.hues[0].0.mix(0.55);
        self.area
            .draw(&Rectangle::new(self.corners(at, middle - 5.0, at + 18.0, middle + 5.0), dot.filled()))?;
        self.area.draw(&Circle::new(self.pixel(at + 9.0, middle), 1, ink.filled()))?;
        self.text("between two snapshots", at + 24.0, y, SUB_LABEL_SIZE, ink, HPos::Left)
    }

    fn text(&self, text: &str, x: f64, y: f64, size: f64, colour: RGBColor, side: HPos) -> Painted<B> {
        let style =
            TextStyle::from((FONT, size).into_font()).color(&colour).pos(Pos::new(side, VPos::Center));
        self.area.draw(&Text::new(text.to_owned(), (x.round() as i32, y.round() as i32), style))
    }

    fn stroke(&self, points: &[(f64, f64)], style: ShapeStyle) -> Painted<B> {
        let points: Vec<Pixel> = points.iter().map(|&(x, y)| self.pixel(x, y)).collect();
        self.area.draw(&PathElement::new(points, style))
    }

    fn corners(&self, left: f64, top: f64, right: f64, bottom: f64) -> [Pixel; 2] {
        [self.pixel(left, top), self.pixel(right, bottom)]
    }

    /// Returns the pixel of a point of the layout, which stands below the header.
    fn pixel(&self, x: f64, y: f64) -> Pixel {
        (x.round() as i32, (y + HEADER).round() as i32)
    }
}

fn day(time: Time) -> String {
    time.to_string().chars().take(10).collect()
}

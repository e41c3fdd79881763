//! Where everything of a timeline stands: boxes in pixels, and nothing about how they look.

use std::collections::HashMap;

use domain::Time;
use query::answer::{BarKind, LaneKind, TimelineAnswer, TimelineLane};
use serde::Serialize;
use ts_rs::TS;

use super::axis::Scale;
use super::lettering::{fit, plain, width as text_width};
use super::title;
use super::versions::Versions;

/// Size of a bar's label in pixels an em.
pub(crate) const LABEL_SIZE: f64 = 12.0;
/// Size of the second line of a lane's label.
pub(crate) const SUB_LABEL_SIZE: f64 = 11.0;
/// Room that the mark of a rollback takes in front of a label.
pub(crate) const ROLLBACK_ROOM: f64 = 14.0;
/// Room that the mark of a drift takes in front of a label.
pub(crate) const DRIFT_ROOM: f64 = 14.0;
/// Room between the edge of a bar and its label.
pub(crate) const LABEL_INSET: f64 = 7.0;

const AXIS_Y: f64 = 30.0;
const RIGHT_MARGIN: f64 = 14.0;
const BAR_HEIGHT: f64 = 22.0;
const TRACK_HEIGHT: f64 = 25.0;
const LANE_PADDING: f64 = 7.0;
const GROUP_SPACE: f64 = 10.0;
const LEAST_BAR_WIDTH: f64 = 3.0;
/// Bars that overlap stand below each other; more than this many share the last track.
const MOST_TRACKS: usize = 6;

/// A timeline as boxes. `x` grows to the right, `y` downwards, both from the upper left corner, in pixels.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct TimelineLayout {
    /// Width of the whole, in pixels.
    pub width: f64,
    /// Height of the whole.
    pub height: f64,
    /// Where the axis runs; tick labels stand above it, lanes below.
    pub axis_y: f64,
    /// Width of the column of lane labels: the time axis begins here.
    pub label_width: f64,
    /// Where the time axis ends.
    pub plot_right: f64,
    /// The ticks, from left to right.
    pub ticks: Vec<LayoutTick>,
    /// The environments, from top to bottom.
    pub groups: Vec<LayoutGroup>,
    /// The lanes, from top to bottom.
    pub lanes: Vec<LayoutLane>,
    /// The bars that fall into the range, in the order in which they are painted.
    pub bars: Vec<LayoutBar>,
    /// The gaps that fall into the range.
    pub gaps: Vec<LayoutGap>,
}

/// One tick of the time axis.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct LayoutTick {
    /// Where it stands.
    pub x: f64,
    /// What it says, in English.
    pub label: String,
    /// Whether a day, month or year begins here among hours, days or months.
    pub major: bool,
    /// The moment.
    #[ts(type = "string")]
    pub at: Time,
}

/// The lanes of one environment.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct LayoutGroup {
    /// The environment; empty for lanes that belong to none.
    pub label: String,
    /// Its upper edge.
    pub y: f64,
    /// The height of its lanes together.
    pub height: f64,
}

/// One lane.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct LayoutLane {
    /// Index of the lane in the answer.
    pub lane: u32,
    /// Stable within the answer.
    pub id: String,
    /// First line of its label, cut to fit: the environment or the cluster.
    pub label: String,
    /// Second line, cut to fit: the repository that declares, or namespace and workload.
    pub sub_label: String,
    /// The whole label.
    pub title: String,
    /// Which account it gives.
    pub kind: LaneKind,
    /// Its upper edge.
    pub y: f64,
    /// Its height.
    pub height: f64,
}

/// One bar.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct LayoutBar {
    /// Index of the lane in the answer.
    pub lane: u32,
    /// Index of the bar in that lane.
    pub bar: u32,
    /// Its left edge, at the earliest moment at which it may have begun.
    pub x: f64,
    /// Its upper edge.
    pub y: f64,
    /// Its width, to the latest moment to which it may have lasted.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Width of the part at its left that is not certain.
    pub fade_left: f64,
    /// Width of the part at its right that is not certain.
    pub fade_right: f64,
    /// Whether it began before the range.
    pub cut_left: bool,
    /// Whether it went on after the range.
    pub cut_right: bool,
    /// The version, cut to fit into the certain part behind the marks; empty if there is no room.
    pub label: String,
    /// Hue of the version, below 8: the same version has the same hue in every lane.
    pub hue: u32,
    /// What its beginning was.
    pub kind: BarKind,
    /// Whether Git declares this version for this place; `false` is a drift.
    pub declared: Option<bool>,
    /// Whether it still is so at the end of what is drawn.
    pub open: bool,
    /// All about it, in lines.
    pub title: String,
}

/// A stretch of a lane of which nothing is known.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct LayoutGap {
    /// Index of the lane in the answer.
    pub lane: u32,
    /// Index of the gap in that lane.
    pub gap: u32,
    /// Its left edge.
    pub x: f64,
    /// Its upper edge.
    pub y: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Why nothing is known, and from when to when.
    pub title: String,
}

/// Lays out a timeline `width` pixels wide (at least 320, at most 20,000); the height follows from the lanes.
///
/// Lanes are grouped by environment in the order of the answer, the declared lane of each above its observed ones,
/// those of no environment last. Bars and gaps outside of the range are left out; what crosses its edge is cut there.
pub fn layout(answer: &TimelineAnswer, width: u32) -> TimelineLayout {
    let width = f64::from(width.clamp(320, 20_000));
    let groups = grouped(&answer.lanes);
    let label_width = label_width(&answer.lanes, width);
    let plot_right = width - RIGHT_MARGIN;
    let scale = Scale::new(answer.from, answer.to, label_width, plot_right - label_width);
    let versions = Versions::of(&answer.lanes);
    let mut drawn = TimelineLayout {
        width,
        height: 0.0,
        axis_y: AXIS_Y,
        label_width,
        plot_right,
        ticks: scale.ticks(),
        groups: Vec::new(),
        lanes: Vec::with_capacity(answer.lanes.len()),
        bars: Vec::new(),
        gaps: Vec::new(),
    };
    let mut y = AXIS_Y + GROUP_SPACE / 2.0;
    for (environment, lanes) in groups {
        let top = y;
        let declared = lanes.iter().any(|&index| answer.lanes[index].kind == LaneKind::Declared);
        for index in lanes {
            let lane = &answer.lanes[index];
            let height = drawn.put_bars(&scale, index, lane, y, &versions);
            drawn.put_gaps(&scale, index, lane, y, height);
            // Where no declared lane names the environment, the observed ones do.
            let (label, sub_label) = labels(lane, environment.filter(|_| !declared));
            drawn.lanes.push(LayoutLane {
                lane: index as u32,
                id: lane.id.clone(),
                label: fit(&label, LABEL_SIZE, label_width - 20.0).into_owned(),
                sub_label: fit(&sub_label, SUB_LABEL_SIZE, label_width - 20.0 - prefix_room(lane.kind))
                    .into_owned(),
                title: plain(&lane.label).into_owned(),
                kind: lane.kind,
                y,
                height,
            });
            y += height;
        }
        let label = plain(environment.unwrap_or_default()).into_owned();
        drawn.groups.push(LayoutGroup { label, y: top, height: y - top });
        y += GROUP_SPACE;
    }
    drawn.height = y;
    drawn
}

impl TimelineLayout {
    /// Places the bars of a lane whose upper edge is at `y`; returns the height that the lane needs.
    fn put_bars(
        &mut self,
        scale: &Scale,
        index: usize,
        lane: &TimelineLane,
        y: f64,
        versions: &Versions<'_>,
    ) -> f64 {
        let mut order: Vec<usize> = (0..lane.bars.len()).collect();
        order.sort_by_key(|&bar| (lane.bars[bar].from, bar));
        let mut tracks: Vec<Time> = Vec::new();
        for place in order {
            let bar = &lane.bars[place];
            let (begin, end) =
                (bar.from_not_before.min(bar.from), bar.to_not_after.max(bar.to).max(bar.from));
            if !scale.shows(begin, end) {
                continue;
            }
            let free = tracks.iter().position(|&until| until <= bar.from);
            let track = free.unwrap_or_else(|| tracks.len().min(MOST_TRACKS - 1));
            match tracks.get_mut(track) {
                Some(until) => *until = (*until).max(bar.to),
                None => tracks.push(bar.to),
            }
            let (left, right) = (scale.x(begin), scale.x(end));
            let width = (right - left).max(LEAST_BAR_WIDTH);
            // A bar at the very end of the axis must not leave it.
            let x = left.min(self.plot_right - width);
            let fade_left = (scale.x(bar.from) - left).clamp(0.0, width);
            let fade_right = (right - scale.x(bar.to.max(bar.from))).clamp(0.0, width - fade_left);
            let mut room = width - fade_left - fade_right - 2.0 * LABEL_INSET;
            if bar.kind == BarKind::Rollback {
                room -= ROLLBACK_ROOM;
            }
            if bar.declared == Some(false) {
                room -= DRIFT_ROOM;
            }
            self.bars.push(LayoutBar {
                lane: index as u32,
                bar: place as u32,
                x,
                y: y + LANE_PADDING + track as f64 * TRACK_HEIGHT,
                width,
                height: BAR_HEIGHT,
                fade_left,
                fade_right,
                cut_left: scale.is_before(begin),
                cut_right: bar.open || scale.is_after(end),
                label: versions.label(&bar.version, room),
                hue: versions.hue(&bar.version),
                kind: bar.kind,
                declared: bar.declared,
                open: bar.open,
                title: title::of_bar(lane, bar),
            });
        }
        2.0 * LANE_PADDING + BAR_HEIGHT + tracks.len().saturating_sub(1) as f64 * TRACK_HEIGHT
    }

    fn put_gaps(&mut self, scale: &Scale, index: usize, lane: &TimelineLane, y: f64, height: f64) {
        for (place, gap) in lane.gaps.iter().enumerate() {
            if gap.from >= gap.to || !scale.shows(gap.from, gap.to) {
                continue;
            }
            let x = scale.x(gap.from);
            self.gaps.push(LayoutGap {
                lane: index as u32,
                gap: place as u32,
                x,
                y: y + LANE_PADDING / 2.0,
                width: (scale.x(gap.to) - x).max(1.0),
                height: height - LANE_PADDING,
                title: title::of_gap(gap),
            });
        }
    }
}

/// Returns the indices of the lanes of each environment, in the order in which they are drawn.
fn grouped(lanes: &[TimelineLane]) -> Vec<(Option<&str>, Vec<usize>)> {
    let mut places: HashMap<Option<&str>, usize> = HashMap::new();
    let mut groups: Vec<(Option<&str>, Vec<usize>)> = Vec::new();
    for (index, lane) in lanes.iter().enumerate() {
        let environment = lane.environment.as_deref();
        let place = *places.entry(environment).or_insert_with(|| {
            groups.push((environment, Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push(index);
    }
    groups.sort_by_key(|(environment, _)| environment.is_none());
    for (_, members) in &mut groups {
        members.sort_by_key(|&index| lanes[index].kind);
    }
    groups
}

/// Returns the two lines of a lane's label: `production`, `fleet`; `prod-eu`, `shop / Deployment payments`.
fn labels(lane: &TimelineLane, environment: Option<&str>) -> (String, String) {
    let separator = match lane.kind {
        LaneKind::Declared => " · ",
        LaneKind::Observed => " / ",
    };
    let (label, rest) = lane.label.split_once(separator).unwrap_or((&lane.label, ""));
    let rest = match environment {
        Some(environment) if rest.is_empty() => environment.to_owned(),
        Some(environment) => format!("{environment} · {rest}"),
        None => rest.to_owned(),
    };
    (plain(label).into_owned(), plain(&rest).into_owned())
}

/// Returns the room for the word that whoever draws puts in front of a second line: `declared · fleet`.
fn prefix_room(kind: LaneKind) -> f64 {
    match kind {
        LaneKind::Declared => 88.0,
        LaneKind::Observed => 0.0,
    }
}

fn label_width(lanes: &[TimelineLane], width: f64) -> f64 {
    let widest = lanes.iter().fold(0.0, |widest: f64, lane| {
        let (label, sub_label) = labels(lane, None);
        let second = text_width(&sub_label, SUB_LABEL_SIZE) + prefix_room(lane.kind);
        widest.max(text_width(&label, LABEL_SIZE)).max(second)
    });
    (widest + 28.0).clamp(110.0, (width * 0.28).max(110.0)).round()
}

//! What a bar says when one points at it.

use std::fmt::Write as _;

use domain::Time;
use jiff::Timestamp;
use query::answer::{Bar, BarKind, LaneGap, TimelineLane};

use super::lettering::plain;

/// Returns the lines that tell all about a bar; times in UTC, to the minute.
pub(crate) fn of_bar(lane: &TimelineLane, bar: &Bar) -> String {
    let mut title = plain(&bar.version).into_owned();
    match bar.kind {
        BarKind::Rollback => title.push_str(" · rollback"),
        BarKind::Redeploy => title.push_str(" · redeployed under another digest"),
        BarKind::New | BarKind::Upgrade => {}
    }
    if bar.declared == Some(false) {
        title.push_str(" · not what Git declares");
    }
    let mut line = |text: std::fmt::Arguments<'_>| {
        // Writing into a String cannot fail.
        let _ = write!(title, "\n{text}");
    };
    line(format_args!("{}", plain(&lane.label)));
    match bar.from_not_before < bar.from {
        true if bar.from_not_before.is_open_end() => {
            line(format_args!("from {} or earlier", minute(bar.from)));
        }
        true => line(format_args!("began between {} and {}", minute(bar.from_not_before), minute(bar.from))),
        false => line(format_args!("from {}", minute(bar.from))),
    }
    match bar.to_not_after > bar.to {
        _ if bar.open => line(format_args!("still so at {}", minute(bar.to))),
        true if bar.to_not_after.is_open_end() => line(format_args!("to {} or later", minute(bar.to))),
        true => line(format_args!("ended between {} and {}", minute(bar.to), minute(bar.to_not_after))),
        false => line(format_args!("to {}", minute(bar.to))),
    }
    if let Some(commit) = &bar.commit {
        line(format_args!("config commit {}", commit.short()));
    }
    if let Some(commit) = &bar.source_commit {
        line(format_args!("source commit {}", commit.short()));
    }
    if let Some(request) = &bar.change_request {
        line(format_args!("change request {}", plain(request)));
    }
    if let Some(image) = &bar.image {
        line(format_args!("{}", plain(image)));
    }
    title
}

/// Returns the lines that tell all about a gap.
pub(crate) fn of_gap(gap: &LaneGap) -> String {
    format!("nothing is known: {}\n{} to {}", plain(&gap.reason), minute(gap.from), minute(gap.to))
}

/// Returns a moment as `2026-03-01 10:00 UTC`.
fn minute(time: Time) -> String {
    match Timestamp::from_microsecond(time.micros()) {
        Ok(stamp) => stamp.strftime("%Y-%m-%d %H:%M UTC").to_string(),
        Err(_) => time.to_string(),
    }
}

//! When each cluster is read: every Monday and Thursday morning, and some time after what matters.

use domain::Time;

use crate::config::{Cause, ConfigHistory};
use crate::shape::{App, Place, minutes_after};
use crate::story::{Deed, Event};

const DAY: i64 = 24 * 60;
/// Minutes after a change of production at which the cluster is read again.
const AFTER_CHANGE: i64 = 40;

/// Returns the times at which a cluster is read, oldest first.
pub(crate) fn times(place: Place, story: &[Event], config: &ConfigHistory) -> Vec<Time> {
    let mut times = Vec::new();
    let end =
        story.iter().find(|event| matches!(event.deed, Deed::End)).map_or(Time::EARLIEST, |event| event.at);
    times.push(end);
    // 2026-01-05 06:00, a Monday; then Thursday and Monday by turns.
    let mut regular = Time::from_seconds(1_767_592_800);
    for days in [3, 4].into_iter().cycle() {
        if regular > end {
            break;
        }
        times.push(regular);
        regular = minutes_after(regular, days * DAY);
    }
    if place.environment() == "production" {
        let landings = config.landings.iter();
        let here = landings.filter(|landing| landing.place == place && landing.cause != Cause::Begin);
        // Search is left to the regular readings: of its changes only a span of days is known.
        let here = here.filter(|landing| landing.app != App::Search);
        times.extend(here.map(|landing| minutes_after(landing.at, AFTER_CHANGE)));
    }
    let reads = |event: &Event| matches!(event.deed, Deed::Read { place: there } if there == place);
    times.extend(story.iter().filter(|event| reads(event)).map(|event| event.at));
    for event in story {
        if let Deed::Unread { place: there, until } = event.deed
            && there == place
        {
            times.retain(|at| *at < event.at || *at >= until);
        }
    }
    times.sort();
    times.dedup();
    times
}

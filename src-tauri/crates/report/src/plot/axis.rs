//! The time axis: from moments to pixels, and where its ticks stand.

use domain::Time;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};

use super::layout::LayoutTick;

/// A tick has at least this much room, in pixels.
const TICK_ROOM: f64 = 78.0;
/// More ticks than this are never drawn, whatever the width.
const MAX_TICKS: usize = 400;
const DAY_SECONDS: f64 = 86_400.0;

/// The way from moments to pixels.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scale {
    from: Time,
    to: Time,
    left: f64,
    width: f64,
}

impl Scale {
    /// Returns the scale on which `[from, to)` spans `width` pixels from `left` on.
    pub(crate) fn new(from: Time, to: Time, left: f64, width: f64) -> Self {
        Scale { from, to, left, width }
    }

    /// Returns the pixel of a moment; one outside of the range stands on its edge.
    pub(crate) fn x(&self, time: Time) -> f64 {
        // i64 microseconds may be far apart: the difference is taken as i128.
        let since = i128::from(time.micros()) - i128::from(self.from.micros());
        let span = i128::from(self.to.micros()) - i128::from(self.from.micros());
        if span <= 0 {
            return self.left;
        }
        self.left + self.width * (since as f64 / span as f64).clamp(0.0, 1.0)
    }

    /// Returns whether a moment from `start` to `end` falls into the range.
    pub(crate) fn shows(&self, start: Time, end: Time) -> bool {
        start < self.to && (end > self.from || (start == end && start >= self.from))
    }

    /// Returns whether a moment lies before the range.
    pub(crate) fn is_before(&self, time: Time) -> bool {
        time < self.from
    }

    /// Returns whether a moment lies at the end of the range or after it.
    pub(crate) fn is_after(&self, time: Time) -> bool {
        time >= self.to
    }

    /// Returns the ticks: on whole hours, days, Mondays, months or years in UTC, by the span of the range.
    pub(crate) fn ticks(&self) -> Vec<LayoutTick> {
        let (Some(from), Some(to)) = (civil(self.from), civil(self.to)) else { return Vec::new() };
        let seconds = self.to.seconds_since(self.from) as f64;
        if seconds <= 0.0 || self.width <= 0.0 {
            return Vec::new();
        }
        let step = Step::at_least(seconds * TICK_ROOM / self.width);
        let mut ticks: Vec<LayoutTick> = Vec::new();
        let mut at = step.floor(from);
        while let Some(moment) = at.filter(|moment| *moment < to) {
            if let Some(time) = time(moment).filter(|time| *time >= self.from) {
                let (label, major) = step.label(moment, ticks.is_empty());
                ticks.push(LayoutTick { x: self.x(time), label, major, at: time });
            }
            if ticks.len() >= MAX_TICKS {
                break;
            }
            at = step.next(moment);
        }
        ticks
    }
}

/// The distance from one tick to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Minutes(i64),
    Hours(i64),
    Days(i64),
    Weeks,
    Months(i64),
    Years(i64),
}

impl Step {
    const ALL: [Step; 23] = [
        Step::Minutes(5),
        Step::Minutes(15),
        Step::Minutes(30),
        Step::Hours(1),
        Step::Hours(3),
        Step::Hours(6),
        Step::Hours(12),
        Step::Days(1),
        Step::Days(2),
        Step::Weeks,
        Step::Months(1),
        Step::Months(2),
        Step::Months(3),
        Step::Months(6),
        Step::Years(1),
        Step::Years(2),
        Step::Years(5),
        Step::Years(10),
        Step::Years(25),
        Step::Years(50),
        Step::Years(100),
        Step::Years(500),
        Step::Years(1000),
    ];

    /// Returns the finest step of at least so many seconds; the coarsest if none is.
    fn at_least(seconds: f64) -> Step {
        Step::ALL.into_iter().find(|step| step.seconds() >= seconds).unwrap_or(Step::Years(1000))
    }

    fn seconds(self) -> f64 {
        match self {
            Step::Minutes(count) => count as f64 * 60.0,
            Step::Hours(count) => count as f64 * 3600.0,
            Step::Days(count) => count as f64 * DAY_SECONDS,
            Step::Weeks => 7.0 * DAY_SECONDS,
            Step::Months(count) => count as f64 * 30.0 * DAY_SECONDS,
            Step::Years(count) => count as f64 * 365.0 * DAY_SECONDS,
        }
    }

    /// Returns the last whole step at or before `moment`.
    fn floor(self, moment: DateTime) -> Option<DateTime> {
        let down = |value: i64, count: i64| value - value.rem_euclid(count);
        let (year, month) = (i64::from(moment.year()), i64::from(moment.month()));
        let day = moment.date();
        match self {
            Step::Minutes(count) => {
                Some(day.at(moment.hour(), down(moment.minute().into(), count) as i8, 0, 0))
            }
            Step::Hours(count) => Some(day.at(down(moment.hour().into(), count) as i8, 0, 0, 0)),
            Step::Days(count) => {
                Date::new(day.year(), day.month(), (down(i64::from(day.day()) - 1, count) + 1) as i8)
                    .ok()
                    .map(midnight)
            }
            Step::Weeks => {
                let past = i64::from(day.weekday().to_monday_zero_offset());
                day.checked_sub(Span::new().days(past)).ok().map(midnight)
            }
            Step::Months(count) => {
                Date::new(year as i16, (down(month - 1, count) + 1) as i8, 1).ok().map(midnight)
            }
            Step::Years(count) => Date::new(down(year, count).max(1) as i16, 1, 1).ok().map(midnight),
        }
    }

    /// Returns the step after `moment`, itself a whole step.
    fn next(self, moment: DateTime) -> Option<DateTime> {
        let span = match self {
            Step::Minutes(count) => Span::new().minutes(count),
            Step::Hours(count) => Span::new().hours(count),
            Step::Days(count) => {
                // Every second day of each month: the 31st and the 1st would stand next to each other.
                let next = moment.checked_add(Span::new().days(count)).ok()?;
                if next.month() == moment.month()
                    && next.date().days_in_month() - next.day() + 1 < count as i8
                {
                    return next.date().last_of_month().tomorrow().ok().map(midnight);
                }
                return if next.month() == moment.month() {
                    Some(next)
                } else {
                    Some(midnight(next.date().first_of_month()))
                };
            }
            Step::Weeks => Span::new().weeks(1),
            Step::Months(count) => Span::new().months(count),
            // The year 1 stands in for 0, which no calendar has.
            Step::Years(count) if moment.year() == 1 && count > 1 => Span::new().years(count - 1),
            Step::Years(count) => Span::new().years(count),
        };
        moment.checked_add(span).ok()
    }

    /// Returns the label of a tick, and whether it begins something larger. The first one is written in full.
    fn label(self, moment: DateTime, first: bool) -> (String, bool) {
        let month = moment.strftime("%b");
        let (year, day) = (moment.year(), moment.day());
        let new_day = moment.hour() == 0 && moment.minute() == 0;
        match self {
            Step::Minutes(_) | Step::Hours(_) if new_day || first => {
                let clock = if new_day { String::new() } else { moment.strftime(" %H:%M").to_string() };
                (format!("{day} {month}{clock}"), new_day)
            }
            Step::Minutes(_) | Step::Hours(_) => (moment.strftime("%H:%M").to_string(), false),
            Step::Days(_) | Step::Weeks if first || (moment.month() == 1 && day <= 7) => {
                (format!("{day} {month} {year}"), day == 1)
            }
            Step::Days(_) | Step::Weeks => (format!("{day} {month}"), day == 1),
            Step::Months(_) if first || moment.month() == 1 => {
                (format!("{month} {year}"), moment.month() == 1)
            }
            Step::Months(_) => (month.to_string(), false),
            Step::Years(_) => (year.to_string(), true),
        }
    }
}

fn midnight(date: Date) -> DateTime {
    date.at(0, 0, 0, 0)
}

fn civil(time: Time) -> Option<DateTime> {
    Timestamp::from_microsecond(time.micros()).ok().map(|stamp| TimeZone::UTC.to_datetime(stamp))
}

fn time(moment: DateTime) -> Option<Time> {
    TimeZone::UTC.to_timestamp(moment).ok().map(|stamp| Time::from_micros(stamp.as_microsecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(from: &str, to: &str, width: f64) -> String {
        let at = |text: &str| Time::parse_loose(text).unwrap();
        let ticks = Scale::new(at(from), at(to), 0.0, width).ticks();
        assert!(
            ticks.windows(2).all(|pair| pair[0].x < pair[1].x && pair[1].x - pair[0].x > 30.0),
            "{ticks:?}"
        );
        ticks.into_iter().map(|tick| tick.label).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn ticks_follow_the_span() {
        let table = [
            ("2026-03-01 09:40", "2026-03-01 11:00", "1 Mar 09:45 | 10:00 | 10:15 | 10:30 | 10:45"),
            ("2026-03-01", "2026-03-03", "1 Mar | 06:00 | 12:00 | 18:00 | 2 Mar | 06:00 | 12:00 | 18:00"),
            ("2026-02-26", "2026-03-03", "26 Feb 2026 | 27 Feb | 28 Feb | 1 Mar | 2 Mar"),
            ("2025-12-20", "2026-01-25", "22 Dec 2025 | 29 Dec | 5 Jan 2026 | 12 Jan | 19 Jan"),
            ("2026-01-01", "2026-07-01", "Jan 2026 | Feb | Mar | Apr | May | Jun"),
            ("2024-01-01", "2026-07-01", "Jan 2024 | Jul | Jan 2025 | Jul | Jan 2026"),
            ("2000-01-01", "2026-07-01", "2000 | 2005 | 2010 | 2015 | 2020 | 2025"),
            ("0001-01-01", "9999-01-01", "1 | 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000"),
        ];
        for (from, to, expected) in table {
            let width = if from == "0001-01-01" { 900.0 } else { 640.0 };
            assert_eq!(labels(from, to, width), expected, "{from} to {to}");
        }
        assert_eq!(labels("2026-03-01", "2026-03-01", 640.0), "");
        assert_eq!(labels("2026-03-02", "2026-03-01", 640.0), "");
    }

    #[test]
    fn moments_outside_stand_on_the_edge() {
        let scale = Scale::new(Time::from_seconds(0), Time::from_seconds(100), 10.0, 200.0);
        assert_eq!(scale.x(Time::EARLIEST), 10.0);
        assert_eq!(scale.x(Time::FOREVER), 210.0);
        assert_eq!(scale.x(Time::from_seconds(50)), 110.0);
        let all = Scale::new(Time::EARLIEST, Time::FOREVER, 0.0, 100.0);
        assert!((all.x(Time::from_seconds(0)) - 50.0).abs() < 0.001);
        assert!(all.ticks().is_empty());
    }
}

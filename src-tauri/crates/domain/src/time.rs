//! Points in time: UTC, integer microseconds.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A point in time, in microseconds since 1970-01-01T00:00:00Z.
///
/// Written and read as RFC 3339 UTC. Zones exist only where something is rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(i64);

/// A text that is no time.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a time: {reason}")]
pub struct TimeError {
    text: String,
    reason: String,
}

impl Time {
    /// Before everything: the start of an interval that has no known start.
    pub const EARLIEST: Time = Time(i64::MIN);
    /// After everything: the end of an interval that is still open.
    pub const FOREVER: Time = Time(i64::MAX);

    /// Returns the time that is `micros` microseconds after the epoch.
    pub const fn from_micros(micros: i64) -> Self {
        Time(micros)
    }

    /// Returns the time that is `seconds` seconds after the epoch; far values stop at the ends.
    pub const fn from_seconds(seconds: i64) -> Self {
        Time(seconds.saturating_mul(1_000_000))
    }

    /// Returns the microseconds since the epoch.
    pub const fn micros(self) -> i64 {
        self.0
    }

    /// Returns how many whole seconds `self` is after `earlier` (negative if it is before).
    pub const fn seconds_since(self, earlier: Time) -> i64 {
        self.0.saturating_sub(earlier.0) / 1_000_000
    }

    /// Returns whether this is one of the two open ends rather than a moment.
    pub const fn is_open_end(self) -> bool {
        self.0 == i64::MIN || self.0 == i64::MAX
    }

    /// Reads what a person types: RFC 3339, `2026-03-01` (midnight UTC), or `2026-03-01 12:30` (UTC).
    pub fn parse_loose(text: &str) -> Result<Self, TimeError> {
        let text = text.trim();
        if let Ok(time) = text.parse() {
            return Ok(time);
        }
        let civil = text.parse::<jiff::civil::DateTime>().map_err(|error| TimeError {
            text: text.to_owned(),
            reason: format!("write it as 2026-03-01, 2026-03-01T12:30 or RFC 3339 ({error})"),
        })?;
        jiff::tz::TimeZone::UTC
            .to_timestamp(civil)
            .map(|timestamp| Time(timestamp.as_microsecond()))
            .map_err(|error| TimeError { text: text.to_owned(), reason: error.to_string() })
    }
}

impl FromStr for Time {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        text.parse::<jiff::Timestamp>()
            .map(|timestamp| Time(timestamp.as_microsecond()))
            .map_err(|error| TimeError { text: text.to_owned(), reason: error.to_string() })
    }
}

impl fmt::Display for Time {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_microsecond(self.0) {
            Ok(timestamp) => write!(formatter, "{timestamp}"),
            Err(_) if self.0 < 0 => formatter.write_str("-∞"),
            Err(_) => formatter.write_str("∞"),
        }
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Time::parse_loose(&text).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        for text in ["2026-03-01T10:00:00Z", "2026-03-01T10:00:00.000001Z", "1969-12-31T23:59:59Z"] {
            assert_eq!(text.parse::<Time>().map(|time| time.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn reads_what_people_type() {
        let midnight = Time::from_seconds(1_772_323_200);
        for text in ["2026-03-01", "2026-03-01T00:00", "2026-03-01 00:00", "2026-03-01T08:00:00+08:00"] {
            assert_eq!(Time::parse_loose(text), Ok(midnight), "{text}");
        }
        assert!(Time::parse_loose("yesterday").is_err());
        assert!(Time::parse_loose("").is_err());
    }
}

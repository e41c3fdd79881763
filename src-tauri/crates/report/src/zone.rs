//! Times for readers: in the zone of the report, and in UTC.

use domain::Time;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::Error;

/// A zone that times are printed in.
#[derive(Debug)]
pub(crate) struct Zone {
    zone: TimeZone,
    is_utc: bool,
}

impl Zone {
    /// Returns the zone of an IANA name, such as `Europe/Berlin`, from the database built into the program.
    pub(crate) fn named(name: &str) -> Result<Zone, Error> {
        let zone = TimeZone::get(name).map_err(|_| Error::Zone(name.to_owned()))?;
        Ok(Zone { zone, is_utc: name.eq_ignore_ascii_case("UTC") })
    }

    /// Returns whether the zone is UTC itself.
    pub(crate) fn is_utc(&self) -> bool {
        self.is_utc
    }

    /// Returns a moment as `2026-03-01 10:00:00 +01:00`; in UTC as `2026-03-01 09:00:00 UTC`.
    pub(crate) fn local(&self, time: Time) -> String {
        let Ok(stamp) = Timestamp::from_microsecond(time.micros()) else { return time.to_string() };
        let moment = stamp.to_zoned_datetime(self.zone.clone());
        match self.is_utc {
            true => moment.strftime("%Y-%m-%d %H:%M:%S UTC").to_string(),
            false => moment.strftime("%Y-%m-%d %H:%M:%S %:z").to_string(),
        }
    }
}

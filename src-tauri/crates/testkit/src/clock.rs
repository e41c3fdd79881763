//! Fixed times.

use domain::Time;

/// When tests happen: 2026-06-30T18:00:00Z, the end of the demo fleet's story.
pub const CLOCK: Time = Time::from_seconds(1_782_842_400);

/// The first commit of a script is made at 2026-01-01T00:00:00Z, each later one a minute after the one before.
pub(crate) const FIRST_COMMIT: i64 = 1_767_225_600;
pub(crate) const STEP: i64 = 60;

/// Returns when the n-th call of `commit` in a script of [`crate::repo`] is dated, counted from 1.
pub const fn commit_time(n: i64) -> Time {
    Time::from_seconds(FIRST_COMMIT + STEP * (n - 1))
}

//! Controls: tests over evidence and the verdicts that come of them.
//!
//! Everything here is a pure function of what was read: no clock, no file, no network, so that whoever checks a
//! report later runs the same code over the same evidence and gets the same verdicts. Start reading at
//! [`four_eyes`].
//!
//! Invariant: missing evidence is never a pass and never a failure; it is [`ControlVerdict::NotDetermined`] with the
//! reason.

mod four_eyes;
mod standing;
mod verdict;

pub use four_eyes::{ReviewedChange, four_eyes};
pub use verdict::{ControlResult, ControlVerdict};

#[cfg(test)]
mod tests;

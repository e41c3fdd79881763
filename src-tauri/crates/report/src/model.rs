//! What a report of changes is made of.

use controls::ControlVerdict;
use domain::{Time, Verdict};
use query::answer::{Change, ChangesAnswer, SourcesAnswer};
use serde::Serialize;

/// A report of every change that reached an environment in a period.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangesReport {
    /// What it is called.
    pub title: String,
    /// IANA name of the zone that times are printed in, beside UTC.
    pub zone: String,
    /// The only app it is about; `None` for all.
    pub app: Option<String>,
    /// When it was written.
    pub generated_at: Time,
    /// Version of the program.
    pub tool_version: String,
    /// The sources it rests on.
    pub sources: SourcesAnswer,
    /// The population.
    pub answer: ChangesAnswer,
}

/// How many changes there are of each outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// All of them.
    pub changes: u32,
    /// Another person approved it before it landed.
    pub approved: u32,
    /// Nobody else did.
    pub not_approved: u32,
    /// The evidence that would decide is missing.
    pub not_determined: u32,
    /// Nobody has to.
    pub not_applicable: u32,
    /// What ran agrees with it.
    pub matched: u32,
    /// What ran contradicts it.
    pub contradicted: u32,
    /// Nothing was seen that could tell.
    pub unknown: u32,
}

impl ChangesReport {
    /// Counts the changes by outcome.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for change in &self.answer.changes {
            counts.changes += 1;
            *match change.review.verdict {
                ControlVerdict::Pass => &mut counts.approved,
                ControlVerdict::Fail => &mut counts.not_approved,
                ControlVerdict::NotDetermined => &mut counts.not_determined,
                ControlVerdict::NotApplicable => &mut counts.not_applicable,
            } += 1;
            *match change.verdict {
                Verdict::Matched => &mut counts.matched,
                Verdict::Contradicted => &mut counts.contradicted,
                Verdict::Unknown => &mut counts.unknown,
            } += 1;
        }
        counts
    }

    /// Returns the changes that no evidence shows to have been approved by another person: those that were not, and
    /// those of which it is not known. Silence is no approval.
    pub fn without_approval(&self) -> impl Iterator<Item = &Change> {
        self.answer.changes.iter().filter(|change| {
            matches!(change.review.verdict, ControlVerdict::Fail | ControlVerdict::NotDetermined)
        })
    }
}

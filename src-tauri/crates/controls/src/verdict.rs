//! What comes of a control.

use domain::Person;
use serde::{Deserialize, Serialize};

/// The verdict of a control on one change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ControlVerdict {
    /// The evidence shows that the control held.
    Pass,
    /// The evidence shows that it did not.
    Fail,
    /// The evidence that would decide is missing.
    NotDetermined,
    /// The control asks nothing of this change.
    NotApplicable,
}

impl ControlVerdict {
    /// Every verdict, for tests and documentation.
    pub const ALL: [ControlVerdict; 4] = [
        ControlVerdict::Pass,
        ControlVerdict::Fail,
        ControlVerdict::NotDetermined,
        ControlVerdict::NotApplicable,
    ];

    /// Returns the name in the database and on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            ControlVerdict::Pass => "pass",
            ControlVerdict::Fail => "fail",
            ControlVerdict::NotDetermined => "not-determined",
            ControlVerdict::NotApplicable => "not-applicable",
        }
    }
}

/// The verdict with its reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ControlResult {
    /// The verdict.
    pub verdict: ControlVerdict,
    /// Stable code of the reason, in kebab case: `approved-by-other`, `no-change-request`…
    pub reason: String,
    /// The reason as one English sentence.
    pub text: String,
    /// Whose approval counts: other people, on the commit that was merged, before it was merged. Each once.
    pub approvers: Vec<Person>,
}

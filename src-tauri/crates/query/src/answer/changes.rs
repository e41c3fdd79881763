//! The population: every change that reached an environment in a period.

use controls::ControlVerdict;
use domain::{CommitId, Decision, Time, Verdict};
use serde::Serialize;
use ts_rs::TS;

use super::{CommitLink, DeclaredRevision, GapRow};

/// Every change that reached an environment in a period.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct ChangesAnswer {
    /// The period, half open.
    pub period: Period,
    /// The environment; `None` for all.
    pub environment: Option<String>,
    /// What is not known of the period. Comes first.
    pub gaps: Vec<GapRow>,
    /// The changes, oldest first.
    pub changes: Vec<Change>,
}

/// A half-open period `[from, to)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
pub struct Period {
    /// First moment in it.
    #[ts(type = "string")]
    pub from: Time,
    /// First moment after it.
    #[ts(type = "string")]
    pub to: Time,
}

/// What kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// Nothing was there before.
    New,
    /// A value that this place did not have before.
    Upgrade,
    /// A value that this place had before.
    Rollback,
    /// The same version again under another digest.
    Redeploy,
    /// The value went away.
    Removed,
    /// Something other than the artifact changed.
    Configuration,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Change {
    /// The same for the same change in every export: the commit's first 12 digits, then a number within it; for a
    /// change only seen in a cluster `obs-` and a hash.
    pub id: String,
    /// The application.
    pub app: Option<String>,
    /// The environment.
    pub environment: Option<String>,
    /// The cluster, if the change concerns one.
    pub cluster: Option<String>,
    /// Name of the repository; empty for a change that was only seen in a cluster.
    pub repo: String,
    /// Path of the file.
    pub path: String,
    /// The slot within it.
    pub slot: String,
    /// What kind of change.
    pub kind: ChangeKind,
    /// What was declared before.
    pub from: Option<DeclaredRevision>,
    /// What is declared from here on.
    pub to: Option<DeclaredRevision>,
    /// The commit that landed it; `None` for a change that no commit declares.
    #[ts(type = "string | null")]
    pub config_commit: Option<CommitId>,
    /// First line of its message.
    pub subject: Option<String>,
    /// When it landed; of an undeclared change, when it was first seen.
    #[ts(type = "string")]
    pub landed_at: Time,
    /// When it was first seen to run; `None` if it never was.
    pub observed: Option<ObservedWindow>,
    /// The source commit of what runs from here on.
    pub source: Option<CommitLink>,
    /// The change request that landed it, such as `#12`.
    pub change_request: Option<String>,
    /// Its page.
    pub change_request_url: Option<String>,
    /// Who wrote it: the author of the change request, else of the commit.
    pub author: String,
    /// Decisions on the change request, oldest first.
    pub approvals: Vec<ApprovalRow>,
    /// Whether what was seen to run agrees.
    #[ts(type = "\"matched\" | \"contradicted\" | \"unknown\"")]
    pub verdict: Verdict,
    /// Why, in one sentence.
    pub reason: String,
    /// Whether another person approved it before it landed.
    pub review: ReviewVerdict,
}

/// The interval in which a change was first seen to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
pub struct ObservedWindow {
    /// The last snapshot without it.
    #[ts(type = "string | null")]
    pub not_before: Option<Time>,
    /// The first snapshot with it.
    #[ts(type = "string")]
    pub not_after: Time,
}

/// One decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct ApprovalRow {
    /// Login of the person.
    pub person: String,
    /// The decision.
    #[ts(type = "string")]
    pub decision: Decision,
    /// The commit decided on.
    #[ts(type = "string | null")]
    pub commit: Option<CommitId>,
    /// When.
    #[ts(type = "string | null")]
    pub at: Option<Time>,
}

/// The verdict of the four-eyes control.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct ReviewVerdict {
    /// `pass`, `fail`, `not-determined` or `not-applicable`.
    #[ts(type = "\"pass\" | \"fail\" | \"not-determined\" | \"not-applicable\"")]
    pub verdict: ControlVerdict,
    /// A code that stays the same over versions, such as `no-change-request`.
    pub reason: String,
    /// The same as a sentence.
    pub text: String,
}

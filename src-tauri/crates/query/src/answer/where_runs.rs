//! Where a commit, digest, tag, image or change request runs, ran and is declared.

use domain::{CommitId, Time};
use serde::Serialize;
use ts_rs::TS;

use super::{Declaration, RunningRow};

/// Where something runs.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct WhereAnswer {
    /// What was asked, as typed.
    pub query: String,
    /// The time that the answer is about.
    #[ts(type = "string")]
    pub as_of: Time,
    /// What the query was understood as; several if it is ambiguous, none if nothing is known by it.
    pub resolved: Option<Resolved>,
    /// The other things that the query could have meant.
    pub also: Vec<Resolved>,
    /// Where it runs at the time asked.
    pub running: Vec<WhereRunning>,
    /// Where it ran before and no longer does.
    pub ran: Vec<Ran>,
    /// Where it is declared at the time asked.
    pub declared: Vec<WhereDeclared>,
}

/// What a query was understood as.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Resolved {
    /// `commit`, `digest`, `tag`, `image` or `change-request`.
    pub kind: String,
    /// Name of the repository, for a commit or a change request.
    pub repo: Option<String>,
    /// The commit, in full; of a change request the one that landed it.
    #[ts(type = "string | null")]
    pub commit: Option<CommitId>,
    /// First line of the commit's message.
    pub subject: Option<String>,
    /// Name of the commit's author.
    pub author: Option<String>,
    /// When it landed on the tracked branch; `None` if it did not.
    #[ts(type = "string | null")]
    pub landed_at: Option<Time>,
    /// The digest, tag or image name that was found; the change request's number.
    pub value: Option<String>,
}

/// How a running row relates to the commit that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// Built from (or configured by) exactly this commit; or exactly this digest, tag or image.
    Exact,
    /// Built from a descendant that contains it.
    Contains,
}

/// A running row and how it relates to the query.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct WhereRunning {
    /// The row, as in `running`.
    #[serde(flatten)]
    #[ts(flatten)]
    pub row: RunningRow,
    /// Exactly it, or a descendant.
    pub relation: Relation,
    /// The link that relates them: `source`, `config`, or `artifact`.
    pub link: String,
}

/// A place where it ran, and when.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Ran {
    /// The row, as it stood when it was last seen.
    #[serde(flatten)]
    #[ts(flatten)]
    pub row: RunningRow,
    /// Exactly it, or a descendant.
    pub relation: Relation,
    /// The link that relates them: `source`, `config`, or `artifact`.
    pub link: String,
    /// The first snapshot without it: it ended in `(seen.last, ended_not_after]`.
    #[ts(type = "string | null")]
    pub ended_not_after: Option<Time>,
}

/// A declaration and how it relates to the query.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct WhereDeclared {
    /// The declaration, as in `declared`.
    #[serde(flatten)]
    #[ts(flatten)]
    pub declaration: Declaration,
    /// Exactly it, or a descendant.
    pub relation: Relation,
    /// The link that relates them: `source`, `config`, or `artifact`.
    pub link: String,
}

//! Replies that are no answers of `query`: about the workspace, the work and its errors.

use domain::Time;
use serde::Serialize;
use ts_rs::TS;

/// State of the workspace.
#[derive(Debug, Clone, Serialize, TS)]
pub struct WorkspaceReply {
    /// Its folder.
    pub directory: String,
    /// Version of the program.
    pub version: String,
    /// The time that questions without one are answered for.
    #[ts(type = "string")]
    pub now: Time,
    /// Whether that time is fixed in `cairn.toml`: the workspace is an archive, or a demo.
    pub archive: bool,
    /// Whether it holds no source at all.
    pub empty: bool,
    /// Every environment that a cluster or a declaration belongs to, first ones first.
    pub environments: Vec<String>,
    /// Every app, by name.
    pub apps: Vec<String>,
    /// The first moment that anything is known of.
    #[ts(type = "string | null")]
    pub first: Option<Time>,
    /// The last moment that anything is known of.
    #[ts(type = "string | null")]
    pub last: Option<Time>,
}

/// A timeline and its drawing.
#[derive(Debug, Clone, Serialize, TS)]
pub struct TimelineReply {
    /// The answer.
    pub answer: query::answer::TimelineAnswer,
    /// Where each piece of it is drawn.
    pub layout: report::plot::TimelineLayout,
}

/// The files that an export wrote.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ReportReply {
    /// Full paths.
    pub files: Vec<String>,
    /// Changes in the population.
    pub changes: u32,
    /// Those of them without approval by another person.
    pub without_approval: u32,
}

/// How far a sync is.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SyncEvent {
    /// The source being read.
    pub source: String,
    /// What is being done, such as `walk`, `diff`, `blobs`, `write`.
    pub stage: String,
    /// Steps done of this stage.
    #[ts(type = "number")]
    pub done: u64,
    /// Steps of this stage; `None` if not known before.
    #[ts(type = "number | null")]
    pub total: Option<u64>,
}

/// What a sync did.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SyncReply {
    /// One entry a source.
    pub sources: Vec<SyncedSource>,
    /// Whether it was cancelled before the end.
    pub cancelled: bool,
}

/// What a sync did to one source.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SyncedSource {
    /// Its name.
    pub name: String,
    /// New commits.
    pub commits: u32,
    /// New transitions of slots.
    pub declarations: u32,
    /// New gaps.
    pub gaps: u32,
    /// Why it could not be read; `None` if it was.
    pub error: Option<ApiError>,
}

/// An error as the user sees it.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ApiError {
    /// Stays the same over versions; see `docs/decisions/0004-errors.md`.
    pub code: String,
    /// What failed, and where.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

//! What Git declares.

use domain::{CommitId, Digest, Time};
use serde::Serialize;
use ts_rs::TS;

use super::GapRow;

/// What Git declares at a time, or the whole history of slots.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct DeclaredAnswer {
    /// The time that the answer is about.
    #[ts(type = "string")]
    pub as_of: Time,
    /// Whether `declarations` holds every transition (`--history`) instead of one state.
    pub history: bool,
    /// What is missing or was skipped.
    pub gaps: Vec<GapRow>,
    /// Sorted by repository, path, slot and time.
    pub declarations: Vec<Declaration>,
}

/// The value of a slot over an interval of a branch. A removal is a row with null image, tag, digest, version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Declaration {
    /// Name of the repository.
    pub repo: String,
    /// Path of the file.
    pub path: String,
    /// The slot within it.
    pub slot: String,
    /// The application.
    pub app: Option<String>,
    /// The environment.
    pub environment: Option<String>,
    /// The cluster, where the layout names one.
    pub cluster: Option<String>,
    /// Name of the image, or URL of the source, as written.
    pub image: Option<String>,
    /// Tag, as written.
    pub tag: Option<String>,
    /// Digest.
    #[ts(type = "string | null")]
    pub digest: Option<Digest>,
    /// Version of a chart, revision of a source.
    pub version: Option<String>,
    /// The first-parent commit at which this path and slot took this value.
    pub introduced: Introduced,
    /// The commit that ended it; `None` if it still stands.
    pub until: Option<Until>,
    /// What the slot declared just before; `None` if it declared nothing.
    pub previous: Option<Previous>,
    /// The slot that this value was carried from when its file moved.
    pub moved_from: Option<MovedFrom>,
    /// Files that had a say in the value.
    pub via: Vec<String>,
    /// The recogniser that found the slot.
    pub format: String,
    /// The rule that told app and environment.
    pub rule: String,
}

/// The commit that introduced a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Introduced {
    /// The commit.
    #[ts(type = "string")]
    pub commit: CommitId,
    /// When it landed on the tracked branch.
    #[ts(type = "string")]
    pub landed_at: Time,
    /// Name of its author.
    pub author: String,
    /// The change request that landed it, such as `#12`.
    pub change_request: Option<String>,
}

/// The commit that ended a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Until {
    /// The commit.
    #[ts(type = "string")]
    pub commit: CommitId,
    /// When it landed on the tracked branch.
    #[ts(type = "string")]
    pub landed_at: Time,
}

/// A value that stood before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Previous {
    /// Name of the image.
    pub image: Option<String>,
    /// Tag.
    pub tag: Option<String>,
    /// Digest.
    #[ts(type = "string | null")]
    pub digest: Option<Digest>,
    /// Version.
    pub version: Option<String>,
    /// The commit that introduced that value.
    #[ts(type = "string")]
    pub commit: CommitId,
}

/// Where a value was carried from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct MovedFrom {
    /// The path that it stood at before.
    pub path: String,
    /// The commit that moved it.
    #[ts(type = "string")]
    pub commit: CommitId,
    /// The commit that introduced the value there.
    #[ts(type = "string")]
    pub introduced: CommitId,
}

/// The part of a value that a version label is made of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
pub struct DeclaredRevision {
    /// Name of the image.
    pub image: Option<String>,
    /// Tag.
    pub tag: Option<String>,
    /// Digest.
    #[ts(type = "string | null")]
    pub digest: Option<Digest>,
    /// Version.
    pub version: Option<String>,
}

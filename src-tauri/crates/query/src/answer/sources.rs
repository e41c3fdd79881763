//! State of the sources: what was read, how far, and what is missing.

use domain::{CommitId, GapCode, Time};
use serde::Serialize;
use ts_rs::TS;

/// Every source of the workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct SourcesAnswer {
    /// The repositories.
    pub repositories: Vec<RepositorySource>,
    /// The clusters.
    pub clusters: Vec<ClusterSource>,
    /// Change requests that were imported.
    pub change_requests: u32,
    /// What is missing or was skipped.
    pub gaps: Vec<GapRow>,
}

/// One repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct RepositorySource {
    /// Its name in the workspace.
    pub name: String,
    /// Where it is read from.
    pub location: String,
    /// `source`, `config` or `both`.
    pub role: String,
    /// The tracked branch.
    pub branch: Option<String>,
    /// Where the branch stood at the last sync; `None` if it was never read.
    #[ts(type = "string | null")]
    pub tip: Option<CommitId>,
    /// When it was last read.
    #[ts(type = "string | null")]
    pub synced_at: Option<Time>,
    /// Commits known.
    pub commits: u32,
    /// Those of them on the first-parent line.
    pub line: u32,
    /// Slots known.
    pub slots: u32,
    /// Gaps of this repository.
    pub gaps: u32,
}

/// One cluster.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct ClusterSource {
    /// Its name.
    pub name: String,
    /// UID of its namespace `kube-system`; `None` if no file said.
    pub uid: Option<String>,
    /// Its labels.
    pub labels: Vec<(String, String)>,
    /// Snapshots known.
    pub snapshots: u32,
    /// The first one.
    #[ts(type = "string | null")]
    pub first_snapshot: Option<Time>,
    /// The last one.
    #[ts(type = "string | null")]
    pub last_snapshot: Option<Time>,
    /// Containers in the last one.
    pub containers: u32,
    /// Gaps of this cluster.
    pub gaps: u32,
}

/// A gap and whose it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct GapRow {
    /// The repository, cluster or file.
    pub source: String,
    /// What kind of gap.
    #[ts(type = "string")]
    pub code: GapCode,
    /// Where.
    pub place: String,
    /// What happened, and what was done instead.
    pub message: String,
    /// Start of the stretch of time that it is about, if it is about one.
    #[ts(type = "string | null")]
    pub from: Option<Time>,
    /// End of that stretch.
    #[ts(type = "string | null")]
    pub to: Option<Time>,
}

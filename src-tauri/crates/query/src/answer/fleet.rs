//! The app × cluster matrix: the first screen.

use domain::{Digest, Time, Verdict};
use serde::Serialize;
use ts_rs::TS;

use super::{CommitLink, GapRow};

/// The fleet at a time, as a matrix.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct FleetAnswer {
    /// The time that the answer is about.
    #[ts(type = "string")]
    pub as_of: Time,
    /// The clusters, first environments first.
    pub columns: Vec<FleetColumn>,
    /// The apps, by name.
    pub rows: Vec<FleetRow>,
    /// Containers by verdict, over the whole fleet.
    pub counts: VerdictCounts,
    /// What is missing or was skipped.
    pub gaps: Vec<GapRow>,
}

/// One cluster.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct FleetColumn {
    /// The cluster.
    pub cluster: String,
    /// Its environment.
    pub environment: Option<String>,
    /// Its region.
    pub region: Option<String>,
    /// The last snapshot at or before the time asked.
    #[ts(type = "string | null")]
    pub last_snapshot: Option<Time>,
    /// Seconds from that snapshot to the time asked.
    #[ts(type = "number | null")]
    pub age_s: Option<i64>,
    /// Whether that is too old to speak for the time asked.
    pub stale: bool,
    /// Containers by verdict.
    pub counts: VerdictCounts,
}

/// Containers by verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, TS)]
pub struct VerdictCounts {
    /// What runs is what Git declares.
    pub matched: u32,
    /// What runs is not what Git declares.
    pub contradicted: u32,
    /// Nothing to compare with.
    pub unknown: u32,
}

/// One app over the clusters.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct FleetRow {
    /// The application.
    pub app: String,
    /// One cell a column, in the order of the columns.
    pub cells: Vec<FleetCell>,
}

/// One app in one cluster.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct FleetCell {
    /// The cluster.
    pub cluster: String,
    /// What runs there; empty if the app does not run there. Several during a rollout, or with several workloads.
    pub versions: Vec<CellVersion>,
    /// The worst of the versions' verdicts; `None` for an empty cell.
    #[ts(type = "\"matched\" | \"contradicted\" | \"unknown\" | null")]
    pub verdict: Option<Verdict>,
    /// Why a cell is empty or what its verdict rests on.
    pub reason: String,
    /// Seconds from when it was last seen to the time asked.
    #[ts(type = "number | null")]
    pub age_s: Option<i64>,
    /// Whether the evidence is too old to speak for the time asked.
    pub stale: bool,
}

/// One image that an app runs in a cluster.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct CellVersion {
    /// What `trace` takes.
    pub subject: String,
    /// The version, short, for people.
    pub version: String,
    /// Name of the image.
    pub image: String,
    /// Tag, as written.
    pub tag: Option<String>,
    /// Digest.
    #[ts(type = "string | null")]
    pub digest: Option<Digest>,
    /// The source commit.
    pub source: Option<CommitLink>,
    /// Pods that run it.
    pub replicas: u32,
    /// Those that are ready.
    pub ready: u32,
    /// What comes of comparing the lanes.
    #[ts(type = "\"matched\" | \"contradicted\" | \"unknown\"")]
    pub verdict: Verdict,
    /// Why, in one sentence.
    pub reason: String,
}

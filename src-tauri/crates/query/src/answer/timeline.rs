//! Promotions of an app over its environments and clusters.

use domain::{CommitId, Digest, Time};
use serde::Serialize;
use ts_rs::TS;

/// The promotion timeline of an app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct TimelineAnswer {
    /// The application.
    pub app: String,
    /// First moment drawn.
    #[ts(type = "string")]
    pub from: Time,
    /// First moment not drawn.
    #[ts(type = "string")]
    pub to: Time,
    /// One lane an environment (declared) and cluster (observed), first environments first.
    pub lanes: Vec<TimelineLane>,
}

/// Which account a lane gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum LaneKind {
    /// What Git declares.
    Declared,
    /// What snapshots saw.
    Observed,
}

/// One lane.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct TimelineLane {
    /// Stable within the answer.
    pub id: String,
    /// For people: `production · fleet`, `prod-eu / shop / Deployment payments`.
    pub label: String,
    /// Which account it gives.
    pub kind: LaneKind,
    /// The environment.
    pub environment: Option<String>,
    /// The cluster, of an observed lane.
    pub cluster: Option<String>,
    /// The bars, oldest first. They may overlap during a rollout.
    pub bars: Vec<Bar>,
    /// Where nothing is known.
    pub gaps: Vec<LaneGap>,
}

/// What a bar's beginning was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum BarKind {
    /// First value of the lane, or first after a removal.
    New,
    /// A value that the lane did not have before.
    Upgrade,
    /// A value that the lane had before.
    Rollback,
    /// The same version under another digest.
    Redeploy,
}

/// One version over an interval.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Bar {
    /// The version, short, for people.
    pub version: String,
    /// Name of the image.
    pub image: Option<String>,
    /// Tag.
    pub tag: Option<String>,
    /// Digest.
    #[ts(type = "string | null")]
    pub digest: Option<Digest>,
    /// From when it certainly was so.
    #[ts(type = "string")]
    pub from: Time,
    /// It may have begun as early as this; equal to `from` where the moment is known.
    #[ts(type = "string")]
    pub from_not_before: Time,
    /// Until when it certainly was so.
    #[ts(type = "string")]
    pub to: Time,
    /// It may have lasted as long as this; equal to `to` where the moment is known.
    #[ts(type = "string")]
    pub to_not_after: Time,
    /// Whether it still is so at the end of what is drawn.
    pub open: bool,
    /// What its beginning was.
    pub kind: BarKind,
    /// Config commit (declared lane) that introduced it.
    #[ts(type = "string | null")]
    pub commit: Option<CommitId>,
    /// Source commit, if known.
    #[ts(type = "string | null")]
    pub source_commit: Option<CommitId>,
    /// The change request that landed it.
    pub change_request: Option<String>,
    /// Whether Git declares this version for this place at that time; `None` where nothing can be compared.
    pub declared: Option<bool>,
    /// What `trace` (observed) or `declared --path` (declared) takes to show the evidence.
    pub subject: String,
}

/// A stretch of a lane of which nothing is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct LaneGap {
    /// Start.
    #[ts(type = "string")]
    pub from: Time,
    /// End.
    #[ts(type = "string")]
    pub to: Time,
    /// Why, in one sentence.
    pub reason: String,
}

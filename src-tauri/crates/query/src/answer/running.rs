//! What runs.

use domain::{Basis, CommitId, Digest, DigestKind, Strength, Time, Verdict};
use serde::Serialize;
use ts_rs::TS;

use super::GapRow;

/// What runs in the fleet at a time.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct RunningAnswer {
    /// The time that the answer is about.
    #[ts(type = "string")]
    pub as_of: Time,
    /// How old what we know of each cluster is.
    pub clusters: Vec<ClusterFreshness>,
    /// What is missing or was skipped.
    pub gaps: Vec<GapRow>,
    /// One row a container and image.
    pub rows: Vec<RunningRow>,
}

/// How old what we know of a cluster is.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct ClusterFreshness {
    /// The cluster.
    pub cluster: String,
    /// Its environment, from its labels.
    pub environment: Option<String>,
    /// Its region, from its labels.
    pub region: Option<String>,
    /// The last snapshot at or before the time asked; `None` if there is none.
    #[ts(type = "string | null")]
    pub last_snapshot: Option<Time>,
    /// Seconds from that snapshot to the time asked.
    #[ts(type = "number | null")]
    pub age_s: Option<i64>,
    /// Whether that is too old to speak for the time asked.
    pub stale: bool,
}

/// Kind and name of a workload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct WorkloadName {
    /// `Deployment`, `StatefulSet`, …
    pub kind: String,
    /// Its name.
    pub name: String,
}

/// One container of a workload and one image that it runs.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct RunningRow {
    /// The cluster.
    pub cluster: String,
    /// The cluster's environment.
    pub environment: Option<String>,
    /// The cluster's region.
    pub region: Option<String>,
    /// The application.
    pub app: String,
    /// Namespace of the workload.
    pub namespace: String,
    /// The workload.
    pub workload: WorkloadName,
    /// Name of the container.
    pub container: String,
    /// `main`, `init` or `ephemeral`.
    pub role: String,
    /// Name of the image as the pod's specification writes it.
    pub image: String,
    /// Its tag, as written.
    pub tag: Option<String>,
    /// The digest that the runtime reports; else the one that the specification pins.
    #[ts(type = "string | null")]
    pub digest: Option<Digest>,
    /// What the digest is of.
    #[ts(type = "\"index\" | \"manifest\" | \"config\" | \"unknown\"")]
    pub digest_kind: DigestKind,
    /// Why there is no digest that a registry knows; `None` if there is one.
    pub digest_reason: Option<String>,
    /// Pods that run exactly this.
    pub replicas: u32,
    /// Those of them that are ready.
    pub ready: u32,
    /// The source commit that the image was built from.
    pub source: Option<CommitLink>,
    /// Why `source` is null; `None` if it is not.
    pub source_reason: Option<String>,
    /// The commit of the configuration repository that put it here.
    pub config: Option<CommitLink>,
    /// Why `config` is null; `None` if it is not.
    pub config_reason: Option<String>,
    /// The declared lane: what Git says for this place.
    pub declared: Option<DeclaredRef>,
    /// The claimed lane: what the controller says.
    pub claimed: Option<ClaimedRef>,
    /// What comes of comparing the lanes.
    #[ts(type = "\"matched\" | \"contradicted\" | \"unknown\"")]
    pub verdict: Verdict,
    /// Why, in one sentence.
    pub reason: String,
    /// When it was seen.
    pub seen: Seen,
    /// Seconds from when it was last seen to the time asked.
    #[ts(type = "number")]
    pub age_s: i64,
    /// Whether the evidence is too old to speak for the time asked.
    pub stale: bool,
    /// What `trace` takes to show the whole chain: `CLUSTER/NAMESPACE/KIND/NAME/CONTAINER`.
    pub subject: String,
}

/// A commit that an artifact or a place is linked to, and how we know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct CommitLink {
    /// Name of the repository.
    pub repo: String,
    /// The commit.
    #[ts(type = "string")]
    pub commit: CommitId,
    /// How we know.
    #[ts(type = "string")]
    pub basis: Basis,
    /// How strong that is.
    #[ts(type = "string")]
    pub strength: Strength,
    /// First line of the commit's message.
    pub subject: Option<String>,
    /// Committer time.
    #[ts(type = "string | null")]
    pub committed_at: Option<Time>,
}

/// The declaration that a container is compared with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct DeclaredRef {
    /// Name of the repository.
    pub repo: String,
    /// Path of the file.
    pub path: String,
    /// The slot within it.
    pub slot: String,
    /// Name of the image, as declared.
    pub image: Option<String>,
    /// Tag, as declared.
    pub tag: Option<String>,
    /// Digest, as declared.
    #[ts(type = "string | null")]
    pub digest: Option<Digest>,
    /// The commit that introduced the value.
    #[ts(type = "string")]
    pub commit: CommitId,
    /// When that landed.
    #[ts(type = "string")]
    pub landed_at: Time,
    /// How the declaration was found to be the one for this place.
    pub matched_by: String,
}

/// The controller object that claims a workload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct ClaimedRef {
    /// Which controller: `argo-application`, `flux-kustomization`, …
    pub controller: String,
    /// Namespace of the object.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// URL of the source that it applied.
    pub repo_url: Option<String>,
    /// Path within it.
    pub path: Option<String>,
    /// The revision that it says it applied, as written.
    pub revision: Option<String>,
    /// `Synced`, `Ready`, … as written.
    pub sync_status: Option<String>,
    /// Health, as written.
    pub health: Option<String>,
    /// When it says that it applied this.
    #[ts(type = "string | null")]
    pub applied_at: Option<Time>,
}

/// When something was seen: it began in `(not_before, not_after]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
pub struct Seen {
    /// The last snapshot without it; `None` if there is none before.
    #[ts(type = "string | null")]
    pub not_before: Option<Time>,
    /// The first snapshot with it, or an earlier time that evidence narrows this to.
    #[ts(type = "string")]
    pub not_after: Time,
    /// The last snapshot with it.
    #[ts(type = "string")]
    pub last: Time,
}

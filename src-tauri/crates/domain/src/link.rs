//! How we know: lanes, bases, strengths and verdicts.

use serde::{Deserialize, Serialize};

/// One of the three accounts of what runs. They are kept apart and compared, never merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lane {
    /// Git says.
    Declared,
    /// Argo CD or Flux says.
    Claimed,
    /// Pods run.
    Observed,
}

/// How strong the evidence of a link is. A chain is as strong as its weakest link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Strength {
    /// A person typed it.
    E0,
    /// Inferred: a tag that looks like a commit, a name pattern, a time window.
    E1,
    /// An unsigned claim that is consistent with Git.
    E2,
    /// The statement of a trusted API, unsigned.
    E3,
    /// A signature verified with a known key.
    E4,
    /// A signature verified with identity and log or timestamp, offline.
    E5,
}

/// How a link was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// A label or annotation of the pod names the source revision.
    RevisionLabel,
    /// The tag is, or contains, the id of a commit that exists in a source repository.
    TagIsCommit,
    /// The tag is the name of a Git tag of a source repository.
    TagIsGitTag,
    /// The declaration pins the source commit (`?ref=` of a remote base).
    DeclaredRef,
    /// The GitOps controller says which revision it applied.
    ControllerRevision,
    /// The declaration in Git that names this image for this place.
    Declaration,
    /// The image reference in the pod's own specification.
    PodSpec,
    /// The container runtime says which image it runs (`imageID`).
    RuntimeImageId,
    /// A list or watch of the cluster's API.
    ClusterSnapshot,
    /// The forge's own record of the change request.
    ForgeRecord,
    /// The number in the subject of the commit that landed it.
    CommitSubject,
    /// The commit graph itself.
    Ancestry,
}

/// What comes of comparing the lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// What runs is what Git declares for this place.
    Matched,
    /// What runs is not what Git declares for this place.
    Contradicted,
    /// Nothing to compare with; the reason says what is missing.
    Unknown,
}

impl Verdict {
    /// Returns the name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::Matched => "matched",
            Verdict::Contradicted => "contradicted",
            Verdict::Unknown => "unknown",
        }
    }
}

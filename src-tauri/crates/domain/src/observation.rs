//! What a cluster runs, as seen at a time.

use serde::{Deserialize, Serialize};

use crate::claim::Claim;
use crate::{Digest, DigestKind, Gap, ImageReference};

/// What tells one cluster from another, and what it is called.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ClusterIdentity {
    /// UID of the namespace `kube-system`: the identity. Names, contexts and servers are attributes.
    pub uid: Option<String>,
    /// Name, as the user or the file gives it.
    pub name: Option<String>,
}

/// A thing that owns pods: the outermost owner that we know.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Workload {
    /// Namespace.
    pub namespace: String,
    /// Kind: `Deployment`, `StatefulSet`, `DaemonSet`, `CronJob`, `Job`, `Rollout`, `ReplicaSet`, `Pod`.
    pub kind: String,
    /// Name.
    pub name: String,
}

/// Which list of a pod's specification a container stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ContainerRole {
    /// `spec.containers`.
    Main,
    /// `spec.initContainers` (sidecars with `restartPolicy: Always` too).
    Init,
    /// `spec.ephemeralContainers`.
    Ephemeral,
}

impl ContainerRole {
    /// Returns the name in the database and on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            ContainerRole::Main => "main",
            ContainerRole::Init => "init",
            ContainerRole::Ephemeral => "ephemeral",
        }
    }

    /// Reads a stored name; one from a newer program reads as a main container.
    pub fn from_stored(text: &str) -> Self {
        match text {
            "init" => ContainerRole::Init,
            "ephemeral" => ContainerRole::Ephemeral,
            _ => ContainerRole::Main,
        }
    }
}

/// One container of a workload and what it runs, with how many pods run exactly this.
///
/// A workload in the middle of a rollout gives several of these for one container: a set with counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContainerState {
    /// The workload.
    pub workload: Workload,
    /// Name of the container.
    pub container: String,
    /// Which list it stands in.
    pub role: ContainerRole,
    /// The reference in the pod's specification, as written.
    pub image: ImageReference,
    /// `imageID` as the runtime wrote it, where it names no digest; else empty, as where the runtime wrote none.
    pub image_id: String,
    /// The digest in `imageID`, if there is one.
    pub digest: Option<Digest>,
    /// What that digest is of.
    pub digest_kind: DigestKind,
    /// Why there is no digest, or none that a registry knows; `None` when there is one.
    pub reason: Option<String>,
    /// Pods that have this container with this image.
    pub replicas: u32,
    /// Those of them whose container is ready.
    pub ready: u32,
    /// Earliest creation time of these pods, RFC 3339 as the API wrote it: narrows when it began to run.
    pub earliest_pod_created: Option<crate::Time>,
    /// Revision of the source that a label or annotation of the pod claims
    /// (`org.opencontainers.image.revision`), as written.
    pub revision_label: Option<String>,
    /// The controller objects that the pod or its workload says it belongs to.
    pub managed_by: Vec<ManagedBy>,
}

/// A controller object that claims a workload, named by the label or annotation on it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ManagedBy {
    /// Kind of the controller object: `Application`, `Kustomization`, `HelmRelease`.
    pub kind: String,
    /// Its namespace; `None` where the label does not say (Argo CD).
    pub namespace: Option<String>,
    /// Its name.
    pub name: String,
}

/// Everything that one reading of one cluster gave.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Which cluster.
    pub cluster: ClusterIdentity,
    /// What runs: one entry a workload, container and image; sorted.
    pub containers: Vec<ContainerState>,
    /// What the GitOps controllers say.
    pub claims: Vec<Claim>,
    /// Kinds that were listed (so that an absent object is known to be absent), such as `Pod`, `Deployment`.
    pub kinds: Vec<String>,
    /// Namespaces that were listed, if the lists did not cover all of them.
    pub namespaces: Option<Vec<String>>,
    /// How many pods were read.
    pub pods: u32,
    /// What was skipped, with its place.
    pub gaps: Vec<Gap>,
}

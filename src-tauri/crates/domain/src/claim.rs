//! What GitOps controllers say that they applied. A claim proves nothing about what runs.

use serde::{Deserialize, Serialize};

use crate::Time;

/// Which controller speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Controller {
    /// Argo CD `Application`.
    ArgoApplication,
    /// Flux `Kustomization`.
    FluxKustomization,
    /// Flux `HelmRelease`.
    FluxHelmRelease,
    /// Flux `GitRepository`.
    FluxGitRepository,
    /// Flux `OCIRepository`.
    FluxOciRepository,
}

impl Controller {
    /// Returns the name in the database and on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Controller::ArgoApplication => "argo-application",
            Controller::FluxKustomization => "flux-kustomization",
            Controller::FluxHelmRelease => "flux-helm-release",
            Controller::FluxGitRepository => "flux-git-repository",
            Controller::FluxOciRepository => "flux-oci-repository",
        }
    }
}

/// One source that a controller object reads, and where it stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ClaimSource {
    /// Repository URL, or `GitRepository/namespace/name` where a Flux object refers to another.
    pub repo_url: String,
    /// Path in the repository.
    pub path: Option<String>,
    /// Helm chart, if the source is one.
    pub chart: Option<String>,
    /// What was asked for: branch, tag, range.
    pub target_revision: Option<String>,
    /// What was applied, as written: a commit id, a chart version, an OCI digest, `main@sha1:…`.
    pub revision: Option<String>,
    /// What was only compared (Argo CD `status.sync.revision`); never the same thing as applied.
    pub compared_to: Option<String>,
}

/// One line of a controller's own history.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ClaimHistoryEntry {
    /// The controller's own number or name of the entry.
    pub id: String,
    /// Revisions applied, one a source.
    pub revisions: Vec<String>,
    /// When it was applied.
    pub deployed_at: Option<Time>,
    /// Who started it: a user name, or `automated`.
    pub initiated_by: Option<String>,
}

/// What one controller object says.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Claim {
    /// Which controller.
    pub controller: Controller,
    /// Namespace of the object.
    pub namespace: String,
    /// Name of the object.
    pub name: String,
    /// Where it deploys to: cluster name or server URL, if not the cluster it stands in.
    pub destination: Option<String>,
    /// Namespace that it deploys to.
    pub destination_namespace: Option<String>,
    /// Its sources, in order.
    pub sources: Vec<ClaimSource>,
    /// `Synced`, `OutOfSync`, `Ready`, `False`… as the controller spells it.
    pub sync_status: Option<String>,
    /// Health, as the controller spells it.
    pub health: Option<String>,
    /// When it last applied something.
    pub applied_at: Option<Time>,
    /// Its own history, oldest first.
    pub history: Vec<ClaimHistoryEntry>,
    /// Images that it says it manages (as written in the manifests, not what runs).
    pub images: Vec<String>,
}

//! The whole chain, link by link.

use domain::{Basis, Strength, Time};
use serde::Serialize;
use ts_rs::TS;

use super::RunningRow;

/// The chain from a running container back to the source commit.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct TraceAnswer {
    /// What was asked about: `CLUSTER/NAMESPACE/KIND/NAME/CONTAINER`.
    pub subject: String,
    /// The time that the answer is about.
    #[ts(type = "string")]
    pub as_of: Time,
    /// The weakest of the links that were found; `None` if none was.
    #[ts(type = "string | null")]
    pub strength: Option<Strength>,
    /// The rows of `running` that the chain is about: several during a rollout.
    pub rows: Vec<RunningRow>,
    /// The links, from the running container back to the source and its approvals.
    pub links: Vec<TraceLink>,
}

/// Whether a link was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum TraceLinkStatus {
    /// Found, with evidence.
    Found,
    /// Missing; the reason says why.
    Missing,
}

/// One link of the chain.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct TraceLink {
    /// `runs`, `digest`, `sync`, `config-commit`, `declaration`, `config-change-request`, `source-commit`,
    /// `source-change-request`.
    pub kind: String,
    /// What it leads from, for people.
    pub from: String,
    /// What it leads to; `None` if missing.
    pub to: Option<String>,
    /// How we know; `None` if missing.
    #[ts(type = "string | null")]
    pub basis: Option<Basis>,
    /// How strong that is; `None` if missing.
    #[ts(type = "string | null")]
    pub strength: Option<Strength>,
    /// Found or missing.
    pub status: TraceLinkStatus,
    /// Why, in one sentence: how it was found, or what is missing.
    pub reason: String,
    /// What a person can look at to check it.
    pub evidence: Vec<EvidenceRef>,
}

/// A piece of evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct EvidenceRef {
    /// `commit`, `file`, `snapshot`, `forge-record`.
    pub kind: String,
    /// What a person reads: `fleet-argocd@3f2a1b0c:overlays/prod/kustomization.yaml`.
    pub label: String,
    /// SHA-256 of the stored body, or the commit id.
    pub hash: Option<String>,
    /// When it was taken or landed.
    #[ts(type = "string | null")]
    pub at: Option<Time>,
}

//! What a repository's history says, as the Git adapter hands it over.

use crate::{CommitId, Time};

/// A name and address as a commit spells it, already passed through the mailmap.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature {
    /// Name; bytes that are no UTF-8 are replaced by U+FFFD.
    pub name: String,
    /// Mail address.
    pub email: String,
}

/// One commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommitRecord {
    /// Its id.
    pub id: CommitId,
    /// Its parents, in order.
    pub parents: Vec<CommitId>,
    /// Who wrote the change.
    pub author: Signature,
    /// When the author says so; shown, never decides.
    pub authored_at: Time,
    /// Who made the commit.
    pub committer: Signature,
    /// When the committer says so.
    pub committed_at: Time,
    /// First line of the message.
    pub subject: String,
    /// Number of the change request that this commit landed, read from its message.
    pub change_request: Option<u64>,
}

/// One name that points to an object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RefPosition {
    /// Full name, `refs/heads/main`.
    pub name: String,
    /// What it points to, unpeeled: a commit, or the object of an annotated tag.
    pub target: CommitId,
    /// The commit in the end, if there is one.
    pub commit: Option<CommitId>,
}

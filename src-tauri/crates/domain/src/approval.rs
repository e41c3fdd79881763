//! Change requests and who decided on them.

use serde::{Deserialize, Serialize};

use crate::{CommitId, Time};

/// A person or robot as a forge knows them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Person {
    /// The forge's immutable number: two logins with one number are one person.
    pub id: Option<u64>,
    /// Login.
    pub login: String,
    /// Whether the forge says that this is not a human.
    pub bot: bool,
}

impl Person {
    /// Returns whether both are the same person: by the number where both have one, else by login.
    pub fn is_same(&self, other: &Person) -> bool {
        match (self.id, other.id) {
            (Some(a), Some(b)) => a == b,
            _ => self.login.eq_ignore_ascii_case(&other.login),
        }
    }
}

/// What a reviewer decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// Approved.
    Approved,
    /// Asked for changes.
    ChangesRequested,
    /// Commented only.
    Commented,
    /// An earlier decision was dismissed; the forge overwrote what it was.
    Dismissed,
}

impl Decision {
    /// Returns the name in the database and on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Decision::Approved => "approved",
            Decision::ChangesRequested => "changes-requested",
            Decision::Commented => "commented",
            Decision::Dismissed => "dismissed",
        }
    }

    /// Reads a stored name; one from a newer program counts for nothing.
    pub fn from_stored(text: &str) -> Self {
        match text {
            "approved" => Decision::Approved,
            "changes-requested" => Decision::ChangesRequested,
            "dismissed" => Decision::Dismissed,
            _ => Decision::Commented,
        }
    }
}

/// A person, a decision, a time, and the exact commit decided on.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Approval {
    /// Who.
    pub person: Person,
    /// What.
    pub decision: Decision,
    /// The commit that was decided on; `None` if the forge does not say.
    pub commit: Option<CommitId>,
    /// When.
    pub at: Option<Time>,
}

/// A pull request, merge request or Gerrit change, as the forge tells it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChangeRequest {
    /// `owner/name` of the repository that it lands in; `None` if the file does not say.
    pub repository: Option<String>,
    /// Its number there.
    pub number: u64,
    /// Title.
    pub title: String,
    /// Who proposed it; `None` for a deleted account.
    pub author: Option<Person>,
    /// Who merged it.
    pub merged_by: Option<Person>,
    /// When it was merged; `None` if it was not.
    pub merged_at: Option<Time>,
    /// The commit on the target branch.
    pub merge_commit: Option<CommitId>,
    /// Last commit of the proposed branch.
    pub head_commit: Option<CommitId>,
    /// Name of the target branch.
    pub base: Option<String>,
    /// Its page.
    pub url: Option<String>,
    /// The decisions, oldest first. Empty and `reviews_known` false: nobody read them yet.
    pub approvals: Vec<Approval>,
    /// Whether the reviews were read at all: no approval is not the same as not looked.
    pub reviews_known: bool,
}

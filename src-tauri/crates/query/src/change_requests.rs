//! The change request behind a commit.

use domain::{ChangeRequest, CommitId};
use store::Read;
use store::evidence::EvidenceId;
use store::repositories::RepositoryRow;

use crate::error::QueryError;

/// What is known of the change request that landed a commit.
#[derive(Debug, Clone, Default)]
pub(crate) struct Landed {
    /// Its number, as the commit's message or the forge tells it.
    pub(crate) number: Option<u64>,
    /// The forge's record.
    pub(crate) record: Option<ChangeRequest>,
    /// The evidence of the record.
    pub(crate) evidence: Option<EvidenceId>,
    /// Whether records of this repository's forge were imported at all.
    pub(crate) forge_known: bool,
}

impl Landed {
    /// Returns the number as people write it.
    pub(crate) fn label(&self) -> Option<String> {
        self.number.map(|number| format!("#{number}"))
    }
}

/// Finds the change request that landed a commit: by the forge's merge commit, else by the number in its message.
/// `commit` is on the line, or `landed_by` is the line commit that brought it in.
pub(crate) fn landed(
    read: &Read<'_>,
    repository: &RepositoryRow,
    commit: &CommitId,
    number: Option<u64>,
    forge_repositories: &[String],
) -> Result<Landed, QueryError> {
    let forge = repository.forge_name.as_deref();
    let forge_known = forge.is_some_and(|name| forge_repositories.iter().any(|known| known == name));
    let by_commit = read.change_request_of_commit(commit)?.filter(|(request, _)| {
        // A commit id is unique, but a fork's record may name the same merge commit.
        request.repository.is_none() || forge.is_none() || request.repository.as_deref() == forge
    });
    let found = match (by_commit, number, forge) {
        (Some(found), _, _) => Some(found),
        (None, Some(number), Some(forge)) => read.change_request(forge, number)?,
        (None, _, _) => None,
    };
    Ok(match found {
        Some((record, evidence)) => {
            Landed { number: Some(record.number), record: Some(record), evidence, forge_known }
        }
        None => Landed { number, record: None, evidence: None, forge_known },
    })
}

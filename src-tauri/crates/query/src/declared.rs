//! What Git declares: at a time, at a commit, or every transition.

use domain::{CommitId, CommitPrefix, Time};
use store::Read;
use store::declarations::{DeclarationFilter, DeclarationRow};
use store::repositories::{RepositoryId, RepositoryRow};

use crate::answer::{Declaration, DeclaredAnswer, Introduced, MovedFrom, Previous, Until};
use crate::declared_index::{DeclaredIndex, SlotHistory, position_at};
use crate::environment;
use crate::error::QueryError;
use crate::fleet_state::gap_rows;

/// Which declarations to return. Absent filters let everything through.
#[derive(Debug, Clone, Default)]
pub struct DeclaredFilter {
    /// Of this repository.
    pub repo: Option<String>,
    /// Of this environment, as the path spells it.
    pub environment: Option<String>,
    /// Of this app.
    pub app: Option<String>,
    /// Of this path, or below it.
    pub path: Option<String>,
    /// Of this slot.
    pub slot: Option<String>,
    /// As of this commit of a tracked branch, instead of a time.
    pub commit: Option<String>,
    /// Every transition up to the time, instead of one state.
    pub history: bool,
}

/// Returns what Git declared at `at`.
///
/// # Errors
/// When `repo` or `commit` is not known, or the commit is not on the line of its tracked branch.
pub fn declared(read: &Read<'_>, filter: &DeclaredFilter, at: Time) -> Result<DeclaredAnswer, QueryError> {
    let mut repositories = read.repositories()?;
    if let Some(name) = &filter.repo {
        repositories.retain(|repository| repository.name == *name);
        if repositories.is_empty() {
            return Err(QueryError::NotFound { kind: "repository", name: name.clone() });
        }
    }
    let pinned = match &filter.commit {
        Some(text) => Some(line_commit(read, &repositories, text)?),
        None => None,
    };
    if let Some((repository, _, _)) = &pinned {
        repositories.retain(|known| known.id == *repository);
    }
    let mut declarations = Vec::new();
    for repository in &repositories {
        let position = match &pinned {
            Some((_, position, _)) => Some(*position),
            None => position_at(read, repository, at)?,
        };
        let Some(position) = position else { continue };
        let rows = DeclarationFilter {
            path: filter.path.as_deref(),
            slot: filter.slot.as_deref(),
            app: filter.app.as_deref(),
            until: Some(position + 1),
            ..DeclarationFilter::default()
        };
        let index = DeclaredIndex::history(read, std::slice::from_ref(repository), &rows)?;
        let wanted =
            |history: &&SlotHistory| match (&filter.environment, &history.slot().placement.environment) {
                (None, _) => true,
                (Some(wanted), Some(found)) => environment::same(wanted, found),
                (Some(_), None) => false,
            };
        for history in index.slots.iter().filter(wanted) {
            if filter.history {
                transitions(read, repository, history, position, &mut declarations)?;
            } else if let Some(number) = history.rows.iter().rposition(|row| stands(row, position)) {
                declarations.push(declaration(read, repository, history, number)?);
            }
        }
    }
    let as_of = pinned.and_then(|(_, _, landed)| landed).unwrap_or(at);
    Ok(DeclaredAnswer { as_of, history: filter.history, gaps: gap_rows(read)?, declarations })
}

fn stands(row: &DeclarationRow, position: u32) -> bool {
    row.from_line <= position && row.until_line.is_none_or(|until| until > position)
}

/// Finds the position on the line of a commit that a person names; of a commit off the line, where it landed.
fn line_commit(
    read: &Read<'_>,
    repositories: &[RepositoryRow],
    text: &str,
) -> Result<(RepositoryId, u32, Option<Time>), QueryError> {
    let prefix: CommitPrefix = text.parse().map_err(|_| QueryError::Malformed {
        what: text.to_owned(),
        expected: "5 or more digits of a commit id",
    })?;
    let found = read.commits_by_prefix(&prefix)?;
    let mut places = found.iter().filter_map(|commit| {
        let repository = repositories.iter().find(|known| known.id == commit.repository)?;
        Some((repository.id, commit.landed?, commit.landed_at))
    });
    match (places.next(), places.next()) {
        (Some(place), None) => Ok(place),
        (Some(_), Some(_)) => Err(QueryError::Ambiguous {
            name: text.to_owned(),
            candidates: found.iter().map(|commit| commit.oid.to_string()).collect(),
        }),
        (None, _) => Err(QueryError::NotFound { kind: "commit on a tracked branch", name: text.to_owned() }),
    }
}

fn transitions(
    read: &Read<'_>,
    repository: &RepositoryRow,
    history: &SlotHistory,
    position: u32,
    into: &mut Vec<Declaration>,
) -> Result<(), QueryError> {
    for number in 0..history.rows.len() {
        let row = declaration(read, repository, history, number)?;
        let removed = history.rows[number].until_line.filter(|until| {
            *until <= position && history.rows.get(number + 1).is_none_or(|next| next.from_line != *until)
        });
        let removal = match removed {
            Some(line) => removal(read, repository, &row, history, number, line)?,
            None => None,
        };
        into.push(row);
        into.extend(removal);
    }
    Ok(())
}

/// Returns a declaration as it stands in answers.
pub(crate) fn declaration(
    read: &Read<'_>,
    repository: &RepositoryRow,
    history: &SlotHistory,
    number: usize,
) -> Result<Declaration, QueryError> {
    let row = &history.rows[number];
    let until = match row.until_line {
        None => None,
        Some(line) => read.line_commit(repository.id, line)?.map(|commit| Until {
            commit: commit.oid,
            landed_at: commit.landed_at.unwrap_or(commit.committed_at),
        }),
    };
    // A value that ended just when this one began; after a hole nothing stood before.
    let previous = number
        .checked_sub(1)
        .map(|before| &history.rows[before])
        .filter(|before| before.until_line == Some(row.from_line))
        .map(|before| Previous {
            image: before.value.image.clone(),
            tag: before.value.tag.clone(),
            digest: before.value.digest.clone(),
            version: before.value.version.clone(),
            commit: before.commit,
        });
    let moved_from = match row.moved_from {
        None => None,
        Some(slot) => origin(read, slot, row)?,
    };
    Ok(Declaration {
        repo: repository.name.clone(),
        path: row.slot.path.clone(),
        slot: row.slot.slot.clone(),
        app: row.slot.placement.app.clone(),
        environment: row.slot.placement.environment.clone(),
        cluster: row.slot.placement.cluster.clone(),
        image: row.value.image.clone(),
        tag: row.value.tag.clone(),
        digest: row.value.digest.clone(),
        version: row.value.version.clone(),
        introduced: Introduced {
            commit: row.commit,
            landed_at: row.landed_at,
            author: row.author.clone(),
            change_request: row.change_request.map(|number| format!("#{number}")),
        },
        until,
        previous,
        moved_from,
        via: vec![row.slot.path.clone()],
        format: row.slot.format.clone(),
        rule: row.slot.placement.rule.clone(),
    })
}

/// The value that was carried stood at `slot` until the commit that began `row`.
fn origin(
    read: &Read<'_>,
    slot: store::declarations::SlotId,
    row: &DeclarationRow,
) -> Result<Option<MovedFrom>, QueryError> {
    let filter = DeclarationFilter { slot_id: Some(slot), ..DeclarationFilter::default() };
    let found = read.declarations(&filter)?.into_iter().find(|from| from.until_line == Some(row.from_line));
    Ok(found.map(|from| MovedFrom { path: from.slot.path, commit: row.commit, introduced: from.commit }))
}

fn removal(
    read: &Read<'_>,
    repository: &RepositoryRow,
    removed: &Declaration,
    history: &SlotHistory,
    number: usize,
    line: u32,
) -> Result<Option<Declaration>, QueryError> {
    let Some(commit) = read.line_commit(repository.id, line)? else { return Ok(None) };
    let next = history.rows.get(number + 1);
    let introduced: CommitId = commit.oid;
    Ok(Some(Declaration {
        image: None,
        tag: None,
        digest: None,
        version: None,
        introduced: Introduced {
            commit: introduced,
            landed_at: commit.landed_at.unwrap_or(commit.committed_at),
            author: commit.author,
            change_request: commit.change_request.map(|number| format!("#{number}")),
        },
        until: next.map(|next| Until { commit: next.commit, landed_at: next.landed_at }),
        previous: Some(Previous {
            image: removed.image.clone(),
            tag: removed.tag.clone(),
            digest: removed.digest.clone(),
            version: removed.version.clone(),
            commit: removed.introduced.commit,
        }),
        moved_from: None,
        ..removed.clone()
    }))
}

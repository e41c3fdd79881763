//! One repository: history, refs and declarations, read from where the last sync stopped.

use std::path::Path;
use std::sync::mpsc;

use domain::history::RefPosition;
use domain::{CommitId, Gap, GapCode, Time};
use git::{Changes, Progress, Repository, Walk, WalkRequest};
use manifest::{FileKind, Layout, Reading};
use rustc_hash::FxHashSet;
use store::evidence::sha256;
use store::repositories::{RepositoryRow, RepositoryState};
use store::{Store, Write};

use crate::error::IngestError;
use crate::repository_writer::RepositoryWriter;

/// Version of the recognisers. A repository that was read by another version is read again from the beginning.
pub(crate) const READER: u32 = 1;

/// How to sync.
#[derive(Debug, Clone, Copy)]
pub struct SyncOptions<'a> {
    /// Places files by their paths.
    pub layout: &'a Layout,
    /// SHA-256 of the rules behind `layout`.
    pub rules_sha256: [u8; 32],
    /// Threads that read the repository.
    pub threads: usize,
    /// The time of the run.
    pub now: Time,
}

/// What a sync did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SyncOutcome {
    /// New commits.
    pub commits: u32,
    /// New transitions of slots.
    pub transitions: u32,
    /// New gaps.
    pub gaps: u32,
}

/// What [`probe_repository`] found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// The branch that would be tracked.
    pub branch: Option<String>,
    /// `owner/name` at the forge, from the URL of the remote `origin`.
    pub forge_name: Option<String>,
}

/// Looks whether `location` is a repository, before it is registered.
pub fn probe_repository(name: &str, location: &Path) -> Result<Probe, IngestError> {
    let repository = open(name, location)?;
    let forge_name = repository.remote_url().and_then(|url| forge_name(&url));
    Ok(Probe { branch: repository.default_branch(), forge_name })
}

/// Reads `owner/name` out of a remote URL (`https://host/owner/name.git`, `git@host:owner/name`).
fn forge_name(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("://").unwrap_or(("", url));
    let path = match rest.split_once('/') {
        Some((host, path)) if url.contains("://") && !host.is_empty() => path,
        _ => rest.split_once(':').map(|(_, path)| path)?,
    };
    let path = path.trim_matches('/').trim_end_matches(".git");
    (path.split('/').count() >= 2).then(|| path.to_owned())
}

fn open(name: &str, location: &Path) -> Result<Repository, IngestError> {
    Repository::open(location).map_err(|source| IngestError::Repository { name: name.to_owned(), source })
}

/// Reads what is new in a repository and stores it, in one transaction.
///
/// # Errors
/// When the repository or its branch cannot be read, when storing fails, or when it is cancelled. Nothing of this
/// run is stored then.
pub fn sync_repository(
    store: &Store,
    row: &RepositoryRow,
    options: &SyncOptions<'_>,
    progress: &dyn Progress,
) -> Result<SyncOutcome, IngestError> {
    let adapter = |source| match source {
        git::Error::Cancelled => IngestError::Cancelled,
        source => IngestError::Repository { name: row.name.clone(), source },
    };
    let repository = open(&row.name, Path::new(&row.location))?;
    let raw_refs = repository.raw_refs().map_err(adapter)?;
    let refs_sha256 = digest_of(&raw_refs);
    if let Some(state) = &row.state
        && state.refs_sha256 == refs_sha256
        && state.rules_sha256 == options.rules_sha256
        && state.reader == READER
    {
        return Ok(SyncOutcome::default());
    }
    let branch = match (&row.branch, repository.default_branch()) {
        (Some(branch), _) => branch.clone(),
        (None, Some(branch)) => branch,
        (None, None) => return Err(IngestError::Empty { name: row.name.clone() }),
    };
    let tip = match repository.resolve_branch(&branch) {
        Some(tip) => tip,
        None if raw_refs.is_empty() => return Err(IngestError::Empty { name: row.name.clone() }),
        None => return Err(IngestError::NoBranch { name: row.name.clone(), branch }),
    };
    let refs = repository.refs().map_err(adapter)?;
    let plan = Plan { branch, tip, refs, refs_sha256 };

    let usable = row.state.as_ref().filter(|state| state.branch == plan.branch && state.reader == READER);
    if let Some(state) = usable {
        let known = store.read()?.known_commits(row.id)?;
        let known = |id: &CommitId| known.contains(id);
        let found = fetch(&repository, row, &plan, state.tip, &known, options, progress);
        match found.map_err(adapter)? {
            Some(found) => return store.write(|write| found.store(write, row, &plan, options, state)),
            // The line no longer reaches the old tip: the branch was rewritten. Read it from the beginning.
            None => progress.stage("rewritten", None),
        }
    }
    stream(store, &repository, row, &plan, options, progress)
}

/// Where the repository stands now.
pub(crate) struct Plan {
    pub(crate) branch: String,
    pub(crate) tip: CommitId,
    pub(crate) refs: Vec<RefPosition>,
    pub(crate) refs_sha256: Vec<u8>,
}

fn digest_of(refs: &[(String, CommitId)]) -> Vec<u8> {
    let mut text = String::with_capacity(refs.len() * 80);
    for (name, target) in refs {
        text.push_str(name);
        text.push(' ');
        text.push_str(&target.to_string());
        text.push('\n');
    }
    sha256(text.as_bytes()).to_vec()
}

/// What is new since the last sync.
struct Fetched {
    walk: Walk,
    changes: Changes<FileKind, Reading>,
}

impl Plan {
    /// Branches and tags; not the forge's own refs of change requests, which are most of a mirror's and none of
    /// the history that runs.
    fn tips(&self) -> Vec<CommitId> {
        let wanted = ["refs/heads/", "refs/tags/", "refs/remotes/"];
        self.refs
            .iter()
            .filter(|position| wanted.iter().any(|prefix| position.name.starts_with(prefix)))
            .filter_map(|position| position.commit)
            .collect()
    }
}

fn changes_of(
    repository: &Repository,
    row: &RepositoryRow,
    line: &[CommitId],
    base: Option<CommitId>,
    threads: usize,
    progress: &dyn Progress,
) -> Result<Changes<FileKind, Reading>, git::Error> {
    let declares = row.role.is_config();
    let classify = |path: &[u8]| if declares { manifest::kind_of(path) } else { None };
    let options = git::Options { threads, ..git::Options::default() };
    repository.changes(line, base, &classify, &manifest::read, options, progress)
}

/// Reads what is new since `stop`. `None`: the line does not reach it any more.
fn fetch(
    repository: &Repository,
    row: &RepositoryRow,
    plan: &Plan,
    stop: CommitId,
    known: &(dyn Fn(&CommitId) -> bool + Sync),
    options: &SyncOptions<'_>,
    progress: &dyn Progress,
) -> Result<Option<Fetched>, git::Error> {
    let request = WalkRequest { line_tip: plan.tip, line_stop: Some(stop), tips: plan.tips(), known };
    let walk = repository.walk(&request, progress)?;
    if !walk.line_reaches_stop {
        return Ok(None);
    }
    let changes = changes_of(repository, row, &walk.line, Some(stop), options.threads, progress)?;
    Ok(Some(Fetched { walk, changes }))
}

/// Reads a repository from the beginning; commits are written while the files are still being read.
fn stream(
    store: &Store,
    repository: &Repository,
    row: &RepositoryRow,
    plan: &Plan,
    options: &SyncOptions<'_>,
    progress: &dyn Progress,
) -> Result<SyncOutcome, IngestError> {
    let adapter = |source| match source {
        git::Error::Cancelled => IngestError::Cancelled,
        source => IngestError::Repository { name: row.name.clone(), source },
    };
    let request = WalkRequest { line_tip: plan.tip, line_stop: None, tips: plan.tips(), known: &|_| false };
    let walk = repository.walk(&request, progress).map_err(adapter)?;
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let line = &walk.line;
        scope.spawn(move || {
            // If the writer failed, it no longer listens and nobody needs the result.
            let _ = sender.send(changes_of(repository, row, line, None, options.threads, progress));
        });
        store.write(|write| {
            let rewritten = row.state.is_some();
            let before = row.state.as_ref().map(|state| state.tip);
            if rewritten {
                write.clear_repository(row)?;
            }
            let mut writer = RepositoryWriter::new(write, row, options);
            let landing = writer.commits(&walk, 0, None)?;
            let changes = receiver.recv().map_err(|_| IngestError::Cancelled)?.map_err(adapter)?;
            let mut outcome = writer.declarations(&changes, 0)?;
            outcome.commits = walk.commits.len() as u32;
            let mut gaps = walk.gaps.clone();
            if let Some(before) = before
                && !walk.commits.iter().any(|commit| commit.id == before)
            {
                gaps.push(Gap::new(
                    GapCode::HistoryRewritten,
                    format!("{} {}", plan.branch, before),
                    format!("the branch no longer contains the commit that it stood at; it was read again up to {}", plan.tip),
                ));
            }
            outcome.gaps = writer.gaps(gaps, &walk.line, &changes)?;
            writer.finish(plan, landing.landed_at.len() as u32)?;
            Ok(outcome)
        })
    })
}

impl Fetched {
    /// Stores what is new since the last sync.
    fn store(
        self,
        write: &Write<'_>,
        row: &RepositoryRow,
        plan: &Plan,
        options: &SyncOptions<'_>,
        state: &RepositoryState,
    ) -> Result<SyncOutcome, IngestError> {
        let start = state.line_length;
        let mut writer = RepositoryWriter::new(write, row, options);
        if state.rules_sha256 != options.rules_sha256 {
            write.replace_slots(row.id, |path| options.layout.place(path))?;
        }
        let before = match start.checked_sub(1) {
            Some(last) => write.landed_at(row.id, last)?,
            None => None,
        };
        let landing = writer.commits(&self.walk, start, before)?;
        for (line, roots) in &landing.known_roots {
            let landed_at = landing.landed_at[(*line - start) as usize];
            write.land_known(row.id, roots, *line, landed_at)?;
        }
        let read: FxHashSet<CommitId> = self.walk.commits.iter().map(|commit| commit.id).collect();
        for (offset, id) in self.walk.line.iter().enumerate() {
            if !read.contains(id) {
                write.put_known_on_line(row.id, id, start + offset as u32, landing.landed_at[offset])?;
            }
        }
        let mut outcome = writer.declarations(&self.changes, start)?;
        outcome.commits = self.walk.commits.len() as u32;
        outcome.gaps = writer.gaps(self.walk.gaps, &self.walk.line, &self.changes)?;
        writer.finish(plan, start + self.walk.line.len() as u32)?;
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forge_names_come_from_every_form_of_url() {
        let name = Some("shop/storefront".to_owned());
        for url in [
            "https://forge.example/shop/storefront.git",
            "https://forge.example/shop/storefront",
            "git@forge.example:shop/storefront.git",
            "ssh://git@forge.example:22/shop/storefront.git",
        ] {
            assert_eq!(forge_name(url), name, "{url}");
        }
        assert_eq!(forge_name("../storefront"), None);
        assert_eq!(forge_name("/srv/git/storefront.git"), None);
    }
}

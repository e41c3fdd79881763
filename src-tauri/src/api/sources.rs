//! Sources: registering, importing, syncing, rebuilding; the demo.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use domain::Time;
use ingest::{ImportFile, ImportOptions, IngestError, Progress, SyncOptions, import_files, sync_repository};
use serde::{Deserialize, Serialize};
use store::repositories::{RepositoryRow, Role};
use ts_rs::TS;

use super::replies::{ApiError, SyncEvent, SyncReply, SyncedSource};
use super::requests::SyncRequest;
use super::{Api, Code};
use crate::app::{present, time_of};

/// Threads that read a repository.
const THREADS: usize = 2;

/// Larger files are refused before they are read.
const MAX_FILE: u64 = 512 << 20;

/// Asks to register a repository.
#[derive(Debug, Clone, Default, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct AddRepositoryRequest {
    /// Path of a work tree, a bare repository or a mirror.
    pub location: String,
    /// Its name in the workspace; the last part of the location, if absent.
    pub name: Option<String>,
    /// `source`, `config` or `both`; `both` if absent.
    pub role: Option<String>,
    /// The branch to track; the repository's default, if absent.
    pub branch: Option<String>,
    /// `owner/name` at the forge; read from the remote `origin`, if absent.
    pub forge: Option<String>,
}

/// Asks to import files.
#[derive(Debug, Clone, Default, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct ImportRequest {
    /// The files.
    pub files: Vec<PathBuf>,
    /// Whether a file called `-` is the standard input: only the command line has one.
    #[serde(skip)]
    #[ts(skip)]
    pub standard_input: bool,
    /// The kind of every file, instead of recognising it: `cluster`, `forge`.
    pub kind: Option<String>,
    /// Name of the cluster that the files are of.
    pub cluster: Option<String>,
    /// Labels of that cluster.
    pub labels: Vec<(String, String)>,
    /// When the cluster was read; when the newest file was written, if absent.
    #[ts(as = "Option<String>")]
    pub taken_at: Option<Time>,
}

/// What an import did.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ImportReply {
    /// The files that were imported.
    pub imported: Vec<ImportedReply>,
    /// The files that were not.
    pub failed: Vec<FailedFile>,
    /// What was left out: file or cluster, code, place, message.
    pub gaps: Vec<query::answer::GapRow>,
}

/// A file that was imported.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ImportedReply {
    /// The file.
    pub file: String,
    /// `cluster` or `forge`.
    pub kind: String,
    /// Objects or records in it.
    pub records: u32,
    /// Whether it was not known before.
    pub new: bool,
    /// The cluster that it is of.
    pub cluster: Option<String>,
}

/// A file that was not imported.
#[derive(Debug, Clone, Serialize, TS)]
pub struct FailedFile {
    /// The file.
    pub file: String,
    /// Why not, and what to do.
    pub error: ApiError,
}

impl Api {
    /// Registers a repository after a look whether it is one; it is read by the next sync. Returns its name.
    pub fn add_repository(&self, request: AddRepositoryRequest) -> Result<String, ApiError> {
        let AddRepositoryRequest { location, name, role, branch, forge } = request;
        if location.contains("://") || (location.contains('@') && location.contains(':')) {
            return Err(ApiError::new(
                Code::Usage,
                format!("{location} is a URL, and fetching is not built yet"),
                "Clone it (`git clone --mirror`), then add the path of the clone.",
            ));
        }
        let role = match role.as_deref() {
            None => Role::Both,
            Some(name) => Role::from_name(name).ok_or_else(|| {
                ApiError::new(
                    Code::Usage,
                    format!("there is no role {name:?}"),
                    "Use source, config or both.",
                )
            })?,
        };
        let path = std::path::absolute(&location).unwrap_or_else(|_| PathBuf::from(&location));
        let name = name.unwrap_or_else(|| name_of(&path));
        let probe = ingest::probe_repository(&name, &path)?;
        let location = path.display().to_string();
        let added = self.app.store().write(|write| {
            let forge = forge.as_deref().or(probe.forge_name.as_deref());
            write.add_repository(&name, &location, forge, role, branch.as_deref(), present())
        })?;
        match added {
            Some(_) => Ok(name),
            None => Err(ApiError::new(
                Code::Usage,
                format!("there is a repository {name:?} already"),
                "Give this one another name with --name.",
            )),
        }
    }

    /// Imports evidence from files. A file that cannot be used does not stop the others.
    pub fn import(&self, request: ImportRequest) -> Result<ImportReply, ApiError> {
        let ImportRequest { files, standard_input, kind, cluster, labels, taken_at } = request;
        if let Some(kind) = kind.as_deref()
            && !["cluster", "kubernetes", "forge", "github"].contains(&kind)
        {
            let message = format!("there is no kind of evidence {kind:?}");
            return Err(ApiError::new(Code::Usage, message, "Use cluster or forge."));
        }
        let mut failed = Vec::new();
        let mut read = Vec::new();
        for path in files {
            match read_file(&path, standard_input) {
                Ok(file) => read.push(file),
                Err(error) => failed.push(FailedFile { file: path.display().to_string(), error }),
            }
        }
        let options = ImportOptions { kind, cluster, labels, taken_at };
        let outcome = import_files(self.app.store(), &read, &options, present())?;
        let imported = outcome.imported.into_iter().map(|file| ImportedReply {
            file: file.name,
            kind: file.kind.to_owned(),
            records: file.records,
            new: file.new,
            cluster: file.cluster,
        });
        failed
            .extend(outcome.failed.into_iter().map(|(file, error)| FailedFile { file, error: error.into() }));
        let gaps = outcome.gaps.into_iter().map(|(source, gap)| query::answer::GapRow {
            source,
            code: gap.code,
            place: gap.place,
            message: gap.message,
            from: None,
            to: None,
        });
        Ok(ImportReply { imported: imported.collect(), failed, gaps: gaps.collect() })
    }

    /// Reads what is new from the sources. One that cannot be read does not stop the others. `cancelled` is looked
    /// at all the time; a source that was being read then is as it was before.
    pub fn sync(
        &self,
        request: SyncRequest,
        events: &(dyn Fn(SyncEvent) + Sync),
        cancelled: &AtomicBool,
    ) -> Result<SyncReply, ApiError> {
        let repositories = self.app.store().read()?.repositories()?;
        let unknown = request.sources.iter().find(|name| !repositories.iter().any(|row| row.name == **name));
        if let Some(name) = unknown {
            let hint = "`cairn sources` lists what is known; clusters are read by `cairn import` today.";
            return Err(ApiError::new(Code::NotFound, format!("there is no source {name:?}"), hint));
        }
        let mut reply = SyncReply { sources: Vec::new(), cancelled: false };
        for row in repositories {
            if !request.sources.is_empty() && !request.sources.contains(&row.name) {
                continue;
            }
            let (outcome, error) = match self.sync_one(&row, events, cancelled) {
                Ok(outcome) => (outcome, None),
                Err(SyncFailure::Cancelled) => {
                    reply.cancelled = true;
                    break;
                }
                Err(SyncFailure::Failed(error)) => (ingest::SyncOutcome::default(), Some(error)),
            };
            reply.sources.push(SyncedSource {
                name: row.name,
                commits: outcome.commits,
                declarations: outcome.transitions,
                gaps: outcome.gaps,
                error,
            });
        }
        Ok(reply)
    }

    fn sync_one(
        &self,
        row: &RepositoryRow,
        events: &(dyn Fn(SyncEvent) + Sync),
        cancelled: &AtomicBool,
    ) -> Result<ingest::SyncOutcome, SyncFailure> {
        let config = self.app.config();
        let layout = config.layout(Some(&row.name)).map_err(|error| {
            SyncFailure::Failed(ApiError::new(
                Code::Config,
                error.to_string(),
                "Correct cairn.toml in the workspace's folder.",
            ))
        })?;
        let progress = Reporter::new(&row.name, events, cancelled);
        let options =
            SyncOptions { layout: &layout, rules_sha256: config.sha256(), threads: THREADS, now: present() };
        sync_repository(self.app.store(), row, &options, &progress).map_err(|error| match error {
            IngestError::Cancelled => SyncFailure::Cancelled,
            error => SyncFailure::Failed(error.into()),
        })
    }

    /// Derives everything again that can be.
    pub fn rebuild(&self, events: &(dyn Fn(SyncEvent) + Sync)) -> Result<(), ApiError> {
        let never = AtomicBool::new(false);
        let progress = Reporter::new("workspace", events, &never);
        Ok(ingest::rebuild(self.app.store(), self.app.config(), THREADS, present(), &progress)?)
    }

    /// Checks the workspace's file; returns what is wrong with it.
    pub fn check_file(&self) -> Result<Vec<String>, ApiError> {
        Ok(self.app.store().check()?)
    }

    /// Fills an empty workspace with the demo fleet.
    pub fn demo(&mut self, events: &(dyn Fn(SyncEvent) + Sync)) -> Result<(), ApiError> {
        if !query::known(&self.app.store().read()?)?.empty {
            return Err(ApiError::new(
                Code::Usage,
                format!("the workspace {} is not empty", self.app.directory().display()),
                "Give the demo a folder of its own: `cairn --workspace DIR demo`.",
            ));
        }
        let directory = self.app.directory().join("demo");
        let fleet = demo::build(&directory).map_err(|error| {
            let hint = "The demo needs `git` on the PATH and a folder that it can write to.";
            ApiError::new(Code::Workspace, error.to_string(), hint)
        })?;
        let end = fleet.facts.end;
        self.app.write_config(&format!(
            "# The demo's records end here: answer for this time instead of now.\nat = \"{end}\"\n"
        ))?;
        for repository in &fleet.repositories {
            self.add_repository(AddRepositoryRequest {
                location: repository.path.display().to_string(),
                name: Some(repository.name.clone()),
                role: Some(repository.role.to_owned()),
                branch: Some(repository.branch.to_owned()),
                forge: Some(repository.forge_repository.clone()),
            })?;
        }
        self.sync(SyncRequest::default(), events, &AtomicBool::new(false))?;
        let total = fleet.snapshots.len() as u64;
        for (done, snapshot) in fleet.snapshots.iter().enumerate() {
            let stage = "snapshots".to_owned();
            events(SyncEvent {
                source: snapshot.cluster.clone(),
                stage,
                done: done as u64,
                total: Some(total),
            });
            let reply = self.import(ImportRequest {
                files: snapshot.files.clone(),
                standard_input: false,
                kind: None,
                cluster: Some(snapshot.cluster.clone()),
                labels: snapshot.labels.clone(),
                taken_at: Some(snapshot.taken_at),
            })?;
            if let Some(failed) = reply.failed.into_iter().next() {
                return Err(failed.error);
            }
        }
        let reply = self.import(ImportRequest { files: fleet.forge_exports, ..ImportRequest::default() })?;
        match reply.failed.into_iter().next() {
            Some(failed) => Err(failed.error),
            None => Ok(()),
        }
    }
}

enum SyncFailure {
    Cancelled,
    Failed(ApiError),
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let name = name.strip_suffix(".git").unwrap_or(&name);
    if name.is_empty() { "repository".to_owned() } else { name.to_owned() }
}

fn read_file(path: &Path, standard_input: bool) -> Result<ImportFile, ApiError> {
    let shown = path.display().to_string();
    let failed = |error: std::io::Error| {
        ApiError::new(Code::Import, format!("cannot read {shown}: {error}"), "Check the path and its rights.")
    };
    if standard_input && path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes).map_err(failed)?;
        return Ok(ImportFile { name: "standard input".to_owned(), bytes, modified: None });
    }
    let metadata = std::fs::metadata(path).map_err(failed)?;
    if metadata.len() > MAX_FILE {
        return Err(ApiError::new(
            Code::Import,
            format!("{shown} has {} bytes, more than {MAX_FILE}", metadata.len()),
            "Export it in parts, one namespace or kind a file.",
        ));
    }
    let bytes = std::fs::read(path).map_err(failed)?;
    Ok(ImportFile { name: shown, bytes, modified: metadata.modified().ok().map(time_of) })
}

/// Tells a listener how far the work is, at most every 50 milliseconds.
struct Reporter<'a> {
    source: &'a str,
    events: &'a (dyn Fn(SyncEvent) + Sync),
    cancelled: &'a AtomicBool,
    done: AtomicU64,
    stage: Mutex<(String, Option<u64>, Instant)>,
}

const PAUSE: Duration = Duration::from_millis(50);

impl<'a> Reporter<'a> {
    fn new(source: &'a str, events: &'a (dyn Fn(SyncEvent) + Sync), cancelled: &'a AtomicBool) -> Self {
        let stage = Mutex::new((String::new(), None, Instant::now()));
        Reporter { source, events, cancelled, done: AtomicU64::new(0), stage }
    }

    fn tell(&self, stage: &str, total: Option<u64>) {
        let done = self.done.load(Ordering::Relaxed);
        (self.events)(SyncEvent { source: self.source.to_owned(), stage: stage.to_owned(), done, total });
    }
}

impl Progress for Reporter<'_> {
    fn stage(&self, name: &str, total: Option<u64>) {
        self.done.store(0, Ordering::Relaxed);
        if let Ok(mut stage) = self.stage.lock() {
            *stage = (name.to_owned(), total, Instant::now());
        }
        self.tell(name, total);
    }

    fn tick(&self, n: u64) {
        self.done.fetch_add(n, Ordering::Relaxed);
        if let Ok(mut stage) = self.stage.try_lock()
            && stage.2.elapsed() >= PAUSE
        {
            stage.2 = Instant::now();
            self.tell(&stage.0, stage.1);
        }
    }

    fn cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

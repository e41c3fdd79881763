//! The only wire layer: one typed request and reply per question.
//!
//! The command line and the window ask the same [`Api`]. Answers of `query` are the replies as they are
//! (`docs/decisions/0003-command-schema.md`); requests stand in [`requests`], the other replies in [`replies`].

mod error;
mod export;
pub mod replies;
pub mod requests;
mod sources;
mod wire;

use std::path::Path;

use domain::Time;
use query::answer::{
    ChangesAnswer, DeclaredAnswer, FleetAnswer, RunningAnswer, SourcesAnswer, TraceAnswer, WhereAnswer,
};
use query::{ChangesFilter, DeclaredFilter, RunningFilter, TimelineFilter};

use crate::app::App;
pub use crate::app::default_workspace;
pub use error::{Code, codes};
pub use replies::{ApiError, ReportReply, SyncEvent, SyncReply, SyncedSource, TimelineReply, WorkspaceReply};
pub use requests::{
    ChangesRequest, DeclaredRequest, FleetRequest, ReportRequest, RunningRequest, SourcesRequest,
    SyncRequest, TimelineRequest, TraceRequest, WhereRequest, WorkspaceRequest,
};
pub use sources::{AddRepositoryRequest, ImportReply, ImportRequest, ImportedReply};
pub use wire::{TypeFile, typescript};

/// Width of a timeline's drawing, where none is asked for.
const TIMELINE_WIDTH: u32 = 1200;

/// The questions that can be asked of a workspace.
#[derive(Debug)]
pub struct Api {
    app: App,
}

impl Api {
    /// Opens a workspace; its folder and file are made if they are not there.
    pub fn open(workspace: &Path) -> Result<Api, ApiError> {
        Ok(Api { app: App::open(workspace)? })
    }

    /// Opens a workspace that is there already.
    pub fn open_existing(workspace: &Path) -> Result<Api, ApiError> {
        Ok(Api { app: App::open_existing(workspace)? })
    }

    /// Returns the time that questions without one are answered for.
    pub fn now(&self) -> Time {
        self.app.now()
    }

    /// Returns that time if it is fixed in `cairn.toml`: the workspace is an archive, or a demo.
    pub fn archive(&self) -> Option<Time> {
        self.app.config().at()
    }

    fn at(&self, at: Option<Time>) -> Time {
        at.unwrap_or_else(|| self.now())
    }

    /// Returns the state of the workspace.
    pub fn workspace(&self, _request: WorkspaceRequest) -> Result<WorkspaceReply, ApiError> {
        let known = query::known(&self.app.store().read()?)?;
        Ok(WorkspaceReply {
            directory: self.app.directory().display().to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            now: self.now(),
            archive: self.archive().is_some(),
            empty: known.empty,
            environments: known.environments,
            apps: known.apps,
            first: known.first,
            last: known.last,
        })
    }

    /// Returns the app × cluster matrix.
    pub fn fleet(&self, request: FleetRequest) -> Result<FleetAnswer, ApiError> {
        Ok(query::fleet(&self.app.store().read()?, self.at(request.at))?)
    }

    /// Returns what runs.
    pub fn running(&self, request: RunningRequest) -> Result<RunningAnswer, ApiError> {
        let RunningRequest { at, cluster, namespace, app, environment } = request;
        let filter = RunningFilter { cluster, namespace, app, environment };
        Ok(query::running(&self.app.store().read()?, &filter, self.at(at))?)
    }

    /// Returns what Git declares.
    pub fn declared(&self, request: DeclaredRequest) -> Result<DeclaredAnswer, ApiError> {
        let DeclaredRequest { at, repo, environment, app, path, slot, commit, history } = request;
        let filter = DeclaredFilter { repo, environment, app, path, slot, commit, history };
        Ok(query::declared(&self.app.store().read()?, &filter, self.at(at))?)
    }

    /// Returns where something runs.
    pub fn where_runs(&self, request: WhereRequest) -> Result<WhereAnswer, ApiError> {
        Ok(query::where_runs(&self.app.store().read()?, &request.query, self.at(request.at))?)
    }

    /// Returns the chain of a container.
    pub fn trace(&self, request: TraceRequest) -> Result<TraceAnswer, ApiError> {
        Ok(query::trace(&self.app.store().read()?, &request.subject, self.at(request.at))?)
    }

    /// Returns the promotion timeline of an app, and its drawing.
    pub fn timeline(&self, request: TimelineRequest) -> Result<TimelineReply, ApiError> {
        let TimelineRequest { app, from, to, at, width } = request;
        let filter = TimelineFilter { app, from, to };
        let answer = query::timeline(&self.app.store().read()?, &filter, self.at(at))?;
        let layout = report::plot::layout(&answer, width.unwrap_or(TIMELINE_WIDTH));
        Ok(TimelineReply { answer, layout })
    }

    /// Returns the changes of a period.
    pub fn changes(&self, request: ChangesRequest) -> Result<ChangesAnswer, ApiError> {
        let ChangesRequest { environment, app, from, to, at } = request;
        let at = self.at(at);
        let read = self.app.store().read()?;
        let from = match from {
            Some(from) => from,
            None => query::known(&read)?.first.unwrap_or(at),
        };
        // Half open: what landed at the very moment asked belongs to the answer.
        let end = Time::from_micros(at.micros().saturating_add(1));
        let filter = ChangesFilter { environment, app, from, to: to.unwrap_or(end).min(end) };
        Ok(query::changes(&read, &filter, end)?)
    }

    /// Returns the state of the sources.
    pub fn sources(&self, _request: SourcesRequest) -> Result<SourcesAnswer, ApiError> {
        Ok(query::sources(&self.app.store().read()?)?)
    }
}

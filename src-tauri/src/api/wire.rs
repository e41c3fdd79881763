//! The types of the wire as TypeScript, written by `cargo test` into `ui/src/lib/api/generated`.

use query::answer;
use ts_rs::{Config, TS};

use super::{replies, requests, sources};

/// A file of generated TypeScript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeFile {
    /// Its name within the folder, such as `FleetAnswer.ts`.
    pub name: String,
    /// What it holds.
    pub text: String,
}

/// Returns every type of the wire, one file each, by name.
pub fn typescript() -> Vec<TypeFile> {
    let config = Config::new().with_large_int("number");
    let mut files = Vec::new();
    macro_rules! each {
        ($($module:ident::{$($name:ident),* $(,)?}),* $(,)?) => {
            $($(files.push(file::<$module::$name>(&config));)*)*
        };
    }
    use report::plot;
    each!(
        requests::{
            WorkspaceRequest, FleetRequest, RunningRequest, DeclaredRequest, WhereRequest, TraceRequest,
            TimelineRequest, ChangesRequest, ReportRequest, SourcesRequest, SyncRequest,
        },
        sources::{AddRepositoryRequest, ImportRequest, ImportReply, ImportedReply, FailedFile},
        replies::{
            WorkspaceReply, TimelineReply, ReportReply, SyncEvent, SyncReply, SyncedSource, ApiError,
        },
        answer::{
            RunningAnswer, ClusterFreshness, WorkloadName, RunningRow, CommitLink, DeclaredRef, ClaimedRef, Seen,
            DeclaredAnswer, Declaration, Introduced, Until, Previous, MovedFrom, DeclaredRevision,
            WhereAnswer, Resolved, Relation, WhereRunning, Ran, WhereDeclared,
            TraceAnswer, TraceLinkStatus, TraceLink, EvidenceRef,
            ChangesAnswer, Period, ChangeKind, Change, ObservedWindow, ApprovalRow, ReviewVerdict,
            TimelineAnswer, LaneKind, TimelineLane, BarKind, Bar, LaneGap,
            FleetAnswer, FleetColumn, VerdictCounts, FleetRow, FleetCell, CellVersion,
            SourcesAnswer, RepositorySource, ClusterSource, GapRow,
        },
        plot::{TimelineLayout, LayoutTick, LayoutGroup, LayoutLane, LayoutBar, LayoutGap},
    );
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

fn file<T: TS + 'static>(config: &Config) -> TypeFile {
    let text = T::export_to_string(config).unwrap_or_else(|error| format!("// {error}\n"));
    TypeFile { name: format!("{}.ts", T::ident(config)), text }
}

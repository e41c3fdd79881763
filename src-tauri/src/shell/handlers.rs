//! One command a question: take the request, ask, hand back the answer.

use query::answer::{
    ChangesAnswer, DeclaredAnswer, FleetAnswer, RunningAnswer, SourcesAnswer, TraceAnswer, WhereAnswer,
};
use tauri::ipc::{Channel, Invoke};
use tauri::{State, Wry};

use super::desk::Desk;
use crate::api::{
    AddRepositoryRequest, ApiError, ChangesRequest, DeclaredRequest, FleetRequest, ImportReply,
    ImportRequest, ReportReply, ReportRequest, RunningRequest, SourcesRequest, SyncEvent, SyncReply,
    SyncRequest, TimelineReply, TimelineRequest, TraceRequest, WhereRequest, WorkspaceReply,
    WorkspaceRequest,
};

/// Returns the commands that the page may call; there are no others.
pub(super) fn all() -> impl Fn(Invoke<Wry>) -> bool + Send + Sync + 'static {
    tauri::generate_handler![
        workspace,
        fleet,
        running,
        declared,
        where_runs,
        trace,
        timeline,
        changes,
        export_report,
        sources,
        add_repository,
        import,
        start_sync,
        cancel_sync,
    ]
}

macro_rules! questions {
    ($($name:ident($request:ty) -> $reply:ty;)*) => {$(
        #[tauri::command]
        async fn $name(desk: State<'_, Desk>, request: $request) -> Result<$reply, ApiError> {
            desk.ask(move |api| api.$name(request)).await
        }
    )*};
}

questions! {
    workspace(WorkspaceRequest) -> WorkspaceReply;
    fleet(FleetRequest) -> FleetAnswer;
    running(RunningRequest) -> RunningAnswer;
    declared(DeclaredRequest) -> DeclaredAnswer;
    where_runs(WhereRequest) -> WhereAnswer;
    trace(TraceRequest) -> TraceAnswer;
    timeline(TimelineRequest) -> TimelineReply;
    changes(ChangesRequest) -> ChangesAnswer;
    export_report(ReportRequest) -> ReportReply;
    sources(SourcesRequest) -> SourcesAnswer;
    add_repository(AddRepositoryRequest) -> String;
    import(ImportRequest) -> ImportReply;
}

#[tauri::command]
async fn start_sync(
    desk: State<'_, Desk>,
    request: SyncRequest,
    events: Channel<SyncEvent>,
) -> Result<SyncReply, ApiError> {
    desk.sync(move |api, cancelled| {
        let tell = |event: SyncEvent| {
            // A page that is gone needs no progress; the sync goes on.
            let _ = events.send(event);
        };
        api.sync(request, &tell, cancelled)
    })
    .await
}

#[tauri::command]
fn cancel_sync(desk: State<'_, Desk>) {
    desk.cancel_sync();
}

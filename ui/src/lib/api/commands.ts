// The one list of questions: name, what is asked, what is answered. The Rust side has the same list in `api`.
import type { AddRepositoryRequest } from './generated/AddRepositoryRequest';
import type { ChangesAnswer } from './generated/ChangesAnswer';
import type { ChangesRequest } from './generated/ChangesRequest';
import type { DeclaredAnswer } from './generated/DeclaredAnswer';
import type { DeclaredRequest } from './generated/DeclaredRequest';
import type { FleetAnswer } from './generated/FleetAnswer';
import type { FleetRequest } from './generated/FleetRequest';
import type { ImportReply } from './generated/ImportReply';
import type { ImportRequest } from './generated/ImportRequest';
import type { ReportReply } from './generated/ReportReply';
import type { ReportRequest } from './generated/ReportRequest';
import type { RunningAnswer } from './generated/RunningAnswer';
import type { RunningRequest } from './generated/RunningRequest';
import type { SourcesAnswer } from './generated/SourcesAnswer';
import type { SourcesRequest } from './generated/SourcesRequest';
import type { TimelineReply } from './generated/TimelineReply';
import type { TimelineRequest } from './generated/TimelineRequest';
import type { TraceAnswer } from './generated/TraceAnswer';
import type { TraceRequest } from './generated/TraceRequest';
import type { WhereAnswer } from './generated/WhereAnswer';
import type { WhereRequest } from './generated/WhereRequest';
import type { WorkspaceReply } from './generated/WorkspaceReply';
import type { WorkspaceRequest } from './generated/WorkspaceRequest';

export type Commands = {
  workspace: [WorkspaceRequest, WorkspaceReply];
  fleet: [FleetRequest, FleetAnswer];
  running: [RunningRequest, RunningAnswer];
  declared: [DeclaredRequest, DeclaredAnswer];
  where_runs: [WhereRequest, WhereAnswer];
  trace: [TraceRequest, TraceAnswer];
  timeline: [TimelineRequest, TimelineReply];
  changes: [ChangesRequest, ChangesAnswer];
  export_report: [ReportRequest, ReportReply];
  sources: [SourcesRequest, SourcesAnswer];
  add_repository: [AddRepositoryRequest, string];
  import: [ImportRequest, ImportReply];
};

export type Command = keyof Commands;
export type RequestOf<C extends Command> = Commands[C][0];
export type ReplyOf<C extends Command> = Commands[C][1];

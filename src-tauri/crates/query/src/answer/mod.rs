//! The answers, in the users' words: plain values with public fields.
//!
//! These are the replies on the wire, too (`docs/decisions/0003-command-schema.md`): field names are a contract,
//! may be added and are never renamed. Times are RFC 3339 UTC; commits and digests are in full.

pub mod changes;
pub mod declared;
pub mod fleet;
pub mod running;
pub mod sources;
pub mod timeline;
pub mod trace;
pub mod where_runs;

pub use changes::{ApprovalRow, Change, ChangeKind, ChangesAnswer, ObservedWindow, Period, ReviewVerdict};
pub use declared::{Declaration, DeclaredAnswer, DeclaredRevision, Introduced, MovedFrom, Previous, Until};
pub use fleet::{CellVersion, FleetAnswer, FleetCell, FleetColumn, FleetRow, VerdictCounts};
pub use running::{
    ClaimedRef, ClusterFreshness, CommitLink, DeclaredRef, RunningAnswer, RunningRow, Seen, WorkloadName,
};
pub use sources::{ClusterSource, GapRow, RepositorySource, SourcesAnswer};
pub use timeline::{Bar, BarKind, LaneGap, LaneKind, TimelineAnswer, TimelineLane};
pub use trace::{EvidenceRef, TraceAnswer, TraceLink, TraceLinkStatus};
pub use where_runs::{Ran, Relation, Resolved, WhereAnswer, WhereDeclared, WhereRunning};

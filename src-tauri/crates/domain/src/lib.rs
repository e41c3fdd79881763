//! The field's own terms as types: commits, digests, image references, declarations, observations, approvals.
//!
//! Everything here is a value. The crate opens no file, asks no clock and no network, and has no async; that is
//! why `controls`, `query` and `report` can be pure too. Start reading at [`declaration`] (what Git says) and
//! [`observation`] (what a cluster says); [`link`] tells how sure we are of either.

pub mod approval;
pub mod claim;
pub mod declaration;
pub mod digest;
pub mod gap;
pub mod history;
pub mod image;
pub mod link;
pub mod object_id;
pub mod observation;
pub mod placement;
pub mod time;

pub use approval::{Approval, ChangeRequest, Decision, Person};
pub use claim::{Claim, ClaimHistoryEntry, Controller};
pub use declaration::{DeclaredValue, SlotValue};
pub use digest::{Digest, DigestKind};
pub use gap::{Gap, GapCode};
pub use image::ImageReference;
pub use link::{Basis, Lane, Strength, Verdict};
pub use object_id::{CommitId, CommitPrefix};
pub use observation::{ClusterIdentity, ContainerRole, ContainerState, Snapshot, Workload};
pub use placement::Placement;
pub use time::Time;

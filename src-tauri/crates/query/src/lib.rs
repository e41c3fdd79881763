//! Answers in the users' words.
//!
//! Reads the store, compares the lanes, and returns plain values ([`answer`]). It never fetches, asks no clock
//! (every question carries its time) and knows no screen. One file a question; what several of them need stands in
//! `fleet_state` (what is known at a time), `declared_index` (what Git declares, and since when), `place` (which
//! declaration speaks for a container) and `source_commit` (which commit an image was built from).

pub mod answer;
mod change_requests;
mod changes;
mod coverage;
mod declared;
mod declared_index;
mod environment;
mod error;
mod fleet;
mod fleet_state;
mod observed;
mod place;
mod running;
mod source_commit;
mod sources;
mod timeline;
mod trace;
mod version;
mod where_runs;

pub use changes::{ChangesFilter, changes};
pub use declared::{DeclaredFilter, declared};
pub use error::QueryError;
pub use fleet::fleet;
pub use running::{RunningFilter, running};
pub use sources::{Known, known, sources};
pub use timeline::{TimelineFilter, timeline};
pub use trace::trace;
pub use where_runs::where_runs;

//! Brings sources into the store: plan → fetch → normalise → write.
//!
//! Each function here reads one source through its adapter (`git`, `cluster`, `forge`), appends the raw evidence
//! and writes what follows from it, in one transaction: a run that is killed at any moment leaves the store as it
//! was before or as it is after. It asks no clock; the time of the run is given. It never answers questions.
//! Start reading at [`sync_repository`] and [`import_files`].

mod config;
mod dictionary;
mod error;
mod fold;
mod import;
mod import_cluster;
mod import_forge;
mod landing;
mod rebuild;
mod repository_writer;
mod sync;
mod transitions;

pub use config::{Config, ConfigError};
pub use error::IngestError;
pub use git::Progress;
pub use import::{ImportFile, ImportOptions, ImportOutcome, ImportedFile, import_files};
pub use rebuild::{RebuildError, rebuild};
pub use sync::{SyncOptions, SyncOutcome, probe_repository, sync_repository};

//! What can go wrong with the workspace's file, by the step that failed.

use std::path::PathBuf;

/// A step that failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file could not be opened or made.
    #[error("cannot open the workspace file {}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// Why.
        source: rusqlite::Error,
    },
    /// The file is there and is no workspace of ours.
    #[error("{} is not a Cairn workspace file", path.display())]
    NotAWorkspace {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a newer program.
    #[error(
        "the workspace file {} has schema {found}, this program knows up to {known}", path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: u32,
        /// The newest that this program knows.
        known: u32,
    },
    /// A migration that the file records is not the one that this program has under that number.
    #[error("the workspace file {} was made by other migrations than this program's: {reason}", path.display())]
    EditedMigration {
        /// The file.
        path: PathBuf,
        /// Which one, and how.
        reason: String,
    },
    /// A migration failed; the file is as it was.
    #[error("cannot bring the workspace file {} up to date", path.display())]
    Migrate {
        /// The file.
        path: PathBuf,
        /// Why.
        source: Box<refinery::Error>,
    },
    /// Another program is writing to the file.
    #[error("another program is writing to the workspace")]
    Busy,
    /// There is no room left on the disk.
    #[error("the disk of the workspace is full: {step}")]
    DiskFull {
        /// What was being done.
        step: &'static str,
    },
    /// The file or its folder cannot be written.
    #[error("the workspace cannot be written: {step}")]
    ReadOnly {
        /// What was being done.
        step: &'static str,
    },
    /// The file is damaged.
    #[error("the workspace file is damaged: {step}")]
    Damaged {
        /// What was being done.
        step: &'static str,
        /// Why.
        source: rusqlite::Error,
    },
    /// A step failed for another reason.
    #[error("{step} failed")]
    Step {
        /// What was being done.
        step: &'static str,
        /// Why.
        source: rusqlite::Error,
    },
    /// Compressing or expanding evidence failed.
    #[error("evidence {name} cannot be {step}")]
    Compression {
        /// Name of the evidence.
        name: String,
        /// `compressed` or `expanded`.
        step: &'static str,
        /// Why.
        source: std::io::Error,
    },
    /// A stored value is not what its column must hold.
    #[error("{table}.{column} holds {value:?}")]
    StoredValue {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
        /// What it holds.
        value: String,
    },
}

/// Names the step in an SQLite error, and tells the few kinds apart that have a remedy of their own.
pub(crate) fn at(step: &'static str) -> impl Fn(rusqlite::Error) -> StoreError {
    move |source| match source.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => StoreError::Busy,
        Some(rusqlite::ErrorCode::DiskFull) => StoreError::DiskFull { step },
        Some(rusqlite::ErrorCode::ReadOnly | rusqlite::ErrorCode::CannotOpen) => {
            StoreError::ReadOnly { step }
        }
        Some(rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::NotADatabase) => {
            StoreError::Damaged { step, source }
        }
        _ => StoreError::Step { step, source },
    }
}

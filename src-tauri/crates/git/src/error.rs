//! What can stop the reading of a repository.

use std::path::PathBuf;

/// Why a repository could not be read; names the step that failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no repository at this path.
    #[error("{} is not a Git repository", path.display())]
    NotARepository {
        /// The path that was given.
        path: PathBuf,
    },
    /// The repository belongs to another user, and Git's `safe.directory` does not name it.
    #[error("{} belongs to another user", path.display())]
    Dubious {
        /// The path that was given.
        path: PathBuf,
    },
    /// The repository uses a format that cannot be read.
    #[error("{} uses {feature}, which is not supported", path.display())]
    Unsupported {
        /// The path that was given.
        path: PathBuf,
        /// The name of the format.
        feature: String,
    },
    /// Something that is needed for any answer could not be read.
    #[error("cannot {step} of {}", path.display())]
    Unreadable {
        /// The Git folder, or the path that was given.
        path: PathBuf,
        /// What was tried, as in "read the refs".
        step: &'static str,
        /// What went wrong.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// [`Progress::cancelled`](crate::Progress::cancelled) said so.
    #[error("cancelled")]
    Cancelled,
}

impl Error {
    /// Returns what a person can do about it; one or two sentences.
    pub fn remedy(&self) -> &'static str {
        match self {
            Error::NotARepository { .. } => {
                "Give the folder of a clone, a bare or mirror repository or a worktree. A bundle or an archive has \
                 to be cloned first: git clone FILE FOLDER."
            }
            Error::Dubious { .. } => {
                "If you trust it, run: git config --global --add safe.directory FOLDER. Or read it as the user who \
                 owns it."
            }
            Error::Unsupported { .. } => {
                "Clone it into a plain repository and give that one: git clone --bare --ref-format=files SOURCE \
                 FOLDER."
            }
            Error::Unreadable { .. } => {
                "Check that you may read the folder and that the disk is sound; git fsck in it says more."
            }
            Error::Cancelled => "Start again: nothing in the repository was changed.",
        }
    }
}

//! Why the demo fleet could not be built.

use std::io;
use std::path::PathBuf;

/// What went wrong, named by the step.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no `git` to run.
    #[error("running git: it has to be installed and on the PATH to build the demo fleet")]
    GitMissing(#[source] io::Error),
    /// Git refused.
    #[error("git {step} failed: {message}")]
    Git {
        /// What git was asked to do.
        step: &'static str,
        /// What it wrote.
        message: String,
    },
    /// A file or folder could not be written.
    #[error("writing {path}")]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The folder has something of that name in it; nothing is overwritten.
    #[error("{0} is there already")]
    AlreadyThere(PathBuf),
    /// A line of the story makes no sense.
    #[error("line {line} of the story: {reason}")]
    Story {
        /// Its number, from 1; 0 for the story as a whole.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

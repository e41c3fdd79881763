//! Exit statuses: a contract.

use std::process::ExitCode;

use crate::api::{ApiError, Code};

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Answered.
    Answered,
    /// The answer is no: nothing was found, a verification failed.
    No,
    /// The command line or a setting is wrong.
    Usage,
    /// Answered, but evidence is incomplete.
    Incomplete,
    /// A source could not be read.
    Unreadable,
}

impl Exit {
    /// Returns the status that an error ends with.
    pub fn of(error: &ApiError) -> Exit {
        let is = |code: Code| error.code == code.as_str();
        if is(Code::NotFound) {
            Exit::No
        } else if is(Code::Usage) || is(Code::Config) {
            Exit::Usage
        } else {
            Exit::Unreadable
        }
    }

    /// Returns the number.
    pub const fn status(self) -> u8 {
        match self {
            Exit::Answered => 0,
            Exit::No => 1,
            Exit::Usage => 2,
            Exit::Incomplete => 3,
            Exit::Unreadable => 4,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.status())
    }
}

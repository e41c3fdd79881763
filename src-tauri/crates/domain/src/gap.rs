//! Gaps and warnings: what we know that we do not know.

use serde::{Deserialize, Serialize};

/// What kind of thing is missing or was skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GapCode {
    /// A file that should hold declarations does not parse.
    Unparsable,
    /// A file or body above the size that we read.
    TooLarge,
    /// Nesting deeper than we follow, or an alias bomb.
    TooDeep,
    /// Bytes that are not UTF-8 where text is needed.
    NotUtf8,
    /// Objects that the repository should have and has not (shallow, partial or broken clone).
    MissingObject,
    /// History ends before the first commit: the clone is shallow.
    Shallow,
    /// A reference that points outside of the tree, or to nothing.
    DanglingReference,
    /// A duplicate key, name or identity; the note says which one counts.
    Duplicate,
    /// An object of a kind that we do not read.
    UnknownKind,
    /// An object that lacks what its kind must have.
    Malformed,
    /// The tracked branch was rewritten: it no longer contains what it did.
    HistoryRewritten,
    /// The source could not be read.
    Unreadable,
    /// A cluster was not read for longer than usual.
    NoSnapshot,
    /// Changes that belong to no environment, so that an answer about one may lack them.
    NoEnvironment,
}

impl GapCode {
    /// Every code, for tests and documentation.
    pub const ALL: [GapCode; 14] = [
        GapCode::Unparsable,
        GapCode::TooLarge,
        GapCode::TooDeep,
        GapCode::NotUtf8,
        GapCode::MissingObject,
        GapCode::Shallow,
        GapCode::DanglingReference,
        GapCode::Duplicate,
        GapCode::UnknownKind,
        GapCode::Malformed,
        GapCode::HistoryRewritten,
        GapCode::Unreadable,
        GapCode::NoSnapshot,
        GapCode::NoEnvironment,
    ];

    /// Returns the name in the database and on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            GapCode::Unparsable => "unparsable",
            GapCode::TooLarge => "too-large",
            GapCode::TooDeep => "too-deep",
            GapCode::NotUtf8 => "not-utf8",
            GapCode::MissingObject => "missing-object",
            GapCode::Shallow => "shallow",
            GapCode::DanglingReference => "dangling-reference",
            GapCode::Duplicate => "duplicate",
            GapCode::UnknownKind => "unknown-kind",
            GapCode::Malformed => "malformed",
            GapCode::HistoryRewritten => "history-rewritten",
            GapCode::Unreadable => "unreadable",
            GapCode::NoSnapshot => "no-snapshot",
            GapCode::NoEnvironment => "no-environment",
        }
    }
}

/// One thing that was skipped or is missing, with its place. Never an error: the rest goes on.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Gap {
    /// What kind of gap.
    pub code: GapCode,
    /// Where: `commit:path`, `file: item 3 (Pod shop/api)`. Names the thing a person has to look at.
    pub place: String,
    /// What happened, and what was done instead; one sentence.
    pub message: String,
}

impl Gap {
    /// Returns a gap of this kind at this place.
    pub fn new(code: GapCode, place: impl Into<String>, message: impl Into<String>) -> Self {
        Gap { code, place: place.into(), message: message.into() }
    }
}

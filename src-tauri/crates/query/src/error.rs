//! What a question can fail with.

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    /// The store could not be read.
    #[error(transparent)]
    Store(#[from] store::StoreError),
    /// What was asked about is written in a form that we do not know.
    #[error("{what:?} is not of the form {expected}")]
    Malformed {
        /// What was asked about.
        what: String,
        /// The form that it must have.
        expected: &'static str,
    },
    /// Nothing by this name.
    #[error("there is no {kind} {name:?}")]
    NotFound {
        /// `repository`, `commit`, `cluster`, …
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A name that could mean several things.
    #[error("{name:?} could be {}", candidates.join(", "))]
    Ambiguous {
        /// The name.
        name: String,
        /// What it could be.
        candidates: Vec<String>,
    },
}

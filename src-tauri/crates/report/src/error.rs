//! What can go wrong when an answer is written.

/// An answer that could not be written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The picture could not be painted.
    #[error("cannot draw: {0}")]
    Plot(String),
    /// A table could not be written.
    #[error("cannot write CSV: {0}")]
    Csv(String),
    /// A document could not be written.
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The zone is not known.
    #[error("no time zone is named {0:?}")]
    Zone(String),
}

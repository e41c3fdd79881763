//! Why a whole file could not be read.

/// A file of which nothing can be read. What is wrong with a single item is a gap instead.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file is above [`crate::MAX_BYTES`].
    #[error("{file} holds {bytes} bytes, more than the {limit} that are read")]
    TooLarge {
        /// Name of the file.
        file: String,
        /// Its size.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// The file is no JSON, or is cut short before its first value ends.
    #[error("parsing {file} as JSON")]
    Parse {
        /// Name of the file.
        file: String,
        /// What the reader met, with line and column.
        source: serde_json::Error,
    },
    /// The file is JSON, but holds no pull requests or reviews.
    #[error("{file} holds neither pull requests nor reviews of a forge")]
    UnknownShape {
        /// Name of the file.
        file: String,
    },
}

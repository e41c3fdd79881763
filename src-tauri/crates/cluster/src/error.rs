//! Why a file cannot be used at all. What is wrong with one object of it is a gap instead.

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It is neither JSON nor YAML.
    #[error("{file} is neither JSON nor YAML: {reason}")]
    NotJsonOrYaml {
        /// The file.
        file: String,
        /// Where and why.
        reason: String,
    },
    /// It ends in the middle.
    #[error("{file} ends in the middle, at line {line}: it was cut short")]
    Truncated {
        /// The file.
        file: String,
        /// The last line.
        line: usize,
    },
    /// It holds no Kubernetes objects that we read.
    #[error("{file} holds no Kubernetes objects: it is {found}")]
    NotKubernetes {
        /// The file.
        file: String,
        /// What it seems to be.
        found: String,
    },
    /// It is larger than we read.
    #[error("{file} has {size} bytes, more than {limit}")]
    TooLarge {
        /// The file.
        file: String,
        /// Its size.
        size: usize,
        /// The limit.
        limit: usize,
    },
    /// It is nested deeper than we follow.
    #[error("{file} is nested deeper than 128 levels, at line {line}")]
    TooDeep {
        /// The file.
        file: String,
        /// Where.
        line: usize,
    },
}

//! What can go wrong while a source is read, by the step that failed.

/// A step that failed.
#[derive(Debug, thiserror::Error)]
pub enum IngestError {
    /// A repository could not be read.
    #[error("cannot read the repository {name}")]
    Repository {
        /// Its name.
        name: String,
        /// Why.
        source: git::Error,
    },
    /// The tracked branch does not exist.
    #[error("the repository {name} has no branch {branch:?}")]
    NoBranch {
        /// Name of the repository.
        name: String,
        /// The branch that was looked for.
        branch: String,
    },
    /// The repository has no commit at all.
    #[error("the repository {name} has no commits")]
    Empty {
        /// Its name.
        name: String,
    },
    /// A file of cluster objects could not be read.
    #[error(transparent)]
    Cluster(#[from] cluster::Error),
    /// A file of forge records could not be read.
    #[error(transparent)]
    Forge(#[from] forge::Error),
    /// Files of one import speak of two clusters.
    #[error("the files speak of {} clusters: {}", found.len(), list(found))]
    TwoClusters {
        /// File and UID of each.
        found: Vec<(String, String)>,
    },
    /// Nothing tells which cluster the files are of.
    #[error("nothing tells which cluster these files are of: {}", files.join(", "))]
    UnknownCluster {
        /// The files.
        files: Vec<String>,
    },
    /// The name that was given belongs to another cluster.
    #[error("the cluster {name} has the UID {known}; these files are of {found}: {}", files.join(", "))]
    OtherCluster {
        /// The files.
        files: Vec<String>,
        /// The name.
        name: String,
        /// The UID that it has.
        known: String,
        /// The UID in the files.
        found: String,
    },
    /// A file is of no kind that we read.
    #[error("{file} is nothing that can be imported")]
    UnknownFile {
        /// The file.
        file: String,
    },
    /// Storing failed; nothing of this source was stored.
    #[error(transparent)]
    Store(#[from] store::StoreError),
    /// The user stopped it; nothing of this source was stored.
    #[error("stopped before the end")]
    Cancelled,
}

fn list(found: &[(String, String)]) -> String {
    found.iter().map(|(file, uid)| format!("{uid} in {file}")).collect::<Vec<_>>().join(", ")
}

//! Evidence from files: each is recognised, stored raw, and what follows from it is written.

use domain::{Gap, Time};
use store::Store;

use crate::error::IngestError;
use crate::{import_cluster, import_forge};

/// A file to be imported.
#[derive(Debug, Clone)]
pub struct ImportFile {
    /// Its name, for messages and as the evidence's name.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
    /// When it was last written.
    pub modified: Option<Time>,
}

/// How to import.
#[derive(Debug, Clone, Default)]
pub struct ImportOptions {
    /// The kind of every file (`cluster`, `forge`), instead of recognising it.
    pub kind: Option<String>,
    /// Name of the cluster that the files are of.
    pub cluster: Option<String>,
    /// Labels of that cluster.
    pub labels: Vec<(String, String)>,
    /// When the cluster was read; else when the newest of the files was written.
    pub taken_at: Option<Time>,
}

/// What an import did.
#[derive(Debug, Default)]
pub struct ImportOutcome {
    /// The files that were imported.
    pub imported: Vec<ImportedFile>,
    /// The files that were not, and why.
    pub failed: Vec<(String, IngestError)>,
    /// What was left out of those that were.
    pub gaps: Vec<(String, Gap)>,
}

/// A file that was imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedFile {
    /// Its name.
    pub name: String,
    /// What it was: `cluster` or `forge`.
    pub kind: &'static str,
    /// Objects or records in it.
    pub records: u32,
    /// Whether it was not known before.
    pub new: bool,
    /// The cluster that it is of.
    pub cluster: Option<String>,
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Cluster,
    Forge,
}

/// Imports files. All cluster objects among them are one reading of one cluster. A file that cannot be used is told
/// and does not stop the others.
///
/// # Errors
/// When storing fails; nothing of this import is stored then.
pub fn import_files(
    store: &Store,
    files: &[ImportFile],
    options: &ImportOptions,
    now: Time,
) -> Result<ImportOutcome, IngestError> {
    let mut outcome = ImportOutcome::default();
    let (mut clusters, mut forges) = (Vec::new(), Vec::new());
    for file in files {
        match kind_of(file, options) {
            Some(Kind::Cluster) => clusters.push(file),
            Some(Kind::Forge) => forges.push(file),
            None => {
                outcome
                    .failed
                    .push((file.name.clone(), IngestError::UnknownFile { file: file.name.clone() }));
            }
        }
    }
    import_cluster::import(store, &clusters, options, now, &mut outcome)?;
    import_forge::import(store, &forges, now, &mut outcome)?;
    Ok(outcome)
}

fn kind_of(file: &ImportFile, options: &ImportOptions) -> Option<Kind> {
    match options.kind.as_deref() {
        Some("cluster" | "kubernetes") => Some(Kind::Cluster),
        Some("forge" | "github") => Some(Kind::Forge),
        Some(_) => None,
        None if forge::recognise(&file.bytes) => Some(Kind::Forge),
        None if cluster::recognise(&file.bytes).is_some() => Some(Kind::Cluster),
        None => None,
    }
}

//! Derives everything again that can be: the answers must be the same.

use domain::Time;
use store::Store;
use store::evidence::EvidenceKind;
use store::repositories::{RepositoryRow, RepositoryState};

use crate::config::{Config, ConfigError};
use crate::error::IngestError;
use crate::sync::{SyncOptions, sync_repository};
use crate::{Progress, import_cluster, import_forge};

/// Derives observations, claims and approvals again from the stored evidence, and declarations from the
/// repositories. Evidence, registrations and the ref journal stay as they are.
///
/// # Errors
/// When evidence is damaged, a repository can no longer be read, or storing fails. What was derived before stays
/// for the part that failed.
pub fn rebuild(
    store: &Store,
    config: &Config,
    threads: usize,
    now: Time,
    progress: &dyn Progress,
) -> Result<(), RebuildError> {
    progress.stage("clusters", None);
    store.write(|write| -> Result<(), IngestError> {
        for cluster in write.clusters()? {
            import_cluster::refold(write, cluster.id)?;
        }
        Ok(())
    })?;
    progress.stage("approvals", None);
    let exports = {
        let read = store.read().map_err(IngestError::from)?;
        let rows = read.evidence_of_kind(EvidenceKind::ForgeRecords).map_err(IngestError::from)?;
        let mut exports = Vec::with_capacity(rows.len());
        for row in rows {
            let body = read.evidence_body(row.id).map_err(IngestError::from)?;
            exports.push((row.id, forge::read(&row.name, &body).map_err(IngestError::from)?));
        }
        exports
    };
    store.write(|write| -> Result<(), IngestError> {
        for (id, export) in &exports {
            import_forge::put_change_requests(write, export, *id)?;
        }
        for (id, export) in &exports {
            import_forge::put_reviews(write, export, *id)?;
        }
        Ok(())
    })?;
    let repositories = store.read().and_then(|read| read.repositories()).map_err(IngestError::from)?;
    for row in repositories {
        let layout = config
            .layout(Some(&row.name))
            .map_err(|source| ConfigError::Rule { path: std::path::PathBuf::from("cairn.toml"), source })?;
        // As if another version of the recognisers had read it: cleared and read again in one transaction.
        let state = row.state.clone().map(|state| RepositoryState { reader: 0, ..state });
        let row = RepositoryRow { state, ..row };
        let options = SyncOptions { layout: &layout, rules_sha256: config.sha256(), threads, now };
        sync_repository(store, &row, &options, progress)?;
    }
    Ok(())
}

/// Why a rebuild ended.
#[derive(Debug, thiserror::Error)]
pub enum RebuildError {
    /// A source failed.
    #[error(transparent)]
    Ingest(#[from] IngestError),
    /// The rules cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
}

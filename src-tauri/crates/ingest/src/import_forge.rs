//! Files of forge records: change requests and the decisions on them.

use domain::Time;
use store::evidence::{EvidenceId, EvidenceKind, sha256};
use store::gaps::GapScope;
use store::{Store, Write};

use crate::error::IngestError;
use crate::import::{ImportFile, ImportOutcome, ImportedFile};

/// Imports files of forge records: first the change requests of all of them, then the reviews.
pub(crate) fn import(
    store: &Store,
    files: &[&ImportFile],
    now: Time,
    outcome: &mut ImportOutcome,
) -> Result<(), IngestError> {
    let mut exports = Vec::new();
    for file in files {
        match forge::read(&file.name, &file.bytes) {
            Ok(export) => exports.push((*file, export)),
            Err(error) => outcome.failed.push((file.name.clone(), error.into())),
        }
    }
    if exports.is_empty() {
        return Ok(());
    }
    let imported = store.write(|write| -> Result<_, IngestError> {
        let mut imported = Vec::new();
        let mut evidence = Vec::new();
        for (file, export) in &exports {
            let hash = sha256(&file.bytes);
            let kind = EvidenceKind::ForgeRecords;
            let (id, new) = write.append_evidence(kind, &file.name, &file.bytes, hash, now)?;
            evidence.push(id);
            write.add_gaps(GapScope::Import, &file.name, &export.gaps)?;
            imported.push(ImportedFile {
                name: file.name.clone(),
                kind: "forge",
                records: (export.change_requests.len() + export.reviews.len()) as u32,
                new,
                cluster: None,
            });
        }
        for ((_, export), id) in exports.iter().zip(&evidence) {
            put_change_requests(write, export, *id)?;
        }
        for ((_, export), id) in exports.iter().zip(&evidence) {
            put_reviews(write, export, *id)?;
        }
        Ok(imported)
    })?;
    outcome.imported.extend(imported);
    for (file, export) in exports {
        outcome.gaps.extend(export.gaps.into_iter().map(|gap| (file.name.clone(), gap)));
    }
    Ok(())
}

/// Stores the change requests of an export.
pub(crate) fn put_change_requests(
    write: &Write<'_>,
    export: &forge::ForgeExport,
    evidence: EvidenceId,
) -> Result<(), IngestError> {
    for request in &export.change_requests {
        write.put_change_request(request, Some(evidence))?;
    }
    Ok(())
}

/// Stores the reviews of an export.
pub(crate) fn put_reviews(
    write: &Write<'_>,
    export: &forge::ForgeExport,
    evidence: EvidenceId,
) -> Result<(), IngestError> {
    // An unreadable review may have been the decisive one: such reviews do not count as read.
    for reviews in export.reviews.iter().filter(|reviews| reviews.complete) {
        let name = reviews.repository.as_deref().unwrap_or("");
        write.put_approvals(name, reviews.number, &reviews.approvals, Some(evidence))?;
    }
    Ok(())
}

//! Files of cluster objects: one reading of one cluster.

use domain::{Gap, Snapshot, Time};
use store::clusters::{ClusterId, ClusterRow, NewSnapshot};
use store::evidence::{EvidenceId, EvidenceKind, sha256};
use store::gaps::GapScope;
use store::{Store, Write};

use crate::error::IngestError;
use crate::fold::Fold;
use crate::import::{ImportFile, ImportOptions, ImportOutcome, ImportedFile};

struct Body<'a> {
    file: &'a ImportFile,
    redacted: cluster::Redacted,
}

/// Imports the files of one reading of a cluster. Files that do not parse are told in `outcome.failed`; when all of
/// them together cannot be placed (two clusters, or none), all of them are.
pub(crate) fn import(
    store: &Store,
    files: &[&ImportFile],
    options: &ImportOptions,
    now: Time,
    outcome: &mut ImportOutcome,
) -> Result<(), IngestError> {
    let mut bodies = Vec::new();
    for file in files {
        match cluster::redact(&file.name, &file.bytes) {
            Ok(redacted) => bodies.push(Body { file, redacted }),
            Err(error) => outcome.failed.push((file.name.clone(), error.into())),
        }
    }
    if bodies.is_empty() {
        return Ok(());
    }
    let uid = match single_uid(&bodies) {
        Ok(uid) => uid,
        Err(error) => {
            outcome.failed.push((bodies[0].file.name.clone(), error));
            return Ok(());
        }
    };
    let stored = store.write(|write| store_reading(write, &bodies, uid.as_deref(), options, now));
    match stored {
        Ok((name, imported, gaps)) => {
            outcome.imported.extend(imported);
            outcome.gaps.extend(gaps.into_iter().map(|gap| (name.clone(), gap)));
            Ok(())
        }
        Err(error @ (IngestError::UnknownCluster { .. } | IngestError::OtherCluster { .. })) => {
            outcome.failed.push((bodies[0].file.name.clone(), error));
            Ok(())
        }
        Err(error) => Err(error),
    }
}

fn single_uid(bodies: &[Body<'_>]) -> Result<Option<String>, IngestError> {
    let views: Vec<(&str, &[u8])> =
        bodies.iter().map(|body| (body.file.name.as_str(), body.redacted.body.as_slice())).collect();
    let mut found = cluster::cluster_uids(&views);
    found.sort_by(|a, b| a.1.cmp(&b.1));
    found.dedup_by(|a, b| a.1 == b.1);
    match found.len() {
        0 => Ok(None),
        1 => Ok(found.pop().map(|(_, uid)| uid)),
        _ => Err(IngestError::TwoClusters { found }),
    }
}

type Stored = (String, Vec<ImportedFile>, Vec<Gap>);

fn store_reading(
    write: &Write<'_>,
    bodies: &[Body<'_>],
    uid: Option<&str>,
    options: &ImportOptions,
    now: Time,
) -> Result<Stored, IngestError> {
    let files = || bodies.iter().map(|body| body.file.name.clone()).collect::<Vec<_>>();
    let cluster = find_cluster(write, uid, options.cluster.as_deref(), now, files)?;
    write.set_cluster_labels(cluster.id, &options.labels)?;

    let mut evidence = Vec::new();
    let mut imported = Vec::new();
    let mut gaps: Vec<Gap> = Vec::new();
    for Body { file, redacted } in bodies {
        let source = sha256(&file.bytes);
        let (id, new) =
            write.append_evidence(EvidenceKind::ClusterObjects, &file.name, &redacted.body, source, now)?;
        evidence.push(id);
        gaps.extend(redacted.gaps.iter().cloned());
        imported.push(ImportedFile {
            name: file.name.clone(),
            kind: "cluster",
            records: redacted.objects as u32,
            new,
            cluster: Some(cluster.name.clone()),
        });
    }
    let (taken_at, time_basis) = match options.taken_at {
        Some(given) => (given, "given"),
        None => {
            let written = bodies.iter().filter_map(|body| body.file.modified).max();
            (written.unwrap_or(now), "file-time")
        }
    };
    gaps.extend(add_reading(write, &cluster, taken_at, time_basis, &evidence, now)?);
    write.add_gaps(GapScope::Cluster, &cluster.name, &gaps)?;
    Ok((cluster.name, imported, gaps))
}

/// Finds the cluster by UID, else by the name that was given; a new one is stored.
fn find_cluster(
    write: &Write<'_>,
    uid: Option<&str>,
    name: Option<&str>,
    now: Time,
    files: impl FnOnce() -> Vec<String>,
) -> Result<ClusterRow, IngestError> {
    let known = write.clusters()?;
    if let Some(row) = uid.and_then(|uid| known.iter().find(|row| row.uid.as_deref() == Some(uid))) {
        return Ok(row.clone());
    }
    if let Some(row) = name.and_then(|name| known.iter().find(|row| row.name == name)) {
        match (&row.uid, uid) {
            (Some(known), Some(found)) => {
                return Err(IngestError::OtherCluster {
                    files: files(),
                    name: row.name.clone(),
                    known: known.clone(),
                    found: found.to_owned(),
                });
            }
            (None, Some(found)) => write.set_cluster_uid(row.id, found)?,
            (_, None) => {}
        }
        return Ok(row.clone());
    }
    let name = match (name, uid) {
        (Some(name), _) => name.to_owned(),
        (None, Some(uid)) => format!("cluster-{}", uid.chars().take(8).collect::<String>()),
        (None, None) => return Err(IngestError::UnknownCluster { files: files() }),
    };
    let id = write.add_cluster(uid, &name, now)?;
    Ok(ClusterRow { id, uid: uid.map(str::to_owned), name, labels: Vec::new() })
}

/// Adds evidence to the reading of a cluster at a time, and folds it into the observations. Returns its gaps.
fn add_reading(
    write: &Write<'_>,
    cluster: &ClusterRow,
    taken_at: Time,
    time_basis: &str,
    evidence: &[EvidenceId],
    now: Time,
) -> Result<Vec<Gap>, IngestError> {
    let known = write.snapshots(cluster.id)?;
    let same = known.iter().find(|row| row.taken_at == taken_at);
    let mut all = match same {
        Some(row) => write.snapshot_evidence(row.id)?.into_iter().map(|(id, _)| id).collect(),
        None => Vec::new(),
    };
    let new: Vec<EvidenceId> = evidence.iter().copied().filter(|id| !all.contains(id)).collect();
    if new.is_empty() && same.is_some() {
        return Ok(Vec::new());
    }
    all.extend(new);
    let snapshot = derive(write, &all)?;
    write.put_snapshot(&NewSnapshot {
        cluster: cluster.id,
        taken_at,
        time_basis,
        recorded_at: now,
        pods: snapshot.pods,
        kinds: &snapshot.kinds,
        namespaces: snapshot.namespaces.as_deref(),
        evidence: &all,
    })?;
    let gaps = snapshot.gaps.clone();
    let newest = known.last().is_none_or(|last| last.taken_at < taken_at);
    if newest {
        let open = write.open_observations(cluster.id)?;
        let open = open.into_iter().map(|row| (row.key, row.value, row.observation)).collect();
        let lists_pods = |kinds: &[String]| kinds.iter().any(|kind| kind == "Pod");
        let last_pods = known.iter().rev().find(|row| lists_pods(&row.kinds)).map(|row| row.taken_at);
        let mut fold = Fold::resume(open, write.open_claims(cluster.id)?, last_pods);
        fold.add(cluster.id, taken_at, snapshot);
        put(write, cluster.id, &fold)?;
    } else {
        refold(write, cluster.id)?;
    }
    Ok(gaps)
}

/// Derives a reading from its evidence.
fn derive(write: &Write<'_>, evidence: &[EvidenceId]) -> Result<Snapshot, IngestError> {
    let mut bodies = Vec::with_capacity(evidence.len());
    for id in evidence {
        bodies.push((write.evidence_name(*id)?, write.evidence_body(*id)?));
    }
    let views: Vec<(&str, &[u8])> =
        bodies.iter().map(|(name, body)| (name.as_str(), body.as_slice())).collect();
    Ok(cluster::snapshot(&views))
}

fn put(write: &Write<'_>, cluster: ClusterId, fold: &Fold) -> Result<(), IngestError> {
    let (observations, claims) = fold.changed();
    write.put_observations(cluster, &observations)?;
    write.put_claims(&claims)?;
    Ok(())
}

/// Derives the observations and claims of a cluster again from all of its readings.
pub(crate) fn refold(write: &Write<'_>, cluster: ClusterId) -> Result<(), IngestError> {
    write.clear_observations(cluster)?;
    write.clear_claims(cluster)?;
    let mut fold = Fold::default();
    for row in write.snapshots(cluster)? {
        let evidence: Vec<EvidenceId> =
            write.snapshot_evidence(row.id)?.into_iter().map(|(id, _)| id).collect();
        fold.add(cluster, row.taken_at, derive(write, &evidence)?);
    }
    put(write, cluster, &fold)
}

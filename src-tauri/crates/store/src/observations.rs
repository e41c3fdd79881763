//! Observations: what containers ran, as intervals over the snapshots of their cluster.

use domain::observation::ManagedBy;
use domain::{ContainerRole, Digest, DigestKind, ImageReference, Time, Workload};
use rusqlite::{OptionalExtension, Row, params, types::Value};
use rustc_hash::FxHashMap;

use crate::clusters::ClusterId;
use crate::connection::{Read, Write};
use crate::error::{StoreError, at};
use crate::text;

/// What a container ran: everything but the counts.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunningValue {
    /// The reference in the pod's specification.
    pub image: ImageReference,
    /// `imageID` as the runtime wrote it.
    pub image_id: String,
    /// The digest in it.
    pub digest: Option<Digest>,
    /// What the digest is of.
    pub digest_kind: DigestKind,
    /// Why there is none that a registry knows.
    pub reason: Option<String>,
    /// Revision that a label of the pod claims.
    pub revision_label: Option<String>,
    /// Controller objects that it belongs to.
    pub managed_by: Vec<ManagedBy>,
}

/// A container of a workload.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContainerKey {
    /// The workload.
    pub workload: Workload,
    /// Which list of the specification it stands in.
    pub role: ContainerRole,
    /// Its name.
    pub container: String,
}

/// A value with its counts over an unbroken run of snapshots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    /// The first snapshot of the run.
    pub first_at: Time,
    /// The last one.
    pub last_at: Time,
    /// The first snapshot after it; [`Time::FOREVER`] if there is none.
    pub not_after: Time,
    /// The last snapshot before the value was first seen without a break; `None` if there is none.
    pub since_not_before: Option<Time>,
    /// The first snapshot since which it was seen without a break, whatever the counts.
    pub since_first: Time,
    /// Creation of the oldest pod that runs it.
    pub pods_since: Option<Time>,
    /// Pods.
    pub replicas: u32,
    /// Ready ones.
    pub ready: u32,
}

/// An observation with what it is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObservationRow {
    /// The cluster.
    pub cluster: ClusterId,
    /// The container.
    pub key: ContainerKey,
    /// What it ran.
    pub value: RunningValue,
    /// When, and how many.
    pub observation: Observation,
}

/// Which observations to read. Absent filters let everything through.
#[derive(Debug, Clone, Default)]
pub struct ObservationFilter<'a> {
    /// Of this cluster.
    pub cluster: Option<ClusterId>,
    /// The last thing known at this time: first seen by then, and not seen to be gone by then.
    pub standing_at: Option<Time>,
    /// First seen at or before this time.
    pub first_until: Option<Time>,
    /// Of this namespace.
    pub namespace: Option<&'a str>,
    /// Of this workload's name.
    pub workload: Option<&'a str>,
}

const SELECT: &str = "SELECT c.cluster, c.namespace, c.kind, c.workload, c.container, c.role, \
     v.image, v.tag, v.spec_digest, v.image_id, v.digest, v.digest_kind, v.reason, v.revision_label, v.managed_by, \
     o.first_at, o.last_at, o.not_after, o.since_not_before, o.since_first, o.pods_since, o.replicas, o.ready \
     FROM container c JOIN observation o ON o.container = c.id JOIN running_value v ON v.id = o.value";

fn observation(row: &Row<'_>) -> rusqlite::Result<ObservationRow> {
    let role: String = row.get(5)?;
    let digest_kind: String = row.get(11)?;
    let managed_by: String = row.get(14)?;
    Ok(ObservationRow {
        cluster: ClusterId(row.get(0)?),
        key: ContainerKey {
            workload: Workload { namespace: row.get(1)?, kind: row.get(2)?, name: row.get(3)? },
            container: row.get(4)?,
            role: ContainerRole::from_stored(&role),
        },
        value: RunningValue {
            image: ImageReference {
                name: row.get(6)?,
                tag: row.get(7)?,
                digest: text::optional_digest(row, 8)?,
            },
            image_id: row.get(9)?,
            digest: text::optional_digest(row, 10)?,
            digest_kind: DigestKind::from_stored(&digest_kind),
            reason: row.get(12)?,
            revision_label: row.get(13)?,
            managed_by: serde_json::from_str(&managed_by).unwrap_or_default(),
        },
        observation: Observation {
            first_at: text::time(row, 15)?,
            last_at: text::time(row, 16)?,
            not_after: text::time(row, 17)?,
            since_not_before: text::optional_time(row, 18)?,
            since_first: text::time(row, 19)?,
            pods_since: text::optional_time(row, 20)?,
            replicas: row.get(21)?,
            ready: row.get(22)?,
        },
    })
}

impl Read<'_> {
    /// Returns observations by cluster, workload, container and time.
    pub fn observations(&self, filter: &ObservationFilter<'_>) -> Result<Vec<ObservationRow>, StoreError> {
        let ObservationFilter { cluster, standing_at, first_until, namespace, workload } = filter;
        let mut sql = SELECT.to_owned();
        let mut values: Vec<Value> = Vec::new();
        let mut add = |condition: &str, parameters: Vec<Value>| {
            sql.push_str(if values.is_empty() { " WHERE " } else { " AND " });
            sql.push_str(condition);
            values.extend(parameters);
        };
        if let Some(cluster) = cluster {
            add("c.cluster = ?", vec![Value::Integer(cluster.0)]);
        }
        if let Some(time) = standing_at {
            let time = Value::Integer(time.micros());
            add("o.first_at <= ? AND o.not_after > ?", vec![time.clone(), time]);
        }
        if let Some(time) = first_until {
            add("o.first_at <= ?", vec![Value::Integer(time.micros())]);
        }
        if let Some(namespace) = namespace {
            add("c.namespace = ?", vec![Value::Text((*namespace).to_owned())]);
        }
        if let Some(workload) = workload {
            add("c.workload = ?", vec![Value::Text((*workload).to_owned())]);
        }
        sql.push_str(
            " ORDER BY c.cluster, c.namespace, c.kind, c.workload, c.role, c.container, o.first_at, v.image, v.tag, \
             v.digest",
        );
        let step = "reading observations";
        let mut statement = self.connection().prepare_cached(&sql).map_err(at(step))?;
        let rows = statement.query_map(rusqlite::params_from_iter(values), observation).map_err(at(step))?;
        rows.collect::<Result<_, _>>().map_err(at(step))
    }
}

impl Write<'_> {
    /// Forgets the observations of a cluster, before they are folded anew.
    pub fn clear_observations(&self, cluster: ClusterId) -> Result<(), StoreError> {
        const SQL: &str =
            "DELETE FROM observation WHERE container IN (SELECT id FROM container WHERE cluster = ?1)";
        self.connection().execute(SQL, [cluster.0]).map(drop).map_err(at("clearing observations"))
    }

    /// Returns the observations of a cluster that no later snapshot has ended.
    pub fn open_observations(&self, cluster: ClusterId) -> Result<Vec<ObservationRow>, StoreError> {
        let step = "reading open observations";
        let sql = [SELECT, " WHERE c.cluster = ?1 AND o.not_after = ?2"].concat();
        let mut statement = self.connection().prepare_cached(&sql).map_err(at(step))?;
        let rows =
            statement.query_map(params![cluster.0, Time::FOREVER.micros()], observation).map_err(at(step))?;
        rows.collect::<Result<_, _>>().map_err(at(step))
    }

    /// Writes observations of a cluster; one whose container, value and beginning are stored already is replaced.
    pub fn put_observations(
        &self,
        cluster: ClusterId,
        rows: &[(&ContainerKey, &RunningValue, &Observation)],
    ) -> Result<(), StoreError> {
        let step = "writing observations";
        let connection = self.connection();
        let mut containers: FxHashMap<&ContainerKey, i64> = FxHashMap::default();
        let mut values: FxHashMap<&RunningValue, i64> = FxHashMap::default();
        let mut insert = connection
            .prepare_cached(
                "INSERT OR REPLACE INTO observation (container, value, first_at, last_at, not_after, since_not_before, \
                 since_first, pods_since, replicas, ready) VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10)",
            )
            .map_err(at(step))?;
        for (key, value, seen) in rows.iter().copied() {
            let container = match containers.get(key) {
                Some(id) => *id,
                None => {
                    let id = self.container(cluster, key)?;
                    containers.insert(key, id);
                    id
                }
            };
            let value = match values.get(value) {
                Some(id) => *id,
                None => {
                    let id = self.running_value(value)?;
                    values.insert(value, id);
                    id
                }
            };
            insert
                .execute(params![
                    container,
                    value,
                    seen.first_at.micros(),
                    seen.last_at.micros(),
                    seen.not_after.micros(),
                    seen.since_not_before.map(Time::micros),
                    seen.since_first.micros(),
                    seen.pods_since.map(Time::micros),
                    seen.replicas,
                    seen.ready
                ])
                .map_err(at(step))?;
        }
        Ok(())
    }

    fn container(&self, cluster: ClusterId, key: &ContainerKey) -> Result<i64, StoreError> {
        const SQL: &str = "INSERT INTO container (cluster, namespace, kind, workload, container, role) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
             ON CONFLICT (cluster, namespace, kind, workload, role, container) DO UPDATE SET role = ?6 RETURNING id";
        let ContainerKey { workload, role, container } = key;
        self.connection()
            .query_row(
                SQL,
                params![
                    cluster.0,
                    workload.namespace,
                    workload.kind,
                    workload.name,
                    container,
                    role.as_str()
                ],
                |row| row.get(0),
            )
            .map_err(at("writing a container"))
    }

    fn running_value(&self, value: &RunningValue) -> Result<i64, StoreError> {
        const FIND: &str = "SELECT id FROM running_value WHERE image = ?1 AND tag IS ?2 AND spec_digest IS ?3 \
             AND image_id = ?4 AND digest IS ?5 AND digest_kind = ?6 AND reason IS ?7 AND revision_label IS ?8 \
             AND managed_by = ?9";
        const ADD: &str = "INSERT INTO running_value (image, tag, spec_digest, image_id, digest, digest_kind, \
             reason, revision_label, managed_by) VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9)";
        let step = "writing what runs";
        let RunningValue { image, image_id, digest, digest_kind, reason, revision_label, managed_by } = value;
        let managed_by = serde_json::to_string(managed_by).unwrap_or_default();
        let parameters = params![
            image.name,
            image.tag,
            image.digest.as_ref().map(Digest::as_str),
            image_id,
            digest.as_ref().map(Digest::as_str),
            digest_kind.as_str(),
            reason,
            revision_label,
            managed_by
        ];
        let connection = self.connection();
        let known = connection
            .prepare_cached(FIND)
            .and_then(|mut statement| statement.query_row(parameters, |row| row.get(0)).optional())
            .map_err(at(step))?;
        if let Some(id) = known {
            return Ok(id);
        }
        connection
            .prepare_cached(ADD)
            .and_then(|mut statement| statement.execute(parameters))
            .map_err(at(step))?;
        Ok(connection.last_insert_rowid())
    }
}

//! Clusters, their labels and their snapshots.

use domain::Time;
use rusqlite::{OptionalExtension, Row, params};

use crate::connection::{Connected, Read, Write};
use crate::error::{StoreError, at};
use crate::evidence::EvidenceId;
use crate::text;

/// Number of a cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClusterId(pub i64);

/// A cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClusterRow {
    /// Its number.
    pub id: ClusterId,
    /// UID of its namespace `kube-system`; `None` if no file said.
    pub uid: Option<String>,
    /// Its name.
    pub name: String,
    /// Its labels, by key.
    pub labels: Vec<(String, String)>,
}

impl ClusterRow {
    /// Returns the value of the first of these labels that it has.
    pub fn label(&self, keys: &[&str]) -> Option<&str> {
        keys.iter().find_map(|key| {
            self.labels.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
        })
    }

    /// Returns its environment: label `environment`, `env` or `stage`.
    pub fn environment(&self) -> Option<&str> {
        self.label(&["environment", "env", "stage"])
    }

    /// Returns its region: label `region` or `topology.kubernetes.io/region`.
    pub fn region(&self) -> Option<&str> {
        self.label(&["region", "topology.kubernetes.io/region"])
    }
}

/// A snapshot of a cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SnapshotRow {
    /// Its number.
    pub id: i64,
    /// The cluster.
    pub cluster: ClusterId,
    /// When it was taken.
    pub taken_at: Time,
    /// How we know when: `given` or `file-time`.
    pub time_basis: String,
    /// When we learned of it.
    pub recorded_at: Time,
    /// Pods in it.
    pub pods: u32,
    /// Kinds that were listed.
    pub kinds: Vec<String>,
}

/// A snapshot to be stored.
#[derive(Debug, Clone)]
pub struct NewSnapshot<'a> {
    /// The cluster.
    pub cluster: ClusterId,
    /// When it was taken.
    pub taken_at: Time,
    /// How we know when: `given` or `file-time`.
    pub time_basis: &'a str,
    /// When we learned of it.
    pub recorded_at: Time,
    /// Pods in it.
    pub pods: u32,
    /// Kinds that were listed.
    pub kinds: &'a [String],
    /// Namespaces that were listed, if not all of them.
    pub namespaces: Option<&'a [String]>,
    /// What it was derived from.
    pub evidence: &'a [EvidenceId],
}

fn clusters(connected: &impl Connected) -> Result<Vec<ClusterRow>, StoreError> {
    let step = "reading the clusters";
    let connection = connected.connected();
    let mut statement =
        connection.prepare_cached("SELECT id, uid, name FROM cluster ORDER BY name").map_err(at(step))?;
    let mut labels = connection
        .prepare_cached("SELECT key, value FROM cluster_label WHERE cluster = ?1 ORDER BY key")
        .map_err(at(step))?;
    let rows = statement
        .query_map([], |row| {
            Ok(ClusterRow {
                id: ClusterId(row.get(0)?),
                uid: row.get(1)?,
                name: row.get(2)?,
                labels: Vec::new(),
            })
        })
        .map_err(at(step))?;
    let mut rows = rows.collect::<Result<Vec<_>, _>>().map_err(at(step))?;
    for row in &mut rows {
        let found = labels.query_map([row.id.0], |row| Ok((row.get(0)?, row.get(1)?))).map_err(at(step))?;
        row.labels = found.collect::<Result<_, _>>().map_err(at(step))?;
    }
    Ok(rows)
}

fn snapshot(row: &Row<'_>) -> rusqlite::Result<SnapshotRow> {
    let kinds: String = row.get(6)?;
    Ok(SnapshotRow {
        id: row.get(0)?,
        cluster: ClusterId(row.get(1)?),
        taken_at: text::time(row, 2)?,
        time_basis: row.get(3)?,
        recorded_at: text::time(row, 4)?,
        pods: row.get(5)?,
        kinds: serde_json::from_str(&kinds).unwrap_or_default(),
    })
}

fn snapshots(connected: &impl Connected, cluster: ClusterId) -> Result<Vec<SnapshotRow>, StoreError> {
    const SQL: &str = "SELECT id, cluster, taken_at, time_basis, recorded_at, pods, kinds FROM snapshot \
                       WHERE cluster = ?1 ORDER BY taken_at";
    let step = "reading snapshots";
    let mut statement = connected.connected().prepare_cached(SQL).map_err(at(step))?;
    let rows = statement.query_map([cluster.0], snapshot).map_err(at(step))?;
    rows.collect::<Result<_, _>>().map_err(at(step))
}

impl Read<'_> {
    /// Returns every cluster, by name.
    pub fn clusters(&self) -> Result<Vec<ClusterRow>, StoreError> {
        clusters(self)
    }

    /// Returns the snapshots of a cluster, oldest first.
    pub fn snapshots(&self, cluster: ClusterId) -> Result<Vec<SnapshotRow>, StoreError> {
        snapshots(self, cluster)
    }

    /// Returns the last snapshot of a cluster at or before a time.
    pub fn snapshot_at(&self, cluster: ClusterId, time: Time) -> Result<Option<SnapshotRow>, StoreError> {
        const SQL: &str = "SELECT id, cluster, taken_at, time_basis, recorded_at, pods, kinds FROM snapshot \
                           WHERE cluster = ?1 AND taken_at <= ?2 ORDER BY taken_at DESC LIMIT 1";
        self.connection()
            .prepare_cached(SQL)
            .and_then(|mut statement| {
                statement.query_row(params![cluster.0, time.micros()], snapshot).optional()
            })
            .map_err(at("reading a snapshot"))
    }
}

impl Write<'_> {
    /// Returns every cluster, by name.
    pub fn clusters(&self) -> Result<Vec<ClusterRow>, StoreError> {
        clusters(self)
    }

    /// Returns the snapshots of a cluster, oldest first.
    pub fn snapshots(&self, cluster: ClusterId) -> Result<Vec<SnapshotRow>, StoreError> {
        snapshots(self, cluster)
    }

    /// Stores a cluster that is not known yet.
    pub fn add_cluster(
        &self,
        uid: Option<&str>,
        name: &str,
        added_at: Time,
    ) -> Result<ClusterId, StoreError> {
        self.connection()
            .execute(
                "INSERT INTO cluster (uid, name, added_at) VALUES (?1, ?2, ?3)",
                params![uid, name, added_at.micros()],
            )
            .map_err(at("storing a cluster"))?;
        Ok(ClusterId(self.connection().last_insert_rowid()))
    }

    /// Gives a cluster the UID that a later file told.
    pub fn set_cluster_uid(&self, cluster: ClusterId, uid: &str) -> Result<(), StoreError> {
        self.connection()
            .execute("UPDATE cluster SET uid = ?2 WHERE id = ?1", params![cluster.0, uid])
            .map(drop)
            .map_err(at("naming a cluster"))
    }

    /// Sets labels of a cluster; others stay.
    pub fn set_cluster_labels(
        &self,
        cluster: ClusterId,
        labels: &[(String, String)],
    ) -> Result<(), StoreError> {
        const SQL: &str = "INSERT OR REPLACE INTO cluster_label (cluster, key, value) VALUES (?1, ?2, ?3)";
        for (key, value) in labels {
            self.connection()
                .execute(SQL, params![cluster.0, key, value])
                .map_err(at("labelling a cluster"))?;
        }
        Ok(())
    }

    /// Stores a snapshot; one of the same time gets more evidence. Returns its number.
    pub fn put_snapshot(&self, snapshot: &NewSnapshot<'_>) -> Result<i64, StoreError> {
        const SQL: &str = "INSERT INTO snapshot (cluster, taken_at, time_basis, recorded_at, pods, kinds, namespaces) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (cluster, taken_at) \
             DO UPDATE SET pods = ?5, kinds = ?6, namespaces = ?7 RETURNING id";
        let step = "storing a snapshot";
        let NewSnapshot { cluster, taken_at, time_basis, recorded_at, pods, kinds, namespaces, evidence } =
            snapshot;
        let kinds = serde_json::to_string(kinds).unwrap_or_default();
        let namespaces = namespaces.map(|names| serde_json::to_string(names).unwrap_or_default());
        let id: i64 = self
            .connection()
            .query_row(
                SQL,
                params![
                    cluster.0,
                    taken_at.micros(),
                    time_basis,
                    recorded_at.micros(),
                    pods,
                    kinds,
                    namespaces
                ],
                |row| row.get(0),
            )
            .map_err(at(step))?;
        for evidence in *evidence {
            self.connection()
                .execute(
                    "INSERT OR IGNORE INTO snapshot_evidence (snapshot, evidence) VALUES (?1, ?2)",
                    params![id, evidence.0],
                )
                .map_err(at(step))?;
        }
        Ok(id)
    }

    /// Returns the evidence of a snapshot, in the order in which it was recorded, with the names of the files.
    pub fn snapshot_evidence(&self, snapshot: i64) -> Result<Vec<(EvidenceId, String)>, StoreError> {
        const SQL: &str = "SELECT e.id, e.name FROM snapshot_evidence x JOIN evidence e ON e.id = x.evidence \
                           WHERE x.snapshot = ?1 ORDER BY e.id";
        let step = "reading the evidence of a snapshot";
        let mut statement = self.connection().prepare_cached(SQL).map_err(at(step))?;
        let rows = statement
            .query_map([snapshot], |row| Ok((EvidenceId(row.get(0)?), row.get(1)?)))
            .map_err(at(step))?;
        rows.collect::<Result<_, _>>().map_err(at(step))
    }
}

//! What is known of the fleet at a time: clusters with their freshness, what ran, what controllers said.

use domain::Time;
use store::Read;
use store::claims::ClaimRow;
use store::clusters::{ClusterId, ClusterRow, SnapshotRow};
use store::observations::{ObservationFilter, ObservationRow};
use store::repositories::RepositoryRow;

use crate::answer::{ClusterFreshness, GapRow};
use crate::environment;
use crate::error::QueryError;

/// A reading may be as old as this before it counts as stale, however often the cluster is usually read.
const LEAST_FRESH: i64 = 24 * 3600;

/// A cluster at a time.
#[derive(Debug)]
pub(crate) struct ClusterState {
    /// The cluster.
    pub(crate) row: ClusterRow,
    /// Its snapshots up to that time, oldest first.
    pub(crate) snapshots: Vec<SnapshotRow>,
    /// How old the last one is.
    pub(crate) freshness: ClusterFreshness,
    /// What ran, by the last that is known.
    pub(crate) observations: Vec<ObservationRow>,
    /// What controllers said.
    pub(crate) claims: Vec<ClaimRow>,
}

/// The fleet at a time.
#[derive(Debug)]
pub(crate) struct FleetState {
    /// The time.
    pub(crate) at: Time,
    /// The repositories.
    pub(crate) repositories: Vec<RepositoryRow>,
    /// The clusters, first environments first.
    pub(crate) clusters: Vec<ClusterState>,
}

impl FleetState {
    /// Loads the fleet as it was known at `at`.
    pub(crate) fn load(read: &Read<'_>, at: Time) -> Result<Self, QueryError> {
        let mut clusters = Vec::new();
        for row in read.clusters()? {
            let mut snapshots = read.snapshots(row.id)?;
            snapshots.retain(|snapshot| snapshot.taken_at <= at);
            let freshness = freshness(&row, &snapshots, at);
            let filter = ObservationFilter {
                cluster: Some(row.id),
                standing_at: Some(at),
                ..ObservationFilter::default()
            };
            let observations = read.observations(&filter)?;
            let claims = read.claims_at(row.id, at)?;
            clusters.push(ClusterState { row, snapshots, freshness, observations, claims });
        }
        clusters.sort_by_cached_key(|cluster| {
            (environment::rank(cluster.row.environment()), cluster.row.name.clone())
        });
        Ok(FleetState { at, repositories: read.repositories()?, clusters })
    }

    /// Returns the cluster with this number.
    pub(crate) fn cluster(&self, id: ClusterId) -> Option<&ClusterState> {
        self.clusters.iter().find(|cluster| cluster.row.id == id)
    }

    /// Returns the name of a repository.
    pub(crate) fn repository(&self, id: store::repositories::RepositoryId) -> Option<&RepositoryRow> {
        self.repositories.iter().find(|repository| repository.id == id)
    }
}

/// Returns the stored gaps as rows of an answer.
pub(crate) fn gap_rows(read: &Read<'_>) -> Result<Vec<GapRow>, QueryError> {
    let rows = read.gaps()?.into_iter().map(|stored| GapRow {
        source: stored.source,
        code: stored.gap.code,
        place: stored.gap.place,
        message: stored.gap.message,
        from: None,
        to: None,
    });
    Ok(rows.collect())
}

fn freshness(row: &ClusterRow, snapshots: &[SnapshotRow], at: Time) -> ClusterFreshness {
    let last = snapshots.last().map(|snapshot| snapshot.taken_at);
    let age = last.map(|last| at.seconds_since(last));
    ClusterFreshness {
        cluster: row.name.clone(),
        environment: row.environment().map(str::to_owned),
        region: row.region().map(str::to_owned),
        last_snapshot: last,
        age_s: age,
        stale: age.is_none_or(|age| age > patience(snapshots)),
    }
}

/// Returns after how many seconds a reading no longer speaks for the present: twice as long as the cluster usually
/// goes unread, and a day at least. Usual is the upper quartile of the pauses: extra readings around a rollout make
/// the median short, and every weekend would look like a gap.
pub(crate) fn patience(snapshots: &[SnapshotRow]) -> i64 {
    let mut pauses: Vec<i64> =
        snapshots.windows(2).map(|pair| pair[1].taken_at.seconds_since(pair[0].taken_at)).collect();
    pauses.sort_unstable();
    let usual = pauses.get(pauses.len() * 3 / 4).copied().unwrap_or(0);
    (2 * usual).max(LEAST_FRESH)
}

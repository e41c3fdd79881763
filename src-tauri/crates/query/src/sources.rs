//! State of the sources, and what names the workspace knows.

use std::collections::BTreeSet;

use domain::Time;
use store::Read;
use store::observations::ObservationFilter;

use crate::answer::{ClusterSource, RepositorySource, SourcesAnswer};
use crate::environment;
use crate::error::QueryError;
use crate::fleet_state::gap_rows;

/// Returns every source with how far it was read.
pub fn sources(read: &Read<'_>) -> Result<SourcesAnswer, QueryError> {
    let gaps = gap_rows(read)?;
    let count = |source: &str| gaps.iter().filter(|gap| gap.source == source).count() as u32;
    let mut repositories = Vec::new();
    for row in read.repositories()? {
        let (commits, line) = read.commit_counts(row.id)?;
        let state = row.state.as_ref();
        repositories.push(RepositorySource {
            gaps: count(&row.name),
            location: row.location,
            role: row.role.as_str().to_owned(),
            branch: state.map(|state| state.branch.clone()).or(row.branch),
            tip: state.map(|state| state.tip),
            synced_at: state.map(|state| state.synced_at),
            commits,
            line,
            slots: read.slot_count(row.id)?,
            name: row.name,
        });
    }
    let mut clusters = Vec::new();
    for row in read.clusters()? {
        let snapshots = read.snapshots(row.id)?;
        let last = snapshots.last().map(|snapshot| snapshot.taken_at);
        let filter =
            ObservationFilter { cluster: Some(row.id), standing_at: last, ..ObservationFilter::default() };
        clusters.push(ClusterSource {
            gaps: count(&row.name),
            snapshots: snapshots.len() as u32,
            first_snapshot: snapshots.first().map(|snapshot| snapshot.taken_at),
            last_snapshot: last,
            containers: if last.is_some() { read.observations(&filter)?.len() as u32 } else { 0 },
            uid: row.uid,
            labels: row.labels,
            name: row.name,
        });
    }
    Ok(SourcesAnswer { repositories, clusters, change_requests: read.change_request_count()?, gaps })
}

/// Names that the workspace knows, for pickers, and the stretch of time that it knows of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Whether there is no source at all.
    pub empty: bool,
    /// Environments, first ones first.
    pub environments: Vec<String>,
    /// Apps, by name.
    pub apps: Vec<String>,
    /// The first snapshot or declaration.
    pub first: Option<Time>,
    /// The last snapshot or tip.
    pub last: Option<Time>,
}

/// Returns the names that the workspace knows.
pub fn known(read: &Read<'_>) -> Result<Known, QueryError> {
    let (apps, declared) = read.slot_places()?;
    let of_cluster = environment::Clusters::load(read)?;
    let mut environments: BTreeSet<String> =
        declared.into_iter().map(|word| of_cluster.environment(word)).collect();
    let clusters = read.clusters()?;
    let repositories = read.repositories()?;
    environments.extend(clusters.iter().filter_map(|cluster| cluster.environment().map(str::to_owned)));
    let mut environments: Vec<String> = environments.into_iter().collect();
    environments.sort_by_cached_key(|name| environment::rank(Some(name)));

    let (mut first, mut last): (Option<Time>, Option<Time>) = (None, None);
    let mut seen = |time: Option<Time>| {
        if let Some(time) = time {
            first = Some(first.map_or(time, |known| known.min(time)));
            last = Some(last.map_or(time, |known| known.max(time)));
        }
    };
    for cluster in &clusters {
        let snapshots = read.snapshots(cluster.id)?;
        seen(snapshots.first().map(|snapshot| snapshot.taken_at));
        seen(snapshots.last().map(|snapshot| snapshot.taken_at));
    }
    for repository in repositories.iter().filter(|repository| repository.role.is_config()) {
        let Some(state) = &repository.state else { continue };
        for position in [0, state.line_length.saturating_sub(1)] {
            seen(read.line_commit(repository.id, position)?.and_then(|commit| commit.landed_at));
        }
    }
    Ok(Known { empty: clusters.is_empty() && repositories.is_empty(), environments, apps, first, last })
}

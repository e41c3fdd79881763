//! The app × cluster matrix.

use std::collections::BTreeMap;

use domain::{Time, Verdict};
use store::Read;

use crate::answer::{CellVersion, FleetAnswer, FleetCell, FleetColumn, FleetRow, RunningRow, VerdictCounts};
use crate::declared_index::DeclaredIndex;
use crate::error::QueryError;
use crate::fleet_state::{ClusterState, FleetState, gap_rows};
use crate::running::{RunningFilter, is_main, rows};
use crate::version;

/// Returns the fleet at `at`: one row an app, one column a cluster. Init and ephemeral containers are left out.
pub fn fleet(read: &Read<'_>, at: Time) -> Result<FleetAnswer, QueryError> {
    let state = FleetState::load(read, at)?;
    let index = DeclaredIndex::at(read, &state.repositories, at)?;
    let rows = rows(read, &state, &index, &RunningFilter::default())?;
    let mut counts = VerdictCounts::default();
    let mut columns: Vec<FleetColumn> = state.clusters.iter().map(column).collect();
    let mut apps: BTreeMap<String, Vec<Vec<RunningRow>>> = BTreeMap::new();
    for row in rows.into_iter().filter(is_main) {
        let Some(number) = columns.iter().position(|column| column.cluster == row.cluster) else { continue };
        count(&mut counts, row.verdict);
        count(&mut columns[number].counts, row.verdict);
        apps.entry(row.app.clone()).or_insert_with(|| vec![Vec::new(); columns.len()])[number].push(row);
    }
    let rows = apps
        .into_iter()
        .map(|(app, cells)| FleetRow {
            app,
            cells: cells.iter().zip(&columns).map(|(rows, column)| cell(rows, column)).collect(),
        })
        .collect();
    Ok(FleetAnswer { as_of: at, columns, rows, counts, gaps: gap_rows(read)? })
}

fn column(cluster: &ClusterState) -> FleetColumn {
    let freshness = &cluster.freshness;
    FleetColumn {
        cluster: freshness.cluster.clone(),
        environment: freshness.environment.clone(),
        region: freshness.region.clone(),
        last_snapshot: freshness.last_snapshot,
        age_s: freshness.age_s,
        stale: freshness.stale,
        counts: VerdictCounts::default(),
    }
}

fn count(counts: &mut VerdictCounts, verdict: Verdict) {
    match verdict {
        Verdict::Matched => counts.matched += 1,
        Verdict::Contradicted => counts.contradicted += 1,
        Verdict::Unknown => counts.unknown += 1,
    }
}

/// The worst verdict of a cell is the one to show: a contradiction, then what is not known.
fn badness(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Matched => 0,
        Verdict::Unknown => 1,
        Verdict::Contradicted => 2,
    }
}

fn cell(rows: &[RunningRow], column: &FleetColumn) -> FleetCell {
    let worst = rows.iter().max_by_key(|row| badness(row.verdict));
    let reason = match (worst, column.last_snapshot) {
        (Some(row), _) => row.reason.clone(),
        (None, Some(_)) => "not seen in this cluster".to_owned(),
        (None, None) => "this cluster was not read yet".to_owned(),
    };
    FleetCell {
        cluster: column.cluster.clone(),
        versions: rows.iter().map(cell_version).collect(),
        verdict: worst.map(|row| row.verdict),
        reason,
        age_s: rows.iter().map(|row| row.age_s).min(),
        stale: rows.iter().any(|row| row.stale),
    }
}

fn cell_version(row: &RunningRow) -> CellVersion {
    CellVersion {
        subject: row.subject.clone(),
        version: version::label(row.tag.as_deref(), None, row.digest.as_ref()),
        image: row.image.clone(),
        tag: row.tag.clone(),
        digest: row.digest.clone(),
        source: row.source.clone(),
        replicas: row.replicas,
        ready: row.ready,
        verdict: row.verdict,
        reason: row.reason.clone(),
    }
}

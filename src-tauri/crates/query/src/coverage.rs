//! What is not known of a period: it comes before any result.

use domain::{GapCode, Time};
use store::Read;
use store::clusters::SnapshotRow;

use crate::answer::{GapRow, LaneGap};
use crate::changes::ChangesFilter;
use crate::environment;
use crate::error::QueryError;
use crate::fleet_state::{FleetState, gap_rows, patience};

/// Returns the stretches between snapshots that are longer than the cluster usually goes unread.
pub(crate) fn unread(snapshots: &[SnapshotRow], to: Time) -> Vec<LaneGap> {
    let patience = patience(snapshots);
    let ends = snapshots.windows(2).map(|pair| (pair[0].taken_at, pair[1].taken_at));
    let tail = snapshots.last().map(|last| (last.taken_at, to));
    ends.chain(tail)
        .filter(|(from, until)| until.seconds_since(*from) > patience)
        .map(|(from, until)| LaneGap {
            from,
            to: until,
            reason: format!("no snapshot between {from} and {until}"),
        })
        .collect()
}

/// Returns the gaps of a population: stretches without snapshots of the clusters it is about, the `elsewhere`
/// changes in files of no environment, and what is stored of every source.
pub(crate) fn of_population(
    read: &Read<'_>,
    state: &FleetState,
    filter: &ChangesFilter,
    to: Time,
    elsewhere: usize,
) -> Result<Vec<GapRow>, QueryError> {
    let mut rows = Vec::new();
    for cluster in &state.clusters {
        let wanted = filter.environment.as_deref().is_none_or(|wanted| {
            cluster.row.environment().is_some_and(|environment| environment::same(wanted, environment))
        });
        if !wanted {
            continue;
        }
        let mut gaps = unread(&cluster.snapshots, to);
        if let Some(first) = cluster.snapshots.first().filter(|first| first.taken_at > filter.from) {
            let reason = format!("no snapshot before {}", first.taken_at);
            gaps.insert(0, LaneGap { from: filter.from, to: first.taken_at, reason });
        }
        for gap in gaps.into_iter().filter(|gap| gap.to > filter.from && gap.from < to) {
            rows.push(GapRow {
                source: cluster.row.name.clone(),
                code: GapCode::NoSnapshot,
                place: "snapshots".to_owned(),
                message: format!("{}: what ran in between and was gone again is not known", gap.reason),
                from: Some(gap.from),
                to: Some(gap.to),
            });
        }
    }
    if elsewhere > 0 {
        rows.push(GapRow {
            source: "declarations".to_owned(),
            code: GapCode::NoEnvironment,
            place: filter.environment.clone().unwrap_or_default(),
            message: format!(
                "{elsewhere} changes in files that belong to no environment are not in this list; some may reach \
                 this environment through overlays"
            ),
            from: Some(filter.from),
            to: Some(to),
        });
    }
    rows.extend(gap_rows(read)?);
    Ok(rows)
}

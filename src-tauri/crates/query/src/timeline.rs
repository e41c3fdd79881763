//! Promotions of an app: what Git declared in each environment, and what each cluster was seen to run.

use std::collections::BTreeMap;

use domain::{ContainerRole, DeclaredValue, Time};
use store::Read;
use store::declarations::{DeclarationFilter, DeclarationRow};
use store::observations::{ContainerKey, ObservationFilter, ObservationRow, RunningValue};

use crate::answer::{Bar, BarKind, LaneKind, TimelineAnswer, TimelineLane};
use crate::coverage;
use crate::declared_index::{DeclaredIndex, SlotHistory};
use crate::environment;
use crate::error::QueryError;
use crate::fleet_state::FleetState;
use crate::place::{self, Place};
use crate::running::{View, claim_of, narrowed};
use crate::version;

/// What to draw.
#[derive(Debug, Clone)]
pub struct TimelineFilter {
    /// The app.
    pub app: String,
    /// First moment; the first that is known of the app, if absent.
    pub from: Option<Time>,
    /// First moment not drawn; `at`, if absent.
    pub to: Option<Time>,
}

/// Returns the timeline of an app as known at `at`.
pub fn timeline(read: &Read<'_>, filter: &TimelineFilter, at: Time) -> Result<TimelineAnswer, QueryError> {
    let to = filter.to.unwrap_or(at).min(at);
    let state = FleetState::load(read, at)?;
    let index = DeclaredIndex::history(read, &state.repositories, &DeclarationFilter::default())?;
    let view = View::new(read, &state, &index);
    let mut lanes = declared_lanes(&view, &index, &filter.app, to)?;
    lanes.extend(observed_lanes(read, &state, &index, &view, &filter.app, to)?);
    if lanes.is_empty() {
        return Err(QueryError::NotFound { kind: "app", name: filter.app.clone() });
    }
    let first =
        lanes.iter().flat_map(|lane| &lane.bars).map(|bar| bar.from_not_before.max(Time::EARLIEST)).min();
    let from = filter.from.or(first).unwrap_or(to).min(to);
    for lane in &mut lanes {
        lane.bars.retain(|bar| bar.to_not_after > from && bar.from_not_before < to);
        lane.gaps.retain(|gap| gap.to > from && gap.from < to);
    }
    lanes.retain(|lane| !lane.bars.is_empty() || !lane.gaps.is_empty());
    lanes.sort_by_cached_key(|lane| {
        (environment::rank(lane.environment.as_deref()), lane.kind, lane.cluster.clone(), lane.label.clone())
    });
    Ok(TimelineAnswer { app: filter.app.clone(), from, to, lanes })
}

fn declared_lanes(
    view: &View<'_>,
    index: &DeclaredIndex,
    app: &str,
    to: Time,
) -> Result<Vec<TimelineLane>, QueryError> {
    let mut lanes: BTreeMap<(Option<String>, String), TimelineLane> = BTreeMap::new();
    for history in &index.slots {
        let slot = history.slot();
        // A base that names an image and leaves its version to the overlays declares no version.
        let versioned = |row: &DeclarationRow| {
            row.value.tag.is_some() || row.value.version.is_some() || row.value.digest.is_some()
        };
        if slot.placement.app.as_deref() != Some(app)
            || !history.is_image()
            || !history.rows.iter().any(versioned)
        {
            continue;
        }
        let bars = declared_bars(view, history, app, to)?;
        if bars.is_empty() {
            continue;
        }
        let environment = slot.placement.environment.clone().or_else(|| slot.placement.cluster.clone());
        let place = environment.clone().unwrap_or_else(|| "every environment".to_owned());
        let id = format!("declared/{}/{}", slot.path, slot.slot);
        let lane = TimelineLane {
            label: format!("{place} · {}", declarer(view, history, app)),
            kind: LaneKind::Declared,
            environment: environment.clone(),
            cluster: slot.placement.cluster.clone(),
            bars,
            gaps: Vec::new(),
            id: id.clone(),
        };
        lanes.insert((environment, id), lane);
    }
    Ok(lanes.into_values().collect())
}

/// Names for people who declares: the repository, and the image where it is not called as the app.
fn declarer(view: &View<'_>, history: &SlotHistory, app: &str) -> String {
    let repository = view.state.repository(history.slot().repository).map_or("?", |row| row.name.as_str());
    let image = history.rows.last().and_then(|row| row.value.image.as_deref()).map(domain::image::base_name);
    match image.filter(|image| *image != app) {
        Some(image) => format!("{repository} · {image}"),
        None => repository.to_owned(),
    }
}

fn declared_bars(
    view: &View<'_>,
    history: &SlotHistory,
    app: &str,
    to: Time,
) -> Result<Vec<Bar>, QueryError> {
    let mut bars = Vec::new();
    let mut seen: Vec<&DeclaredValue> = Vec::new();
    for (row, end) in history.rows.iter().zip(&history.ends) {
        // A value that was replaced at the moment it landed (equal times) stood for no time.
        if row.landed_at >= to || *end <= row.landed_at {
            continue;
        }
        let value = &row.value;
        let kind =
            kind_of(&seen, value, |known| (known.tag.clone(), known.version.clone(), known.digest.clone()));
        let image = value.image.as_deref().unwrap_or(app);
        let source = view.sources.resolve(image, value.tag.as_deref().or(value.version.as_deref()), None)?;
        bars.push(Bar {
            version: version::label(value.tag.as_deref(), value.version.as_deref(), value.digest.as_ref()),
            image: value.image.clone(),
            tag: value.tag.clone(),
            digest: value.digest.clone(),
            from: row.landed_at,
            from_not_before: row.landed_at,
            to: (*end).min(to),
            to_not_after: (*end).min(to),
            open: *end > to,
            kind,
            commit: Some(row.commit),
            source_commit: source.ok().map(|source| source.commit.oid),
            change_request: row.change_request.map(|number| format!("#{number}")),
            declared: None,
            subject: row.slot.path.clone(),
        });
        seen.push(value);
    }
    Ok(bars)
}

/// Tells a rollback (a value that was here before, other than the last one) from an upgrade.
fn kind_of<T, K: PartialEq>(
    seen: &[T],
    value: T,
    key: impl Fn(&T) -> (Option<String>, Option<String>, K),
) -> BarKind {
    let new = key(&value);
    match seen.last().map(&key) {
        None => BarKind::New,
        Some(last) if last == new => BarKind::Upgrade,
        Some(last) if (&last.0, &last.1) == (&new.0, &new.1) => BarKind::Redeploy,
        Some(_) if seen.iter().any(|known| key(known) == new) => BarKind::Rollback,
        Some(_) => BarKind::Upgrade,
    }
}

fn observed_lanes(
    read: &Read<'_>,
    state: &FleetState,
    index: &DeclaredIndex,
    view: &View<'_>,
    app: &str,
    to: Time,
) -> Result<Vec<TimelineLane>, QueryError> {
    let mut lanes = Vec::new();
    for cluster in &state.clusters {
        let filter = ObservationFilter {
            cluster: Some(cluster.row.id),
            first_until: Some(to),
            ..ObservationFilter::default()
        };
        let rows = read.observations(&filter)?;
        for rows in rows.chunk_by(|a, b| a.key == b.key) {
            let key = &rows[0].key;
            if key.role != ContainerRole::Main {
                continue;
            }
            let mut bars: Vec<Bar> = Vec::new();
            let mut seen: Vec<&RunningValue> = Vec::new();
            let mut is_app = false;
            for row in stretches(rows) {
                let place =
                    Place { cluster: &cluster.row, key, value: &row.value, claim: claim_of(cluster, row) };
                let seen_at = row.observation.last_at.min(to);
                let comparison = place::compare(index, &state.repositories, place, seen_at);
                is_app |= view.app(comparison.declared.as_ref().map(|found| found.row), row) == app;
                let digest = row.value.digest.clone().or_else(|| row.value.image.digest.clone());
                let kind = kind_of(&seen, &row.value, |known| {
                    (known.image.tag.clone(), Some(known.image.name.clone()), known.digest.clone())
                });
                let source = view.sources.resolve(
                    &row.value.image.name,
                    row.value.image.tag.as_deref(),
                    row.value.revision_label.as_deref(),
                )?;
                bars.push(observed_bar(
                    cluster.row.name.as_str(),
                    row,
                    digest,
                    kind,
                    to,
                    &comparison,
                    source.ok(),
                ));
                seen.push(&row.value);
            }
            if is_app {
                lanes.push(TimelineLane {
                    id: format!("observed/{}/{}", cluster.row.name, subject_of(key)),
                    label: format!(
                        "{} / {} / {} {}",
                        cluster.row.name,
                        key.workload.namespace,
                        key.workload.kind,
                        label_of(key)
                    ),
                    kind: LaneKind::Observed,
                    environment: cluster.row.environment().map(str::to_owned),
                    cluster: Some(cluster.row.name.clone()),
                    bars,
                    gaps: coverage::unread(&cluster.snapshots, to),
                });
            }
        }
    }
    Ok(lanes)
}

fn subject_of(key: &ContainerKey) -> String {
    format!("{}/{}/{}/{}", key.workload.namespace, key.workload.kind, key.workload.name, key.container)
}

fn label_of(key: &ContainerKey) -> String {
    if key.container == key.workload.name {
        key.workload.name.clone()
    } else {
        format!("{}/{}", key.workload.name, key.container)
    }
}

/// Joins neighbouring observations of one value that differ in counts alone: returns the last of each stretch, in
/// the order in which they began.
fn stretches(rows: &[ObservationRow]) -> Vec<&ObservationRow> {
    let mut last: Vec<&ObservationRow> = Vec::new();
    for row in rows {
        let same = |known: &&ObservationRow| {
            known.value == row.value && known.observation.since_first == row.observation.since_first
        };
        match last.iter().position(same) {
            Some(index) if last[index].observation.last_at < row.observation.last_at => last[index] = row,
            Some(_) => {}
            None => last.push(row),
        }
    }
    last.sort_by_key(|row| row.observation.since_first);
    last
}

fn observed_bar(
    cluster: &str,
    row: &ObservationRow,
    digest: Option<domain::Digest>,
    kind: BarKind,
    to: Time,
    comparison: &place::Comparison<'_>,
    source: Option<crate::source_commit::SourceCommit>,
) -> Bar {
    let seen = &row.observation;
    let value = &row.value;
    let from = narrowed(seen.since_not_before, seen.since_first, seen.pods_since);
    Bar {
        version: version::label(value.image.tag.as_deref(), None, digest.as_ref()),
        image: Some(value.image.name.clone()),
        tag: value.image.tag.clone(),
        digest,
        from,
        from_not_before: seen.since_not_before.unwrap_or(from).min(from),
        to: seen.last_at.min(to),
        to_not_after: seen.not_after.min(to),
        open: seen.not_after > to,
        kind,
        commit: comparison.declared.as_ref().map(|found| found.row.commit),
        source_commit: source.map(|source| source.commit.oid),
        change_request: None,
        declared: match comparison.verdict {
            domain::Verdict::Matched => Some(true),
            domain::Verdict::Contradicted => Some(false),
            domain::Verdict::Unknown => None,
        },
        subject: format!("{cluster}/{}", subject_of(&row.key)),
    }
}

//! What Git declares over time, per slot: from when to when, by which commit.

use std::collections::BTreeMap;

use domain::Time;
use store::Read;
use store::declarations::{DeclarationFilter, DeclarationRow, SlotId};
use store::repositories::{RepositoryId, RepositoryRow};

use crate::environment::Clusters;
use crate::error::QueryError;

/// Formats whose slots pin sources and charts, not images of containers.
const NOT_IMAGES: &[&str] = &[
    "argo-source",
    "kustomize-remote",
    "kustomize-chart",
    "flux-source",
    "chart-version",
    "helm-release-chart",
];

/// A slot that repeats, without its document's name, what the last of several documents of a file declares: for
/// looking up, not for counting. The name is the recognisers' own (`manifest::LAST_DOCUMENT`).
const REPETITION: &str = "last-document";

/// One slot with its declarations, oldest first.
#[derive(Debug)]
pub(crate) struct SlotHistory {
    /// Its declarations. Never empty.
    pub(crate) rows: Vec<DeclarationRow>,
    /// When each of them ended; [`Time::FOREVER`] while it stands.
    pub(crate) ends: Vec<Time>,
}

/// Declarations of all config repositories that were loaded.
#[derive(Debug, Default)]
pub(crate) struct DeclaredIndex {
    /// By repository, path and slot.
    pub(crate) slots: Vec<SlotHistory>,
    by_id: BTreeMap<SlotId, usize>,
}

impl SlotHistory {
    /// Returns the declaration that stood at `time`.
    pub(crate) fn at(&self, time: Time) -> Option<&DeclarationRow> {
        // `landed_at` is monotone along the line: the last row that landed by then is the candidate.
        let after = self.rows.partition_point(|row| row.landed_at <= time);
        let index = after.checked_sub(1)?;
        (self.ends[index] > time).then(|| &self.rows[index])
    }

    /// Returns the slot itself.
    pub(crate) fn slot(&self) -> &store::declarations::SlotRow {
        &self.rows[0].slot
    }

    /// Returns whether the slot only repeats another one of its file.
    pub(crate) fn is_repetition(&self) -> bool {
        self.slot().format == REPETITION
    }

    /// Returns whether the slot declares the image of a container, and does not repeat another one.
    pub(crate) fn is_image(&self) -> bool {
        !self.is_repetition() && !NOT_IMAGES.contains(&self.slot().format.as_str())
    }
}

impl DeclaredIndex {
    /// Loads what stood at `time`.
    pub(crate) fn at(
        read: &Read<'_>,
        repositories: &[RepositoryRow],
        time: Time,
    ) -> Result<Self, QueryError> {
        let mut index = DeclaredIndex::default();
        let clusters = Clusters::load(read)?;
        for repository in repositories.iter().filter(|repository| repository.role.is_config()) {
            let Some(position) = position_at(read, repository, time)? else { continue };
            let filter = DeclarationFilter {
                repository: Some(repository.id),
                standing_at: Some(position),
                ..DeclarationFilter::default()
            };
            let rows = read.declarations(&filter)?;
            index.add(rows, &clusters, |_, _| Ok(Time::FOREVER))?;
        }
        Ok(index)
    }

    /// Loads every declaration that `filter` lets through, with its end.
    pub(crate) fn history(
        read: &Read<'_>,
        repositories: &[RepositoryRow],
        filter: &DeclarationFilter<'_>,
    ) -> Result<Self, QueryError> {
        let mut index = DeclaredIndex::default();
        let clusters = Clusters::load(read)?;
        for repository in repositories.iter().filter(|repository| repository.role.is_config()) {
            let filter = DeclarationFilter { repository: Some(repository.id), ..filter.clone() };
            let rows = read.declarations(&filter)?;
            let mut known: BTreeMap<u32, Time> =
                rows.iter().map(|row| (row.from_line, row.landed_at)).collect();
            index.add(rows, &clusters, |repository, line| {
                if let Some(time) = known.get(&line) {
                    return Ok(*time);
                }
                let time = read.line_commit(repository, line)?.and_then(|commit| commit.landed_at);
                let time = time.unwrap_or(Time::FOREVER);
                known.insert(line, time);
                Ok(time)
            })?;
        }
        Ok(index)
    }

    fn add(
        &mut self,
        rows: Vec<DeclarationRow>,
        clusters: &Clusters,
        mut landed_at: impl FnMut(RepositoryId, u32) -> Result<Time, QueryError>,
    ) -> Result<(), QueryError> {
        for mut row in rows {
            clusters.settle(&mut row.slot.placement);
            let end = match row.until_line {
                None => Time::FOREVER,
                Some(line) => landed_at(row.slot.repository, line)?,
            };
            match self.slots.last_mut() {
                Some(last) if last.slot().id == row.slot.id => {
                    last.rows.push(row);
                    last.ends.push(end);
                }
                _ => {
                    self.by_id.insert(row.slot.id, self.slots.len());
                    self.slots.push(SlotHistory { rows: vec![row], ends: vec![end] });
                }
            }
        }
        Ok(())
    }

    /// Returns the app that declarations of this image belong to, whatever the environment.
    pub(crate) fn app_of_image(&self, canonical: &str) -> Option<&str> {
        self.slots.iter().find_map(|history| {
            let named = history.rows.last()?.value.image.as_deref()?;
            (domain::image::canonical_name(named) == canonical).then_some(())?;
            history.slot().placement.app.as_deref()
        })
    }
}

/// Returns the position on the line at which a repository stood at `time`; `None` before its first commit.
pub(crate) fn position_at(
    read: &Read<'_>,
    repository: &RepositoryRow,
    time: Time,
) -> Result<Option<u32>, QueryError> {
    let Some(state) = &repository.state else { return Ok(None) };
    Ok(read.line_length_at(repository.id, state.line_length, time)?.checked_sub(1))
}

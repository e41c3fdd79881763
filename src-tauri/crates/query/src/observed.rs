//! What clusters were seen to run, by the slot that spoke for it.

use domain::{DeclaredValue, Time, Verdict};
use store::Read;
use store::declarations::DeclarationRow;
use store::observations::{ObservationFilter, ObservationRow};

use crate::answer::ObservedWindow;
use crate::declared_index::DeclaredIndex;
use crate::error::QueryError;
use crate::fleet_state::FleetState;
use crate::place::{self, Place};
use crate::running::{claim_of, narrowed};

/// What clusters were seen to run, for "was it ever seen, and when first".
pub(crate) struct Observed<'a> {
    pub(crate) rows: Vec<(usize, ObservationRow)>,
    pub(crate) state: &'a FleetState,
    /// For each row, the slot that spoke for it when it was last seen.
    pub(crate) slots: Vec<Option<(store::declarations::SlotId, Verdict)>>,
}

impl<'a> Observed<'a> {
    /// Loads every observation up to `at`.
    pub(crate) fn load(
        read: &Read<'_>,
        state: &'a FleetState,
        index: &DeclaredIndex,
        at: Time,
    ) -> Result<Self, QueryError> {
        let mut rows = Vec::new();
        let mut slots = Vec::new();
        for (number, cluster) in state.clusters.iter().enumerate() {
            let filter = ObservationFilter {
                cluster: Some(cluster.row.id),
                first_until: Some(at),
                ..ObservationFilter::default()
            };
            for row in read.observations(&filter)? {
                let place = Place {
                    cluster: &cluster.row,
                    key: &row.key,
                    value: &row.value,
                    claim: claim_of(cluster, &row),
                };
                let comparison =
                    place::compare(index, &state.repositories, place, row.observation.last_at.min(at));
                slots.push(comparison.declared.map(|found| (found.row.slot.id, comparison.verdict)));
                rows.push((number, row));
            }
        }
        Ok(Observed { rows, state, slots })
    }

    /// Returns when a value of a slot was first seen to run while it stood, and whether other things were seen
    /// running in its place by then.
    pub(crate) fn first(&self, row: &DeclarationRow, end: Time) -> (Option<ObservedWindow>, bool) {
        let mut first: Option<ObservedWindow> = None;
        let mut others = false;
        for ((_, seen), slot) in self.rows.iter().zip(&self.slots) {
            let Some((slot, _)) = slot else { continue };
            if *slot != row.slot.id {
                continue;
            }
            let observation = &seen.observation;
            if !runs(&row.value, seen) {
                others |= observation.first_at > row.landed_at && observation.first_at < end;
                continue;
            }
            if observation.last_at < row.landed_at || observation.since_first >= end {
                continue;
            }
            let window = ObservedWindow {
                not_before: observation.since_not_before,
                not_after: narrowed(
                    observation.since_not_before,
                    observation.since_first,
                    observation.pods_since,
                ),
            };
            if first.is_none_or(|known| window.not_after < known.not_after) {
                first = Some(window);
            }
        }
        (first, others)
    }
}

/// Returns whether what was seen is what is declared: the digest, or the tag where no digest is.
pub(crate) fn runs(declared: &DeclaredValue, seen: &ObservationRow) -> bool {
    let value = &seen.value;
    match (&declared.digest, &declared.tag) {
        (Some(digest), _) => {
            value.digest.as_ref() == Some(digest) || value.image.digest.as_ref() == Some(digest)
        }
        (None, Some(tag)) => value.image.tag.as_ref() == Some(tag),
        (None, None) => false,
    }
}

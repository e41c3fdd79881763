//! Which commit of the tracked branch brought each commit in, and when that landed.

use domain::history::CommitRecord;
use domain::{CommitId, Time};
use rustc_hash::FxHashMap;

/// Where a commit stands to the first-parent line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// Position on the line.
    pub(crate) line: Option<u32>,
    /// Position of the line commit that brought it in.
    pub(crate) landed: Option<u32>,
    /// When that landed.
    pub(crate) landed_at: Option<Time>,
}

/// What [`land`] found.
#[derive(Debug, Default)]
pub(crate) struct Landing {
    /// One place for each commit, in the same order.
    pub(crate) places: Vec<Place>,
    /// When each commit of the line landed, oldest first.
    pub(crate) landed_at: Vec<Time>,
    /// Commits that were stored before and now came in, by position: parents at which the walk ended.
    pub(crate) known_roots: Vec<(u32, Vec<CommitId>)>,
}

/// Places new commits. `line` is the new part of the line, oldest first, the first of it at position `start`;
/// `before` is when the commit at `start - 1` landed.
///
/// A line commit landed at its committer time, or when the one before it did if that is later: so "as of T" is
/// well defined however clocks were set. `committed_at` gives the time of a line commit that is not in `commits`.
pub(crate) fn land(
    commits: &[CommitRecord],
    line: &[CommitId],
    start: u32,
    before: Option<Time>,
    committed_at: impl Fn(&CommitId) -> Option<Time>,
) -> Landing {
    let index: FxHashMap<CommitId, usize> =
        commits.iter().enumerate().map(|(index, commit)| (commit.id, index)).collect();
    let mut places = vec![Place::default(); commits.len()];
    let mut landed_at = Vec::with_capacity(line.len());
    let mut known_roots = Vec::new();
    let mut previous = before.unwrap_or(Time::EARLIEST);
    let mut open = Vec::new();
    for (offset, id) in line.iter().enumerate() {
        let position = start + offset as u32;
        let own = index.get(id).copied();
        let committed = own.map(|own| commits[own].committed_at).or_else(|| committed_at(id));
        let landed = committed.unwrap_or(previous).max(previous);
        previous = landed;
        landed_at.push(landed);
        let mut roots = Vec::new();
        open.push(*id);
        while let Some(id) = open.pop() {
            let Some(index) = index.get(&id).copied() else {
                roots.push(id);
                continue;
            };
            let place = &mut places[index];
            if place.landed.is_some() {
                continue;
            }
            place.landed = Some(position);
            place.landed_at = Some(landed);
            open.extend(&commits[index].parents);
        }
        if let Some(own) = own {
            places[own].line = Some(position);
        }
        if !roots.is_empty() {
            known_roots.push((position, roots));
        }
    }
    Landing { places, landed_at, known_roots }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::history::Signature;

    fn id(n: u8) -> CommitId {
        CommitId::from_bytes(&[n; 20]).expect("20 bytes")
    }

    fn commit(n: u8, parents: &[u8], at: i64) -> CommitRecord {
        let someone = Signature { name: "ada".to_owned(), email: "ada@shop.example".to_owned() };
        CommitRecord {
            id: id(n),
            parents: parents.iter().map(|n| id(*n)).collect(),
            author: someone.clone(),
            authored_at: Time::from_seconds(at),
            committer: someone,
            committed_at: Time::from_seconds(at),
            subject: String::new(),
            change_request: None,
        }
    }

    #[test]
    fn a_merge_lands_its_side_branch_and_time_never_goes_back() {
        // 1 - 2 ------ 4(merge of 3) - 5, where 4's clock is behind 2's.
        let commits = [
            commit(1, &[], 100),
            commit(2, &[1], 200),
            commit(3, &[1], 150),
            commit(4, &[2, 3], 190),
            commit(5, &[4], 300),
        ];
        let landing = land(&commits, &[id(1), id(2), id(4), id(5)], 0, None, |_| None);
        let seconds = |time: &Time| time.micros() / 1_000_000;
        assert_eq!(landing.landed_at.iter().map(seconds).collect::<Vec<_>>(), [100, 200, 200, 300]);
        let places: Vec<_> = landing.places.iter().map(|place| (place.line, place.landed)).collect();
        assert_eq!(
            places,
            [(Some(0), Some(0)), (Some(1), Some(1)), (None, Some(2)), (Some(2), Some(2)), (Some(3), Some(3))]
        );
        assert!(landing.known_roots.is_empty());
    }

    #[test]
    fn a_parent_that_was_stored_before_is_a_known_root() {
        let commits = [commit(4, &[2, 3], 190)];
        let landing = land(&commits, &[id(4)], 7, Some(Time::from_seconds(500)), |_| None);
        assert_eq!(landing.places[0].line, Some(7));
        assert_eq!(landing.landed_at, [Time::from_seconds(500)]);
        assert_eq!(landing.known_roots, [(7, vec![id(3), id(2)])]);
    }
}

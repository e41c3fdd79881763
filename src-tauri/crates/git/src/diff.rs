//! What one commit changed: its tree against the one before, folder by folder, down into what differs only.

use std::cmp::Ordering;
use std::rc::Rc;

use domain::{CommitId, Gap, GapCode};
use gix::ObjectId;
use rustc_hash::FxHashMap;

use crate::ids;
use crate::objects::{Absence, Objects};
use crate::paths::{LocalPaths, ROOT};
use crate::repository::gap;
use crate::tree::{self, Class, Entry, Trees};

/// Folders are followed this far down.
const MAX_DEPTH: usize = 256;
/// Entries that one commit may add and remove: a tree can be made to unfold without end.
const MAX_ENTRIES: u32 = 2_000_000;

/// One path that a commit changed.
pub(crate) struct Row {
    pub(crate) pos: u32,
    pub(crate) path: u32,
    pub(crate) now: Now,
}

/// What is at a path after a commit.
#[derive(Clone, Copy)]
pub(crate) enum Now {
    Nothing,
    File(ObjectId),
    NotAFile,
}

/// What was left out, with the position of the commit.
#[derive(Default)]
pub(crate) struct Gaps {
    /// Each tree once, at the first commit that has it: later ones are compared with it too.
    by_tree: FxHashMap<ObjectId, (u32, Gap)>,
    others: Vec<(u32, Gap)>,
}

impl Gaps {
    /// Takes over what another thread left out.
    pub(crate) fn merge(&mut self, other: Gaps) {
        for (id, found) in other.by_tree {
            match self.by_tree.get(&id) {
                Some((pos, _)) if *pos <= found.0 => {}
                _ => drop(self.by_tree.insert(id, found)),
            }
        }
        self.others.extend(other.others);
    }

    /// Returns the gaps in the order of the commits.
    pub(crate) fn into_sorted(self) -> impl Iterator<Item = Gap> {
        let mut all: Vec<_> = self.by_tree.into_values().chain(self.others).collect();
        all.sort_unstable_by(|(one, a), (other, b)| (one, &a.place).cmp(&(other, &b.place)));
        all.into_iter().map(|(_, gap)| gap)
    }
}

/// Compares trees on one thread.
pub(crate) struct Differ<'a, K> {
    pub(crate) objects: Objects,
    pub(crate) paths: LocalPaths<'a, K>,
    trees: Trees,
    hash_len: usize,
    pub(crate) rows: Vec<Row>,
    pub(crate) gaps: Gaps,
    /// The commit at hand.
    pos: u32,
    commit: CommitId,
    left: u32,
}

impl<'a, K: Copy> Differ<'a, K> {
    pub(crate) fn new(objects: Objects, paths: LocalPaths<'a, K>, hash: gix::hash::Kind) -> Self {
        Differ {
            objects,
            paths,
            trees: Trees::new(),
            hash_len: hash.len_in_bytes(),
            rows: Vec::new(),
            gaps: Gaps::default(),
            pos: 0,
            commit: ids::to_domain(&hash.null()),
            left: 0,
        }
    }

    /// Adds a row for each path that differs between the trees; `None` is the empty tree.
    pub(crate) fn commit(&mut self, pos: u32, commit: CommitId, old: Option<ObjectId>, new: ObjectId) {
        if old == Some(new) {
            return;
        }
        self.pos = pos;
        self.commit = commit;
        self.left = MAX_ENTRIES;
        self.folder(old, Some(new), ROOT, 0);
        if self.left == 0 {
            let message = format!("more than {MAX_ENTRIES} paths changed at once; the rest was left out");
            self.gaps.others.push((pos, Gap::new(GapCode::TooLarge, commit.to_string(), message)));
        }
    }

    fn folder(&mut self, old: Option<ObjectId>, new: Option<ObjectId>, folder: u32, depth: usize) {
        if depth > MAX_DEPTH {
            let message = format!("folders deeper than {MAX_DEPTH} are left out");
            self.tell(old.or(new), folder, |place| Gap::new(GapCode::TooDeep, place, message));
            return;
        }
        // If the new tree cannot be read, nothing is known to have changed. If the old one cannot, all that is in
        // the new one is told again, so that what follows is right.
        let Some(new_bytes) = self.read(new, folder) else { return };
        let old_bytes = self.read(old, folder).unwrap_or_default();
        self.join(&old_bytes, &new_bytes, folder, depth);
    }

    /// Returns the bytes of a tree, none for the empty one.
    fn read(&mut self, id: Option<ObjectId>, folder: u32) -> Option<Rc<Vec<u8>>> {
        let Some(id) = id.filter(|id| !id.is_empty_tree()) else { return Some(Rc::default()) };
        match self.trees.get(&mut self.objects, &id) {
            Ok(bytes) => Some(bytes),
            Err(absence) => {
                self.tell(Some(id), folder, |place| gap(&absence, place, &format!("tree {id}")));
                None
            }
        }
    }

    fn tell(&mut self, id: Option<ObjectId>, folder: u32, make: impl FnOnce(String) -> Gap) {
        if id.is_some_and(|id| self.gaps.by_tree.get(&id).is_some_and(|(pos, _)| *pos <= self.pos)) {
            return;
        }
        let gap = make(format!("{}:{}", self.commit, self.paths.folder_path(folder)));
        match id {
            Some(id) => drop(self.gaps.by_tree.insert(id, (self.pos, gap))),
            None => self.gaps.others.push((self.pos, gap)),
        }
    }

    fn join(&mut self, old: &[u8], new: &[u8], folder: u32, depth: usize) {
        let shared = tree::shared_entries(old, new, self.hash_len);
        let (mut old, mut new) = (&old[shared..], &new[shared..]);
        let (mut before, mut after) = (self.entry(old, folder), self.entry(new, folder));
        loop {
            let order = match (&before, &after) {
                (None, None) => return,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(one), Some(other)) => one.order(other),
            };
            let gone = before.filter(|_| order.is_le());
            let come = after.filter(|_| order.is_ge());
            if !matches!((&gone, &come), (Some(gone), Some(come)) if gone.same(come)) {
                self.pair(gone, come, folder, depth);
                if self.left == 0 {
                    return;
                }
            }
            if let Some(entry) = gone {
                old = entry.skip(old);
                before = self.entry(old, folder);
            }
            if let Some(entry) = come {
                new = entry.skip(new);
                after = self.entry(new, folder);
            }
            if order == Ordering::Equal && old == new {
                return;
            }
        }
    }

    fn entry<'t>(&mut self, bytes: &'t [u8], folder: u32) -> Option<Entry<'t>> {
        let entry = Entry::first(bytes, self.hash_len);
        if entry.is_none() && !bytes.is_empty() {
            let absence = Absence::Broken("it holds bytes that are no entry".to_owned());
            self.tell(None, folder, |place| gap(&absence, place, "the rest of a tree"));
        }
        entry
    }

    /// Handles one name that leads elsewhere than before, was removed or was added.
    fn pair(&mut self, gone: Option<Entry<'_>>, come: Option<Entry<'_>>, folder: u32, depth: usize) {
        self.left = self.left.saturating_sub(1);
        let Some(name) = come.or(gone).map(|entry| entry.name) else { return };
        let is_tree = |entry: &Option<Entry<'_>>| entry.is_some_and(|entry| entry.class == Class::Tree);
        if is_tree(&gone) || is_tree(&come) {
            let id = |entry: Option<Entry<'_>>| entry.and_then(|entry| ObjectId::try_from(entry.id).ok());
            let inner = self.paths.folder(folder, name);
            self.folder(id(gone), id(come), inner, depth + 1);
            return;
        }
        let Some(path) = self.paths.file(folder, name) else { return };
        let now = match come {
            None => Now::Nothing,
            Some(Entry { class: Class::File, id, .. }) => match ObjectId::try_from(id) {
                Ok(id) => Now::File(id),
                Err(_) => Now::NotAFile,
            },
            Some(_) => Now::NotAFile,
        };
        self.rows.push(Row { pos: self.pos, path, now });
    }
}

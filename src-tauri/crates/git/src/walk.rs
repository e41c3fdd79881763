//! Commits: each read once, parents before children, and the first-parent line of a branch.

use std::rc::Rc;

use domain::history::CommitRecord;
use domain::{CommitId, Gap, GapCode};
use gix::ObjectId;
use gix::objs::Kind;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::change_request::change_request;
use crate::commit::RawCommit;
use crate::objects::{Absence, Objects};
use crate::people::People;
use crate::repository::gap;
use crate::{Error, Progress, Repository, ids, tree};

/// Between two looks at [`Progress`].
const STEP: usize = 256;

/// Which commits to read.
pub struct WalkRequest<'a> {
    /// The tip of the branch whose first-parent line is wanted.
    pub line_tip: CommitId,
    /// Where the line was left last time; `None` for all of it.
    pub line_stop: Option<CommitId>,
    /// Further tips whose ancestors are wanted.
    pub tips: Vec<CommitId>,
    /// Says whether a commit, and so all of its ancestors, was read before.
    pub known: &'a (dyn Fn(&CommitId) -> bool + Sync),
}

/// What a walk found.
#[derive(Debug, Default)]
pub struct Walk {
    /// Every commit that was not known, parents before children. Parents are those that the commit names, also
    /// where the clone lacks them.
    pub commits: Vec<CommitRecord>,
    /// The first-parent line, oldest first: from just after `line_stop` to `line_tip`.
    pub line: Vec<CommitId>,
    /// Whether the line arrived at `line_stop`, or at a first commit where there was none. If not, `line` reaches
    /// as far back as the clone does, and the branch was rewritten or cut.
    pub line_reaches_stop: bool,
    /// Where history stops for lack of objects.
    pub gaps: Vec<Gap>,
}

impl Repository {
    /// Reads the ancestors of the tips that are not known, and the first-parent line of the branch.
    ///
    /// Authors and committers pass through the `.mailmap` of the line's tip. Fails only if cancelled.
    pub fn walk(&self, request: &WalkRequest<'_>, progress: &dyn Progress) -> Result<Walk, Error> {
        let mut objects = self.objects();
        let people = People::new(&self.mailmap(&mut objects, &request.line_tip));
        let mut walker = Walker {
            repository: self,
            known: request.known,
            progress,
            objects,
            people,
            shallow: self.shallow(),
            found: FxHashMap::default(),
            records: Vec::new(),
            trees: Vec::new(),
            gaps: Vec::new(),
        };
        progress.stage("commits", None);
        for tip in std::iter::once(&request.line_tip).chain(&request.tips) {
            walker.read_from(ids::from_domain(tip))?;
        }
        let (line, line_reaches_stop) = walker.line(&request.line_tip, request.line_stop.as_ref())?;
        Ok(walker.finish(line, line_reaches_stop))
    }

    fn mailmap(&self, objects: &mut Objects, tip: &CommitId) -> Vec<u8> {
        let Ok(root) = self.tree_of(objects, tip) else { return Vec::new() };
        let entry = match objects.get(&root) {
            Ok((Kind::Tree, bytes)) => tree::find(&bytes, root.kind(), b".mailmap"),
            _ => None,
        };
        match entry {
            Some((tree::Class::File, id)) => {
                objects.get(&id).map(|(_, bytes)| Rc::unwrap_or_clone(bytes)).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// Commits whose parents were cut off when this was cloned.
    fn shallow(&self) -> FxHashSet<ObjectId> {
        let commits = self.inner.to_thread_local().shallow_commits();
        commits.ok().flatten().map(|list| list.iter().copied().collect()).unwrap_or_default()
    }
}

/// A commit that was asked for.
#[derive(Clone, Copy)]
enum Found {
    /// Read before; not read now.
    Known,
    /// On the way: its parents come first.
    Open,
    /// The position in `records`.
    Read(u32),
    /// Not there.
    Absent,
}

struct Walker<'a> {
    repository: &'a Repository,
    known: &'a (dyn Fn(&CommitId) -> bool + Sync),
    progress: &'a dyn Progress,
    objects: Objects,
    people: People,
    shallow: FxHashSet<ObjectId>,
    found: FxHashMap<ObjectId, Found>,
    records: Vec<CommitRecord>,
    /// The tree of each record.
    trees: Vec<ObjectId>,
    gaps: Vec<Gap>,
}

/// A commit whose parents are being visited.
struct Frame {
    id: ObjectId,
    record: CommitRecord,
    tree: ObjectId,
    parents: Vec<ObjectId>,
    next: usize,
}

impl Walker<'_> {
    /// Reads `tip` and its ancestors, depth first, so that parents come before children.
    fn read_from(&mut self, tip: ObjectId) -> Result<(), Error> {
        let mut stack = Vec::new();
        stack.extend(self.open(tip, None));
        while let Some(frame) = stack.last_mut() {
            if let Some(parent) = frame.parents.get(frame.next).copied() {
                frame.next += 1;
                let child = frame.id;
                stack.extend(self.open(parent, Some(child)));
            } else if let Some(Frame { id, record, tree, .. }) = stack.pop() {
                self.found.insert(id, Found::Read(self.records.len() as u32));
                self.records.push(record);
                self.trees.push(tree);
                if self.records.len().is_multiple_of(STEP) {
                    self.pause(STEP)?;
                }
            }
        }
        Ok(())
    }

    fn pause(&self, done: usize) -> Result<(), Error> {
        self.progress.tick(done as u64);
        if self.progress.cancelled() { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// Reads one commit if it was not met before and is not known.
    fn open(&mut self, id: ObjectId, child: Option<ObjectId>) -> Option<Frame> {
        if self.found.contains_key(&id) {
            return None;
        }
        let domain_id = ids::to_domain(&id);
        if (self.known)(&domain_id) {
            self.found.insert(id, Found::Known);
            return None;
        }
        let raw = match self.objects.read(&id) {
            Ok((Kind::Commit, bytes)) => {
                RawCommit::parse(bytes).ok_or_else(|| Absence::Broken("it names no tree".to_owned()))
            }
            Ok((kind, _)) => Err(Absence::Broken(format!("it is a {kind}"))),
            Err(absence) => Err(absence),
        };
        let raw = match raw {
            Ok(raw) => raw,
            Err(absence) => {
                self.found.insert(id, Found::Absent);
                let place = child.map_or_else(|| id.to_string(), |child| child.to_string());
                self.gaps.push(gap(&absence, place, &format!("commit {id}, and so what came before it")));
                return None;
            }
        };
        self.found.insert(id, Found::Open);
        let message = raw.message();
        let record = CommitRecord {
            id: domain_id,
            parents: raw.parents.iter().map(|parent| ids::to_domain(parent)).collect(),
            author: self.people.resolve(&raw.author),
            authored_at: raw.author.time(),
            committer: self.people.resolve(&raw.committer),
            committed_at: raw.committer.time(),
            subject: message.lines().next().unwrap_or_default().to_owned(),
            change_request: change_request(&message),
        };
        if raw.committer.seconds.is_none() {
            let message = "the commit has no committer time; 1970-01-01 stands for it";
            self.gaps.push(Gap::new(GapCode::Malformed, id.to_string(), message));
        }
        let parents = if self.shallow.contains(&id) && !raw.parents.is_empty() {
            let message = "history before this commit was cut off when the repository was cloned (shallow)";
            self.gaps.push(Gap::new(GapCode::Shallow, id.to_string(), message));
            Vec::new()
        } else {
            raw.parents
        };
        Some(Frame { id, record, tree: raw.tree, parents, next: 0 })
    }

    /// Follows first parents from `tip` to `stop`; returns them oldest first, and whether `stop` was met.
    ///
    /// Commits on the way may be known: a branch is moved forward to what another one had before.
    fn line(&mut self, tip: &CommitId, stop: Option<&CommitId>) -> Result<(Vec<CommitId>, bool), Error> {
        let mut line = Vec::new();
        let mut next = Some(*tip);
        let mut whole = true;
        let mut extra = 0;
        while let Some(id) = next.filter(|id| Some(id) != stop) {
            let object = ids::from_domain(&id);
            let cut = self.shallow.contains(&object);
            let (parent, tree) = match self.found.get(&object) {
                Some(Found::Read(at)) => {
                    (self.records[*at as usize].parents.first().copied(), self.trees[*at as usize])
                }
                Some(Found::Absent) => {
                    whole = false;
                    break;
                }
                Some(Found::Known | Found::Open) | None => match self.objects.read(&object) {
                    Ok((Kind::Commit, bytes))
                        if let Some((parent, tree)) = RawCommit::parse(bytes).map(|raw| {
                            (raw.parents.first().map(|parent| ids::to_domain(parent)), raw.tree)
                        }) =>
                    {
                        extra += 1;
                        (parent, tree)
                    }
                    _ => {
                        whole = false;
                        let absence = Absence::Missing;
                        let object = format!("commit {id}, and so what came before it on the branch");
                        self.gaps.push(gap(&absence, id.to_string(), &object));
                        break;
                    }
                },
            };
            if extra % STEP == STEP - 1 && self.progress.cancelled() {
                return Err(Error::Cancelled);
            }
            self.repository.trees.lock().unwrap_or_else(|broken| broken.into_inner()).insert(id, tree);
            line.push(id);
            whole &= !(cut && parent.is_some());
            next = parent.filter(|_| !cut);
        }
        line.reverse();
        let reached = if stop.is_some() { next.as_ref() == stop } else { whole };
        Ok((line, reached))
    }

    fn finish(self, line: Vec<CommitId>, line_reaches_stop: bool) -> Walk {
        self.progress.tick((self.records.len() % STEP) as u64);
        Walk { commits: self.records, line, line_reaches_stop, gaps: self.gaps }
    }
}

//! What the commits of a branch changed in the files that one asks for.

use std::hash::Hash;
use std::sync::atomic::AtomicUsize;

use domain::{CommitId, Gap, GapCode};
use gix::ObjectId;
use rustc_hash::FxHashSet;

use crate::blobs::{self, Distinct, Reading};
use crate::diff::{Differ, Gaps, Now, Row};
use crate::objects::Absence;
use crate::paths::{LocalPaths, Paths};
use crate::repository::gap;
use crate::{Error, Progress, Repository, ids};

/// How [`Repository::changes`] works.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Threads to use, at least one.
    pub threads: usize,
    /// Larger files are not read; in bytes.
    pub max_blob_bytes: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { threads: 2, max_blob_bytes: 1 << 20 }
    }
}

/// One path that one commit changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// Which commit: the index in `line`.
    pub pos: u32,
    /// Which path: the index in [`Changes::paths`].
    pub path: u32,
    /// What is there now.
    pub blob: Blob,
}

/// What is at a path after a commit that changed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blob {
    /// Nothing any more.
    Deleted,
    /// A file that was read: the index in [`Changes::readings`].
    Read(u32),
    /// A file above [`Options::max_blob_bytes`].
    TooLarge {
        /// Its bytes.
        size: u64,
    },
    /// A file that the clone lacks, or that is broken.
    Missing,
    /// A symlink or a submodule.
    NotAFile,
}

/// What [`Repository::changes`] found.
#[derive(Debug)]
pub struct Changes<K, T> {
    /// Ordered by commit, then by the bytes of the path.
    pub changes: Vec<Change>,
    /// The paths that changes name, in the order of their bytes.
    pub paths: Vec<Vec<u8>>,
    /// What `classify` said of each path.
    pub classes: Vec<K>,
    /// What `read` made of each distinct pair of file content and class.
    pub readings: Vec<T>,
    /// The object id of the content behind each reading.
    pub blobs: Vec<CommitId>,
    /// Trees and files that were left out, each once, at the first place where it was met.
    pub gaps: Vec<Gap>,
}

impl Repository {
    /// Compares each commit of `line` with the one before it, the first one with `base`, or with nothing.
    ///
    /// `line` is the first-parent line as [`walk`](Repository::walk) returns it. A path counts if `classify` gives
    /// it a class; it is asked once for each distinct path. `read` sees each distinct content once for each class.
    /// Both may be called from several threads. A change of the execution bit alone is none. Fails only if
    /// cancelled.
    pub fn changes<K, T>(
        &self,
        line: &[CommitId],
        base: Option<CommitId>,
        classify: &(dyn Fn(&[u8]) -> Option<K> + Sync),
        read: &(dyn Fn(K, &[u8]) -> T + Sync),
        options: Options,
        progress: &dyn Progress,
    ) -> Result<Changes<K, T>, Error>
    where
        K: Copy + Eq + Hash + Send + Sync,
        T: Send,
    {
        let threads = options.threads.max(1);
        let paths = Paths::new(classify);
        let (mut rows, mut gaps) = self.compare(line, base, &paths, threads, progress)?;
        let (paths, classes, ranks) = in_order(paths.into_files());
        for row in &mut rows {
            row.path = ranks[row.path as usize];
        }
        rows.sort_unstable_by_key(|row| (row.pos, row.path));

        let mut distinct = Distinct::new();
        let mut first: Vec<(u32, u32)> = Vec::new();
        let numbers: Vec<_> = rows
            .iter()
            .map(|row| match row.now {
                Now::File(id) => {
                    let number = distinct.number(id, classes[row.path as usize]);
                    if number as usize == first.len() {
                        first.push((row.pos, row.path));
                    }
                    Ok(number)
                }
                Now::Nothing => Err(Blob::Deleted),
                Now::NotAFile => Err(Blob::NotAFile),
            })
            .collect();
        let read = blobs::read_all(self, &distinct.wanted, read, threads, options.max_blob_bytes, progress)?;

        let mut readings = Vec::with_capacity(read.len());
        let mut blobs = Vec::with_capacity(read.len());
        let mut told = FxHashSet::default();
        let states: Vec<_> = read
            .into_iter()
            .enumerate()
            .map(|(number, reading)| {
                let id = distinct.wanted[number].0;
                let place = || {
                    let (pos, path) = first[number];
                    format!("{}:{}", line[pos as usize], String::from_utf8_lossy(&paths[path as usize]))
                };
                let (state, gap) = match reading {
                    Reading::Read(reading) => {
                        readings.push(reading);
                        blobs.push(ids::to_domain(&id));
                        return Blob::Read(readings.len() as u32 - 1);
                    }
                    Reading::Absent(Absence::TooLarge(size)) => {
                        let limit = options.max_blob_bytes;
                        let message =
                            format!("the file has {size} bytes, more than {limit}; it was not read");
                        (Blob::TooLarge { size }, Gap::new(GapCode::TooLarge, place(), message))
                    }
                    Reading::Absent(absence) => {
                        (Blob::Missing, gap(&absence, place(), &format!("file content {id}")))
                    }
                };
                if told.insert(id) {
                    gaps.push(gap);
                }
                state
            })
            .collect();
        let changes = rows
            .iter()
            .zip(numbers)
            .map(|(row, number)| {
                let blob = number.map_or_else(|blob| blob, |number| states[number as usize]);
                Change { pos: row.pos, path: row.path, blob }
            })
            .collect();
        Ok(Changes { changes, paths, classes, readings, blobs, gaps })
    }

    /// Returns the rows of all commits, in no order.
    fn compare<K: Copy + Send + Sync>(
        &self,
        line: &[CommitId],
        base: Option<CommitId>,
        paths: &Paths<'_, K>,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<(Vec<Row>, Vec<Gap>), Error> {
        progress.stage("changes", Some(line.len() as u64));
        let mut gaps = Vec::new();
        let trees = self.trees_of(line, base, &mut gaps);
        // Neighbours share trees and delta bases: few long pieces, but enough of them to keep all threads busy.
        let piece = (line.len() / (threads * 8)).clamp(64, 4096);
        let next = AtomicUsize::new(0);
        let hash = self.inner.objects.object_hash();
        let work = || {
            let mut differ = Differ::new(self.objects(), LocalPaths::new(paths), hash);
            while let Some(range) = blobs::next_range(&next, line.len(), piece) {
                // Packs hold the newest tree whole and the older ones as differences to it: newest first.
                for (done, pos) in range.clone().rev().enumerate() {
                    if let Some(new) = trees[pos + 1] {
                        differ.commit(pos as u32, line[pos], trees[pos], new);
                    }
                    if done % 64 == 63 && progress.cancelled() {
                        return Err(Error::Cancelled);
                    }
                }
                progress.tick(range.len() as u64);
            }
            Ok((differ.rows, differ.gaps))
        };
        let mut rows = Vec::new();
        let mut left_out = Gaps::default();
        for done in blobs::on_threads(threads, work) {
            let (some_rows, some_gaps) = done?;
            rows.extend(some_rows);
            left_out.merge(some_gaps);
        }
        gaps.extend(left_out.into_sorted());
        Ok((rows, gaps))
    }

    /// Returns the trees of the base and of each commit, `None` for an absent one.
    fn trees_of(
        &self,
        line: &[CommitId],
        base: Option<CommitId>,
        gaps: &mut Vec<Gap>,
    ) -> Vec<Option<ObjectId>> {
        let mut objects = self.objects();
        let mut tree = |commit: &CommitId| {
            let found = self.tree_of(&mut objects, commit);
            found.map_err(|absence| gaps.push(gap(&absence, commit.to_string(), "the commit"))).ok()
        };
        let mut trees = vec![base.as_ref().and_then(&mut tree)];
        trees.extend(line.iter().map(tree));
        trees
    }
}

/// Orders the paths by their bytes; returns them, their classes, and the new number of each old one.
fn in_order<K: Copy>(files: Vec<(Box<[u8]>, K)>) -> (Vec<Vec<u8>>, Vec<K>, Vec<u32>) {
    let mut files: Vec<_> = files.into_iter().enumerate().collect();
    files.sort_unstable_by(|(_, (one, _)), (_, (other, _))| one.cmp(other));
    let mut ranks = vec![0; files.len()];
    for (rank, (old, _)) in files.iter().enumerate() {
        ranks[*old] = rank as u32;
    }
    let (paths, classes) = files.into_iter().map(|(_, (path, class))| (path.into_vec(), class)).unzip();
    (paths, classes, ranks)
}

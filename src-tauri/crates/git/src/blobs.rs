//! Reading each distinct file content once, in the order in which the packs hold them.

use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};

use gix::ObjectId;
use gix::objs::Kind;
use rustc_hash::FxHashMap;

use crate::objects::Absence;
use crate::{Error, Progress, Repository};

/// Blobs that a thread takes at a time: neighbours share delta bases, so that not too few.
const RANGE: usize = 512;

/// What became of one blob.
pub(crate) enum Reading<T> {
    Read(T),
    Absent(Absence),
}

/// Reads each blob with its class; returns the readings in the order asked for.
pub(crate) fn read_all<K, T>(
    repository: &Repository,
    wanted: &[(ObjectId, K)],
    read: &(dyn Fn(K, &[u8]) -> T + Sync),
    threads: usize,
    max_bytes: u64,
    progress: &dyn Progress,
) -> Result<Vec<Reading<T>>, Error>
where
    K: Copy + Eq + Hash + Send + Sync,
    T: Send,
{
    progress.stage("files", Some(wanted.len() as u64));
    let order = pack_order(repository, wanted);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut objects = repository.objects();
        let mut done = Vec::new();
        while let Some(range) = next_range(&next, order.len(), RANGE) {
            if progress.cancelled() {
                return Err(Error::Cancelled);
            }
            progress.tick(range.len() as u64);
            for at in &order[range] {
                let (id, class) = wanted[*at as usize];
                let reading = match objects.get_within(&id, max_bytes) {
                    Ok((Kind::Blob, bytes)) => Reading::Read(read(class, &bytes)),
                    Ok((kind, _)) => Reading::Absent(Absence::Broken(format!("it is a {kind}"))),
                    Err(absence) => Reading::Absent(absence),
                };
                done.push((*at, reading));
            }
        }
        Ok(done)
    };
    let mut readings: Vec<_> = wanted.iter().map(|_| Reading::Absent(Absence::Missing)).collect();
    for done in on_threads(threads, work) {
        for (at, reading) in done? {
            readings[at as usize] = reading;
        }
    }
    Ok(readings)
}

/// Runs `work` on so many threads, the caller's among them, and returns what each returned.
pub(crate) fn on_threads<R: Send>(threads: usize, work: impl Fn() -> R + Sync) -> Vec<R> {
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(&work)).collect();
        let mut results = vec![work()];
        for other in others {
            results.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    })
}

/// Returns the next `size` items that no thread took yet.
pub(crate) fn next_range(next: &AtomicUsize, len: usize, size: usize) -> Option<std::ops::Range<usize>> {
    let start = next.fetch_add(size, Ordering::Relaxed);
    (start < len).then(|| start..len.min(start + size))
}

/// Returns the positions of the blobs, ordered by where the packs hold them, others last.
fn pack_order<K>(repository: &Repository, wanted: &[(ObjectId, K)]) -> Vec<u32> {
    let mut objects = repository.objects();
    let mut places: Vec<_> = wanted
        .iter()
        .enumerate()
        .map(|(at, (id, _))| {
            let place = objects.place(id);
            (place.is_none(), place, at as u32)
        })
        .collect();
    places.sort_unstable();
    places.into_iter().map(|(_, _, at)| at).collect()
}

/// Gives each distinct pair of blob and class a number.
pub(crate) struct Distinct<K> {
    numbers: FxHashMap<(ObjectId, K), u32>,
    pub(crate) wanted: Vec<(ObjectId, K)>,
}

impl<K: Copy + Eq + Hash> Distinct<K> {
    pub(crate) fn new() -> Self {
        Distinct { numbers: FxHashMap::default(), wanted: Vec::new() }
    }

    pub(crate) fn number(&mut self, id: ObjectId, class: K) -> u32 {
        *self.numbers.entry((id, class)).or_insert_with(|| {
            self.wanted.push((id, class));
            self.wanted.len() as u32 - 1
        })
    }
}

//! Finding an object in a pack's index.

use std::cmp::Ordering;

use gix::odb::pack::index::File;

/// The index of one pack.
///
/// Ids are spread evenly, so that an id says about where it stands in the sorted list: a look-up starts there and
/// touches a few neighbours, where a search by halves would touch ten places far apart.
pub(crate) struct Index {
    file: File,
    /// Where the ids begin that start with each byte, and the end.
    starts: Box<[u32]>,
}

impl Index {
    pub(crate) fn new(file: File) -> Self {
        let count = file.num_objects();
        let mut starts: Vec<u32> = Vec::with_capacity(257);
        for byte in 0..=u8::MAX {
            let (mut low, mut high) = (starts.last().copied().unwrap_or(0), count);
            while low < high {
                let middle = u32::midpoint(low, high);
                if file.oid_at_index(middle).first_byte() < byte {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            starts.push(low);
        }
        starts.push(count);
        Index { file, starts: starts.into() }
    }

    /// Returns where in the pack the object is, if it is in it.
    pub(crate) fn offset(&self, id: &gix::oid) -> Option<u64> {
        self.position(id).map(|at| self.file.pack_offset_at_index(at))
    }

    fn position(&self, id: &gix::oid) -> Option<u32> {
        if id.kind() != self.file.object_hash() {
            return None;
        }
        let first = usize::from(id.first_byte());
        let (mut low, mut high) = (self.starts[first], self.starts[first + 1]);
        if low >= high {
            return None;
        }
        let fraction = id.as_bytes().get(1..5)?.iter().fold(0, |value, byte| value << 8 | u64::from(*byte));
        let mut at = low + ((fraction * u64::from(high - low)) >> 32) as u32;
        // Ever larger steps away from the guess, until the id is between `low` and `high`.
        let mut step = 4;
        loop {
            match id.cmp(self.file.oid_at_index(at)) {
                Ordering::Equal => return Some(at),
                Ordering::Less => {
                    high = at;
                    if at < low.saturating_add(step) {
                        break;
                    }
                    at -= step;
                }
                Ordering::Greater => {
                    low = at + 1;
                    if high - at <= step {
                        break;
                    }
                    at += step;
                }
            }
            step *= 2;
        }
        while low < high {
            let middle = u32::midpoint(low, high);
            match id.cmp(self.file.oid_at_index(middle)) {
                Ordering::Equal => return Some(middle),
                Ordering::Less => high = middle,
                Ordering::Greater => low = middle + 1,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_all_that_is_there_and_nothing_else() {
        let repo = testkit::repo(
            r"for n in $(seq 1000 3999); do printf 'blob\ndata 4\n%s\n' $n; done | git fast-import --quiet",
        );
        let folder = repo.path().join(".git/objects/pack");
        let files = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
        let path = files.into_iter().find(|path| path.extension().is_some_and(|it| it == "idx")).unwrap();
        let open = || File::at(&path, gix::hash::Kind::Sha1).unwrap();
        let (index, file) = (Index::new(open()), open());
        assert_eq!(file.num_objects(), 3000);
        for at in 0..3000 {
            let id = file.oid_at_index(at).to_owned();
            assert_eq!(index.position(&id), Some(at));
            let mut other = id;
            for (byte, change) in [(19, 1), (1, 0x80), (2, 0x40), (0, 0xff)] {
                other.as_mut_slice()[byte] ^= change;
                assert_eq!(index.position(&other), file.lookup(other), "{other}");
            }
        }
        for byte in [0, 0xff] {
            let end = gix::ObjectId::try_from(&[byte; 20][..]).unwrap();
            assert_eq!(index.position(&end), None);
            assert_eq!(index.offset(&end), None);
        }
        let longer = gix::ObjectId::try_from(&[1; 32][..]).unwrap();
        assert_eq!(index.position(&longer), None);
    }
}

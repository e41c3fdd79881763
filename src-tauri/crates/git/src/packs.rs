//! The packs of a repository, and unfolding what they hold.
//!
//! Git stores most objects as differences to others (<https://git-scm.com/docs/pack-format>). gix resolves such
//! chains too, but copies each object into and out of its cache, and cannot tell a size without inflating twice.
//! Reading history is little else than this, so that it is done here: each object is unfolded once, shared by
//! reference, and its size is known before its base is read. What fails here is tried again by gix.

use std::path::PathBuf;
use std::rc::Rc;

use gix::objs::Kind;
use gix::odb::pack::data;
use gix::odb::pack::data::entry::Header;
use gix::zlib::Inflate;

use crate::delta;
use crate::generations::Generations;
use crate::pack_index::Index;

/// Unfolded objects that a thread keeps, in bytes.
const CACHE: usize = 32 << 20;
/// No chain that Git writes is longer (`pack.depth` ends at 4095).
const MAX_CHAIN: usize = 4096;
/// All deltas of a chain, and each object on the way, may have so many bytes, whatever their headers claim.
const MAX_CHAIN_BYTES: u64 = 256 << 20;

/// All packs, open for all threads.
pub(crate) struct Packs {
    packs: Vec<(Index, data::File)>,
}

/// Where an object is; ordered as the packs hold them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place {
    pack: u32,
    offset: u64,
}

/// Why an object was not unfolded.
#[derive(Debug)]
pub(crate) enum Refused {
    /// It is larger than asked for.
    TooLarge(u64),
    /// Its bytes make no sense; says what.
    Broken(&'static str),
}

impl Packs {
    /// Opens the packs in these `objects` folders; what does not open is left to gix.
    pub(crate) fn open(folders: &[PathBuf], hash: gix::hash::Kind) -> Self {
        let entries =
            folders.iter().filter_map(|folder| folder.join("pack").read_dir().ok()).flatten().flatten();
        let mut paths: Vec<_> = entries
            .filter(|entry| !entry.file_name().to_string_lossy().starts_with("._"))
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "idx"))
            .collect();
        paths.sort();
        let open = |path: &PathBuf| {
            let index = gix::odb::pack::index::File::at(path, hash).ok()?;
            let data = data::File::at(path.with_extension("pack"), hash).ok()?;
            (index.num_objects() == data.num_objects()).then(|| (Index::new(index), data))
        };
        Packs { packs: paths.iter().filter_map(open).collect() }
    }

    /// Returns where an object is; `hint` is the pack to look into first, and is set to where it was found.
    pub(crate) fn locate(&self, id: &gix::oid, hint: &mut u32) -> Option<Place> {
        let first = *hint;
        let others = (0..self.packs.len() as u32).filter(|pack| *pack != first);
        std::iter::once(first).chain(others).find_map(|pack| {
            let (index, _) = self.packs.get(pack as usize)?;
            let offset = index.offset(id)?;
            *hint = pack;
            Some(Place { pack, offset })
        })
    }

    /// Returns what kind of object is at a place, without unfolding it.
    pub(crate) fn kind(&self, mut place: Place) -> Option<Kind> {
        for _ in 0..MAX_CHAIN {
            let (_, data) = self.packs.get(place.pack as usize)?;
            let entry = data.entry(place.offset).ok()?;
            match entry.header.as_kind() {
                Some(kind) => return Some(kind),
                None => place = self.base(place, &entry)?,
            }
        }
        None
    }

    /// Returns where the base of a delta is; Git's packs on disk hold it themselves.
    fn base(&self, place: Place, entry: &data::Entry) -> Option<Place> {
        let offset = match entry.header {
            Header::OfsDelta { base_distance } => entry.checked_base_pack_offset(base_distance)?,
            Header::RefDelta { base_id } => {
                let (index, _) = self.packs.get(place.pack as usize)?;
                index.offset(&base_id)?
            }
            Header::Commit | Header::Tree | Header::Blob | Header::Tag => return None,
        };
        Some(Place { offset, ..place })
    }
}

/// Unfolds objects on one thread.
pub(crate) struct Unfolder {
    inflate: Inflate,
    cache: Generations<Place, Kind>,
    /// The deltas of the chain at hand, one after the other.
    deltas: Vec<u8>,
    chain: Vec<Link>,
    /// What `read` returned last, if it was stored whole.
    whole: Vec<u8>,
    /// What `read` returned last, if it was not.
    unfolded: Option<Rc<Vec<u8>>>,
}

/// One delta of a chain: whose it is, and where its bytes begin in `deltas`.
struct Link {
    place: Place,
    start: usize,
}

impl Unfolder {
    pub(crate) fn new() -> Self {
        Unfolder {
            inflate: Inflate::default(),
            cache: Generations::new(CACHE),
            deltas: Vec::new(),
            chain: Vec::new(),
            whole: Vec::new(),
            unfolded: None,
        }
    }

    /// Returns the kind and bytes of the object at a place, if they are not more than `max`.
    pub(crate) fn get(
        &mut self,
        packs: &Packs,
        place: Place,
        max: u64,
    ) -> Result<(Kind, Rc<Vec<u8>>), Refused> {
        let fits = |bytes: u64| if bytes > max { Err(Refused::TooLarge(bytes)) } else { Ok(()) };
        self.chain.clear();
        self.deltas.clear();
        let mut at = place;
        let (kind, mut bytes) = loop {
            if let Some(found) = self.cache.get(at) {
                if self.chain.is_empty() {
                    fits(found.1.len() as u64)?;
                }
                break found;
            }
            let (_, data) = packs.packs.get(at.pack as usize).ok_or(Refused::Broken("no such pack"))?;
            let entry = data.entry(at.offset).map_err(|_| Refused::Broken("its header is damaged"))?;
            if self.chain.is_empty() && entry.header.as_kind().is_some() {
                fits(entry.decompressed_size)?;
            }
            if entry.decompressed_size.saturating_add(self.deltas.len() as u64) > MAX_CHAIN_BYTES {
                return Err(Refused::Broken("its chain of deltas is too large"));
            }
            if let Some(kind) = entry.header.as_kind() {
                let mut whole = vec![0; entry.decompressed_size as usize];
                self.inflate(data, &entry, &mut whole)?;
                let whole = Rc::new(whole);
                self.cache.insert(at, kind, &whole);
                break (kind, whole);
            }
            if self.chain.len() == MAX_CHAIN {
                return Err(Refused::Broken("its chain of deltas has no end"));
            }
            let start = self.deltas.len();
            let mut deltas = std::mem::take(&mut self.deltas);
            deltas.resize(start + entry.decompressed_size as usize, 0);
            let inflated = self.inflate(data, &entry, &mut deltas[start..]);
            self.deltas = deltas;
            inflated?;
            if self.chain.is_empty() {
                fits(delta::result_size(&self.deltas).ok_or(Refused::Broken("its delta is damaged"))?)?;
            }
            self.chain.push(Link { place: at, start });
            at = packs.base(at, &entry).ok_or(Refused::Broken("its delta has no base"))?;
        };
        let mut end = self.deltas.len();
        while let Some(Link { place, start }) = self.chain.pop() {
            let result = delta::apply(&bytes, &self.deltas[start..end], MAX_CHAIN_BYTES);
            bytes = Rc::new(result.ok_or(Refused::Broken("its delta is damaged"))?);
            self.cache.insert(place, kind, &bytes);
            end = start;
        }
        Ok((kind, bytes))
    }

    /// Like [`get`](Self::get), for objects that are read once and are seldom a base, as commits are. Returns the
    /// kind; the bytes are [`last`](Self::last).
    pub(crate) fn read(&mut self, packs: &Packs, place: Place, max: u64) -> Result<Kind, Refused> {
        let whole = packs.packs.get(place.pack as usize).and_then(|(_, data)| {
            let entry = data.entry(place.offset).ok().filter(|entry| entry.decompressed_size <= max)?;
            Some((data, entry.header.as_kind()?, entry))
        });
        if let Some((data, kind, entry)) = whole {
            let mut bytes = std::mem::take(&mut self.whole);
            bytes.resize(entry.decompressed_size as usize, 0);
            let inflated = self.inflate(data, &entry, &mut bytes);
            self.whole = bytes;
            self.unfolded = None;
            return inflated.map(|()| kind);
        }
        let (kind, bytes) = self.get(packs, place, max)?;
        self.unfolded = Some(bytes);
        Ok(kind)
    }

    /// Returns the bytes of what [`read`](Self::read) found last.
    pub(crate) fn last(&self) -> &[u8] {
        self.unfolded.as_ref().map_or(&self.whole, |bytes| bytes.as_slice())
    }

    fn inflate(&mut self, data: &data::File, entry: &data::Entry, into: &mut [u8]) -> Result<(), Refused> {
        let read = data.decompress_entry(entry, &mut self.inflate, into);
        read.map(|_| ()).map_err(|_| Refused::Broken("its compressed bytes are damaged"))
    }
}

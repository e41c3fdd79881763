//! Reading objects on one thread.

use gix::objs::{Find, FindHeader, Kind};
use gix::odb::pack::cache::lru::MemoryCappedHashmap;

/// Decoded objects that a thread keeps, in bytes: delta bases are read again and again.
const PACK_CACHE: usize = 32 << 20;

/// Why an object is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Absence {
    /// The repository has no such object.
    Missing,
    /// It has, but its bytes cannot be read; says why.
    Broken(String),
}

/// Reads objects; made for one thread, with its own caches.
pub(crate) struct Objects {
    handle: gix::OdbHandle,
    buffer: Vec<u8>,
}

impl Objects {
    pub(crate) fn new(repository: &gix::ThreadSafeRepository) -> Self {
        let mut handle = repository.to_thread_local().objects;
        handle.ignore_replacements = true;
        handle.refresh_never();
        handle.set_pack_cache(|| Box::new(MemoryCappedHashmap::new(PACK_CACHE)));
        Objects { handle, buffer: Vec::new() }
    }

    /// Returns the object's kind and bytes.
    pub(crate) fn get(&mut self, id: &gix::oid) -> Result<(Kind, &[u8]), Absence> {
        match self.handle.try_find(id, &mut self.buffer) {
            Ok(Some(found)) => Ok((found.kind, found.data)),
            Ok(None) => Err(Absence::Missing),
            Err(error) => Err(Absence::Broken(error.to_string())),
        }
    }

    /// Returns the object's kind and size without reading all of it.
    pub(crate) fn header(&self, id: &gix::oid) -> Result<(Kind, u64), Absence> {
        match self.handle.try_header(id) {
            Ok(Some(found)) => Ok((found.kind, found.size)),
            Ok(None) => Err(Absence::Missing),
            Err(error) => Err(Absence::Broken(error.to_string())),
        }
    }
}

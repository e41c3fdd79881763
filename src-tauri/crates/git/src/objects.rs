//! Reading objects on one thread.

use std::rc::Rc;
use std::sync::Arc;

use gix::objs::{Find, FindHeader, Kind};

use crate::packs::{Packs, Place, Refused, Unfolder};

/// Why an object is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Absence {
    /// The repository has no such object.
    Missing,
    /// It has, but its bytes cannot be read; says why.
    Broken(String),
    /// It has more bytes than asked for.
    TooLarge(u64),
}

/// Reads objects; made for one thread, with its own caches.
pub(crate) struct Objects {
    packs: Arc<Packs>,
    unfolder: Unfolder,
    /// The pack in which the last object was.
    hint: u32,
    /// For loose objects, and whatever the packs do not yield.
    handle: gix::OdbHandle,
    /// What `read` returned last, if it was not in a pack.
    loose: Rc<Vec<u8>>,
}

impl Objects {
    /// Commits, trees and tags are not larger than this, in bytes.
    const LIMIT: u64 = 64 << 20;

    pub(crate) fn new(packs: Arc<Packs>, mut handle: gix::OdbHandle) -> Self {
        handle.ignore_replacements = true;
        handle.refresh_never();
        Objects { packs, unfolder: Unfolder::new(), hint: 0, handle, loose: Rc::default() }
    }

    /// Returns the object's kind and bytes.
    pub(crate) fn get(&mut self, id: &gix::oid) -> Result<(Kind, Rc<Vec<u8>>), Absence> {
        self.get_within(id, Self::LIMIT)
    }

    /// Returns the object's kind and bytes if they are not more than `max`.
    pub(crate) fn get_within(&mut self, id: &gix::oid, max: u64) -> Result<(Kind, Rc<Vec<u8>>), Absence> {
        let mut broken = None;
        if let Some(place) = self.place(id) {
            match self.unfolder.get(&self.packs, place, max) {
                Ok(found) => return Ok(found),
                Err(Refused::TooLarge(size)) => return Err(Absence::TooLarge(size)),
                Err(Refused::Broken(why)) => broken = Some(why),
            }
        }
        let mut bytes = Vec::new();
        let header = self.handle.try_header(id).ok().flatten();
        if let Some(header) = header.filter(|header| header.size > max) {
            return Err(Absence::TooLarge(header.size));
        }
        match (self.handle.try_find(id, &mut bytes).map(|found| found.map(|found| found.kind)), broken) {
            (Ok(Some(kind)), _) => Ok((kind, Rc::new(bytes))),
            (_, Some(why)) => Err(Absence::Broken(why.to_owned())),
            (Ok(None), None) => Err(Absence::Missing),
            (Err(error), None) => Err(Absence::Broken(error.to_string())),
        }
    }

    /// Like [`get`](Self::get), for objects that are read once, as commits are; keeps nothing.
    pub(crate) fn read(&mut self, id: &gix::oid) -> Result<(Kind, &[u8]), Absence> {
        let found = self.place(id).and_then(|place| self.unfolder.read(&self.packs, place, Self::LIMIT).ok());
        match found {
            Some(kind) => Ok((kind, self.unfolder.last())),
            None => {
                let (kind, bytes) = self.get(id)?;
                self.loose = bytes;
                Ok((kind, &self.loose))
            }
        }
    }

    /// Returns the object's kind without reading all of it.
    pub(crate) fn kind(&mut self, id: &gix::oid) -> Option<Kind> {
        let packed = self.place(id).and_then(|place| self.packs.kind(place));
        packed.or_else(|| self.handle.try_header(id).ok().flatten().map(|header| header.kind))
    }

    /// Returns where the packs hold the object; reading in this order is the cheapest.
    pub(crate) fn place(&mut self, id: &gix::oid) -> Option<Place> {
        self.packs.locate(id, &mut self.hint)
    }
}

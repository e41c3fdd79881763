//! Who wrote and who committed, after the mailmap (<https://git-scm.com/docs/gitmailmap>).

use domain::history::Signature;
use gix::actor::SignatureRef;
use gix::bstr::ByteSlice;
use rustc_hash::FxHashMap;

use crate::commit::RawSignature;

/// Turns the spelling in a commit into the person that the mailmap says it is.
pub(crate) struct People {
    mailmap: gix::mailmap::Snapshot,
    /// Few people make many commits: by name, a zero byte, address (neither may hold one).
    known: FxHashMap<Box<[u8]>, Signature>,
    key: Vec<u8>,
}

impl People {
    /// Takes the bytes of a `.mailmap`; lines that do not parse are ignored, as Git does.
    pub(crate) fn new(mailmap: &[u8]) -> Self {
        let mailmap = gix::mailmap::Snapshot::from_bytes(mailmap);
        People { mailmap, known: FxHashMap::default(), key: Vec::new() }
    }

    /// Returns the person behind this spelling.
    pub(crate) fn resolve(&mut self, raw: &RawSignature<'_>) -> Signature {
        self.key.clear();
        self.key.extend_from_slice(raw.name);
        self.key.push(0);
        self.key.extend_from_slice(raw.email);
        if let Some(person) = self.known.get(self.key.as_slice()) {
            return person.clone();
        }
        let spelled = SignatureRef { name: raw.name.as_bstr(), email: raw.email.as_bstr(), time: "0 +0000" };
        let mapped = self.mailmap.try_resolve_ref(spelled);
        let name = mapped.as_ref().and_then(|mapped| mapped.name).unwrap_or(raw.name.as_bstr());
        let email = mapped.as_ref().and_then(|mapped| mapped.email).unwrap_or(raw.email.as_bstr());
        let person =
            Signature { name: name.to_str_lossy().into_owned(), email: email.to_str_lossy().into_owned() };
        self.known.insert(self.key.as_slice().into(), person.clone());
        person
    }
}

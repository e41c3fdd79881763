//! The bytes of a tree, and a cache of them.
//!
//! Format: `<octal mode> <name>\0<raw id>`, one after the other, ordered by name, a folder's name as if it ended
//! in `/` (<https://git-scm.com/book/en/v2/Git-Internals-Git-Objects#_tree_objects>).

use std::cmp::Ordering;
use std::rc::Rc;

use gix::ObjectId;
use gix::bstr::ByteSlice;
use gix::objs::Kind;

use crate::generations::Generations;
use crate::objects::{Absence, Objects};

/// What an entry of a tree is. Files that differ in their execution bit alone are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Tree,
    File,
    /// A symlink, a submodule, or something that Git does not write.
    Other(u8),
}

/// One entry, borrowed from its tree.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry<'a> {
    pub(crate) class: Class,
    pub(crate) name: &'a [u8],
    pub(crate) id: &'a [u8],
    /// All bytes of the entry.
    len: usize,
}

impl<'a> Entry<'a> {
    /// Reads the first entry; `None` at the end and where the bytes are no entry.
    pub(crate) fn first(bytes: &'a [u8], hash_len: usize) -> Option<Self> {
        let space = bytes.iter().take(8).position(|byte| *byte == b' ')?;
        let mut mode = 0u32;
        for digit in &bytes[..space] {
            if !(b'0'..=b'7').contains(digit) {
                return None;
            }
            mode = mode << 3 | u32::from(digit - b'0');
        }
        let rest = &bytes[space + 1..];
        let end = rest.iter().position(|byte| *byte == 0)?;
        let id = rest.get(end + 1..end + 1 + hash_len)?;
        let class = match mode >> 12 {
            0o04 => Class::Tree,
            0o10 => Class::File,
            other => Class::Other(other as u8),
        };
        Some(Entry { class, name: &rest[..end], id, len: space + end + 2 + hash_len })
    }

    /// Returns the bytes after this entry, which is the first of `bytes`.
    pub(crate) fn skip(&self, bytes: &'a [u8]) -> &'a [u8] {
        &bytes[self.len..]
    }

    /// Returns whether both lead to the same content.
    pub(crate) fn same(&self, other: &Entry<'_>) -> bool {
        self.class == other.class && self.id == other.id
    }

    /// Compares as trees are ordered.
    pub(crate) fn order(&self, other: &Entry<'_>) -> Ordering {
        let shared = self.name.len().min(other.name.len());
        self.name[..shared].cmp(&other.name[..shared]).then_with(|| self.end(shared).cmp(&other.end(shared)))
    }

    /// The byte of the name at `at`, as trees are ordered.
    fn end(&self, at: usize) -> Option<u8> {
        self.name.get(at).copied().or((self.class == Class::Tree && self.name.len() == at).then_some(b'/'))
    }
}

/// Returns the entry with this name.
pub(crate) fn find(mut bytes: &[u8], hash: gix::hash::Kind, name: &[u8]) -> Option<(Class, ObjectId)> {
    while let Some(entry) = Entry::first(bytes, hash.len_in_bytes()) {
        if entry.name == name {
            return Some((entry.class, ObjectId::try_from(entry.id).ok()?));
        }
        bytes = entry.skip(bytes);
    }
    None
}

/// Returns the length of the entries that both trees begin with; most commits change one entry of many.
pub(crate) fn shared_entries(old: &[u8], new: &[u8], hash_len: usize) -> usize {
    const PIECE: usize = 64;
    let mut same = 0;
    while let (Some(one), Some(other)) = (old.get(same..same + PIECE), new.get(same..same + PIECE))
        && one == other
    {
        same += PIECE;
    }
    same += old[same..].iter().zip(&new[same..]).take_while(|(one, other)| one == other).count();
    let mut entries = 0;
    while let Some(end) = old[entries..same].find_byte(0).map(|name| entries + name + 1 + hash_len)
        && end <= same
    {
        entries = end;
    }
    entries
}

/// Trees that were read lately: a commit's trees are the ones that the next commit is compared with.
pub(crate) struct Trees(Generations<ObjectId, ()>);

impl Trees {
    /// Bytes to keep; most of them are shared with what [`Objects`] keeps.
    const CACHE: usize = 32 << 20;

    pub(crate) fn new() -> Self {
        Trees(Generations::new(Self::CACHE))
    }

    /// Returns the bytes of a tree.
    pub(crate) fn get(&mut self, objects: &mut Objects, id: &ObjectId) -> Result<Rc<Vec<u8>>, Absence> {
        if let Some(((), tree)) = self.0.get(*id) {
            return Ok(tree);
        }
        let (kind, tree) = objects.get(id)?;
        if kind != Kind::Tree {
            return Err(Absence::Broken(format!("it is a {kind}")));
        }
        self.0.insert(*id, (), &tree);
        Ok(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(entries: &[(&str, &str, u8)]) -> Vec<u8> {
        let entry = |(mode, name, id): &(&str, &str, u8)| {
            [mode.as_bytes(), b" ", name.as_bytes(), b"\0", &[*id; 20]].concat()
        };
        entries.iter().flat_map(entry).collect()
    }

    #[test]
    fn entries_are_shared_up_to_the_first_that_differs() {
        let long = "n".repeat(200);
        let old = [("100644", "a", 0), ("40000", long.as_str(), 7), ("100644", "z", 2)];
        let start = |count| tree(&old[..count]).len();
        let mut new = old;
        new[2].2 = 3;
        assert_eq!(shared_entries(&tree(&old), &tree(&new), 20), start(2));
        new[1].2 = 3;
        assert_eq!(shared_entries(&tree(&old), &tree(&new), 20), start(1));
        new[0].0 = "100755";
        assert_eq!(shared_entries(&tree(&old), &tree(&new), 20), 0);
        assert_eq!(shared_entries(&tree(&old), &tree(&old), 20), start(3));
        assert_eq!(shared_entries(&tree(&old), &tree(&old[..2]), 20), start(2));
        assert_eq!(shared_entries(&[], &tree(&old), 20), 0);
        let cut = tree(&old);
        assert_eq!(shared_entries(&cut[..cut.len() - 1], &cut, 20), start(2));
    }

    #[test]
    fn folders_are_ordered_as_if_they_ended_in_a_slash() {
        let bytes = tree(&[("100644", "a", 1), ("40000", "a", 1), ("100644", "a.b", 1), ("100644", "a0", 1)]);
        let mut entries = Vec::new();
        let mut rest = bytes.as_slice();
        while let Some(entry) = Entry::first(rest, 20) {
            entries.push(entry);
            rest = entry.skip(rest);
        }
        let [file, folder, dot, digit] = entries[..] else { panic!("four entries") };
        assert_eq!(file.order(&folder), Ordering::Less);
        assert_eq!(folder.order(&dot), Ordering::Greater);
        assert_eq!(folder.order(&digit), Ordering::Less);
        assert_eq!(folder.order(&folder), Ordering::Equal);
    }
}

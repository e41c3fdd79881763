//! Paths as numbers: each distinct path is put together and classified once.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

/// The folder that all paths start in.
pub(crate) const ROOT: u32 = 0;

/// What a name in a folder stands for; a name may be a folder in one commit and a file in another.
#[derive(Clone, Copy, Default)]
struct Slot {
    folder: Option<u32>,
    file: Option<Verdict>,
}

/// The number of a file's path, or `None` if nobody asked for it.
type Verdict = Option<u32>;

type Names = FxHashMap<Box<[u8]>, Slot>;

/// All paths, shared by the threads.
pub(crate) struct Paths<'a, K> {
    classify: &'a (dyn Fn(&[u8]) -> Option<K> + Sync),
    known: Mutex<Known<K>>,
}

struct Known<K> {
    folders: Vec<Folder>,
    files: Vec<(Box<[u8]>, K)>,
}

struct Folder {
    /// Ends in `/`, but for the root.
    path: Box<[u8]>,
    names: Names,
}

impl<'a, K: Copy> Paths<'a, K> {
    pub(crate) fn new(classify: &'a (dyn Fn(&[u8]) -> Option<K> + Sync)) -> Self {
        let root = Folder { path: Box::default(), names: Names::default() };
        Paths { classify, known: Mutex::new(Known { folders: vec![root], files: Vec::new() }) }
    }

    /// Returns the paths that were asked for, by number.
    pub(crate) fn into_files(self) -> Vec<(Box<[u8]>, K)> {
        self.known.into_inner().unwrap_or_else(PoisonError::into_inner).files
    }

    /// Returns the path of a folder.
    pub(crate) fn folder_path(&self, folder: u32) -> Box<[u8]> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).folders[folder as usize].path.clone()
    }

    fn folder(&self, parent: u32, name: &[u8]) -> u32 {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let next = known.folders.len() as u32;
        let Folder { path, names } = &mut known.folders[parent as usize];
        let slot = names.entry(name.into()).or_default();
        if let Some(folder) = slot.folder {
            return folder;
        }
        slot.folder = Some(next);
        let path = [path, name, b"/"].concat().into();
        known.folders.push(Folder { path, names: Names::default() });
        next
    }

    fn file(&self, parent: u32, name: &[u8]) -> Verdict {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let Known { folders, files } = &mut *known;
        let Folder { path, names } = &mut folders[parent as usize];
        let slot = names.entry(name.into()).or_default();
        if let Some(verdict) = slot.file {
            return verdict;
        }
        let path: Box<[u8]> = [path, name].concat().into();
        let verdict = (self.classify)(&path).map(|class| {
            files.push((path, class));
            files.len() as u32 - 1
        });
        slot.file = Some(verdict);
        verdict
    }
}

/// One thread's copy of the names that it met, so that it seldom asks the others.
pub(crate) struct LocalPaths<'a, K> {
    shared: &'a Paths<'a, K>,
    folders: FxHashMap<u32, Names>,
}

impl<'a, K: Copy> LocalPaths<'a, K> {
    pub(crate) fn new(shared: &'a Paths<'a, K>) -> Self {
        LocalPaths { shared, folders: FxHashMap::default() }
    }

    /// Returns the number of the folder `name` in `parent`.
    pub(crate) fn folder(&mut self, parent: u32, name: &[u8]) -> u32 {
        let names = self.folders.entry(parent).or_default();
        if let Some(folder) = names.get(name).and_then(|slot| slot.folder) {
            return folder;
        }
        let folder = self.shared.folder(parent, name);
        names.entry(name.into()).or_default().folder = Some(folder);
        folder
    }

    /// Returns the number of the file `name` in `parent`, if it is asked for.
    pub(crate) fn file(&mut self, parent: u32, name: &[u8]) -> Verdict {
        let names = self.folders.entry(parent).or_default();
        if let Some(verdict) = names.get(name).and_then(|slot| slot.file) {
            return verdict;
        }
        let verdict = self.shared.file(parent, name);
        names.entry(name.into()).or_default().file = Some(verdict);
        verdict
    }

    /// Returns the path of a folder, for people.
    pub(crate) fn folder_path(&self, folder: u32) -> String {
        String::from_utf8_lossy(&self.shared.folder_path(folder)).into_owned()
    }
}

//! The corpus: histories of real repositories as bundles, which not every machine has.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tempfile::TempDir;

use crate::repository::{finished, git_command};

/// A bare clone of a bundle, shared by the tests of a process. The folder goes away with its last user.
#[derive(Debug, Clone)]
pub struct CorpusClone(Arc<TempDir>);

impl CorpusClone {
    /// Returns the bare repository.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

/// Returns the folder of the corpus: `CAIRN_CORPUS`, or the one beside the workspace. `None`, with a note on
/// standard error, where there is none; the test then has nothing to do.
pub fn corpus() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/corpus");
    let folder = std::env::var_os("CAIRN_CORPUS").map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    skip("there is no corpus; name its folder in CAIRN_CORPUS");
    None
}

/// Returns a bare clone of `<name>.bundle` of the corpus, made once a process. `None`, with a note, where there is
/// no such bundle.
///
/// # Panics
/// Git cannot read the bundle.
pub fn corpus_clone(name: &str) -> Option<CorpusClone> {
    type Clones = BTreeMap<String, std::sync::Weak<TempDir>>;
    static CLONES: OnceLock<Mutex<Clones>> = OnceLock::new();

    let bundle = corpus()?.join(format!("{name}.bundle"));
    if !bundle.is_file() {
        skip(&format!("the corpus has no {name}.bundle"));
        return None;
    }
    // Held while cloning: a second test that wants the same bundle waits for it instead of cloning again. A test
    // that fails meanwhile leaves the map as it was.
    let mut clones = CLONES.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(clone) = clones.get(name).and_then(std::sync::Weak::upgrade) {
        return Some(CorpusClone(clone));
    }
    let folder =
        tempfile::Builder::new().prefix("corpus-").tempdir().expect("tests have a place for temporary files");
    let mut command = git_command("git", folder.path());
    finished("git clone", command.args(["clone", "--quiet", "--bare"]).arg(&bundle).arg("."));
    let clone = Arc::new(folder);
    clones.insert(name.to_owned(), Arc::downgrade(&clone));
    Some(CorpusClone(clone))
}

#[expect(clippy::print_stderr, reason = "a test that skips says so")]
fn skip(why: &str) {
    eprintln!("skipped: {why}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_is_shared_and_whole() {
        let Some(one) = corpus_clone("lab") else { return };
        let two = corpus_clone("lab").expect("it was there a moment ago");
        assert_eq!(one.path(), two.path());
        let count = finished(
            "git",
            git_command("git", one.path()).args(["rev-list", "--first-parent", "--count", "HEAD"]),
        );
        assert_eq!(count, "665");
        assert!(corpus_clone("no-such-bundle").is_none());
    }
}

//! Opening a repository, and reading one file of it.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock};

use domain::{CommitId, Gap, GapCode};
use gix::ObjectId;
use gix::objs::Kind;
use gix::sec::Permission;
use rustc_hash::FxHashMap;

use crate::commit::RawCommit;
use crate::objects::{Absence, Objects};
use crate::packs::Packs;
use crate::{Error, ids, tree};

/// A repository that is open for reading.
pub struct Repository {
    pub(crate) inner: gix::ThreadSafeRepository,
    git_dir: PathBuf,
    packs: OnceLock<Arc<Packs>>,
    /// Trees of the branch's commits, kept from the walk so that [`Repository::changes`] need not read them again.
    pub(crate) trees: Mutex<FxHashMap<CommitId, ObjectId>>,
}

impl Repository {
    /// Opens the repository at `path`: a work tree, its `.git`, a linked worktree, a bare repository or a mirror.
    ///
    /// Of the configuration outside of the repository only `safe.directory` has a say; the environment has none
    /// beyond where the user's configuration lies. Packs that arrive later are not seen: open anew for each sync.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let options = gix::open::Options::default()
            .permissions(permissions())
            .config_overrides(["core.useReplaceRefs=false", "gitoxide.objects.allocLimit=536870912"]);
        let unreadable = |step, source: gix::Error| Error::Unreadable {
            path: path.to_owned(),
            step,
            source: source.to_string().into(),
        };
        let inner = match gix::ThreadSafeRepository::open_opts(path, options) {
            Ok(inner) => inner,
            Err(_)
                if gix::discover::is_git(&path.join(".git"))
                    .or_else(|_| gix::discover::is_git(path))
                    .is_err() =>
            {
                return Err(match path.read_dir() {
                    Err(source) if source.kind() == std::io::ErrorKind::PermissionDenied => {
                        Error::Unreadable {
                            path: path.to_owned(),
                            step: "open the folder",
                            source: source.into(),
                        }
                    }
                    _ => Error::NotARepository { path: path.to_owned() },
                });
            }
            Err(source) => return Err(unreadable("read the configuration", source)),
        };
        let local = inner.to_thread_local();
        if local.git_dir_trust() != gix::sec::Trust::Full {
            return Err(Error::Dubious { path: path.to_owned() });
        }
        let refs = local.config_snapshot().string("extensions.refStorage");
        if let Some(format) = refs.filter(|format| format != "files") {
            let feature = format!("the ref format {format}");
            return Err(Error::Unsupported { path: path.to_owned(), feature });
        }
        Ok(Repository {
            git_dir: local.git_dir().to_owned(),
            inner,
            packs: OnceLock::new(),
            trees: Mutex::default(),
        })
    }

    /// Returns the folder that holds the refs and objects.
    pub fn git_dir(&self) -> &Path {
        &self.git_dir
    }

    /// Returns whether history was cut when this was cloned.
    pub fn is_shallow(&self) -> bool {
        self.inner.to_thread_local().is_shallow().unwrap_or(false)
    }

    /// Returns where `origin` is, without user name, password or token.
    pub fn remote_url(&self) -> Option<String> {
        let url = self.inner.to_thread_local().config_snapshot().string("remote.origin.url")?;
        Some(without_credentials(&url.to_string()))
    }

    /// Returns the bytes of the file at `path` in a commit's tree; `None` if there is no file at it.
    ///
    /// Fails if the commit, a tree on the way or the file itself cannot be read.
    pub fn read_blob_at(&self, commit: &CommitId, path: &[u8]) -> Result<Option<Vec<u8>>, Error> {
        let mut objects = self.objects();
        let failed = |absence: Absence| {
            let source = match absence {
                Absence::Missing => "the clone lacks an object on the way to the file".to_owned(),
                Absence::Broken(why) => why,
                Absence::TooLarge(size) => format!("it has {size} bytes"),
            };
            Error::Unreadable { path: self.git_dir.clone(), step: "read a file", source: source.into() }
        };
        let mut id = self.tree_of(&mut objects, commit).map_err(failed)?;
        let mut names = path.split(|byte| *byte == b'/').peekable();
        while let Some(name) = names.next() {
            let (kind, bytes) = objects.get(&id).map_err(failed)?;
            let entry = (kind == Kind::Tree).then(|| tree::find(&bytes, id.kind(), name)).flatten();
            let wanted = if names.peek().is_some() { tree::Class::Tree } else { tree::Class::File };
            match entry {
                Some((class, found)) if class == wanted => id = found,
                _ => return Ok(None),
            }
        }
        let (_, bytes) = objects.get(&id).map_err(failed)?;
        Ok(Some(Rc::unwrap_or_clone(bytes)))
    }

    pub(crate) fn objects(&self) -> Objects {
        let packs = self.packs.get_or_init(|| {
            let store = &self.inner.objects;
            let mut folders = vec![store.path().to_owned()];
            folders.extend(store.alternate_db_paths().unwrap_or_default());
            Arc::new(Packs::open(&folders, store.object_hash()))
        });
        Objects::new(Arc::clone(packs), self.inner.to_thread_local().objects)
    }

    /// Returns the tree of a commit, from the walk if that met it.
    pub(crate) fn tree_of(&self, objects: &mut Objects, commit: &CommitId) -> Result<ObjectId, Absence> {
        if let Some(tree) = self.trees.lock().unwrap_or_else(|broken| broken.into_inner()).get(commit) {
            return Ok(*tree);
        }
        let (kind, bytes) = objects.read(&ids::from_domain(commit))?;
        let parsed = if kind == Kind::Commit { RawCommit::parse(bytes) } else { None };
        parsed.map(|commit| commit.tree).ok_or_else(|| Absence::Broken("it is no commit".to_owned()))
    }
}

/// Returns the gap for an object of which `place` is in need.
pub(crate) fn gap(absence: &Absence, place: String, object: &str) -> Gap {
    match absence {
        Absence::Missing => {
            Gap::new(GapCode::MissingObject, place, format!("the clone lacks {object}; it was left out"))
        }
        Absence::Broken(why) => {
            Gap::new(GapCode::Malformed, place, format!("{object} cannot be read ({why}); it was left out"))
        }
        Absence::TooLarge(size) => {
            Gap::new(GapCode::TooLarge, place, format!("{object} has {size} bytes; it was left out"))
        }
    }
}

/// The user's and the system's configuration are read for `safe.directory`; nothing else from outside has a say.
fn permissions() -> gix::open::Permissions {
    let mut permissions = gix::open::Permissions::isolated();
    permissions.config.system = true;
    permissions.config.git = true;
    permissions.config.user = true;
    permissions.env.home = Permission::Allow;
    permissions.env.xdg_config_home = Permission::Allow;
    permissions
}

/// Removes what stands before the host: over HTTP also the user name may be a token; over SSH it is only a login.
fn without_credentials(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let Some((login, host)) = authority.rsplit_once('@') else {
        return format!("{scheme}://{}", rest.split(['?', '#']).next().unwrap_or(rest));
    };
    let user = login.split(':').next().unwrap_or_default();
    let path = path.split(['?', '#']).next().unwrap_or(path);
    if scheme.ends_with("ssh") && !user.is_empty() {
        format!("{scheme}://{user}@{host}{path}")
    } else {
        format!("{scheme}://{host}{path}")
    }
}

#[cfg(test)]
mod tests {
    use super::without_credentials;

    #[test]
    fn addresses_lose_their_secrets_only() {
        for (url, expect) in [
            ("https://github.com/o/r.git", "https://github.com/o/r.git"),
            ("https://token@github.com/o/r.git", "https://github.com/o/r.git"),
            ("https://user:pa@ss@host:8443/o/r", "https://host:8443/o/r"),
            ("https://host/o/r?private_token=x", "https://host/o/r"),
            ("https://user:pw@host", "https://host"),
            ("ssh://git@host/o/r", "ssh://git@host/o/r"),
            ("ssh://git:pw@host/o/r", "ssh://git@host/o/r"),
            ("git@github.com:o/r.git", "git@github.com:o/r.git"),
            ("/srv/git/a@b.git", "/srv/git/a@b.git"),
            ("file:///srv/git/a@b.git", "file:///srv/git/a@b.git"),
        ] {
            assert_eq!(without_credentials(url), expect);
        }
    }
}

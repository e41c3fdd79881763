//! Where the refs stand.

use domain::CommitId;
use domain::history::RefPosition;
use gix::ObjectId;
use gix::objs::Kind;
use gix::refs::{Reference, Target};

use crate::objects::Objects;
use crate::{Error, Repository, ids};

/// Tags of tags are followed this far.
const TAG_DEPTH: usize = 16;

impl Repository {
    /// Returns the short name of the branch that stands for this repository.
    ///
    /// In a clone that is the branch that `origin` calls its head, whatever is checked out; in a mirror or a
    /// repository without `origin` it is the branch that `HEAD` names. `None` if neither leads to a branch.
    pub fn default_branch(&self) -> Option<String> {
        self.symbolic("refs/remotes/origin/HEAD", "refs/remotes/origin/")
            .or_else(|| self.symbolic("HEAD", "refs/heads/"))
            .filter(|branch| self.resolve_branch(branch).is_some())
    }

    /// Returns the commit at the tip of a branch: one in `refs/heads`, or else one of `origin`.
    ///
    /// Takes a full name (`refs/…`) as well.
    pub fn resolve_branch(&self, name: &str) -> Option<CommitId> {
        let full = name.starts_with("refs/").then(|| name.to_owned());
        let names = [full, Some(format!("refs/heads/{name}")), Some(format!("refs/remotes/origin/{name}"))];
        let repository = self.inner.to_thread_local();
        let mut objects = self.objects();
        names.into_iter().flatten().find_map(|name| {
            let found = repository.try_find_reference(name.as_str()).ok()??;
            let target = found.inner.target.try_id()?.to_owned();
            peel(&mut objects, target)
        })
    }

    /// Returns every ref with what it points to and the commit in the end, in order of their names.
    ///
    /// Symbolic refs and files that hold no id are left out, as Git leaves them out.
    pub fn refs(&self) -> Result<Vec<RefPosition>, Error> {
        let mut objects = self.objects();
        self.each_ref(|name, reference| {
            let target = reference.target.try_id()?.to_owned();
            let commit = peel(&mut objects, reference.peeled.unwrap_or(target));
            Some(RefPosition { name, target: ids::to_domain(&target), commit })
        })
    }

    /// Returns the name and unpeeled target of every ref, in order of their names, without reading objects.
    pub fn raw_refs(&self) -> Result<Vec<(String, CommitId)>, Error> {
        self.each_ref(|name, reference| Some((name, ids::to_domain(reference.target.try_id()?))))
    }

    fn each_ref<T>(&self, mut take: impl FnMut(String, &Reference) -> Option<T>) -> Result<Vec<T>, Error> {
        let unreadable = |source: String| Error::Unreadable {
            path: self.git_dir().to_owned(),
            step: "read the refs",
            source: source.into(),
        };
        let repository = self.inner.to_thread_local();
        let platform = repository.refs.iter().map_err(|error| unreadable(error.to_string()))?;
        let refs = platform.all().map_err(|error| unreadable(error.to_string()))?;
        Ok(refs
            .filter_map(Result::ok)
            .filter_map(|reference| take(reference.name.as_bstr().to_string(), &reference))
            .collect())
    }

    /// Returns what the symbolic ref `name` points to, without `prefix`.
    fn symbolic(&self, name: &str, prefix: &str) -> Option<String> {
        let repository = self.inner.to_thread_local();
        let found = repository.try_find_reference(name).ok()??;
        match &found.inner.target {
            Target::Symbolic(target) => target.as_bstr().to_string().strip_prefix(prefix).map(str::to_owned),
            Target::Object(_) => None,
        }
    }
}

/// Follows annotated tags to a commit; `None` if they lead elsewhere or nowhere.
fn peel(objects: &mut Objects, mut id: ObjectId) -> Option<CommitId> {
    for _ in 0..TAG_DEPTH {
        match objects.kind(&id)? {
            Kind::Commit => return Some(ids::to_domain(&id)),
            Kind::Tag => {
                let (_, bytes) = objects.get(&id).ok()?;
                let line = bytes.split(|byte| *byte == b'\n').next()?;
                id = line.strip_prefix(b"object ").and_then(ids::from_hex)?;
            }
            Kind::Tree | Kind::Blob => return None,
        }
    }
    None
}

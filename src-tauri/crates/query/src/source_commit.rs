//! Which source commit an image was built from, as far as the image reference and labels tell.

use std::cell::RefCell;
use std::collections::HashMap;

use domain::image::base_name;
use domain::{Basis, CommitId, CommitPrefix, Strength};
use store::Read;
use store::commits::CommitRow;
use store::repositories::{RepositoryId, RepositoryRow};

use crate::answer::CommitLink;
use crate::error::QueryError;
use crate::version::is_moving;

/// A source commit that was found, or why there is none.
pub(crate) type Resolution = Result<SourceCommit, String>;

/// A source commit, and how we know.
#[derive(Debug, Clone)]
pub(crate) struct SourceCommit {
    /// The commit.
    pub(crate) commit: CommitRow,
    /// The repository's name.
    pub(crate) repository: String,
    /// How we know.
    pub(crate) basis: Basis,
    /// How strong that is.
    pub(crate) strength: Strength,
}

impl SourceCommit {
    /// Returns it as it stands in answers.
    pub(crate) fn link(&self) -> CommitLink {
        CommitLink {
            repo: self.repository.clone(),
            commit: self.commit.oid,
            basis: self.basis,
            strength: self.strength,
            subject: Some(self.commit.subject.clone()),
            committed_at: Some(self.commit.committed_at),
        }
    }
}

/// An image's name, its tag, and the revision that a label names.
type Asked = (String, Option<String>, Option<String>);

/// Resolves images to source commits; each distinct reference once.
pub(crate) struct SourceCommits<'a> {
    read: &'a Read<'a>,
    sources: Vec<&'a RepositoryRow>,
    known: RefCell<HashMap<Asked, Resolution>>,
}

impl<'a> SourceCommits<'a> {
    /// Prepares to resolve against the source repositories among `repositories`.
    pub(crate) fn new(read: &'a Read<'a>, repositories: &'a [RepositoryRow]) -> Self {
        let sources = repositories.iter().filter(|repository| repository.role.is_source()).collect();
        SourceCommits { read, sources, known: RefCell::default() }
    }

    /// Returns the commit that an image was built from.
    ///
    /// A revision that a label of the pod claims comes first (a claim that Git confirms: E2); then a tag that is or
    /// contains the id of a commit, then a tag that is the name of a Git tag (inferred: E1).
    pub(crate) fn resolve(
        &self,
        image: &str,
        tag: Option<&str>,
        revision_label: Option<&str>,
    ) -> Result<Resolution, QueryError> {
        let key = (image.to_owned(), tag.map(str::to_owned), revision_label.map(str::to_owned));
        if let Some(known) = self.known.borrow().get(&key) {
            return Ok(known.clone());
        }
        let resolution = self.look_up(image, tag, revision_label)?;
        self.known.borrow_mut().insert(key, resolution.clone());
        Ok(resolution)
    }

    fn look_up(
        &self,
        image: &str,
        tag: Option<&str>,
        revision_label: Option<&str>,
    ) -> Result<Resolution, QueryError> {
        if self.sources.is_empty() {
            return Ok(Err("no source repository is registered".to_owned()));
        }
        let mut looked_at = Vec::new();
        if let Some(label) = revision_label {
            match self.by_digits(image, &[label.to_owned()], Basis::RevisionLabel, Strength::E2)? {
                Ok(found) => return Ok(Ok(found)),
                Err(_) => looked_at.push(format!("the label names {label}, which no source repository has")),
            }
        }
        let Some(tag) = tag else {
            looked_at.push("the image has no tag, and no registry was read".to_owned());
            return Ok(Err(looked_at.join("; ")));
        };
        if is_moving(tag) {
            looked_at.push(format!("the tag {tag} names no fixed commit, and no registry was read"));
            return Ok(Err(looked_at.join("; ")));
        }
        if let Some(found) = self.by_git_tag(image, tag)? {
            return Ok(Ok(found));
        }
        let digits = runs_of_digits(tag);
        if !digits.is_empty() {
            match self.by_digits(image, &digits, Basis::TagIsCommit, Strength::E1)? {
                Ok(found) => return Ok(Ok(found)),
                Err(reason) => looked_at.push(reason),
            }
        }
        looked_at.push(format!("the tag {tag} is no Git tag of a source repository that fits the image"));
        Ok(Err(looked_at.join("; ")))
    }

    fn by_digits(
        &self,
        image: &str,
        digits: &[String],
        basis: Basis,
        strength: Strength,
    ) -> Result<Resolution, QueryError> {
        for run in digits {
            let Ok(prefix) = run.parse::<CommitPrefix>() else { continue };
            let mut found = self.read.commits_by_prefix(&prefix)?;
            found.retain(|commit| self.sources.iter().any(|source| source.id == commit.repository));
            if found.len() > 1 {
                let fits = |commit: &CommitRow| self.fits(commit.repository, image);
                if found.iter().filter(|commit| fits(commit)).count() == 1 {
                    found.retain(fits);
                }
            }
            match found.len() {
                0 => {}
                1 => return Ok(Ok(self.source(found.remove(0), basis, strength))),
                many => return Ok(Err(format!("{run} begins the ids of {many} commits"))),
            }
        }
        Ok(Err(format!("no source repository has a commit {}", digits.join(" or "))))
    }

    /// Finds the Git tag of this name, with or without a leading `v`, in the repository that fits the image.
    fn by_git_tag(&self, image: &str, tag: &str) -> Result<Option<SourceCommit>, QueryError> {
        let other = tag.strip_prefix('v').map_or_else(|| format!("v{tag}"), str::to_owned);
        for name in [tag, other.as_str()] {
            let mut found: Vec<(RepositoryId, CommitId)> = self.read.tag_commits(name)?;
            found.retain(|(repository, _)| self.fits(*repository, image));
            if let [(repository, commit)] = found.as_slice()
                && let Some(commit) = self.read.commit(*repository, commit)?
            {
                return Ok(Some(self.source(commit, Basis::TagIsGitTag, Strength::E1)));
            }
        }
        Ok(None)
    }

    /// Returns whether a repository is named like the image: version numbers exist in every repository, so a tag
    /// alone would join strangers.
    fn fits(&self, repository: RepositoryId, image: &str) -> bool {
        let image = base_name(image);
        self.sources.iter().filter(|source| source.id == repository).any(|source| {
            let forge = source.forge_name.as_deref().map(base_name);
            source.name == image || forge == Some(image)
        })
    }

    fn source(&self, commit: CommitRow, basis: Basis, strength: Strength) -> SourceCommit {
        let repository = self.sources.iter().find(|source| source.id == commit.repository);
        let repository = repository.map_or_else(String::new, |source| source.name.clone());
        SourceCommit { commit, repository, basis, strength }
    }
}

/// Returns the runs of hexadecimal digits in a tag that can be commit ids: between separators, 7 to 40 long, and not
/// only decimal digits unless of full length (`20260820` is a date). Longest first.
fn runs_of_digits(tag: &str) -> Vec<String> {
    let mut runs: Vec<String> = tag
        .split(|c: char| !c.is_ascii_alphanumeric())
        .map(|run| run.strip_prefix('g').filter(|rest| rest.len() >= 7).unwrap_or(run))
        .filter(|run| (7..=64).contains(&run.len()) && run.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .filter(|run| run.len() >= 40 || run.bytes().any(|byte| byte.is_ascii_alphabetic()))
        .map(str::to_ascii_lowercase)
        .collect();
    runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
    runs
}

#[cfg(test)]
mod tests {
    use super::runs_of_digits;

    #[test]
    fn finds_commit_ids_in_tags_as_they_are_written() {
        assert_eq!(runs_of_digits("prod-ae8939f-20260820140346"), ["ae8939f"]);
        assert_eq!(runs_of_digits("3.6.0-9a8b7c6d"), ["9a8b7c6d"]);
        assert_eq!(runs_of_digits("v1.2.3-4-gdeadbee"), ["deadbee"]);
        assert_eq!(runs_of_digits("pr-12-0abcdef-20260101"), ["0abcdef"]);
        assert_eq!(runs_of_digits(&"1".repeat(40)), ["1".repeat(40)]);
        assert!(runs_of_digits("2026.08.20").is_empty() && runs_of_digits("20260820").is_empty());
        assert!(runs_of_digits("v2389").is_empty() && runs_of_digits("latest").is_empty());
    }
}

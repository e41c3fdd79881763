//! Where a commit, digest, tag, image or change request runs, ran and is declared.

use std::collections::HashMap;

use domain::image::{base_name, canonical_name};
use domain::{Digest, Time};
use store::Read;
use store::commits::CommitRow;
use store::declarations::DeclarationRow;
use store::observations::{ObservationFilter, ObservationRow};

use crate::answer::{Ran, Relation, Resolved, RunningRow, WhereAnswer, WhereDeclared, WhereRunning};
use crate::declared::declaration;
use crate::declared_index::DeclaredIndex;
use crate::error::QueryError;
use crate::fleet_state::FleetState;
use crate::running::{View, as_prefix};
use crate::source_commit::SourceCommits;

/// Returns where something runs at `at`, ran before, and is declared.
///
/// A commit relates to what was built from it (`source`) and to what it configured (`config`): exactly it, or a
/// descendant that contains it.
pub fn where_runs(read: &Read<'_>, query: &str, at: Time) -> Result<WhereAnswer, QueryError> {
    let query = query.trim();
    let mut answer = WhereAnswer {
        query: query.to_owned(),
        as_of: at,
        resolved: None,
        also: Vec::new(),
        running: Vec::new(),
        ran: Vec::new(),
        declared: Vec::new(),
    };
    let state = FleetState::load(read, at)?;
    let index = DeclaredIndex::at(read, &state.repositories, at)?;
    let mut subjects = subjects(read, &state, query)?.into_iter();
    let Some(subject) = subjects.next() else { return Ok(answer) };
    answer.also = subjects.map(|other| other.resolved).collect();

    let sources = SourceCommits::new(read, &state.repositories);
    let mut search = Search { read, subject: &subject.kind, sources, contains: HashMap::new() };
    let view = View::new(read, &state, &index);
    for cluster in &state.clusters {
        for observation in &cluster.observations {
            let row = view.row(cluster, observation, at)?;
            if let Some((relation, link)) = search.running(observation, &row)? {
                answer.running.push(WhereRunning { row, relation, link });
            }
        }
    }
    answer.running.sort_by_key(|row| row.relation);
    answer.ran = ran(read, &state, &view, &mut search, at)?;
    for history in index.slots.iter().filter(|history| !history.is_repetition()) {
        let Some(row) = history.at(at) else { continue };
        let Some((relation, link)) = search.declared(row)? else { continue };
        let Some(repository) = state.repository(row.slot.repository) else { continue };
        // Only what stands was loaded: the whole history of this slot tells what stood before.
        let filter = store::declarations::DeclarationFilter {
            slot_id: Some(row.slot.id),
            until: Some(row.from_line + 1),
            ..Default::default()
        };
        let whole = DeclaredIndex::history(read, std::slice::from_ref(repository), &filter)?;
        let Some(history) = whole.slots.first() else { continue };
        let declaration = declaration(read, repository, history, history.rows.len() - 1)?;
        answer.declared.push(WhereDeclared { declaration, relation, link });
    }
    answer.resolved = Some(subject.resolved);
    Ok(answer)
}

/// Everything that ran before `at` and no longer does.
fn ran(
    read: &Read<'_>,
    state: &FleetState,
    view: &View<'_>,
    search: &mut Search<'_>,
    at: Time,
) -> Result<Vec<Ran>, QueryError> {
    let mut found = Vec::new();
    let past = ObservationFilter { first_until: Some(at), ..ObservationFilter::default() };
    for observation in read.observations(&past)? {
        // Counts change without an end of what runs: only the last stretch of a value is its end.
        if observation.observation.not_after > at {
            continue;
        }
        let Some(cluster) = state.cluster(observation.cluster) else { continue };
        if goes_on(state, &observation) || !search.may_relate(&observation)? {
            continue;
        }
        let row = view.row(cluster, &observation, observation.observation.last_at)?;
        if let Some((relation, link)) = search.running(&observation, &row)? {
            let ended = observation.observation.not_after;
            found.push(Ran { row, relation, link, ended_not_after: Some(ended) });
        }
    }
    // One stretch of a value may be stored as several with different counts: keep the last of each.
    let mut last: Vec<Ran> = Vec::new();
    for next in found {
        match last.last_mut() {
            Some(known)
                if known.row.subject == next.row.subject
                    && known.row.seen.not_after == next.row.seen.not_after
                    && known.row.image == next.row.image
                    && known.row.tag == next.row.tag
                    && known.row.digest == next.row.digest =>
            {
                *known = next;
            }
            _ => last.push(next),
        }
    }
    last.sort_by_key(|row| std::cmp::Reverse(row.row.seen.last));
    Ok(last)
}

/// Returns whether the value of an ended stretch still runs, with other counts.
fn goes_on(state: &FleetState, ended: &ObservationRow) -> bool {
    state.cluster(ended.cluster).is_some_and(|cluster| {
        cluster.observations.iter().any(|open| {
            open.key == ended.key
                && open.value == ended.value
                && open.observation.since_first == ended.observation.since_first
        })
    })
}

struct Subject {
    kind: SubjectKind,
    resolved: Resolved,
}

enum SubjectKind {
    Commit(CommitRow),
    Digest(Digest),
    Tag(String),
    /// An image by name, under one tag only if one is given.
    Image {
        name: String,
        tag: Option<String>,
    },
}

/// Returns what a query can mean, the likeliest first.
fn subjects(read: &Read<'_>, state: &FleetState, query: &str) -> Result<Vec<Subject>, QueryError> {
    let mut found = Vec::new();
    if query.is_empty() {
        return Ok(found);
    }
    let name_of =
        |commit: &CommitRow| state.repository(commit.repository).map(|repository| repository.name.clone());
    let commit_subject = |kind: &str, value: Option<String>, commit: CommitRow| Subject {
        resolved: Resolved {
            kind: kind.to_owned(),
            repo: name_of(&commit),
            commit: Some(commit.oid),
            subject: Some(commit.subject.clone()),
            author: Some(commit.author.clone()),
            landed_at: commit.landed_at,
            value,
        },
        kind: SubjectKind::Commit(commit),
    };
    let plain = |kind: &str, value: String, subject: SubjectKind| Subject {
        kind: subject,
        resolved: Resolved {
            kind: kind.to_owned(),
            repo: None,
            commit: None,
            subject: None,
            author: None,
            landed_at: None,
            value: Some(value),
        },
    };
    if let Some(prefix) = as_prefix(query) {
        for commit in read.commits_by_prefix(&prefix)? {
            found.push(commit_subject("commit", None, commit));
        }
    }
    if let Some((repository, number)) = change_request(query) {
        for commit in read.commits_by_change_request(number)? {
            let named = state.repository(commit.repository).is_some_and(|row| {
                repository
                    .is_none_or(|wanted| row.name == wanted || row.forge_name.as_deref() == Some(wanted))
            });
            if named && commit.line.is_some() {
                found.push(commit_subject("change-request", Some(format!("#{number}")), commit));
            }
        }
    }
    for digest in digests(read, query)? {
        found.push(plain("digest", digest.to_string(), SubjectKind::Digest(digest)));
    }
    if read.is_tag_of_image(query)? {
        found.push(plain("tag", query.to_owned(), SubjectKind::Tag(query.to_owned())));
    }
    for (repository, oid) in read.tag_commits(query)? {
        if let Some(commit) = read.commit(repository, &oid)? {
            found.push(commit_subject("tag", Some(query.to_owned()), commit));
        }
    }
    let image = domain::ImageReference::parse(query);
    if !image.name.is_empty() {
        let matches = |name: &&String| {
            canonical_name(name) == canonical_name(&image.name) || base_name(name) == image.name
        };
        for name in read.image_names()?.iter().filter(matches) {
            let tag = image.tag.clone();
            let value = tag.as_ref().map_or_else(|| name.clone(), |tag| format!("{name}:{tag}"));
            found.push(plain("image", value, SubjectKind::Image { name: name.clone(), tag }));
        }
    }
    Ok(found)
}

/// Fewest digits of a digest without `sha256:` that are looked up; what Cairn prints has twelve.
const LEAST_DIGEST_DIGITS: usize = 7;

/// Returns the digests that a query names: whole, or by their first digits, as people copy them; behind `@`, or alone.
fn digests(read: &Read<'_>, query: &str) -> Result<Vec<Digest>, QueryError> {
    let text = query.rsplit_once('@').map_or(query, |(_, digest)| digest);
    if let Ok(digest) = text.parse() {
        return Ok(vec![digest]);
    }
    let (algorithm, digits) = text.split_once(':').unwrap_or(("sha256", text));
    let is_hex = digits.len() >= LEAST_DIGEST_DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_hex {
        return Ok(Vec::new());
    }
    Ok(read.digests_by_prefix(&format!("{algorithm}:{}", digits.to_ascii_lowercase()))?)
}

/// Returns whether an image is the one asked for; under any tag, if none is asked for.
fn is_image(wanted: &str, wanted_tag: Option<&String>, name: &str, tag: Option<&String>) -> bool {
    canonical_name(name) == canonical_name(wanted) && (wanted_tag.is_none() || wanted_tag == tag)
}

/// Reads `#12`, `!12`, `repo#12`, `owner/repo#12`.
fn change_request(query: &str) -> Option<(Option<&str>, u64)> {
    let (repository, number) = query.rsplit_once(['#', '!'])?;
    Some((Some(repository).filter(|name| !name.is_empty()), number.parse().ok()?))
}

struct Search<'a> {
    read: &'a Read<'a>,
    subject: &'a SubjectKind,
    sources: SourceCommits<'a>,
    contains: HashMap<i64, bool>,
}

type Related = Option<(Relation, String)>;

impl Search<'_> {
    fn running(&mut self, observation: &ObservationRow, row: &RunningRow) -> Result<Related, QueryError> {
        let value = &observation.value;
        let artifact = |is: bool| is.then(|| (Relation::Exact, "artifact".to_owned()));
        Ok(match self.subject {
            SubjectKind::Digest(digest) => {
                artifact(row.digest.as_ref() == Some(digest) || value.image.digest.as_ref() == Some(digest))
            }
            SubjectKind::Tag(tag) => artifact(value.image.tag.as_ref() == Some(tag)),
            SubjectKind::Image { name, tag } => {
                artifact(is_image(name, tag.as_ref(), &value.image.name, value.image.tag.as_ref()))
            }
            SubjectKind::Commit(wanted) => {
                if let Some(source) = &row.source
                    && let Some(relation) = self.relation(&source.commit, wanted)?
                {
                    return Ok(Some((relation, "source".to_owned())));
                }
                let introduced = row.declared.as_ref().is_some_and(|declared| declared.commit == wanted.oid);
                if introduced && row.verdict == domain::Verdict::Matched {
                    return Ok(Some((Relation::Exact, "config".to_owned())));
                }
                match &row.config {
                    Some(config) => {
                        self.relation(&config.commit, wanted)?.map(|relation| (relation, "config".to_owned()))
                    }
                    None => None,
                }
            }
        })
    }

    /// A cheap look before a row is made: whether an observation can relate at all.
    fn may_relate(&mut self, observation: &ObservationRow) -> Result<bool, QueryError> {
        let value = &observation.value;
        Ok(match self.subject {
            SubjectKind::Digest(digest) => {
                value.digest.as_ref() == Some(digest) || value.image.digest.as_ref() == Some(digest)
            }
            SubjectKind::Tag(tag) => value.image.tag.as_ref() == Some(tag),
            SubjectKind::Image { name, tag } => {
                is_image(name, tag.as_ref(), &value.image.name, value.image.tag.as_ref())
            }
            SubjectKind::Commit(wanted) => {
                let (name, tag) = (&value.image.name, value.image.tag.as_deref());
                let source = self.sources.resolve(name, tag, value.revision_label.as_deref())?;
                match source {
                    Ok(source) if source.commit.repository == wanted.repository => {
                        let commit = source.commit.oid;
                        self.relation(&commit, wanted)?.is_some()
                    }
                    // Another repository's commit may still be the one that configured it.
                    _ => true,
                }
            }
        })
    }

    fn declared(&mut self, row: &DeclarationRow) -> Result<Related, QueryError> {
        let value = &row.value;
        let artifact = |is: bool| is.then(|| (Relation::Exact, "artifact".to_owned()));
        Ok(match self.subject {
            SubjectKind::Digest(digest) => artifact(value.digest.as_ref() == Some(digest)),
            SubjectKind::Tag(tag) => {
                artifact(value.tag.as_ref() == Some(tag) || value.version.as_ref() == Some(tag))
            }
            SubjectKind::Image { name, tag } => artifact(
                value
                    .image
                    .as_deref()
                    .is_some_and(|image| is_image(name, tag.as_ref(), image, value.tag.as_ref())),
            ),
            SubjectKind::Commit(wanted) => {
                if row.commit == wanted.oid {
                    return Ok(Some((Relation::Exact, "config".to_owned())));
                }
                let fallback = row.slot.placement.app.clone().unwrap_or_default();
                let image = value.image.as_deref().unwrap_or(&fallback);
                let tag = value.tag.as_deref().or(value.version.as_deref());
                match self.sources.resolve(image, tag, None)? {
                    Ok(source) => {
                        let commit = source.commit.oid;
                        self.relation(&commit, wanted)?.map(|relation| (relation, "source".to_owned()))
                    }
                    Err(_) => None,
                }
            }
        })
    }

    fn relation(
        &mut self,
        descendant: &domain::CommitId,
        wanted: &CommitRow,
    ) -> Result<Option<Relation>, QueryError> {
        if *descendant == wanted.oid {
            return Ok(Some(Relation::Exact));
        }
        let Some(descendant) = self.read.commit(wanted.repository, descendant)? else { return Ok(None) };
        let contains = match self.contains.get(&descendant.id) {
            Some(known) => *known,
            None => {
                let contains = self.read.contains(&descendant, wanted)?;
                self.contains.insert(descendant.id, contains);
                contains
            }
        };
        Ok(contains.then_some(Relation::Contains))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_change_requests_as_people_write_them() {
        assert_eq!(change_request("#12"), Some((None, 12)));
        assert_eq!(change_request("!7"), Some((None, 7)));
        assert_eq!(change_request("shop/fleet#3"), Some((Some("shop/fleet"), 3)));
        assert_eq!(change_request("v1.2"), None);
        assert_eq!(change_request("#x"), None);
    }
}

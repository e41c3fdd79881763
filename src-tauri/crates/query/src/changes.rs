//! The population: every change that reached an environment in a period.

use std::collections::BTreeMap;

use controls::{ReviewedChange, four_eyes};
use domain::{DeclaredValue, Time, Verdict};
use store::Read;
use store::declarations::{DeclarationFilter, DeclarationRow};
use store::observations::ObservationRow;
use store::repositories::RepositoryRow;

use crate::answer::{
    ApprovalRow, Change, ChangeKind, ChangesAnswer, DeclaredRevision, ObservedWindow, Period, ReviewVerdict,
};
use crate::change_requests::{Landed, landed};
use crate::coverage;
use crate::declared_index::{DeclaredIndex, SlotHistory};
use crate::environment;
use crate::error::QueryError;
use crate::fleet_state::FleetState;
use crate::observed::{Observed, runs};
use crate::place::{self, Place};
use crate::running::{View, claim_of, narrowed};

/// Which changes to return.
#[derive(Debug, Clone)]
pub struct ChangesFilter {
    /// That reached this environment.
    pub environment: Option<String>,
    /// Of this app.
    pub app: Option<String>,
    /// First moment of the period.
    pub from: Time,
    /// First moment after it.
    pub to: Time,
}

/// Returns every change that landed in, or was seen to run in, an environment within a period, as known at `at`.
///
/// A move of a file that keeps the value is none. Every slot that declares an image or version counts, also those
/// of no environment when none is asked for.
pub fn changes(read: &Read<'_>, filter: &ChangesFilter, at: Time) -> Result<ChangesAnswer, QueryError> {
    let to = filter.to.min(at);
    let state = FleetState::load(read, at)?;
    let rows = DeclarationFilter { app: filter.app.as_deref(), ..DeclarationFilter::default() };
    let index = DeclaredIndex::history(read, &state.repositories, &rows)?;
    let view = View::new(read, &state, &index);
    let seen = Observed::load(read, &state, &index, at)?;
    let population = Population {
        read,
        state: &state,
        view: &view,
        forge: read.forge_repositories()?,
        seen: &seen,
        filter,
        to,
    };
    let mut changes = Vec::new();
    let mut elsewhere = 0;
    for history in index.slots.iter().filter(|history| !history.is_repetition()) {
        let placement = &history.slot().placement;
        match (&filter.environment, &placement.environment) {
            (Some(wanted), Some(environment)) if !environment::same(wanted, environment) => continue,
            (Some(_), None) => {
                elsewhere += history.rows.iter().filter(|row| population.contains(row.landed_at)).count();
                continue;
            }
            _ => {}
        }
        population.declared(history, &mut changes)?;
    }
    population.undeclared(&index, &mut changes)?;
    changes.sort_by(|a: &Change, b: &Change| {
        (a.landed_at, &a.repo, &a.path, &a.slot).cmp(&(b.landed_at, &b.repo, &b.path, &b.slot))
    });
    number(&mut changes);
    let period = Period { from: filter.from, to: filter.to };
    let gaps = coverage::of_population(read, &state, filter, to, elsewhere)?;
    Ok(ChangesAnswer { period, environment: filter.environment.clone(), gaps, changes })
}

/// Gives each change an id that is the same in every export: the commit's first digits and a number within it.
fn number(changes: &mut [Change]) {
    let mut within: BTreeMap<String, u32> = BTreeMap::new();
    for change in changes {
        let base = match &change.config_commit {
            Some(commit) => commit.to_string()[..12].to_owned(),
            None => change.id.clone(),
        };
        let number = within.entry(base.clone()).or_default();
        *number += 1;
        change.id =
            if *number == 1 && change.config_commit.is_none() { base } else { format!("{base}-{number}") };
    }
}

struct Population<'a> {
    read: &'a Read<'a>,
    state: &'a FleetState,
    view: &'a View<'a>,
    forge: Vec<String>,
    seen: &'a Observed<'a>,
    filter: &'a ChangesFilter,
    to: Time,
}

impl Population<'_> {
    fn contains(&self, time: Time) -> bool {
        time >= self.filter.from && time < self.to
    }

    /// Adds the changes of one slot.
    fn declared(&self, history: &SlotHistory, into: &mut Vec<Change>) -> Result<(), QueryError> {
        let Some(repository) = self.state.repository(history.slot().repository) else { return Ok(()) };
        for (index, row) in history.rows.iter().enumerate() {
            let end = history.ends[index];
            let before = index.checked_sub(1).map(|before| &history.rows[before]);
            // After a hole nothing stood before, though the history still tells a rollback.
            let from = before.filter(|before| before.until_line == Some(row.from_line));
            if self.contains(row.landed_at) && row.moved_from.is_none() {
                let kind = kind_of(&history.rows[..index], from, row);
                into.push(self.change(repository, row, from, kind, end)?);
            }
            let removed = row
                .until_line
                .filter(|until| history.rows.get(index + 1).is_none_or(|next| next.from_line != *until));
            if let Some(line) = removed
                && self.contains(end)
                && !self.was_carried_on(history, line)?
            {
                into.extend(self.removal(repository, row, line)?);
            }
        }
        Ok(())
    }

    /// Returns whether a value that ended at `line` was carried to another path by that commit.
    fn was_carried_on(&self, history: &SlotHistory, line: u32) -> Result<bool, QueryError> {
        let slot = history.slot();
        let filter = DeclarationFilter {
            repository: Some(slot.repository),
            slot: Some(&slot.slot),
            from: Some(line),
            until: Some(line + 1),
            ..DeclarationFilter::default()
        };
        Ok(self.read.declarations(&filter)?.iter().any(|row| row.moved_from == Some(slot.id)))
    }

    fn change(
        &self,
        repository: &RepositoryRow,
        row: &DeclarationRow,
        from: Option<&DeclarationRow>,
        kind: ChangeKind,
        end: Time,
    ) -> Result<Change, QueryError> {
        let (observed, others) = self.seen.first(row, end);
        let (verdict, reason) = match (&observed, others) {
            (Some(window), _) => (Verdict::Matched, format!("seen to run by {}", window.not_after)),
            (None, true) => (
                Verdict::Contradicted,
                "never seen to run: snapshots taken while it stood show something else".to_owned(),
            ),
            (None, false) => {
                (Verdict::Unknown, "no snapshot taken while it stood shows this place".to_owned())
            }
        };
        let value = &row.value;
        let image = value.image.clone().or_else(|| row.slot.placement.app.clone()).unwrap_or_default();
        let source =
            self.view.sources.resolve(&image, value.tag.as_deref().or(value.version.as_deref()), None)?;
        let request = landed(self.read, repository, &row.commit, row.change_request, &self.forge)?;
        let review = review(&request, &row.author, row.landed_at);
        Ok(Change {
            id: String::new(),
            app: row.slot.placement.app.clone(),
            environment: row.slot.placement.environment.clone(),
            cluster: row.slot.placement.cluster.clone(),
            repo: repository.name.clone(),
            path: row.slot.path.clone(),
            slot: row.slot.slot.clone(),
            kind,
            from: from.map(|from| revision(&from.value)),
            to: Some(revision(value)),
            config_commit: Some(row.commit),
            subject: Some(row.subject.clone()),
            landed_at: row.landed_at,
            observed,
            source: source.ok().map(|source| source.link()),
            change_request: request.label(),
            change_request_url: request.record.as_ref().and_then(|record| record.url.clone()),
            author: author(&request, &row.author),
            approvals: approvals(&request),
            verdict,
            reason,
            review,
        })
    }

    fn removal(
        &self,
        repository: &RepositoryRow,
        removed: &DeclarationRow,
        line: u32,
    ) -> Result<Option<Change>, QueryError> {
        let Some(commit) = self.read.line_commit(repository.id, line)? else { return Ok(None) };
        let landed_at = commit.landed_at.unwrap_or(commit.committed_at);
        let request = landed(self.read, repository, &commit.oid, commit.change_request, &self.forge)?;
        let review = review(&request, &commit.author, landed_at);
        Ok(Some(Change {
            id: String::new(),
            app: removed.slot.placement.app.clone(),
            environment: removed.slot.placement.environment.clone(),
            cluster: removed.slot.placement.cluster.clone(),
            repo: repository.name.clone(),
            path: removed.slot.path.clone(),
            slot: removed.slot.slot.clone(),
            kind: ChangeKind::Removed,
            from: Some(revision(&removed.value)),
            to: None,
            config_commit: Some(commit.oid),
            subject: Some(commit.subject.clone()),
            landed_at,
            observed: None,
            source: None,
            change_request: request.label(),
            change_request_url: request.record.as_ref().and_then(|record| record.url.clone()),
            author: author(&request, &commit.author),
            approvals: approvals(&request),
            verdict: Verdict::Unknown,
            reason: "the declaration was removed; whether it still ran was not compared".to_owned(),
            review,
        }))
    }

    /// Adds what was seen to run and no commit declared for that place at that time.
    fn undeclared(&self, index: &DeclaredIndex, into: &mut Vec<Change>) -> Result<(), QueryError> {
        let mut told: Vec<(usize, &ObservationRow)> = Vec::new();
        for ((number, seen), slot) in self.seen.rows.iter().zip(&self.seen.slots) {
            let observation = &seen.observation;
            let cluster = &self.seen.state.clusters[*number];
            let wanted = self.filter.environment.as_deref().is_none_or(|wanted| {
                cluster.row.environment().is_some_and(|environment| environment::same(wanted, environment))
            });
            if !wanted
                || !self.contains(observation.since_first)
                || !matches!(slot, Some((_, Verdict::Contradicted)))
            {
                continue;
            }
            // Judged at its first sighting, too: a declaration that changed afterwards does not make it undeclared,
            // nor does one that waits to be rolled out.
            let place = Place {
                cluster: &cluster.row,
                key: &seen.key,
                value: &seen.value,
                claim: claim_of(cluster, seen),
            };
            let first = place::compare(index, &self.state.repositories, place, observation.since_first);
            if first.verdict != Verdict::Contradicted || was_declared(index, slot, seen) {
                continue;
            }
            let again = told.iter().any(|(known, row)| {
                known == number
                    && row.key == seen.key
                    && row.value == seen.value
                    && row.observation.since_first == observation.since_first
            });
            if again {
                continue;
            }
            told.push((*number, seen));
            let app = self.view.app(first.declared.as_ref().map(|found| found.row), seen);
            if self.filter.app.as_ref().is_none_or(|wanted| *wanted == app) {
                into.push(self.undeclared_change(cluster, seen, app, &first)?);
            }
        }
        Ok(())
    }

    fn undeclared_change(
        &self,
        cluster: &crate::fleet_state::ClusterState,
        seen: &ObservationRow,
        app: String,
        first: &place::Comparison<'_>,
    ) -> Result<Change, QueryError> {
        let value = &seen.value;
        let observation = &seen.observation;
        let name = &value.image.name;
        let source =
            self.view.sources.resolve(name, value.image.tag.as_deref(), value.revision_label.as_deref())?;
        let subject =
            format!("{}/{}/{}", cluster.row.name, seen.key.workload.namespace, seen.key.workload.name);
        let hash = store::evidence::sha256(
            format!("{subject}/{}/{name}/{}", seen.key.container, observation.since_first).as_bytes(),
        );
        Ok(Change {
            id: format!("obs-{:02x}{:02x}{:02x}{:02x}{:02x}", hash[0], hash[1], hash[2], hash[3], hash[4]),
            app: Some(app),
            environment: cluster.row.environment().map(str::to_owned),
            cluster: Some(cluster.row.name.clone()),
            repo: String::new(),
            path: subject,
            slot: seen.key.container.clone(),
            kind: ChangeKind::Upgrade,
            from: first.declared.as_ref().map(|found| revision(&found.row.value)),
            to: Some(DeclaredRevision {
                image: Some(name.clone()),
                tag: value.image.tag.clone(),
                digest: value.digest.clone().or_else(|| value.image.digest.clone()),
                version: None,
            }),
            config_commit: None,
            subject: None,
            landed_at: observation.since_first,
            observed: Some(ObservedWindow {
                not_before: observation.since_not_before,
                not_after: narrowed(
                    observation.since_not_before,
                    observation.since_first,
                    observation.pods_since,
                ),
            }),
            source: source.ok().map(|source| source.link()),
            change_request: None,
            change_request_url: None,
            author: "unknown".to_owned(),
            approvals: Vec::new(),
            verdict: Verdict::Contradicted,
            reason: format!("seen to run, but never declared for this place: {}", first.reason),
            review: ReviewVerdict {
                verdict: controls::ControlVerdict::Fail,
                reason: "not-declared".to_owned(),
                text: "No commit declares it, so nobody can have approved it.".to_owned(),
            },
        })
    }
}

/// Returns whether the slot that speaks for a sighting ever declared what was seen.
fn was_declared(
    index: &DeclaredIndex,
    slot: &Option<(store::declarations::SlotId, Verdict)>,
    seen: &ObservationRow,
) -> bool {
    let Some((slot, _)) = slot else { return false };
    index.slots.iter().filter(|history| history.slot().id == *slot).any(|history| {
        history.rows.iter().any(|row| runs(&row.value, seen) && row.landed_at <= seen.observation.last_at)
    })
}

fn kind_of(earlier: &[DeclarationRow], from: Option<&DeclarationRow>, row: &DeclarationRow) -> ChangeKind {
    let Some(from) = from else { return ChangeKind::New };
    let value = &row.value;
    let before = &from.value;
    if value.revision() == before.revision() {
        return ChangeKind::Configuration;
    }
    if value.tag == before.tag && value.version == before.version {
        return ChangeKind::Redeploy;
    }
    if earlier.iter().any(|known| known.value.revision() == value.revision()) {
        return ChangeKind::Rollback;
    }
    ChangeKind::Upgrade
}

fn revision(value: &DeclaredValue) -> DeclaredRevision {
    let DeclaredValue { image, tag, digest, version } = value.clone();
    DeclaredRevision { image, tag, digest, version }
}

fn author(request: &Landed, committer: &str) -> String {
    let forge = request.record.as_ref().and_then(|record| record.author.as_ref());
    forge.map_or_else(|| committer.to_owned(), |author| author.login.clone())
}

fn approvals(request: &Landed) -> Vec<ApprovalRow> {
    let approvals = request.record.iter().flat_map(|record| &record.approvals);
    approvals
        .map(|approval| ApprovalRow {
            person: approval.person.login.clone(),
            decision: approval.decision,
            commit: approval.commit,
            at: approval.at,
        })
        .collect()
}

fn review(request: &Landed, commit_author: &str, landed_at: Time) -> ReviewVerdict {
    let result = four_eyes(&ReviewedChange {
        change_request: request.record.as_ref(),
        commit_author,
        landed_at,
        forge_known: request.forge_known,
    });
    ReviewVerdict { verdict: result.verdict, reason: result.reason.to_string(), text: result.text }
}

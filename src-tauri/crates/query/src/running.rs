//! What runs: each container with its source commit, config commit and verdict.

use domain::{Basis, CommitId, CommitPrefix, ContainerRole, Strength, Time};
use store::Read;
use store::claims::ClaimRow;
use store::observations::ObservationRow;

use crate::answer::{ClaimedRef, CommitLink, DeclaredRef, RunningAnswer, RunningRow, Seen, WorkloadName};
use crate::declared_index::DeclaredIndex;
use crate::error::QueryError;
use crate::fleet_state::{ClusterState, FleetState, gap_rows};
use crate::place::{self, Place, is_repository};
use crate::source_commit::SourceCommits;
use crate::version;

/// Which rows to return. Absent filters let everything through.
#[derive(Debug, Clone, Default)]
pub struct RunningFilter {
    /// Of this cluster.
    pub cluster: Option<String>,
    /// Of this namespace.
    pub namespace: Option<String>,
    /// Of this app.
    pub app: Option<String>,
    /// In clusters of this environment.
    pub environment: Option<String>,
}

/// Returns what ran at `at`, by the last that was known then.
pub fn running(read: &Read<'_>, filter: &RunningFilter, at: Time) -> Result<RunningAnswer, QueryError> {
    let state = FleetState::load(read, at)?;
    let index = DeclaredIndex::at(read, &state.repositories, at)?;
    let rows = rows(read, &state, &index, filter)?;
    let clusters = state.clusters.iter().map(|cluster| cluster.freshness.clone()).collect();
    Ok(RunningAnswer { as_of: at, clusters, gaps: gap_rows(read)?, rows })
}

/// Returns the rows of the fleet's state that `filter` lets through.
pub(crate) fn rows(
    read: &Read<'_>,
    state: &FleetState,
    index: &DeclaredIndex,
    filter: &RunningFilter,
) -> Result<Vec<RunningRow>, QueryError> {
    let view = View::new(read, state, index);
    let mut rows = Vec::new();
    for cluster in &state.clusters {
        let wanted = filter.cluster.as_ref().is_none_or(|name| *name == cluster.row.name)
            && filter.environment.as_deref().is_none_or(|wanted| {
                cluster
                    .row
                    .environment()
                    .is_some_and(|environment| crate::environment::same(wanted, environment))
            });
        if !wanted {
            continue;
        }
        for observation in &cluster.observations {
            let namespace = &observation.key.workload.namespace;
            if filter.namespace.as_ref().is_some_and(|wanted| wanted != namespace) {
                continue;
            }
            let row = view.row(cluster, observation, state.at)?;
            if filter.app.as_ref().is_none_or(|wanted| *wanted == row.app) {
                rows.push(row);
            }
        }
    }
    Ok(rows)
}

/// What rows are made from.
pub(crate) struct View<'a> {
    read: &'a Read<'a>,
    pub(crate) state: &'a FleetState,
    index: &'a DeclaredIndex,
    pub(crate) sources: SourceCommits<'a>,
}

impl<'a> View<'a> {
    pub(crate) fn new(read: &'a Read<'a>, state: &'a FleetState, index: &'a DeclaredIndex) -> Self {
        View { read, state, index, sources: SourceCommits::new(read, &state.repositories) }
    }

    /// Returns the row of an observation, judged as of `at`.
    pub(crate) fn row(
        &self,
        cluster: &ClusterState,
        observation: &ObservationRow,
        at: Time,
    ) -> Result<RunningRow, QueryError> {
        let ObservationRow { cluster: _, key, value, observation: seen } = observation;
        let claim = claim_of(cluster, observation);
        let place = Place { cluster: &cluster.row, key, value, claim };
        let mut comparison = place::compare(self.index, &self.state.repositories, place, at);
        if let Some(reason) = self.excuse(cluster, observation, &comparison, at) {
            (comparison.verdict, comparison.reason) = (domain::Verdict::Unknown, reason);
        }

        let source = self.sources.resolve(
            &value.image.name,
            value.image.tag.as_deref(),
            value.revision_label.as_deref(),
        )?;
        let (source, source_reason) = match source {
            Ok(found) => (Some(found.link()), None),
            Err(reason) => (None, Some(reason)),
        };
        let declared = comparison.declared.as_ref().map(|found| {
            let row = found.row;
            DeclaredRef {
                repo: self.repository_name(row.slot.repository),
                path: row.slot.path.clone(),
                slot: row.slot.slot.clone(),
                image: row.value.image.clone(),
                tag: row.value.tag.clone(),
                digest: row.value.digest.clone(),
                commit: row.commit,
                landed_at: row.landed_at,
                matched_by: found.by.clone(),
            }
        });
        let (config, config_reason) = match (self.applied_commit(claim)?, &comparison.declared) {
            (Some(link), _) => (Some(link), None),
            (None, Some(found)) if comparison.verdict == domain::Verdict::Matched => {
                let link = CommitLink {
                    repo: self.repository_name(found.row.slot.repository),
                    commit: found.row.commit,
                    basis: Basis::Declaration,
                    strength: Strength::E2,
                    subject: Some(found.row.subject.clone()),
                    committed_at: Some(found.row.landed_at),
                };
                (Some(link), None)
            }
            (None, declared) => {
                let declares = match declared {
                    Some(_) => "what runs is not known to be what is declared",
                    None => "no declaration was found",
                };
                (None, Some(format!("{}, and {declares}", unapplied(claim))))
            }
        };
        let app = self.app(comparison.declared.as_ref().map(|found| found.row), observation);
        let last =
            seen.last_at.min(cluster.snapshots.last().map_or(seen.last_at, |last| last.taken_at)).min(at);
        let age = at.seconds_since(last);
        Ok(RunningRow {
            cluster: cluster.row.name.clone(),
            environment: cluster.row.environment().map(str::to_owned),
            region: cluster.row.region().map(str::to_owned),
            app,
            namespace: key.workload.namespace.clone(),
            workload: WorkloadName { kind: key.workload.kind.clone(), name: key.workload.name.clone() },
            container: key.container.clone(),
            role: key.role.as_str().to_owned(),
            image: value.image.name.clone(),
            tag: value.image.tag.clone(),
            digest: value.digest.clone().or_else(|| value.image.digest.clone()),
            digest_kind: value.digest_kind,
            digest_reason: value.reason.clone(),
            replicas: seen.replicas,
            ready: seen.ready,
            source,
            source_reason,
            config,
            config_reason,
            declared,
            claimed: claim.map(claimed),
            verdict: comparison.verdict,
            reason: comparison.reason,
            seen: Seen {
                not_before: seen.since_not_before,
                not_after: narrowed(seen.since_not_before, seen.since_first, seen.pods_since),
                last,
            },
            age_s: age,
            stale: age > crate::fleet_state::patience(&cluster.snapshots),
            subject: format!(
                "{}/{}/{}/{}/{}",
                cluster.row.name, key.workload.namespace, key.workload.kind, key.workload.name, key.container
            ),
        })
    }

    /// Returns why what contradicts a declaration is no drift: it was last seen before the declaration landed, or it
    /// is what a rollout has not replaced yet.
    fn excuse(
        &self,
        cluster: &ClusterState,
        observation: &ObservationRow,
        comparison: &place::Comparison<'_>,
        at: Time,
    ) -> Option<String> {
        let found =
            comparison.declared.as_ref().filter(|_| comparison.verdict == domain::Verdict::Contradicted)?;
        let seen = &observation.observation;
        if seen.last_at < found.row.landed_at {
            return Some(format!(
                "last seen at {}, before {} was declared at {}",
                seen.last_at,
                version::label(
                    found.row.value.tag.as_deref(),
                    found.row.value.version.as_deref(),
                    found.row.value.digest.as_ref()
                ),
                found.row.landed_at
            ));
        }
        let newer = cluster.observations.iter().find(|other| {
            let ObservationRow { cluster: _, key, value, observation: other_seen } = other;
            let place = Place { cluster: &cluster.row, key, value, claim: claim_of(cluster, other) };
            *key == observation.key
                && other_seen.since_first > seen.since_first
                && place::compare(self.index, &self.state.repositories, place, at).verdict
                    == domain::Verdict::Matched
        })?;
        Some(format!(
            "a rollout: {} of {} pods still run this, {} run what is declared",
            seen.replicas,
            seen.replicas + newer.observation.replicas,
            newer.observation.replicas
        ))
    }

    fn repository_name(&self, id: store::repositories::RepositoryId) -> String {
        self.state.repository(id).map_or_else(String::new, |repository| repository.name.clone())
    }

    /// Returns the app of a container: that of its declaration, else of any declaration of its image, else the name
    /// of its workload.
    pub(crate) fn app(
        &self,
        declared: Option<&store::declarations::DeclarationRow>,
        observation: &ObservationRow,
    ) -> String {
        let by_declaration = declared.and_then(|row| row.slot.placement.app.clone());
        by_declaration
            .or_else(|| {
                let canonical = domain::image::canonical_name(&observation.value.image.name);
                self.index.app_of_image(&canonical).map(str::to_owned)
            })
            .unwrap_or_else(|| observation.key.workload.name.clone())
    }

    /// Returns the commit of a config repository that the controller says it applied.
    pub(crate) fn applied_commit(&self, claim: Option<&ClaimRow>) -> Result<Option<CommitLink>, QueryError> {
        let Some(claim) = claim else { return Ok(None) };
        for source in &claim.claim.sources {
            let Some(id) = source.revision.as_deref().and_then(commit_of_revision) else { continue };
            for repository in self.state.repositories.iter().filter(|repository| repository.role.is_config())
            {
                if !source.repo_url.is_empty() && !is_repository(&source.repo_url, repository) {
                    continue;
                }
                if let Some(commit) = self.read.commit(repository.id, &id)? {
                    return Ok(Some(CommitLink {
                        repo: repository.name.clone(),
                        commit: id,
                        basis: Basis::ControllerRevision,
                        strength: Strength::E3,
                        subject: Some(commit.subject),
                        committed_at: Some(commit.committed_at),
                    }));
                }
            }
        }
        Ok(None)
    }
}

/// Why no commit is known that a controller applied.
fn unapplied(claim: Option<&ClaimRow>) -> String {
    let Some(claim) = claim else { return "no controller says what it applied".to_owned() };
    let name = &claim.claim.name;
    match claim.claim.sources.iter().find_map(|source| source.revision.as_deref()) {
        Some(revision) => {
            format!("{name} applied {revision}, which is no commit of a config repository that was read")
        }
        None => format!("{name} does not say which revision it applied"),
    }
}

/// Narrows the first sighting by the creation of the oldest pod, if that lies after the last snapshot without it.
pub(crate) fn narrowed(not_before: Option<Time>, first: Time, pods_since: Option<Time>) -> Time {
    match pods_since {
        Some(created) if created < first && not_before.is_none_or(|before| created > before) => created,
        _ => first,
    }
}

/// Reads the commit out of a revision: a full id, or the RFC-0005 form `main@sha1:<id>` of Flux.
fn commit_of_revision(revision: &str) -> Option<CommitId> {
    let last = revision.rsplit(['@', '/']).next().unwrap_or(revision);
    last.rsplit(':').next().unwrap_or(last).parse().ok()
}

/// Returns the claim of the controller object that a container says it belongs to.
pub(crate) fn claim_of<'a>(cluster: &'a ClusterState, observation: &ObservationRow) -> Option<&'a ClaimRow> {
    // A HelmRelease is applied by a Kustomization: the release says which chart, the Kustomization which commit.
    let order = ["argo-application", "flux-kustomization", "flux-helm-release"];
    let kinds = ["Application", "Kustomization", "HelmRelease"];
    order.iter().zip(kinds).find_map(|(controller, kind)| {
        let by = observation.value.managed_by.iter().filter(|by| by.kind == kind);
        by.into_iter().find_map(|by| {
            cluster.claims.iter().find(|row| {
                row.claim.controller.as_str() == *controller
                    && row.claim.name == by.name
                    && by.namespace.as_ref().is_none_or(|namespace| *namespace == row.claim.namespace)
            })
        })
    })
}

fn claimed(row: &ClaimRow) -> ClaimedRef {
    let claim = &row.claim;
    let source = claim.sources.first();
    ClaimedRef {
        controller: claim.controller.as_str().to_owned(),
        namespace: claim.namespace.clone(),
        name: claim.name.clone(),
        repo_url: source.map(|source| source.repo_url.clone()),
        path: source.and_then(|source| source.path.clone()),
        revision: source.and_then(|source| source.revision.clone()),
        sync_status: claim.sync_status.clone(),
        health: claim.health.clone(),
        applied_at: claim.applied_at,
    }
}

/// Returns whether a row is of a main container: init and ephemeral ones do not make up what an app runs.
pub(crate) fn is_main(row: &RunningRow) -> bool {
    row.role == ContainerRole::Main.as_str()
}

/// Returns whether a text can be the beginning of a commit id.
pub(crate) fn as_prefix(text: &str) -> Option<CommitPrefix> {
    text.parse().ok()
}

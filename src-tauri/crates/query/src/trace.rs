//! The whole chain of a container, link by link: found with its basis and evidence, or missing with a reason.

use domain::{Basis, Decision, Strength, Time};
use store::Read;
use store::repositories::RepositoryRow;

use crate::answer::{EvidenceRef, RunningRow, TraceAnswer, TraceLink, TraceLinkStatus};
use crate::change_requests::{Landed, landed};
use crate::declared_index::DeclaredIndex;
use crate::error::QueryError;
use crate::fleet_state::{ClusterState, FleetState};
use crate::running::View;

/// Returns the chain of `CLUSTER/NAMESPACE/KIND/NAME[/CONTAINER]` at `at`.
///
/// # Errors
/// When the subject is not of that form, or nothing by that name ran at that time.
pub fn trace(read: &Read<'_>, subject: &str, at: Time) -> Result<TraceAnswer, QueryError> {
    let parts: Vec<&str> = subject.split('/').collect();
    let (cluster, namespace, kind, name, container) = match parts.as_slice() {
        [cluster, namespace, kind, name] => (*cluster, *namespace, *kind, *name, None),
        [cluster, namespace, kind, name, container] => (*cluster, *namespace, *kind, *name, Some(*container)),
        _ => {
            return Err(QueryError::Malformed {
                what: subject.to_owned(),
                expected: "CLUSTER/NAMESPACE/KIND/NAME[/CONTAINER]",
            });
        }
    };
    let state = FleetState::load(read, at)?;
    let index = DeclaredIndex::at(read, &state.repositories, at)?;
    let view = View::new(read, &state, &index);
    let Some(cluster) = state.clusters.iter().find(|known| known.row.name == cluster) else {
        return Err(QueryError::NotFound { kind: "cluster", name: cluster.to_owned() });
    };
    let mut rows = Vec::new();
    for observation in &cluster.observations {
        let workload = &observation.key.workload;
        let wanted = workload.namespace == namespace
            && workload.kind.eq_ignore_ascii_case(kind)
            && workload.name == name
            && container.is_none_or(|container| observation.key.container == container);
        if wanted {
            rows.push(view.row(cluster, observation, at)?);
        }
    }
    // The one that most pods run speaks for the container during a rollout.
    rows.sort_by_key(|row| (row.role != "main", std::cmp::Reverse(row.replicas)));
    let Some(row) = rows.first() else {
        return Err(QueryError::NotFound {
            kind: "container running at that time",
            name: subject.to_owned(),
        });
    };
    let chain = Chain { read, state: &state, cluster, forge: read.forge_repositories()? };
    let seen_in = chain.snapshot_evidence(row)?;
    let mut links = vec![chain.runs(row, seen_in.clone())];
    links.push(chain.digest(row, seen_in));
    links.push(chain.sync(row));
    links.push(chain.config_commit(row));
    links.push(chain.declaration(row));
    links.push(chain.config_change_request(row)?);
    links.push(chain.source_commit(row));
    links.push(chain.source_change_request(row)?);
    links.push(missing(
        "attestation",
        image_of(row),
        "no registry and no attestation was read, so nothing signed links the digest to a source commit",
    ));
    let strength = links.iter().filter_map(|link| link.strength).min();
    Ok(TraceAnswer { subject: row.subject.clone(), as_of: at, strength, rows, links })
}

struct Chain<'a> {
    read: &'a Read<'a>,
    state: &'a FleetState,
    cluster: &'a ClusterState,
    forge: Vec<String>,
}

fn image_of(row: &RunningRow) -> String {
    let tag = row.tag.as_deref().map_or(String::new(), |tag| format!(":{tag}"));
    format!("{}{tag}", row.image)
}

fn missing(kind: &str, from: String, reason: &str) -> TraceLink {
    TraceLink {
        kind: kind.to_owned(),
        from,
        to: None,
        basis: None,
        strength: None,
        status: TraceLinkStatus::Missing,
        reason: reason.to_owned(),
        evidence: Vec::new(),
    }
}

fn found(
    kind: &str,
    from: String,
    to: String,
    basis: Basis,
    strength: Strength,
    reason: String,
) -> TraceLink {
    TraceLink {
        kind: kind.to_owned(),
        from,
        to: Some(to),
        basis: Some(basis),
        strength: Some(strength),
        status: TraceLinkStatus::Found,
        reason,
        evidence: Vec::new(),
    }
}

impl Chain<'_> {
    /// Names the files of a snapshot that hold pods of this workload: whose names begin with its name, as those of
    /// every controller do.
    fn snapshot_evidence(&self, row: &RunningRow) -> Result<Vec<EvidenceRef>, QueryError> {
        let taken_at = row.seen.last;
        let rows = self.read.evidence_of_snapshot(self.cluster.row.id.0, taken_at)?;
        let mut naming = Vec::new();
        for piece in &rows {
            let body = self.read.evidence_body(piece.id)?;
            let body = String::from_utf8_lossy(&body);
            if body.contains(r#""kind":"Pod""#) && body.contains(&row.workload.name) {
                naming.push(piece.clone());
            }
        }
        let rows = if naming.is_empty() { rows } else { naming };
        Ok(rows
            .into_iter()
            .map(|row| EvidenceRef {
                kind: "snapshot".to_owned(),
                label: format!("{} of {}", row.name, self.cluster.row.name),
                hash: Some(row.sha256),
                at: Some(taken_at),
            })
            .collect())
    }

    fn runs(&self, row: &RunningRow, evidence: Vec<EvidenceRef>) -> TraceLink {
        let reason = format!("{} of {} pods are ready; last seen {}", row.ready, row.replicas, row.seen.last);
        let link =
            found("runs", row.subject.clone(), image_of(row), Basis::ClusterSnapshot, Strength::E3, reason);
        TraceLink { evidence, ..link }
    }

    fn digest(&self, row: &RunningRow, evidence: Vec<EvidenceRef>) -> TraceLink {
        let Some(digest) = &row.digest else {
            let reason = row.digest_reason.as_deref().unwrap_or("the runtime reports no digest");
            return missing("digest", image_of(row), reason);
        };
        let (basis, reason) = match &row.digest_reason {
            None => (Basis::RuntimeImageId, format!("the runtime reports it ({})", row.digest_kind.as_str())),
            Some(reason) => (Basis::PodSpec, reason.clone()),
        };
        let link = found("digest", image_of(row), digest.to_string(), basis, Strength::E3, reason);
        TraceLink { evidence, ..link }
    }

    fn sync(&self, row: &RunningRow) -> TraceLink {
        let workload = format!("{}/{}", row.workload.kind, row.workload.name);
        let Some(claim) = &row.claimed else {
            return missing("sync", workload, "no Argo CD or Flux object claims this workload");
        };
        let object = format!("{} {}/{}", claim.controller, claim.namespace, claim.name);
        let Some(revision) = &claim.revision else {
            return missing("sync", object, "the controller does not say which revision it applied");
        };
        let status = claim.sync_status.as_deref().unwrap_or("no status");
        let when = claim.applied_at.map_or(String::new(), |at| format!(" at {at}"));
        let reason =
            format!("{object} says that it applied this revision{when} ({status}); a claim proves nothing");
        found("sync", object, revision.clone(), Basis::ControllerRevision, Strength::E3, reason)
    }

    fn config_commit(&self, row: &RunningRow) -> TraceLink {
        let from =
            row.claimed.as_ref().and_then(|claim| claim.revision.clone()).unwrap_or_else(|| image_of(row));
        let Some(config) = &row.config else {
            let reason = row.config_reason.as_deref().unwrap_or("not known");
            return missing("config-commit", from, reason);
        };
        let subject = config.subject.as_deref().unwrap_or("");
        let to = format!("{}@{}", config.repo, config.commit);
        let link = found("config-commit", from, to, config.basis, config.strength, subject.to_owned());
        TraceLink {
            evidence: vec![commit_evidence(&config.repo, &config.commit, config.committed_at)],
            ..link
        }
    }

    fn declaration(&self, row: &RunningRow) -> TraceLink {
        let Some(declared) = &row.declared else {
            return missing("declaration", image_of(row), &row.reason);
        };
        let tag = declared.tag.as_deref().map_or(String::new(), |tag| format!(":{tag}"));
        let digest = declared.digest.as_ref().map_or(String::new(), |digest| format!("@{digest}"));
        let image = declared.image.as_deref().unwrap_or("");
        let from = format!("{}: {} {}", declared.repo, declared.path, declared.slot);
        let to = format!("{image}{tag}{digest}");
        let reason = format!("{}: {} (found by {})", row.verdict.as_str(), row.reason, declared.matched_by);
        let link = found("declaration", from, to, Basis::Declaration, Strength::E2, reason);
        let file = EvidenceRef {
            kind: "file".to_owned(),
            label: format!("{}@{}:{}", declared.repo, declared.commit.short(), declared.path),
            hash: Some(declared.commit.to_string()),
            at: Some(declared.landed_at),
        };
        TraceLink { evidence: vec![file], ..link }
    }

    fn config_change_request(&self, row: &RunningRow) -> Result<TraceLink, QueryError> {
        let kind = "config-change-request";
        let Some(declared) = &row.declared else {
            return Ok(missing(kind, image_of(row), "no declaration was found, so no commit introduced it"));
        };
        self.change_request(kind, &declared.repo, &declared.commit)
    }

    fn source_commit(&self, row: &RunningRow) -> TraceLink {
        let Some(source) = &row.source else {
            let reason = row.source_reason.as_deref().unwrap_or("not known");
            return missing("source-commit", image_of(row), reason);
        };
        let to = format!("{}@{}", source.repo, source.commit);
        let subject = source.subject.clone().unwrap_or_default();
        let link = found("source-commit", image_of(row), to, source.basis, source.strength, subject);
        TraceLink {
            evidence: vec![commit_evidence(&source.repo, &source.commit, source.committed_at)],
            ..link
        }
    }

    fn source_change_request(&self, row: &RunningRow) -> Result<TraceLink, QueryError> {
        let kind = "source-change-request";
        match &row.source {
            Some(source) => self.change_request(kind, &source.repo, &source.commit),
            None => Ok(missing(kind, image_of(row), "the source commit is not known")),
        }
    }

    fn change_request(
        &self,
        kind: &str,
        repo: &str,
        commit: &domain::CommitId,
    ) -> Result<TraceLink, QueryError> {
        let from = format!("{repo}@{}", commit.short());
        let Some(repository) = self.state.repositories.iter().find(|known| known.name == repo) else {
            return Ok(missing(kind, from, "the repository is not known"));
        };
        let landing = self.landing(repository, commit)?;
        let Landed { number, record, evidence, forge_known } = &landing;
        let Some(record) = record else {
            return Ok(match (number, forge_known) {
                (Some(number), _) => found(
                    kind,
                    from,
                    format!("#{number}"),
                    Basis::CommitSubject,
                    Strength::E1,
                    "the commit's message names it; the forge's record was not imported".to_owned(),
                ),
                (None, true) => {
                    missing(kind, from, "no change request landed it: it was put on the branch directly")
                }
                (None, false) => missing(kind, from, "no records of this repository's forge were imported"),
            });
        };
        let approved: Vec<String> = record
            .approvals
            .iter()
            .filter(|approval| approval.decision == Decision::Approved)
            .map(|approval| approval.person.login.clone())
            .collect();
        let author = record.author.as_ref().map_or("a deleted account", |author| author.login.as_str());
        let reviews = match (record.reviews_known, approved.is_empty()) {
            (false, _) => "its reviews were never read".to_owned(),
            (true, true) => "nobody approved it".to_owned(),
            (true, false) => format!("approved by {}", approved.join(", ")),
        };
        let reason = format!("{}; proposed by {author}, {reviews}", record.title);
        let to = format!("#{}", record.number);
        let link = found(kind, from, to, Basis::ForgeRecord, Strength::E3, reason);
        let mut refs = Vec::new();
        if let Some(id) = evidence
            && let Some(row) = self.read.evidence(*id)?
        {
            refs.push(EvidenceRef {
                kind: "forge-record".to_owned(),
                label: row.name,
                hash: Some(row.sha256),
                at: record.merged_at,
            });
        }
        Ok(TraceLink { evidence: refs, ..link })
    }

    /// Finds the change request of a commit itself, else of the line commit that brought it in.
    fn landing(&self, repository: &RepositoryRow, commit: &domain::CommitId) -> Result<Landed, QueryError> {
        let Some(row) = self.read.commit(repository.id, commit)? else { return Ok(Landed::default()) };
        let own = landed(self.read, repository, commit, row.change_request, &self.forge)?;
        if own.record.is_some() || row.line.is_some() {
            return Ok(own);
        }
        let Some(line) = row.landed else { return Ok(own) };
        match self.read.line_commit(repository.id, line)? {
            Some(merge) => landed(self.read, repository, &merge.oid, merge.change_request, &self.forge),
            None => Ok(own),
        }
    }
}

fn commit_evidence(repo: &str, commit: &domain::CommitId, at: Option<Time>) -> EvidenceRef {
    EvidenceRef {
        kind: "commit".to_owned(),
        label: format!("{repo}@{}", commit.short()),
        hash: Some(commit.to_string()),
        at,
    }
}

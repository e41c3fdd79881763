//! Flux `Kustomization`, `HelmRelease`, `GitRepository`, `OCIRepository`
//! ([API](https://fluxcd.io/flux/components/)).

use domain::claim::ClaimSource;
use domain::{Claim, ClaimHistoryEntry, Controller};
use serde_json::Value;

use crate::objects::{ByKind, at, list_at, named, text_at, time_at};
use crate::revision::as_written;

/// Returns what the Flux objects of a reading say.
pub(super) fn claims(objects: &ByKind<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    claims.extend(objects.of("Kustomization").iter().filter_map(|object| kustomization(object, objects)));
    claims.extend(objects.of("HelmRelease").iter().filter_map(|object| helm_release(object, objects)));
    for (kind, controller) in
        [("GitRepository", Controller::FluxGitRepository), ("OCIRepository", Controller::FluxOciRepository)]
    {
        claims.extend(objects.of(kind).iter().filter_map(|object| source(object, controller)));
    }
    claims
}

/// Starts a claim with what every Flux object says alike.
fn begin(object: &Value, controller: Controller, sources: Vec<ClaimSource>) -> Option<Claim> {
    let name = named(object)?;
    let ready = list_at(object, &["status", "conditions"])
        .iter()
        .find(|condition| text_at(condition, &["type"]) == Some("Ready"));
    let status = ready.and_then(|ready| {
        let status = text_at(ready, &["status"])?;
        Some(
            text_at(ready, &["reason"])
                .map_or(status.to_owned(), |reason| format!("Ready={status} ({reason})")),
        )
    });
    Some(Claim {
        controller,
        namespace: name.namespace,
        name: name.name,
        destination: text_at(object, &["spec", "kubeConfig", "secretRef", "name"]).map(str::to_owned),
        destination_namespace: text_at(object, &["spec", "targetNamespace"]).map(str::to_owned),
        sources,
        sync_status: status,
        health: None,
        applied_at: ready.and_then(|ready| time_at(ready, &["lastTransitionTime"])),
        history: Vec::new(),
        images: Vec::new(),
    })
}

/// Returns the URL of the source that a reference names, else the reference itself.
fn source_url(reference: Option<&Value>, namespace: &str, objects: &ByKind<'_>) -> String {
    let Some(reference) = reference else { return String::new() };
    let kind = text_at(reference, &["kind"]).unwrap_or_default();
    let name = text_at(reference, &["name"]).unwrap_or_default();
    let namespace = text_at(reference, &["namespace"]).unwrap_or(namespace);
    objects
        .get(kind, namespace, name)
        .and_then(|source| text_at(source, &["spec", "url"]))
        .map_or_else(|| format!("{kind}/{namespace}/{name}"), str::to_owned)
}

fn kustomization(object: &Value, objects: &ByKind<'_>) -> Option<Claim> {
    let namespace = named(object)?.namespace;
    let origin = as_written(text_at(object, &["status", "lastAppliedOriginRevision"]));
    let applied = as_written(text_at(object, &["status", "lastAppliedRevision"]));
    let source = ClaimSource {
        repo_url: source_url(at(object, &["spec", "sourceRef"]), &namespace, objects),
        path: text_at(object, &["spec", "path"]).map(str::to_owned),
        chart: None,
        target_revision: None,
        // Of an OCI source the origin revision names the Git commit; the revision itself is a digest.
        revision: origin.or(applied),
        compared_to: as_written(text_at(object, &["status", "lastAttemptedRevision"])),
    };
    let mut claim = begin(object, Controller::FluxKustomization, vec![source])?;
    // Flux keeps the newest first.
    claim.history = list_at(object, &["status", "history"])
        .iter()
        .rev()
        .map(|entry| ClaimHistoryEntry {
            id: text_at(entry, &["digest"]).unwrap_or_default().to_owned(),
            revisions: as_written(text_at(entry, &["metadata", "revision"])).into_iter().collect(),
            deployed_at: time_at(entry, &["firstReconciled"]),
            initiated_by: Some("automated".to_owned()),
        })
        .collect();
    Some(claim)
}

fn helm_release(object: &Value, objects: &ByKind<'_>) -> Option<Claim> {
    let namespace = named(object)?.namespace;
    let chart = at(object, &["spec", "chart", "spec"]);
    let reference =
        chart.and_then(|chart| chart.get("sourceRef")).or_else(|| at(object, &["spec", "chartRef"]));
    let history = list_at(object, &["status", "history"]);
    let newest = history.first();
    let version = newest.and_then(|entry| text_at(entry, &["chartVersion"]));
    let attempted = text_at(object, &["status", "lastAttemptedRevision"]);
    let source = ClaimSource {
        repo_url: source_url(reference, &namespace, objects),
        path: None,
        chart: chart
            .and_then(|chart| text_at(chart, &["chart"]))
            .or_else(|| newest.and_then(|entry| text_at(entry, &["chartName"])))
            .map(str::to_owned),
        target_revision: chart.and_then(|chart| text_at(chart, &["version"])).map(str::to_owned),
        revision: as_written(version.or(text_at(object, &["status", "lastAppliedRevision"]))),
        compared_to: as_written(attempted),
    };
    let mut claim = begin(object, Controller::FluxHelmRelease, vec![source])?;
    claim.applied_at = newest.and_then(|entry| time_at(entry, &["lastDeployed"])).or(claim.applied_at);
    claim.history = history
        .iter()
        .rev()
        .map(|entry| ClaimHistoryEntry {
            id: entry.get("version").map(ToString::to_string).unwrap_or_default(),
            revisions: as_written(text_at(entry, &["chartVersion"])).into_iter().collect(),
            deployed_at: time_at(entry, &["lastDeployed"]),
            initiated_by: Some("automated".to_owned()),
        })
        .collect();
    Some(claim)
}

fn source(object: &Value, controller: Controller) -> Option<Claim> {
    let target = at(object, &["spec", "ref"]).and_then(|wanted| {
        ["commit", "digest", "semver", "tag", "name", "branch"].iter().find_map(|key| text_at(wanted, &[key]))
    });
    let source = ClaimSource {
        repo_url: text_at(object, &["spec", "url"]).unwrap_or_default().to_owned(),
        path: None,
        chart: None,
        target_revision: target.map(str::to_owned),
        revision: as_written(text_at(object, &["status", "artifact", "revision"])),
        compared_to: None,
    };
    let mut claim = begin(object, controller, vec![source])?;
    claim.applied_at = time_at(object, &["status", "artifact", "lastUpdateTime"]).or(claim.applied_at);
    Some(claim)
}

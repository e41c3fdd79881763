//! Argo CD `Application`
//! ([types](https://github.com/argoproj/argo-cd/blob/master/pkg/apis/application/v1alpha1/types.go)).

use domain::claim::ClaimSource;
use domain::{Claim, ClaimHistoryEntry, Controller};
use serde_json::Value;

use crate::objects::{at, list_at, named, text_at, time_at};
use crate::revision::as_written;

/// Returns what an Application says. What it compared (`status.sync`) and what it applied are kept apart.
pub(super) fn claim(app: &Value) -> Option<Claim> {
    let name = named(app)?;
    let history = history(app);
    let applied = applied(app, &history);
    let compared = revisions(at(app, &["status", "sync"]));
    let sources = sources(app.get("spec"))
        .into_iter()
        .enumerate()
        .map(|(number, source)| ClaimSource {
            repo_url: text_at(source, &["repoURL"]).unwrap_or_default().to_owned(),
            path: text_at(source, &["path"]).map(str::to_owned),
            chart: text_at(source, &["chart"]).map(str::to_owned),
            target_revision: text_at(source, &["targetRevision"]).map(str::to_owned),
            revision: applied.get(number).cloned(),
            compared_to: compared.get(number).cloned(),
        })
        .collect();
    let finished = time_at(app, &["status", "operationState", "finishedAt"]);
    let destination = ["name", "server"].iter().find_map(|key| text_at(app, &["spec", "destination", key]));
    Some(Claim {
        controller: Controller::ArgoApplication,
        namespace: name.namespace,
        name: name.name,
        destination: destination.map(str::to_owned),
        destination_namespace: text_at(app, &["spec", "destination", "namespace"]).map(str::to_owned),
        sources,
        sync_status: text_at(app, &["status", "sync", "status"]).map(str::to_owned),
        health: text_at(app, &["status", "health", "status"]).map(str::to_owned),
        applied_at: history.last().and_then(|entry| entry.deployed_at).or(finished),
        images: list_at(app, &["status", "summary", "images"])
            .iter()
            .filter_map(|image| image.as_str().map(str::to_owned))
            .collect(),
        history,
    })
}

/// The sources of a specification: `sources`, else the one `source`.
fn sources(spec: Option<&Value>) -> Vec<&Value> {
    let Some(spec) = spec else { return Vec::new() };
    match list_at(spec, &["sources"]) {
        [] => spec.get("source").into_iter().collect(),
        many => many.iter().collect(),
    }
}

/// `revisions[]`, paired with the sources, else the one `revision`.
fn revisions(of: Option<&Value>) -> Vec<String> {
    let Some(of) = of else { return Vec::new() };
    match list_at(of, &["revisions"]) {
        [] => as_written(text_at(of, &["revision"])).into_iter().collect(),
        many => many.iter().filter_map(|revision| as_written(revision.as_str())).collect(),
    }
}

/// What was applied last: by the last operation if it succeeded, else by the newest entry of the history.
fn applied(app: &Value, history: &[ClaimHistoryEntry]) -> Vec<String> {
    let operation = at(app, &["status", "operationState"]);
    let succeeded = operation.and_then(|operation| text_at(operation, &["phase"])) == Some("Succeeded");
    let by_operation = revisions(operation.and_then(|operation| operation.get("syncResult")));
    if succeeded && !by_operation.is_empty() {
        return by_operation;
    }
    history.last().map(|entry| entry.revisions.clone()).unwrap_or_default()
}

fn history(app: &Value) -> Vec<ClaimHistoryEntry> {
    list_at(app, &["status", "history"])
        .iter()
        .map(|entry| {
            let automated = at(entry, &["initiatedBy", "automated"]).and_then(Value::as_bool) == Some(true);
            let user = text_at(entry, &["initiatedBy", "username"]).map(str::to_owned);
            ClaimHistoryEntry {
                id: entry.get("id").map(ToString::to_string).unwrap_or_default(),
                revisions: revisions(Some(entry)),
                deployed_at: time_at(entry, &["deployedAt"]),
                initiated_by: if automated { Some("automated".to_owned()) } else { user },
            }
        })
        .collect()
}

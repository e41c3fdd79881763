//! What the pods of a reading run: one entry a workload, container and image.

use std::collections::{BTreeMap, BTreeSet};

use domain::observation::ManagedBy;
use domain::{
    ContainerRole, ContainerState, Digest, DigestKind, Gap, GapCode, ImageReference, Time, Workload,
};
use serde_json::Value;

use crate::image_id;
use crate::objects::{ByKind, annotation, label, list_at, named, text_at, time_at};
use crate::owners::workload;

const LISTS: [(ContainerRole, &str, &str); 3] = [
    (ContainerRole::Main, "containers", "containerStatuses"),
    (ContainerRole::Init, "initContainers", "initContainerStatuses"),
    (ContainerRole::Ephemeral, "ephemeralContainers", "ephemeralContainerStatuses"),
];

const REVISION: &str = "org.opencontainers.image.revision";

/// Returns what runs, sorted, and how many pods were read. A pod that cannot be read is a gap.
pub(crate) fn containers(
    pods: &[(String, &Value)],
    objects: &ByKind<'_>,
    gaps: &mut Vec<Gap>,
) -> (Vec<ContainerState>, u32) {
    let mut states: BTreeMap<Key, ContainerState> = BTreeMap::new();
    let mut uids = BTreeSet::new();
    let mut count = 0;
    for (place, pod) in pods {
        if let Some(uid) = text_at(pod, &["metadata", "uid"])
            && !uids.insert(uid)
        {
            gaps.push(Gap::new(
                GapCode::Duplicate,
                place,
                format!("the pod {uid} is there twice; it counts once"),
            ));
            continue;
        }
        count += 1;
        // What has ended does not run.
        if matches!(text_at(pod, &["status", "phase"]), Some("Succeeded" | "Failed")) {
            continue;
        }
        let Some((workload, way)) = workload(pod, objects) else {
            gaps.push(Gap::new(GapCode::Malformed, place, "the pod has no name; it was left out"));
            continue;
        };
        if pod.get("spec").is_none_or(|spec| !spec.is_object()) {
            gaps.push(Gap::new(GapCode::Malformed, place, "the pod has no specification; it was left out"));
            continue;
        }
        if pod.get("status").is_none_or(|status| !status.is_object()) {
            gaps.push(Gap::new(
                GapCode::Malformed,
                place,
                "the pod has no status: its specification alone was read",
            ));
        }
        let managed_by = managed_by(&way, objects);
        for (role, specs, statuses) in LISTS {
            for spec in list_at(pod, &["spec", specs]) {
                match state(pod, spec, role, statuses, &workload, &managed_by) {
                    Some(state) => merge(&mut states, state),
                    None => gaps.push(Gap::new(
                        GapCode::Malformed,
                        place,
                        "a container has no name or no image; it was left out",
                    )),
                }
            }
        }
    }
    (states.into_values().collect(), count)
}

type Key = (Workload, ContainerRole, String, ImageReference, Option<Digest>, String, String, Vec<ManagedBy>);

fn merge(states: &mut BTreeMap<Key, ContainerState>, state: ContainerState) {
    let told = format!("{:?} {:?}", state.revision_label, state.reason);
    let key = (
        state.workload.clone(),
        state.role,
        state.container.clone(),
        state.image.clone(),
        state.digest.clone(),
        state.image_id.clone(),
        told,
        state.managed_by.clone(),
    );
    match states.get_mut(&key) {
        None => {
            states.insert(key, state);
        }
        Some(known) => {
            known.replicas += 1;
            known.ready += state.ready;
            known.earliest_pod_created = match (known.earliest_pod_created, state.earliest_pod_created) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
    }
}

fn state(
    pod: &Value,
    spec: &Value,
    role: ContainerRole,
    statuses: &str,
    workload: &Workload,
    managed_by: &[ManagedBy],
) -> Option<ContainerState> {
    let name = text_at(spec, &["name"])?;
    let image = ImageReference::parse(text_at(spec, &["image"])?);
    let statuses = list_at(pod, &["status", statuses]);
    let status = statuses.iter().find(|status| text_at(status, &["name"]) == Some(name));
    let text = status.and_then(|status| text_at(status, &["imageID"])).unwrap_or_default();
    let id = image_id::parse(text);
    let reason = match (status, text.is_empty()) {
        (None, _) => Some(unscheduled(pod)),
        (Some(status), true) => Some(not_pulled(status)),
        (Some(_), false) => id.reason.map(str::to_owned),
    };
    let ready = status.and_then(|status| status.get("ready")).and_then(Value::as_bool) == Some(true);
    let revision = annotation(pod, REVISION).or_else(|| label(pod, REVISION));
    Some(ContainerState {
        workload: workload.clone(),
        container: name.to_owned(),
        role,
        image,
        // Runtimes write one digest in several ways; pods on nodes of two kinds run one thing.
        image_id: if id.digest.is_some() { String::new() } else { text.to_owned() },
        digest_kind: if id.digest.is_some() { id.kind } else { DigestKind::Unknown },
        digest: id.digest,
        reason,
        replicas: 1,
        ready: u32::from(ready),
        earliest_pod_created: created(pod),
        revision_label: revision.map(str::to_owned),
        managed_by: managed_by.to_vec(),
    })
}

fn created(pod: &Value) -> Option<Time> {
    time_at(pod, &["metadata", "creationTimestamp"])
}

/// Why a pod has no status of a container.
fn unscheduled(pod: &Value) -> String {
    let phase = text_at(pod, &["status", "phase"]).unwrap_or("without a phase");
    let waiting = list_at(pod, &["status", "conditions"])
        .iter()
        .find(|condition| text_at(condition, &["status"]) == Some("False"))
        .and_then(|condition| text_at(condition, &["reason"]));
    let why = text_at(pod, &["status", "reason"]).or(waiting);
    let why = why.map_or(String::new(), |why| format!(" ({why})"));
    format!("no status of the container: the pod is {phase}{why}")
}

/// Why a container has no image id.
fn not_pulled(status: &Value) -> String {
    let waiting = text_at(status, &["state", "waiting", "reason"]);
    waiting.map_or_else(
        || "the runtime reports no image id".to_owned(),
        |reason| format!("the image is not there yet: {reason}"),
    )
}

/// Returns the controller objects that a pod or one of its owners says it belongs to; the outermost speaks first.
fn managed_by(way: &[&Value], objects: &ByKind<'_>) -> Vec<ManagedBy> {
    let mut found: BTreeSet<ManagedBy> = BTreeSet::new();
    for object in way {
        if let Some(tracking) = annotation(object, "argocd.argoproj.io/tracking-id")
            && let Some((app, _)) = tracking.split_once(':')
        {
            found.insert(application(app, objects));
        }
        if let Some(app) = label(object, "argocd.argoproj.io/instance") {
            found.insert(application(app, objects));
        }
        // The default label of Helm, too: only an Application of that name makes it Argo CD's.
        if let Some(app) = label(object, "app.kubernetes.io/instance")
            && objects
                .of("Application")
                .iter()
                .any(|known| named(known).is_some_and(|named| named.name == app))
        {
            found.insert(application(app, objects));
        }
        for (kind, group) in [("Kustomization", "kustomize"), ("HelmRelease", "helm")] {
            let name = label(object, &format!("{group}.toolkit.fluxcd.io/name"));
            let namespace = label(object, &format!("{group}.toolkit.fluxcd.io/namespace"));
            if let Some(name) = name {
                found.insert(ManagedBy {
                    kind: kind.to_owned(),
                    namespace: namespace.map(str::to_owned),
                    name: name.to_owned(),
                });
            }
        }
    }
    // A HelmRelease is itself applied by a Kustomization, which its labels name.
    let by_release: Vec<ManagedBy> = found
        .iter()
        .filter(|by| by.kind == "HelmRelease")
        .filter_map(|by| objects.get("HelmRelease", by.namespace.as_deref().unwrap_or_default(), &by.name))
        .filter_map(|release| {
            Some(ManagedBy {
                kind: "Kustomization".to_owned(),
                namespace: label(release, "kustomize.toolkit.fluxcd.io/namespace").map(str::to_owned),
                name: label(release, "kustomize.toolkit.fluxcd.io/name")?.to_owned(),
            })
        })
        .collect();
    found.extend(by_release);
    found.into_iter().collect()
}

/// Splits `namespace_name`, which Argo CD writes for applications outside of its own namespace: a name itself has no
/// underscore.
fn application(text: &str, objects: &ByKind<'_>) -> ManagedBy {
    let kind = "Application".to_owned();
    let exists = |name: &str| {
        objects.of("Application").iter().any(|app| text_at(app, &["metadata", "name"]) == Some(name))
    };
    match text.split_once('_') {
        Some((namespace, name)) if !exists(text) => {
            ManagedBy { kind, namespace: Some(namespace.to_owned()), name: name.to_owned() }
        }
        _ => ManagedBy { kind, namespace: None, name: text.to_owned() },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::snapshot::snapshot;

    fn pod(name: &str, image: &str, image_id: &str) -> Value {
        json!({"apiVersion": "v1", "kind": "Pod",
               "metadata": {"name": name, "namespace": "shop", "uid": name,
                            "ownerReferences": [{"kind": "StatefulSet", "name": "web", "controller": true}]},
               "spec": {"containers": [{"name": "web", "image": image}]},
               "status": {"containerStatuses": [{"name": "web", "ready": true, "imageID": image_id}]}})
    }

    fn counts(pods: &[Value]) -> Vec<u32> {
        let body = json!({"apiVersion": "v1", "kind": "List", "items": pods}).to_string();
        let found = snapshot(&[("pods.json", body.as_bytes())]);
        found.containers.iter().map(|state| state.replicas).collect()
    }

    #[test]
    fn one_digest_is_one_thing_whatever_the_runtime_writes_around_it() {
        let digest = format!("shop/web@sha256:{}", "1".repeat(64));
        let other = format!("shop/web@sha256:{}", "2".repeat(64));
        let docker = format!("docker-pullable://{digest}");
        assert_eq!(counts(&[pod("a", "shop/web:v1", &docker), pod("b", "shop/web:v1", &digest)]), [2]);
        assert_eq!(counts(&[pod("a", "shop/web:v1", &digest), pod("b", "shop/web:v1", &other)]), [1, 1]);
        assert_eq!(counts(&[pod("a", "shop/web:v1", &digest), pod("b", "shop/web:v2", &digest)]), [1, 1]);
        assert_eq!(counts(&[pod("a", "shop/web:v1", ""), pod("b", "shop/web:v1", &digest)]), [1, 1]);
    }
}

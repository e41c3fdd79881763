//! Workloads as `kubectl get … -o json` writes them.

use domain::Time;
use serde_json::{Value, json};

use crate::running::{Container, Moment, Run, Workload};
use crate::shape::{Config, Place, minutes_after, sha256};

/// Returns a UID that is the same each time.
pub(crate) fn uid(of: &str) -> String {
    let hex = sha256(of);
    format!("{}-{}-4{}-8{}-{}", &hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..32])
}

/// Returns the namespaces of a cluster. The UID of `kube-system` is the cluster's identity.
pub(crate) fn namespaces(place: Place, names: &[&str]) -> Vec<Value> {
    let mut names: Vec<&str> = names.iter().copied().chain(["default", "kube-system"]).collect();
    names.sort_unstable();
    let namespace = |name: &str| {
        json!({
            "apiVersion": "v1", "kind": "Namespace",
            "metadata": {
                "name": name, "uid": uid(&format!("{}/namespace/{name}", place.cluster())),
                "creationTimestamp": "2025-11-03T08:00:00Z",
            },
            "status": { "phase": "Active" },
        })
    };
    names.into_iter().map(namespace).collect()
}

/// Returns the nodes of a cluster.
pub(crate) fn nodes(place: Place) -> Vec<Value> {
    let node = |index: usize| {
        let name = node_name(place, index);
        json!({
            "apiVersion": "v1", "kind": "Node",
            "metadata": {
                "name": name, "uid": uid(&format!("{}/node/{name}", place.cluster())),
                "creationTimestamp": "2025-11-03T08:05:00Z",
                "labels": { "topology.kubernetes.io/region": place.region() },
            },
            "status": { "nodeInfo": {
                "architecture": "amd64", "operatingSystem": "linux", "kubeletVersion": "v1.34.2",
                "containerRuntimeVersion": "containerd://2.1.4",
            } },
        })
    };
    (0..2).map(node).collect()
}

fn node_name(place: Place, index: usize) -> String {
    format!("{}-node-{}", place.cluster(), index % 2 + 1)
}

/// Returns a workload's Deployment, its ReplicaSets and its pods at a time; nothing before it begins.
pub(crate) fn workload(place: Place, workload: &Workload, at: Time) -> Vec<Value> {
    let Some(Moment { current, leaving }) = workload.at(at) else { return Vec::new() };
    let writing = Writing { place, workload };
    let old = leaving.map_or(0, |(_, pods)| pods);
    let mut objects = vec![writing.deployment(current, old)];
    objects.push(writing.replica_set(current, workload.replicas - old));
    // In production the ReplicaSet of the version before stays, scaled to none: it tells what ran before.
    let before =
        workload.runs.iter().rfind(|run| run.from < current.from && run.containers != current.containers);
    let kept = before.filter(|_| old > 0 || place.environment() == "production");
    objects.extend(kept.map(|run| writing.replica_set(run, old)));
    objects.extend((old..workload.replicas).map(|index| writing.pod(current, index)));
    if let Some((run, pods)) = leaving {
        objects.extend((0..pods).map(|index| writing.pod(run, index)));
    }
    objects
}

struct Writing<'a> {
    place: Place,
    workload: &'a Workload,
}

impl Writing<'_> {
    fn deployment(&self, run: &Run, old: usize) -> Value {
        let Workload { name, namespace, replicas, runs } = self.workload;
        let began = runs.first().map_or(run.from, |first| first.from);
        let mut labels = json!({ "app.kubernetes.io/name": name });
        let mut annotations = json!({});
        match self.place.config() {
            Config::Argo => {
                let tracking = format!("{name}:apps/Deployment:{namespace}/{name}");
                annotations["argocd.argoproj.io/tracking-id"] = json!(tracking);
            }
            Config::Flux => {
                labels["helm.toolkit.fluxcd.io/name"] = json!(name);
                labels["helm.toolkit.fluxcd.io/namespace"] = json!(namespace);
            }
        }
        json!({
            "apiVersion": "apps/v1", "kind": "Deployment",
            "metadata": self.metadata(name, "Deployment", began, labels, annotations, None),
            "spec": {
                "replicas": replicas,
                "selector": { "matchLabels": { "app.kubernetes.io/name": name } },
                "template": template(run),
            },
            "status": {
                "replicas": replicas, "readyReplicas": replicas,
                "updatedReplicas": replicas - old,
            },
        })
    }

    fn replica_set(&self, run: &Run, pods: usize) -> Value {
        let Workload { name, .. } = self.workload;
        let hash = template_hash(run);
        let made = self.workload.first_run(&run.containers).unwrap_or(run.from);
        let labels = json!({ "app.kubernetes.io/name": name, "pod-template-hash": hash });
        let owner = Some(("apps/v1", "Deployment", (*name).to_owned()));
        json!({
            "apiVersion": "apps/v1", "kind": "ReplicaSet",
            "metadata": self.metadata(&format!("{name}-{hash}"), "ReplicaSet", made, labels, json!({}), owner),
            "spec": { "replicas": pods, "template": template(run) },
            "status": { "replicas": pods },
        })
    }

    fn pod(&self, run: &Run, index: usize) -> Value {
        let Workload { name, .. } = self.workload;
        let hash = template_hash(run);
        let pod = format!(
            "{name}-{hash}-{}",
            &sha256(&format!("{}/{name}/{}/{index}", self.place.cluster(), run.from))[..5]
        );
        let made = Time::from_micros(run.from.micros() + 20_000_000 * index as i64);
        let labels = json!({ "app.kubernetes.io/name": name, "pod-template-hash": hash });
        let owner = Some(("apps/v1", "ReplicaSet", format!("{name}-{hash}")));
        let mut spec = pod_spec(run);
        spec["nodeName"] = json!(node_name(self.place, index));
        let statuses: Vec<Value> = run.containers.iter().map(|container| status(container, made)).collect();
        json!({
            "apiVersion": "v1", "kind": "Pod",
            "metadata": self.metadata(&pod, "Pod", made, labels, annotations(run), owner),
            "spec": spec,
            "status": {
                "phase": "Running", "startTime": made,
                "containerStatuses": statuses,
            },
        })
    }

    fn metadata(
        &self,
        name: &str,
        kind: &str,
        made: Time,
        labels: Value,
        annotations: Value,
        owner: Option<(&str, &str, String)>,
    ) -> Value {
        let namespace = self.workload.namespace;
        let of = |kind: &str, name: &str| uid(&format!("{}/{namespace}/{kind}/{name}", self.place.cluster()));
        let mut metadata = json!({
            "name": name, "namespace": namespace, "uid": of(kind, name), "creationTimestamp": made, "labels": labels,
        });
        if annotations.as_object().is_some_and(|annotations| !annotations.is_empty()) {
            metadata["annotations"] = annotations;
        }
        if let Some((version, kind, name)) = owner {
            let uid = of(kind, &name);
            metadata["ownerReferences"] = json!([{ "apiVersion": version, "kind": kind, "name": name, "uid": uid, "controller": true }]);
        }
        metadata
    }
}

fn template(run: &Run) -> Value {
    match run.revision {
        Some(_) => json!({ "metadata": { "annotations": annotations(run) }, "spec": pod_spec(run) }),
        None => json!({ "spec": pod_spec(run) }),
    }
}

fn annotations(run: &Run) -> Value {
    match &run.revision {
        Some(revision) => json!({ "org.opencontainers.image.revision": revision }),
        None => json!({}),
    }
}

fn pod_spec(run: &Run) -> Value {
    let container = |container: &Container| {
        let Container { name, image, tag, .. } = container;
        json!({ "name": name, "image": format!("{image}:{tag}") })
    };
    json!({ "containers": run.containers.iter().map(container).collect::<Vec<_>>() })
}

fn status(container: &Container, made: Time) -> Value {
    let Container { name, image, tag, digest } = container;
    json!({
        "name": name, "image": format!("{image}:{tag}"), "imageID": format!("{image}@{digest}"),
        "ready": true, "restartCount": 0, "state": { "running": { "startedAt": minutes_after(made, 1) } },
    })
}

/// Returns what tells one pod template from another. A restart changes no image, but the template all the same.
fn template_hash(run: &Run) -> String {
    let images: Vec<&str> = run.containers.iter().map(|container| container.digest.as_str()).collect();
    sha256(&images.concat())[..10].to_owned()
}

//! What Argo CD and Flux say that they applied, as `kubectl get … -o json` writes it.

use domain::Time;
use serde_json::{Value, json};

use crate::config::{CHART_VERSION, ConfigHistory, Landing, overlay_folder};
use crate::objects::uid;
use crate::running::Workload;
use crate::shape::{App, Config, Place, minutes_after, sha256};

/// The Applications let Argo CD keep so many entries of its history.
pub(crate) const HISTORY: usize = 4;

/// Returns the controllers' objects of a cluster at a time.
pub(crate) fn objects(place: Place, workloads: &[Workload], config: &ConfigHistory, at: Time) -> Vec<Value> {
    let seen = minutes_after(at, -place.sync_minutes());
    let Some((tip, landed)) = config.of(place.config()).tip_at(seen) else { return Vec::new() };
    let claim = Claim { place, config, seen, tip, synced: minutes_after(landed, place.sync_minutes()) };
    let each = workloads.iter().map(|workload| match place.config() {
        Config::Argo => claim.application(workload),
        Config::Flux => claim.helm_release(workload),
    });
    let mut objects: Vec<Value> = each.collect();
    if place.config() == Config::Flux {
        objects.extend([claim.git_repository(), claim.kustomization()]);
    }
    objects
}

struct Claim<'a> {
    place: Place,
    config: &'a ConfigHistory,
    /// The newest moment of the repository that the controller knows.
    seen: Time,
    tip: &'a str,
    synced: Time,
}

/// One sync that changed the workload.
struct Applied<'a> {
    commit: &'a str,
    at: Time,
    tag: &'a str,
}

impl Claim<'_> {
    /// Returns the syncs that changed a workload, oldest first. The cache never changes in Git: it has only the first.
    fn applied(&self, workload: &Workload) -> Vec<Applied<'_>> {
        let name = App::ALL.into_iter().find(|app| app.name() == workload.name);
        let here = |landing: &&Landing| {
            landing.place == self.place
                && landing.app == name.unwrap_or(App::Storefront)
                && landing.at <= self.seen
        };
        let landings = self.config.landings.iter().filter(here);
        let applied = landings.map(|landing| Applied {
            commit: self.config.commit(landing),
            at: minutes_after(landing.at, self.place.sync_minutes()),
            tag: &landing.tag,
        });
        applied.take(if name.is_some() { usize::MAX } else { 1 }).collect()
    }

    fn metadata(&self, kind: &str, namespace: &str, name: &str) -> Value {
        json!({
            "name": name, "namespace": namespace, "generation": 1, "creationTimestamp": "2026-01-02T09:00:30Z",
            "uid": uid(&format!("{}/{namespace}/{kind}/{name}", self.place.cluster())),
        })
    }

    fn application(&self, workload: &Workload) -> Value {
        let Workload { name, namespace, .. } = workload;
        let source = json!({
            "repoURL": Config::Argo.url(), "path": overlay_folder(self.place, name), "targetRevision": "main",
        });
        let destination = json!({ "server": "https://kubernetes.default.svc", "namespace": namespace });
        let applied = self.applied(workload);
        let cut = applied.len().saturating_sub(HISTORY);
        let history: Vec<Value> = applied
            .iter()
            .enumerate()
            .skip(cut)
            .map(|(id, sync)| {
                json!({
                    "id": id, "revision": sync.commit, "deployStartedAt": sync.at, "deployedAt": sync.at,
                    "initiatedBy": { "automated": true }, "source": source,
                })
            })
            .collect();
        let images: Vec<String> = match (applied.last(), workload.runs.first()) {
            (_, Some(run)) if *name == "cache" => run
                .containers
                .iter()
                .map(|container| format!("{}:{}", container.image, container.tag))
                .collect(),
            (Some(last), Some(run)) => {
                run.containers.iter().map(|one| format!("{}:{}", one.image, last.tag)).collect()
            }
            _ => Vec::new(),
        };
        let last = applied.last();
        json!({
            "apiVersion": "argoproj.io/v1alpha1", "kind": "Application",
            "metadata": self.metadata("Application", "argocd", name),
            "spec": {
                "project": "default", "source": source, "destination": destination, "revisionHistoryLimit": HISTORY,
            },
            "status": {
                "sync": { "status": "Synced", "revision": self.tip },
                "health": { "status": "Healthy" },
                "history": history,
                "operationState": {
                    "phase": "Succeeded", "finishedAt": last.map(|sync| sync.at), "startedAt": last.map(|sync| sync.at),
                    "operation": { "initiatedBy": { "automated": true } },
                    "syncResult": { "revision": last.map(|sync| sync.commit) },
                },
                "reconciledAt": self.synced,
                "summary": { "images": images },
            },
        })
    }

    fn helm_release(&self, workload: &Workload) -> Value {
        let Workload { name, namespace, .. } = workload;
        let applied = self.applied(workload);
        let history: Vec<Value> = applied
            .iter()
            .enumerate()
            .rev()
            .take(2)
            .map(|(index, release)| {
                let status = if index + 1 == applied.len() { "deployed" } else { "superseded" };
                let config = sha256(&format!("{name}/{}", release.tag));
                json!({
                    "name": name, "namespace": namespace, "version": index + 1, "status": status,
                    "chartName": "service", "chartVersion": CHART_VERSION, "configDigest": format!("sha256:{config}"),
                    "firstDeployed": applied.first().map(|first| first.at), "lastDeployed": release.at,
                })
            })
            .collect();
        let values = match (App::ALL.into_iter().find(|app| app.name() == *name), applied.last()) {
            (Some(app), Some(last)) => json!({ "image": { "repository": app.image(), "tag": last.tag } }),
            _ => json!({}),
        };
        let mut metadata = self.metadata("HelmRelease", namespace, name);
        metadata["labels"] = json!({
            "kustomize.toolkit.fluxcd.io/name": "flux-system", "kustomize.toolkit.fluxcd.io/namespace": "flux-system",
        });
        let source = json!({ "kind": "HelmRepository", "name": "shop-charts", "namespace": "flux-system" });
        let ready = self.ready(applied.last().map_or(self.synced, |last| last.at), "UpgradeSucceeded");
        json!({
            "apiVersion": "helm.toolkit.fluxcd.io/v2", "kind": "HelmRelease", "metadata": metadata,
            "spec": {
                "interval": "10m0s", "values": values,
                "chart": { "spec": { "chart": "service", "version": CHART_VERSION, "sourceRef": source } },
            },
            "status": {
                "conditions": ready, "history": history, "lastAttemptedRevision": CHART_VERSION, "observedGeneration": 1,
            },
        })
    }

    fn git_repository(&self) -> Value {
        let revision = format!("main@sha1:{}", self.tip);
        json!({
            "apiVersion": "source.toolkit.fluxcd.io/v1", "kind": "GitRepository",
            "metadata": self.metadata("GitRepository", "flux-system", "flux-system"),
            "spec": { "interval": "1m0s", "ref": { "branch": "main" }, "url": Config::Flux.url() },
            "status": {
                "artifact": { "revision": revision, "lastUpdateTime": self.synced },
                "conditions": self.ready(self.synced, "Succeeded"), "observedGeneration": 1,
            },
        })
    }

    fn kustomization(&self) -> Value {
        let revision = format!("main@sha1:{}", self.tip);
        json!({
            "apiVersion": "kustomize.toolkit.fluxcd.io/v1", "kind": "Kustomization",
            "metadata": self.metadata("Kustomization", "flux-system", "flux-system"),
            "spec": {
                "interval": "10m0s", "path": format!("./clusters/{}", self.place.cluster()), "prune": true,
                "sourceRef": { "kind": "GitRepository", "name": "flux-system" },
            },
            "status": {
                "lastAppliedRevision": revision, "lastAttemptedRevision": revision, "observedGeneration": 1,
                "conditions": self.ready(self.synced, "ReconciliationSucceeded"),
            },
        })
    }

    fn ready(&self, since: Time, reason: &str) -> Value {
        json!([{ "type": "Ready", "status": "True", "reason": reason, "message": reason, "lastTransitionTime": since }])
    }
}

//! The files of the repository that Argo CD reads: kustomize bases, one overlay an environment, Applications.

use std::collections::BTreeMap;

use crate::claims::HISTORY;
use crate::shape::{App, Config, Place, REGISTRY};

pub(crate) fn overlay_folder(place: Place, app: &str) -> String {
    format!("apps/{app}/overlays/{}", place.environment())
}

pub(crate) fn slot_path(place: Place, app: App) -> String {
    format!("{}/kustomization.yaml", overlay_folder(place, app.name()))
}

/// Returns the file that declares the version of an app in a place.
pub(crate) fn slot_file(place: Place, app: App, tag: &str) -> (String, String) {
    let (name, namespace, image, replicas) = (app.name(), app.namespace(), app.image(), place.replicas(app));
    let text = format!(
        "apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: {namespace}
resources:
  - ../../base
replicas:
  - name: {name}
    count: {replicas}
images:
  - name: {image}
    newTag: \"{tag}\"
"
    );
    (slot_path(place, app), text)
}

/// Returns all files, as the repository begins.
pub(crate) fn files(declared: &BTreeMap<(Place, App), Vec<String>>) -> Vec<(String, String)> {
    let mut files = vec![(
        "README.md".to_owned(),
        "# What runs in Europe\n\nArgo CD in each cluster applies its folder of `argocd/clusters/`.\n"
            .to_owned(),
    )];
    for app in App::ALL {
        let containers = container(app.name(), &app.image(), 8080);
        files.extend(base(app.name(), &containers));
    }
    let exporter = container("exporter", &format!("{REGISTRY}/mirror/redis-exporter:latest"), 9121);
    let redis = container("redis", &format!("{REGISTRY}/mirror/redis:7.2.4"), 6379);
    files.extend(base("cache", &format!("{redis}{exporter}")));
    for place in Place::ALL.into_iter().filter(|place| place.config() == Config::Argo) {
        for app in App::ALL {
            let tag = declared.get(&(place, app)).and_then(|tags| tags.last()).map_or("", String::as_str);
            files.push(slot_file(place, app, tag));
            files.push(application(place, app.name(), app.namespace()));
        }
        files.push((
            format!("{}/kustomization.yaml", overlay_folder(place, "cache")),
            "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nnamespace: platform\nresources:\n  - ../../base\n"
                .to_owned(),
        ));
        files.push(application(place, "cache", "platform"));
    }
    files
}

fn container(name: &str, image: &str, port: u16) -> String {
    format!(
        "        - name: {name}\n          image: {image}\n          ports:\n            - containerPort: {port}\n"
    )
}

fn base(name: &str, containers: &str) -> [(String, String); 3] {
    let folder = format!("apps/{name}/base");
    let deployment = format!(
        "apiVersion: apps/v1
kind: Deployment
metadata:
  name: {name}
  labels:
    app.kubernetes.io/name: {name}
spec:
  replicas: 1
  selector:
    matchLabels:
      app.kubernetes.io/name: {name}
  template:
    metadata:
      labels:
        app.kubernetes.io/name: {name}
    spec:
      containers:
{containers}"
    );
    let service = format!(
        "apiVersion: v1
kind: Service
metadata:
  name: {name}
spec:
  selector:
    app.kubernetes.io/name: {name}
  ports:
    - port: 80
      targetPort: 8080
"
    );
    let kustomization = "apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
  - deployment.yaml
  - service.yaml
";
    [
        (format!("{folder}/deployment.yaml"), deployment),
        (format!("{folder}/service.yaml"), service),
        (format!("{folder}/kustomization.yaml"), kustomization.to_owned()),
    ]
}

fn application(place: Place, app: &str, namespace: &str) -> (String, String) {
    let (cluster, url, path) = (place.cluster(), Config::Argo.url(), overlay_folder(place, app));
    let text = format!(
        "apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: {app}
  namespace: argocd
spec:
  project: default
  revisionHistoryLimit: {HISTORY}
  source:
    repoURL: {url}
    path: {path}
    targetRevision: main
  destination:
    server: https://kubernetes.default.svc
    namespace: {namespace}
  syncPolicy:
    automated:
      prune: true
"
    );
    (format!("argocd/clusters/{cluster}/{app}.yaml"), text)
}

//! The files of the repository that Flux reads: one folder a cluster, one HelmRelease an app and environment.

use std::collections::BTreeMap;

use crate::shape::{App, Config, Place, REGISTRY};

/// Version of the chart that every app uses.
pub(crate) const CHART_VERSION: &str = "1.3.0";

pub(crate) fn slot_path(place: Place, app: App) -> String {
    format!("apps/{}/{}/{}.yaml", app.namespace(), app.name(), place.environment())
}

/// Returns the file that declares the version of an app in a place. Where a robot keeps the tag up to date, a
/// marker behind it says so: <https://fluxcd.io/flux/guides/image-update/>.
pub(crate) fn slot_file(place: Place, app: App, tag: &str) -> (String, String) {
    let name = app.name();
    let marker = if place == Place::StagingUs && app != App::Storefront {
        format!(" # {{\"$imagepolicy\": \"flux-system:{name}:tag\"}}")
    } else {
        String::new()
    };
    let (image, replicas) = (app.image(), place.replicas(app));
    let values = format!(
        "    replicas: {replicas}
    image:
      repository: {image}
      tag: {tag}{marker}
"
    );
    (slot_path(place, app), release(name, app.namespace(), &values))
}

/// Returns all files, as the repository begins.
pub(crate) fn files(declared: &BTreeMap<(Place, App), Vec<String>>) -> Vec<(String, String)> {
    let mut files = vec![
        (
            "README.md".to_owned(),
            "# What runs in America\n\nFlux in each cluster applies its folder of `clusters/`.\n".to_owned(),
        ),
        ("infrastructure/charts.yaml".to_owned(), CHARTS.to_owned()),
        ("infrastructure/namespaces.yaml".to_owned(), namespaces()),
    ];
    for place in Place::ALL.into_iter().filter(|place| place.config() == Config::Flux) {
        for app in App::ALL {
            let tag = declared.get(&(place, app)).and_then(|tags| tags.last()).map_or("", String::as_str);
            files.push(slot_file(place, app, tag));
        }
        let cache = format!(
            "    replicas: 1
    image:
      repository: {REGISTRY}/mirror/redis
      tag: 7.2.4
    exporter:
      image:
        repository: {REGISTRY}/mirror/redis-exporter
        tag: latest
"
        );
        files.push((
            format!("apps/platform/cache/{}.yaml", place.environment()),
            release("cache", "platform", &cache),
        ));
        files.extend(cluster(place));
    }
    files
}

fn release(name: &str, namespace: &str, values: &str) -> String {
    format!(
        "apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: {name}
  namespace: {namespace}
spec:
  interval: 10m
  chart:
    spec:
      chart: service
      version: {CHART_VERSION}
      sourceRef:
        kind: HelmRepository
        name: shop-charts
        namespace: flux-system
  values:
{values}"
    )
}

fn cluster(place: Place) -> Vec<(String, String)> {
    let (cluster, environment, url) = (place.cluster(), place.environment(), Config::Flux.url());
    let mut resources =
        String::from("  - ../../infrastructure/charts.yaml\n  - ../../infrastructure/namespaces.yaml\n");
    for app in App::ALL {
        resources.push_str(&format!("  - ../../{}\n", slot_path(place, app)));
    }
    resources.push_str(&format!("  - ../../apps/platform/cache/{environment}.yaml\n"));
    if place == Place::StagingUs {
        resources.push_str("  - image-policies.yaml\n");
    }
    let sync = format!(
        "apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata:
  name: flux-system
  namespace: flux-system
spec:
  interval: 1m
  ref:
    branch: main
  url: {url}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: flux-system
  namespace: flux-system
spec:
  interval: 10m
  path: ./clusters/{cluster}
  prune: true
  sourceRef:
    kind: GitRepository
    name: flux-system
"
    );
    let kustomization =
        format!("apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n{resources}");
    let mut files = vec![
        (format!("clusters/{cluster}/flux-system/gotk-sync.yaml"), sync),
        (format!("clusters/{cluster}/kustomization.yaml"), kustomization),
    ];
    if place == Place::StagingUs {
        files.push((format!("clusters/{cluster}/image-policies.yaml"), policies()));
    }
    files
}

const CHARTS: &str = "apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata:
  name: shop-charts
  namespace: flux-system
spec:
  interval: 1h
  url: https://charts.shop.example
";

fn namespaces() -> String {
    let one = |name: &str| format!("apiVersion: v1\nkind: Namespace\nmetadata:\n  name: {name}\n");
    ["pay", "platform", "shop"].map(one).join("---\n")
}

fn policies() -> String {
    let one = |app: App, policy: &str| {
        format!(
            "apiVersion: image.toolkit.fluxcd.io/v1beta2
kind: ImagePolicy
metadata:
  name: {0}
  namespace: flux-system
spec:
  imageRepositoryRef:
    name: {0}
  policy:
{policy}",
            app.name()
        )
    };
    let payments = one(App::Payments, "    semver:\n      range: 1.x\n");
    let search = one(
        App::Search,
        "    alphabetical:
      order: asc
  filterTags:
    pattern: '^main-[0-9a-f]+-(?P<day>[0-9]+)$'
    extract: '$day'
",
    );
    format!("{payments}---\n{search}")
}

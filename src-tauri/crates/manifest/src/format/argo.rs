//! Argo CD: sources of `Application` and `ApplicationSet`, and `.argocd-source-*.yaml` overrides.
//!
//! Source: <https://argo-cd.readthedocs.io/en/stable/operator-manual/application.yaml>.
//! A source is any map with a `repoURL`, wherever it stands (`spec.source`, `spec.sources[…]`,
//! `spec.template.spec.source`, generators): image = `repoURL`, or `repoURL/chart`; version = `targetRevision`.

use domain::DeclaredValue;

use super::walk::{Path, Walker};
use super::{image, kustomize, patch, values};
use crate::yaml::tree::{Id, Kind};

/// Reads an `Application` or `ApplicationSet`.
pub(super) fn read(walker: &mut Walker<'_, '_, '_>, root: Id, path: &Path<'_>) {
    if let Some(spec) = walker.tree.get(root, "spec") {
        sources(walker, spec, &path.key("spec"));
    }
}

fn sources(walker: &mut Walker<'_, '_, '_>, node: Id, path: &Path<'_>) {
    if !walker.may_visit(path) {
        return;
    }
    let tree = walker.tree;
    match tree.kind(node) {
        Kind::Map => {
            if let Some(url) = tree.text_of(node, "repoURL") {
                source(walker, node, url, path);
            }
            for entry in tree.children(node) {
                match tree.key(entry) {
                    "helm" | "kustomize" => {}
                    key if matches!(tree.kind(entry), Kind::Map | Kind::List) => {
                        sources(walker, entry, &path.key(key));
                    }
                    _ => {}
                }
            }
            overrides(walker, node, path);
        }
        Kind::List => {
            for (index, item) in tree.children(node).enumerate() {
                let path = match tree.text_of(item, "name").or_else(|| tree.text_of(item, "ref")) {
                    Some(name) => path.named("name", name),
                    None => path.index(index),
                };
                sources(walker, item, &path);
            }
        }
        _ => {}
    }
}

fn source(walker: &mut Walker<'_, '_, '_>, node: Id, url: &str, path: &Path<'_>) {
    let tree = walker.tree;
    let Some(version) = tree.text_of(node, "targetRevision") else { return };
    let image = match tree.text_of(node, "chart") {
        Some(chart) => format!("{}/{chart}", url.trim_end_matches('/')),
        None => url.to_owned(),
    };
    let value = DeclaredValue { image: Some(image), version: Some(version.to_owned()), ..Default::default() };
    walker.found(node, path, value, "argo-source");
}

/// Reads what a source changes in what it deploys: `kustomize.images`, `helm.parameters`, `helm.valuesObject`,
/// `helm.values`.
pub(super) fn overrides(walker: &mut Walker<'_, '_, '_>, node: Id, path: &Path<'_>) {
    let tree = walker.tree;
    if let Some(images) = tree.at(node, &["kustomize", "images"]) {
        kustomize::images(walker, images, &path.key("kustomize").key("images"));
    }
    let Some(helm) = tree.get(node, "helm") else { return };
    let path = path.key("helm");
    if let Some(list) = tree.get(helm, "parameters") {
        parameters(walker, list, &path.key("parameters"));
    }
    if let Some(values) = tree.get(helm, "valuesObject") {
        values::walk(walker, values, &path.key("valuesObject"), "helm-values");
    }
    if let Some(values) = tree.get(helm, "values") {
        patch::nested_values(walker, values, &path.key("values"));
    }
}

/// Reads `helm.parameters`: one of a name that ends in `tag`, `image`, `digest` declares.
fn parameters(walker: &mut Walker<'_, '_, '_>, list: Id, path: &Path<'_>) {
    let tree = walker.tree;
    for item in tree.children(list) {
        let (Some(name), Some(text)) = (tree.text_of(item, "name"), tree.text_of(item, "value")) else {
            continue;
        };
        let last = name.rsplit('.').next().unwrap_or(name);
        let value = match last {
            "tag" | "imageTag" | "image_tag" | "digest" => {
                let (tag, digest) = image::tag(text);
                DeclaredValue { tag, digest, ..Default::default() }
            }
            "image" if image::is_plausible(text) => image::reference(text),
            _ => continue,
        };
        walker.found(item, &path.named("name", name), value, "argo-helm-parameter");
    }
}

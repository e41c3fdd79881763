//! kustomize: `images`, remote resources pinned by `?ref=`, charts, inline patches.
//!
//! Source: <https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/>.
//! An entry of `images` replaces the image called `name`: by `newName` (else it keeps its name), `newTag` and
//! `digest`. Both are reported where both stand; kustomize lets the digest win.

use domain::DeclaredValue;

use super::walk::{Path, Walker};
use super::{image, patch};
use crate::yaml::tree::{Id, Kind};

/// Reads a `kustomization.yaml`.
pub(super) fn read(walker: &mut Walker<'_, '_, '_>, root: Id, path: &Path<'_>) {
    let tree = walker.tree;
    for entry in tree.children(root) {
        let key = tree.key(entry);
        let path = path.key(key);
        match key {
            "images" => images(walker, entry, &path),
            "resources" | "bases" | "components" | "crds" => remotes(walker, entry, &path),
            "patches" | "patchesJson6902" | "patchesStrategicMerge" => patch::inline(walker, entry, &path),
            "helmCharts" => charts(walker, entry, &path),
            _ => {}
        }
    }
}

/// Reads a list of image replacements, as kustomize, Flux and `.argocd-source` files have it.
pub(super) fn images(walker: &mut Walker<'_, '_, '_>, list: Id, path: &Path<'_>) {
    let tree = walker.tree;
    if tree.kind(list) != Kind::List {
        return;
    }
    for item in tree.children(list) {
        if let Some(text) = tree.text(item) {
            replacement(walker, item, text, path);
            continue;
        }
        let Some(name) = tree.text_of(item, "name") else { continue };
        let mut value = DeclaredValue {
            image: Some(tree.text_of(item, "newName").unwrap_or(name).to_owned()),
            ..DeclaredValue::default()
        };
        if let Some(text) = tree.text_of(item, "newTag") {
            (value.tag, value.digest) = image::tag(text);
        }
        if let Some(text) = tree.text_of(item, "digest") {
            match text.parse() {
                Ok(digest) => value.digest = Some(digest),
                Err(_) => walker.sink.malformed(tree.line(item), format!("{text:?} is not a digest")),
            }
        }
        walker.found(item, &path.named("name", name), value, "kustomize-images");
    }
}

/// Reads Argo CD's short form: `[old=]name[:tag][@digest]`.
fn replacement(walker: &mut Walker<'_, '_, '_>, item: Id, text: &str, path: &Path<'_>) {
    let (name, written) = match text.split_once('=') {
        Some((name, new)) => (name.to_owned(), image::reference(new)),
        None => {
            let value = image::reference(text);
            (value.image.clone().unwrap_or_default(), value)
        }
    };
    walker.found(item, &path.named("name", &name), written, "kustomize-images");
}

/// Reads remote bases: `https://host/org/repo/path?ref=<revision>`.
fn remotes(walker: &mut Walker<'_, '_, '_>, list: Id, path: &Path<'_>) {
    let tree = walker.tree;
    if tree.kind(list) != Kind::List {
        return;
    }
    for item in tree.children(list) {
        let Some((url, query)) = tree.text(item).and_then(|text| text.split_once('?')) else { continue };
        let revision = query
            .split('&')
            .find_map(|pair| pair.strip_prefix("ref=").or_else(|| pair.strip_prefix("version=")));
        if let Some(revision) = revision {
            let value = DeclaredValue {
                image: Some(url.to_owned()),
                version: image::some(revision),
                ..DeclaredValue::default()
            };
            walker.found(item, &path.bare(url), value, "kustomize-remote");
        }
    }
}

fn charts(walker: &mut Walker<'_, '_, '_>, list: Id, path: &Path<'_>) {
    let tree = walker.tree;
    if tree.kind(list) != Kind::List {
        return;
    }
    for (index, item) in tree.children(list).enumerate() {
        let path = path.item(tree, item, index);
        if let Some(version) = tree.text_of(item, "version") {
            let value = DeclaredValue {
                image: tree.text_of(item, "name").map(str::to_owned),
                version: Some(version.to_owned()),
                ..DeclaredValue::default()
            };
            walker.found(item, &path, value, "kustomize-chart");
        }
        if let Some(values) = tree.get(item, "valuesInline") {
            super::values::walk(walker, values, &path.key("valuesInline"), "helm-values");
        }
    }
}

//! Flux: `HelmRelease`, `Kustomization`, and the sources `OCIRepository`, `GitRepository`, `HelmChart`.
//!
//! Sources: <https://fluxcd.io/flux/components/helm/helmreleases/>,
//! <https://fluxcd.io/flux/components/kustomize/kustomizations/>,
//! <https://fluxcd.io/flux/components/source/ocirepositories/>.

use domain::DeclaredValue;

use super::walk::{Path, Walker};
use super::{image, kustomize, patch, values};
use crate::yaml::tree::Id;

/// Reads `spec.values` and `spec.chart.spec`.
pub(super) fn helm_release(walker: &mut Walker<'_, '_, '_>, root: Id, path: &Path<'_>) {
    let tree = walker.tree;
    let Some(spec) = tree.get(root, "spec") else { return };
    let path = path.key("spec");
    if let Some(chart) = tree.at(spec, &["chart", "spec"])
        && let Some(version) = tree.text_of(chart, "version")
    {
        let value = DeclaredValue {
            image: tree.text_of(chart, "chart").map(str::to_owned),
            version: Some(version.to_owned()),
            ..DeclaredValue::default()
        };
        walker.found(chart, &path.key("chart").key("spec"), value, "helm-release-chart");
    }
    if let Some(node) = tree.get(spec, "values") {
        values::walk(walker, node, &path.key("values"), "helm-release-values");
    }
    if let Some(renderers) = tree.get(spec, "postRenderers") {
        let path = path.key("postRenderers");
        for (index, item) in tree.children(renderers).enumerate() {
            let Some(node) = tree.get(item, "kustomize") else { continue };
            kustomize::read(walker, node, &path.index(index).key("kustomize"));
        }
    }
}

/// Reads `spec.images` and `spec.patches`.
pub(super) fn kustomization(walker: &mut Walker<'_, '_, '_>, root: Id, path: &Path<'_>) {
    let tree = walker.tree;
    let Some(spec) = tree.get(root, "spec") else { return };
    let path = path.key("spec");
    if let Some(images) = tree.get(spec, "images") {
        kustomize::images(walker, images, &path.key("images"));
    }
    if let Some(patches) = tree.get(spec, "patches") {
        patch::inline(walker, patches, &path.key("patches"));
    }
}

/// Reads `spec.ref` of a source (`spec.version` of a `HelmChart`): the most exact of its fields is what Flux follows.
pub(super) fn source(walker: &mut Walker<'_, '_, '_>, root: Id, path: &Path<'_>, kind: &str) {
    let tree = walker.tree;
    let Some(spec) = tree.get(root, "spec") else { return };
    let path = path.key("spec");
    let text = |id: Id, key: &str| tree.text_of(id, key).map(str::to_owned);
    if kind == "HelmChart" {
        if let Some(version) = text(spec, "version") {
            let value =
                DeclaredValue { image: text(spec, "chart"), version: Some(version), ..Default::default() };
            walker.found(spec, &path, value, "flux-source");
        }
        return;
    }
    let Some(reference) = tree.get(spec, "ref") else { return };
    let mut value = DeclaredValue { image: text(spec, "url"), ..Default::default() };
    if kind == "OCIRepository" {
        if let Some(tag) = tree.text_of(reference, "tag") {
            (value.tag, value.digest) = image::tag(tag);
        }
        if let Some(digest) = tree.text_of(reference, "digest").and_then(|text| text.parse().ok()) {
            value.digest = Some(digest);
        }
        value.version = text(reference, "semver");
    } else {
        value.tag = text(reference, "tag");
        value.version = ["commit", "name", "semver", "branch"].iter().find_map(|key| text(reference, key));
    }
    if value.tag.is_some() || value.digest.is_some() || value.version.is_some() {
        walker.found(reference, &path.key("ref"), value, "flux-source");
    }
}

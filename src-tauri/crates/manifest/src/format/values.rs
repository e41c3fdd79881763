//! Images in Helm values, in workloads and in any other object, at any depth.
//!
//! | written | slot |
//! | --- | --- |
//! | `image: repo:tag@digest` | path of the key `image` |
//! | `image: {registry, repository or name, tag, digest}` | path of the map |
//! | a map under another key with `repository` and `tag` or `digest` | path of the map |
//! | `image: repo` beside `tag`, `imageTag`, `digest` | path of the map that holds both; at the root `image` |
//! | `imageTag` or `image_tag` alone | path of that key |
//! | `sidecarImage: repo:tag` | path of that key |
//!
//! Values: [Helm](https://helm.sh/docs/chart_best_practices/values/). Containers of workloads are the first row.

use domain::DeclaredValue;

use super::image;
use super::walk::{Path, Walker};
use crate::yaml::tree::{Id, Kind};

const WORKLOAD: &str = "workload";

/// Walks Helm values.
pub(super) fn walk(walker: &mut Walker<'_, '_, '_>, node: Id, path: &Path<'_>, format: &'static str) {
    if !walker.may_visit(path) {
        return;
    }
    match walker.tree.kind(node) {
        Kind::Map => map(walker, node, path, format),
        Kind::List => {
            let tree = walker.tree;
            for (index, item) in tree.children(node).enumerate() {
                if matches!(tree.kind(item), Kind::Map | Kind::List) {
                    walk(walker, item, &path.item(tree, item, index), format);
                }
            }
        }
        _ => {}
    }
}

/// Walks an object of any kind: all but its metadata and status, which declare nothing.
pub(super) fn object(walker: &mut Walker<'_, '_, '_>, root: Id, path: &Path<'_>) {
    let tree = walker.tree;
    fields(walker, root, path, WORKLOAD);
    for entry in tree.children(root) {
        let key = tree.key(entry);
        if !matches!(key, "metadata" | "status") && matches!(tree.kind(entry), Kind::Map | Kind::List) {
            walk(walker, entry, &path.key(key), WORKLOAD);
        }
    }
}

fn map(walker: &mut Walker<'_, '_, '_>, node: Id, path: &Path<'_>, format: &'static str) {
    let tree = walker.tree;
    fields(walker, node, path, format);
    for entry in tree.children(node) {
        if matches!(tree.kind(entry), Kind::Map | Kind::List) {
            walk(walker, entry, &path.key(tree.key(entry)), format);
        }
    }
}

/// The scalar entries of a map that can say something about an image.
#[derive(Default)]
struct Fields<'t> {
    image: Option<(Id, &'t str)>,
    registry: Option<&'t str>,
    repository: Option<&'t str>,
    name: Option<&'t str>,
    tag: Option<&'t str>,
    digest: Option<&'t str>,
    image_tag: Option<(Id, &'t str)>,
}

impl Fields<'_> {
    fn value(&self, name: Option<&str>) -> DeclaredValue {
        let mut value = DeclaredValue::default();
        if let Some(text) = self.tag.or(self.image_tag.map(|(_, text)| text)) {
            (value.tag, value.digest) = image::tag(text);
        }
        if let Some(digest) = self.digest.and_then(|text| text.parse().ok()) {
            value.digest = Some(digest);
        }
        if let Some(name) = name {
            let written = image::reference(name);
            value.image = match (self.registry, written.image) {
                (Some(registry), Some(name)) => Some(format!("{}/{name}", registry.trim_end_matches('/'))),
                (_, name) => name,
            };
            value.tag = value.tag.or(written.tag);
            value.digest = value.digest.or(written.digest);
        }
        value
    }
}

fn is_image_key(key: &str) -> bool {
    key == "image" || key.ends_with("Image") || key.ends_with("_image")
}

fn fields(walker: &mut Walker<'_, '_, '_>, node: Id, path: &Path<'_>, format: &'static str) {
    let tree = walker.tree;
    let mut fields = Fields::default();
    for entry in tree.children(node) {
        if matches!(tree.kind(entry), Kind::Map | Kind::List | Kind::Empty) {
            continue;
        }
        let key = tree.key(entry);
        match key {
            "image" => fields.image = tree.text(entry).map(|text| (entry, text)),
            "registry" => fields.registry = tree.text(entry),
            "repository" => fields.repository = tree.text(entry),
            "name" => fields.name = tree.text(entry),
            "tag" => fields.tag = tree.text(entry),
            "digest" => fields.digest = tree.text(entry),
            "imageTag" | "image_tag" => fields.image_tag = tree.text(entry).map(|text| (entry, text)),
            _ if is_image_key(key) => {
                if let Some(text) = tree.text(entry).filter(|text| image::is_plausible(text)) {
                    let value = image::reference(text);
                    // Without a tag or digest it may be the name of anything.
                    if value.tag.is_some() || value.digest.is_some() {
                        walker.found(entry, &path.key(key), value, format);
                    }
                }
            }
            _ => {}
        }
    }
    let plausible = |text: &&str| image::is_plausible(text);
    if is_image_key(path.last_key()) {
        let name = fields.repository.or(fields.image.map(|(_, text)| text)).or(fields.name).filter(plausible);
        walker.found(node, path, fields.value(name), format);
    } else if let Some(name) = fields.repository.filter(plausible)
        && (fields.tag.is_some() || fields.digest.is_some())
    {
        walker.found(node, path, fields.value(Some(name)), format);
    } else if let Some((entry, text)) = fields.image.filter(|(_, text)| image::is_plausible(text)) {
        let alone = image::reference(text);
        let has_sibling = fields.tag.is_some() || fields.image_tag.is_some() || fields.digest.is_some();
        if has_sibling && alone.tag.is_none() && alone.digest.is_none() && !path.is_root() {
            walker.found(node, path, fields.value(Some(text)), format);
        } else {
            walker.found(entry, &path.key("image"), fields.value(Some(text)), format);
        }
    } else if let Some((entry, _)) = fields.image_tag {
        let value = Fields { image_tag: fields.image_tag, ..Fields::default() }.value(None);
        walker.found(entry, &path.key(tree.key(entry)), value, format);
    }
}

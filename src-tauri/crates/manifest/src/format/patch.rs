//! Patches: JSON6902 operations and strategic merges, as files and inline, and YAML inside of YAML texts.
//!
//! Sources: <https://www.rfc-editor.org/rfc/rfc6902>,
//! <https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/patches/>.
//!
//! An operation that sets an image has the slot `[path=/spec/template/spec/containers/0/image]`. An inline patch is
//! named by its target: `patches[target=Deployment/web][path=…]`; without one by its number.

use domain::DeclaredValue;

use super::walk::{Path, Walker};
use super::{Object, image, values};
use crate::yaml::tree::{Id, Kind, Tree};
use crate::yaml::{full, scan};

const FORMAT: &str = "patch";

/// Reads a file whose root is a list: operations, or anything else that may hold images.
pub(super) fn file(walker: &mut Walker<'_, '_, '_>, root: Id, path: &Path<'_>) {
    let tree = walker.tree;
    let is_patch = tree.children(root).next().is_some_and(|first| is_operation(tree, first));
    if is_patch {
        operations(walker, root, path);
    } else {
        values::walk(walker, root, path, "helm-values");
    }
}

fn is_operation(tree: &Tree<'_>, item: Id) -> bool {
    tree.text_of(item, "op").is_some() && tree.text_of(item, "path").is_some()
}

fn operations(walker: &mut Walker<'_, '_, '_>, list: Id, path: &Path<'_>) {
    let tree = walker.tree;
    for item in tree.children(list) {
        let (Some(op), Some(pointer)) = (tree.text_of(item, "op"), tree.text_of(item, "path")) else {
            continue;
        };
        if !matches!(op, "add" | "replace") || !pointer.starts_with('/') {
            continue;
        }
        let Some(node) = tree.get(item, "value") else { continue };
        let path = path.named("path", pointer);
        if let Some(text) = tree.text(node) {
            let value = match pointer.rsplit('/').next().unwrap_or("") {
                "image" if image::is_plausible(text) => image::reference(text),
                "tag" | "imageTag" | "image_tag" | "digest" => {
                    let (tag, digest) = image::tag(text);
                    DeclaredValue { tag, digest, ..Default::default() }
                }
                "targetRevision" => DeclaredValue { version: Some(text.to_owned()), ..Default::default() },
                _ => continue,
            };
            walker.found(item, &path, value, FORMAT);
        } else {
            values::walk(walker, node, &path, FORMAT);
        }
    }
}

/// Reads the `patches` (also `patchesJson6902`, `patchesStrategicMerge`) of a kustomization.
pub(super) fn inline(walker: &mut Walker<'_, '_, '_>, list: Id, path: &Path<'_>) {
    let tree = walker.tree;
    if tree.kind(list) != Kind::List {
        return;
    }
    for (index, item) in tree.children(list).enumerate() {
        let target = tree.get(item, "target").map(|target| {
            let text = |key| tree.text_of(target, key).unwrap_or("");
            format!("{}/{}", text("kind"), text("name"))
        });
        let path = match &target {
            Some(target) => path.named("target", target),
            None => path.index(index),
        };
        let text = tree.get(item, "patch").unwrap_or(item);
        if let Some(text) = tree.text(text).filter(|text| text.contains('\n') || text.contains('{')) {
            nested(walker, text, &path, Inside::Patch);
        } else if tree.kind(text) == Kind::List {
            operations(walker, text, &path);
        }
    }
}

/// Reads a text that holds Helm values.
pub(super) fn nested_values(walker: &mut Walker<'_, '_, '_>, node: Id, path: &Path<'_>) {
    if let Some(text) = walker.tree.text(node) {
        nested(walker, text, path, Inside::Values);
    } else {
        values::walk(walker, node, path, "helm-values");
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Patch,
    Values,
}

/// Reads YAML inside of a text. It is not followed any deeper, and what does not parse (it may hold templates) is
/// passed over: the file around it is sound.
fn nested(walker: &mut Walker<'_, '_, '_>, text: &str, path: &Path<'_>, inside: Inside) {
    if !text.contains("mage") && !text.contains("tag") {
        return;
    }
    // The same text can be aliased many times over.
    walker.tree.spend(text.len() as u32 / 4);
    if !walker.may_visit(path) {
        return;
    }
    let fast = if walker.sink.is_full_only { Err(scan::Bail) } else { scan::parse(text) };
    let before = walker.sink.found.len();
    if let Ok(tree) = &fast {
        inner(walker, tree, path, inside);
        if !tree.needs_full_parser() {
            return;
        }
        walker.sink.found.truncate(before);
    }
    let (trees, _) = full::parse(text);
    if let Some(tree) = trees.first() {
        inner(walker, tree, path, inside);
    }
}

fn inner(walker: &mut Walker<'_, '_, '_>, tree: &Tree<'_>, path: &Path<'_>, inside: Inside) {
    let Some(root) = tree.root() else { return };
    let mut walker = Walker::new(tree, walker.sink);
    match (inside, tree.kind(root)) {
        (Inside::Values, _) => values::walk(&mut walker, root, path, "helm-values"),
        (Inside::Patch, Kind::List) => operations(&mut walker, root, path),
        (Inside::Patch, Kind::Map) => {
            let object = Object::of(tree, root);
            let named = format!("{}/{}", object.kind, object.name.unwrap_or(""));
            let path = path.bare(&named);
            values::object(&mut walker, root, &path);
        }
        _ => {}
    }
}

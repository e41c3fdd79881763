//! `Chart.yaml` and helmfile: versions of charts.
//!
//! Sources: <https://helm.sh/docs/topics/charts/#the-chartyaml-file>, <https://helmfile.readthedocs.io/>.

use domain::DeclaredValue;

use super::values;
use super::walk::{Path, Walker};
use crate::yaml::tree::{Id, Kind};

/// Reads `version`, `appVersion` (each a slot of its own: one may move without the other) and `dependencies`.
pub(super) fn read(walker: &mut Walker<'_, '_, '_>, root: Id) {
    let tree = walker.tree;
    let name = tree.text_of(root, "name").map(str::to_owned);
    let path = Path::root();
    for key in ["version", "appVersion"] {
        if let Some(version) = tree.text_of(root, key) {
            let value = DeclaredValue {
                image: name.clone(),
                version: Some(version.to_owned()),
                ..Default::default()
            };
            walker.found(root, &path.key(key), value, "chart");
        }
    }
    if let Some(list) = tree.get(root, "dependencies") {
        versions(walker, list, &path.key("dependencies"), "name");
    }
}

/// Reads `releases[name=…]` of a helmfile.
pub(super) fn helmfile(walker: &mut Walker<'_, '_, '_>, root: Id) {
    let tree = walker.tree;
    let path = Path::root();
    if let Some(list) = tree.get(root, "releases") {
        versions(walker, list, &path.key("releases"), "chart");
    }
}

fn versions(walker: &mut Walker<'_, '_, '_>, list: Id, path: &Path<'_>, image: &str) {
    let tree = walker.tree;
    if tree.kind(list) != Kind::List {
        return;
    }
    for (index, item) in tree.children(list).enumerate() {
        let path = path.item(tree, item, index);
        if let Some(version) = tree.text_of(item, "version") {
            let value = DeclaredValue {
                image: tree.text_of(item, image).map(str::to_owned),
                version: Some(version.to_owned()),
                ..Default::default()
            };
            walker.found(item, &path, value, "chart-version");
        }
        if let Some(node) = tree.get(item, "values") {
            values::walk(walker, node, &path.key("values"), "helm-values");
        }
    }
}

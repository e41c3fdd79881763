//! One recogniser per format. Each takes one document and reports slots; none of them knows how YAML is read.

mod argo;
mod chart;
mod flux;
mod image;
mod kustomize;
mod patch;
mod tag_file;
mod values;
mod walk;

pub(crate) use walk::{Found, Sink};

use crate::FileKind;
use crate::yaml::tree::{Id, Kind, Tree};
use walk::{Path, Walker};

/// What a document says about itself.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Object<'t> {
    pub(crate) api_version: &'t str,
    pub(crate) kind: &'t str,
    pub(crate) name: Option<&'t str>,
    pub(crate) namespace: Option<&'t str>,
}

impl<'t> Object<'t> {
    fn of(tree: &'t Tree<'_>, root: Id) -> Self {
        let metadata = tree.get(root, "metadata");
        Object {
            api_version: tree.text_of(root, "apiVersion").unwrap_or(""),
            kind: tree.text_of(root, "kind").unwrap_or(""),
            name: metadata.and_then(|id| tree.text_of(id, "name")),
            namespace: metadata.and_then(|id| tree.text_of(id, "namespace")),
        }
    }

    fn is_of(&self, group: &str) -> bool {
        self.api_version.split('/').next() == Some(group)
    }
}

/// Reports the slots of one document.
pub(crate) fn recognise(file: FileKind, tree: &Tree<'_>, sink: &mut Sink) {
    let Some(root) = tree.root() else { return };
    if file == FileKind::TagFile {
        sink.begin_object(Object::default());
        return tag_file::read(tree, root, sink);
    }
    object(file, tree, root, sink, 0);
}

/// Lists of objects are read as if each object were a document of its own. They nest no deeper than a few levels.
fn object(file: FileKind, tree: &Tree<'_>, root: Id, sink: &mut Sink, depth: u8) {
    let object = Object::of(tree, root);
    if object.kind.ends_with("List")
        && depth < 4
        && let Some(items) = tree.get(root, "items")
        && tree.kind(items) == Kind::List
    {
        for item in tree.children(items) {
            self::object(file, tree, item, sink, depth + 1);
        }
        return;
    }
    sink.begin_object(object);
    let mut walker = Walker::new(tree, sink);
    let path = Path::root();
    match (tree.kind(root), object.kind) {
        (Kind::List, _) => patch::file(&mut walker, root, &path),
        (Kind::Map, "Kustomization" | "Component")
            if object.api_version.is_empty() || object.is_of("kustomize.config.k8s.io") =>
        {
            kustomize::read(&mut walker, root, &path);
        }
        (Kind::Map, "") => match file {
            FileKind::Kustomization => kustomize::read(&mut walker, root, &path),
            FileKind::Chart => chart::read(&mut walker, root),
            FileKind::Helmfile => chart::helmfile(&mut walker, root),
            FileKind::ArgoSource => argo::overrides(&mut walker, root, &path),
            _ => values::walk(&mut walker, root, &path, "helm-values"),
        },
        (Kind::Map, "Kustomization") if object.is_of("kustomize.toolkit.fluxcd.io") => {
            flux::kustomization(&mut walker, root, &path);
        }
        (Kind::Map, "HelmRelease") => flux::helm_release(&mut walker, root, &path),
        (Kind::Map, "OCIRepository" | "GitRepository" | "HelmChart")
            if object.is_of("source.toolkit.fluxcd.io") =>
        {
            flux::source(&mut walker, root, &path, object.kind);
        }
        (Kind::Map, "Application" | "ApplicationSet") if object.is_of("argoproj.io") => {
            argo::read(&mut walker, root, &path);
        }
        // Where image automation looks for tags; what runs is what it then writes.
        (Kind::Map, _) if object.is_of("image.toolkit.fluxcd.io") => {}
        // Schemas name images without declaring any; of a Secret nothing is read.
        (Kind::Map, "CustomResourceDefinition" | "Secret" | "SealedSecret") => {}
        (Kind::Map, _) => values::object(&mut walker, root, &path),
        _ => {}
    }
}

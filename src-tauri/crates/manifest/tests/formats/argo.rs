//! Argo CD: sources and what they override.

use manifest::FileKind;

use crate::check;

#[test]
fn sources_of_applications() {
    check(
        FileKind::Yaml,
        "apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  source:\n    repoURL: https://g/r\n    targetRevision: v1\n\
         \x20   kustomize:\n      images:\n      - a=r/b:v2\n      - r/c:v3\n    helm:\n      parameters:\n      - name: image.tag\n\
         \x20       value: v4\n      - name: replicas\n        value: \"3\"\n      valuesObject:\n        image: {tag: v5}\n\
         \x20     values: |\n        web:\n          image: r/d:v6\n",
        &[
            ("spec.source", "https://g/r", "-", "-", "v1"),
            ("spec.source.helm.parameters[name=image.tag]", "-", "v4", "-", "-"),
            ("spec.source.helm.values.web.image", "r/d", "v6", "-", "-"),
            ("spec.source.helm.valuesObject.image", "-", "v5", "-", "-"),
            ("spec.source.kustomize.images[name=a]", "r/b", "v2", "-", "-"),
            ("spec.source.kustomize.images[name=r/c]", "r/c", "v3", "-", "-"),
        ],
    );
}

#[test]
fn application_sets_and_several_sources() {
    check(
        FileKind::Yaml,
        "apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nspec:\n  template:\n    spec:\n      sources:\n\
         \x20     - repoURL: https://c/\n        chart: web\n        targetRevision: 1.2.3\n\
         \x20     - repoURL: https://g/r\n        targetRevision: '{{values.revision}}'\n        ref: values\n",
        &[
            ("spec.template.spec.sources[0]", "https://c/web", "-", "-", "1.2.3"),
            ("spec.template.spec.sources[name=values]", "https://g/r", "-", "-", "{{values.revision}}"),
        ],
    );
}

#[test]
fn overrides_in_files_of_their_own() {
    check(
        FileKind::ArgoSource,
        "kustomize:\n  images:\n  - r/a:v1\nhelm:\n  parameters:\n  - name: web.image.tag\n    value: v2\n",
        &[
            ("helm.parameters[name=web.image.tag]", "-", "v2", "-", "-"),
            ("kustomize.images[name=r/a]", "r/a", "v1", "-", "-"),
        ],
    );
}

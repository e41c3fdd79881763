//! Flux: releases, kustomizations, sources.

use manifest::FileKind;

use crate::{DIGEST, check};

#[test]
fn releases() {
    check(
        FileKind::Yaml,
        "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: web}\nspec:\n  chart:\n    spec:\n\
         \x20     chart: nodejs\n      version: 2.0.0\n  values:\n    nodejs:\n      image: r/web:prod-1 #{\"$imagepolicy\": \"a:b\"}\n",
        &[
            ("spec.chart.spec", "nodejs", "-", "-", "2.0.0"),
            ("spec.values.nodejs.image", "r/web", "prod-1", "-", "-"),
        ],
    );
}

#[test]
fn kustomizations() {
    check(
        FileKind::Yaml,
        "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec:\n  images:\n  - name: a\n    newTag: v1\n\
         \x20 patches:\n  - patch: |\n      - op: replace\n        path: /spec/image\n        value: a:b\n    target: {kind: Job}\n",
        &[
            ("spec.images[name=a]", "a", "v1", "-", "-"),
            ("spec.patches[target=Job/][path=/spec/image]", "a", "b", "-", "-"),
        ],
    );
}

#[test]
fn sources() {
    let api = "apiVersion: source.toolkit.fluxcd.io/v1\n";
    let oci = format!(
        "{api}kind: OCIRepository\nspec:\n  url: oci://r/c\n  ref: {{tag: 1.0.0, digest: \"{DIGEST}\"}}\n"
    );
    check(FileKind::Yaml, &oci, &[("spec.ref", "oci://r/c", "1.0.0", DIGEST, "-")]);
    let semver = format!("{api}kind: OCIRepository\nspec:\n  url: oci://r/c\n  ref:\n    semver: '>=1'\n");
    check(FileKind::Yaml, &semver, &[("spec.ref", "oci://r/c", "-", "-", ">=1")]);
    let git = format!(
        "{api}kind: GitRepository\nspec:\n  url: https://g/r\n  ref:\n    branch: main\n    commit: abc\n"
    );
    check(FileKind::Yaml, &git, &[("spec.ref", "https://g/r", "-", "-", "abc")]);
}

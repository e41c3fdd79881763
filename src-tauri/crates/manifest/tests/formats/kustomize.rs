//! kustomize: replacements, remote bases, charts, patches.

use manifest::FileKind;

use crate::{DIGEST, check};

#[test]
fn images_are_replaced_by_name() {
    let text = format!(
        "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nimages:\n\
         - name: quay.io/a/b\n  newTag: 1_000 # c\n- name: c\n  newName: quay.io/x/c\n  newTag: \"012\"\n\
         - name: d\n  newTag: v1\n  digest: {DIGEST}\n- name: e\n  newTag: v2@{DIGEST}\n- name: \\${{X}}\n  newTag: no\n"
    );
    check(
        FileKind::Kustomization,
        &text,
        &[
            ("images[name=\\${X}]", "\\${X}", "no", "-", "-"),
            ("images[name=c]", "quay.io/x/c", "012", "-", "-"),
            ("images[name=d]", "d", "v1", DIGEST, "-"),
            ("images[name=e]", "e", "v2", DIGEST, "-"),
            ("images[name=quay.io/a/b]", "quay.io/a/b", "1_000", "-", "-"),
        ],
    );
}

#[test]
fn remote_bases_and_charts_are_pinned() {
    check(
        FileKind::Kustomization,
        "resources:\n  - ../base\n  - https://github.com/o/r/config?ref=abc123\nbases:\n- github.com/o/q//k?timeout=9&ref=v1\n\
         helmCharts:\n- name: web\n  repo: https://c.example\n  version: 1.2.3\n  valuesInline: {image: {tag: v9}}\n",
        &[
            ("bases[github.com/o/q//k]", "github.com/o/q//k", "-", "-", "v1"),
            ("helmCharts[name=web]", "web", "-", "-", "1.2.3"),
            ("helmCharts[name=web].valuesInline.image", "-", "v9", "-", "-"),
            ("resources[https://github.com/o/r/config]", "https://github.com/o/r/config", "-", "-", "abc123"),
        ],
    );
}

#[test]
fn patches_inline_and_as_files() {
    check(
        FileKind::Kustomization,
        "patches:\n- target: {kind: Deployment, name: web}\n  patch: |-\n    - op: replace\n\
         \x20     path: /spec/template/spec/containers/0/image\n      value: r/x:v2\n\
         - patch: |\n    kind: Deployment\n    metadata:\n      name: api\n    spec:\n      image: r/y:v3\n\
         - path: other.yaml\n",
        &[
            (
                "patches[target=Deployment/web][path=/spec/template/spec/containers/0/image]",
                "r/x",
                "v2",
                "-",
                "-",
            ),
            ("patches[1][Deployment/api].spec.image", "r/y", "v3", "-", "-"),
        ]
        .into_iter()
        .rev()
        .collect::<Vec<_>>(),
    );
    check(
        FileKind::Yaml,
        "- op: add\n  path: /spec/containers/0/image\n  value: >-\n    r/x:v2\n- op: remove\n  path: /spec/image\n\
         - op: replace\n  path: /spec/containers\n  value:\n  - name: a\n    image: b:1\n",
        &[
            ("[path=/spec/containers/0/image]", "r/x", "v2", "-", "-"),
            ("[path=/spec/containers][name=a].image", "b", "1", "-", "-"),
        ],
    );
}

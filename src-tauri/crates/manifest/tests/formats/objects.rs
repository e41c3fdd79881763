//! Workloads, lists of objects, and what is left out.

use manifest::FileKind;

use crate::check;

#[test]
fn containers_of_any_pod_template() {
    check(
        FileKind::Yaml,
        "apiVersion: apps/v1\nkind: Deployment\nspec:\n  template:\n    spec:\n      initContainers:\n      - name: init\n\
         \x20       image: busybox\n      containers:\n      - name: web\n        image: r/web:v1\n        env: []\n",
        &[
            ("spec.template.spec.containers[name=web].image", "r/web", "v1", "-", "-"),
            ("spec.template.spec.initContainers[name=init].image", "busybox", "-", "-", "-"),
        ],
    );
    check(
        FileKind::Yaml,
        "kind: CronJob\nspec:\n  jobTemplate:\n    spec:\n      template:\n        spec:\n          containers:\n\
         \x20         - image: r/job:v1\n            name: job\n",
        &[("spec.jobTemplate.spec.template.spec.containers[name=job].image", "r/job", "v1", "-", "-")],
    );
}

#[test]
fn lists_are_read_object_by_object() {
    check(
        FileKind::Yaml,
        "kind: List\nitems:\n- kind: Pod\n  metadata: {name: a}\n  spec: {containers: [{name: x, image: 'i:1'}]}\n\
         - kind: Pod\n  metadata: {name: b}\n  spec: {containers: [{name: y, image: 'i:2'}]}\n",
        &[
            ("spec.containers[name=x].image", "i", "1", "-", "-"),
            ("spec.containers[name=y].image", "i", "2", "-", "-"),
        ],
    );
}

#[test]
fn schemas_secrets_and_status_declare_nothing() {
    for text in [
        "kind: CustomResourceDefinition\nspec: {image: 'a:1'}",
        "apiVersion: image.toolkit.fluxcd.io/v1\nkind: ImageRepository\nspec: {image: r/a}",
        "kind: Secret\nstringData: {image: 'a:1'}",
        "kind: Pod\nstatus: {containerStatuses: [{name: a, image: 'a:1'}]}",
        "kind: Pod\nmetadata: {annotations: {image: 'a:1'}}",
    ] {
        check(FileKind::Yaml, text, &[]);
    }
}

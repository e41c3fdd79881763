//! Lists with anything anywhere: never a panic, never a secret, and what is kept can be read again.

use proptest::prelude::*;
use serde_json::{Value, json};

/// A list of a kind each, with a planted secret wherever one may stand.
fn sample() -> Value {
    json!({"apiVersion": "v1", "kind": "List", "items": [
        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "kube-system", "uid": "u"}},
        {"apiVersion": "v1", "kind": "Secret", "type": "Opaque", "metadata": {"name": "s"}, "data": {"p": "PLANTED"}},
        {"apiVersion": "apps/v1", "kind": "ReplicaSet",
         "metadata": {"name": "web-1", "namespace": "shop", "uid": "rs",
            "ownerReferences": [{"kind": "Deployment", "name": "web", "controller": true}]}},
        {"apiVersion": "v1", "kind": "Pod",
         "metadata": {"name": "web-1-x", "namespace": "shop", "uid": "p", "creationTimestamp": "2026-01-01T00:00:00Z",
            "labels": {"argocd.argoproj.io/instance": "web"},
            "ownerReferences": [{"kind": "ReplicaSet", "name": "web-1", "controller": true}]},
         "spec": {"nodeName": "n", "containers": [{"name": "web", "image": "shop/web:v1",
            "args": ["PLANTED"], "env": [{"name": "A", "value": "PLANTED"}]}],
            "initContainers": [{"name": "init", "image": "busybox"}]},
         "status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "False", "reason": "Why"}],
            "containerStatuses": [{"name": "web", "ready": true, "image": "shop/web:v1",
                "imageID": "shop/web@sha256:1111111111111111111111111111111111111111111111111111111111111111"}],
            "initContainerStatuses": [{"name": "init", "state": {"waiting": {"reason": "ImagePullBackOff"}}}]}},
        {"apiVersion": "argoproj.io/v1alpha1", "kind": "Application",
         "metadata": {"name": "web", "namespace": "argocd"},
         "spec": {"destination": {"namespace": "shop", "server": "https://kubernetes.default.svc"},
            "source": {"repoURL": "https://u:PLANTED@git.example/fleet", "path": "web", "targetRevision": "main",
                "helm": {"values": "PLANTED"}}},
         "status": {"sync": {"status": "Synced", "revision": "0123456789012345678901234567890123456789"},
            "history": [{"revision": "0123456789012345678901234567890123456789",
                "deployedAt": "2026-01-01T00:00:00Z", "source": {"helm": {"values": "PLANTED"}}}],
            "resources": [{"kind": "Deployment", "namespace": "shop", "name": "web"}]}},
        {"apiVersion": "kustomize.toolkit.fluxcd.io/v1", "kind": "Kustomization",
         "metadata": {"name": "web", "namespace": "flux-system"},
         "spec": {"path": "./web", "sourceRef": {"kind": "GitRepository", "name": "fleet"},
            "postBuild": {"substitute": {"pw": "PLANTED"}}},
         "status": {"lastAppliedRevision": "main@sha1:0123456789012345678901234567890123456789",
            "inventory": {"entries": [{"id": "shop_web_apps_Deployment", "v": "v1"}]}}},
        {"apiVersion": "source.toolkit.fluxcd.io/v1", "kind": "GitRepository",
         "metadata": {"name": "fleet", "namespace": "flux-system"},
         "spec": {"url": "ssh://git@git.example/fleet", "ref": {"branch": "main"}},
         "status": {"artifact": {"revision": "main@sha1:0123456789012345678901234567890123456789"}}},
        {"apiVersion": "helm.toolkit.fluxcd.io/v2", "kind": "HelmRelease",
         "metadata": {"name": "web", "namespace": "shop"},
         "spec": {"chart": {"spec": {"chart": "web", "version": "1"}}, "values": {"pw": "PLANTED"}},
         "status": {"history": [{"chartVersion": "1", "digest": "sha256:1", "status": "deployed"}]}}
    ]})
}

/// What a value may be replaced with.
fn piece() -> impl Strategy<Value = Value> {
    let texts = [
        "sha256:",
        "@sha256:zz",
        "main@sha1:",
        "://@",
        "a:b@c:d/e@f",
        "2026-13-45",
        "",
        "Pod",
        "Application",
    ];
    prop_oneof![
        Just(Value::Null),
        Just(json!([])),
        Just(json!({})),
        Just(json!([null, 1, "x", [], {}])),
        Just(json!({"name": {}, "kind": 7})),
        any::<i64>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        prop::sample::select(texts.to_vec()).prop_map(Value::from),
    ]
}

/// Reads a file as an import does; returns what would be stored.
fn read(bytes: &[u8]) -> Option<Vec<u8>> {
    let _ = cluster::recognise(bytes);
    let body = cluster::redact("list.json", bytes).ok()?.body;
    let bodies = [("list.json", body.as_slice())];
    assert_eq!(cluster::snapshot(&bodies), cluster::snapshot(&bodies), "rows can be derived again");
    let _ = (cluster::cluster_uids(&bodies), cluster::newest_time(&body));
    Some(body)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_of_the_wrong_kind(changes in prop::collection::vec((0usize..300, piece()), 1..4)) {
        let mut list = sample();
        for (at, piece) in &changes {
            testkit::replace(&mut list, *at, piece);
        }
        let body = read(list.to_string().as_bytes()).unwrap_or_default();
        let body = String::from_utf8(body).expect("JSON is UTF-8");
        prop_assert!(!body.contains("PLANTED"), "{body}");
    }

    #[test]
    fn bytes_that_are_cut_or_overwritten(
        cut in 0usize..4000,
        at in 0usize..4000,
        bytes in prop::collection::vec(any::<u8>(), 0..8),
    ) {
        let mut text = sample().to_string().into_bytes();
        let at = at % text.len();
        for (place, byte) in text[at..].iter_mut().zip(&bytes) {
            *place = *byte;
        }
        read(&text);
        text.truncate(cut);
        read(&text);
    }
}

#[test]
fn a_secret_that_calls_itself_a_pod_keeps_nothing() {
    let bytes =
        br#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "s"}, "data": {"p": "PLANTED"}}"#;
    let body = String::from_utf8(read(bytes).expect("an object")).expect("JSON is UTF-8");
    assert!(!body.contains("PLANTED"), "{body}");
}

#[test]
fn the_sample_is_read_whole() {
    let redacted = cluster::redact("list.json", sample().to_string().as_bytes()).expect("a list");
    assert_eq!((redacted.objects, redacted.gaps.len()), (8, 0));
    let snapshot = cluster::snapshot(&[("list.json", redacted.body.as_slice())]);
    assert_eq!((snapshot.containers.len(), snapshot.claims.len(), snapshot.gaps.len()), (2, 4, 0));
}

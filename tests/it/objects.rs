//! Objects of a cluster.

use serde_json::{Value, json};

/// A pod of a cluster, small but whole.
pub(crate) fn pod(name: &str, image: &str) -> Value {
    json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": name, "namespace": "shop", "uid": format!("uid-{name}")},
        "spec": {"containers": [{"name": "app", "image": image}]},
        "status": {"phase": "Running", "containerStatuses": [{
            "name": "app", "ready": true, "image": image, "restartCount": 0,
            "imageID": format!("registry.example/shop/{name}@sha256:{}", "a".repeat(64)),
            "state": {"running": {"startedAt": "2026-01-01T00:00:00Z"}}
        }]}
    })
}

/// The namespace whose UID is the identity of the cluster.
pub(crate) fn namespace(uid: &str) -> Value {
    json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "kube-system", "uid": uid}})
}

/// What `kubectl get … -o json` writes.
pub(crate) fn list(items: &[Value]) -> String {
    json!({"apiVersion": "v1", "kind": "List", "items": items}).to_string()
}

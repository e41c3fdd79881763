//! What is kept of a file: the objects that we read, without what may be secret.

use std::collections::BTreeMap;

use domain::{Gap, GapCode};
use serde_json::{Map, Value, json};

use crate::error::Error;
use crate::objects::text_at;
use crate::read::{Item, objects};

/// A file as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redacted {
    /// `{"apiVersion":"v1","items":[…],"kind":"List","listed":[…]}`, compact, keys in order: the same objects give
    /// the same bytes. `listed` names the kinds that the file listed, also where the list was empty.
    pub body: Vec<u8>,
    /// Objects in it.
    pub objects: usize,
    /// What was left out.
    pub gaps: Vec<Gap>,
    /// UID of the namespace `kube-system`, if it is in it.
    pub cluster_uid: Option<String>,
}

const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// Kinds that are kept, with the API group that they must be of (empty: built in, any version).
const KEPT: &[(&str, &str)] = &[
    ("Pod", ""),
    ("ReplicaSet", ""),
    ("Deployment", ""),
    ("StatefulSet", ""),
    ("DaemonSet", ""),
    ("Job", ""),
    ("CronJob", ""),
    ("Node", ""),
    ("Namespace", ""),
    ("Secret", ""),
    ("Application", "argoproj.io"),
    ("ApplicationSet", "argoproj.io"),
    ("Rollout", "argoproj.io"),
    ("Kustomization", "kustomize.toolkit.fluxcd.io"),
    ("HelmRelease", "helm.toolkit.fluxcd.io"),
    ("GitRepository", "source.toolkit.fluxcd.io"),
    ("OCIRepository", "source.toolkit.fluxcd.io"),
    ("HelmRepository", "source.toolkit.fluxcd.io"),
    ("HelmChart", "source.toolkit.fluxcd.io"),
    ("Bucket", "source.toolkit.fluxcd.io"),
];

/// Reads a file and returns what is kept of it.
///
/// # Errors
/// When it is no JSON or YAML, cut short, too large, too deep, or holds no Kubernetes objects.
pub fn redact(name: &str, bytes: &[u8]) -> Result<Redacted, Error> {
    let read = objects(name, bytes)?;
    let mut gaps = read.gaps;
    let mut kept = Vec::with_capacity(read.items.len());
    let mut unread: BTreeMap<String, usize> = BTreeMap::new();
    let mut cluster_uid = None;
    for Item { place, kind, api_version, mut object } in read.items {
        if !is_kept(&kind, &api_version) {
            *unread.entry(format!("{kind} ({api_version})")).or_default() += 1;
            continue;
        }
        if text_at(&object, &["metadata", "name"]).is_none() {
            gaps.push(Gap::new(GapCode::Malformed, place, "the object has no name; it was left out"));
            continue;
        }
        if kind == "Namespace" && text_at(&object, &["metadata", "name"]) == Some("kube-system") {
            cluster_uid = text_at(&object, &["metadata", "uid"]).map(str::to_owned);
        }
        strip(&kind, &mut object);
        if let Value::Object(map) = &mut object {
            map.insert("kind".to_owned(), Value::String(kind));
            map.insert("apiVersion".to_owned(), Value::String(api_version));
        }
        kept.push(object);
    }
    for (kind, count) in unread {
        let message = format!("{kind} is not read: {count} left out");
        gaps.push(Gap::new(GapCode::UnknownKind, name.to_owned(), message));
    }
    let count = kept.len();
    let body = json!({ "apiVersion": "v1", "kind": "List", "items": kept, "listed": read.listed });
    Ok(Redacted { body: body.to_string().into_bytes(), objects: count, gaps, cluster_uid })
}

fn is_kept(kind: &str, api_version: &str) -> bool {
    let group = api_version.split_once('/').map_or("", |(group, _)| group);
    KEPT.iter().any(|(kept, wanted)| *kept == kind && (wanted.is_empty() || *wanted == group))
}

fn strip(kind: &str, object: &mut Value) {
    let Value::Object(map) = object else { return };
    if let Some(Value::Object(metadata)) = map.get_mut("metadata") {
        metadata.remove("managedFields");
        if kind == "Secret" {
            metadata.remove("annotations");
        }
    }
    match kind {
        "Secret" => map.retain(|key, _| matches!(key.as_str(), "apiVersion" | "kind" | "metadata" | "type")),
        // Of a node only what tells the platform of an image.
        "Node" => {
            let info = map.get("status").and_then(|status| status.get("nodeInfo")).cloned();
            map.retain(|key, _| matches!(key.as_str(), "apiVersion" | "kind" | "metadata"));
            if let Some(info) = info {
                map.insert("status".to_owned(), json!({ "nodeInfo": info }));
            }
        }
        // Whatever else stands beside these is of another kind, or of no kind that we read.
        _ => map
            .retain(|key, _| matches!(key.as_str(), "apiVersion" | "kind" | "metadata" | "spec" | "status")),
    }
    clean(object, None);
}

/// Removes what may be secret, wherever it stands. `parent` is the key that led here.
fn clean(value: &mut Value, parent: Option<&str>) {
    match value {
        Value::Object(map) => {
            if parent == Some("annotations") {
                map.remove(LAST_APPLIED);
            }
            for key in removed(map, parent) {
                map.remove(*key);
            }
            for (key, inner) in map.iter_mut() {
                clean(inner, Some(key));
            }
        }
        Value::Array(items) => {
            if parent == Some("parameters") {
                items.retain(|item| text_at(item, &["name"]).is_some_and(names_an_image));
            }
            for item in items {
                clean(item, parent);
            }
        }
        Value::String(text) => {
            if let Some(cleaned) = without_user(text) {
                *text = cleaned;
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Returns the keys of a map that go, by what the map is.
fn removed(map: &Map<String, Value>, parent: Option<&str>) -> &'static [&'static str] {
    const CONTAINER: &[&str] =
        &["args", "command", "lifecycle", "livenessProbe", "readinessProbe", "startupProbe", "envFrom"];
    let is_container = matches!(parent, Some("containers" | "initContainers" | "ephemeralContainers"));
    match parent {
        _ if is_container => CONTAINER,
        Some("env") => &["value"],
        Some("helm") => &["values", "valuesObject", "fileParameters"],
        Some("plugin") => &["env", "parameters"],
        Some("postBuild") => &["substitute"],
        // Of a HelmRelease; a map called `spec` elsewhere has no `values`.
        Some("spec")
            if map.contains_key("chart") || map.contains_key("chartRef") || map.contains_key("values") =>
        {
            &["values"]
        }
        _ => &[],
    }
}

fn names_an_image(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    let of_image = name.split('.').any(|part| part.eq_ignore_ascii_case("image"));
    (of_image && matches!(last, "tag" | "repository" | "digest" | "name" | "image")) || name == "tag"
}

/// Returns the text without `user:password@` behind `://`, if it has that.
fn without_user(text: &str) -> Option<String> {
    let (scheme, rest) = text.split_once("://")?;
    let end = rest.find(['/', '?', '#', ' ']).unwrap_or(rest.len());
    let at = rest[..end].rfind('@')?;
    Some(format!("{scheme}://{}", &rest[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_planted_secret_survives() {
        let planted = json!({"apiVersion": "v1", "kind": "List", "items": [
            {"apiVersion": "v1", "kind": "Secret", "type": "Opaque",
             "metadata": {"name": "s", "labels": {"a": "b"}, "annotations": {"x": "PLANTED"}},
             "data": {"p": "PLANTED"}, "stringData": {"p": "PLANTED"}},
            {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}, "data": {"p": "PLANTED"}},
            {"apiVersion": "apps/v1", "kind": "Deployment",
             "metadata": {"name": "d", "managedFields": [{"x": "PLANTED"}], "annotations": {LAST_APPLIED: "PLANTED"}},
             "spec": {"template": {"metadata": {"annotations": {LAST_APPLIED: "PLANTED"}}, "spec": {
                "initContainers": [{"name": "i", "env": [{"name": "A", "value": "PLANTED"}]}],
                "containers": [{"name": "d", "image": "a:1", "command": ["PLANTED"], "args": ["--pw=PLANTED"],
                    "env": [{"name": "A", "value": "PLANTED"}],
                    "lifecycle": {"preStop": {"exec": {"command": ["PLANTED"]}}},
                    "livenessProbe": {"httpGet": {"httpHeaders": [{"name": "X", "value": "PLANTED"}]}}}]}}}},
            {"apiVersion": "argoproj.io/v1alpha1", "kind": "Application", "metadata": {"name": "a"},
             "spec": {"source": {"repoURL": "https://u:PLANTED@git.example/a", "helm": {
                "values": "pw: PLANTED", "valuesObject": {"pw": "PLANTED"},
                "parameters": [{"name": "image.tag", "value": "v1"}, {"name": "db.pw", "value": "PLANTED"}]}}},
             "status": {"history": [{"source": {"helm": {"values": "PLANTED"}}}],
                "operationState": {"operation": {"sync": {"source": {"helm": {"values": "PLANTED"}}}}}}},
            {"apiVersion": "helm.toolkit.fluxcd.io/v2", "kind": "HelmRelease", "metadata": {"name": "h"},
             "spec": {"values": {"pw": "PLANTED"}, "chart": {"spec": {"chart": "c"}}}},
            {"apiVersion": "kustomize.toolkit.fluxcd.io/v1", "kind": "Kustomization", "metadata": {"name": "k"},
             "spec": {"postBuild": {"substitute": {"pw": "PLANTED"}}}}
        ]});
        let redacted = redact("f", planted.to_string().as_bytes()).expect("objects");
        let body = String::from_utf8(redacted.body).expect("JSON");
        assert!(!body.contains("PLANTED"), "{body}");
        assert!(
            body.contains("\"v1\"") && body.contains("https://git.example/a"),
            "what is kept is kept: {body}"
        );
        assert_eq!(redacted.objects, 5);
        assert_eq!(redacted.gaps.len(), 1, "the kind ConfigMap is told once");
    }

    #[test]
    fn the_same_objects_give_the_same_bytes() {
        let a = redact("f", br#"{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","uid":"1"}}"#);
        let b = redact("f", br#"{"metadata":{"uid":"1","name":"a"},"apiVersion":"v1","kind":"Pod"}"#);
        assert_eq!(a.ok().map(|a| a.body), b.ok().map(|b| b.body));
    }

    #[test]
    fn users_leave_urls_and_nothing_else_changes() {
        assert_eq!(without_user("https://a:b@h/x@y").as_deref(), Some("https://h/x@y"));
        assert_eq!(without_user("https://h/x@y"), None);
        assert_eq!(without_user("repo@sha256:abc"), None);
        assert_eq!(without_user("docker-pullable://h/x@sha256:ab"), None);
    }
}

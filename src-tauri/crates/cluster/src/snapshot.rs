//! From stored bodies to a reading of a cluster.

use std::collections::BTreeSet;

use domain::{ClusterIdentity, Gap, GapCode, Snapshot, Time};
use serde_json::Value;

use crate::claims::claims;
use crate::containers::containers;
use crate::objects::{ByKind, list_at, text_at};

fn parse(name: &str, body: &[u8], gaps: &mut Vec<Gap>) -> Option<Value> {
    match serde_json::from_slice(body) {
        Ok(value) => Some(value),
        Err(error) => {
            gaps.push(Gap::new(
                GapCode::Unparsable,
                name,
                format!("the stored body cannot be read: {error}"),
            ));
            None
        }
    }
}

/// Derives a reading from the bodies that [`redact`](crate::redact) made of its files. Never fails: what cannot be
/// used is a gap.
pub fn snapshot(bodies: &[(&str, &[u8])]) -> Snapshot {
    let mut snapshot = Snapshot::default();
    let documents: Vec<(&str, Value)> = bodies
        .iter()
        .filter_map(|(name, body)| Some((*name, parse(name, body, &mut snapshot.gaps)?)))
        .collect();
    let mut objects = ByKind::default();
    let mut pods = Vec::new();
    let mut kinds = BTreeSet::new();
    for (name, document) in &documents {
        kinds.extend(
            list_at(document, &["listed"]).iter().filter_map(|kind| kind.as_str().map(str::to_owned)),
        );
        for (number, object) in list_at(document, &["items"]).iter().enumerate() {
            objects.add(object);
            match text_at(object, &["kind"]) {
                Some("Pod") => pods.push((place(name, number, object), object)),
                Some("Namespace") if text_at(object, &["metadata", "name"]) == Some("kube-system") => {
                    snapshot.cluster.uid = text_at(object, &["metadata", "uid"]).map(str::to_owned);
                }
                _ => {}
            }
        }
    }
    let (states, count) = containers(&pods, &objects, &mut snapshot.gaps);
    snapshot.containers = states;
    snapshot.pods = count;
    snapshot.claims = claims(&objects);
    snapshot.kinds = kinds.into_iter().collect();
    snapshot.cluster = ClusterIdentity { name: None, ..snapshot.cluster };
    snapshot
}

fn place(name: &str, number: usize, object: &Value) -> String {
    let part = |key: &str| text_at(object, &["metadata", key]).unwrap_or("?");
    format!("{name}: item {number} (Pod {}/{})", part("namespace"), part("name"))
}

/// Returns the UID of every namespace `kube-system` in these bodies, with the file that has it: more than one tells
/// that the files are not of one cluster.
pub fn cluster_uids(bodies: &[(&str, &[u8])]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (name, body) in bodies {
        let Some(document) = parse(name, body, &mut Vec::new()) else { continue };
        for object in list_at(&document, &["items"]) {
            let is_it = text_at(object, &["kind"]) == Some("Namespace")
                && text_at(object, &["metadata", "name"]) == Some("kube-system");
            if is_it && let Some(uid) = text_at(object, &["metadata", "uid"]) {
                found.push(((*name).to_owned(), uid.to_owned()));
            }
        }
    }
    found
}

/// Keys whose value is a time at which the API server or a controller wrote something.
const TIMES: &[&str] = &[
    "creationTimestamp",
    "deletionTimestamp",
    "deployedAt",
    "finishedAt",
    "lastDeployed",
    "lastHeartbeatTime",
    "lastTransitionTime",
    "lastUpdateTime",
    "reconciledAt",
    "startedAt",
    "startTime",
];

/// Returns the newest time that the objects of a body carry: the reading cannot be older.
pub fn newest_time(body: &[u8]) -> Option<Time> {
    fn look(value: &Value, newest: &mut Option<Time>) {
        match value {
            Value::Object(map) => {
                for (key, inner) in map {
                    match inner.as_str().filter(|_| TIMES.contains(&key.as_str())).map(str::parse) {
                        Some(Ok(time)) => *newest = Some(newest.map_or(time, |known: Time| known.max(time))),
                        _ => look(inner, newest),
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| look(item, newest)),
            _ => {}
        }
    }
    let mut newest = None;
    look(&serde_json::from_slice(body).ok()?, &mut newest);
    newest
}

//! Looking into objects that may be anything.

use std::collections::BTreeMap;

use domain::Time;
use serde_json::Value;

/// Returns a text.
pub(crate) fn text(value: &Value) -> Option<&str> {
    value.as_str()
}

/// Returns the text at a path of keys.
pub(crate) fn text_at<'a>(object: &'a Value, path: &[&str]) -> Option<&'a str> {
    at(object, path).and_then(Value::as_str).filter(|text| !text.is_empty())
}

/// Returns what is at a path of keys.
pub(crate) fn at<'a>(object: &'a Value, path: &[&str]) -> Option<&'a Value> {
    path.iter().try_fold(object, |value, key| value.get(key))
}

/// Returns the list at a path of keys; nothing is an empty one.
pub(crate) fn list_at<'a>(object: &'a Value, path: &[&str]) -> &'a [Value] {
    at(object, path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns the time at a path of keys.
pub(crate) fn time_at(object: &Value, path: &[&str]) -> Option<Time> {
    text_at(object, path)?.parse().ok()
}

/// Name and namespace of an object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Named {
    pub(crate) namespace: String,
    pub(crate) name: String,
}

/// Returns the name and namespace of an object.
pub(crate) fn named(object: &Value) -> Option<Named> {
    let name = text_at(object, &["metadata", "name"])?.to_owned();
    let namespace = text_at(object, &["metadata", "namespace"]).unwrap_or_default().to_owned();
    Some(Named { namespace, name })
}

/// Returns a label of an object, or of its pod template.
pub(crate) fn label<'a>(object: &'a Value, key: &str) -> Option<&'a str> {
    marked(object, "labels", key)
}

/// Returns an annotation of an object, or of its pod template.
pub(crate) fn annotation<'a>(object: &'a Value, key: &str) -> Option<&'a str> {
    marked(object, "annotations", key)
}

fn marked<'a>(object: &'a Value, what: &str, key: &str) -> Option<&'a str> {
    text_at(object, &["metadata", what, key])
        .or_else(|| text_at(object, &["spec", "template", "metadata", what, key]))
}

/// The objects of a reading, by kind.
#[derive(Debug, Default)]
pub(crate) struct ByKind<'a> {
    kinds: BTreeMap<&'a str, Vec<&'a Value>>,
    by_uid: BTreeMap<&'a str, &'a Value>,
}

impl<'a> ByKind<'a> {
    /// Adds an object.
    pub(crate) fn add(&mut self, object: &'a Value) {
        let Some(kind) = text_at(object, &["kind"]) else { return };
        self.kinds.entry(kind).or_default().push(object);
        if let Some(uid) = text_at(object, &["metadata", "uid"]) {
            self.by_uid.insert(uid, object);
        }
    }

    /// Returns the objects of a kind.
    pub(crate) fn of(&self, kind: &str) -> &[&'a Value] {
        self.kinds.get(kind).map_or(&[], Vec::as_slice)
    }

    /// Returns the object with this UID.
    pub(crate) fn uid(&self, uid: &str) -> Option<&'a Value> {
        self.by_uid.get(uid).copied()
    }

    /// Returns the object of a kind with this name.
    pub(crate) fn get(&self, kind: &str, namespace: &str, name: &str) -> Option<&'a Value> {
        self.of(kind).iter().copied().find(|object| {
            text_at(object, &["metadata", "name"]) == Some(name)
                && text_at(object, &["metadata", "namespace"]).unwrap_or_default() == namespace
        })
    }
}

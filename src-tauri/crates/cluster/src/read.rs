//! From bytes to objects: JSON (one document or several), YAML (one document or several), and lists of either.

use domain::{Gap, GapCode};
use serde_json::Value;

use crate::error::Error;
use crate::objects::text;

/// Larger files are refused: 50,000 pods with everything take about as much.
pub const MAX_BYTES: usize = 512 << 20;

/// What a file seems to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recognised {
    /// Kubernetes objects as JSON.
    Json,
    /// Kubernetes objects as YAML.
    Yaml,
}

/// One object of a file.
#[derive(Debug)]
pub(crate) struct Item {
    /// `file: item 3 (Pod shop/api)`.
    pub(crate) place: String,
    /// Its kind, as it or its list says.
    pub(crate) kind: String,
    /// Its API version.
    pub(crate) api_version: String,
    /// The object.
    pub(crate) object: Value,
}

/// Everything of a file.
#[derive(Debug, Default)]
pub(crate) struct Objects {
    pub(crate) items: Vec<Item>,
    /// Kinds that were listed, also where the list was empty.
    pub(crate) listed: Vec<String>,
    pub(crate) gaps: Vec<Gap>,
}

/// Looks at the beginning of a file: does it hold Kubernetes objects?
pub fn recognise(bytes: &[u8]) -> Option<Recognised> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(64 << 10)]);
    let head = head.trim_start_matches('\u{feff}').trim_start();
    if head.starts_with(['{', '[']) {
        let named = head.contains("\"apiVersion\"") && head.contains("\"kind\"");
        // A long list may tell its kind at its end only; its beginning is then that of its first item.
        let list = head.contains("\"items\"") && head.contains("\"metadata\"");
        return (named || list).then_some(Recognised::Json);
    }
    let line = |key: &str| head.lines().any(|line| line.trim_start_matches("- ").starts_with(key));
    (line("apiVersion:") && (line("kind:") || line("items:"))).then_some(Recognised::Yaml)
}

/// Reads every object of a file.
pub(crate) fn objects(name: &str, bytes: &[u8]) -> Result<Objects, Error> {
    if bytes.len() > MAX_BYTES {
        return Err(Error::TooLarge { file: name.to_owned(), size: bytes.len(), limit: MAX_BYTES });
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    let documents = match first {
        None => Vec::new(),
        Some(b'{' | b'[') => json(name, bytes)?,
        Some(_) => yaml(name, bytes)?,
    };
    let mut objects = Objects::default();
    let mut found = None;
    for document in documents {
        add(name, document, &mut objects, &mut found);
    }
    objects.listed.sort_unstable();
    objects.listed.dedup();
    if objects.items.is_empty() && objects.listed.is_empty() {
        let found = found.unwrap_or_else(|| "empty".to_owned());
        return Err(Error::NotKubernetes { file: name.to_owned(), found });
    }
    Ok(objects)
}

fn json(name: &str, bytes: &[u8]) -> Result<Vec<Value>, Error> {
    let mut documents = Vec::new();
    for document in serde_json::Deserializer::from_slice(bytes).into_iter::<Value>() {
        documents.push(document.map_err(|error| {
            let file = name.to_owned();
            let line = error.line();
            match error.classify() {
                serde_json::error::Category::Eof => Error::Truncated { file, line },
                _ if error.to_string().starts_with("recursion limit") => Error::TooDeep { file, line },
                _ => Error::NotJsonOrYaml { file, reason: error.to_string() },
            }
        })?);
    }
    Ok(documents)
}

fn yaml(name: &str, bytes: &[u8]) -> Result<Vec<Value>, Error> {
    let wrong = |reason: String| Error::NotJsonOrYaml { file: name.to_owned(), reason };
    let text = std::str::from_utf8(bytes).map_err(|error| wrong(format!("not UTF-8: {error}")))?;
    // The reader's own budget bounds depth, nodes and the expansion of aliases.
    let documents: Vec<Value> = serde_saphyr::from_multiple(text).map_err(|error| {
        let reason: String = error.to_string().lines().next().unwrap_or_default().chars().take(300).collect();
        wrong(reason)
    })?;
    Ok(documents.into_iter().filter(|document| !document.is_null()).collect())
}

/// Adds a document: an object, a list of any kind, or an array of either.
fn add(name: &str, document: Value, into: &mut Objects, found: &mut Option<String>) {
    let Value::Object(mut map) = document else {
        if let Value::Array(documents) = document {
            for document in documents {
                if document.is_object() {
                    add(name, document, into, found);
                }
            }
        }
        found.get_or_insert_with(|| "no object".to_owned());
        return;
    };
    let kind = map.get("kind").and_then(text).unwrap_or_default().to_owned();
    let api_version = map.get("apiVersion").and_then(text).unwrap_or_default().to_owned();
    if matches!(kind.as_str(), "Table" | "PartialObjectMetadataList" | "PartialObjectMetadata" | "Status") {
        found.get_or_insert(format!(
            "a {kind}, which does not hold whole objects; use `kubectl get … -o json`"
        ));
        return;
    }
    let is_list = map.contains_key("items") && (kind.ends_with("List") || kind.is_empty());
    if !is_list {
        if kind.is_empty() || api_version.is_empty() {
            let keys: Vec<&str> = map.keys().map(String::as_str).take(4).collect();
            found.get_or_insert(format!("an object with {}", keys.join(", ")));
            return;
        }
        let number = into.items.len();
        push(name, number, Value::Object(map), "", "", into);
        return;
    }
    let item_kind = kind.strip_suffix("List").unwrap_or_default().to_owned();
    if !item_kind.is_empty() {
        into.listed.push(item_kind.clone());
    }
    match map.remove("items") {
        Some(Value::Array(items)) => {
            if items.is_empty() && item_kind.is_empty() {
                into.listed.push("List".to_owned());
            }
            for (number, item) in items.into_iter().enumerate() {
                push(name, number, item, &item_kind, &api_version, into);
            }
        }
        Some(Value::Null) | None => {}
        Some(_) => into.gaps.push(Gap::new(GapCode::Malformed, name, "`items` of the list is no array")),
    }
}

fn push(name: &str, number: usize, object: Value, list_kind: &str, list_version: &str, into: &mut Objects) {
    let own = |key: &str| object.get(key).and_then(text).filter(|text| !text.is_empty());
    // Items of built-in lists carry neither: the list says both.
    let kind = own("kind").unwrap_or(list_kind).to_owned();
    let api_version = own("apiVersion").unwrap_or(list_version).to_owned();
    let metadata = |key: &str| object.pointer(&format!("/metadata/{key}")).and_then(text);
    let named = match (metadata("namespace"), metadata("name")) {
        (Some(namespace), Some(name)) => format!("{kind} {namespace}/{name}"),
        (None, Some(name)) => format!("{kind} {name}"),
        _ => kind.clone(),
    };
    let place = format!("{name}: item {number} ({named})");
    if !object.is_object() || kind.is_empty() {
        let gap = Gap::new(GapCode::Malformed, place, "the item is no object with a kind; it was left out");
        into.gaps.push(gap);
        return;
    }
    into.listed.push(kind.clone());
    into.items.push(Item { place, kind, api_version, object });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> String {
        match objects("f", text.as_bytes()) {
            Ok(objects) => {
                let items: Vec<_> = objects.items.iter().map(|item| item.place.as_str()).collect();
                format!("{:?} listed {:?} gaps {}", items, objects.listed, objects.gaps.len())
            }
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn lists_and_documents_of_every_form_are_read() {
        let pod = r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","namespace":"shop"}}"#;
        let one = r#"["f: item 0 (Pod shop/a)"] listed ["Pod"] gaps 0"#;
        assert_eq!(check(pod), one);
        assert_eq!(check(&format!(r#"{{"apiVersion":"v1","kind":"List","items":[{pod}]}}"#)), one);
        assert_eq!(
            check(
                r#"{"apiVersion":"v1","kind":"PodList","items":[{"metadata":{"name":"a","namespace":"shop"}}]}"#
            ),
            one
        );
        assert_eq!(check("apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: shop}\n---\n"), one);
        assert_eq!(
            check(r#"{"apiVersion":"v1","kind":"PodList","items":[]}"#),
            r#"[] listed ["Pod"] gaps 0"#
        );
        assert!(check(&format!("{pod}\n{pod}")).contains("item 1"));
    }

    #[test]
    fn what_cannot_be_used_says_where_and_why() {
        assert_eq!(check("{\"apiVersion\": \"v1\",\n"), "f ends in the middle, at line 2: it was cut short");
        assert!(check("[1, 2]").contains("holds no Kubernetes objects"));
        assert!(check(r#"{"request":1,"response":2}"#).contains("an object with request, response"));
        assert!(check(r#"{"kind":"Table","apiVersion":"meta.k8s.io/v1"}"#).contains("Table"));
        assert!(check(&format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000))).contains("deeper"));
        assert!(check("a: [unclosed").contains("neither JSON nor YAML"));
        assert!(check("").contains("empty"));
        let bomb = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n\
                    d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e]\n\
                    g: [*e,*e,*e,*e,*e,*e,*e,*e]\nh: [*e,*e,*e,*e,*e,*e,*e,*e]\ni: [*e,*e,*e,*e,*e,*e,*e,*e]\n";
        let answer = check(bomb);
        assert!(answer.contains("neither JSON nor YAML") || answer.contains("no Kubernetes"), "{answer}");
    }

    #[test]
    fn a_bad_item_does_not_stop_the_rest() {
        let text = r#"{"apiVersion":"v1","kind":"PodList","items":[7,{"metadata":{"name":"a","namespace":"n"}},null]}"#;
        assert_eq!(check(text), r#"["f: item 1 (Pod n/a)"] listed ["Pod"] gaps 2"#);
    }

    #[test]
    fn recognises_only_kubernetes() {
        assert_eq!(recognise(br#"{"kind":"PodList","apiVersion":"v1","items":[]}"#), Some(Recognised::Json));
        assert_eq!(recognise(b"apiVersion: v1\nitems:\n- a\n"), Some(Recognised::Yaml));
        assert_eq!(recognise(br#"[{"number":7,"user":{},"head":{}}]"#), None);
        assert_eq!(recognise(b"hello: world\n"), None);
        assert_eq!(recognise(b"\xff\xfe\x00"), None);
    }
}

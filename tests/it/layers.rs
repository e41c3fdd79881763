//! Dependencies point one way: `source -> evidence -> rows -> answers -> screen or report`.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{DependencyKind, MetadataCommand};

/// What each crate may depend on, of ours. `cairn` is the root: api, command line and shell.
const TABLE: [(&str, &[&str]); 13] = [
    ("domain", &[]),
    ("manifest", &["domain"]),
    ("store", &["domain"]),
    ("git", &["domain"]),
    ("cluster", &["domain"]),
    ("forge", &["domain"]),
    ("controls", &["domain"]),
    ("ingest", &["domain", "store", "git", "cluster", "forge", "manifest"]),
    ("query", &["domain", "store", "controls"]),
    ("report", &["domain", "query", "controls"]),
    ("demo", &["domain"]),
    ("testkit", &["domain"]),
    (
        "cairn",
        &["domain", "store", "query", "report", "ingest", "controls", "cluster", "forge", "git", "demo"],
    ),
];

/// Crates from outside that only one of ours may name.
const FENCES: [(&str, &[&str]); 5] = [
    ("rusqlite", &["store"]),
    ("refinery", &["store"]),
    ("gix", &["git"]),
    ("tauri", &["cairn"]),
    ("plotters", &["report"]),
];

/// Crates that hold no clock, environment, network or file system.
const PURE: [&str; 4] = ["domain", "controls", "query", "report"];

fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .no_deps()
        .exec()
        .expect("cargo knows the workspace");
    metadata
        .packages
        .iter()
        .map(|package| {
            let named = package
                .dependencies
                .iter()
                .filter(|dependency| dependency.kind == DependencyKind::Normal)
                .map(|dependency| dependency.name.clone());
            (package.name.to_string(), named.collect())
        })
        .collect()
}

#[test]
fn our_crates_depend_on_each_other_as_the_table_says() {
    let dependencies = dependencies();
    let table: BTreeMap<&str, &[&str]> = TABLE.into_iter().collect();
    assert_eq!(
        dependencies.keys().map(String::as_str).collect::<BTreeSet<_>>(),
        table.keys().copied().collect(),
        "every crate stands in the table"
    );
    for (name, named) in &dependencies {
        for other in named.iter().filter(|other| table.contains_key(other.as_str())) {
            assert!(table[name.as_str()].contains(&other.as_str()), "{name} must not depend on {other}");
        }
    }
}

#[test]
fn outside_crates_stay_behind_their_fence() {
    for (name, named) in dependencies() {
        for (outside, may) in FENCES {
            assert!(
                !named.contains(outside) || may.contains(&name.as_str()),
                "{name} must not name {outside}"
            );
        }
    }
}

/// The names through which a crate would reach the world.
const AMBIENT: [&str; 8] = [
    "std::env",
    "std::fs",
    "std::net",
    "std::process",
    "SystemTime",
    "Instant::now",
    "Timestamp::now",
    "Zoned::now",
];

#[test]
fn pure_crates_reach_for_nothing() {
    for name in PURE {
        for (path, text) in sources(&format!("src-tauri/crates/{name}/src")) {
            let is_test = path.ends_with("tests.rs") || path.ends_with("sample.rs");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for ambient in AMBIENT.iter().filter(|_| !is_test) {
                assert!(!code.contains(ambient), "{path} names {ambient}");
            }
        }
    }
}

#[test]
fn tauri_is_named_by_the_shell_alone() {
    for (path, text) in sources("src-tauri/src") {
        let is_shell = path.contains("/shell/");
        assert!(is_shell || !text.contains("tauri::"), "{path} names tauri");
        // And the shell asks the api alone.
        for inner in ["store::", "query::query", "ingest::", "rusqlite"] {
            assert!(!is_shell || !text.contains(inner), "{path} names {inner}");
        }
    }
}

fn sources(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                found.push((
                    path.display().to_string(),
                    std::fs::read_to_string(&path).expect("sources are text"),
                ));
            }
        }
    }
    assert!(!found.is_empty(), "{folder} holds no sources");
    found
}

//! Every question that the corpus has an answer to.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::program::{Workspace, rows};

const BUNDLES: [&str; 4] = ["gov", "infra", "court", "lab"];

#[test]
fn every_case_of_the_corpus_is_answered_right() {
    let Some(corpus) = testkit::corpus() else { return };
    let workspace = Workspace::new();
    let mut cases = Vec::new();
    let mut clones = Vec::new();
    for name in BUNDLES {
        let Some(clone) = testkit::corpus_clone(name) else { continue };
        workspace.add(clone.path(), name);
        clones.push(clone);
        let text = std::fs::read_to_string(corpus.join(format!("{name}.cases.jsonl"))).unwrap();
        cases.extend(text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
    }
    // What does not parse is a gap of its own, not a failure.
    let sync = workspace.run(&["--quiet", "sync"]);
    assert!([0, 3].contains(&sync.status), "{sync:?}");

    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(why) = answered(&workspace, case) {
                        wrong.lock().unwrap().push(format!("{}: {why}", case["id"]));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    println!("{} of {} cases right", cases.len() - wrong.len(), cases.len());
    assert!(
        wrong.is_empty(),
        "{} wrong, the first:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(3)].join("\n")
    );
}

/// Asks as a user would; an error tells how the answer differs.
fn answered(workspace: &Workspace, case: &Value) -> Result<(), String> {
    let text = |field: &str| case[field].as_str().unwrap_or_default();
    let mut arguments = vec!["declared", "--repo", text("repo"), "--path", text("path")];
    let expect = &case["expect"];
    if text("kind") == "history" {
        arguments.push("--history");
        let answer = workspace.json(&arguments);
        let found = of_slot(&answer, case);
        let wanted = expect.as_array().ok_or("a history is a list")?;
        if found.len() != wanted.len() {
            return Err(format!("{} transitions instead of {}", found.len(), wanted.len()));
        }
        for (found, wanted) in found.iter().zip(wanted) {
            let is_right = found["introduced"]["commit"] == wanted["commit"]
                && found["introduced"]["landed_at"] == wanted["landed_at"]
                && same_value(found, &wanted["value"]);
            if !is_right {
                return Err(format!("{found} instead of {wanted}"));
            }
        }
        return Ok(());
    }
    arguments.extend(["--at", text("at")]);
    let answer = workspace.json(&arguments);
    let found = of_slot(&answer, case);
    if expect.is_null() {
        return if found.is_empty() { Ok(()) } else { Err(format!("{found:?} instead of nothing")) };
    }
    let [found] = found.as_slice() else { return Err(format!("{} declarations", found.len())) };
    let is_right = same_value(found, expect)
        && same_commit(&found["introduced"], &expect["introduced"])
        && same_commit(&found["until"], &expect["until"])
        && found["previous"].is_null() == expect["previous"].is_null()
        && (found["previous"].is_null() || same_value(&found["previous"], &expect["previous"]));
    if is_right { Ok(()) } else { Err(format!("{found} instead of {expect}")) }
}

fn of_slot<'a>(answer: &'a Value, case: &Value) -> Vec<&'a Value> {
    rows(answer, "declarations")
        .iter()
        .filter(|row| row["path"] == case["path"] && row["slot"] == case["slot"])
        .collect()
}

/// `null` is a slot that declares nothing: a row without any value.
fn same_value(row: &Value, wanted: &Value) -> bool {
    ["image", "tag", "digest"].iter().all(|field| row[field] == wanted[field])
}

fn same_commit(found: &Value, wanted: &Value) -> bool {
    found.is_null() == wanted.is_null()
        && found["commit"] == wanted["commit"]
        && found["landed_at"] == wanted["landed_at"]
}

//! The contract of the command line: names, statuses, where words go.

use crate::program::{Workspace, rows};

#[test]
fn answers_end_with_the_status_that_they_say() {
    let workspace = Workspace::new();
    assert_eq!(workspace.run(&["init"]).status, 0);
    assert_eq!(workspace.run(&["where", "v1.2.3"]).status, 1, "nothing found");
    assert_eq!(workspace.run(&["timeline", "--app", "nobody"]).status, 1);
    assert_eq!(workspace.run(&["frobnicate"]).status, 2);
    assert_eq!(workspace.run(&["running", "--at", "yesterday-ish"]).status, 2);
    assert_eq!(workspace.run(&["--as-known", "2026-01-01", "running"]).status, 2, "refused, not ignored");
    assert_eq!(workspace.run(&["import", "missing.json"]).status, 4);
}

#[test]
fn global_options_stand_before_or_after_the_verb() {
    let workspace = Workspace::new();
    workspace.ok(&["init"]);
    let before = workspace.run(&["--json", "--at", "2026-01-01", "running"]).stdout;
    let after = workspace.run(&["running", "--json", "--at", "2026-01-01"]).stdout;
    assert!(before.contains("as_of"), "{before}");
    assert_eq!(before, after);
}

#[test]
fn an_error_names_what_to_do_also_as_json() {
    let workspace = Workspace::new();
    workspace.ok(&["init"]);
    let run = workspace.run(&["--json", "trace", "not-a-subject"]);
    assert_ne!(run.status, 0);
    let text = if run.stdout.is_empty() { &run.stderr } else { &run.stdout };
    let error: serde_json::Value = serde_json::from_str(text).unwrap_or_else(|_| panic!("{run:?}"));
    let error = if error["error"].is_object() { &error["error"] } else { &error };
    for field in ["code", "message", "hint"] {
        assert!(error[field].as_str().is_some_and(|text| !text.is_empty()), "{field}: {run:?}");
    }
}

#[test]
fn a_folder_without_a_workspace_is_not_an_empty_answer() {
    let workspace = Workspace::new();
    for verb in [&["running"][..], &["where", "abcdef1"], &["changes"], &["sync"], &["doctor"]] {
        let run = workspace.run(verb);
        assert_eq!(run.status, 4, "{run:?}");
        assert!(
            run.stderr.contains("there is no workspace in") && run.stderr.contains("cairn init"),
            "{run:?}"
        );
    }
    assert!(!workspace.path().join("cairn.sqlite").exists(), "asking makes nothing");
}

#[test]
fn rules_of_the_workspace_place_what_no_recogniser_knows() {
    let repository = testkit::repo(
        "write teams/red/blue-prod/web.yaml 'image: {repository: shop/web, tag: v1}'; commit Begin",
    );
    let workspace = Workspace::new();
    workspace.ok(&["init"]);
    std::fs::write(
        workspace.path().join("cairn.toml"),
        "[[rule]]\nglob = \"teams/*/{cluster}-{env}/{app}.yaml\"\n",
    )
    .unwrap();
    workspace.add(repository.path(), "fleet");
    workspace.run(&["--quiet", "sync"]);
    let answer = workspace.json(&["declared"]);
    let row = &rows(&answer, "declarations")[0];
    assert_eq!((row["app"].as_str(), row["environment"].as_str()), (Some("web"), Some("prod")), "{answer}");
    assert_eq!(row["cluster"], "blue");
    assert!(row["rule"].as_str().unwrap().contains("teams/"), "the rule that spoke is named: {row}");
}

//! The demo fleet, asked as its users would, against the facts that its story gives.

use std::sync::LazyLock;

use demo::Facts;
use domain::Time;
use serde_json::Value;

use crate::program::{Workspace, rows};

/// One workspace for all questions, and what is true of it. Questions do not change it.
static DEMO: LazyLock<(Workspace, Facts)> = LazyLock::new(|| {
    let workspace = Workspace::new();
    workspace.ok(&["--quiet", "demo"]);
    // The same fleet again, for its facts alone: every build is the same.
    let facts = demo::build(&workspace.folder().join("again")).expect("the demo builds").facts;
    (workspace, facts)
});

fn short(commit: &str) -> &str {
    &commit[..10]
}

fn of<'a>(rows: &'a [Value], fields: &[(&str, &str)]) -> Vec<&'a Value> {
    rows.iter().filter(|row| fields.iter().all(|(field, value)| row[*field] == *value)).collect()
}

/// Returns the clusters of some rows, sorted.
fn clusters(rows: &[&Value]) -> Vec<String> {
    let mut names: Vec<String> =
        rows.iter().map(|row| row["cluster"].as_str().unwrap_or_default().to_owned()).collect();
    names.sort();
    names
}

#[test]
fn running_says_what_runs_everywhere_and_where_it_comes_from() {
    let (workspace, facts) = &*DEMO;
    let answer = workspace.json(&["running"]);
    assert_eq!(answer["as_of"], facts.end.to_string(), "the demo answers for the end of its records");
    for fact in &facts.running {
        let fields =
            [("cluster", &*fact.cluster), ("namespace", &*fact.namespace), ("container", &*fact.workload)];
        let found = of(rows(&answer, "rows"), &fields);
        let [row] = found.as_slice() else { panic!("{fact:?}: {found:?}") };
        assert_eq!(row["tag"], fact.build.tag, "{fact:?}");
        assert_eq!(row["digest"], fact.build.digest, "{fact:?}");
        assert_eq!(row["source"]["commit"], fact.build.commit, "{fact:?}: {row}");
        assert_eq!(row["verdict"], "matched", "{fact:?}: {row}");
        assert_eq!(row["declared"]["commit"], fact.config_commit, "{fact:?}: {row}");
    }
}

#[test]
fn where_tells_exactly_this_commit_from_one_that_contains_it() {
    let (workspace, facts) = &*DEMO;
    for fact in facts.running.iter().filter(|fact| fact.cluster.starts_with("prod")) {
        let answer = workspace.json(&["where", short(&fact.build.commit)]);
        assert_eq!(answer["resolved"]["commit"], fact.build.commit);
        let running = rows(&answer, "running");
        // Each app's clusters run this commit exactly or a descendant; production never runs ahead of the others.
        let apps = of(running, &[("app", &fact.build.app)]);
        assert_eq!(apps.len(), 5, "{fact:?}: {apps:?}");
        for row in apps {
            let exact = row["source"]["commit"] == fact.build.commit;
            assert_eq!(row["relation"], if exact { "exact" } else { "contains" }, "{row}");
        }
        assert!(clusters(&of(running, &[("relation", "exact")])).contains(&fact.cluster));
    }
}

#[test]
fn where_before_during_and_after_the_rollback() {
    let (workspace, facts) = &*DEMO;
    let rollback = &facts.rollback;
    let runs = |commit: &str, at: Time| {
        let answer = workspace.json(&["--at", &at.to_string(), "where", short(commit)]);
        let running = rows(&answer, "running").to_vec();
        let exact = of(&running, &[("cluster", "prod-eu"), ("relation", "exact")]).len();
        let ran =
            rows(&answer, "ran").iter().any(|row| row["cluster"] == "prod-eu" && row["relation"] == "exact");
        (exact == 1, ran)
    };
    let (bad, good) = (&rollback.bad.commit, &rollback.good.commit);
    assert_eq!(runs(bad, rollback.before), (false, false));
    assert_eq!(runs(bad, rollback.during), (true, false));
    assert_eq!(runs(bad, rollback.after), (false, true), "it ran, and was taken back");
    assert!(runs(good, rollback.before).0);
    assert_eq!(runs(good, rollback.during), (false, true));
    assert!(runs(good, rollback.after).0);
}

#[test]
fn an_archive_says_which_time_it_answers_for() {
    let (workspace, facts) = &*DEMO;
    let end = facts.end.to_string();
    assert!(workspace.run(&["running"]).stderr.contains(&end));
    assert!(!workspace.run(&["--quiet", "running"]).stderr.contains(&end));
    assert!(!workspace.run(&["--at", "2026-03-01", "running"]).stderr.contains(&end));
}

#[test]
fn a_digest_is_found_as_it_is_printed() {
    let (workspace, _) = &*DEMO;
    let running = workspace.json(&["running", "--app", "payments", "--env", "dev"]);
    let row = &rows(&running, "rows")[0];
    let (image, digest) = (row["image"].as_str().unwrap(), row["digest"].as_str().unwrap());
    let digits = digest.split_once(':').unwrap().1;
    let first = &digits[..12];
    let upper = first.to_uppercase();
    for query in
        [digest, digits, first, &upper, &format!("sha256:{first}"), &format!("{image}@sha256:{first}")]
    {
        let answer = workspace.json(&["where", query]);
        assert_eq!(answer["resolved"]["value"], digest, "{query}: {answer}");
        assert!(rows(&answer, "running").iter().any(|found| found["subject"] == row["subject"]), "{query}");
    }
    assert_eq!(workspace.run(&["where", "sha256:000000000000"]).status, 1);
}

#[test]
fn a_drift_contradicts_what_git_declares_and_is_a_change_that_nobody_approved() {
    let (workspace, facts) = &*DEMO;
    let drift = &facts.drift;
    // The first snapshot that saw it.
    let at = (1..)
        .map(|hours| Time::from_seconds(drift.from.micros() / 1_000_000 + hours * 3600))
        .take_while(|at| *at < drift.until)
        .find(|at| {
            let answer = workspace.json(&["--at", &at.to_string(), "running", "--cluster", &drift.cluster]);
            !of(rows(&answer, "rows"), &[("tag", &drift.tag)]).is_empty()
        })
        .expect("a snapshot saw it");
    let answer = workspace.json(&["--at", &at.to_string(), "running", "--cluster", &drift.cluster]);
    let [row] = of(rows(&answer, "rows"), &[("tag", &drift.tag)])[..] else { panic!("{answer}") };
    assert_eq!(row["digest"], drift.digest);
    assert_eq!(row["verdict"], "contradicted");
    assert_eq!(row["declared"]["tag"], drift.declared, "{row}");

    let changes = workspace.json(&["changes", "--env", "production", "--app", &drift.app]);
    let seen: Vec<&Value> =
        rows(&changes, "changes").iter().filter(|change| change["to"]["tag"] == drift.tag).collect();
    let [change] = seen.as_slice() else { panic!("{seen:?}") };
    assert_eq!(change["config_commit"], Value::Null);
    assert_eq!(change["cluster"], drift.cluster);
    assert_eq!(change["verdict"], "contradicted");
    assert_eq!(change["review"]["verdict"], "fail");
}

#[test]
fn changes_tell_which_were_approved_by_another_person() {
    let (workspace, facts) = &*DEMO;
    let answer = workspace.json(&["changes", "--env", "production"]);
    let changes = rows(&answer, "changes");
    let verdict = |fact: &demo::ChangeFact| {
        let fields = [("config_commit", &*fact.config_commit), ("app", &*fact.app), ("path", &*fact.path)];
        let found = of(changes, &fields);
        let change = found.iter().find(|change| change["to"]["tag"] == fact.tag);
        let change = change.unwrap_or_else(|| panic!("{fact:?} is not in the population: {found:?}"));
        assert_eq!(change["landed_at"], fact.landed_at.to_string());
        assert_eq!(
            change["change_request"].as_str().map(str::to_owned),
            fact.change_request.map(|number| format!("#{number}"))
        );
        (
            change["kind"].as_str().unwrap().to_owned(),
            change["review"]["verdict"].as_str().unwrap().to_owned(),
            change["review"]["reason"].as_str().unwrap().to_owned(),
        )
    };
    let told = [
        ("promotion", verdict(&facts.rollback.promotion)),
        ("rollback", verdict(&facts.rollback.revert)),
        ("hot fix", verdict(&facts.hot_fix)),
        ("self-approved", verdict(&facts.self_approved)),
        ("approved on an older commit", verdict(&facts.older_commit)),
        ("unreviewed", verdict(&facts.unreviewed)),
    ];
    insta::assert_debug_snapshot!(told);
    // Gaps come with the population.
    let gap = rows(&answer, "gaps").iter().find(|gap| {
        gap["source"] == *facts.gap.cluster
            && gap["from"] == facts.gap.from.to_string()
            && gap["to"] == facts.gap.until.to_string()
    });
    assert!(gap.is_some(), "{:?} is a gap: {:?}", facts.gap, answer["gaps"]);
}

#[test]
fn a_rollout_is_two_versions_at_once_and_no_drift() {
    let (workspace, facts) = &*DEMO;
    let rollout = &facts.rollout;
    let answer = workspace.json(&["--at", &rollout.at.to_string(), "running", "--cluster", &rollout.cluster]);
    let found = of(rows(&answer, "rows"), &[("app", &rollout.app)]);
    let mut seen: Vec<(String, u64)> = found
        .iter()
        .map(|row| (row["digest"].as_str().unwrap().to_owned(), row["replicas"].as_u64().unwrap()))
        .collect();
    seen.sort();
    let mut expected = vec![
        (rollout.old.0.clone(), u64::from(rollout.old.1)),
        (rollout.new.0.clone(), u64::from(rollout.new.1)),
    ];
    expected.sort();
    assert_eq!(seen, expected);
    assert!(found.iter().all(|row| row["verdict"] != "contradicted"), "{found:?}");
}

#[test]
fn latest_is_two_images_under_one_name() {
    let (workspace, facts) = &*DEMO;
    let moved = &facts.moved_latest;
    let timeline = workspace.json(&["timeline", "--app", "cache"]);
    let lane = rows(&timeline, "lanes")
        .iter()
        .find(|lane| {
            lane["cluster"] == *moved.cluster
                && lane["id"].as_str().is_some_and(|id| id.ends_with(&moved.container))
        })
        .expect("the container has a lane");
    let digests: Vec<&str> =
        rows(lane, "bars").iter().map(|bar| bar["digest"].as_str().unwrap_or_default()).collect();
    assert_eq!(digests, [&moved.old, &moved.new]);
    assert_eq!(lane["bars"][1]["kind"], "redeploy", "{lane}");
}

#[test]
fn the_timeline_shows_the_rollback_the_hot_fix_and_the_gap() {
    let (workspace, facts) = &*DEMO;
    let timeline = workspace.json(&["timeline", "--app", "payments"]);
    let lanes = rows(&timeline, "lanes");
    let rollbacks: Vec<&Value> =
        lanes.iter().filter(|lane| rows(lane, "bars").iter().any(|bar| bar["kind"] == "rollback")).collect();
    assert_eq!(rollbacks.len(), 2, "declared and observed: {rollbacks:?}");
    let gap = lanes
        .iter()
        .flat_map(|lane| rows(lane, "gaps"))
        .any(|gap| gap["from"] == facts.gap.from.to_string() && gap["to"] == facts.gap.until.to_string());
    assert!(gap, "{:?}", facts.gap);

    let files = [("picture.svg", "--svg"), ("picture.png", "--png")].map(|(name, option)| {
        let path = workspace.folder().join(name);
        workspace.ok(&["timeline", "--app", "payments", option, &path.display().to_string()]);
        std::fs::read(path).unwrap()
    });
    assert!(files[0].starts_with(b"<svg") && files[1].starts_with(b"\x89PNG"));
}

#[test]
fn trace_names_every_link_and_what_is_missing() {
    let (workspace, facts) = &*DEMO;
    let fact =
        facts.running.iter().find(|fact| fact.cluster == "prod-eu" && fact.workload == "payments").unwrap();
    let answer = workspace.json(&["trace", "prod-eu/pay/Deployment/payments"]);
    let links: Vec<String> = rows(&answer, "links")
        .iter()
        .map(|link| {
            let text = |field: &str| link[field].as_str().unwrap_or("-").to_owned();
            format!("{} {} {} {}", text("kind"), text("status"), text("basis"), text("strength"))
        })
        .collect();
    insta::assert_snapshot!(format!("strength {}\n{}", answer["strength"], links.join("\n")));
    let source = rows(&answer, "links").iter().find(|link| link["kind"] == "source-commit").unwrap();
    assert!(source["to"].as_str().unwrap().contains(&fact.build.commit));
    for link in rows(&answer, "links").iter().filter(|link| link["status"] == "found") {
        assert!(!link["reason"].as_str().unwrap_or_default().is_empty(), "{link}");
    }
}

#[test]
fn a_report_holds_the_same_population_in_every_format() {
    let (workspace, _) = &*DEMO;
    let folder = workspace.folder().join("reports");
    let run = workspace.ok(&[
        "report",
        "--scope",
        "env=production",
        "--from",
        "2026-04-01",
        "--to",
        "2026-07-01",
        "--zone",
        "Europe/Berlin",
        "-o",
        &folder.display().to_string(),
    ]);
    let answer =
        workspace.json(&["changes", "--env", "production", "--from", "2026-04-01", "--to", "2026-07-01"]);
    let population = rows(&answer, "changes");
    assert!(population.len() > 20, "{run:?}");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let json: Value = serde_json::from_str(&read("changes.json")).unwrap();
    assert_eq!(json["changes"], answer["changes"]);
    let csv = read("changes.csv");
    let html = read("changes.html");
    for change in population {
        let id = change["id"].as_str().unwrap();
        assert!(csv.contains(id) && html.contains(&format!("id=\"{id}\"")), "{id}");
    }
    assert!(html.find("Coverage and gaps") < html.find("Population"), "gaps first");
}

#[test]
fn rebuilt_rows_give_the_same_answers() {
    let workspace = Workspace::new();
    workspace.ok(&["--quiet", "demo"]);
    let answers = || {
        ["running", "declared", "changes", "sources"].map(|verb| {
            let mut answer = workspace.json(&[verb]);
            // When a repository was read is about the reading.
            for repository in answer["repositories"].as_array_mut().into_iter().flatten() {
                repository["synced_at"] = Value::Null;
            }
            answer
        })
    };
    let before = answers();
    workspace.ok(&["--quiet", "rebuild"]);
    let after = answers();
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before, after);
    }
}

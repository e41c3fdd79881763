//! The fleet is the same each time, and tells the story that it was made from.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::*;

fn built() -> (tempfile::TempDir, DemoFleet) {
    let dir = tempfile::tempdir().unwrap();
    let fleet = build(dir.path()).unwrap();
    (dir, fleet)
}

/// Returns every file but Git's own, by its path.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                found.insert(name, fs::read(path).unwrap());
            }
        }
    }
    found
}

fn git(repository: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git").current_dir(repository).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn snapshot(fleet: &DemoFleet, cluster: &str, at: domain::Time) -> Value {
    let last =
        fleet.snapshots.iter().rfind(|snapshot| snapshot.cluster == cluster && snapshot.taken_at <= at);
    serde_json::from_slice(&fs::read(&last.unwrap().files[0]).unwrap()).unwrap()
}

/// Returns the image ids of an app's pods.
fn image_ids(list: &Value, app: &str) -> Vec<String> {
    let pods = list["items"].as_array().unwrap().iter().filter(|item| item["kind"] == "Pod");
    let pods = pods.filter(|pod| pod["metadata"]["labels"]["app.kubernetes.io/name"] == app);
    pods.map(|pod| pod["status"]["containerStatuses"][0]["imageID"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn two_builds_are_equal() {
    let (one, fleet) = built();
    let (two, again) = built();
    assert_eq!(fleet.facts, again.facts);
    let outside_git = |folder: &Path| {
        let mut files = files(folder);
        files.retain(|name, _| !name.starts_with("repositories"));
        files
    };
    assert_eq!(outside_git(one.path()), outside_git(two.path()));
    for (a, b) in fleet.repositories.iter().zip(&again.repositories) {
        let refs = |repository: &DemoRepository| git(&repository.path, &["for-each-ref"]);
        assert_eq!(refs(a), refs(b), "{}", a.name);
        git(&a.path, &["fsck", "--strict"]);
    }
    let size: usize = files(one.path()).values().map(Vec::len).sum();
    assert!(size < 8_500_000, "{size} bytes");
    assert!(matches!(build(one.path()), Err(Error::AlreadyThere(_))), "nothing is overwritten");
}

#[test]
fn git_and_clusters_tell_the_story() {
    let (_dir, fleet) = built();
    let Facts { rollback, hot_fix, drift, gap, rollout, .. } = &fleet.facts;
    let repository = |name: &str| &fleet.repositories.iter().find(|one| one.name == name).unwrap().path;

    for (at, build) in [
        (rollback.before, &rollback.good),
        (rollback.during, &rollback.bad),
        (rollback.after, &rollback.good),
    ] {
        let ids = image_ids(&snapshot(&fleet, "prod-eu", at), "payments");
        assert!(ids.len() == 2 && ids.iter().all(|id| id.ends_with(&build.digest)), "{at}: {ids:?}");
    }
    assert_eq!((rollback.bad.tag.as_str(), rollback.good.tag.as_str()), ("v1.6.0", "v1.5.0"));
    let tagged = git(repository("payments"), &["rev-parse", "v1.6.0^{commit}"]);
    assert_eq!(tagged.trim(), rollback.bad.commit);

    let shown =
        git(repository("fleet-flux"), &["show", &format!("{}:{}", hot_fix.config_commit, hot_fix.path)]);
    assert!(shown.contains("tag: v1.11.1\n"), "{shown}");
    assert_eq!(hot_fix.change_request, None);

    let middle = domain::Time::from_micros((drift.from.micros() + drift.until.micros()) / 2);
    let ids = image_ids(&snapshot(&fleet, &drift.cluster, middle), &drift.app);
    assert!(ids.iter().all(|id| id.ends_with(&drift.digest)), "{ids:?}");
    assert_eq!(drift.until.seconds_since(drift.from) / 86_400, 6, "most of a week");

    assert_eq!(gap.until.seconds_since(gap.from), 9 * 86_400);

    let ids = image_ids(&snapshot(&fleet, &rollout.cluster, rollout.at), &rollout.app);
    let count = |digest: &str| ids.iter().filter(|id| id.ends_with(digest)).count() as u32;
    assert_eq!((count(&rollout.old.0), count(&rollout.new.0)), (rollout.old.1, rollout.new.1));
    assert_eq!((rollout.old.1, rollout.new.1), (1, 2));

    for cluster in ["dev-eu", "staging-eu", "staging-us", "prod-eu", "prod-us"] {
        let readings = fleet.snapshots.iter().filter(|snapshot| snapshot.cluster == cluster).count();
        assert!(readings >= 2 * 24, "{cluster}: {readings}");
    }
    for fact in &fleet.facts.running {
        let ids = image_ids(&snapshot(&fleet, &fact.cluster, fleet.facts.end), &fact.workload);
        assert!(!ids.is_empty() && ids.iter().all(|id| id.ends_with(&fact.build.digest)), "{fact:?}");
        git(repository(&fact.build.app), &["merge-base", "--is-ancestor", &fact.build.commit, "main"]);
    }
    assert_eq!(fleet.facts.running.len(), 15);
}

#[test]
fn the_forge_agrees_with_git() {
    let (_dir, fleet) = built();
    let Facts { self_approved, older_commit, unreviewed, rollback, .. } = &fleet.facts;
    for (repository, file) in fleet.repositories.iter().zip(&fleet.forge_exports) {
        let export: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        let line = git(&repository.path, &["log", "--first-parent", "--format=%H %s", "main"]);
        let subjects: BTreeMap<&str, &str> = line.lines().filter_map(|line| line.split_once(' ')).collect();
        for bundle in export.as_array().unwrap() {
            let subject = subjects[bundle["pull"]["merge_commit_sha"].as_str().unwrap()];
            assert!(subject.contains(&format!("#{}", bundle["pull"]["number"])), "{subject}");
        }
        let of = |change: &ChangeFact| {
            let number = change.change_request.filter(|_| change.repository == repository.name)?;
            let bundle = &export[number as usize - 1];
            assert_eq!(bundle["pull"]["merge_commit_sha"], change.config_commit.as_str());
            Some((bundle["pull"].clone(), bundle["reviews"].clone()))
        };
        if let Some((pull, reviews)) = of(self_approved) {
            assert_eq!(pull["user"]["id"], reviews[0]["user"]["id"]);
        }
        if let Some((pull, reviews)) = of(older_commit) {
            assert_ne!(pull["head"]["sha"], reviews[0]["commit_id"]);
        }
        if let Some((_, reviews)) = of(unreviewed) {
            assert_eq!(reviews.as_array().map(Vec::len), Some(0));
        }
        if let Some((pull, reviews)) = of(&rollback.revert) {
            assert_eq!(pull["title"], "Revert \"Promote payments v1.6.0 to prod-eu\"");
            assert_eq!(pull["head"]["sha"], reviews[0]["commit_id"]);
        }
    }
}

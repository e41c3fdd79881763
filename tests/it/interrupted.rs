//! A sync that is killed at any moment and run again gives what an undisturbed one gives.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::program::{Workspace, rows};

const KILLS: usize = 20;

/// Moments that are tried for it.
const MOST_TRIES: usize = 3 * KILLS;

/// Everything that the rows of a repository can tell, without when it was read.
fn answers(workspace: &Workspace) -> String {
    let mut sources = workspace.json(&["sources"]);
    for repository in sources["repositories"].as_array_mut().expect("a list") {
        repository["synced_at"] = serde_json::Value::Null;
    }
    let doctor = workspace.json(&["doctor"]);
    let declared = workspace.ok(&["--json", "--at", "2030-01-01", "declared", "--history"]).stdout;
    let changes = workspace.ok(&["--json", "--at", "2030-01-01", "changes"]).stdout;
    format!("{doctor}\n{sources}\n{declared}\n{changes}")
}

/// A repository to sync: one of the corpus, or one that a script makes.
fn with_repository(test: impl FnOnce(&Path)) {
    if let Some(clone) = testkit::corpus_clone("court") {
        return test(clone.path());
    }
    let script = r#"
        n=0
        while [ $n -lt 150 ]; do
            n=$((n + 1))
            for app in a b c d; do write "apps/$app/values.yaml" "image: {repository: shop/$app, tag: v$n}"; done
            commit "Release $n (#$n)"
        done
    "#;
    let repository = testkit::repo(script);
    test(repository.path());
}

#[test]
fn a_rewritten_branch_is_read_again_and_stays_told() {
    let repository =
        testkit::repo("write web/values.yaml 'image: {repository: shop/web, tag: v1}'; commit One");
    let workspace = Workspace::new();
    workspace.add(repository.path(), "fleet");
    workspace.ok(&["--quiet", "sync"]);
    let mut told = Vec::new();
    for tag in ["v2", "v3"] {
        told.push(repository.id("HEAD"));
        std::fs::write(
            repository.path().join("web/values.yaml"),
            format!("image: {{repository: shop/web, tag: {tag}}}"),
        )
        .expect("the work tree is ours");
        repository.git(&["commit", "--quiet", "--all", "--amend", "--message", tag]);
        workspace.ok(&["--quiet", "sync"]);
    }
    workspace.ok(&["--quiet", "rebuild"]);
    let answer = workspace.json(&["declared", "--history"]);
    let tags: Vec<_> = rows(&answer, "declarations").iter().map(|row| &row["tag"]).collect();
    assert_eq!(tags, ["v3"], "what the branch no longer contains is no longer declared");
    let gaps = rows(&answer, "gaps");
    for tip in &told {
        let names = |gap: &&serde_json::Value| {
            gap["place"].as_str().is_some_and(|place| place.contains(tip.as_str()))
        };
        assert!(gaps.iter().any(|gap| names(&gap)), "that the branch stood at {tip} stays told: {answer}");
    }
}

#[test]
fn killed_at_random_moments_it_ends_with_the_same_rows() {
    with_repository(|repository| {
        let undisturbed = Workspace::new();
        undisturbed.add(repository, "config");
        let began = Instant::now();
        let whole = undisturbed.run(&["--quiet", "sync"]);
        let takes = began.elapsed();
        assert!([0, 3].contains(&whole.status), "{whole:?}");
        let expected = answers(&undisturbed);

        let seed =
            SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_nanos() as u64 | 1);
        println!("seed {seed}; an undisturbed sync takes {takes:?}");
        let random = Mutex::new(seed);
        let moment = || {
            let mut state = random.lock().unwrap();
            // xorshift64: no need of a better one.
            *state ^= *state << 13;
            *state ^= *state >> 7;
            *state ^= *state << 17;
            takes.mul_f64((*state >> 11) as f64 / (1u64 << 53) as f64)
        };
        let tries = AtomicUsize::new(0);
        let killed = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    // One that ended before its moment came does not count.
                    while killed.load(Ordering::Relaxed) < KILLS
                        && tries.fetch_add(1, Ordering::Relaxed) < MOST_TRIES
                    {
                        let workspace = Workspace::new();
                        workspace.add(repository, "config");
                        let after = moment();
                        killed.fetch_add(usize::from(kill(&workspace, after)), Ordering::Relaxed);
                        // The workspace answers right away, and the next sync goes on.
                        workspace.ok(&["doctor"]);
                        let again = workspace.run(&["--quiet", "sync"]);
                        assert!([0, 3].contains(&again.status), "{again:?}");
                        assert!(answers(&workspace) == expected, "killed after {after:?}, seed {seed}");
                    }
                });
            }
        });
        let killed = killed.into_inner();
        println!("{killed} syncs killed before the end");
        assert!(killed >= KILLS, "only {killed} syncs were caught");
    });
}

/// Starts a sync and kills it; returns whether it was still running.
fn kill(workspace: &Workspace, after: Duration) -> bool {
    let mut child = workspace.start(&["--quiet", "sync"]);
    std::thread::sleep(after);
    let running = child.try_wait().expect("the child can be asked").is_none();
    // SIGKILL.
    let _ = child.kill();
    child.wait().expect("the child ends");
    running
}

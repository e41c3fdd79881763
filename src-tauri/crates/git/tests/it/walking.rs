//! Reading only what is new, and stopping.

use std::sync::atomic::{AtomicUsize, Ordering};

use domain::CommitId;
use git::{Error, Options, Progress, Repository, Silent, WalkRequest};

use crate::everything::EVERYTHING;
use crate::oracle::walk_all;

fn ids(text: &str) -> Vec<CommitId> {
    text.lines().map(|line| line.parse().unwrap()).collect()
}

#[test]
fn a_second_walk_reads_what_is_new() {
    let repo = testkit::repo(EVERYTHING);
    let repository = Repository::open(repo.path()).unwrap();
    let stop: CommitId = repo.id("main~4").parse().unwrap();
    let known = ids(&repo.git(&["rev-list", "main~4"]));
    let request = WalkRequest {
        line_tip: repo.id("main").parse().unwrap(),
        line_stop: Some(stop),
        tips: vec![],
        known: &|id| known.contains(id),
    };
    let walk = repository.walk(&request, &Silent).unwrap();
    assert!(walk.line_reaches_stop);
    assert_eq!(walk.line, ids(&repo.git(&["rev-list", "--first-parent", "--reverse", "main~4..main"])));
    assert_eq!(walk.commits.len(), ids(&repo.git(&["rev-list", "main~4..main"])).len());

    let nothing = WalkRequest { line_tip: stop, known: &|_| true, ..request };
    let walk = repository.walk(&nothing, &Silent).unwrap();
    assert!(walk.line.is_empty() && walk.commits.is_empty() && walk.line_reaches_stop);
}

#[test]
fn a_line_may_pass_through_known_commits() {
    // `main` is moved forward to commits that were read as those of another branch.
    let repo = testkit::repo("commit 1; commit 2; commit 3; commit 4");
    let repository = Repository::open(repo.path()).unwrap();
    let request = WalkRequest {
        line_tip: repo.id("main").parse().unwrap(),
        line_stop: Some(repo.id("main~2").parse().unwrap()),
        tips: vec![],
        known: &|_| true,
    };
    let walk = repository.walk(&request, &Silent).unwrap();
    assert_eq!(walk.line, ids(&repo.git(&["rev-list", "--reverse", "main~2..main"])));
    assert!(walk.commits.is_empty() && walk.line_reaches_stop);
}

#[test]
fn a_rewritten_branch_does_not_reach_where_it_was() {
    let repo = testkit::repo("commit 1; commit 2; git tag old; git reset --quiet --hard HEAD~; commit other");
    let repository = Repository::open(repo.path()).unwrap();
    let known = ids(&repo.git(&["rev-list", "old"]));
    let request = WalkRequest {
        line_tip: repo.id("main").parse().unwrap(),
        line_stop: Some(repo.id("old").parse().unwrap()),
        tips: vec![],
        known: &|id| known.contains(id),
    };
    let walk = repository.walk(&request, &Silent).unwrap();
    assert!(!walk.line_reaches_stop);
    assert_eq!(walk.line, ids(&repo.git(&["rev-list", "--reverse", "main"])), "all of it, to compare with");
    assert_eq!(walk.commits.len(), 1);
}

/// Cancels when it was asked so many times.
struct Cancels(AtomicUsize);

impl Progress for Cancels {
    fn stage(&self, _: &str, _: Option<u64>) {}

    fn tick(&self, _: u64) {}

    fn cancelled(&self) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

#[test]
fn work_stops_when_cancelled() {
    let repo = testkit::repo(
        "for n in $(seq 100 699); do echo \"commit refs/heads/main
committer A <a@x> $n +0000
data 1
x
M 100644 inline f$n.yaml
data 3
$n\"; done | git fast-import --quiet",
    );
    let repository = Repository::open(repo.path()).unwrap();
    let line = walk_all(&repository).line;
    assert_eq!(line.len(), 600);
    for patience in 0..3 {
        let cancels = Cancels(AtomicUsize::new(patience));
        let options = Options { threads: 2, ..Options::default() };
        let changes = repository.changes(&line, None, &|_| Some(()), &|(), _| (), options, &cancels);
        assert!(matches!(changes, Err(Error::Cancelled)), "{patience}");
    }
    let request = WalkRequest { line_tip: line[599], line_stop: None, tips: vec![], known: &|_| false };
    let walk = repository.walk(&request, &Cancels(AtomicUsize::new(1)));
    assert!(matches!(walk, Err(Error::Cancelled)));
}

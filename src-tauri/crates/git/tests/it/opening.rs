//! Every shape of repository, and what is none.

use std::path::Path;

use git::{Error, Repository};

use crate::oracle::{assert_as_git_says, git};

const TWO: &str = "write app.yaml 1; commit One; write app.yaml 2; commit Two";

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn work_tree_bare_mirror_and_worktree() {
    let repo = testkit::repo(TWO);
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    git(repo.path(), &["clone", "--quiet", "--bare", ".", text(&at("bare"))]);
    git(repo.path(), &["clone", "--quiet", "--mirror", ".", text(&at("mirror.git"))]);
    git(repo.path(), &["clone", "--quiet", ".", text(&at("clone"))]);
    git(repo.path(), &["clone", "--quiet", "--shared", ".", text(&at("shared"))]);
    git(repo.path(), &["worktree", "add", "--quiet", "--detach", text(&at("worktree"))]);
    git(&at("clone"), &["remote", "set-url", "origin", "https://me:secret@git.shop.example/o/r.git"]);

    for folder in [
        repo.path().to_owned(),
        repo.path().join(".git"),
        at("bare"),
        at("mirror.git"),
        at("clone"),
        at("shared"),
        at("worktree"),
    ] {
        let repository = Repository::open(&folder).unwrap();
        assert!(!repository.is_shallow());
        assert_eq!(repository.resolve_branch("main").unwrap().to_string(), repo.id("main"), "{folder:?}");
        assert_eq!(repository.resolve_branch("refs/heads/main"), repository.resolve_branch("main"));
        assert_eq!(repository.resolve_branch("no such"), None);
        if !folder.ends_with("worktree") {
            assert_eq!(repository.default_branch().as_deref(), Some("main"), "{folder:?}");
            assert_as_git_says(&folder);
        }
    }
    let clone = Repository::open(&at("clone")).unwrap();
    assert_eq!(clone.remote_url().as_deref(), Some("https://git.shop.example/o/r.git"));
    assert_eq!(Repository::open(repo.path()).unwrap().remote_url(), None);
    assert!(clone.git_dir().ends_with("clone/.git"));
}

#[test]
fn the_default_branch_is_the_one_of_origin_not_the_one_checked_out() {
    let repo = testkit::repo(&format!("{TWO}; git branch other main~1"));
    let place = tempfile::tempdir().unwrap();
    let clone = place.path().join("clone");
    git(repo.path(), &["clone", "--quiet", ".", text(&clone)]);
    git(&clone, &["checkout", "--quiet", "-b", "mine"]);
    git(&clone, &["branch", "--quiet", "-D", "main"]);
    let repository = Repository::open(&clone).unwrap();
    assert_eq!(repository.default_branch().as_deref(), Some("main"));
    assert_eq!(repository.resolve_branch("main").unwrap().to_string(), repo.id("main"));
    assert_eq!(repository.resolve_branch("other").unwrap().to_string(), repo.id("other"));

    let detached = testkit::repo(&format!("{TWO}; git checkout --quiet --detach"));
    assert_eq!(Repository::open(detached.path()).unwrap().default_branch(), None);
    let unborn = testkit::repo("");
    let repository = Repository::open(unborn.path()).unwrap();
    assert_eq!(repository.default_branch(), None);
    assert_eq!(repository.refs().unwrap(), []);
}

#[test]
fn replacements_and_grafts_have_no_say() {
    let repo =
        testkit::repo(&format!("{TWO}; git checkout --quiet --orphan lie; write lie.yaml 1; commit Lie"));
    let (truth, lie) = (repo.id("main"), repo.id("lie"));
    repo.git(&["replace", &truth, &lie]);
    std::fs::create_dir_all(repo.path().join(".git/info")).unwrap();
    std::fs::write(repo.path().join(".git/info/grafts"), format!("{truth}\n")).unwrap();
    let repository = Repository::open(repo.path()).unwrap();
    let tip = truth.parse().unwrap();
    let request = git::WalkRequest { line_tip: tip, line_stop: None, tips: vec![], known: &|_| false };
    let walk = repository.walk(&request, &git::Silent).unwrap();
    let subjects: Vec<_> = walk.commits.iter().map(|commit| commit.subject.as_str()).collect();
    assert_eq!(subjects, ["One", "Two"]);
    assert_eq!(repository.read_blob_at(&tip, b"lie.yaml").unwrap(), None);
}

#[test]
fn what_is_no_repository_says_what_to_do() {
    let place = tempfile::tempdir().unwrap();
    let repo =
        testkit::repo("mkdir sub; write sub/x 1; commit One; git bundle create --quiet all.bundle main");
    for path in [
        place.path().to_owned(),
        place.path().join("not-there"),
        repo.path().join("sub"),
        repo.path().join("sub/x"),
        repo.path().join("all.bundle"),
    ] {
        let error = Repository::open(&path).err().unwrap();
        assert!(matches!(error, Error::NotARepository { .. }), "{path:?}: {error:?}");
        assert!(error.to_string().ends_with("is not a Git repository"), "{error}");
        assert!(error.remedy().contains("git clone"));
    }
    std::fs::write(place.path().join(".git"), "gitdir: /no/such/place\n").unwrap();
    assert!(Repository::open(place.path()).is_err());
    std::fs::write(repo.path().join(".git/config"), "[core\nbare=").unwrap();
    let error = Repository::open(repo.path()).err().unwrap();
    assert!(matches!(error, Error::Unreadable { .. }), "{error:?}");
}

#[test]
#[cfg(unix)]
fn what_belongs_to_another_user_is_not_read() {
    let repo = testkit::repo(TWO);
    // Only the superuser can give files away; others have nothing to test with.
    let given = [repo.path().to_owned(), repo.path().join(".git")]
        .iter()
        .all(|path| std::os::unix::fs::chown(path, Some(54_321), None).is_ok());
    if given {
        let error = Repository::open(repo.path()).err().unwrap();
        assert!(matches!(error, Error::Dubious { .. }), "{error:?}");
        assert!(error.remedy().contains("safe.directory"));
    }
}

#[test]
fn a_ref_format_that_cannot_be_read_is_named() {
    let place = tempfile::tempdir().unwrap();
    let made = std::process::Command::new("git")
        .args(["init", "--quiet", "--ref-format=reftable"])
        .arg(place.path())
        .output()
        .unwrap();
    if made.status.success() {
        let error = Repository::open(place.path()).err().unwrap();
        assert!(error.to_string().contains("reftable"), "{error}");
    }
}

//! Clones that lack or damage what they should hold: a gap with its place, and the rest is right.

use std::path::{Path, PathBuf};

use domain::GapCode;
use git::{Blob, Options, Repository, Silent};

use crate::everything::EVERYTHING;
use crate::oracle::{git, rows_of, rows_of_git, walk_all};

fn clone_of(repo: &testkit::TempRepo, place: &Path, options: &[&str]) -> PathBuf {
    repo.git(&["config", "uploadpack.allowFilter", "true"]);
    let target = place.join("clone");
    let source = format!("file://{}", repo.path().display());
    let ends = [source.as_str(), target.to_str().unwrap()];
    git(place, &[&["clone", "--quiet", "--bare"], options, &ends].concat());
    target
}

fn object_file(repo: &testkit::TempRepo, revision: &str) -> PathBuf {
    let id = repo.id(revision);
    let file = repo.path().join(".git/objects").join(&id[..2]).join(&id[2..]);
    assert!(file.is_file());
    let mut permissions = file.metadata().unwrap().permissions();
    #[expect(
        clippy::permissions_set_readonly_false,
        reason = "Git writes objects read-only; the test damages them"
    )]
    permissions.set_readonly(false);
    std::fs::set_permissions(&file, permissions).unwrap();
    file
}

fn changes(repository: &Repository, line: &[domain::CommitId]) -> git::Changes<(), Vec<u8>> {
    repository
        .changes(line, None, &|_| Some(()), &|(), bytes| bytes.to_vec(), Options::default(), &Silent)
        .unwrap()
}

#[test]
fn a_shallow_clone() {
    let repo = testkit::repo(EVERYTHING);
    let place = tempfile::tempdir().unwrap();
    let clone = clone_of(&repo, place.path(), &["--depth", "3"]);
    let repository = Repository::open(&clone).unwrap();
    assert!(repository.is_shallow());
    let walk = walk_all(&repository);
    assert!(!walk.line_reaches_stop);
    assert_eq!(walk.line.len(), 3);
    assert!(
        !walk.gaps.is_empty() && walk.gaps.iter().all(|gap| gap.code == GapCode::Shallow),
        "{:?}",
        walk.gaps
    );
    assert_eq!(walk.gaps[0].place.len(), 40);
    let count = git(&clone, &["rev-list", "--count", "--all"]);
    assert_eq!(walk.commits.len().to_string(), String::from_utf8_lossy(&count).trim());
    let found = changes(&repository, &walk.line);
    assert_eq!(rows_of(&walk.line, &found), rows_of_git(&clone, "main"));
    assert_eq!(found.gaps, []);
}

#[test]
fn a_clone_without_blobs() {
    // A blob that a tag names is fetched all the same.
    let repo = testkit::repo(&format!("{EVERYTHING}git tag -d blob-tag"));
    let place = tempfile::tempdir().unwrap();
    let clone = clone_of(&repo, place.path(), &["--filter=blob:none"]);
    let repository = Repository::open(&clone).unwrap();
    let walk = walk_all(&repository);
    assert_eq!(walk.gaps, []);
    let found = changes(&repository, &walk.line);
    assert!(found.readings.is_empty());
    let whole = changes(&Repository::open(repo.path()).unwrap(), &walk.line);
    assert_eq!(found.changes.len(), whole.changes.len());
    assert_eq!(found.gaps.len(), whole.readings.len(), "each file content once");
    for (here, there) in found.changes.iter().zip(&whole.changes) {
        let expect = if matches!(there.blob, Blob::Read(_)) { Blob::Missing } else { there.blob };
        assert_eq!((here.pos, here.path, here.blob), (there.pos, there.path, expect));
    }
    let gap = &found.gaps[0];
    assert_eq!(gap.code, GapCode::MissingObject);
    let (commit, path) = gap.place.split_once(':').unwrap();
    assert!(commit.len() == 40 && !path.is_empty(), "{gap:?}");
    let tip = *walk.line.last().unwrap();
    assert!(repository.read_blob_at(&tip, b"main.yaml").is_err(), "missing is not the same as no such file");
    assert_eq!(repository.read_blob_at(&tip, b"no-such.yaml").unwrap(), None);
}

#[test]
fn a_clone_without_trees() {
    let repo = testkit::repo(EVERYTHING);
    let place = tempfile::tempdir().unwrap();
    let clone = clone_of(&repo, place.path(), &["--filter=tree:0"]);
    let repository = Repository::open(&clone).unwrap();
    let walk = walk_all(&repository);
    assert_eq!(walk.gaps, []);
    let found = changes(&repository, &walk.line);
    assert!(found.changes.is_empty());
    assert!(!found.gaps.is_empty() && found.gaps.iter().all(|gap| gap.code == GapCode::MissingObject));
}

#[test]
fn a_missing_commit_tree_or_blob() {
    let script =
        "write a/x.yaml 1; write y.yaml 1; commit 1; write a/x.yaml 2; commit 2; write a/x.yaml 3; commit 3";
    let lost = |revision: &str| {
        let repo = testkit::repo(script);
        std::fs::remove_file(object_file(&repo, revision)).unwrap();
        let repository = Repository::open(repo.path()).unwrap();
        let walk = walk_all(&repository);
        let found = changes(&repository, &walk.line);
        (repo, walk, found)
    };
    let (repo, walk, found) = lost("main~1");
    assert_eq!((walk.line.len(), walk.commits.len(), walk.gaps.len()), (1, 1, 1));
    assert!(!walk.line_reaches_stop);
    assert_eq!(walk.gaps[0].place, repo.id("main"));
    assert_eq!(walk.gaps[0].code, GapCode::MissingObject);
    assert_eq!(found.changes.len(), 2, "all that is there");

    let (repo, walk, found) = lost("main~1:a");
    assert_eq!(walk.gaps, []);
    assert_eq!(found.gaps.len(), 1);
    assert_eq!(found.gaps[0].place, format!("{}:a/", repo.git(&["rev-parse", "main~1"])));
    let rows: Vec<_> = found.changes.iter().map(|change| (change.pos, change.path)).collect();
    assert_eq!(rows, [(0, 0), (0, 1), (2, 0)], "the commit after it tells all again");

    let (repo, _, found) = lost("main~1:a/x.yaml");
    assert_eq!(found.gaps.len(), 1);
    assert_eq!(found.gaps[0].place, format!("{}:a/x.yaml", repo.git(&["rev-parse", "main~1"])));
    let blobs: Vec<_> = found.changes.iter().map(|change| change.blob).collect();
    assert!(matches!(blobs[..], [Blob::Read(_), Blob::Read(_), Blob::Missing, Blob::Read(_)]), "{blobs:?}");
}

#[test]
fn damaged_objects() {
    let script = "write a/x.yaml 1; commit 1; write a/x.yaml 2; commit 2; write a/x.yaml 3; commit 3";
    for revision in ["main~1", "main~1^{tree}", "main~1:a", "main~1:a/x.yaml"] {
        for damage in [&b""[..], b"garbage", b"\x78\x01"] {
            let repo = testkit::repo(script);
            std::fs::write(object_file(&repo, revision), damage).unwrap();
            let repository = Repository::open(repo.path()).unwrap();
            let walk = walk_all(&repository);
            let found = changes(&repository, &walk.line);
            let gaps = [walk.gaps, found.gaps].concat();
            assert_eq!(gaps.len(), 1, "{revision} {damage:?}: {gaps:?}");
            assert!(matches!(gaps[0].code, GapCode::Malformed | GapCode::MissingObject), "{gaps:?}");
            let last = found.changes.last().unwrap();
            assert!(
                matches!(last.blob, Blob::Read(at) if found.readings[at as usize] == b"3\n"),
                "{revision}"
            );
        }
    }
}

#[test]
fn a_damaged_pack_gives_gaps_and_never_panics() {
    let repo = testkit::repo(&format!("{EVERYTHING}\ngit gc --quiet --prune=now"));
    let folder = repo.path().join(".git/objects/pack");
    let files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    let find = |extension: &str| files.iter().find(|path| path.extension().unwrap() == extension).unwrap();
    for file in [find("pack"), find("idx")] {
        let whole = std::fs::read(file).unwrap();
        std::fs::remove_file(file).unwrap();
        for step in 0..60 {
            let mut damaged = whole.clone();
            if step % 4 == 3 {
                damaged.truncate(whole.len() * step / 60);
            } else {
                let at = whole.len() * step / 60;
                damaged[at] ^= 0x55;
                let last = whole.len() - 1 - at / 2;
                damaged[last] ^= 0x10;
            }
            std::fs::write(file, damaged).unwrap();
            let repository = Repository::open(repo.path()).unwrap();
            let refs = repository.refs().unwrap();
            assert!(!refs.is_empty());
            let tip = refs.iter().find(|position| position.name == "refs/heads/main").unwrap().target;
            let request =
                git::WalkRequest { line_tip: tip, line_stop: None, tips: vec![], known: &|_| false };
            let walk = repository.walk(&request, &Silent).unwrap();
            changes(&repository, &walk.line);
        }
        std::fs::write(file, whole).unwrap();
    }
}

#[test]
fn large_files_are_not_read() {
    let repo = testkit::repo(
        "head -c 2000 /dev/zero | tr '\\0' x >big.yaml; write small.yaml 1; commit 1
         printf more >>big.yaml; commit 2; git repack --quiet -a -d -f; git prune-packed
         printf loose >>big.yaml; commit 3",
    );
    let repository = Repository::open(repo.path()).unwrap();
    let line = walk_all(&repository).line;
    let options = Options { threads: 1, max_blob_bytes: 1000 };
    let found =
        repository.changes(&line, None, &|_| Some(()), &|(), bytes| bytes.len(), options, &Silent).unwrap();
    let blobs: Vec<_> = found.changes.iter().map(|change| change.blob).collect();
    let large = |size| Blob::TooLarge { size };
    assert_eq!(blobs, [large(2000), Blob::Read(0), large(2004), large(2009)]);
    assert_eq!(found.gaps.len(), 3);
    assert!(found.gaps.iter().all(|gap| gap.code == GapCode::TooLarge));
    assert!(found.gaps[0].message.contains("2000"), "{:?}", found.gaps[0]);
}

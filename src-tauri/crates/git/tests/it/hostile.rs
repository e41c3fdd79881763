//! Objects that Git would not write.

use domain::GapCode;
use git::{Changes, Options, Repository, Silent, Walk};

use crate::oracle::walk_all;

fn scan(repo: &testkit::TempRepo) -> (Walk, Changes<(), usize>) {
    let repository = Repository::open(repo.path()).unwrap();
    let walk = walk_all(&repository);
    let read = |(), bytes: &[u8]| bytes.len();
    let found =
        repository.changes(&walk.line, None, &|_| Some(()), &read, Options::default(), &Silent).unwrap();
    (walk, found)
}

/// Makes a commit on `main` out of a tree that standard input describes to `git mktree`.
const LAND: &str = "land() { git update-ref refs/heads/main \"$(git commit-tree -m x \"$1\")\"; }\n";

#[test]
fn folders_without_end() {
    let repo = testkit::repo(&format!(
        "{LAND}entry=\"100644 blob $(echo 1 | git hash-object -w --stdin)\tx.yaml\"
         for n in $(seq 400); do tree=$(printf '%s\\n' \"$entry\" | git mktree); entry=\"040000 tree $tree\td\"; done
         land \"$tree\""
    ));
    let (_, found) = scan(&repo);
    assert_eq!(found.changes.len(), 0);
    assert_eq!(found.gaps.len(), 1);
    assert_eq!(found.gaps[0].code, GapCode::TooDeep);
    assert!(found.gaps[0].place.ends_with(":d/d/") || found.gaps[0].place.contains(":d/d/"));
}

#[test]
fn a_tree_that_unfolds_to_a_billion_files() {
    let repo = testkit::repo(&format!(
        "{LAND}tree=$(echo 1 | git hash-object -w --stdin); kind='100644 blob'
         for n in 1 2 3 4 5 6 7 8 9; do
             tree=$(for m in 0 1 2 3 4 5 6 7 8 9; do printf '%s %s\\tn%s\\n' \"$kind\" \"$tree\" \"$m\"; done | git mktree)
             kind='040000 tree'
         done
         land \"$tree\""
    ));
    let repository = Repository::open(repo.path()).unwrap();
    let line = walk_all(&repository).line;
    let classify = |path: &[u8]| path.ends_with(b"n1/n1/n1").then_some(());
    let found = repository.changes(&line, None, &classify, &|(), _| (), Options::default(), &Silent).unwrap();
    assert!(found.gaps.iter().any(|gap| gap.code == GapCode::TooLarge), "{:?}", found.gaps);
}

#[test]
fn trees_that_are_no_trees() {
    for bytes in [
        "100644 a",
        "100644 a\\0short",
        "999 a\\0aaaaaaaaaaaaaaaaaaaa",
        "noise without end",
        " \\0",
        "100644",
    ] {
        let repo = testkit::repo(&format!(
            "{LAND}tree=$(printf '{bytes}' | git hash-object -w --stdin -t tree --literally); land \"$tree\""
        ));
        let (walk, found) = scan(&repo);
        assert_eq!((walk.commits.len(), found.changes.len()), (1, 0));
        assert_eq!(found.gaps.len(), 1, "{bytes}");
        assert_eq!(found.gaps[0].code, GapCode::Malformed, "{bytes}");
    }
}

#[test]
fn a_tree_out_of_order_and_with_doubles_ends() {
    let repo = testkit::repo(&format!(
        "{LAND}write z 1; write a 2; commit 1; blob=$(git rev-parse main:a | sed 's/../\\\\x&/g')
         raw() {{ printf \"100644 z\\0${{blob}}100644 a\\0${{blob}}40000 a\\0${{blob}}100644 a\\0${{blob}}\"; }}
         tree=$(raw | git hash-object -w --stdin -t tree --literally)
         git update-ref refs/heads/main \"$(git commit-tree -p main -m x \"$tree\")\""
    ));
    let (walk, found) = scan(&repo);
    assert_eq!(walk.line.len(), 2);
    assert!(found.changes.len() >= 2);
}

#[test]
fn commits_without_people_tree_or_time() {
    let repo = testkit::repo(
        "write x.yaml 1; commit 1; tree=$(git rev-parse 'main^{tree}'); parent=$(git rev-parse main)
         made=$(printf 'tree %s\\nparent %s\\nauthor\\ncommitter x <y> soon\\n\\nhello' \"$tree\" \"$parent\" |
             git hash-object -w --stdin -t commit --literally)
         echo \"$made\" >.git/refs/heads/main
         printf 'no commit at all' | git hash-object -w --stdin -t commit --literally >.git/refs/heads/noise
         git rev-parse main:x.yaml >.git/refs/heads/blob
         echo 1111111111111111111111111111111111111111 >.git/refs/heads/nowhere
         echo nonsense >.git/refs/heads/nonsense",
    );
    let repository = Repository::open(repo.path()).unwrap();
    let refs = repository.refs().unwrap();
    let commits: Vec<_> = refs.iter().map(|it| (it.name.as_str(), it.commit.is_some())).collect();
    let expect = [
        ("refs/heads/blob", false),
        ("refs/heads/main", true),
        ("refs/heads/noise", true),
        ("refs/heads/nowhere", false),
    ];
    assert_eq!(commits, expect);
    let (walk, _) = scan(&repo);
    assert_eq!(walk.commits.len(), 2);
    assert_eq!(walk.commits[1].subject, "hello");
    assert_eq!(walk.commits[1].committed_at, domain::Time::from_seconds(0));
    let codes: Vec<_> = walk.gaps.iter().map(|gap| gap.code).collect();
    assert_eq!(codes, [GapCode::Malformed, GapCode::Malformed], "{:?}", walk.gaps);
}

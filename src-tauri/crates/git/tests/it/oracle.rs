//! What Git says, to compare with.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use git::{Blob, Changes, Options, Repository, Silent, Walk, WalkRequest};

/// What is at a path after a commit.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum State {
    Deleted,
    File(String),
    NotAFile,
}

/// Commit, path, state.
pub(crate) type Row = (String, Vec<u8>, State);

/// Runs Git in a folder, without any configuration of the machine.
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> Vec<u8> {
    let output = Command::new("git")
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .expect("git is there");
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Returns Git's first-parent differences of a branch; a change of the execution bit alone is none.
pub(crate) fn rows_of_git(folder: &Path, branch: &str) -> BTreeSet<Row> {
    let log = git(
        folder,
        &[
            "log",
            "--first-parent",
            "-m",
            "--raw",
            "-z",
            "--no-renames",
            "--no-abbrev",
            "--format=commit:%H",
            branch,
        ],
    );
    let mut rows = BTreeSet::new();
    let mut commit = String::new();
    let mut tokens = log.split(|byte| *byte == 0);
    while let Some(token) = tokens.next() {
        let token = String::from_utf8_lossy(token.trim_ascii());
        if let Some(id) = token.strip_prefix("commit:") {
            commit = id.to_owned();
        } else if let Some(change) = token.strip_prefix(':') {
            let path = tokens.next().expect("a path follows").to_vec();
            let [old_mode, new_mode, old, new, _] = change.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{change}")
            };
            if old == new && old_mode.starts_with("100") && new_mode.starts_with("100") {
                continue;
            }
            let state = match new_mode {
                "000000" => State::Deleted,
                "100644" | "100755" => State::File(new.to_owned()),
                _ => State::NotAFile,
            };
            rows.insert((commit.clone(), path, state));
        }
    }
    rows
}

/// Returns the crate's differences as Git's are written.
pub(crate) fn rows_of<K, T>(line: &[domain::CommitId], changes: &Changes<K, T>) -> BTreeSet<Row> {
    let rows: BTreeSet<_> = changes
        .changes
        .iter()
        .map(|change| {
            let state = match change.blob {
                Blob::Deleted => State::Deleted,
                Blob::Read(reading) => State::File(changes.blobs[reading as usize].to_string()),
                Blob::NotAFile => State::NotAFile,
                Blob::TooLarge { .. } | Blob::Missing => panic!("{change:?}"),
            };
            let path = changes.paths[change.path as usize].clone();
            (line[change.pos as usize].to_string(), path, state)
        })
        .collect();
    assert_eq!(rows.len(), changes.changes.len(), "each commit names each path once");
    rows
}

/// Walks everything that the refs lead to, with the default branch as the line.
pub(crate) fn walk_all(repository: &Repository) -> Walk {
    let branch = repository.default_branch().expect("a default branch");
    let line_tip = repository.resolve_branch(&branch).expect("a commit on it");
    let tips = repository.refs().expect("refs").into_iter().filter_map(|position| position.commit).collect();
    let request = WalkRequest { line_tip, line_stop: None, tips, known: &|_| false };
    repository.walk(&request, &Silent).expect("nobody cancels")
}

/// Compares all paths of a line; each reading is the length of the file.
pub(crate) fn all_changes(repository: &Repository, line: &[domain::CommitId]) -> Changes<(), usize> {
    let options = Options { threads: 3, max_blob_bytes: 1 << 30 };
    repository
        .changes(line, None, &|_| Some(()), &|(), bytes| bytes.len(), options, &Silent)
        .expect("nobody cancels")
}

/// Compares walk and changes of a repository with what Git says of it.
pub(crate) fn assert_as_git_says(folder: &Path) {
    let repository = Repository::open(folder).expect("a repository");
    let branch = repository.default_branch().expect("a default branch");
    let walk = walk_all(&repository);
    assert_eq!(walk.gaps, []);
    assert!(walk.line_reaches_stop);

    let lines = |arguments: &[&str]| {
        let text = git(folder, arguments);
        String::from_utf8_lossy(&text).lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let line: Vec<_> = walk.line.iter().map(ToString::to_string).collect();
    assert_eq!(line, lines(&["rev-list", "--first-parent", "--reverse", &branch]), "the line");

    let mut seen = BTreeSet::new();
    for commit in &walk.commits {
        assert!(
            commit.parents.iter().all(|parent| seen.contains(parent)),
            "parents come first: {}",
            commit.id
        );
        seen.insert(commit.id);
    }
    let found: BTreeSet<_> = walk
        .commits
        .iter()
        .map(|commit| {
            let parents: Vec<_> = commit.parents.iter().map(ToString::to_string).collect();
            let seconds = |time: domain::Time| time.micros() / 1_000_000;
            format!(
                "{}|{}|{}|{}|{}|{}|{}|{}",
                commit.id,
                parents.join(" "),
                commit.author.name,
                commit.author.email,
                seconds(commit.authored_at),
                commit.committer.name,
                commit.committer.email,
                seconds(commit.committed_at),
            )
        })
        .collect();
    let expect: BTreeSet<_> =
        lines(&["log", "--all", "--format=%H|%P|%aN|%aE|%at|%cN|%cE|%ct"]).into_iter().collect();
    assert_eq!(found, expect);
    assert_eq!(found.len(), walk.commits.len(), "each commit is read once");

    let changes = all_changes(&repository, &walk.line);
    assert_eq!(changes.gaps, []);
    let found = rows_of(&walk.line, &changes);
    let expect = rows_of_git(folder, &branch);
    let wrong: Vec<_> = found.symmetric_difference(&expect).take(5).collect();
    assert!(wrong.is_empty(), "{} found, {} expected, e.g. {wrong:?}", found.len(), expect.len());
    let order: Vec<_> =
        changes.changes.iter().map(|change| (change.pos, &changes.paths[change.path as usize])).collect();
    assert!(order.is_sorted(), "by commit, then by path");
}

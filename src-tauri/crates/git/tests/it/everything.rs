//! Everything that a history may hold, compared with Git.

use git::{Options, Repository, Silent};
use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::oracle::{all_changes, assert_as_git_says, walk_all};

/// Merges, an octopus, renames, type changes, a submodule, the execution bit, empty commits, a clock that runs back,
/// bytes that are no UTF-8, annotated tags, a mailmap.
pub(crate) const EVERYTHING: &str = r#"
printf 'Ada Moss <ada@shop.example> <old@shop.example>\nBo Fern <bo@shop.example> Bot <ci@shop.example>\n' >.mailmap
write a/b/app.yaml 'image: v1'
write run.sh 'echo'
write x 1; write x.y 2; write x0 3
commit 'Begin (#1)' --author 'ada <old@shop.example>'
chmod +x run.sh; commit 'Make it run'
git mv a/b/app.yaml a/c.yaml; commit 'Rename' --author 'Bot <ci@shop.example>'
ln -s c.yaml a/link; commit 'Link'
rm a/link; write a/link 'no link'; commit 'Link to file'
rm run.sh; ln -s a run.sh; commit 'File to link'
printf target >same; commit 'A file'
rm same; ln -s target same; commit 'The same bytes as a link'
rm same; printf target >same; commit 'And back'
rm x; write x/deep/er 1; commit 'File to folder'
rm -r x; write x 1; commit 'Folder to file'
commit 'Nothing'
tick; git update-index --add --cacheinfo 160000,1111111111111111111111111111111111111111,sub
git commit --quiet -m 'Add a submodule'
tick; git update-index --cacheinfo 160000,2222222222222222222222222222222222222222,sub
git commit --quiet -m 'Move the submodule'
tick; git rm --quiet --cached sub; git commit --quiet -m 'Drop the submodule'
write "$(printf 'caf\351.yaml')" odd
tick; git add --all; git -c i18n.commitEncoding=ISO-8859-1 commit --quiet -m "$(printf 'Caf\351 au lait (#7)')"
git checkout --quiet -b side; write side.yaml 1; commit 'Side'
git checkout --quiet main; write main.yaml 1; commit 'Main'
tick; git merge --quiet --no-ff -m 'Merge pull request #12 from shop/side' side
for n in 1 2 3; do git checkout --quiet -b "arm$n" main; write "arm$n/values.yaml" "$n"; commit "Arm $n"; done
git checkout --quiet main; tick; git merge --quiet -m 'Octopus' arm1 arm2 arm3
git checkout --quiet -b evil; write evil.yaml 1; commit 'Evil'
git checkout --quiet main; tick; git merge --quiet --no-commit --no-ff evil; write evil.yaml 2; git add --all
git commit --quiet -m 'Merge, and change what was merged'
GIT_COMMITTER_DATE='1000000000 +0000' git commit --quiet --allow-empty -m 'A clock that runs back'
GIT_AUTHOR_DATE='4000000000 +0200' git commit --quiet --allow-empty -m 'And one that runs ahead'
git rm --quiet -r a; commit 'Remove a folder'
git tag -a -m one v1; git tag -a -m two v2 v1; git tag light main~3
git tag -a -m tree tree-tag 'main^{tree}'; git tag blob-tag main:x
"#;

#[test]
fn a_scripted_history() {
    let repo = testkit::repo(EVERYTHING);
    assert_as_git_says(repo.path());
    repo.git(&["gc", "--quiet"]);
    assert_as_git_says(repo.path());
}

#[test]
fn a_scripted_history_in_sha256() {
    let script =
        format!("rm -rf .git; git init --quiet --initial-branch=main --object-format=sha256 .\n{EVERYTHING}");
    let script = script.replace("1111111111111111111111111111111111111111", &"1".repeat(64));
    let script = script.replace("2222222222222222222222222222222222222222", &"2".repeat(64));
    let repo = testkit::repo(&script);
    assert_eq!(repo.id("main").len(), 64);
    assert_as_git_says(repo.path());
    repo.git(&["gc", "--quiet"]);
    assert_as_git_says(repo.path());
}

#[test]
fn messages_and_tags() {
    let repo = testkit::repo(EVERYTHING);
    let repository = Repository::open(repo.path()).unwrap();
    let walk = walk_all(&repository);
    let by_subject: BTreeMap<_, _> =
        walk.commits.iter().map(|commit| (commit.subject.as_str(), commit)).collect();
    assert_eq!(by_subject["Begin (#1)"].change_request, Some(1));
    assert_eq!(by_subject["Begin (#1)"].author.name, "Ada Moss");
    assert_eq!(by_subject["Rename"].author.email, "bo@shop.example");
    assert_eq!(by_subject["Caf\u{fffd} au lait (#7)"].change_request, Some(7));
    assert_eq!(by_subject["Merge pull request #12 from shop/side"].change_request, Some(12));
    assert_eq!(by_subject["Octopus"].parents.len(), 3);

    let refs = repository.refs().unwrap();
    let found: Vec<_> = refs
        .iter()
        .map(|position| {
            let commit = position.commit.map_or("-".to_owned(), |id| id.to_string());
            format!("{} {} {commit}", position.name, position.target)
        })
        .collect();
    let main = repo.id("main");
    let expect: Vec<_> = repo
        .git(&["for-each-ref", "--format=%(refname) %(objectname)"])
        .lines()
        .map(|line| {
            let name = line.split(' ').next().unwrap();
            let commit = match name {
                "refs/tags/tree-tag" | "refs/tags/blob-tag" => "-".to_owned(),
                "refs/tags/v1" | "refs/tags/v2" => main.clone(),
                _ => repo.id(name),
            };
            format!("{line} {commit}")
        })
        .collect();
    assert_eq!(found, expect);
    let raw: Vec<_> = refs.into_iter().map(|position| (position.name, position.target)).collect();
    assert_eq!(repository.raw_refs().unwrap(), raw);
    repo.git(&["pack-refs", "--all"]);
    assert_eq!(Repository::open(repo.path()).unwrap().raw_refs().unwrap(), raw);
}

#[test]
fn each_path_is_classified_once_and_each_content_read_once_for_each_class() {
    let repo = testkit::repo(
        "write a/x.yaml 1; write b/x.yaml 1; write c.txt 1; commit 1; write a/x.yaml 2; commit 2; write a/x.yaml 1; commit 3",
    );
    let repository = Repository::open(repo.path()).unwrap();
    let line = walk_all(&repository).line;
    let asked = Mutex::new(BTreeMap::new());
    let classify = |path: &[u8]| {
        *asked.lock().unwrap().entry(String::from_utf8_lossy(path).into_owned()).or_insert(0) += 1;
        path.ends_with(b".yaml").then(|| path[0])
    };
    let read = |class: u8, bytes: &[u8]| (class as char, String::from_utf8_lossy(bytes).trim().to_owned());
    let options = Options { threads: 4, ..Options::default() };
    let found = repository.changes(&line, None, &classify, &read, options, &Silent).unwrap();
    assert!(asked.into_inner().unwrap().values().all(|times| *times == 1));
    assert_eq!(found.paths, [b"a/x.yaml", b"b/x.yaml"]);
    assert_eq!(found.classes, [b'a', b'b']);
    let mut readings = found.readings;
    readings.sort();
    assert_eq!(readings, [('a', "1".to_owned()), ('a', "2".to_owned()), ('b', "1".to_owned())]);
    assert_eq!(found.changes.len(), 4);

    let from_second =
        repository.changes(&line[1..], Some(line[0]), &classify_yaml, &read_length, options, &Silent);
    assert_eq!(from_second.unwrap().changes.len(), 2, "compared with the base");
}

fn classify_yaml(path: &[u8]) -> Option<u8> {
    path.ends_with(b".yaml").then_some(0)
}

fn read_length(_: u8, bytes: &[u8]) -> usize {
    bytes.len()
}

#[test]
fn one_file_as_evidence() {
    let repo = testkit::repo(EVERYTHING);
    let repository = Repository::open(repo.path()).unwrap();
    let at = |revision: &str| repo.id(revision).parse().unwrap();
    let read = |revision: &str, path: &[u8]| repository.read_blob_at(&at(revision), path).unwrap();
    assert_eq!(read("main", b"main.yaml").unwrap(), b"1\n");
    assert_eq!(read("main", b"caf\xe9.yaml").unwrap(), b"odd\n");
    assert_eq!(read("main~2", b"a/c.yaml").unwrap(), b"image: v1\n");
    for path in [&b"a/c.yaml"[..], b"arm1", b"run.sh", b"main.yaml/x", b"", b"/", b"arm1/", b"../x"] {
        assert_eq!(read("main", path), None, "{}", String::from_utf8_lossy(path));
    }
}

#[test]
fn real_histories() {
    for name in ["lab", "court", "infra", "gov"] {
        let Some(clone) = testkit::corpus_clone(name) else { return };
        assert_as_git_says(clone.path());
        let repository = Repository::open(clone.path()).unwrap();
        let line = walk_all(&repository).line;
        let one = repository.changes(
            &line,
            None,
            &classify_yaml,
            &read_length,
            Options { threads: 1, ..Options::default() },
            &Silent,
        );
        let some: Vec<_> = one.unwrap().changes.iter().map(|change| (change.pos, change.path)).collect();
        let all = all_changes(&repository, &line);
        let yaml: Vec<_> =
            all.changes.iter().filter(|it| all.paths[it.path as usize].ends_with(b".yaml")).collect();
        assert_eq!(some.len(), yaml.len(), "{name}: classes choose, threads do not matter");
    }
}

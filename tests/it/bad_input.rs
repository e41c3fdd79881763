//! Input that is not as it should be: a clear word that names the place, and nothing stored is lost.

use std::process::Command;

use serde_json::{Value, json};

use crate::objects::{list, namespace, pod};
use crate::program::{Run, Workspace, rows};

/// A workspace that knows one cluster with one pod.
fn with_cluster() -> Workspace {
    let workspace = Workspace::new();
    let file = workspace.file("good.json", list(&[namespace("cluster-1"), pod("web", "shop/web:v1")]));
    workspace.ok(&["--at", "2026-01-02", "import", "--cluster", "prod", &file]);
    workspace
}

fn stored(workspace: &Workspace) -> Value {
    let mut answer = workspace.json(&["--at", "2026-01-02", "running"]);
    answer["gaps"] = Value::Null;
    answer
}

/// Imports a file beside what is known; what was stored must still be there.
fn import(name: &str, bytes: impl AsRef<[u8]>) -> (Workspace, Run) {
    let workspace = with_cluster();
    let before = stored(&workspace);
    let file = workspace.file(name, bytes);
    let run = workspace.run(&["--at", "2026-01-03", "import", "--cluster", "prod", &file]);
    assert_eq!(stored(&workspace), before, "what was stored is as it was");
    workspace.ok(&["doctor"]);
    (workspace, run)
}

#[track_caller]
fn refused(name: &str, bytes: impl AsRef<[u8]>, says: &[&str]) {
    let (_, run) = import(name, bytes);
    assert_eq!(run.status, 4, "{run:?}");
    for text in says.iter().copied().chain([name]) {
        assert!(run.stderr.contains(text), "{text:?} is not in {}", run.stderr);
    }
}

#[test]
fn files_that_cannot_be_read_are_refused_by_name() {
    let good = list(&[namespace("cluster-1"), pod("web", "shop/web:v2")]);
    refused("cut.json", &good[..good.len() / 2], &["line"]);
    refused("empty.json", "", &[]);
    refused("words.json", "hello", &[]);
    refused("number.json", "17", &[]);
    refused("binary.json", [0xff, 0xfe, 0x00, 0x01], &[]);
    refused("deep.json", format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)), &[]);
    refused("two.json", list(&[namespace("cluster-1"), namespace("cluster-2")]), &["cluster-2"]);
    refused("other.json", list(&[namespace("cluster-9"), pod("web", "shop/web:v2")]), &["cluster-9"]);
    let bomb = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n\
                d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\n\
                g: [*f,*f,*f,*f,*f,*f,*f,*f,*f]\nkind: List\napiVersion: v1\n";
    refused("bomb.yaml", bomb, &[]);
}

#[test]
fn an_item_that_is_not_right_is_a_gap_and_the_rest_is_read() {
    let odd = [
        namespace("cluster-1"),
        json!({"apiVersion": "v1", "kind": "Pod"}),
        json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "bare", "namespace": "shop", "uid": "u1"}}),
        json!({"apiVersion": "v1", "kind": "Pod", "metadata": "text", "spec": 7}),
        json!({"apiVersion": "v1", "kind": "Pod",
               "metadata": {"name": "typed", "namespace": "shop", "uid": "u2"},
               "spec": {"containers": {"name": 1}}, "status": []}),
        json!({"apiVersion": "example.org/v1", "kind": "Widget", "metadata": {"name": "w"}}),
        json!(null),
        json!(["not", "an", "object"]),
        pod("api", "shop/api:v1"),
        pod("api", "shop/api:v1"),
    ];
    let (workspace, run) = import("odd.json", list(&odd));
    assert_eq!(run.status, 0, "{run:?}");
    assert!(run.stderr.contains("odd.json: item 6"), "the item is named: {}", run.stderr);
    let answer = workspace.json(&["--at", "2026-01-04", "running"]);
    let apis = rows(&answer, "rows").iter().filter(|row| row["workload"]["name"] == "api").count();
    assert_eq!(apis, 1, "the good item is read, once: {answer}");
    let sources = workspace.json(&["sources"]);
    let gaps: Vec<String> = rows(&sources, "gaps")
        .iter()
        .map(|gap| format!("{} {}", gap["code"].as_str().unwrap(), gap["message"].as_str().unwrap()))
        .collect();
    insta::assert_snapshot!(gaps.join("\n"));
}

#[test]
fn a_list_of_unknown_kinds_is_a_gap_that_names_them() {
    let (_, run) =
        import("unknown.json", json!({"apiVersion": "example.org/v1", "kind": "Widget"}).to_string());
    assert!(run.stderr.contains("unknown.json") && run.stderr.contains("Widget"), "{run:?}");
}

#[test]
fn a_bad_file_does_not_stop_the_good_ones() {
    let workspace = with_cluster();
    let bad = workspace.file("bad.json", "{");
    let good = workspace.file("next.json", list(&[namespace("cluster-1"), pod("web", "shop/web:v2")]));
    let missing = workspace.folder().join("missing.json").display().to_string();
    let run = workspace.run(&["--at", "2026-01-05", "import", "--cluster", "prod", &bad, &missing, &good]);
    assert_eq!(run.status, 3, "{run:?}");
    assert!(run.stderr.contains("bad.json") && run.stderr.contains("missing.json"), "{}", run.stderr);
    let answer = workspace.json(&["--at", "2026-01-06", "running"]);
    assert_eq!(rows(&answer, "rows")[0]["tag"], "v2");
}

#[test]
fn what_is_no_repository_is_refused_and_a_cut_one_is_a_gap() {
    let workspace = Workspace::new();
    let folder = workspace.folder().display().to_string();
    let run = workspace.run(&["add", "repo", &folder]);
    assert_eq!(run.status, 4, "{run:?}");
    assert!(run.stderr.contains(&folder), "{}", run.stderr);
    let run = workspace.run(&["add", "repo", "https://forge.example/shop/fleet.git"]);
    assert_eq!(run.status, 2, "{run:?}");
    assert!(run.stderr.contains("git clone"), "the remedy is named: {}", run.stderr);

    let whole = testkit::repo(
        "for n in 1 2 3 4 5; do write apps/web/values.yaml \"image: {repository: shop/web, tag: v$n}\"; \
         commit \"Release $n\"; done",
    );
    let shallow = workspace.folder().join("shallow.git");
    git(
        &["clone", "--quiet", "--bare", "--depth", "2", &format!("file://{}", whole.path().display())],
        &shallow,
    );
    let partial = workspace.folder().join("partial.git");
    git(&["clone", "--quiet", "--bare", &whole.path().display().to_string()], &partial);
    lose_a_blob(&partial, "HEAD~2:apps/web/values.yaml");
    workspace.add(&shallow, "shallow");
    workspace.add(&partial, "partial");
    let run = workspace.run(&["--quiet", "sync"]);
    assert_eq!(run.status, 0, "{run:?}");
    let sources = workspace.json(&["sources"]);
    let gaps: Vec<(&str, &str)> = rows(&sources, "gaps")
        .iter()
        .map(|gap| (gap["source"].as_str().unwrap(), gap["code"].as_str().unwrap()))
        .collect();
    assert!(gaps.contains(&("shallow", "shallow")), "{gaps:?}");
    assert!(gaps.contains(&("partial", "missing-object")), "{gaps:?}");
    for name in ["shallow", "partial"] {
        let declared = workspace.json(&["declared", "--repo", name]);
        assert_eq!(rows(&declared, "declarations")[0]["tag"], "v5", "{name}: the rest is read");
    }
}

/// Clones into a bare repository, with loose objects.
fn git(arguments: &[&str], into: &std::path::Path) {
    let status = Command::new("git").args(arguments).arg(into).status().expect("git runs");
    assert!(status.success());
}

/// Removes one object, as a clone that was cut lacks it.
fn lose_a_blob(repository: &std::path::Path, name: &str) {
    let run = |arguments: &[&str]| {
        let output =
            Command::new("git").arg("-C").arg(repository).args(arguments).output().expect("git runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("git writes text").trim().to_owned()
    };
    let id = run(&["rev-parse", name]);
    let packs = repository.join("objects/pack");
    let elsewhere = repository.join("unpack");
    if let Ok(entries) = std::fs::read_dir(&packs) {
        std::fs::create_dir_all(&elsewhere).expect("a folder");
        for entry in entries {
            let path = entry.expect("an entry").path();
            std::fs::rename(&path, elsewhere.join(path.file_name().expect("a name"))).expect("a move");
        }
    }
    for entry in std::fs::read_dir(&elsewhere).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|end| end == "pack") {
            let file = std::fs::File::open(&path).expect("the pack");
            let status = Command::new("git")
                .arg("-C")
                .arg(repository)
                .args(["unpack-objects", "-q"])
                .stdin(file)
                .status()
                .expect("git runs");
            assert!(status.success());
        }
    }
    std::fs::remove_file(repository.join("objects").join(&id[..2]).join(&id[2..]))
        .expect("the blob is loose");
}

#[test]
fn hostile_content_of_a_repository_is_a_gap_with_its_place() {
    let repository = testkit::repo(
        r#"
        write apps/web/values.yaml 'image: {repository: shop/web, tag: v1}'
        write apps/bad/values.yaml 'image: {repository: shop/bad, tag: [unclosed'
        write apps/deep/values.yaml "image: $(printf '[%.0s' $(seq 1 10000))"
        mkdir -p apps/latin && printf 'image: {repository: shop/\344, tag: v1}\n' > apps/latin/values.yaml
        ln -s ../../../../etc/passwd apps/web/values-prod.yaml
        mkdir -p "apps/$(printf 'b\344d')" && printf 'image: {repository: shop/x, tag: v1}\n' > "apps/$(printf 'b\344d')/values.yaml"
        commit "$(printf 'Message with \377 in it')"
        "#,
    );
    let workspace = Workspace::new();
    workspace.add(repository.path(), "hostile");
    let run = workspace.run(&["--quiet", "sync"]);
    assert_eq!(run.status, 0, "{run:?}");
    let declared = workspace.json(&["declared", "--app", "web"]);
    assert_eq!(rows(&declared, "declarations")[0]["tag"], "v1", "the rest is read");
    let sources = workspace.json(&["sources"]);
    let head = repository.id("HEAD");
    let mut gaps: Vec<String> = rows(&sources, "gaps")
        .iter()
        .map(|gap| {
            let place = gap["place"].as_str().unwrap();
            assert!(place.contains(&head[..8]), "the commit is named: {gap}");
            format!(
                "{} {}",
                gap["code"].as_str().unwrap(),
                place.split_once(':').map_or(place, |(_, path)| path)
            )
        })
        .collect();
    gaps.sort();
    insta::assert_snapshot!(gaps.join("\n"));
}

#[test]
fn a_workspace_that_cannot_be_written_says_so() {
    let workspace = Workspace::new();
    workspace.file("workspace", "a file where the folder should be");
    let run = workspace.run(&["sources"]);
    assert_eq!(run.status, 4, "{run:?}");
    assert!(run.stderr.contains("--workspace"), "the remedy is named: {}", run.stderr);

    let workspace = Workspace::new();
    std::fs::create_dir(workspace.path()).unwrap();
    std::fs::write(
        workspace.path().join("cairn.sqlite"),
        "not a database at all, but long enough".repeat(50),
    )
    .unwrap();
    let run = workspace.run(&["sources"]);
    assert_eq!(run.status, 4, "{run:?}");
    assert!(run.stderr.contains("cairn.sqlite"), "{}", run.stderr);
}

/// A limit on the size of files is what a full disk is to a program: a write that does not succeed.
#[cfg(unix)]
#[test]
fn a_disk_without_room_leaves_the_file_sound() {
    let workspace = with_cluster();
    let before = stored(&workspace);
    let pods: Vec<Value> = (0..4000).map(|n| pod(&format!("p{n}"), &format!("shop/p{n}:v1"))).collect();
    let mut items = vec![namespace("cluster-1")];
    items.extend(pods);
    let file = workspace.file("large.json", list(&items));
    let script = "trap '' XFSZ; ulimit -f 400; exec \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script, "sh", env!("CARGO_BIN_EXE_cairn"), "--workspace"])
        .arg(workspace.path())
        .args(["--at", "2026-01-03", "import", "--cluster", "prod", &file])
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{stderr}");
    workspace.ok(&["doctor"]);
    assert_eq!(stored(&workspace), before, "nothing is lost, and nothing is half there");
    workspace.ok(&["--at", "2026-01-03", "import", "--cluster", "prod", &file]);
}

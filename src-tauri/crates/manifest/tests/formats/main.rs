//! What each format's recogniser reads, as tables: a file, and every slot in it.

mod argo;
mod flux;
mod kustomize;
mod objects;
mod values;

use domain::GapCode;
use manifest::{FileKind, LAST_DOCUMENT, read, read_unfiltered, read_with_full_parser};

/// A digest for tests.
const DIGEST: &str = "sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

/// A slot as a row: slot, image, tag, digest, version; `-` for what is absent.
type Row<'t> = (&'t str, &'t str, &'t str, &'t str, &'t str);

/// Asserts that every way to read the file gives these slots and no problem.
#[track_caller]
fn check(kind: FileKind, text: &str, rows: &[Row<'_>]) {
    let reading = read(kind, text.as_bytes());
    assert_eq!(reading.problems, [], "{text}");
    let found: Vec<_> = reading
        .slots
        .iter()
        .map(|slot| {
            let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
            let digest = slot.value.digest.as_ref().map(ToString::to_string);
            let value = &slot.value;
            (slot.slot.clone(), text(&value.image), text(&value.tag), text(&digest), text(&value.version))
        })
        .collect();
    let owned = |(a, b, c, d, e): &Row<'_>| {
        let own = |text: &&str| (*text).to_owned();
        (own(a), own(b), own(c), own(d), own(e))
    };
    assert_eq!(found, rows.iter().map(owned).collect::<Vec<_>>(), "{text}");
    assert_eq!(reading, read_with_full_parser(kind, text.as_bytes()), "{text}");
    assert_eq!(reading.slots, read_unfiltered(kind, text.as_bytes()).slots, "{text}");
}

#[test]
fn one_version_in_a_file() {
    let cases: [(&str, &[Row<'_>]); 12] = [
        ("image_tag: v1\nautomatic: true\n", &[("image_tag", "-", "v1", "-", "-")]),
        ("image_tag: 012", &[("image_tag", "-", "012", "-", "-")]),
        ("image_tag: 1_000", &[("image_tag", "-", "1_000", "-", "-")]),
        ("image_tag: no", &[("image_tag", "-", "no", "-", "-")]),
        ("image_tag: '1.10'", &[("image_tag", "-", "1.10", "-", "-")]),
        ("image_tag:", &[]),
        ("image_tag: \"\"", &[]),
        ("v1.2.3\n", &[(".", "-", "v1.2.3", "-", "-")]),
        ("r.example/app:v1\n", &[(".", "r.example/app", "v1", "-", "-")]),
        ("just some words of 1 person\n", &[]),
        ("<html>\n", &[]),
        ("a: [unclosed\n", &[]),
    ];
    for (text, rows) in cases {
        check(FileKind::TagFile, text, rows);
    }
}

#[test]
fn charts_and_helmfiles() {
    check(
        FileKind::Chart,
        "name: web\nversion: 1.2.3\nappVersion: \"4.5\"\ndependencies:\n- name: redis\n  version: 17.0.0\n",
        &[
            ("appVersion", "web", "-", "-", "4.5"),
            ("dependencies[name=redis]", "redis", "-", "-", "17.0.0"),
            ("version", "web", "-", "-", "1.2.3"),
        ],
    );
    check(
        FileKind::Helmfile,
        "releases:\n- name: web\n  chart: r/web\n  version: 1.2.3\n  values:\n  - image: {repository: a, tag: b}\n",
        &[
            ("releases[name=web]", "r/web", "-", "-", "1.2.3"),
            ("releases[name=web].values[0].image", "a", "b", "-", "-"),
        ],
    );
}

#[test]
fn documents_that_collide_carry_their_object() {
    let text = "kind: Job\nmetadata: {name: a, namespace: n}\nspec: {image: 'r/a:1'}\n---\n\
                kind: Job\nmetadata: {name: b}\nspec: {image: 'r/b:2'}\n";
    check(
        FileKind::Yaml,
        text,
        &[
            ("spec.image", "r/b", "2", "-", "-"),
            ("spec.image#Job//b", "r/b", "2", "-", "-"),
            ("spec.image#Job/n/a", "r/a", "1", "-", "-"),
        ],
    );
    let slots = read(FileKind::Yaml, text.as_bytes()).slots;
    assert_eq!(slots[0].format, LAST_DOCUMENT, "who counts can tell the repetition");
    assert_eq!(slots[2].object.as_deref(), Some("a"));
    assert_eq!(slots[2].namespace.as_deref(), Some("n"));
}

#[test]
fn one_bad_document_leaves_the_others() {
    let text = "image: a:1\n---\nimage: [\n---\nweb:\n  image: b:2\n";
    let reading = read(FileKind::Values, text.as_bytes());
    let slots: Vec<&str> = reading.slots.iter().map(|slot| slot.slot.as_str()).collect();
    assert_eq!(slots, ["image", "web.image"]);
    assert_eq!(reading.problems.len(), 1);
    assert_eq!(reading.problems[0].code, GapCode::Unparsable);
    assert!(reading.problems[0].line.is_some_and(|line| (3..=4).contains(&line)), "{:?}", reading.problems);
}

#[test]
fn the_last_of_equal_keys_counts() {
    let reading = read(FileKind::Values, b"image: a:1\nx: y\nimage: a:2\n");
    assert_eq!(reading.slots[0].value.tag.as_deref(), Some("2"));
    assert_eq!(reading.problems[0].code, GapCode::Duplicate);
    assert_eq!(reading.problems[0].line, Some(3));
    let twice = read(FileKind::Kustomization, b"images:\n- {name: a, newTag: b}\n- {name: a, newTag: c}\n");
    assert_eq!(twice.slots[0].value.tag.as_deref(), Some("c"));
    assert_eq!(twice.problems[0].code, GapCode::Duplicate);
}

#[test]
fn templates_are_passed_over() {
    check(FileKind::Template, "image: {{ .Values.image }}\n  bad: [", &[]);
    check(FileKind::Template, "image: a:1", &[("image", "a", "1", "-", "-")]);
}

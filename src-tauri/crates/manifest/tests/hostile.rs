//! Input made to break a reader: cut, deep, endless, random. None of it may panic, hang, or tell the parsers apart.

use std::time::{Duration, Instant};

use domain::GapCode;
use manifest::{FileKind, Layout, kind_of, read, read_unfiltered, read_with_full_parser};
use proptest::prelude::*;

const KINDS: [FileKind; 8] = [
    FileKind::Yaml,
    FileKind::Values,
    FileKind::Kustomization,
    FileKind::Chart,
    FileKind::Helmfile,
    FileKind::ArgoSource,
    FileKind::Template,
    FileKind::TagFile,
];

/// Reads `bytes` in every way and returns the problems of the first.
fn check(kind: FileKind, bytes: &[u8]) -> Vec<GapCode> {
    let start = Instant::now();
    let fast = read(kind, bytes);
    let took = start.elapsed();
    assert!(took < Duration::from_secs(5), "{took:?} for {} bytes", bytes.len());
    let full = read_with_full_parser(kind, bytes);
    assert_eq!(fast, full, "both parsers read the same of {:?}", String::from_utf8_lossy(bytes));
    let unfiltered = read_unfiltered(kind, bytes);
    assert_eq!(
        full.slots,
        unfiltered.slots,
        "the filter hides nothing of {:?}",
        String::from_utf8_lossy(bytes)
    );
    fast.problems.into_iter().map(|problem| problem.code).collect()
}

#[test]
fn deep_nesting_is_a_gap() {
    let cases = [
        format!("image: {}", "[".repeat(10_000)),
        format!("image: {}{}", "[".repeat(10_000), "]".repeat(10_000)),
        format!("image: {}", "{a: ".repeat(10_000)),
        format!("image:\n{}", "- ".repeat(10_000)),
        (0..2_000).map(|depth| format!("{}image:\n", " ".repeat(depth))).collect(),
        format!("image: {}", "[\n".repeat(100_000)),
    ];
    for text in cases {
        let codes = check(FileKind::Yaml, text.as_bytes());
        assert!(codes.contains(&GapCode::TooDeep) || codes.contains(&GapCode::Unparsable), "{codes:?}");
    }
}

#[test]
fn aliases_cannot_make_it_endless() {
    let mut list = "a0: &a0 {image: x}\n".to_owned();
    let mut merge = "a0: &a0 {image: x:1}\n".to_owned();
    for level in 1..60 {
        let before = level - 1;
        let many = vec![format!("*a{before}"); 10].join(", ");
        list.push_str(&format!("a{level}: &a{level} [{many}]\n"));
        merge.push_str(&format!("a{level}: &a{level}\n  <<: [{many}]\n  k{level}: v\n"));
    }
    assert!(check(FileKind::Yaml, list.as_bytes()).contains(&GapCode::TooDeep));
    check(FileKind::Yaml, merge.as_bytes());
    let wide: String = (0..20_000).map(|n| format!("  k{n}: v\n")).collect();
    let merges: String = (0..2_000).map(|n| format!("m{n}:\n  <<: *w\n  image: a:{n}\n")).collect();
    check(FileKind::Yaml, format!("w: &w\n{wide}{merges}").as_bytes());
    let (key, tag) = ("k".repeat(900), "t".repeat(100_000));
    let mut long = format!("a0: &a0 {{image: x, tag: {tag}}}\n");
    for level in 1..100 {
        let before = level - 1;
        long.push_str(&format!("a{level}: &a{level}\n  {key}: *a{before}\n  b{key}: *a{before}\n"));
    }
    assert!(check(FileKind::Yaml, long.as_bytes()).contains(&GapCode::TooDeep));
    let again = "*w, ".repeat(50_000);
    for text in [
        format!("w: &w\n{wide}m:\n  <<: [{again}]\nimage: a\n"),
        format!("kind: Kustomization\nw: &w\n{wide}images: [{again}]\n"),
        format!("kind: Kustomization\nw: &w \"image: {}\\n\"\npatches: [{again}]\n", "x".repeat(200_000)),
        format!("kind: Application\nspec:\n  w: &w\n{}  sources: [{again}]\n", wide.replace("  k", "    k")),
    ] {
        check(FileKind::Yaml, text.as_bytes());
    }
    for text in ["a: &a [*a]\nimage: x", "a: &a\n  <<: *a\n  image: x", "image: *nobody"] {
        assert!(!check(FileKind::Yaml, text.as_bytes()).is_empty(), "{text}");
    }
}

#[test]
fn long_lines_and_many_keys_take_no_longer() {
    let cases = [
        format!("image: {}", "x".repeat(1 << 20)),
        format!("{}: image", "x".repeat(1 << 20)),
        format!("image: \"{}\"", "\\n".repeat(1 << 19)),
        format!("image: {}", "'".repeat(1 << 20)),
        format!("image: x{}", "#".repeat(1 << 20)),
        "image: a\n".repeat(100_000),
        (0..100_000).map(|n| format!("image{n}: a\n")).chain(["image: x".to_owned()]).collect(),
        "- image: a:b\n".repeat(80_000),
        "---\nimage: a\n".repeat(60_000),
        format!("image: |\n{}", "  x\n".repeat(200_000)),
        format!("images:\n{}", "- {name: a, newTag: b}\n".repeat(30_000)),
    ];
    for text in cases {
        let start = Instant::now();
        let reading = read(FileKind::Kustomization, text.as_bytes());
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}: {}", start.elapsed(), &text[..20]);
        assert!(reading.problems.len() <= 20);
    }
}

#[test]
fn what_is_no_text_is_a_gap() {
    for bytes in [&b"image: \xff"[..], b"\xff\xfei\0m\0a\0g\0e\0", b"\xfe\xff\0i"] {
        assert_eq!(check(FileKind::Yaml, bytes), [GapCode::NotUtf8]);
    }
    assert_eq!(check(FileKind::Yaml, b"image: \x00"), [GapCode::Unparsable]);
    assert_eq!(check(FileKind::TagFile, b"\xff\xd8\xff\xe0"), []);
}

/// A manifest with something of everything, to be cut and stirred.
const SAMPLE: &str = concat!(
    "\u{feff}# c\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: \"shop\"}\nspec:\n",
    "  template:\n    spec:\n      containers:\n      - name: web\n        image: &i r.example/web:1.10 # c\n",
    "        args: [\"a\", 'it''s', {b: c}]\n        env:\n        - {name: X, value: *i}\n",
    "      - image: \"q/x\\n:v1\"\n        name: b\n---\nimage:\n  repository: a/b\n  tag: 012\n",
    "  <<: &m {digest: x}\nother: !t\n  !!merge <<: *m\ntext: |-\n    image: a\n      b\n\nfolded: >\n    x\n",
    "plain: a\n  b c\nimages:\n- name: a\n  newTag: 1_000\r\n---\n",
    "- op: replace\n  path: /spec/image\n  value: a:b\n",
);

#[test]
fn every_cut_of_a_file_can_be_read() {
    assert_eq!(read(FileKind::Yaml, SAMPLE.as_bytes()).problems, [], "the sample is sound");
    for end in (0..SAMPLE.len()).filter(|end| SAMPLE.is_char_boundary(*end)) {
        check(FileKind::Yaml, &SAMPLE.as_bytes()[..end]);
    }
}

/// Returns how many inputs each property is tried on; `PROPTEST_CASES` sets it.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(2_000)
}

/// Pieces from which YAML is made.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "image",
        "images",
        "tag",
        ":",
        ": ",
        " ",
        "  ",
        "    ",
        "\n",
        "\n  ",
        "\n- ",
        "- ",
        "? ",
        "[",
        "]",
        "{",
        "}",
        ",",
        ", ",
        "\"",
        "'",
        "\\",
        "|",
        ">",
        "|-\n",
        ">+\n",
        "&a ",
        "*a",
        "<<: *a",
        "!t ",
        "!!merge <<: ",
        "#",
        " # c",
        "---",
        "\n---\n",
        "...",
        "%",
        "@",
        "\t",
        "\r\n",
        "\r",
        "a",
        "1.10",
        "a/b:c",
        "é",
        "\u{2028}",
        "\u{85}",
        "~",
        "name: x",
        "repository: r",
        "kind: List",
        "items:",
        "\u{feff}",
        "key: value\n",
        "image: r/x:1\n",
        "  image: r/y:2\n",
        "|2\n",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn stirred_pieces(pieces in prop::collection::vec(piece(), 0..40), kind in 0usize..8) {
        check(KINDS[kind], pieces.concat().as_bytes());
    }

    #[test]
    fn a_sample_with_a_hole(at in 0usize..700, len in 0usize..30, insert in prop::collection::vec(piece(), 0..3)) {
        let bytes = SAMPLE.as_bytes();
        let (at, end) = (at.min(bytes.len()), (at + len).min(bytes.len()));
        let mut text = bytes[..at].to_vec();
        text.extend_from_slice(insert.concat().as_bytes());
        text.extend_from_slice(&bytes[end..]);
        check(FileKind::Yaml, &text);
    }

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300), kind in 0usize..8) {
        check(KINDS[kind], &bytes);
    }

    #[test]
    fn any_path(path in "[a-z/.{}*-]{0,60}") {
        kind_of(path.as_bytes());
        Layout::default().place(&path);
    }
}

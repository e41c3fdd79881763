//! Helm values: every way to write an image.

use manifest::FileKind;

use crate::{DIGEST, Row, check};

#[test]
fn every_way_to_write_an_image() {
    let with_digest = format!("image: {{repository: a, tag: \"1.2@{DIGEST}\"}}");
    let reference = format!("image: r.example:5000/a:1.2@{DIGEST}");
    let digest_only = format!("image: {{digest: {DIGEST}}}");
    let cases: Vec<(&str, Vec<Row<'_>>)> = vec![
        (&with_digest, vec![("image", "a", "1.2", DIGEST, "-")]),
        (&reference, vec![("image", "r.example:5000/a", "1.2", DIGEST, "-")]),
        (&digest_only, vec![("image", "-", "-", DIGEST, "-")]),
        (
            "image: {registry: r.example, repository: a/b, tag: 1.10}",
            vec![("image", "r.example/a/b", "1.10", "-", "-")],
        ),
        ("image: {name: a, tag: ''}", vec![("image", "a", "-", "-", "-")]),
        ("image: {tag: 012}", vec![("image", "-", "012", "-", "-")]),
        ("image: a/b", vec![("image", "a/b", "-", "-", "-")]),
        ("image: a\ntag: v1", vec![("image", "a", "v1", "-", "-")]),
        ("web: {image: a, tag: v1}", vec![("web", "a", "v1", "-", "-")]),
        ("web: {image: a, imageTag: v1}", vec![("web", "a", "v1", "-", "-")]),
        ("web: {imageTag: v1}", vec![("web.imageTag", "-", "v1", "-", "-")]),
        ("side: {repository: a, tag: b}", vec![("side", "a", "b", "-", "-")]),
        ("initImage: a:b", vec![("initImage", "a", "b", "-", "-")]),
        (
            "jobs:\n- name: x\n  image: a:1\n- image: b:2",
            vec![("jobs[1].image", "b", "2", "-", "-"), ("jobs[name=x].image", "a", "1", "-", "-")],
        ),
        ("image: ${REG}/a:${TAG}", vec![("image", "${REG}/a", "${TAG}", "-", "-")]),
        (
            "d: &d {repository: a}\nweb:\n  image:\n    <<: *d\n    tag: v1",
            vec![("web.image", "a", "v1", "-", "-")],
        ),
        ("a: &t v1\nimage: {repository: x, tag: *t}", vec![("image", "x", "v1", "-", "-")]),
        ("\u{feff}image: a:1\r\nb: c\r\n", vec![("image", "a", "1", "-", "-")]),
        ("image:\n  a:1\n", vec![("image", "a", "1", "-", "-")]),
        ("image: >-\n  a:1\n", vec![("image", "a", "1", "-", "-")]),
        ("image: !custom a:1", vec![("image", "a", "1", "-", "-")]),
        ("image: ~\nlogoImage: /x.png\nicon: {image: https://x/y}", vec![]),
        ("image: ENC[AES256_GCM,data:x]", vec![]),
    ];
    for (text, rows) in cases {
        check(FileKind::Values, text, &rows);
    }
}

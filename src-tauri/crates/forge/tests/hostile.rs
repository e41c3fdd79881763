//! Exports with anything anywhere: never a panic, and one bad item never stops the rest.

use proptest::prelude::*;
use serde_json::{Value, json};

fn pull(number: u64) -> Value {
    json!({"number": number, "title": "Bump", "html_url": format!("https://github.com/shop/fleet/pull/{number}"),
           "user": {"id": 11, "login": "ann", "type": "User"}, "merged_at": "2026-03-01T10:05:00Z",
           "merged_by": {"id": 12, "login": "bo", "type": "User"}, "merge_commit_sha": "c0ffee00".repeat(5),
           "head": {"sha": "0f1e".repeat(10), "ref": "bump"},
           "base": {"ref": "main", "repo": {"full_name": "shop/fleet"}}})
}

fn piece() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        Just(json!([])),
        Just(json!({"id": [], "login": 1})),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        "[0-9a-f]{38,42}".prop_map(Value::from),
        Just(json!("2026-13-45T99:00:00Z")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_bad_pull_leaves_the_good_one(changes in prop::collection::vec((0usize..30, piece()), 1..4)) {
        let mut bad = pull(7);
        for (at, piece) in &changes {
            testkit::replace(&mut bad, *at, piece);
        }
        let bytes = json!([bad, pull(8)]).to_string();
        let export = forge::read("pulls.json", bytes.as_bytes()).expect("one of them is good");
        let whole = forge::read("pull.json", pull(8).to_string().as_bytes()).expect("a pull request");
        prop_assert!(export.change_requests.contains(&whole.change_requests[0]), "{export:?}");
        prop_assert!(export.change_requests.len() + export.gaps.len() >= 2, "nothing is skipped in silence: {export:?}");
    }

    #[test]
    fn bytes_that_are_cut_or_overwritten(
        cut in 0usize..900,
        at in 0usize..900,
        bytes in prop::collection::vec(any::<u8>(), 0..8),
    ) {
        let mut text = json!([pull(7), pull(8)]).to_string().into_bytes();
        let at = at % text.len();
        for (place, byte) in text[at..].iter_mut().zip(&bytes) {
            *place = *byte;
        }
        let _ = (forge::recognise(&text), forge::read("pulls.json", &text));
        text.truncate(cut);
        let _ = (forge::recognise(&text), forge::read("pulls.json", &text));
    }
}

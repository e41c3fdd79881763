//! Small exports, good and bad, through the public functions.

use domain::{Decision, GapCode};

use super::*;

const HEAD: &str = "0f1e0f1e0f1e0f1e0f1e0f1e0f1e0f1e0f1e0f1e";
const MERGE: &str = "c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00";

fn rest_pull(number: u64) -> String {
    format!(
        r#"{{"number":{number},"title":"Bump","html_url":"https://github.com/shop/fleet/pull/{number}",
        "user":{{"id":11,"login":"ann","type":"User"}},"merged_at":"2026-03-01T10:05:00Z",
        "merged_by":{{"id":12,"login":"bo","type":"User"}},"merge_commit_sha":"{MERGE}",
        "head":{{"sha":"{HEAD}","ref":"bump"}},"base":{{"ref":"main","repo":{{"full_name":"shop/fleet"}}}}}}"#
    )
}

fn rest_review(state: &str, at: &str) -> String {
    format!(
        r#"{{"id":1,"user":{{"id":12,"login":"bo","type":"User"}},"state":"{state}","commit_id":"{HEAD}",
        "submitted_at":"{at}","pull_request_url":"https://api.github.com/repos/shop/fleet/pulls/7"}}"#
    )
}

#[test]
fn a_pull_of_the_rest_api() {
    let text = rest_pull(7);
    assert!(recognise(text.as_bytes()));
    let export = read("pull.json", text.as_bytes()).unwrap();
    let [pull] = export.change_requests.as_slice() else { panic!("{export:?}") };
    assert_eq!((pull.repository.as_deref(), pull.number), (Some("shop/fleet"), 7));
    assert_eq!(pull.merge_commit.map(|id| id.to_string()).as_deref(), Some(MERGE));
    assert_eq!(pull.head_commit.map(|id| id.to_string()).as_deref(), Some(HEAD));
    assert_eq!(pull.author.as_ref().and_then(|person| person.id), Some(11));
    assert_eq!(pull.base.as_deref(), Some("main"));
    assert!(!pull.reviews_known, "the REST object says nothing of reviews");
    assert!(export.gaps.is_empty());
}

#[test]
fn the_test_merge_of_an_open_pull_is_no_merge_commit() {
    let text = rest_pull(7).replace(r#""2026-03-01T10:05:00Z""#, "null");
    let export = read("pull.json", text.as_bytes()).unwrap();
    assert_eq!(export.change_requests[0].merge_commit, None);
}

#[test]
fn reviews_are_grouped_and_ordered() {
    let list = [
        rest_review("APPROVED", "2026-03-01T10:00:00Z"),
        rest_review("changes_requested", "2026-03-01T09:00:00Z"),
        rest_review("PENDING", "2026-03-01T11:00:00Z"),
        rest_review("DISMISSED", "2026-03-01T08:00:00Z"),
        rest_review("APPROVED", "2026-03-01T10:00:00Z").replace("pulls/7", "pulls/8"),
    ];
    let text = format!("[{}]", list.join(","));
    assert!(recognise(text.as_bytes()));
    let export = read("reviews.json", text.as_bytes()).unwrap();
    let decisions: Vec<_> = export.reviews[0].approvals.iter().map(|approval| approval.decision).collect();
    assert_eq!(decisions, [Decision::Dismissed, Decision::ChangesRequested, Decision::Approved]);
    assert_eq!(export.reviews[1].number, 8);
    assert!(export.gaps.is_empty(), "a review that was not submitted is no gap");
    assert!(export.reviews.iter().all(|reviews| reviews.complete));
    let odd = text.replacen("DISMISSED", "BLESSED", 1);
    let export = read("reviews.json", odd.as_bytes()).unwrap();
    assert_eq!(export.reviews.iter().map(|reviews| reviews.complete).collect::<Vec<_>>(), [false, true]);
    assert_eq!(export.gaps[0].place, "reviews.json: item 3");
}

#[test]
fn where_a_review_belongs_is_found_in_any_of_its_links() {
    let plain = rest_review("APPROVED", "2026-03-01T10:00:00Z");
    let api = r#""pull_request_url":"https://api.github.com/repos/shop/fleet/pulls/7""#;
    for link in [
        r#""html_url":"https://github.com/shop/fleet/pull/7#pullrequestreview-80""#,
        r#""pull_request_url":null,"_links":{"html":{"href":"https://git.example.org/shop/fleet/pull/7"}}"#,
        r#""_links":{"pull_request":{"href":"https://git.example.org/api/v3/repos/shop/fleet/pulls/7"}}"#,
    ] {
        let export = read("reviews.json", plain.replace(api, link).as_bytes()).unwrap();
        assert_eq!(export.reviews[0].repository.as_deref(), Some("shop/fleet"), "{link}");
    }
    let export = read("r.json", plain.replace(api, r#""pull_request_url":null"#).as_bytes()).unwrap();
    assert_eq!((export.reviews.len(), export.gaps[0].code), (0, GapCode::Malformed));
}

#[test]
fn a_bundle_knows_its_reviews() {
    let review = rest_review("APPROVED", "2026-03-01T10:00:00Z");
    for key in ["pull", "pull_request"] {
        let text = format!(r#"[{{"{key}":{},"reviews":[{review}]}}]"#, rest_pull(7));
        assert!(recognise(text.as_bytes()));
        let export = read("bundle.json", text.as_bytes()).unwrap();
        assert!(export.change_requests[0].reviews_known);
        assert_eq!(export.change_requests[0].approvals.len(), 1);
    }
    let text = format!(r#"{{"pull":{},"reviews":"none"}}"#, rest_pull(7));
    let export = read("bundle.json", text.as_bytes()).unwrap();
    assert!(!export.change_requests[0].reviews_known, "what cannot be read was not read");
    assert_eq!(export.gaps[0].place, "bundle.json: item 0, reviews");
}

#[test]
fn what_gh_writes() {
    let text = format!(
        r#"[{{"number":9,"title":"Bump","author":{{"id":"U_k1","is_bot":false,"login":"ann","name":"A"}},
        "mergedAt":"2026-03-01T10:05:00Z","mergedBy":{{"id":"U_k2","is_bot":false,"login":"bo"}},
        "mergeCommit":{{"oid":"{MERGE}"}},"headRefOid":"{HEAD}","baseRefName":"main",
        "url":"https://github.com/shop/fleet/pull/9","reviews":[{{"id":"PRR_1","author":{{"login":"renovate[bot]"}},
        "authorAssociation":"NONE","body":"","submittedAt":"2026-03-01T10:00:00Z","state":"APPROVED",
        "commit":{{"oid":"{HEAD}"}}}},{{"author":null,"state":"APPROVED","submittedAt":null,"commit":null}}]}}]"#
    );
    assert!(recognise(text.as_bytes()));
    let export = read("gh.json", text.as_bytes()).unwrap();
    let pull = &export.change_requests[0];
    assert_eq!((pull.repository.as_deref(), pull.base.as_deref()), (Some("shop/fleet"), Some("main")));
    assert!(pull.reviews_known && pull.merge_commit.is_some() && pull.head_commit.is_some());
    assert!(pull.approvals[0].person.bot);
    assert_eq!(pull.approvals[1].person.login, "ghost");
    assert_eq!(pull.author.as_ref().and_then(|person| person.id), None, "a node id is not the number");
}

#[test]
fn one_bad_item_never_stops_the_rest() {
    let deep =
        format!(r#"{{"number":3,"merged_at":null,"body":{}{}}}"#, "[".repeat(10_000), "]".repeat(10_000));
    let items = [
        r#"{"number":"seven","merged_at":null}"#.to_owned(),
        r#"{"number":1,"merged_at":"yesterday"}"#.to_owned(),
        r#"{"number":2,"merged_at":null,"user":"ann"}"#.to_owned(),
        r#"{"number":18446744073709551615,"merged_at":null}"#.to_owned(),
        deep,
        "17".to_owned(),
        r#"{"hello":"world"}"#.to_owned(),
        rest_pull(8),
    ];
    let export = read("pulls.json", format!("[{}]", items.join(",")).as_bytes()).unwrap();
    assert_eq!(export.change_requests.len(), 1);
    let codes: Vec<_> = export.gaps.iter().map(|gap| gap.code).collect();
    let malformed = GapCode::Malformed;
    let unknown = GapCode::UnknownKind;
    assert_eq!(codes, [malformed, malformed, malformed, malformed, GapCode::TooDeep, unknown, unknown]);
    assert_eq!(export.gaps[4].place, "pulls.json: item 4");
}

#[test]
fn pages_one_after_the_other_and_a_cut_end() {
    let text = format!("[{}]\n[{}][{{\"number\":", rest_pull(1), rest_pull(2));
    let export = read("pages.json", text.as_bytes()).unwrap();
    assert_eq!(export.change_requests.len(), 2);
    assert_eq!(export.gaps[0].code, GapCode::Unparsable);
}

#[test]
fn files_of_which_nothing_can_be_read() {
    let pull = rest_pull(7);
    let cut = &pull[..pull.len() / 2];
    assert!(recognise(cut.as_bytes()), "told by the keys that are there");
    for text in [cut, "", "  ", "{", "number: 7", "\u{0}"] {
        assert!(matches!(read("x.json", text.as_bytes()), Err(Error::Parse { .. })), "{text:?}");
    }
    assert!(matches!(
        read("x.json", b"[\"\xff\xfe\"]"),
        Err(Error::Parse { .. }) | Err(Error::UnknownShape { .. })
    ));
    for text in ["{}", "7", "[1,2]", r#"{"apiVersion":"v1","kind":"List","items":[]}"#] {
        assert!(!recognise(text.as_bytes()), "{text}");
        assert!(matches!(read("x.json", text.as_bytes()), Err(Error::UnknownShape { .. })), "{text}");
    }
    for deep in ["[".repeat(200_000), "{\"a\":".repeat(200_000)] {
        assert!(!recognise(deep.as_bytes()));
        assert!(read("x.json", deep.as_bytes()).is_err());
    }
    assert_eq!(read("x.json", b"[]").unwrap().gaps.len(), 1);
}

#[test]
fn every_cut_and_every_flipped_byte_gives_an_answer() {
    let text = format!(
        r#"[{{"pull":{},"reviews":[{}]}}]"#,
        rest_pull(7),
        rest_review("APPROVED", "2026-03-01T10:00:00Z")
    );
    for end in 0..text.len() {
        recognise(&text.as_bytes()[..end]);
        assert!(read("cut.json", &text.as_bytes()[..end]).is_err(), "{end}");
        let mut flipped = text.clone().into_bytes();
        flipped[end] ^= 0x15;
        recognise(&flipped);
        let _ = read("flipped.json", &flipped);
    }
}

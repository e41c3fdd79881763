//! One table a case: who reviewed what and when, and the verdict with its reason.

use domain::{Approval, ChangeRequest, CommitId, Decision, Person, Time};

use super::*;

const MERGED: i64 = 1000;

fn commit(digit: char) -> CommitId {
    digit.to_string().repeat(40).parse().unwrap()
}

/// `ann`, `ann#7` with a number, `bot:renovate`.
fn person(text: &str) -> Person {
    let (bot, text) = match text.strip_prefix("bot:") {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    match text.split_once('#') {
        Some((login, id)) => Person { id: Some(id.parse().unwrap()), login: login.into(), bot },
        None => Person { id: None, login: text.into(), bot },
    }
}

/// `bo approved a 900`: who, what, on which commit (`-` for unknown), when (`-` for unknown).
fn review(text: &str) -> Approval {
    let [who, what, on, at] = text.split(' ').collect::<Vec<_>>()[..] else { panic!("{text}") };
    Approval {
        person: person(who),
        decision: Decision::from_stored(what),
        commit: on.chars().next().filter(|digit| *digit != '-').map(commit),
        at: at.parse().ok().map(Time::from_seconds),
    }
}

fn request(author: &str, reviews: &[&str]) -> ChangeRequest {
    ChangeRequest {
        repository: Some("shop/fleet".into()),
        number: 7,
        title: "Bump".into(),
        author: (!author.is_empty()).then(|| person(author)),
        merged_by: None,
        merged_at: Some(Time::from_seconds(MERGED)),
        merge_commit: Some(commit('f')),
        head_commit: Some(commit('a')),
        base: Some("main".into()),
        url: None,
        approvals: reviews.iter().map(|text| review(text)).collect(),
        reviews_known: true,
    }
}

fn check(request: Option<&ChangeRequest>, forge_known: bool) -> ControlResult {
    four_eyes(&ReviewedChange {
        change_request: request,
        commit_author: "Ann <ann@shop.example>",
        landed_at: Time::from_seconds(MERGED),
        forge_known,
    })
}

#[test]
fn who_approved_what_and_when() {
    let table: &[(&str, &[&str], &str)] = &[
        ("ann", &["bo approved a 900"], "pass approved-by-other bo"),
        ("ann", &["bo approved a 1000"], "pass approved-by-other bo"),
        ("ann", &["bo approved a 900", "chen approved a 950"], "pass approved-by-other bo,chen"),
        ("ann", &["bo approved a 900", "bo commented a 950"], "pass approved-by-other bo"),
        ("ann", &["bo changes-requested b 800", "bo approved a 900"], "pass approved-by-other bo"),
        ("ann", &["bo approved a 900", "chen changes-requested a 950"], "pass approved-by-other bo"),
        ("ann", &["bo approved a 900", "bo dismissed a 1100"], "pass approved-by-other bo"),
        ("ann", &["bo approved a 900", "bo changes-requested a 1100"], "pass approved-by-other bo"),
        ("bot:renovate", &["bo approved a 900"], "pass approved-by-other bo"),
        // 3: pushed after the approval.
        ("ann", &["bo approved b 900"], "fail approved-older-commit"),
        ("ann", &["bo approved b 900", "ann approved a 950"], "fail approved-older-commit"),
        // 4: withdrawn; the last opinion of each person counts, whatever the order in the file.
        ("ann", &["bo approved a 800", "bo changes-requested a 900"], "fail changes-requested-last"),
        ("ann", &["bo changes-requested a 900", "bo approved a 800"], "fail changes-requested-last"),
        ("ann", &["bo approved a 800", "bo dismissed a 900"], "not-determined dismissed"),
        ("ann", &["bo dismissed a 800", "chen approved b 900"], "not-determined dismissed"),
        ("ann", &["bo dismissed a 800", "chen approved a 900"], "pass approved-by-other chen"),
        // 5: one person, two logins; accounts that are gone.
        ("ann#1", &["annie#1 approved a 900"], "fail self-approved-only"),
        ("ann", &["Ann approved a 900"], "fail self-approved-only"),
        ("ann#1", &["ann#2 approved a 900"], "pass approved-by-other ann"),
        ("ann", &["bo#2 approved a 800", "robert#2 changes-requested a 900"], "fail changes-requested-last"),
        ("", &["bo approved a 900"], "not-determined author-unknown"),
        ("ghost", &["bo approved a 900"], "not-determined author-unknown"),
        ("", &[], "fail not-approved"),
        ("ann", &["ghost approved a 900"], "not-determined approver-unknown"),
        ("ann", &["ghost approved a 900", "bo approved a 900"], "pass approved-by-other bo"),
        // 7: bots.
        ("ann", &["bot:helper approved a 900"], "fail bot-approval-only"),
        ("bot:renovate", &["bot:helper approved a 900"], "fail bot-approval-only"),
        ("ann", &["ann approved a 900", "bot:helper approved a 900"], "fail self-approved-only"),
        // 12: order by the forge's own times.
        ("ann", &["bo approved a 1001"], "fail approved-after-merge"),
        ("ann", &["bo changes-requested a 900", "bo approved a 1001"], "fail changes-requested-last"),
        ("ann", &["bo approved a -"], "not-determined approval-time-unknown"),
        ("ann", &["bo approved - 900"], "not-determined approved-commit-unknown"),
        ("ann", &[], "fail not-approved"),
        ("ann", &["bo commented a 900"], "fail not-approved"),
    ];
    for (author, reviews, expected) in table {
        let result = check(Some(&request(author, reviews)), true);
        let approvers: Vec<&str> = result.approvers.iter().map(|person| person.login.as_str()).collect();
        let got = format!("{} {} {}", result.verdict.as_str(), result.reason, approvers.join(","));
        assert_eq!(got.trim(), *expected, "by {author}: {reviews:?}: {}", result.text);
        assert!(result.text.ends_with('.') && !result.text.contains('\n'), "{}", result.text);
    }
}

#[test]
fn what_was_not_read_decides_nothing() {
    let code = |result: ControlResult| format!("{} {}", result.verdict.as_str(), result.reason);
    assert_eq!(code(check(None, true)), "fail no-change-request");
    assert_eq!(code(check(None, false)), "not-determined forge-never-read");
    let approved = request("ann", &["bo approved a 900"]);
    let unread = ChangeRequest { reviews_known: false, ..approved.clone() };
    assert_eq!(code(check(Some(&unread), true)), "not-determined reviews-never-read");
    let open = ChangeRequest { merged_at: None, ..approved.clone() };
    assert_eq!(code(check(Some(&open), true)), "not-determined not-merged-when-read");
    let headless = ChangeRequest { head_commit: None, ..approved };
    assert_eq!(code(check(Some(&headless), true)), "not-determined approved-commit-unknown");
}

#[test]
fn a_squash_is_compared_by_its_head() {
    // 1: what lands has a new id; the reviewed head is what the forge merged.
    let squash = ChangeRequest { merge_commit: Some(commit('e')), ..request("ann", &["bo approved a 900"]) };
    assert_eq!(check(Some(&squash), true).verdict, ControlVerdict::Pass);
}

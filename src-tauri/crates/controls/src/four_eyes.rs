//! Four eyes: was the change approved by another person, on the commit that landed, before it was merged?

use domain::{ChangeRequest, Person, Time};

use crate::standing::{Standing, is_nobody};
use crate::verdict::{ControlResult, ControlVerdict};

/// A change on a tracked branch, and what the forge says of it.
#[derive(Debug, Clone, Copy)]
pub struct ReviewedChange<'a> {
    /// The change request that landed it, if one is known.
    pub change_request: Option<&'a ChangeRequest>,
    /// Author of the commit, as the commit spells it. Shown only: anybody can write any name into a commit.
    pub commit_author: &'a str,
    /// When the commit landed on the branch.
    pub landed_at: Time,
    /// Whether the forge's records of this repository were imported at all: without them a missing change request
    /// means nothing.
    pub forge_known: bool,
}

/// Returns whether another person approved exactly what was merged, before it was merged.
///
/// - Of each person the last opinion before the merge counts. Comments are no opinion.
/// - A person is the forge's number, not the login. Bots never count. The author never counts.
/// - An approval of another commit than the head that was merged is no approval of the change. The head is compared,
///   not what landed: a squash or rebase gives it a new id.
/// - The time of the merge is the forge's own, as are those of the reviews: no clocks are mixed.
/// - What would decide and was not read gives [`ControlVerdict::NotDetermined`]. A dismissed review is such a case:
///   the forge keeps neither what it had been nor when it was dismissed.
///
/// Reasons: `approved-by-other` (pass) · `no-change-request`, `not-approved`, `self-approved-only`,
/// `bot-approval-only`, `approved-older-commit`, `approved-after-merge`, `changes-requested-last` (fail) ·
/// `forge-never-read`, `reviews-never-read`, `not-merged-when-read`, `author-unknown`, `approver-unknown`,
/// `approval-time-unknown`, `approved-commit-unknown`, `dismissed` (not determined).
pub fn four_eyes(change: &ReviewedChange) -> ControlResult {
    use ControlVerdict::{Fail, NotDetermined, Pass};

    let Some(request) = change.change_request else {
        let author = change.commit_author;
        return if change.forge_known {
            result(
                Fail,
                "no-change-request",
                format!("{author} put it on the branch without a change request."),
            )
        } else {
            let text =
                "No records of the repository's forge were imported, so its change request is not known.";
            result(NotDetermined, "forge-never-read", text)
        };
    };
    let number = request.number;
    if !request.reviews_known {
        let text = format!("The reviews of #{number} were never read.");
        return result(NotDetermined, "reviews-never-read", text);
    }
    let Some(merged_at) = request.merged_at else {
        let text = format!(
            "#{number} was not merged yet when the forge was read, but it landed at {}.",
            change.landed_at
        );
        return result(NotDetermined, "not-merged-when-read", text);
    };

    let standing = Standing::of(request, merged_at);
    let author = request.author.as_ref().filter(|author| !is_nobody(author));
    let (verdict, reason, text) = judge(&standing, number, author);
    let approvers = match verdict {
        Pass => standing.approved.into_iter().cloned().collect(),
        _ => Vec::new(),
    };
    ControlResult { approvers, ..result(verdict, reason, text) }
}

type Judgement = (ControlVerdict, &'static str, String);

/// Doubt goes before failure: whatever else is there, it could have been the approval that is asked for.
fn judge(standing: &Standing, number: u64, author: Option<&Person>) -> Judgement {
    approved(standing, number, author)
        .or_else(|| doubtful(standing, number))
        .unwrap_or_else(|| failed(standing, number, author))
}

fn approved(standing: &Standing, number: u64, author: Option<&Person>) -> Option<Judgement> {
    let who = names(&standing.approved)?;
    if author.is_none() {
        let text = format!(
            "{who} approved #{number}, but the account of its author is gone: it may be the same person."
        );
        return Some((ControlVerdict::NotDetermined, "author-unknown", text));
    }
    let text = match names(&standing.objected) {
        None => format!("{who} approved the commit of #{number} that was merged."),
        Some(others) => {
            format!("{who} approved the commit of #{number} that was merged; {others} had asked for changes.")
        }
    };
    Some((ControlVerdict::Pass, "approved-by-other", text))
}

fn doubtful(standing: &Standing, number: u64) -> Option<Judgement> {
    let (reason, text) = if standing.approved_by_deleted {
        (
            "approver-unknown",
            format!("#{number} was approved by an account that is gone: it may be its author's."),
        )
    } else if let Some(who) = names(&standing.approved_unknown_time) {
        ("approval-time-unknown", format!("{who} approved #{number}, but it is not recorded when."))
    } else if let Some(who) = names(&standing.approved_unknown_commit) {
        (
            "approved-commit-unknown",
            format!("{who} approved #{number}, but it is not recorded on which commit."),
        )
    } else if let Some(who) = names(&standing.dismissed) {
        (
            "dismissed",
            format!(
                "{who} reviewed #{number}; it was dismissed, and neither what it was nor when is recorded."
            ),
        )
    } else {
        return None;
    };
    Some((ControlVerdict::NotDetermined, reason, text))
}

fn failed(standing: &Standing, number: u64, author: Option<&Person>) -> Judgement {
    let author = author.map_or("an account that is gone", |author| author.login.as_str());
    let (reason, text) = if let Some(who) = names(&standing.approved_older) {
        (
            "approved-older-commit",
            format!("{who} approved an older commit of #{number} than the one that was merged."),
        )
    } else if let Some(who) = names(&standing.objected) {
        ("changes-requested-last", format!("{who} had last asked for changes to #{number}."))
    } else if let Some(who) = names(&standing.approved_late) {
        ("approved-after-merge", format!("{who} approved #{number} only after it was merged."))
    } else if standing.by_author {
        ("self-approved-only", format!("Only {author}, who proposed #{number}, approved it."))
    } else if standing.by_bot {
        ("bot-approval-only", format!("Only a bot approved #{number} by {author}."))
    } else {
        ("not-approved", format!("Nobody approved #{number} by {author}."))
    };
    (ControlVerdict::Fail, reason, text)
}

fn result(verdict: ControlVerdict, reason: &str, text: impl Into<String>) -> ControlResult {
    ControlResult { verdict, reason: reason.to_owned(), text: text.into(), approvers: Vec::new() }
}

/// Returns `ann, bo and chen`; `None` for nobody.
fn names(people: &[&Person]) -> Option<String> {
    let (last, others) = people.split_last()?;
    let others: Vec<&str> = others.iter().map(|person| person.login.as_str()).collect();
    Some(if others.is_empty() {
        last.login.clone()
    } else {
        format!("{} and {}", others.join(", "), last.login)
    })
}

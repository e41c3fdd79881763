//! One review.

use domain::{Approval, Decision};
use serde_json::Value;

use crate::fields::{Fields, Wrong, deleted_person, pull_of_url};

/// Reads one review: a decision, or `None` for one that was not submitted yet.
///
/// States are those of the [REST API](https://docs.github.com/en/rest/pulls/reviews) in any case (webhooks write
/// them in lower case). A dismissed review stays `Dismissed`: the forge overwrote what it had been.
pub(crate) fn read(value: &Value) -> Result<Option<Approval>, Wrong> {
    let review = Fields::of(value)?;
    let state = review.text(&["state"])?.ok_or("it has no state")?.to_ascii_uppercase();
    let decision = match state.as_str() {
        "APPROVED" => Decision::Approved,
        "CHANGES_REQUESTED" => Decision::ChangesRequested,
        "COMMENTED" => Decision::Commented,
        "DISMISSED" => Decision::Dismissed,
        "PENDING" => return Ok(None),
        other => {
            return Err(format!("its state {:?} is not known", other.chars().take(40).collect::<String>()));
        }
    };
    let commit = match review.object(&["commit"])? {
        Some(commit) => commit.commit(&["oid"])?,
        None => review.commit(&["commit_id"])?,
    };
    Ok(Some(Approval {
        person: review.person(&["user", "author"])?.unwrap_or_else(deleted_person),
        decision,
        commit,
        at: review.time(&["submitted_at", "submittedAt"])?,
    }))
}

/// Returns the repository and number of the pull request that a review of the REST API belongs to.
pub(crate) fn pull_of(value: &Value) -> Result<(String, u64), Wrong> {
    let review = Fields::of(value)?;
    let mut addresses = vec![review.text(&["pull_request_url"])?, review.text(&["html_url"])?];
    if let Some(links) = review.object(&["_links"])? {
        for key in ["pull_request", "html"] {
            if let Some(link) = links.object(&[key])? {
                addresses.push(link.text(&["href"])?);
            }
        }
    }
    let found = addresses.into_iter().flatten().find_map(pull_of_url);
    found.ok_or_else(|| "it does not say which pull request it belongs to".to_owned())
}

/// Sorts decisions oldest first; one without a time goes last, so that it cannot be overruled by mistake.
pub(crate) fn sort(approvals: &mut [Approval]) {
    approvals.sort_by_key(|approval| approval.at.map_or(i64::MAX, |time| time.micros()));
}

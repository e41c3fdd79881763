//! One pull request.

use domain::ChangeRequest;
use serde_json::Value;

use crate::fields::{Fields, Wrong, pull_of_url};

/// Reads one pull request, without its reviews.
///
/// `merge_commit_sha` of a pull request that is not merged names a test merge that never lands anywhere: it is left
/// out. See <https://docs.github.com/en/rest/pulls/pulls#get-a-pull-request>.
pub(crate) fn read(value: &Value) -> Result<ChangeRequest, Wrong> {
    let pull = Fields::of(value)?;
    let number = pull.number(&["number"])?.ok_or("it has no number")?;
    let url = pull.text(&["html_url", "url"])?;
    let base = pull.object(&["base"])?;
    let merged_at = pull.time(&["merged_at", "mergedAt"])?;
    let merge_commit = match merged_at {
        None => None,
        Some(_) => match pull.object(&["mergeCommit"])? {
            Some(commit) => commit.commit(&["oid"])?,
            None => pull.commit(&["merge_commit_sha"])?,
        },
    };
    let head_commit = match pull.object(&["head"])? {
        Some(head) => head.commit(&["sha"])?,
        None => pull.commit(&["headRefOid"])?,
    };
    let full_name = match base.map(|base| base.object(&["repo"])).transpose()?.flatten() {
        Some(repo) => repo.text(&["full_name"])?.map(str::to_owned),
        None => None,
    };
    Ok(ChangeRequest {
        repository: full_name.or_else(|| url.and_then(pull_of_url).map(|(repository, _)| repository)),
        number,
        title: pull.text(&["title"])?.unwrap_or_default().to_owned(),
        author: pull.person(&["user", "author"])?,
        merged_by: pull.person(&["merged_by", "mergedBy"])?,
        merged_at,
        merge_commit,
        head_commit,
        base: match base {
            Some(base) => base.text(&["ref"])?,
            None => pull.text(&["baseRefName"])?,
        }
        .map(str::to_owned),
        url: url.map(str::to_owned),
        approvals: Vec::new(),
        reviews_known: false,
    })
}

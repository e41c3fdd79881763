//! `cairn sources`.

use super::exit::Exit;
use super::output::Output;
use super::words;
use crate::api::{Api, ApiError, SourcesRequest};

pub(super) fn run(api: &Api, output: &Output) -> Result<Exit, ApiError> {
    let answer = api.sources(SourcesRequest {})?;
    if output.is_json() {
        output.json(&answer);
        return Ok(Exit::Answered);
    }
    let repositories: Vec<Vec<String>> = answer
        .repositories
        .iter()
        .map(|row| {
            vec![
                row.name.clone(),
                row.role.clone(),
                row.branch.clone().unwrap_or_else(|| "-".to_owned()),
                row.tip.map_or_else(|| "never read".to_owned(), |tip| tip.short()),
                row.commits.to_string(),
                row.slots.to_string(),
                row.gaps.to_string(),
                row.location.clone(),
            ]
        })
        .collect();
    output.table(
        &[
            words::REPOSITORY,
            words::ROLE,
            words::BRANCH,
            words::CONFIG,
            words::COMMITS,
            words::SLOTS,
            words::GAPS,
            words::PATH,
        ],
        &repositories,
    );
    output.line("");
    let clusters: Vec<Vec<String>> = answer
        .clusters
        .iter()
        .map(|row| {
            let labels: Vec<String> =
                row.labels.iter().map(|(key, value)| format!("{key}={value}")).collect();
            vec![
                row.name.clone(),
                row.snapshots.to_string(),
                row.last_snapshot.map_or_else(|| "-".to_owned(), |last| last.to_string()),
                row.gaps.to_string(),
                labels.join(","),
            ]
        })
        .collect();
    output.table(
        &[words::CLUSTER, words::SNAPSHOTS, words::LAST_SNAPSHOT, words::GAPS, words::LABELS],
        &clusters,
    );
    output.gaps(&answer.gaps);
    Ok(Exit::Answered)
}

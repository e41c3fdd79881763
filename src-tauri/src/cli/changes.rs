//! `cairn changes`.

use domain::Decision;
use query::answer::{Change, DeclaredRevision};

use super::arguments::{ChangesArguments, Global};
use super::exit::Exit;
use super::output::{Output, reference};
use super::words;
use crate::api::{Api, ApiError, ChangesRequest};

pub(super) fn run(
    api: &Api,
    global: &Global,
    arguments: ChangesArguments,
    output: &Output,
) -> Result<Exit, ApiError> {
    let ChangesArguments { env, app, from, to, csv } = arguments;
    let answer = api.changes(ChangesRequest { environment: env, app, from, to, at: global.at })?;
    let exit = if answer.changes.is_empty() { Exit::No } else { Exit::Answered };
    if output.is_json() {
        output.json(&answer);
        return Ok(exit);
    }
    // Gaps come first, and on the standard error: they are about the answer, not part of the population.
    output.gaps(&answer.gaps);
    if csv {
        let text = api.changes_csv(&answer)?;
        output.line(text.trim_end());
        return Ok(exit);
    }
    if answer.changes.is_empty() {
        output.line(output.say(words::NO_CHANGES));
        return Ok(exit);
    }
    let rows: Vec<Vec<String>> = answer.changes.iter().map(|change| cells(change, output)).collect();
    output.table(
        &[
            words::LANDED,
            words::ENVIRONMENT,
            words::APP,
            words::KIND,
            words::CHANGE,
            words::CONFIG,
            words::REQUEST,
            words::BY,
            words::APPROVED_BY,
            words::REVIEW,
            words::VERDICT,
        ],
        &rows,
    );
    Ok(exit)
}

fn cells(change: &Change, output: &Output) -> Vec<String> {
    let dash = || "-".to_owned();
    let kind = serde_json::to_value(change.kind).ok();
    let approved: Vec<&str> = change
        .approvals
        .iter()
        .filter(|approval| approval.decision == Decision::Approved)
        .map(|approval| approval.person.as_str())
        .collect();
    vec![
        change.landed_at.to_string(),
        change.cluster.clone().or_else(|| change.environment.clone()).unwrap_or_else(dash),
        change.app.clone().unwrap_or_else(dash),
        kind.as_ref().and_then(|kind| kind.as_str()).unwrap_or("").to_owned(),
        format!("{} → {}", version(change.from.as_ref()), version(change.to.as_ref())),
        change.config_commit.map_or_else(dash, |commit| commit.short()),
        change.change_request.clone().unwrap_or_else(dash),
        change.author.clone(),
        if approved.is_empty() { dash() } else { approved.join(", ") },
        output.say(words::review(change.review.verdict)).to_owned(),
        output.say(words::verdict(change.verdict)).to_owned(),
    ]
}

fn version(value: Option<&DeclaredRevision>) -> String {
    value.map_or_else(
        || "∅".to_owned(),
        |value| reference(None, value.tag.as_deref(), value.digest.as_ref(), value.version.as_deref()),
    )
}

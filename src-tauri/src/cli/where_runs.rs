//! `cairn where`.

use query::answer::{Relation, Resolved};

use super::arguments::{Global, WhereArguments};
use super::exit::Exit;
use super::output::{Output, reference};
use super::running::cells;
use super::words;
use crate::api::{Api, ApiError, WhereRequest};

pub(super) fn run(
    api: &Api,
    global: &Global,
    arguments: WhereArguments,
    output: &Output,
) -> Result<Exit, ApiError> {
    let answer = api.where_runs(WhereRequest { query: arguments.query, at: global.at })?;
    let nothing = answer.running.is_empty() && answer.ran.is_empty() && answer.declared.is_empty();
    let exit = if nothing { Exit::No } else { Exit::Answered };
    if output.is_json() {
        output.json(&answer);
        return Ok(exit);
    }
    let Some(resolved) = &answer.resolved else {
        output.line(output.say(words::NOTHING_KNOWN));
        return Ok(Exit::No);
    };
    output.line(&described(resolved));
    for other in &answer.also {
        output.warn(&format!("also: {}", described(other)));
    }
    let relation = |relation: Relation| match relation {
        Relation::Exact => output.say(words::EXACT),
        Relation::Contains => output.say(words::CONTAINS),
    };
    let head = [
        words::RELATION,
        words::CLUSTER,
        words::ENVIRONMENT,
        words::APP,
        words::WORKLOAD,
        words::VERSION,
        words::READY,
        words::SOURCE,
        words::CONFIG,
        words::VERDICT,
        words::AGE,
    ];
    output.line("");
    if answer.running.is_empty() {
        output.line(output.say(words::RUNS_NOWHERE));
    } else {
        output.line(output.say(words::RUNS_IN));
        let rows: Vec<Vec<String>> = answer
            .running
            .iter()
            .map(|found| {
                let mut row = vec![format!("{} ({})", relation(found.relation), found.link)];
                row.extend(cells(&found.row, output));
                row
            })
            .collect();
        output.table(&head, &rows);
    }
    if !answer.ran.is_empty() {
        output.line("");
        output.line(output.say(words::RAN_IN));
        let rows: Vec<Vec<String>> = answer
            .ran
            .iter()
            .map(|found| {
                let seen = &found.row.seen;
                vec![
                    format!("{} ({})", relation(found.relation), found.link),
                    found.row.cluster.clone(),
                    found.row.app.clone(),
                    reference(
                        Some(domain::image::base_name(&found.row.image)),
                        found.row.tag.as_deref(),
                        found.row.digest.as_ref(),
                        None,
                    ),
                    seen.not_after.to_string(),
                    seen.last.to_string(),
                ]
            })
            .collect();
        output.table(
            &[words::RELATION, words::CLUSTER, words::APP, words::VERSION, words::FROM, words::TO],
            &rows,
        );
    }
    if !answer.declared.is_empty() {
        output.line("");
        output.line(output.say(words::DECLARED_IN));
        let rows: Vec<Vec<String>> = answer
            .declared
            .iter()
            .map(|found| {
                let row = &found.declaration;
                vec![
                    format!("{} ({})", relation(found.relation), found.link),
                    row.repo.clone(),
                    row.path.clone(),
                    reference(
                        row.image.as_deref(),
                        row.tag.as_deref(),
                        row.digest.as_ref(),
                        row.version.as_deref(),
                    ),
                    row.introduced.landed_at.to_string(),
                ]
            })
            .collect();
        output.table(
            &[words::RELATION, words::REPOSITORY, words::PATH, words::VALUE, words::INTRODUCED],
            &rows,
        );
    }
    Ok(exit)
}

fn described(resolved: &Resolved) -> String {
    let mut text = resolved.kind.clone();
    if let Some(value) = &resolved.value {
        text.push_str(&format!(" {value}"));
    }
    if let (Some(repo), Some(commit)) = (&resolved.repo, &resolved.commit) {
        text.push_str(&format!(" {repo}@{commit}"));
    }
    if let Some(subject) = &resolved.subject {
        text.push_str(&format!(" “{subject}”"));
    }
    if let Some(author) = &resolved.author {
        text.push_str(&format!(" by {author}"));
    }
    if let Some(landed) = resolved.landed_at {
        text.push_str(&format!(", landed {landed}"));
    }
    text
}

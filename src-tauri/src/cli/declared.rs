//! `cairn declared`.

use super::arguments::{DeclaredArguments, Global};
use super::exit::Exit;
use super::output::{Output, reference};
use super::words;
use crate::api::{Api, ApiError, DeclaredRequest};

pub(super) fn run(
    api: &Api,
    global: &Global,
    arguments: DeclaredArguments,
    output: &Output,
) -> Result<Exit, ApiError> {
    let DeclaredArguments { repo, env, app, path, slot, commit, history } = arguments;
    let request = DeclaredRequest { at: global.at, repo, environment: env, app, path, slot, commit, history };
    let answer = api.declared(request)?;
    let exit = if answer.declarations.is_empty() { Exit::No } else { Exit::Answered };
    if output.is_json() {
        output.json(&answer);
        return Ok(exit);
    }
    if answer.declarations.is_empty() {
        output.line(output.say(words::NOTHING_DECLARED));
        return Ok(exit);
    }
    let rows: Vec<Vec<String>> = answer
        .declarations
        .iter()
        .map(|row| {
            let request = row.introduced.change_request.as_deref().unwrap_or("");
            vec![
                row.repo.clone(),
                row.path.clone(),
                row.slot.clone(),
                row.app.clone().unwrap_or_else(|| "-".to_owned()),
                row.environment.clone().unwrap_or_else(|| "-".to_owned()),
                reference(
                    row.image.as_deref(),
                    row.tag.as_deref(),
                    row.digest.as_ref(),
                    row.version.as_deref(),
                ),
                format!("{} {} {request}", row.introduced.commit.short(), row.introduced.landed_at)
                    .trim_end()
                    .to_owned(),
                row.introduced.author.clone(),
                row.rule.clone(),
            ]
        })
        .collect();
    output.table(
        &[
            words::REPOSITORY,
            words::PATH,
            words::SLOT,
            words::APP,
            words::ENVIRONMENT,
            words::VALUE,
            words::INTRODUCED,
            words::BY,
            words::RULE,
        ],
        &rows,
    );
    output.gaps(&answer.gaps);
    Ok(exit)
}

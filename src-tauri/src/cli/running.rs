//! `cairn running`.

use query::answer::{CommitLink, RunningRow};

use super::arguments::{Global, RunningArguments};
use super::exit::Exit;
use super::output::{Output, age, reference};
use super::words;
use crate::api::{Api, ApiError, RunningRequest};

pub(super) fn run(
    api: &Api,
    global: &Global,
    arguments: RunningArguments,
    output: &Output,
) -> Result<Exit, ApiError> {
    let RunningArguments { cluster, namespace, app, env } = arguments;
    let answer = api.running(RunningRequest { at: global.at, cluster, namespace, app, environment: env })?;
    let exit = if answer.rows.is_empty() { Exit::No } else { Exit::Answered };
    if output.is_json() {
        output.json(&answer);
        return Ok(exit);
    }
    if answer.rows.is_empty() {
        output.line(output.say(words::NOTHING_RUNS));
        return Ok(exit);
    }
    let rows: Vec<Vec<String>> = answer.rows.iter().map(|row| cells(row, output)).collect();
    output.table(
        &[
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
        ],
        &rows,
    );
    for cluster in answer.clusters.iter().filter(|cluster| cluster.stale) {
        let last = cluster.last_snapshot.map_or("never".to_owned(), |last| last.to_string());
        output.warn(&format!("stale: {} was last read {last}", cluster.cluster));
    }
    output.gaps(&answer.gaps);
    Ok(exit)
}

/// Returns the cells of a row that `running` and `where` share.
pub(super) fn cells(row: &RunningRow, output: &Output) -> Vec<String> {
    let image = domain::image::base_name(&row.image);
    let container =
        if row.container == row.workload.name { String::new() } else { format!("/{}", row.container) };
    vec![
        row.cluster.clone(),
        row.environment.clone().unwrap_or_else(|| "-".to_owned()),
        row.app.clone(),
        format!("{}/{}/{}{container}", row.namespace, row.workload.kind, row.workload.name),
        reference(Some(image), row.tag.as_deref(), row.digest.as_ref(), None),
        format!("{}/{}", row.ready, row.replicas),
        commit(row.source.as_ref()),
        commit(row.config.as_ref()),
        output.say(words::verdict(row.verdict)).to_owned(),
        if row.stale { format!("{} ({})", age(row.age_s), output.say(words::STALE)) } else { age(row.age_s) },
    ]
}

fn commit(link: Option<&CommitLink>) -> String {
    link.map_or_else(
        || "?".to_owned(),
        |link| format!("{}@{} {:?}", link.repo, link.commit.short(), link.strength),
    )
}

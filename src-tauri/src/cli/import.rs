//! `cairn import`.

use super::arguments::{Global, ImportArguments};
use super::exit::Exit;
use super::output::Output;
use crate::api::{Api, ApiError, ImportRequest};

pub(super) fn run(
    api: &Api,
    global: &Global,
    arguments: ImportArguments,
    output: &Output,
) -> Result<Exit, ApiError> {
    let ImportArguments { files, kind, cluster, labels } = arguments;
    let request = ImportRequest { files, standard_input: true, kind, cluster, labels, taken_at: global.at };
    let reply = api.import(request)?;
    let exit = match (reply.failed.is_empty(), reply.imported.is_empty()) {
        (true, _) => Exit::Answered,
        (false, false) => Exit::Incomplete,
        (false, true) => Exit::Unreadable,
    };
    if output.is_json() {
        output.json(&reply);
        return Ok(exit);
    }
    for file in &reply.imported {
        let cluster = file.cluster.as_deref().map_or(String::new(), |name| format!(" of {name}"));
        let known = if file.new { "" } else { ", known already" };
        output.line(&format!("{}: {} {} records{cluster}{known}", file.file, file.records, file.kind));
    }
    output.gaps(&reply.gaps);
    for failed in &reply.failed {
        output.error(&failed.error);
    }
    Ok(exit)
}

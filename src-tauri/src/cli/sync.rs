//! `cairn sync`.

use std::sync::atomic::AtomicBool;

use super::arguments::SyncArguments;
use super::exit::Exit;
use super::output::Output;
use crate::api::{Api, ApiError, SyncRequest};

pub(super) fn run(api: &Api, arguments: SyncArguments, output: &Output) -> Result<Exit, ApiError> {
    let progress = output.progress();
    let request = SyncRequest { sources: arguments.sources };
    // An interrupt ends the process; the transaction under way is then as if it had never begun.
    let reply = api.sync(request, &|event| progress.show(&event), &AtomicBool::new(false))?;
    drop(progress);
    let failed = reply.sources.iter().any(|source| source.error.is_some());
    let exit = if failed { Exit::Unreadable } else { Exit::Answered };
    if output.is_json() {
        output.json(&reply);
        return Ok(exit);
    }
    for source in &reply.sources {
        match &source.error {
            Some(error) => output.error(error),
            None => output.line(&format!(
                "{}: {} commits, {} transitions, {} gaps",
                source.name, source.commits, source.declarations, source.gaps
            )),
        }
    }
    if reply.sources.is_empty() {
        output.warn("there is no source to read; `cairn add repo PATH` registers one");
    }
    Ok(exit)
}

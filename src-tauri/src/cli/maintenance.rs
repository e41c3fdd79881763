//! `cairn init`, `cairn demo`, `cairn doctor`, `cairn rebuild`.

use super::exit::Exit;
use super::output::Output;
use crate::api::{Api, ApiError, WorkspaceRequest};

pub(super) fn init(api: &Api, output: &Output) -> Result<Exit, ApiError> {
    workspace(api, output)
}

pub(super) fn demo(api: &mut Api, output: &Output) -> Result<Exit, ApiError> {
    let progress = output.progress();
    api.demo(&|event| progress.show(&event))?;
    drop(progress);
    workspace(api, output)
}

fn workspace(api: &Api, output: &Output) -> Result<Exit, ApiError> {
    let reply = api.workspace(WorkspaceRequest {})?;
    if output.is_json() {
        output.json(&reply);
    } else {
        output.line(&format!("workspace: {}", reply.directory));
    }
    Ok(Exit::Answered)
}

pub(super) fn doctor(api: &Api, output: &Output) -> Result<Exit, ApiError> {
    let wrong = api.check_file()?;
    let exit = if wrong.is_empty() { Exit::Answered } else { Exit::No };
    if output.is_json() {
        output
            .json(&serde_json::json!({ "workspace_file": { "sound": wrong.is_empty(), "problems": wrong } }));
        return Ok(exit);
    }
    if wrong.is_empty() {
        output.line("the workspace file is sound");
    }
    for problem in wrong {
        output.line(&format!("the workspace file: {problem}"));
    }
    Ok(exit)
}

pub(super) fn rebuild(api: &Api, output: &Output) -> Result<Exit, ApiError> {
    let progress = output.progress();
    api.rebuild(&|event| progress.show(&event))?;
    drop(progress);
    if output.is_json() {
        output.json(&serde_json::json!({ "rebuilt": true }));
    } else {
        output.line("every derived row was derived again");
    }
    Ok(Exit::Answered)
}

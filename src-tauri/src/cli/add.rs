//! `cairn add`.

use super::arguments::{AddArguments, AddRepoArguments, AddSource};
use super::exit::Exit;
use super::output::Output;
use crate::api::{AddRepositoryRequest, Api, ApiError};

pub(super) fn run(api: &Api, arguments: AddArguments, output: &Output) -> Result<Exit, ApiError> {
    let AddSource::Repo(AddRepoArguments { location, name, role, branch, forge }) = arguments.source;
    let name = api.add_repository(AddRepositoryRequest { location, name, role, branch, forge })?;
    if output.is_json() {
        output.json(&serde_json::json!({ "repository": name }));
    } else {
        output.line(&format!("registered {name}; `cairn sync` reads it"));
    }
    Ok(Exit::Answered)
}

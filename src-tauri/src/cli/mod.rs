//! The command line: one file a verb. Answers go to the standard output, progress and warnings to the standard error.

mod add;
mod arguments;
mod changes;
mod declared;
mod exit;
mod import;
mod maintenance;
mod output;
mod report;
mod running;
mod sources;
mod sync;
mod timeline;
mod trace;
mod where_runs;
mod words;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use crate::api::{Api, default_workspace};
use arguments::{Arguments, Verb};
pub use exit::Exit;
use output::Output;

/// Runs the command line with these arguments.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are answers, too; a failed print leaves nothing to say.
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage.into() } else { Exit::Answered.into() };
        }
    };
    let output = Output::new(&arguments.global);
    match answer(arguments, &output) {
        Ok(exit) => exit.into(),
        Err(error) => {
            output.error(&error);
            Exit::of(&error).into()
        }
    }
}

fn answer(arguments: Arguments, output: &Output) -> Result<Exit, crate::api::ApiError> {
    let Arguments { global, verb } = arguments;
    let workspace = global.workspace.clone().unwrap_or_else(default_workspace);
    let mut api =
        if verb.makes_a_workspace() { Api::open(&workspace) } else { Api::open_existing(&workspace) }?;
    if let (Some(end), None, true) = (api.archive(), global.at, verb.is_question()) {
        output.warn(&format!("answered for {end}, the time set in cairn.toml; --at asks for another"));
    }
    match verb {
        Verb::Init => maintenance::init(&api, output),
        Verb::Demo => maintenance::demo(&mut api, output),
        Verb::Add(arguments) => add::run(&api, arguments, output),
        Verb::Import(arguments) => import::run(&api, &global, arguments, output),
        Verb::Sync(arguments) => sync::run(&api, arguments, output),
        Verb::Where(arguments) => where_runs::run(&api, &global, arguments, output),
        Verb::Running(arguments) => running::run(&api, &global, arguments, output),
        Verb::Declared(arguments) => declared::run(&api, &global, arguments, output),
        Verb::Trace(arguments) => trace::run(&api, &global, arguments, output),
        Verb::Timeline(arguments) => timeline::run(&api, &global, arguments, output),
        Verb::Changes(arguments) => changes::run(&api, &global, arguments, output),
        Verb::Report(arguments) => report::run(&api, arguments, output),
        Verb::Sources => sources::run(&api, output),
        Verb::Doctor => maintenance::doctor(&api, output),
        Verb::Rebuild => maintenance::rebuild(&api, output),
    }
}

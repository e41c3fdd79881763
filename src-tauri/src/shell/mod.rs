//! The window: Tauri, and nothing else of Cairn knows it.
//!
//! The shell opens the workspace, hands each question of the page to [`Api`] on a thread that may block, and hands the
//! answer back. It decides nothing. A workspace that cannot be opened is no reason to show no window: every question
//! is then answered with that error, and the page shows it with its remedy.

mod desk;
mod handlers;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::api::{Api, default_workspace};
use desk::Desk;

/// The environment variable that names the workspace where `--workspace` does not.
const WORKSPACE_VARIABLE: &str = "CAIRN_WORKSPACE";

/// Opens the window and returns when it is closed; fails if there is no display to open it on.
pub fn run() -> ExitCode {
    let directory = workspace(std::env::args_os().skip(1), std::env::var_os(WORKSPACE_VARIABLE));
    let api = directory.map_or_else(default_workspace, Ok).and_then(|directory| Api::open(&directory));
    let window = tauri::Builder::default()
        .manage(Desk::new(api))
        .invoke_handler(handlers::all())
        .run(tauri::generate_context!());
    match window {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stderr, reason = "without a window there is no other place to say so")]
fn complain(error: &tauri::Error) {
    eprintln!("cairn-desktop: the window does not open: {error}");
}

/// Returns the folder that the arguments name (`--workspace DIR` or `--workspace=DIR`, the last one counts), else the
/// one that the environment names.
fn workspace(arguments: impl Iterator<Item = OsString>, variable: Option<OsString>) -> Option<PathBuf> {
    let mut named = None;
    let mut arguments = arguments;
    while let Some(argument) = arguments.next() {
        if argument == "--workspace" {
            named = arguments.next().or(named);
        } else if let Some(directory) = argument.to_str().and_then(|text| text.strip_prefix("--workspace=")) {
            named = Some(directory.into());
        }
    }
    named.or(variable).filter(|directory| !directory.is_empty()).map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(arguments: &[&str], variable: Option<&str>) -> Option<PathBuf> {
        workspace(arguments.iter().map(OsString::from), variable.map(OsString::from))
    }

    #[test]
    fn the_argument_goes_before_the_environment() {
        assert_eq!(asked(&["--workspace", "/a"], Some("/b")), Some("/a".into()));
        assert_eq!(asked(&["--other", "--workspace=/a"], None), Some("/a".into()));
        assert_eq!(asked(&["--workspace=/a", "--workspace", "/c"], None), Some("/c".into()));
        assert_eq!(asked(&[], Some("/b")), Some("/b".into()));
    }

    #[test]
    fn nothing_named_is_the_default() {
        assert_eq!(asked(&[], None), None);
        assert_eq!(asked(&["--workspace"], None), None);
        assert_eq!(asked(&[], Some("")), None);
    }
}

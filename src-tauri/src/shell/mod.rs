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

/// Opens the window and returns when it is closed; fails if there is no display to open it on.
pub fn run() -> ExitCode {
    let api = Api::open(&workspace(std::env::args_os().skip(1)).unwrap_or_else(default_workspace));
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

/// Returns the folder that the arguments name: `--workspace DIR` or `--workspace=DIR`, the last one counts.
fn workspace(mut arguments: impl Iterator<Item = OsString>) -> Option<PathBuf> {
    let mut named = None;
    while let Some(argument) = arguments.next() {
        if argument == "--workspace" {
            named = arguments.next().or(named);
        } else if let Some(directory) = argument.to_str().and_then(|text| text.strip_prefix("--workspace=")) {
            named = Some(directory.into());
        }
    }
    named.filter(|directory| !directory.is_empty()).map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(arguments: &[&str]) -> Option<PathBuf> {
        workspace(arguments.iter().map(OsString::from))
    }

    #[test]
    fn the_last_named_folder_counts() {
        assert_eq!(asked(&["--workspace", "a"]), Some("a".into()));
        assert_eq!(asked(&["--other", "--workspace=a"]), Some("a".into()));
        assert_eq!(asked(&["--workspace=a", "--workspace", "c"]), Some("c".into()));
    }

    #[test]
    fn nothing_named_is_the_default() {
        assert_eq!(asked(&[]), None);
        assert_eq!(asked(&["--workspace"]), None);
        assert_eq!(asked(&["--workspace="]), None);
    }
}

//! The command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    cairn::cli::run(std::env::args_os())
}

//! The program as a whole: real histories and recorded lists in, answers out.
//!
//! Tests drive the built `cairn`, as its users do, unless what they hold is not visible there. Those that need the
//! corpus say so and pass where there is none (`CAIRN_CORPUS`).
#![expect(clippy::print_stdout, reason = "counts and seeds are for who runs the tests")]

mod bad_input;
mod cases;
mod cluster_lists;
mod command_line;
mod demo;
mod interrupted;
mod layers;
mod objects;
mod program;
mod types;
mod verdicts;

//! The window of Cairn.
fn main() -> std::process::ExitCode {
    cairn::shell::run()
}

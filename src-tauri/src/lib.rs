//! Cairn: which commit runs where, with proof.
//!
//! [`api`] is the only wire layer: one typed request and reply per question, shared by the command line (`cli`) and
//! the window (`shell`, behind the feature `desktop`). `app` is the composition root: it opens the workspace and holds
//! configuration, clock and sources. Everything else lives in the crates under `src-tauri/crates`.

pub mod api;
mod app;
pub mod cli;
#[cfg(feature = "desktop")]
pub mod shell;

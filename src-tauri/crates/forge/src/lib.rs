//! Reads what a forge exports: pull requests and their reviews, as GitHub's REST API and `gh pr list --json`
//! write them.
//!
//! The crate opens no file and asks no network: it turns bytes into [`domain::ChangeRequest`]s and
//! [`domain::Approval`]s. Start reading at [`read`]; [`recognise`] tells whether a file is worth it. A bad item is a
//! [`domain::Gap`] with its place and never stops the others; only a file of which nothing can be read is an error.

mod error;
mod export;
mod fields;
mod outline;
mod pull;
mod review;

pub use error::Error;
pub use export::{ForgeExport, MAX_BYTES, Reviews, read};
pub use outline::recognise;

#[cfg(test)]
mod tests;

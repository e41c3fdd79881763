//! What tests are made with: repositories built by short shell scripts, the corpus of real histories, fixed times.
//!
//! A development dependency only. Start reading at [`repo`]; [`corpus_clone`] opens a real history where the corpus
//! is there, and says that it skips where it is not.

mod clock;
mod corpus;
mod json;
mod repository;

pub use clock::{CLOCK, commit_time};
pub use corpus::{CorpusClone, corpus, corpus_clone};
pub use json::replace;
pub use repository::{TempRepo, repo};

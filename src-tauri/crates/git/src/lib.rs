//! Reads Git repositories: history, refs, people, trees and blobs, as values of the domain.
//!
//! The only crate that names gix. It never writes into a repository, runs no program, follows no replacement refs
//! or grafts, and fetches nothing. What a clone lacks (shallow, partial, broken) becomes a [`domain::Gap`] with its
//! place, and the rest goes on.
//!
//! Start at [`Repository::open`]; then [`Repository::refs`] says where the refs stand, [`Repository::walk`] hands
//! over the commits, and [`Repository::changes`] what each commit of a branch changed in the files one asks for.

mod blobs;
mod change_request;
mod changes;
mod commit;
mod delta;
mod diff;
mod error;
mod generations;
mod ids;
mod objects;
mod pack_index;
mod packs;
mod paths;
mod people;
mod progress;
mod refs;
mod repository;
mod tree;
mod walk;

pub use change_request::change_request;
pub use changes::{Blob, Change, Changes, Options};
pub use error::Error;
pub use progress::{Progress, Silent};
pub use repository::Repository;
pub use walk::{Walk, WalkRequest};

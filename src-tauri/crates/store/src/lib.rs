//! The workspace's SQLite file, and the only SQL of the project.
//!
//! [`Store`] opens the file and brings its schema up to date. There is one writer, [`Store::write`], which runs a
//! closure in one transaction; readers ([`Store::read`]) see a consistent snapshot and never wait for it (WAL).
//! Raw evidence is appended and never changed; everything else can be derived again from it and the repositories.
//! Each module is one table or one family of tables, with the row types, the reads and the writes.

pub mod approvals;
pub mod claims;
pub mod clusters;
pub mod commits;
mod connection;
pub mod declarations;
mod error;
pub mod evidence;
pub mod gaps;
mod migrate;
pub mod observations;
pub mod repositories;
mod text;

pub use connection::{Read, Store, Write};
pub use error::StoreError;
pub use migrate::SCHEMA_VERSION;

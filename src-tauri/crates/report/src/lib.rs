//! Writes answers as pictures and documents.
//!
//! Everything here takes answers of `query` by value and returns strings or bytes. The crate opens no file, asks no
//! clock, no store and no network; the same answer gives the same bytes on every machine.

mod csv;
mod error;
mod html;
mod json;
mod model;
pub mod plot;
#[cfg(test)]
mod sample;
mod zone;

pub use csv::{changes_csv, csv};
pub use error::Error;
pub use html::html;
pub use json::json;
pub use model::{ChangesReport, Counts};

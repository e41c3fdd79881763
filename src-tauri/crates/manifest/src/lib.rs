//! Reads declarations out of file bytes: which image, tag, digest or version a file of a configuration repository
//! states, and under which slot.
//!
//! Everything here is a pure function of its arguments: no files, no clock, no network; no input makes it panic or
//! hang. Start reading at [`read()`]: a byte filter, then the file's documents, each through a fast scanner that
//! stops at anything unusual and hands over to a full parser, then one recogniser per format (`src/format`).
//! [`Layout`] tells from the path alone which app, environment and cluster a file speaks for.

mod format;
mod kind;
pub mod layout;
mod prefilter;
mod reading;
mod yaml;

pub use kind::{FileKind, kind_of};
pub use layout::{Fixed, Layout, LayoutError, PathRule};
pub use reading::{LAST_DOCUMENT, Problem, Reading, read, read_unfiltered, read_with_full_parser};

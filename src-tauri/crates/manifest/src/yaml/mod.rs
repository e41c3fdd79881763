//! YAML: documents of a file, each as a [`tree::Tree`], by the fast scanner or the full parser.

mod build;
mod flow;
pub(crate) mod full;
mod lex;
pub(crate) mod scan;
pub(crate) mod split;
pub(crate) mod tree;

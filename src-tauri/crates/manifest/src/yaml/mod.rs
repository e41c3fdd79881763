//! YAML: documents of a file, each as a [`tree::Tree`], by the fast scanner or the full parser.

mod flow;
pub(crate) mod full;
pub(crate) mod scan;
pub(crate) mod split;
pub(crate) mod tree;

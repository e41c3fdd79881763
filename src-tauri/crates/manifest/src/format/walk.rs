//! What recognisers share: the path to where they stand, the budget of steps, and the place where slots go.

use domain::{DeclaredValue, GapCode};

use super::Object;
use crate::yaml::tree::{Id, MAX_DEPTH, Tree};

/// Most bytes of slots and values that one file may give: aliases can repeat a long text without end.
const MAX_FOUND: usize = 8 << 20;

/// A slot as a recogniser reports it.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) slot: String,
    pub(crate) value: DeclaredValue,
    pub(crate) format: &'static str,
    /// Which object of the file, counted from 0.
    pub(crate) object: u32,
    pub(crate) line: u32,
}

/// The object that slots belong to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Owner {
    pub(crate) kind: String,
    pub(crate) name: Option<String>,
    pub(crate) namespace: Option<String>,
}

/// Takes the slots of a file.
#[derive(Debug, Default)]
pub(crate) struct Sink {
    pub(crate) found: Vec<Found>,
    pub(crate) owners: Vec<Owner>,
    pub(crate) problems: Vec<(GapCode, u32, String)>,
    pub(crate) found_bytes: usize,
    pub(crate) is_exhausted: bool,
    /// Reads an inline document with the same engine as the file itself.
    pub(crate) is_full_only: bool,
}

impl Sink {
    pub(super) fn begin_object(&mut self, object: Object<'_>) {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        self.owners.push(Owner {
            kind: object.kind.to_owned(),
            name: owned(object.name),
            namespace: owned(object.namespace),
        });
    }

    pub(super) fn malformed(&mut self, line: u32, message: String) {
        self.problems.push((GapCode::Malformed, line, message));
    }
}

/// One step of a path.
#[derive(Debug, Clone, Copy)]
enum Step<'p> {
    Root,
    Key(&'p str),
    /// `[label=name]`
    Named(&'p str, &'p str),
    /// `[name]`
    Bare(&'p str),
    Index(usize),
}

/// The keys that lead to a node: a list on the call stack, written out only when something is found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    step: Step<'p>,
    depth: usize,
}

impl<'p> Path<'p> {
    pub(super) fn root() -> Self {
        Path { parent: None, step: Step::Root, depth: 0 }
    }

    fn then(&'p self, step: Step<'p>) -> Path<'p> {
        Path { parent: Some(self), step, depth: self.depth + 1 }
    }

    pub(super) fn key(&'p self, key: &'p str) -> Path<'p> {
        self.then(Step::Key(key))
    }

    pub(super) fn named(&'p self, label: &'p str, name: &'p str) -> Path<'p> {
        self.then(Step::Named(label, name))
    }

    pub(super) fn bare(&'p self, name: &'p str) -> Path<'p> {
        self.then(Step::Bare(name))
    }

    pub(super) fn index(&'p self, index: usize) -> Path<'p> {
        self.then(Step::Index(index))
    }

    /// Returns the path of an item of a list: by its `name`, else by its number.
    pub(super) fn item(&'p self, tree: &'p Tree<'_>, item: Id, index: usize) -> Path<'p> {
        match tree.text_of(item, "name") {
            Some(name) => self.named("name", name),
            None => self.index(index),
        }
    }

    /// Returns the key of the innermost step; empty for items and the root.
    pub(super) fn last_key(&self) -> &'p str {
        match self.step {
            Step::Key(key) => key,
            _ => "",
        }
    }

    pub(super) fn is_root(&self) -> bool {
        self.parent.is_none()
    }

    /// Writes the slot: keys joined by dots, `.` for the root itself.
    pub(super) fn slot(&self) -> String {
        let mut out = String::with_capacity(64);
        self.write(&mut out);
        if out.is_empty() { ".".to_owned() } else { out }
    }

    fn write(&self, out: &mut String) {
        if let Some(parent) = self.parent {
            parent.write(out);
        }
        match self.step {
            Step::Root => {}
            Step::Key(key) => {
                if !out.is_empty() {
                    out.push('.');
                }
                out.push_str(key);
            }
            Step::Named(label, name) => {
                for part in ["[", label, "=", name, "]"] {
                    out.push_str(part);
                }
            }
            Step::Bare(name) => {
                for part in ["[", name, "]"] {
                    out.push_str(part);
                }
            }
            Step::Index(index) => {
                out.push('[');
                out.push_str(&index.to_string());
                out.push(']');
            }
        }
    }
}

/// A document under a recogniser.
pub(super) struct Walker<'t, 'a, 's> {
    pub(super) tree: &'t Tree<'a>,
    pub(super) sink: &'s mut Sink,
}

impl<'t, 'a, 's> Walker<'t, 'a, 's> {
    pub(super) fn new(tree: &'t Tree<'a>, sink: &'s mut Sink) -> Self {
        Walker { tree, sink }
    }

    /// Returns whether the walk may go on: not too deep, and not yet at the end of the steps that a tree allows.
    pub(super) fn may_visit(&mut self, path: &Path<'_>) -> bool {
        if path.depth > MAX_DEPTH || self.tree.is_exhausted() {
            self.sink.is_exhausted = true;
        }
        !self.sink.is_exhausted
    }

    /// Reports a slot. One that says nothing is reported by nobody.
    pub(super) fn found(&mut self, node: Id, path: &Path<'_>, value: DeclaredValue, format: &'static str) {
        if value.is_empty() || self.sink.is_exhausted {
            return;
        }
        let object = self.sink.owners.len().saturating_sub(1) as u32;
        let line = self.tree.line(node);
        let slot = path.slot();
        let texts = [&value.image, &value.tag, &value.version];
        let len = texts.into_iter().flatten().map(String::len).sum::<usize>() + slot.len() + 64;
        self.sink.found_bytes += len;
        if self.sink.found_bytes > MAX_FOUND {
            self.sink.is_exhausted = true;
            return;
        }
        self.sink.found.push(Found { slot, value, format, object, line });
    }
}

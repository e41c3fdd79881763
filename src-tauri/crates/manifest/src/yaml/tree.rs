//! The tree of one YAML document, as a flat arena that both parsers fill.
//!
//! Nothing is copied out of the file: a text is a span of the source, or of `pool` where it had to be decoded.
//! Children are linked lists, so an alias shares the children of its anchor and an alias bomb costs nothing until
//! somebody walks it; the tree counts the steps of all walks and ends them when they become too many.

use std::cell::Cell;

/// Deepest nesting that is followed.
pub(crate) const MAX_DEPTH: usize = 256;
/// Most steps from child to child in one document: what a million nodes never need, and a bomb of aliases does.
const MAX_STEPS: u32 = 1 << 22;
/// No node.
pub(super) const NIL: u32 = u32::MAX;
/// Marks a span of the pool.
pub(super) const POOL: u32 = 1 << 31;

/// Identifies a node of a [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Id(pub(super) u32);

/// A piece of the source text or of the pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(super) start: u32,
    pub(super) len: u32,
}

impl Span {
    /// The key of what has none: list items, the root, and entries that a later duplicate replaced.
    pub(crate) const NONE: Span = Span { start: NIL, len: 0 };

    /// Returns the span of the source from `start` to `end`.
    pub(crate) fn source(start: usize, end: usize) -> Self {
        Span { start: start as u32, len: (end - start) as u32 }
    }
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing was written.
    Empty,
    /// A scalar without quotes.
    Plain,
    /// A scalar in quotes, or a block scalar, decoded.
    Quoted,
    /// A scalar that the fast scanner only skipped: its text needs the full parser.
    Opaque,
    /// A map.
    Map,
    /// A list.
    List,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) key: Span,
    /// Scalars: the text. Collections: `start` is the first child.
    pub(super) value: Span,
    pub(super) next: u32,
    pub(super) line: u32,
}

/// One document.
#[derive(Debug)]
pub(crate) struct Tree<'a> {
    source: &'a str,
    pub(super) pool: String,
    pub(super) nodes: Vec<Node>,
    asked_opaque: Cell<bool>,
    steps: Cell<u32>,
    /// Lines at which a key repeats an earlier one of its map.
    pub(crate) duplicates: Vec<(u32, String)>,
}

impl<'a> Tree<'a> {
    /// Returns a tree without nodes, over `source`.
    pub(super) fn new(source: &'a str) -> Self {
        Tree {
            source,
            pool: String::new(),
            nodes: Vec::with_capacity(source.len() / 24 + 8),
            asked_opaque: Cell::new(false),
            steps: Cell::new(0),
            duplicates: Vec::new(),
        }
    }

    /// Returns the root, unless the document is empty.
    pub(crate) fn root(&self) -> Option<Id> {
        (!self.nodes.is_empty()).then_some(Id(0))
    }

    /// Returns what `id` is.
    pub(crate) fn kind(&self, id: Id) -> Kind {
        self.nodes[id.0 as usize].kind
    }

    /// Returns whether `id` is a map.
    pub(crate) fn is_map(&self, id: Id) -> bool {
        self.kind(id) == Kind::Map
    }

    /// Returns the line of `id` within the document's text, from 0.
    pub(crate) fn line(&self, id: Id) -> u32 {
        self.nodes[id.0 as usize].line
    }

    pub(super) fn resolve(&self, span: Span) -> &str {
        if span == Span::NONE {
            return "";
        }
        let (text, start) = if span.start & POOL == 0 {
            (self.source, span.start as usize)
        } else {
            (self.pool.as_str(), (span.start & !POOL) as usize)
        };
        text.get(start..start + span.len as usize).unwrap_or("")
    }

    /// Returns the key of an entry of a map; empty for all else.
    pub(crate) fn key(&self, id: Id) -> &str {
        self.resolve(self.nodes[id.0 as usize].key)
    }

    /// Returns the text of a scalar as written; `None` for collections and for what means nothing (`~`, `null`,
    /// empty).
    pub(crate) fn text(&self, id: Id) -> Option<&str> {
        let node = &self.nodes[id.0 as usize];
        match node.kind {
            Kind::Plain => match self.resolve(node.value) {
                "" | "~" | "null" | "Null" | "NULL" => None,
                text => Some(text),
            },
            Kind::Quoted => Some(self.resolve(node.value)).filter(|text| !text.trim().is_empty()),
            Kind::Opaque => {
                self.asked_opaque.set(true);
                None
            }
            Kind::Empty | Kind::Map | Kind::List => None,
        }
    }

    /// Returns whether a text was asked for that only the full parser can give: the answers so far do not count.
    pub(crate) fn needs_full_parser(&self) -> bool {
        self.asked_opaque.get()
    }

    /// Counts steps that a walk took.
    #[inline]
    pub(crate) fn spend(&self, steps: u32) {
        self.steps.set(self.steps.get().saturating_add(steps));
    }

    /// Returns whether the steps are used up: walks end early from there on.
    #[inline]
    pub(crate) fn is_exhausted(&self) -> bool {
        self.steps.get() > MAX_STEPS
    }

    /// Returns the entries of a map or the items of a list, in order. Entries that a later duplicate replaced, and
    /// those whose key is no scalar, are not among them.
    pub(crate) fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let node = &self.nodes[id.0 as usize];
        let is_map = node.kind == Kind::Map;
        let mut next = if matches!(node.kind, Kind::Map | Kind::List) { node.value.start } else { NIL };
        std::iter::from_fn(move || {
            loop {
                let child = self.nodes.get(next as usize)?;
                self.spend(1);
                if self.is_exhausted() {
                    return None;
                }
                let id = Id(next);
                next = child.next;
                if !is_map || child.key != Span::NONE {
                    return Some(id);
                }
            }
        })
    }

    /// Returns the value of `key` in a map.
    pub(crate) fn get(&self, id: Id, key: &str) -> Option<Id> {
        if !self.is_map(id) {
            return None;
        }
        self.children(id).find(|child| self.key(*child) == key)
    }

    /// Returns the value at a path of keys.
    pub(crate) fn at(&self, id: Id, path: &[&str]) -> Option<Id> {
        path.iter().try_fold(id, |id, key| self.get(id, key))
    }

    /// Returns the text of `key` in a map.
    pub(crate) fn text_of(&self, id: Id, key: &str) -> Option<&str> {
        self.get(id, key).and_then(|id| self.text(id))
    }
}

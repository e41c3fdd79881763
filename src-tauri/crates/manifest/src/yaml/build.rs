//! Building a [`Tree`], in document order: what both parsers drive.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::tree::{Id, Kind, MAX_DEPTH, NIL, Node, POOL, Span, Tree};

/// Most nodes in one document, copies made by merge keys included.
const MAX_NODES: usize = 1 << 20;
/// Maps up to this many keys are compared pair by pair, larger ones through a hash set.
const SMALL_MAP: usize = 12;

/// Why a tree could not be built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BuildError {
    /// Deeper than [`MAX_DEPTH`], or more than [`MAX_NODES`] nodes, or an alias inside of its own anchor.
    TooDeep,
    /// An alias without anchor.
    UnknownAlias,
}

#[derive(Debug, Clone, Copy)]
struct Open {
    node: u32,
    last: u32,
    count: u32,
    has_merge: bool,
}

/// Builds a [`Tree`], in document order.
#[derive(Debug)]
pub(crate) struct Builder<'a> {
    tree: Tree<'a>,
    stack: Vec<Open>,
    anchors: FxHashMap<Cow<'a, str>, u32>,
}

impl<'a> Builder<'a> {
    /// Returns a builder for a document in `source`.
    pub(crate) fn new(source: &'a str) -> Self {
        Builder { tree: Tree::new(source), stack: Vec::with_capacity(16), anchors: FxHashMap::default() }
    }

    /// Copies a decoded text into the pool.
    pub(crate) fn keep(&mut self, text: &str) -> Span {
        let start = self.tree.pool.len() as u32 | POOL;
        self.tree.pool.push_str(text);
        Span { start, len: text.len() as u32 }
    }

    /// Appends an empty node to the open collection (or makes the root).
    #[inline]
    pub(crate) fn add(&mut self, key: Span, line: u32) -> Result<Id, BuildError> {
        let id = self.tree.nodes.len() as u32;
        if id as usize >= MAX_NODES {
            return Err(BuildError::TooDeep);
        }
        self.tree.nodes.push(Node { kind: Kind::Empty, key, value: Span::NONE, next: NIL, line });
        if let Some(open) = self.stack.last_mut() {
            if open.last == NIL {
                self.tree.nodes[open.node as usize].value.start = id;
            } else {
                self.tree.nodes[open.last as usize].next = id;
            }
            open.last = id;
            open.count += 1;
        }
        Ok(Id(id))
    }

    /// Returns the key of `id`, if it has one.
    pub(crate) fn key_of(&self, id: Id) -> Option<&str> {
        let key = self.tree.nodes[id.0 as usize].key;
        (key != Span::NONE).then(|| self.tree.resolve(key))
    }

    /// Says that the open map has a merge key.
    pub(crate) fn mark_merge(&mut self) {
        if let Some(open) = self.stack.last_mut() {
            open.has_merge = true;
        }
    }

    /// Makes `id` a scalar.
    #[inline]
    pub(crate) fn scalar(&mut self, id: Id, kind: Kind, text: Span) {
        let node = &mut self.tree.nodes[id.0 as usize];
        node.kind = kind;
        node.value = text;
    }

    /// Makes `id` a collection and opens it.
    #[inline]
    pub(crate) fn open(&mut self, id: Id, kind: Kind) -> Result<(), BuildError> {
        if self.stack.len() >= MAX_DEPTH {
            return Err(BuildError::TooDeep);
        }
        let node = &mut self.tree.nodes[id.0 as usize];
        node.kind = kind;
        node.value = Span { start: NIL, len: 0 };
        self.stack.push(Open { node: id.0, last: NIL, count: 0, has_merge: false });
        Ok(())
    }

    /// Closes the innermost collection: the last of equal keys stays, merge keys are followed.
    #[inline]
    pub(crate) fn close(&mut self) -> Result<(), BuildError> {
        let Some(open) = self.stack.pop() else { return Ok(()) };
        if open.count > 1 && self.tree.nodes[open.node as usize].kind == Kind::Map {
            self.drop_duplicates(open);
        }
        if open.has_merge { self.merge(open) } else { Ok(()) }
    }

    fn drop_duplicates(&mut self, open: Open) {
        let Builder { tree, .. } = self;
        let first = tree.nodes[open.node as usize].value.start;
        let mut replaced: Vec<(u32, u32)> = Vec::new();
        if open.count as usize <= SMALL_MAP {
            let mut ids = [0u32; SMALL_MAP];
            let mut count = 0;
            let mut next = first;
            while next != NIL && count < SMALL_MAP {
                let node = &tree.nodes[next as usize];
                let twin = ids[..count].iter().copied().find(|earlier| {
                    let earlier = tree.nodes[*earlier as usize].key;
                    earlier.len == node.key.len
                        && earlier != Span::NONE
                        && tree.resolve(earlier) == tree.resolve(node.key)
                });
                if let Some(twin) = twin {
                    replaced.push((twin, next));
                }
                ids[count] = next;
                count += 1;
                next = node.next;
            }
        } else {
            let mut seen: FxHashMap<&str, u32> = FxHashMap::default();
            let mut next = first;
            while next != NIL {
                let node = &tree.nodes[next as usize];
                if node.key != Span::NONE
                    && let Some(twin) = seen.insert(tree.resolve(node.key), next)
                {
                    replaced.push((twin, next));
                }
                next = node.next;
            }
        }
        for (earlier, later) in replaced {
            let key = self.tree.resolve(self.tree.nodes[later as usize].key).to_owned();
            // Every `<<` counts: repeating it is how people merge two maps.
            if key == "<<" {
                continue;
            }
            self.tree.duplicates.push((self.tree.nodes[later as usize].line, key));
            self.tree.nodes[earlier as usize].key = Span::NONE;
        }
    }

    /// Appends what the `<<` entries of a map bring in: own keys win, then earlier maps win over later ones
    /// ([merge keys](https://yaml.org/type/merge.html)).
    fn merge(&mut self, open: Open) -> Result<(), BuildError> {
        let map = Id(open.node);
        let mut from: Vec<Id> = Vec::new();
        for entry in self.tree.children(map).filter(|entry| self.tree.key(*entry) == "<<") {
            match self.tree.kind(entry) {
                Kind::Map => from.push(entry),
                Kind::List => from.extend(self.tree.children(entry).filter(|item| self.tree.is_map(*item))),
                _ => {}
            }
        }
        let mut present: FxHashSet<&str> =
            self.tree.children(map).map(|entry| self.tree.key(entry)).collect();
        let mut brought: Vec<Node> = Vec::new();
        for other in from {
            for entry in self.tree.children(other) {
                if present.insert(self.tree.key(entry)) {
                    brought.push(self.tree.nodes[entry.0 as usize]);
                }
            }
            if self.tree.nodes.len() + brought.len() > MAX_NODES || self.tree.is_exhausted() {
                return Err(BuildError::TooDeep);
            }
        }
        let mut last = open.last;
        for node in brought {
            let id = self.tree.nodes.len() as u32;
            self.tree.nodes.push(Node { next: NIL, ..node });
            self.tree.nodes[last as usize].next = id;
            last = id;
        }
        Ok(())
    }

    /// Names `id`. A name that is used again names the later node from there on, as YAML 1.2 says.
    pub(crate) fn anchor(&mut self, name: Cow<'a, str>, id: Id) {
        self.anchors.insert(name, id.0);
    }

    /// Makes `id` the same as the node that the anchor names.
    pub(crate) fn alias(&mut self, id: Id, name: &str) -> Result<(), BuildError> {
        let target = *self.anchors.get(name).ok_or(BuildError::UnknownAlias)?;
        if self.stack.iter().any(|open| open.node == target) {
            return Err(BuildError::TooDeep);
        }
        let Node { kind, value, .. } = self.tree.nodes[target as usize];
        let node = &mut self.tree.nodes[id.0 as usize];
        node.kind = kind;
        node.value = value;
        Ok(())
    }

    /// Returns the tree. Whatever is open is closed.
    pub(crate) fn finish(mut self) -> Result<Tree<'a>, BuildError> {
        while !self.stack.is_empty() {
            self.close()?;
        }
        Ok(self.tree)
    }
}

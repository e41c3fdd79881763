//! The fast scanner: block-style YAML, one pass over the bytes, nothing copied.
//!
//! It covers what nearly every manifest is made of: nested maps and lists, plain and quoted scalars, comments, block
//! scalars, flow collections, anchors, aliases, merge keys. At anything else it stops with [`Bail`] and the full
//! parser reads the document from the start: the scanner may refuse what is legal, it must never accept what is not,
//! nor read it differently. `tests/corpus.rs` holds it to that. Scalars over several lines are skipped and marked
//! opaque, for almost nobody ever asks for them.
//!
//! The grammar is that of [YAML 1.1](https://yaml.org/spec/1.1/) as libyaml reads it.

use memchr::memmem;

use super::build::{BuildError, Builder};
use super::tree::{Id, Kind, Span, Tree};

/// The document holds something that this scanner does not cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bail;

impl From<BuildError> for Bail {
    fn from(_: BuildError) -> Self {
        Bail
    }
}

/// libyaml looks this far ahead for the colon of a key.
const MAX_KEY: usize = 1000;

/// How a merge key is written with its tag.
const MERGE: &[u8] = b"!!merge <<:";

/// Keys whose literal block scalars hold YAML again (inline patches, Helm values), so that they are worth decoding.
const NESTED: [&str; 3] = ["patch", "values", "patches"];

/// Returns the tree of the one document in `text`.
pub(crate) fn parse(text: &str) -> Result<Tree<'_>, Bail> {
    if !is_plain_text(text) {
        return Err(Bail);
    }
    let scanner = Scanner {
        text,
        bytes: text.as_bytes(),
        pos: 0,
        line: 0,
        build: Builder::new(text),
        stack: Vec::with_capacity(16),
        pending: None,
        is_pending_tagged: false,
        open_plain: None,
        has_root: false,
    };
    scanner.run()
}

/// Returns whether `text` is free of what libyaml refuses or takes for a line break: control characters, lone
/// carriage returns, the three line separators of Unicode, byte order marks.
fn is_plain_text(text: &str) -> bool {
    let bytes = text.as_bytes();
    let control = |byte: u8| byte == 0x7f || (byte < 0x20 && byte != b'\t' && byte != b'\n' && byte != b'\r');
    if bytes.iter().fold(false, |found, byte| found | control(*byte)) {
        return false;
    }
    if memchr::memchr_iter(b'\r', bytes).any(|at| bytes.get(at + 1) != Some(&b'\n')) {
        return false;
    }
    text.is_ascii()
        || !text.chars().any(|c| {
            matches!(c, '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
        })
}

#[derive(Debug, Clone, Copy)]
struct Level {
    indent: i32,
    is_list: bool,
}

pub(super) struct Scanner<'a> {
    pub(super) text: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) pos: usize,
    pub(super) line: u32,
    pub(super) build: Builder<'a>,
    stack: Vec<Level>,
    /// The node whose value has not come yet: a key or a dash at the end of its line.
    pending: Option<Id>,
    /// Whether it has its anchor or tag already: a second one on the next line would be an error.
    is_pending_tagged: bool,
    /// The plain scalar that a deeper line would continue.
    pub(super) open_plain: Option<Id>,
    has_root: bool,
}

/// Where a value begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// First on its line or after a dash: may be a map or a list.
    Fresh,
    /// Behind a key: a scalar, an alias or a flow collection.
    AfterKey,
}

impl<'a> Scanner<'a> {
    fn run(mut self) -> Result<Tree<'a>, Bail> {
        if self.bytes.starts_with(b"---") {
            let next = self.skip_blanks(3);
            let is_marker = next > 3 || self.is_break(3);
            if !is_marker || !(self.is_break(next) || self.bytes[next] == b'#') {
                return Err(Bail);
            }
            self.skip_line(next);
        }
        while self.pos < self.bytes.len() {
            let start = self.pos;
            let mut at = start;
            while self.bytes.get(at) == Some(&b' ') {
                at += 1;
            }
            match self.bytes.get(at) {
                None => break,
                Some(b'\n' | b'\r') => self.skip_line(at),
                Some(b'#') => {
                    self.open_plain = None;
                    self.skip_line(at);
                }
                Some(b'\t') => return Err(Bail),
                Some(_) => self.content(at, (at - start) as i32)?,
            }
        }
        Ok(self.build.finish()?)
    }

    fn indent(&self) -> i32 {
        self.stack.last().map_or(-1, |level| level.indent)
    }

    fn content(&mut self, at: usize, column: i32) -> Result<(), Bail> {
        if column == 0 && self.bytes[at..].starts_with(b"...") && self.is_blank(at + 3) {
            return Err(Bail);
        }
        let is_item = self.bytes[at] == b'-' && self.is_blank(at + 1);
        if let Some(node) = self.pending.take() {
            let inside_map = self.stack.last().is_some_and(|level| !level.is_list);
            let is_tagged_again = self.is_pending_tagged
                && matches!(self.bytes[at], b'&' | b'!' | b'*')
                && !self.bytes[at..].starts_with(MERGE);
            if is_tagged_again {
                return Err(Bail);
            }
            if column > self.indent() || (is_item && inside_map && column == self.indent()) {
                return self.value(node, at, column, At::Fresh);
            }
        } else if let Some(node) = self.open_plain
            && column > self.indent()
        {
            return self.continue_plain(node, at);
        }
        self.open_plain = None;
        while let Some(level) = self.stack.last()
            && (level.indent > column || (level.indent == column && level.is_list && !is_item))
        {
            self.stack.pop();
            self.build.close()?;
        }
        match self.stack.last() {
            None if self.has_root => Err(Bail),
            None => {
                self.has_root = true;
                let root = self.build.add(Span::NONE, self.line)?;
                self.value(root, at, column, At::Fresh)
            }
            Some(level) if level.indent != column => Err(Bail),
            Some(level) if level.is_list => self.item(at, column),
            Some(_) if is_item => Err(Bail),
            Some(_) => self.entry(at, column),
        }
    }

    /// Reads `- …` at `at`.
    fn item(&mut self, at: usize, column: i32) -> Result<(), Bail> {
        let node = self.build.add(Span::NONE, self.line)?;
        let next = self.skip_spaces(at + 1);
        if self.ends_here(next)? {
            return self.wait(node, next);
        }
        self.value(node, next, column + (next - at) as i32, At::Fresh)
    }

    /// Reads `key: …` at `at`.
    fn entry(&mut self, at: usize, column: i32) -> Result<(), Bail> {
        match self.bytes[at] {
            b'"' | b'\'' => {
                let quoted = self.quoted(at)?;
                let colon = self.skip_spaces(quoted.end);
                if quoted.kind == Kind::Opaque
                    || quoted.end - at > MAX_KEY
                    || self.bytes.get(colon) != Some(&b':')
                    || !self.is_blank(colon + 1)
                {
                    return Err(Bail);
                }
                self.entry_value(quoted.span, colon, column)
            }
            b'!' if self.bytes[at..].starts_with(MERGE) => self.plain_entry(at + 8, column),
            first if self.starts_plain(first, at) => self.plain_entry(at, column),
            _ => Err(Bail),
        }
    }

    fn plain_entry(&mut self, at: usize, column: i32) -> Result<(), Bail> {
        let plain = self.plain(at);
        let colon = plain.colon.ok_or(Bail)?;
        self.plain_key(at, colon, column)
    }

    fn plain_key(&mut self, at: usize, colon: usize, column: i32) -> Result<(), Bail> {
        if colon - at > MAX_KEY {
            return Err(Bail);
        }
        let end = self.trim_end(at, colon);
        if &self.bytes[at..end] == b"<<" {
            self.build.mark_merge();
        }
        self.entry_value(Span::source(at, end), colon, column)
    }

    fn entry_value(&mut self, key: Span, colon: usize, column: i32) -> Result<(), Bail> {
        let node = self.build.add(key, self.line)?;
        let next = self.skip_spaces(colon + 1);
        if self.ends_here(next)? {
            return self.wait(node, next);
        }
        self.value(node, next, column, At::AfterKey)
    }

    /// Leaves `node` to the lines that follow.
    fn wait(&mut self, node: Id, at: usize) -> Result<(), Bail> {
        self.pending = Some(node);
        self.is_pending_tagged = false;
        self.open_plain = None;
        self.skip_line(at);
        Ok(())
    }

    fn value(&mut self, node: Id, at: usize, column: i32, place: At) -> Result<(), Bail> {
        let mut at = at;
        let (mut is_tagged, mut has_tag) = (false, false);
        if place == At::Fresh && self.bytes[at..].starts_with(MERGE) {
            return self.nested_map(node, at, column);
        }
        loop {
            match self.bytes[at] {
                b'&' => {
                    let end = self.name_end(at + 1)?;
                    // One of each at most, in this order: others are left to the full parser.
                    if is_tagged {
                        return Err(Bail);
                    }
                    self.build.anchor(self.text[at + 1..end].into(), node);
                    at = self.skip_spaces(end);
                }
                b'!' if !has_tag => {
                    has_tag = true;
                    let end = self.tag_end(at)?;
                    at = self.skip_spaces(end);
                }
                _ => break,
            }
            is_tagged = true;
            if self.ends_here(at)? {
                self.wait(node, at)?;
                self.is_pending_tagged = true;
                return Ok(());
            }
        }
        let may_nest = place == At::Fresh && !is_tagged;
        match self.bytes[at] {
            b'*' if !is_tagged => {
                let end = self.name_end(at + 1)?;
                self.build.alias(node, &self.text[at + 1..end])?;
                self.end_line(end)
            }
            b'"' | b'\'' => {
                let quoted = self.quoted(at)?;
                let next = self.skip_spaces(quoted.end);
                if self.bytes.get(next) == Some(&b':') {
                    return if may_nest { self.nested_map(node, at, column) } else { Err(Bail) };
                }
                self.build.scalar(node, quoted.kind, quoted.span);
                self.end_line(quoted.end)
            }
            b'|' | b'>' => self.block_scalar(node, at),
            b'[' | b'{' => {
                let end = self.flow(node, at)?;
                self.end_line(end)
            }
            b'-' if self.is_blank(at + 1) => {
                if !may_nest {
                    return Err(Bail);
                }
                self.build.open(node, Kind::List)?;
                self.stack.push(Level { indent: column, is_list: true });
                self.item(at, column)
            }
            first if self.starts_plain(first, at) => {
                let plain = self.plain(at);
                match plain.colon {
                    Some(_) if may_nest => self.nested_map(node, at, column),
                    Some(_) => Err(Bail),
                    None => {
                        self.build.scalar(node, Kind::Plain, Span::source(at, plain.end));
                        self.open_plain = (!plain.has_comment).then_some(node);
                        self.skip_line(plain.end);
                        Ok(())
                    }
                }
            }
            _ => Err(Bail),
        }
    }

    fn nested_map(&mut self, node: Id, at: usize, column: i32) -> Result<(), Bail> {
        self.build.open(node, Kind::Map)?;
        self.stack.push(Level { indent: column, is_list: false });
        self.entry(at, column)
    }

    fn continue_plain(&mut self, node: Id, at: usize) -> Result<(), Bail> {
        let plain = self.plain(at);
        if plain.colon.is_some() {
            return Err(Bail);
        }
        self.build.scalar(node, Kind::Opaque, Span::NONE);
        if plain.has_comment {
            self.open_plain = None;
        }
        self.skip_line(plain.end);
        Ok(())
    }

    fn block_scalar(&mut self, node: Id, at: usize) -> Result<(), Bail> {
        // A document that is one block scalar has rules of its own about indents, and declares nothing.
        let outer = self.stack.last().ok_or(Bail)?.indent;
        let is_literal = self.bytes[at] == b'|';
        let mut next = at + 1;
        if matches!(self.bytes.get(next), Some(b'+' | b'-')) {
            next += 1;
        }
        let next_blank = self.skip_blanks(next);
        let is_header = self.is_break(next_blank) || (self.bytes[next_blank] == b'#' && next_blank > next);
        if !is_header {
            return Err(Bail);
        }
        self.skip_line(next_blank);
        let begin = self.pos;
        let mut content: Option<i32> = None;
        let mut widest_blank = 0;
        while self.pos < self.bytes.len() {
            let mut at = self.pos;
            while self.bytes.get(at) == Some(&b' ') {
                at += 1;
            }
            let spaces = (at - self.pos) as i32;
            match self.bytes.get(at) {
                None | Some(b'\n' | b'\r') => widest_blank = widest_blank.max(spaces),
                Some(byte) => match content {
                    None if *byte == b'\t' || (spaces > outer && widest_blank > spaces) => return Err(Bail),
                    None if spaces <= outer => break,
                    None => content = Some(spaces),
                    Some(indent) if spaces < indent && *byte == b'\t' => return Err(Bail),
                    Some(indent) if spaces < indent => break,
                    Some(_) => {}
                },
            }
            self.skip_line(at);
        }
        self.open_plain = None;
        let body = &self.text[begin..self.pos];
        let may_be_asked = is_literal
            && match self.build.key_of(node) {
                Some(key) => NESTED.contains(&key),
                None => memmem::find(body.as_bytes(), b"mage").is_some(),
            };
        if may_be_asked {
            let indent = content.unwrap_or(0) as usize;
            let mut decoded = String::with_capacity(body.len());
            for line in body.lines() {
                decoded.push_str(line.get(indent..).unwrap_or(""));
                decoded.push('\n');
            }
            let span = self.build.keep(&decoded);
            self.build.scalar(node, Kind::Quoted, span);
        } else {
            self.build.scalar(node, Kind::Opaque, Span::NONE);
        }
        Ok(())
    }
}

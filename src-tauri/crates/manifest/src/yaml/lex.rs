//! The lexical part of the fast scanner: where scalars, names, tags and lines end.

use memchr::{memchr, memchr2};

use super::scan::{Bail, Scanner};
use super::tree::{Kind, Span};

pub(super) struct Plain {
    /// End of the text, blanks trimmed; not meaningful where there is a colon.
    pub(super) end: usize,
    /// The first colon that makes what is before it a key.
    pub(super) colon: Option<usize>,
    pub(super) has_comment: bool,
}

pub(super) struct Quoted {
    pub(super) kind: Kind,
    pub(super) span: Span,
    pub(super) end: usize,
}

impl Scanner<'_> {
    pub(super) fn is_break(&self, at: usize) -> bool {
        matches!(self.bytes.get(at), None | Some(b'\n' | b'\r'))
    }

    pub(super) fn is_blank(&self, at: usize) -> bool {
        matches!(self.bytes.get(at), None | Some(b' ' | b'\n' | b'\r' | b'\t'))
    }

    pub(super) fn skip_spaces(&self, mut at: usize) -> usize {
        while self.bytes.get(at) == Some(&b' ') {
            at += 1;
        }
        at
    }

    pub(super) fn skip_blanks(&self, mut at: usize) -> usize {
        while matches!(self.bytes.get(at), Some(b' ' | b'\t')) {
            at += 1;
        }
        at
    }

    pub(super) fn trim_end(&self, start: usize, mut end: usize) -> usize {
        while end > start && matches!(self.bytes[end - 1], b' ' | b'\t' | b'\r') {
            end -= 1;
        }
        end
    }

    /// Goes to the line behind the one that holds `at`.
    pub(super) fn skip_line(&mut self, at: usize) {
        self.pos = memchr(b'\n', &self.bytes[at..]).map_or(self.bytes.len(), |len| at + len + 1);
        self.line += 1;
    }

    /// Returns whether nothing but a comment follows on this line. A tab here is left to the full parser.
    pub(super) fn ends_here(&self, at: usize) -> Result<bool, Bail> {
        match self.bytes.get(at) {
            Some(b'\t') => Err(Bail),
            Some(b'#') if at > 0 && self.bytes[at - 1] == b' ' => Ok(true),
            _ => Ok(self.is_break(at)),
        }
    }

    pub(super) fn end_line(&mut self, at: usize) -> Result<(), Bail> {
        let next = self.skip_blanks(at);
        if self.is_break(next) || (self.bytes[next] == b'#' && next > at) {
            self.open_plain = None;
            self.skip_line(next);
            return Ok(());
        }
        Err(Bail)
    }

    pub(super) fn starts_plain(&self, first: u8, at: usize) -> bool {
        match first {
            b'-' | b'?' | b':' => !self.is_blank(at + 1),
            b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\'' | b'"'
            | b'%' | b'@' | b'`' | b'\t' => false,
            _ => true,
        }
    }

    /// Returns where the name of an anchor or alias ends; it must be followed by a blank.
    pub(super) fn name_end(&self, at: usize) -> Result<usize, Bail> {
        let len = self.bytes[at..]
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
            .count();
        if len > 0 && self.is_blank(at + len) { Ok(at + len) } else { Err(Bail) }
    }

    /// Returns where a tag such as `!!str` or `!Ref` ends. Other handles need directives, so they are left alone.
    pub(super) fn tag_end(&self, at: usize) -> Result<usize, Bail> {
        let start = if self.bytes[at..].starts_with(b"!!") { at + 2 } else { at + 1 };
        let len = self.bytes[start..]
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
            .count();
        if len > 0 && self.is_blank(start + len) { Ok(start + len) } else { Err(Bail) }
    }

    /// Reads a plain scalar up to the end of the line, a comment, or the colon behind a key.
    #[inline]
    pub(super) fn plain(&self, at: usize) -> Plain {
        let end = memchr(b'\n', &self.bytes[at..]).map_or(self.bytes.len(), |len| at + len);
        let mut from = at;
        while let Some(found) = memchr2(b':', b'#', &self.bytes[from..end]) {
            let found = from + found;
            if self.bytes[found] == b':' {
                if self.is_blank(found + 1) {
                    return Plain { end: found, colon: Some(found), has_comment: false };
                }
            } else if found > at && matches!(self.bytes[found - 1], b' ' | b'\t') {
                return Plain { end: self.trim_end(at, found), colon: None, has_comment: true };
            }
            from = found + 1;
        }
        Plain { end: self.trim_end(at, end), colon: None, has_comment: false }
    }

    /// Reads a quoted scalar. One over several lines is opaque.
    pub(super) fn quoted(&mut self, at: usize) -> Result<Quoted, Bail> {
        let quote = self.bytes[at];
        let mut next = at + 1;
        let mut has_escape = false;
        loop {
            let found = memchr2(quote, b'\\', &self.bytes[next..]).ok_or(Bail)? + next;
            if self.bytes[found] != quote {
                next = found + 1;
                if quote == b'"' {
                    has_escape = true;
                    next += 1;
                    if !matches!(
                        self.bytes.get(found + 1),
                        Some(b'n' | b't' | b'r' | b'"' | b'\\' | b'/' | b' ' | b'0' | b'\n')
                    ) {
                        return Err(Bail);
                    }
                }
            } else if quote == b'\'' && self.bytes.get(found + 1) == Some(&b'\'') {
                has_escape = true;
                next = found + 2;
            } else {
                next = found;
                break;
            }
        }
        let inner = &self.text[at + 1..next];
        let breaks = memchr::memchr_iter(b'\n', inner.as_bytes()).count() as u32;
        self.line += breaks;
        let (kind, span) = if breaks > 0 {
            // A line that looks like a document marker would be an error in here.
            if inner.contains("\n...") || inner.contains("\n---") {
                return Err(Bail);
            }
            (Kind::Opaque, Span::NONE)
        } else if !has_escape {
            (Kind::Quoted, Span::source(at + 1, next))
        } else if quote == b'\'' {
            let decoded = inner.replace("''", "'");
            (Kind::Quoted, self.build.keep(&decoded))
        } else {
            let decoded = unescape(inner);
            (Kind::Quoted, self.build.keep(&decoded))
        };
        Ok(Quoted { kind, span, end: next + 1 })
    }
}

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some('r') => out.push('\r'),
                Some('0') => out.push('\0'),
                Some(other) => out.push(other),
                None => {}
            },
            _ => out.push(c),
        }
    }
    out
}

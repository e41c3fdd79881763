//! Flow collections, `[a, b]` and `{a: b}`, on one line or several, for the fast scanner.

use super::scan::{Bail, Scanner};
use super::tree::{Id, Kind, Span};

impl Scanner<'_> {
    /// Reads the flow collection at `at` into `node` and returns where it ends. The depth is bounded by the builder.
    pub(super) fn flow(&mut self, node: Id, at: usize) -> Result<usize, Bail> {
        let (kind, close) = if self.bytes[at] == b'[' { (Kind::List, b']') } else { (Kind::Map, b'}') };
        self.build.open(node, kind)?;
        let mut at = self.skip_flow_blanks(at + 1)?;
        loop {
            if *self.bytes.get(at).ok_or(Bail)? == close {
                self.build.close()?;
                return Ok(at + 1);
            }
            at = if kind == Kind::List {
                let item = self.build.add(Span::NONE, self.line)?;
                self.flow_value(item, at)?
            } else {
                self.flow_entry(at)?
            };
            at = self.skip_flow_blanks(at)?;
            match self.bytes.get(at) {
                Some(b',') => at = self.skip_flow_blanks(at + 1)?,
                Some(byte) if *byte == close => {}
                _ => return Err(Bail),
            }
        }
    }

    fn flow_entry(&mut self, at: usize) -> Result<usize, Bail> {
        let (key, end, is_quoted) = match self.bytes[at] {
            b'"' | b'\'' => {
                let quoted = self.quoted(at)?;
                if quoted.kind == Kind::Opaque {
                    return Err(Bail);
                }
                (quoted.span, quoted.end, true)
            }
            _ => {
                let end = self.flow_plain(at)?;
                (Span::source(at, end), end, false)
            }
        };
        let colon = self.skip_spaces(end);
        let is_key = self.bytes.get(colon) == Some(&b':') && (is_quoted || self.is_blank(colon + 1));
        if !is_key || colon - at > 1000 {
            return Err(Bail);
        }
        if !is_quoted && &self.bytes[at..end] == b"<<" {
            self.build.mark_merge();
        }
        let node = self.build.add(key, self.line)?;
        let at = self.skip_flow_blanks(colon + 1)?;
        self.flow_value(node, at)
    }

    fn flow_value(&mut self, node: Id, at: usize) -> Result<usize, Bail> {
        match self.bytes.get(at).ok_or(Bail)? {
            b'[' | b'{' => self.flow(node, at),
            b'"' | b'\'' => {
                let quoted = self.quoted(at)?;
                self.build.scalar(node, quoted.kind, quoted.span);
                Ok(quoted.end)
            }
            b'*' => {
                let len = self.bytes[at + 1..]
                    .iter()
                    .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
                    .count();
                let end = at + 1 + len;
                if !self.is_blank(end) && !matches!(self.bytes[end], b',' | b']' | b'}') {
                    return Err(Bail);
                }
                self.build.alias(node, &self.text[at + 1..end])?;
                Ok(end)
            }
            _ => {
                let end = self.flow_plain(at)?;
                self.build.scalar(node, Kind::Plain, Span::source(at, end));
                Ok(end)
            }
        }
    }

    /// Returns where the plain scalar at `at` ends, blanks trimmed. It stands on one line and holds nothing odd.
    fn flow_plain(&self, at: usize) -> Result<usize, Bail> {
        let first = *self.bytes.get(at).ok_or(Bail)?;
        if !self.starts_plain(first, at) || matches!(first, b'?' | b':' | b'.') {
            return Err(Bail);
        }
        let mut end = at;
        while let Some(byte) = self.bytes.get(end) {
            match byte {
                b',' | b']' | b'}' | b'\n' | b'\r' => break,
                b':' if self.is_blank(end + 1) => break,
                b':' if matches!(self.bytes[end + 1], b',' | b'[' | b']' | b'{' | b'}' | b'?') => {
                    return Err(Bail);
                }
                b'[' | b'{' | b'#' | b'\t' => return Err(Bail),
                _ => end += 1,
            }
        }
        while self.bytes[end - 1] == b' ' {
            end -= 1;
        }
        Ok(end)
    }

    fn skip_flow_blanks(&mut self, mut at: usize) -> Result<usize, Bail> {
        loop {
            match self.bytes.get(at) {
                Some(b' ' | b'\r') => at += 1,
                Some(b'\n') => {
                    self.line += 1;
                    at += 1;
                }
                Some(b'#' | b'\t') => return Err(Bail),
                _ => return Ok(at),
            }
        }
    }
}

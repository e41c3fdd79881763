//! The full parser: libyaml's events, in its port to safe Rust, built into the same tree as the fast scanner's.
//!
//! libyaml because it reads what exists: re-used anchors, duplicate keys, tabs and tags that stricter readers refuse.

use std::io::Read as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use libyaml_safer::{EventData, Parser, ScalarStyle};

use super::build::{BuildError, Builder};
use super::tree::{Kind, Span, Tree};

/// Why a document could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    /// Whether a limit was hit, rather than the grammar violated.
    pub(crate) is_limit: bool,
    /// Line in the text, from 0.
    pub(crate) line: u32,
    /// What is wrong there.
    pub(crate) message: String,
}

/// Returns the documents of `text` up to the first that cannot be read, and why that one cannot.
pub(crate) fn parse(text: &str) -> (Vec<Tree<'_>>, Option<Failure>) {
    let mut trees = Vec::new();
    // The parser is written to be total, and is not quite: what it gets wrong must cost one file, not the run.
    let outcome = catch_unwind(AssertUnwindSafe(|| read_all(text, &mut trees)));
    let failure = match outcome {
        Ok(Ok(())) => None,
        Ok(Err(failure)) => Some(failure),
        Err(_) => Some(Failure { is_limit: false, line: 0, message: "the YAML parser gave up".to_owned() }),
    };
    (trees, failure)
}

/// One open collection, seen from the events.
enum Frame {
    List,
    Key,
    Value(Span, u32),
}

fn read_all<'a>(text: &'a str, trees: &mut Vec<Tree<'a>>) -> Result<(), Failure> {
    // A last line without its break ends some scalars in the middle.
    let mut input = text.as_bytes().chain(&b"\n"[..]);
    let mut parser = Parser::new();
    parser.set_encoding(libyaml_safer::Encoding::Utf8);
    parser.set_input(&mut input);
    let mut build = Builder::new(text);
    let mut frames: Vec<Frame> = Vec::new();
    // Depth inside of a key that is no scalar: such an entry has no name to find it by.
    let mut odd_key = 0usize;
    loop {
        let event = parser.parse().map_err(|error| failure_of(&error, text))?;
        let line = event.start_mark.line as u32;
        let limit = |error: BuildError| match error {
            BuildError::TooDeep => {
                Failure { is_limit: true, line, message: "nested deeper than is followed".to_owned() }
            }
            BuildError::UnknownAlias => {
                Failure { is_limit: false, line, message: "an alias without anchor".to_owned() }
            }
        };
        if odd_key > 0 {
            match event.data {
                EventData::SequenceStart { .. } | EventData::MappingStart { .. } => odd_key += 1,
                EventData::SequenceEnd | EventData::MappingEnd => odd_key -= 1,
                _ => {}
            }
            if odd_key == 0
                && let Some(frame) = frames.last_mut()
            {
                *frame = Frame::Value(Span::NONE, line);
            }
            continue;
        }
        let awaits_key = matches!(frames.last(), Some(Frame::Key));
        match event.data {
            EventData::StreamStart { .. } | EventData::DocumentStart { .. } => {}
            EventData::StreamEnd => return Ok(()),
            EventData::DocumentEnd { .. } => {
                let done = std::mem::replace(&mut build, Builder::new(text));
                trees.push(done.finish().map_err(limit)?);
            }
            EventData::SequenceEnd | EventData::MappingEnd => {
                frames.pop();
                build.close().map_err(limit)?;
                value_done(&mut frames);
            }
            EventData::Scalar { value, style, tag, .. } if awaits_key => {
                let is_merge = value == "<<"
                    && (style == ScalarStyle::Plain || tag.as_deref() == Some("tag:yaml.org,2002:merge"));
                if is_merge {
                    build.mark_merge();
                }
                let key = build.keep(&value);
                if let Some(frame) = frames.last_mut() {
                    *frame = Frame::Value(key, line);
                }
            }
            EventData::Alias { .. } if awaits_key => {
                if let Some(frame) = frames.last_mut() {
                    *frame = Frame::Value(Span::NONE, line);
                }
            }
            EventData::SequenceStart { .. } | EventData::MappingStart { .. } if awaits_key => odd_key = 1,
            EventData::Scalar { anchor, value, style, .. } => {
                let id = build.add(key_of(&frames).0, key_line(&frames, line)).map_err(limit)?;
                let kind = if style == ScalarStyle::Plain { Kind::Plain } else { Kind::Quoted };
                let span = build.keep(&value);
                build.scalar(id, kind, span);
                if let Some(name) = anchor {
                    build.anchor(name.into(), id);
                }
                value_done(&mut frames);
            }
            EventData::Alias { anchor } => {
                let id = build.add(key_of(&frames).0, key_line(&frames, line)).map_err(limit)?;
                build.alias(id, &anchor).map_err(limit)?;
                value_done(&mut frames);
            }
            EventData::SequenceStart { anchor, .. } => {
                let id = build.add(key_of(&frames).0, key_line(&frames, line)).map_err(limit)?;
                if let Some(name) = anchor {
                    build.anchor(name.into(), id);
                }
                build.open(id, Kind::List).map_err(limit)?;
                frames.push(Frame::List);
            }
            EventData::MappingStart { anchor, .. } => {
                let id = build.add(key_of(&frames).0, key_line(&frames, line)).map_err(limit)?;
                if let Some(name) = anchor {
                    build.anchor(name.into(), id);
                }
                build.open(id, Kind::Map).map_err(limit)?;
                frames.push(Frame::Key);
            }
        }
    }
}

fn key_of(frames: &[Frame]) -> (Span, u32) {
    match frames.last() {
        Some(Frame::Value(key, line)) => (*key, *line),
        _ => (Span::NONE, 0),
    }
}

fn key_line(frames: &[Frame], otherwise: u32) -> u32 {
    match frames.last() {
        Some(Frame::Value(_, line)) => *line,
        _ => otherwise,
    }
}

fn value_done(frames: &mut [Frame]) {
    if let Some(frame) = frames.last_mut()
        && matches!(frame, Frame::Value(..))
    {
        *frame = Frame::Key;
    }
}

fn failure_of(error: &libyaml_safer::Error, text: &str) -> Failure {
    let last_line = text.lines().count().saturating_sub(1) as u32;
    let line = error.problem_mark().map_or(0, |mark| mark.line as u32).min(last_line);
    Failure { is_limit: false, line, message: error.problem().to_owned() }
}

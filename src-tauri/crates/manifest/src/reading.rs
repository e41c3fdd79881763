//! One file in, its slots out.

use domain::{GapCode, SlotValue};

use crate::format::{self, Found, Sink};
use crate::kind::FileKind;
use crate::prefilter::may_hold_slots;
use crate::yaml::tree::Tree;
use crate::yaml::{full, scan, split};

/// The format of a slot that repeats another: where several documents of a file have the same slot, each carries
/// `#Kind/namespace/name`, and the bare name stands for the last of them, as it does for a reader that knows no
/// documents. Who counts slots leaves these out.
pub const LAST_DOCUMENT: &str = "last-document";

/// Most problems that are reported of one file: they are for people.
const MAX_PROBLEMS: usize = 20;

/// A tag file is no longer than this.
const MAX_TAG_FILE: usize = 4096;

/// What a file declares, and what of it could not be read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    /// The slots, sorted by name, each once.
    pub slots: Vec<SlotValue>,
    /// What was skipped, in the order of the file.
    pub problems: Vec<Problem>,
}

/// Something in a file that could not be read, or not without doubt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What kind.
    pub code: GapCode,
    /// The line, from 1, if it is known.
    pub line: Option<u32>,
    /// What is wrong and what was done instead.
    pub message: String,
}

/// How a file is read. The answers are the same; the tests hold this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Engine {
    Fast,
    Full,
    FullUnfiltered,
}

/// Returns what the file declares.
///
/// A file in which no recogniser could find a slot is not parsed, so nothing is said about its syntax. A document
/// that does not parse gives a problem and no slots; the other documents of the file count. The caller bounds the
/// size of `bytes`.
pub fn read(kind: FileKind, bytes: &[u8]) -> Reading {
    read_with(Engine::Fast, kind, bytes)
}

/// Returns the same as [`read()`], always by the full parser: what the fast scanner is compared with.
pub fn read_with_full_parser(kind: FileKind, bytes: &[u8]) -> Reading {
    read_with(Engine::Full, kind, bytes)
}

/// Returns what the full parser makes of every document, even where the byte filter says that there are no slots:
/// what the filter is compared with. Its problems are more than those of [`read()`].
pub fn read_unfiltered(kind: FileKind, bytes: &[u8]) -> Reading {
    read_with(Engine::FullUnfiltered, kind, bytes)
}

fn read_with(engine: Engine, kind: FileKind, bytes: &[u8]) -> Reading {
    let is_skipped = match kind {
        FileKind::TagFile => bytes.len() > MAX_TAG_FILE,
        FileKind::Template => memchr::memmem::find(bytes, b"{{").is_some(),
        _ => false,
    };
    if is_skipped || (engine != Engine::FullUnfiltered && !may_hold_slots(kind, bytes)) {
        return Reading::default();
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text),
        Err(_) if is_lenient(kind) => return Reading::default(),
        Err(error) => {
            let line = memchr::memchr_iter(b'\n', &bytes[..error.valid_up_to()]).count() as u32 + 1;
            let message = "not UTF-8; the file is left out".to_owned();
            let problem = Problem { code: GapCode::NotUtf8, line: Some(line), message };
            return Reading { slots: Vec::new(), problems: vec![problem] };
        }
    };
    let mut sink = Sink { is_full_only: engine != Engine::Fast, ..Sink::default() };
    for document in split::documents(text) {
        let is_whole = document.text.len() == text.len();
        if is_whole || engine == Engine::FullUnfiltered || may_hold_slots(kind, document.text.as_bytes()) {
            read_document(engine, kind, document, &mut sink);
        }
    }
    finish(kind, sink)
}

/// Returns whether syntax errors are to be expected of such files.
fn is_lenient(kind: FileKind) -> bool {
    matches!(kind, FileKind::TagFile | FileKind::Template)
}

fn read_document(engine: Engine, kind: FileKind, document: split::Document<'_>, sink: &mut Sink) {
    sink.is_exhausted = false;
    if engine == Engine::Fast
        && let Ok(tree) = scan::parse(document.text)
    {
        let (found, owners, problems) = (sink.found.len(), sink.owners.len(), sink.problems.len());
        format::recognise(kind, &tree, sink);
        if !tree.needs_full_parser() {
            return settle(&tree, document.line, problems, sink);
        }
        sink.found.truncate(found);
        sink.owners.truncate(owners);
        sink.problems.truncate(problems);
        sink.is_exhausted = false;
    }
    let (trees, failure) = full::parse(document.text);
    for tree in trees {
        let problems = sink.problems.len();
        format::recognise(kind, &tree, sink);
        settle(&tree, document.line, problems, sink);
    }
    if let Some(failure) = failure {
        let code = if failure.is_limit { GapCode::TooDeep } else { GapCode::Unparsable };
        let message = format!("{}; this document is left out", failure.message);
        sink.problems.push((code, document.line + failure.line, message));
    }
}

/// Adds the problems of a document that was read, and makes the lines of all of them lines of the file.
fn settle(tree: &Tree<'_>, offset: u32, since: usize, sink: &mut Sink) {
    for (line, key) in tree.duplicates.iter().take(MAX_PROBLEMS) {
        let message = format!("the key {:?} stands twice; the last one counts", short(key));
        sink.problems.push((GapCode::Duplicate, *line, message));
    }
    if sink.is_exhausted || tree.is_exhausted() {
        let message = "aliases make this document too large; a part of it is left out".to_owned();
        sink.problems.push((GapCode::TooDeep, 0, message));
    }
    for (_, line, _) in &mut sink.problems[since..] {
        *line += offset;
    }
}

fn short(text: &str) -> String {
    text.chars().take(100).collect()
}

fn finish(kind: FileKind, mut sink: Sink) -> Reading {
    let mut found = std::mem::take(&mut sink.found);
    found.sort_by(|a, b| a.slot.cmp(&b.slot));
    qualify(&mut found, &sink);
    let mut slots: Vec<SlotValue> = Vec::with_capacity(found.len());
    for Found { slot, value, format, object, line } in found {
        let owner = sink.owners.get(object as usize).cloned().unwrap_or_default();
        let next = SlotValue {
            slot,
            value,
            format: format.to_owned(),
            object: owner.name,
            namespace: owner.namespace,
        };
        match slots.last_mut() {
            Some(last) if last.slot == next.slot => {
                if last.value != next.value {
                    let message = format!("the slot {} stands twice; the last one counts", short(&next.slot));
                    sink.problems.push((GapCode::Duplicate, line, message));
                }
                *last = next;
            }
            _ => slots.push(next),
        }
    }
    if is_lenient(kind) {
        sink.problems.clear();
    }
    let problems = sink.problems.into_iter().take(MAX_PROBLEMS);
    let problems = problems.map(|(code, line, message)| Problem { code, line: Some(line + 1), message });
    Reading { slots, problems: problems.collect() }
}

/// Adds `#Kind/namespace/name` to slots that several objects of the file have, and repeats the last of them under the
/// bare name ([`LAST_DOCUMENT`]); then sorts again.
fn qualify(found: &mut Vec<Found>, sink: &Sink) {
    let mut bare: Vec<Found> = Vec::new();
    for group in found.chunk_by_mut(|a, b| a.slot == b.slot) {
        let first = group[0].object;
        if group.iter().all(|one| one.object == first) {
            continue;
        }
        // The sort is stable, so the group is in the order of the file.
        let last = group.last().cloned();
        let mut is_last_named = false;
        for one in group {
            let owner = sink.owners.get(one.object as usize).filter(|owner| !owner.kind.is_empty());
            is_last_named = owner.is_some();
            if let Some(owner) = owner {
                let (namespace, name) = (owner.namespace.as_deref(), owner.name.as_deref());
                let (namespace, name) = (namespace.unwrap_or(""), name.unwrap_or(""));
                one.slot = format!("{}#{}/{namespace}/{name}", one.slot, owner.kind);
            }
        }
        bare.extend(last.filter(|_| is_last_named).map(|last| Found { format: LAST_DOCUMENT, ..last }));
    }
    if !bare.is_empty() {
        found.append(&mut bare);
        found.sort_by(|a, b| a.slot.cmp(&b.slot));
    }
}

//! Where words go: answers to the standard output, progress and warnings to the standard error.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;

use indicatif::{ProgressBar, ProgressStyle};
use query::answer::GapRow;
use serde::Serialize;

use super::arguments::{Global, Language};
use super::words::Phrase;
use crate::api::{ApiError, SyncEvent};

/// Gaps shown on the standard error; the rest is counted. `cairn sources` and `--json` give all of them.
const SHOWN_GAPS: usize = 5;

/// The way out.
pub(crate) struct Output {
    json: bool,
    quiet: bool,
    language: Language,
}

impl Output {
    pub(crate) fn new(global: &Global) -> Self {
        Output { json: global.json, quiet: global.quiet, language: global.lang }
    }

    /// Returns whether the answer is wanted as JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Returns a phrase in the language that was asked for.
    pub(crate) fn say(&self, phrase: Phrase) -> &'static str {
        phrase.text(self.language)
    }

    /// Writes a line of an answer. A reader that went away (`| head`) has seen enough.
    pub(crate) fn line(&self, text: &str) {
        let _ = writeln!(std::io::stdout().lock(), "{text}");
    }

    /// Writes an answer as JSON.
    pub(crate) fn json(&self, answer: &impl Serialize) {
        match serde_json::to_string_pretty(answer) {
            Ok(text) => self.line(&text),
            Err(error) => self.warn(&format!("the answer cannot be written as JSON: {error}")),
        }
    }

    /// Writes a table: columns as wide as their widest cell.
    pub(crate) fn table(&self, head: &[Phrase], rows: &[Vec<String>]) {
        let head: Vec<String> = head.iter().map(|phrase| self.say(*phrase).to_owned()).collect();
        let mut widths: Vec<usize> = head.iter().map(|cell| width(cell)).collect();
        for row in rows {
            for (known, cell) in widths.iter_mut().zip(row) {
                *known = (*known).max(width(cell));
            }
        }
        let mut out = std::io::stdout().lock();
        for row in std::iter::once(&head).chain(rows) {
            let mut line = String::new();
            for (cell, wide) in row.iter().zip(&widths) {
                line.push_str(cell);
                line.extend(std::iter::repeat_n(' ', wide.saturating_sub(width(cell)) + 2));
            }
            if writeln!(out, "{}", line.trim_end()).is_err() {
                return;
            }
        }
    }

    /// Writes a warning, unless it is to be quiet.
    pub(crate) fn warn(&self, text: &str) {
        if !self.quiet {
            let _ = writeln!(std::io::stderr().lock(), "{text}");
        }
    }

    /// Writes the first gaps as warnings.
    pub(crate) fn gaps(&self, gaps: &[GapRow]) {
        for gap in gaps.iter().take(SHOWN_GAPS) {
            self.warn(&format!("gap: {}: {}: {}", gap.source, gap.place, gap.message));
        }
        if gaps.len() > SHOWN_GAPS {
            self.warn(&format!("gap: and {} more; --json gives all of them", gaps.len() - SHOWN_GAPS));
        }
    }

    /// Writes an error: on the standard error, as JSON too if answers are.
    pub(crate) fn error(&self, error: &ApiError) {
        let mut out = std::io::stderr().lock();
        let _ = if self.json {
            writeln!(out, "{}", serde_json::to_string(error).unwrap_or_default())
        } else {
            writeln!(out, "error: {}\nhint: {}", error.message, error.hint)
        };
    }

    /// Returns a listener that draws progress on a terminal, and says nothing elsewhere.
    pub(crate) fn progress(&self) -> Bars {
        let drawn = !self.quiet && std::io::stderr().is_terminal();
        Bars { bar: Mutex::new(drawn.then(ProgressBar::no_length)) }
    }
}

/// Progress on the terminal.
pub(crate) struct Bars {
    bar: Mutex<Option<ProgressBar>>,
}

impl Bars {
    /// Draws an event.
    pub(crate) fn show(&self, event: &SyncEvent) {
        let Ok(bar) = self.bar.lock() else { return };
        let Some(bar) = bar.as_ref() else { return };
        let template = if event.total.is_some() {
            "{msg} {wide_bar} {pos}/{len} {eta}"
        } else {
            "{spinner} {msg} {pos}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        if let Some(total) = event.total {
            bar.set_length(total);
        }
        bar.set_message(format!("{}: {}", event.source, event.stage));
        bar.set_position(event.done);
    }
}

impl Drop for Bars {
    fn drop(&mut self) {
        if let Ok(bar) = self.bar.lock()
            && let Some(bar) = bar.as_ref()
        {
            bar.finish_and_clear();
        }
    }
}

/// Columns that a text takes on a terminal: ideographs take two.
fn width(text: &str) -> usize {
    text.chars().map(|c| if ('\u{1100}'..'\u{ffa0}').contains(&c) && c >= '\u{2e80}' { 2 } else { 1 }).sum()
}

/// Returns an age as people say it: `4 d`, `3 h`, `12 min`.
pub(crate) fn age(seconds: i64) -> String {
    match seconds {
        ..60 => format!("{} s", seconds.max(0)),
        60..3600 => format!("{} min", seconds / 60),
        3600..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} d", seconds / 86_400),
    }
}

/// Returns a value as it is written: `image:tag@digest` with the digest cut.
pub(crate) fn reference(
    image: Option<&str>,
    tag: Option<&str>,
    digest: Option<&domain::Digest>,
    version: Option<&str>,
) -> String {
    let mut text = image.unwrap_or("").to_owned();
    if let Some(tag) = tag {
        if !text.is_empty() {
            text.push(':');
        }
        text.push_str(tag);
    }
    if let Some(version) = version {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(version);
    }
    if let Some(digest) = digest {
        text.push('@');
        text.push_str(digest.algorithm());
        text.push(':');
        text.push_str(digest.hex().get(..12).unwrap_or(digest.hex()));
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_and_references_read_well() {
        assert_eq!(
            (age(5), age(61), age(7200), age(864_000)),
            ("5 s".into(), "1 min".into(), "2 h".into(), "10 d".into())
        );
        assert_eq!(reference(Some("a/b"), Some("v1"), None, None), "a/b:v1");
        assert_eq!(reference(None, None, None, None), "-");
        assert_eq!(width("环境 ok"), 7);
    }
}

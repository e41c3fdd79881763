//! How the versions of a timeline are told apart: by hue, and by as much of the name as fits.

use std::collections::HashMap;

use domain::Time;
use query::answer::TimelineLane;

use super::layout::LABEL_SIZE;
use super::lettering::{fit, plain, width as text_width};

/// How many hues versions take in turn.
pub(crate) const HUES: u32 = 8;
/// Below this room a version is not cut but hidden: `v1…` says less than nothing.
const LEAST_CUT_ROOM: f64 = 44.0;

/// The versions of a timeline, as they are drawn.
pub(crate) struct Versions<'a> {
    /// In turn, in the order in which versions first appear, so that a version looks unlike the ones just before and
    /// after it.
    hues: HashMap<&'a str, u32>,
    /// The word that most of them begin with: it does not tell them apart.
    common: Option<&'a str>,
}

impl<'a> Versions<'a> {
    pub(crate) fn of(lanes: &'a [TimelineLane]) -> Self {
        let mut first: HashMap<&str, Time> = HashMap::new();
        for bar in lanes.iter().flat_map(|lane| &lane.bars) {
            let seen = first.entry(&bar.version).or_insert(bar.from);
            *seen = bar.from.min(*seen);
        }
        let mut versions: Vec<(Time, &str)> =
            first.into_iter().map(|(version, from)| (from, version)).collect();
        versions.sort_unstable();
        let names: Vec<&str> = versions.iter().map(|(_, version)| *version).collect();
        let hues = versions.into_iter().zip((0..HUES).cycle()).map(|((_, version), hue)| (version, hue));
        Versions { hues: hues.collect(), common: common_word(&names) }
    }

    pub(crate) fn hue(&self, version: &str) -> u32 {
        self.hues.get(version).copied().unwrap_or_default()
    }

    /// Returns what of a version fits: all of it, or what tells it apart, or nothing.
    pub(crate) fn label(&self, version: &str, room: f64) -> String {
        let whole = plain(version);
        if text_width(&whole, LABEL_SIZE) <= room {
            return whole.into_owned();
        }
        if room < LEAST_CUT_ROOM {
            return String::new();
        }
        match self.common.and_then(|common| version.strip_prefix(common)) {
            Some(rest) => fit(&format!("…{}", plain(rest)), LABEL_SIZE, room).into_owned(),
            None => fit(&whole, LABEL_SIZE, room).into_owned(),
        }
    }
}

/// Returns the word, with the `-`, `_` or `/` after it, that more than half of several names begin with. A dot ends
/// no word: the parts of a version number belong together.
fn common_word<'a>(names: &[&'a str]) -> Option<&'a str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for name in names {
        if let Some(at) = name.find(['-', '_', '/']) {
            *counts.entry(&name[..=at]).or_default() += 1;
        }
    }
    counts.into_iter().find(|(_, count)| *count > 1 && count * 2 > names.len()).map(|(word, _)| word)
}

#[cfg(test)]
mod tests {
    use super::common_word;

    #[test]
    fn what_most_versions_begin_with_does_not_tell_them_apart() {
        assert_eq!(common_word(&["main-1a2b", "main-1c2d", "debug-77"]), Some("main-"));
        assert_eq!(common_word(&["v1.2.0-rc1", "v1.3.0-rc1"]), None);
        assert_eq!(common_word(&["main-1a2b"]), None);
        assert_eq!(common_word(&["ä-1", "á-2"]), None);
        assert_eq!(common_word(&[]), None);
    }
}

//! From files that changed to values that changed: the intervals of each slot along the tracked branch.

use domain::{DeclaredValue, SlotValue};
use rustc_hash::FxHashMap;

/// What is at a path from a commit on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FileChange<'a> {
    /// Position of the commit on the line.
    pub(crate) line: u32,
    /// Number of the path.
    pub(crate) path: u32,
    /// What the file declares, sorted by slot; empty if it is gone or says nothing.
    pub(crate) slots: &'a [SlotValue],
}

/// A declaration that stands: `K` is what the caller calls a slot, `V` a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Standing {
    /// The slot within its file.
    pub(crate) slot: String,
    /// Number of the slot.
    pub(crate) key: u32,
    /// Position of the commit that introduced the value.
    pub(crate) from: u32,
    /// Number of the value.
    pub(crate) value: u32,
    /// Slot that it was carried from.
    pub(crate) moved_from: Option<u32>,
    /// Whether the interval is stored already.
    pub(crate) stored: bool,
}

/// An interval that is to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Span {
    /// Number of the slot.
    pub(crate) key: u32,
    /// Position of the commit that introduced the value.
    pub(crate) from: u32,
    /// Position of the commit that ended it.
    pub(crate) until: Option<u32>,
    /// Number of the value.
    pub(crate) value: u32,
    /// Slot that it was carried from.
    pub(crate) moved_from: Option<u32>,
}

/// Numbers that the caller gives to slots and values.
pub(crate) trait Numbers {
    /// What can go wrong when a number is given.
    type Error;
    /// Returns the number of a slot of a path.
    fn slot(&mut self, path: u32, slot: &SlotValue) -> Result<u32, Self::Error>;
    /// Returns the number of a value.
    fn value(&mut self, value: &DeclaredValue) -> Result<u32, Self::Error>;
    /// Returns the text of a path.
    fn path(&self, path: u32) -> &str;
}

/// Follows the changes, which are sorted by position, from what stands before them. Returns every interval that is
/// new or ended, and how many transitions there were.
///
/// A value that ends at one path and begins at another with the same slot in the same commit was moved, not
/// deployed: the new interval says from where.
pub(crate) fn follow<N: Numbers>(
    changes: &[FileChange<'_>],
    standing: &mut FxHashMap<u32, Vec<Standing>>,
    numbers: &mut N,
) -> Result<(Vec<Span>, u32), N::Error> {
    let mut spans = Vec::new();
    let mut transitions = 0;
    for group in changes.chunk_by(|a, b| a.line == b.line) {
        let mut ended: Vec<(u32, Standing)> = Vec::new();
        let mut begun: Vec<(u32, usize)> = Vec::new();
        for change in group {
            let before = standing.remove(&change.path).unwrap_or_default();
            let mut after = Vec::with_capacity(change.slots.len());
            let mut old = before.into_iter().peekable();
            for found in change.slots {
                while let Some(gone) = old.next_if(|known| known.slot < found.slot) {
                    ended.push((change.path, gone));
                }
                let value = numbers.value(&found.value)?;
                match old.next_if(|known| known.slot == found.slot) {
                    Some(known) if known.value == value => after.push(known),
                    Some(known) => {
                        transitions += 1;
                        let fresh = Standing {
                            from: change.line,
                            value,
                            moved_from: None,
                            stored: false,
                            ..known.clone()
                        };
                        spans.push(close(&known, change.line));
                        after.push(fresh);
                    }
                    None => {
                        begun.push((change.path, after.len()));
                        after.push(Standing {
                            slot: found.slot.clone(),
                            key: numbers.slot(change.path, found)?,
                            from: change.line,
                            value,
                            moved_from: None,
                            stored: false,
                        });
                    }
                }
            }
            ended.extend(old.map(|gone| (change.path, gone)));
            if !after.is_empty() {
                standing.insert(change.path, after);
            }
        }
        transitions += (ended.len() + begun.len()) as u32;
        for (path, index) in begun {
            let Some(fresh) = standing.get_mut(&path).and_then(|slots| slots.get_mut(index)) else {
                continue;
            };
            let origin = ended
                .iter()
                .filter(|(from, gone)| *from != path && gone.slot == fresh.slot && gone.value == fresh.value)
                .max_by_key(|(from, _)| kinship(numbers.path(*from), numbers.path(path)));
            fresh.moved_from = origin.map(|(_, gone)| gone.key);
        }
        spans.extend(ended.iter().map(|(_, gone)| close(gone, group[0].line)));
    }
    let fresh = standing.values().flatten().filter(|standing| !standing.stored);
    spans.extend(fresh.map(|open| Span { until: None, ..close(open, 0) }));
    spans.sort_unstable();
    Ok((spans, transitions))
}

fn close(standing: &Standing, until: u32) -> Span {
    let Standing { slot: _, key, from, value, moved_from, stored: _ } = *standing;
    Span { key, from, until: Some(until), value, moved_from }
}

/// How much two paths have in common: equal folders and names at both ends count.
fn kinship(a: &str, b: &str) -> usize {
    let ahead = a.split('/').zip(b.split('/')).take_while(|(a, b)| a == b).count();
    let behind = a.rsplit('/').zip(b.rsplit('/')).take_while(|(a, b)| a == b).count();
    ahead + 2 * behind
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Names {
        paths: Vec<String>,
        slots: Vec<(u32, String)>,
        values: Vec<DeclaredValue>,
    }

    impl Numbers for Names {
        type Error = std::convert::Infallible;

        fn slot(&mut self, path: u32, slot: &SlotValue) -> Result<u32, Self::Error> {
            let key = (path, slot.slot.clone());
            Ok(match self.slots.iter().position(|known| *known == key) {
                Some(index) => index as u32,
                None => {
                    self.slots.push(key);
                    self.slots.len() as u32 - 1
                }
            })
        }

        fn value(&mut self, value: &DeclaredValue) -> Result<u32, Self::Error> {
            Ok(match self.values.iter().position(|known| known == value) {
                Some(index) => index as u32,
                None => {
                    self.values.push(value.clone());
                    self.values.len() as u32 - 1
                }
            })
        }

        fn path(&self, path: u32) -> &str {
            &self.paths[path as usize]
        }
    }

    fn file(slots: &[(&str, &str)]) -> Vec<SlotValue> {
        slots
            .iter()
            .map(|(slot, tag)| SlotValue {
                slot: (*slot).to_owned(),
                value: DeclaredValue { tag: Some((*tag).to_owned()), ..DeclaredValue::default() },
                format: "test".to_owned(),
                object: None,
                namespace: None,
            })
            .collect()
    }

    type Step<'a> = (u32, u32, &'a [(&'a str, &'a str)]);

    fn check(paths: &[&str], script: &[Step<'_>]) -> Vec<String> {
        let files: Vec<_> = script.iter().map(|(line, path, slots)| (*line, *path, file(slots))).collect();
        let changes: Vec<_> =
            files.iter().map(|(line, path, slots)| FileChange { line: *line, path: *path, slots }).collect();
        let mut names =
            Names { paths: paths.iter().map(|path| (*path).to_owned()).collect(), ..Names::default() };
        let (spans, _) =
            follow(&changes, &mut FxHashMap::default(), &mut names).expect("the test's numbers cannot fail");
        let name = |key: u32| {
            let (path, slot) = &names.slots[key as usize];
            format!("{}:{slot}", names.paths[*path as usize])
        };
        spans
            .iter()
            .map(|span| {
                let until = span.until.map_or("…".to_owned(), |until| until.to_string());
                let tag = names.values[span.value as usize].tag.as_deref().unwrap_or("-");
                let moved = span.moved_from.map_or(String::new(), |from| format!(" from {}", name(from)));
                format!("{} [{}, {until}) {tag}{moved}", name(span.key), span.from)
            })
            .collect()
    }

    #[test]
    fn a_value_lives_from_its_commit_to_the_next() {
        let script: &[Step<'_>] = &[
            (0, 0, &[("a", "1"), ("b", "1")]),
            (3, 0, &[("a", "1"), ("b", "2"), ("c", "9")]),
            (5, 0, &[("b", "1"), ("c", "9")]),
            (6, 0, &[]),
        ];
        assert_eq!(
            check(&["x.yaml"], script),
            [
                "x.yaml:a [0, 5) 1",
                "x.yaml:b [0, 3) 1",
                "x.yaml:b [3, 5) 2",
                "x.yaml:b [5, 6) 1",
                "x.yaml:c [3, 6) 9"
            ]
        );
    }

    #[test]
    fn a_move_is_carried_and_a_split_has_one_origin() {
        let paths = ["base/app.yaml", "prod/app.yaml", "test/app.yaml", "other/x.yaml"];
        let script: &[Step<'_>] = &[
            (0, 0, &[("image", "1")]),
            (0, 3, &[("image", "1")]),
            (4, 0, &[]),
            (4, 1, &[("image", "1")]),
            (4, 2, &[("image", "1")]),
            (4, 3, &[]),
        ];
        assert_eq!(
            check(&paths, script),
            [
                "base/app.yaml:image [0, 4) 1",
                "other/x.yaml:image [0, 4) 1",
                "prod/app.yaml:image [4, …) 1 from base/app.yaml:image",
                "test/app.yaml:image [4, …) 1 from base/app.yaml:image"
            ]
        );
    }

    #[test]
    fn another_value_at_another_path_is_no_move() {
        let script: &[Step<'_>] = &[(0, 0, &[("image", "1")]), (1, 0, &[]), (1, 1, &[("image", "2")])];
        assert_eq!(check(&["a.yaml", "b.yaml"], script), ["a.yaml:image [0, 1) 1", "b.yaml:image [1, …) 2"]);
    }
}

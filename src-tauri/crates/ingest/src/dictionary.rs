//! The numbers of slots and values of a repository, which are stored as they come up.

use domain::{DeclaredValue, Placement, SlotValue};
use manifest::Layout;
use rustc_hash::FxHashMap;
use store::Write;
use store::declarations::{Interval, SlotId, ValueId, Values};
use store::repositories::RepositoryRow;

use crate::error::IngestError;
use crate::transitions::{Numbers, Span, Standing};

/// Numbers of slots and values, which are stored as they come up.
pub(crate) struct Dictionary<'w> {
    write: &'w Write<'w>,
    row: &'w RepositoryRow,
    layout: &'w Layout,
    paths: Vec<String>,
    places: Vec<Option<Placement>>,
    slots: Vec<SlotId>,
    values: Values,
}

impl<'w> Dictionary<'w> {
    /// Begins with no slot and with the values that are stored; `paths` are those that change, by number.
    pub(crate) fn load(
        write: &'w Write<'w>,
        row: &'w RepositoryRow,
        layout: &'w Layout,
        paths: Vec<String>,
    ) -> Result<Self, IngestError> {
        let (places, values) = (vec![None; paths.len()], Values::load(write)?);
        Ok(Dictionary { write, row, layout, places, paths, slots: Vec::new(), values })
    }

    /// Returns what stands in the store at the paths that change, by path.
    pub(crate) fn standing(&mut self) -> Result<FxHashMap<u32, Vec<Standing>>, IngestError> {
        let numbers: FxHashMap<&str, u32> =
            self.paths.iter().enumerate().map(|(number, path)| (path.as_str(), number as u32)).collect();
        let mut standing: FxHashMap<u32, Vec<Standing>> = FxHashMap::default();
        for known in self.write.standing(self.row.id)? {
            let Some(path) = numbers.get(known.path.as_str()) else { continue };
            self.slots.push(known.slot);
            standing.entry(*path).or_default().push(Standing {
                slot: known.name,
                key: self.slots.len() as u32 - 1,
                from: known.from_line,
                value: known.value.0 as u32,
                moved_from: None,
                stored: true,
            });
        }
        for slots in standing.values_mut() {
            slots.sort_unstable_by(|a, b| a.slot.cmp(&b.slot));
        }
        Ok(standing)
    }

    /// Returns a span with the stored numbers.
    pub(crate) fn interval(&self, span: &Span) -> Interval {
        Interval {
            slot: self.slots[span.key as usize],
            from_line: span.from,
            until_line: span.until,
            value: ValueId(i64::from(span.value)),
            moved_from: span.moved_from.map(|key| self.slots[key as usize]),
        }
    }
}

impl Numbers for Dictionary<'_> {
    type Error = IngestError;

    fn slot(&mut self, path: u32, slot: &SlotValue) -> Result<u32, IngestError> {
        let text = &self.paths[path as usize];
        let place = self.places[path as usize].get_or_insert_with(|| self.layout.place(text));
        let id = self.write.slot(self.row.id, text, slot, place)?;
        self.slots.push(id);
        Ok(self.slots.len() as u32 - 1)
    }

    fn value(&mut self, value: &DeclaredValue) -> Result<u32, IngestError> {
        Ok(self.values.id(self.write, value)?.0 as u32)
    }

    fn path(&self, path: u32) -> &str {
        &self.paths[path as usize]
    }
}

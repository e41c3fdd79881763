//! A whole file: one value, a list, or several values one after the other (`gh api --paginate`).

use std::collections::BTreeMap;

use domain::{Approval, ChangeRequest, Gap, GapCode};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::fields::{Wrong, kind_of};
use crate::outline::Shape;
use crate::{Error, pull, review};

/// Size of the largest file that is read.
pub const MAX_BYTES: usize = 256 * 1024 * 1024;

/// What a file of a forge holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ForgeExport {
    /// Pull requests, in the order of the file; with their reviews where the file has both.
    pub change_requests: Vec<ChangeRequest>,
    /// Reviews that stand apart from their pull request, by repository and number.
    pub reviews: Vec<Reviews>,
    /// Items that were left out, with file and index.
    pub gaps: Vec<Gap>,
}

/// The reviews of one pull request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reviews {
    /// `owner/name`; `None` if the file does not say.
    pub repository: Option<String>,
    /// Number of the pull request.
    pub number: u64,
    /// The decisions, oldest first.
    pub approvals: Vec<Approval>,
    /// Whether every review in the file was read: one that was left out as a gap may be the one that matters.
    pub complete: bool,
}

/// Reads what a forge exported. `name` is the file's name, for messages and gaps only.
///
/// # Errors
/// A file that is too large, is no JSON, or holds nothing that looks like a pull request or a review. Whatever is
/// wrong with one item is a gap with its index, counted from 0.
pub fn read(name: &str, bytes: &[u8]) -> Result<ForgeExport, Error> {
    if bytes.len() > MAX_BYTES {
        return Err(Error::TooLarge { file: name.to_owned(), bytes: bytes.len(), limit: MAX_BYTES });
    }
    let bytes = without_mark(bytes);
    let mut reading =
        Reading { file: name, index: 0, known: 0, export: ForgeExport::default(), apart: BTreeMap::new() };
    // Raw values: an item of a wrong type, or too deep, spoils itself and not the list that it stands in.
    let values = serde_json::Deserializer::from_slice(bytes).into_iter::<&RawValue>();
    let mut empty = true;
    for value in values {
        match value {
            Ok(value) => reading.value(value),
            Err(source) if empty => return Err(Error::Parse { file: name.to_owned(), source }),
            Err(error) => {
                reading.gap(GapCode::Unparsable, "the rest of the file", format!("is left out: {error}"));
                break;
            }
        }
        empty = false;
    }
    if empty {
        use serde::de::Error as _;
        let source = serde_json::Error::custom("the file is empty");
        return Err(Error::Parse { file: name.to_owned(), source });
    }
    if reading.index > 0 && reading.known == 0 {
        return Err(Error::UnknownShape { file: name.to_owned() });
    }
    Ok(reading.finish())
}

/// Returns the bytes behind a byte order mark, which some shells on Windows write.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// A file in the middle of being read.
struct Reading<'a> {
    file: &'a str,
    /// Items met so far.
    index: usize,
    /// Items so far whose shape is one that we read.
    known: usize,
    export: ForgeExport,
    apart: BTreeMap<(String, u64), Reviews>,
}

impl Reading<'_> {
    fn value(&mut self, value: &RawValue) {
        if !value.get().starts_with('[') {
            return self.item(value);
        }
        match serde_json::from_str::<Vec<&RawValue>>(value.get()) {
            Ok(items) if items.is_empty() => {
                self.gap(
                    GapCode::Malformed,
                    "an empty list",
                    "names no pull request, so nothing follows from it".into(),
                );
            }
            Ok(items) => items.into_iter().for_each(|item| self.item(item)),
            Err(error) => self.gap(GapCode::Unparsable, "a list", format!("is left out: {error}")),
        }
    }

    fn item(&mut self, raw: &RawValue) {
        let place = format!("item {}", self.index);
        self.index += 1;
        // serde_json stops at 128 levels; the text itself was checked already, so depth is all that can go wrong.
        let value: Value = match serde_json::from_str(raw.get()) {
            Ok(value) => value,
            Err(error) => return self.gap(GapCode::TooDeep, &place, format!("is left out: {error}")),
        };
        let shape = value.as_object().and_then(|object| Shape::of(object.keys().map(String::as_str)));
        self.known += usize::from(shape.is_some());
        let read = match shape {
            Some(Shape::Pull) => self.pull(&value, &value, &place),
            Some(Shape::Bundle) => {
                let pull = value.get("pull").or(value.get("pull_request")).unwrap_or(&Value::Null);
                self.pull(pull, &value, &place)
            }
            Some(Shape::Review) => self.review(&value),
            None => {
                let what = kind_of(&value);
                let message = format!("is left out: {what} that is neither a pull request nor a review");
                return self.gap(GapCode::UnknownKind, &place, message);
            }
        };
        if let Err(wrong) = read {
            self.gap(GapCode::Malformed, &place, format!("is left out: {wrong}"));
        }
    }

    /// Takes a pull request, and its reviews from `holder` if it has a list of them.
    fn pull(&mut self, value: &Value, holder: &Value, place: &str) -> Result<(), Wrong> {
        let mut change_request = pull::read(value)?;
        match holder.get("reviews") {
            None => {}
            Some(Value::Array(reviews)) => {
                change_request.reviews_known = true;
                for (index, value) in reviews.iter().enumerate() {
                    match review::read(value) {
                        Ok(approval) => change_request.approvals.extend(approval),
                        Err(wrong) => {
                            // A review that we cannot read may be the one that matters.
                            change_request.reviews_known = false;
                            let place = format!("{place}, review {index}");
                            self.gap(GapCode::Malformed, &place, format!("is left out: {wrong}"));
                        }
                    }
                }
                review::sort(&mut change_request.approvals);
            }
            Some(other) => {
                let message = format!("are left out: they are {}, not a list", kind_of(other));
                self.gap(GapCode::Malformed, &format!("{place}, reviews"), message);
            }
        }
        self.export.change_requests.push(change_request);
        Ok(())
    }

    fn review(&mut self, value: &Value) -> Result<(), Wrong> {
        let (repository, number) = review::pull_of(value)?;
        let reviews = self.apart.entry((repository.clone(), number)).or_insert_with(|| Reviews {
            repository: Some(repository),
            number,
            approvals: Vec::new(),
            complete: true,
        });
        let read = review::read(value);
        reviews.complete &= read.is_ok();
        reviews.approvals.extend(read?);
        Ok(())
    }

    fn gap(&mut self, code: GapCode, place: &str, message: String) {
        let message = format!("{place} {message}");
        self.export.gaps.push(Gap::new(code, format!("{}: {place}", self.file), message));
    }

    fn finish(mut self) -> ForgeExport {
        for mut reviews in self.apart.into_values() {
            review::sort(&mut reviews.approvals);
            self.export.reviews.push(reviews);
        }
        self.export
    }
}

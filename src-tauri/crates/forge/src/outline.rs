//! What shape a file or an item has, told by its keys alone.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Items of a list that are looked at: the first may be the bad one.
const ITEMS_LOOKED_AT: usize = 8;

/// What an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A pull request: REST, or `gh pr list --json`.
    Pull,
    /// A review, as REST writes it.
    Review,
    /// `{ "pull": …, "reviews": … }`: one pull request with its reviews.
    Bundle,
}

impl Shape {
    /// Returns the shape that these keys make, if it is one that we read.
    ///
    /// The names are those of the [pull request](https://docs.github.com/en/rest/pulls/pulls) and
    /// [review](https://docs.github.com/en/rest/pulls/reviews) objects of the REST API, and of
    /// [`gh pr list --json`](https://cli.github.com/manual/gh_pr_list).
    pub(crate) fn of<'a>(keys: impl Iterator<Item = &'a str> + Clone) -> Option<Self> {
        let has = |name: &str| keys.clone().any(|key| key == name);
        let any = |names: &[&str]| names.iter().any(|name| has(name));
        if any(&["apiVersion", "kind"]) {
            return None; // Kubernetes objects and lists
        }
        if any(&["pull", "pull_request"]) && has("reviews") {
            Some(Shape::Bundle)
        } else if has("number")
            && any(&["merge_commit_sha", "mergeCommit", "headRefOid", "merged_at", "mergedAt", "baseRefName"])
        {
            Some(Shape::Pull)
        } else if has("state") && any(&["commit_id", "submitted_at"]) && any(&["user", "pull_request_url"]) {
            Some(Shape::Review)
        } else {
            None
        }
    }
}

/// Returns whether the bytes look like pull requests or reviews of a forge: one object, or a list of them.
///
/// Only keys of the outermost objects are looked at. A file that is cut short is recognised by what is there, so
/// that [`crate::read`] can say what is wrong with it.
pub fn recognise(bytes: &[u8]) -> bool {
    let mut objects = Vec::new();
    let mut reader = serde_json::Deserializer::from_slice(crate::export::without_mark(bytes));
    // An error is no answer: what was seen before it counts.
    let _ = Outline { objects: &mut objects, depth: 0 }.deserialize(&mut reader);
    objects.iter().any(|keys| Shape::of(keys.iter().map(String::as_str)).is_some())
}

/// Collects the keys of the outermost objects, even if the text ends in the middle.
struct Outline<'a> {
    objects: &'a mut Vec<Vec<String>>,
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for Outline<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Outline<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let place = self.objects.len();
        self.objects.push(Vec::new());
        while let Some(key) = map.next_key::<String>()? {
            self.objects[place].push(key);
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while self.depth == 0 && self.objects.len() < ITEMS_LOOKED_AT {
            let item = Outline { objects: &mut *self.objects, depth: 1 };
            if list.next_element_seed(item)?.is_none() {
                return Ok(());
            }
        }
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

//! Typed access to the fields of one JSON object: absent and null are the same, a wrong type is an error.

use domain::{CommitId, Person, Time};
use serde_json::{Map, Value};

/// What is wrong with an item, as the second half of a sentence.
pub(crate) type Wrong = String;

/// The account that GitHub shows in place of a deleted one.
const DELETED: &str = "ghost";

/// One JSON object and where it stands in its item, for messages.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a>(&'a Map<String, Value>);

impl<'a> Fields<'a> {
    pub(crate) fn of(value: &'a Value) -> Result<Self, Wrong> {
        value.as_object().map(Fields).ok_or_else(|| format!("it is {}, not an object", kind_of(value)))
    }

    /// Returns the first of these keys that holds something, with its name.
    fn first(self, keys: &[&'static str]) -> Option<(&'static str, &'a Value)> {
        keys.iter()
            .find_map(|key| self.0.get(*key).filter(|value| !value.is_null()).map(|value| (*key, value)))
    }

    pub(crate) fn text(self, keys: &[&'static str]) -> Result<Option<&'a str>, Wrong> {
        let Some((key, value)) = self.first(keys) else { return Ok(None) };
        value.as_str().map(Some).ok_or_else(|| format!("{key} is {}, not text", kind_of(value)))
    }

    /// Returns a whole number that fits what a database holds.
    pub(crate) fn number(self, keys: &[&'static str]) -> Result<Option<u64>, Wrong> {
        let Some((key, value)) = self.first(keys) else { return Ok(None) };
        let fits = value.as_u64().filter(|number| i64::try_from(*number).is_ok());
        fits.map(Some).ok_or_else(|| format!("{key} is no whole number that fits"))
    }

    pub(crate) fn object(self, keys: &[&'static str]) -> Result<Option<Fields<'a>>, Wrong> {
        let Some((key, value)) = self.first(keys) else { return Ok(None) };
        Fields::of(value).map(Some).map_err(|_| format!("{key} is {}, not an object", kind_of(value)))
    }

    pub(crate) fn time(self, keys: &[&'static str]) -> Result<Option<Time>, Wrong> {
        self.parsed(keys, "time")
    }

    pub(crate) fn commit(self, keys: &[&'static str]) -> Result<Option<CommitId>, Wrong> {
        self.parsed(keys, "commit id")
    }

    fn parsed<T: std::str::FromStr>(self, keys: &[&'static str], what: &str) -> Result<Option<T>, Wrong> {
        match self.text(keys)? {
            None | Some("") => Ok(None),
            Some(text) => match text.parse() {
                Ok(value) => Ok(Some(value)),
                Err(_) => Err(format!("{} is no {what}", self.first(keys).map_or("a field", |(key, _)| key))),
            },
        }
    }

    /// Returns an account, if the key holds one. The REST API and webhooks write `id` and `type`; `gh` writes a
    /// text as `id` (which is not the number) and `is_bot`; GraphQL writes `__typename`.
    pub(crate) fn person(self, keys: &[&'static str]) -> Result<Option<Person>, Wrong> {
        let Some(account) = self.object(keys)? else { return Ok(None) };
        let Some(login) = account.text(&["login"])?.filter(|login| !login.is_empty()) else {
            return Ok(None);
        };
        let said = |key, word| account.0.get(key).and_then(Value::as_str) == Some(word);
        let bot = said("type", "Bot")
            || said("__typename", "Bot")
            || account.0.get("is_bot").and_then(Value::as_bool) == Some(true)
            // No person can have brackets in a login: only GitHub Apps do.
            || login.ends_with("[bot]");
        let id = account.0.get("id").or(account.0.get("databaseId")).and_then(Value::as_u64);
        let id = id.filter(|id| i64::try_from(*id).is_ok());
        Ok(Some(Person { id, login: login.to_owned(), bot }))
    }
}

/// Returns the person that stands for an account that is gone: no number, so that it is nobody for sure.
pub(crate) fn deleted_person() -> Person {
    Person { id: None, login: DELETED.to_owned(), bot: false }
}

/// Returns `owner/name` and the number that the address of a pull request or of one of its reviews names:
/// `…/repos/owner/name/pulls/7`, `https://host/owner/name/pull/7#pullrequestreview-1`.
pub(crate) fn pull_of_url(url: &str) -> Option<(String, u64)> {
    let path = url.split(['#', '?']).next()?;
    let parts: Vec<&str> = path.split('/').collect();
    parts.windows(4).find_map(|window| match window {
        [owner, name, "pull" | "pulls", number] if !owner.is_empty() && !name.is_empty() => {
            let number = number.parse::<u64>().ok().filter(|number| i64::try_from(*number).is_ok())?;
            Some((format!("{owner}/{name}"), number))
        }
        _ => None,
    })
}

/// Returns what a value is, with its article.
pub(crate) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

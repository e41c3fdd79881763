//! Git object ids and what people type of them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The id of a Git commit: 20 bytes (SHA-1) or 32 (SHA-256).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommitId {
    len: u8,
    bytes: [u8; 32],
}

/// The first digits of a commit id, at least [`CommitPrefix::MIN_LEN`] of them, lower case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CommitPrefix(String);

/// A text that is no commit id, or too short a part of one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a commit id")]
pub struct CommitIdError(String);

impl CommitId {
    /// Returns the id with these raw bytes, if they are 20 or 32.
    pub fn from_bytes(raw: &[u8]) -> Option<Self> {
        if raw.len() != 20 && raw.len() != 32 {
            return None;
        }
        let mut bytes = [0; 32];
        bytes[..raw.len()].copy_from_slice(raw);
        Some(CommitId { len: raw.len() as u8, bytes })
    }

    /// Returns the raw bytes: 20 or 32.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    /// Returns the first eight digits, for people.
    pub fn short(&self) -> String {
        self.to_string()[..8].to_owned()
    }
}

impl FromStr for CommitId {
    type Err = CommitIdError;

    fn from_str(text: &str) -> Result<Self, CommitIdError> {
        let wrong = || CommitIdError(text.to_owned());
        if text.len() != 40 && text.len() != 64 {
            return Err(wrong());
        }
        let mut raw = [0u8; 32];
        for (slot, pair) in raw.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            *slot = (nibble(pair[0]).ok_or_else(wrong)? << 4) | nibble(pair[1]).ok_or_else(wrong)?;
        }
        Ok(CommitId { len: (text.len() / 2) as u8, bytes: raw })
    }
}

fn nibble(digit: u8) -> Option<u8> {
    (digit as char).to_digit(16).map(|value| value as u8)
}

impl fmt::Display for CommitId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.as_bytes() {
            write!(formatter, "{byte:02x}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CommitId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl Serialize for CommitId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CommitId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl CommitPrefix {
    /// Fewer digits than these name too many commits to be worth a search.
    pub const MIN_LEN: usize = 5;

    /// Returns the digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether `id` begins with these digits.
    pub fn matches(&self, id: &CommitId) -> bool {
        id.to_string().starts_with(&self.0)
    }

    /// Returns the lowest and highest raw id that begin with these digits, for a range search on 20- or 32-byte ids.
    pub fn range(&self) -> (Vec<u8>, Vec<u8>) {
        let fill = |digit: char| {
            let mut digits = self.0.clone();
            if digits.len() % 2 == 1 {
                digits.push(digit);
            }
            digits
                .as_bytes()
                .chunks_exact(2)
                .map(|pair| (nibble(pair[0]).unwrap_or(0) << 4) | nibble(pair[1]).unwrap_or(0))
                .collect::<Vec<u8>>()
        };
        let mut high = fill('f');
        high.resize(33, 0xff);
        (fill('0'), high)
    }
}

impl FromStr for CommitPrefix {
    type Err = CommitIdError;

    fn from_str(text: &str) -> Result<Self, CommitIdError> {
        let fits =
            (Self::MIN_LEN..=64).contains(&text.len()) && text.bytes().all(|digit| nibble(digit).is_some());
        if fits { Ok(CommitPrefix(text.to_ascii_lowercase())) } else { Err(CommitIdError(text.to_owned())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "de91310a1d28bf523a4560698342d39eb4cc4b24";

    #[test]
    fn ids_survive_text_and_bytes() {
        let id: CommitId = ID.parse().expect("a full id");
        assert_eq!(id.to_string(), ID);
        assert_eq!(CommitId::from_bytes(id.as_bytes()), Some(id));
        assert_eq!(id.short(), "de91310a");
        assert!("de91310".parse::<CommitId>().is_err());
        assert!("z".repeat(40).parse::<CommitId>().is_err());
        assert!("é".repeat(20).parse::<CommitId>().is_err());
    }

    #[test]
    fn a_prefix_of_odd_length_covers_both_halves() {
        let id: CommitId = ID.parse().expect("a full id");
        for len in [5, 6, 7, 39, 40] {
            let prefix: CommitPrefix = ID[..len].parse().expect("a prefix");
            let (low, high) = prefix.range();
            assert!(low.as_slice() <= id.as_bytes() && id.as_bytes() <= high.as_slice(), "{len}");
            assert!(prefix.matches(&id));
        }
        assert!("de91".parse::<CommitPrefix>().is_err(), "four digits are too few");
        assert!("v1.2.3".parse::<CommitPrefix>().is_err());
    }
}

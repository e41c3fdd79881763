//! Digests of artifacts.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A content digest, `algorithm:hex`, as in the
/// [OCI image specification](https://github.com/opencontainers/image-spec/blob/main/descriptor.md#digests).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(String);

/// A text that is no digest.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a digest of the form algorithm:hex")]
pub struct DigestError(String);

impl Digest {
    /// Returns the digest as written, `algorithm:hex`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the name of the algorithm.
    pub fn algorithm(&self) -> &str {
        self.0.split_once(':').map_or("", |(algorithm, _)| algorithm)
    }

    /// Returns the hexadecimal digits.
    pub fn hex(&self) -> &str {
        self.0.split_once(':').map_or("", |(_, hex)| hex)
    }
}

impl FromStr for Digest {
    type Err = DigestError;

    /// Reads `algorithm:hex`. The length is checked for the registered algorithms (sha256, sha512); of others it
    /// must be at least 32 digits.
    fn from_str(text: &str) -> Result<Self, DigestError> {
        let wrong = || DigestError(text.chars().take(200).collect());
        let (algorithm, hex) = text.split_once(':').ok_or_else(wrong)?;
        let named = !algorithm.is_empty()
            && algorithm
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"+._-".contains(&b));
        let long_enough = match algorithm {
            "sha256" => hex.len() == 64,
            "sha512" => hex.len() == 128,
            _ => (32..=256).contains(&hex.len()),
        };
        let hexadecimal = hex.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        if named && long_enough && hexadecimal { Ok(Digest(text.to_owned())) } else { Err(wrong()) }
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// What a digest is the digest *of*. Digests of different kinds are never equal, even of one image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DigestKind {
    /// An image index: one entry a platform.
    Index,
    /// The manifest of one platform.
    Manifest,
    /// The configuration, also called the image id: not a digest that a registry knows an image by.
    Config,
    /// A registry digest, and nothing tells whether of an index or of a manifest.
    Unknown,
}

impl DigestKind {
    /// Returns the name in the database and on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            DigestKind::Index => "index",
            DigestKind::Manifest => "manifest",
            DigestKind::Config => "config",
            DigestKind::Unknown => "unknown",
        }
    }

    /// Reads a stored name; one from a newer program reads as unknown.
    pub fn from_stored(text: &str) -> Self {
        match text {
            "index" => DigestKind::Index,
            "manifest" => DigestKind::Manifest,
            "config" => DigestKind::Config,
            _ => DigestKind::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_digests_are_digests() {
        let whole = format!("sha256:{}", "a1".repeat(32));
        assert_eq!(whole.parse::<Digest>().map(|digest| digest.to_string()), Ok(whole));
        for wrong in ["", "sha256", "sha256:", "sha256:abc", ":abcd", "v1.2", "sha256:REPLACE_ME"] {
            assert!(wrong.parse::<Digest>().is_err(), "{wrong}");
        }
        assert!(format!("sha512:{}", "a".repeat(128)).parse::<Digest>().is_ok());
    }
}

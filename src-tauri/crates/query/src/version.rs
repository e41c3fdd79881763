//! Versions as people read them.

use domain::Digest;

/// Returns a short name for a version: the tag (a full commit id cut to eight digits), else the version, else the
/// beginning of the digest.
pub(crate) fn label(tag: Option<&str>, version: Option<&str>, digest: Option<&Digest>) -> String {
    let hexadecimal = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    match (tag, version, digest) {
        (Some(tag), _, _) | (None, Some(tag), _) if tag.len() == 40 && hexadecimal(tag) => {
            tag[..8].to_owned()
        }
        (Some(tag), _, _) => tag.to_owned(),
        (None, Some(version), _) => version.to_owned(),
        (None, None, Some(digest)) => {
            format!("{}:{}", digest.algorithm(), digest.hex().get(..12).unwrap_or(""))
        }
        (None, None, None) => "?".to_owned(),
    }
}

/// Tags that name no fixed artifact: what they point to changes without anybody declaring it.
const MOVING: &[&str] =
    &["latest", "main", "master", "develop", "dev", "edge", "nightly", "stable", "prod", "staging"];

/// Returns whether a tag names no fixed artifact.
pub(crate) fn is_moving(tag: &str) -> bool {
    MOVING.contains(&tag.to_ascii_lowercase().as_str())
}

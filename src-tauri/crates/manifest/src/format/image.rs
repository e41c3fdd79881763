//! Image references and tags as files write them.

use domain::{DeclaredValue, Digest, ImageReference};

/// Returns `name[:tag][@digest]` split. A text with placeholders (`${TAG}`, `{{ .tag }}`) is split only outside of
/// their braces; without a name it stays whole.
pub(super) fn reference(text: &str) -> DeclaredValue {
    let text = text.trim();
    if text.contains("${") || text.contains("{{") {
        return templated(text);
    }
    let ImageReference { name, tag, digest } = ImageReference::parse(text);
    DeclaredValue { image: some(&name), tag, digest, version: None }
}

fn templated(text: &str) -> DeclaredValue {
    let mut braces = 0i32;
    let mut colon = None;
    for (at, c) in text.char_indices() {
        match c {
            '{' => braces += 1,
            '}' => braces -= 1,
            ':' if braces == 0 => colon = Some(at),
            '/' if braces == 0 => colon = None,
            _ => {}
        }
    }
    match colon {
        Some(at) if at > 0 => {
            let (tag, digest) = tag(&text[at + 1..]);
            DeclaredValue { image: some(&text[..at]), tag, digest, version: None }
        }
        _ => DeclaredValue { image: some(text), ..DeclaredValue::default() },
    }
}

/// Splits a tag that may hold a digest: `1.2@sha256:…`, `@sha256:…`, `sha256:…`.
pub(super) fn tag(text: &str) -> (Option<String>, Option<Digest>) {
    let text = text.trim();
    if let Ok(digest) = text.parse() {
        return (None, Some(digest));
    }
    match text.rsplit_once('@').map(|(tag, digest)| (tag, digest.parse())) {
        Some((tag, Ok(digest))) => (some(tag), Some(digest)),
        _ => (some(text), None),
    }
}

/// Returns whether a text under a key such as `image` can be an image at all, rather than prose, a link, a picture,
/// an encrypted value or a switch.
pub(super) fn is_plausible(text: &str) -> bool {
    let is_word = text.contains("{{") || !text.contains(char::is_whitespace);
    let is_other = text.contains("://")
        || text.starts_with(['/', '.', '#'])
        || text.starts_with("ENC[")
        || matches!(text, "true" | "false" | "True" | "False")
        || [".png", ".svg", ".jpg", ".gif", ".ico"].iter().any(|end| text.ends_with(end));
    is_word && !is_other && text.len() <= 1024
}

pub(super) fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_stay_whole() {
        let cases = [
            ("${REG}/app:${TAG:-v1}", "${REG}/app", Some("${TAG:-v1}")),
            ("{{ .Values.image }}", "{{ .Values.image }}", None),
            ("host:5000/a:{{ tag }}", "host:5000/a", Some("{{ tag }}")),
            ("${IMAGE:-a:b}", "${IMAGE:-a:b}", None),
        ];
        for (text, image, tag) in cases {
            let value = reference(text);
            assert_eq!((value.image.as_deref(), value.tag.as_deref()), (Some(image), tag), "{text}");
        }
    }

    #[test]
    fn a_tag_may_hold_a_digest() {
        let digest = format!("sha256:{}", "a".repeat(64));
        assert_eq!(tag(&format!("1.2@{digest}")), (Some("1.2".into()), digest.parse().ok()));
        assert_eq!(tag(&format!("@{digest}")), (None, digest.parse().ok()));
        assert_eq!(tag("1.10"), (Some("1.10".into()), None));
        assert_eq!(tag("a@b"), (Some("a@b".into()), None));
    }
}

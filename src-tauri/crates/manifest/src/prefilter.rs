//! Proves of most files, from their bytes alone, that no recogniser can find a slot in them.
//!
//! The proof must be exact, so it follows the recognisers: each of them needs certain words in the file, and a word
//! can only hide from a byte search behind an escape of a double-quoted text or in another encoding; files with
//! either are let through.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::FileKind;

static WORDS: LazyLock<Words> = LazyLock::new(Words::new);

struct Words {
    mage: Finder<'static>,
    /// One of these is enough.
    alone: [Finder<'static>; 5],
    repository: Finder<'static>,
    tag: Finder<'static>,
    digest: Finder<'static>,
    helm: [Finder<'static>; 2],
    version: Finder<'static>,
    git_repository: Finder<'static>,
    oci_repository: Finder<'static>,
    reference: Finder<'static>,
    application: Finder<'static>,
    parameters: Finder<'static>,
}

impl Words {
    fn new() -> Self {
        let find = |word: &'static str| Finder::new(word);
        Words {
            mage: find("mage"),
            alone: ["ref=", "targetRevision", "helmCharts", "/tag", "/digest"].map(find),
            repository: find("repository"),
            tag: find("tag"),
            digest: find("digest"),
            helm: ["HelmRelease", "HelmChart"].map(find),
            version: find("version"),
            git_repository: find("GitRepository"),
            oci_repository: find("OCIRepository"),
            reference: find("ref"),
            application: find("Application"),
            parameters: find("parameters"),
        }
    }
}

/// Returns whether a file of this kind with these bytes may hold a slot.
pub(crate) fn may_hold_slots(kind: FileKind, bytes: &[u8]) -> bool {
    if matches!(kind, FileKind::TagFile | FileKind::Chart | FileKind::Helmfile | FileKind::ArgoSource) {
        return true;
    }
    let words = &*WORDS;
    let has = |finder: &Finder<'_>| finder.find(bytes).is_some();
    has_image_word(words, bytes)
        || words.alone.iter().any(has)
        || (has(&words.repository) && (has(&words.tag) || has(&words.digest)))
        || (words.helm.iter().any(has) && has(&words.version))
        || ((has(&words.git_repository) || has(&words.oci_repository)) && has_reference(words, bytes))
        || (has(&words.application) && has(&words.parameters))
        || may_hide_words(bytes)
}

/// Returns whether `image`, `images`, `imageTag`, `image_tag` or a word that ends in one of these occurs.
fn has_image_word(words: &Words, bytes: &[u8]) -> bool {
    let is_end = |at: usize| {
        bytes.get(at).is_none_or(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')))
    };
    words.mage.find_iter(bytes).any(|at| {
        let at = at + 4;
        is_end(at)
            || (bytes.get(at) == Some(&b's') && is_end(at + 1))
            || (bytes[at..].starts_with(b"Tag") && is_end(at + 3))
            || (bytes[at..].starts_with(b"_tag") && is_end(at + 4))
    })
}

/// Returns whether the key `ref` occurs.
fn has_reference(words: &Words, bytes: &[u8]) -> bool {
    words.reference.find_iter(bytes).any(|at| {
        let before = at.checked_sub(1).map(|at| bytes[at]);
        before.is_none_or(|byte| !byte.is_ascii_alphanumeric())
            && bytes.get(at + 3).is_none_or(|byte| !byte.is_ascii_alphanumeric())
    })
}

fn may_hide_words(bytes: &[u8]) -> bool {
    let is_wide = bytes.starts_with(&[0xfe, 0xff]) || bytes.starts_with(&[0xff, 0xfe]);
    is_wide
        || memchr::memchr_iter(b'\\', bytes)
            .any(|at| matches!(bytes.get(at + 1), Some(b'x' | b'u' | b'U' | b'\n' | b'\r')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_can_hold_a_slot_passes() {
        let passes = |text: &str| may_hold_slots(FileKind::Yaml, text.as_bytes());
        for text in [
            "image: a",
            "{\"image\": 1}",
            "images:",
            "initImage: x",
            "imageTag: 1",
            "? image\n: x",
            "x_image: b",
            "path: /spec/image",
            "url?ref=main",
            "\"\\x69mage\": a",
            "repository: a\ntag: b",
            "kind: GitRepository\nspec: {ref: {tag: v1}}",
        ] {
            assert!(passes(text), "{text}");
        }
        for text in ["imageValues: 1", "image-tags: 2", "kind: GitRepository\nsourceRef: x", "magenta: y", ""]
        {
            assert!(!passes(text), "{text}");
        }
    }
}

//! Small files that hold one version: a map such as `image_tag: v1`, or one bare scalar (slot `.`).

use domain::DeclaredValue;

use super::image;
use super::walk::{Path, Sink, Walker};
use crate::yaml::tree::{Id, Kind, Tree};

/// Reads such a file. What is neither is no declaration, and no problem either.
pub(super) fn read(tree: &Tree<'_>, root: Id, sink: &mut Sink) {
    let mut walker = Walker::new(tree, sink);
    let path = Path::root();
    if tree.kind(root) == Kind::Map {
        for entry in tree.children(root) {
            let key = tree.key(entry);
            let Some(text) = tree.text(entry) else { continue };
            let value = match key {
                "image_tag" | "imageTag" | "tag" => {
                    let (tag, digest) = image::tag(text);
                    DeclaredValue { tag, digest, ..Default::default() }
                }
                "image" if image::is_plausible(text) => image::reference(text),
                "version" | "appVersion" => {
                    DeclaredValue { version: Some(text.to_owned()), ..Default::default() }
                }
                _ => continue,
            };
            walker.found(entry, &path.key(key), value, "tag-file");
        }
    } else if let Some(text) = tree.text(root).filter(|text| is_version(text)) {
        let written = image::reference(text);
        // A bare word is a tag; only with a tag or digest behind it is it the name of an image.
        let value = if written.tag.is_some() || written.digest.is_some() {
            written
        } else {
            DeclaredValue { tag: Some(text.to_owned()), ..Default::default() }
        };
        walker.found(root, &path, value, "tag-file");
    }
}

/// Returns whether a bare word can be a version: it has a digit, or is one of the words that people use as a tag.
fn is_version(text: &str) -> bool {
    let is_word = text.len() <= 512
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-+:@/".contains(&b))
        && !text.contains("://");
    is_word
        && (text.bytes().any(|b| b.is_ascii_digit())
            || matches!(text, "latest" | "main" | "master" | "stable"))
}

//! What Git declares: slots and their values.

use serde::{Deserialize, Serialize};

use crate::Digest;

/// What a slot declares. All four absent means that the slot is there and says nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DeclaredValue {
    /// Name of the image, or URL of the source, as written.
    pub image: Option<String>,
    /// Tag, as written: never a number, never shortened.
    pub tag: Option<String>,
    /// Digest.
    pub digest: Option<Digest>,
    /// Version of a chart or revision of a source, where the slot declares one of these instead of an image.
    pub version: Option<String>,
}

impl DeclaredValue {
    /// Returns whether nothing is declared.
    pub fn is_empty(&self) -> bool {
        self.image.is_none() && self.tag.is_none() && self.digest.is_none() && self.version.is_none()
    }

    /// Returns what changes from one deployment to the next: all but the name.
    pub fn revision(&self) -> (Option<&str>, Option<&Digest>, Option<&str>) {
        (self.tag.as_deref(), self.digest.as_ref(), self.version.as_deref())
    }
}

/// A slot found in a file, with its value.
///
/// `slot` is the keys that lead to the value, joined by dots, list items by name: `images[name=quay.io/x/y]`,
/// `spec.values.nodejs.image`, `.` for a file that is one bare scalar. Two documents of one file whose slots
/// would collide both carry `#Kind/namespace/name` behind the path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SlotValue {
    /// The slot within its file.
    pub slot: String,
    /// What it declares.
    pub value: DeclaredValue,
    /// The recogniser that found it, such as `kustomize-images` or `helm-values`.
    pub format: String,
    /// Name of the object that holds the slot (`metadata.name`), if the file says one.
    pub object: Option<String>,
    /// Namespace of that object, if the file says one.
    pub namespace: Option<String>,
}

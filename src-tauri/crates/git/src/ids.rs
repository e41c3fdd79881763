//! Object ids on both sides of the fence.

use domain::CommitId;
use gix::ObjectId;

/// Returns gix's id as the domain's.
pub(crate) fn to_domain(id: &gix::oid) -> CommitId {
    CommitId::from_bytes(id.as_bytes()).expect("Git's hashes have 20 or 32 bytes, as the domain's")
}

/// Returns the domain's id as gix's.
pub(crate) fn from_domain(id: &CommitId) -> ObjectId {
    ObjectId::try_from(id.as_bytes()).expect("the domain's ids have 20 or 32 bytes, as Git's hashes")
}

/// Returns the id in the hexadecimal digits at the start of `text`, if all of it is one.
pub(crate) fn from_hex(text: &[u8]) -> Option<ObjectId> {
    ObjectId::from_hex(text).ok()
}

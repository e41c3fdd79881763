//! What a cluster says, from the files that `kubectl get … -o json` (or YAML) writes.
//!
//! Two steps, so that a rebuild from stored evidence takes the same path as an import: [`redact`] reads a file and
//! returns the objects that are kept, without what may be secret; [`snapshot`] derives from such bodies what ran and
//! what GitOps controllers claimed. Nothing here reads a live cluster.
//!
//! Removed before anything is stored:
//!
//! - of a Secret everything but name, namespace, UID, type and labels;
//! - `metadata.managedFields`, and the annotation `kubectl.kubernetes.io/last-applied-configuration` of every object;
//! - of every container `env` values, `command`, `args`, `lifecycle` and probes;
//! - inline Helm values: `helm.values`, `helm.valuesObject`, `spec.values`, and `helm.parameters` that are no image;
//! - Flux `postBuild` substitutions;
//! - user name and password in any URL;
//! - kinds that are not read at all, ConfigMaps among them: they are left out with a gap.

mod claims;
mod containers;
mod error;
mod image_id;
mod objects;
mod owners;
mod read;
mod redact;
mod revision;
mod snapshot;

pub use error::Error;
pub use read::{MAX_BYTES, Recognised, recognise};
pub use redact::{Redacted, redact};
pub use snapshot::{cluster_uids, newest_time, snapshot};

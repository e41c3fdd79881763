//! What GitOps controllers claim.

mod argo;
mod flux;

use domain::Claim;

use crate::objects::ByKind;

/// Returns every claim of a reading.
pub(crate) fn claims(objects: &ByKind<'_>) -> Vec<Claim> {
    let mut claims: Vec<Claim> =
        objects.of("Application").iter().filter_map(|app| argo::claim(app)).collect();
    claims.extend(flux::claims(objects));
    claims
}

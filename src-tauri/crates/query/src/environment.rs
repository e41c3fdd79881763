//! Environments: which spellings mean the same one, and in which order they are promoted through.

use std::collections::BTreeMap;

use domain::Placement;
use store::Read;

use crate::error::QueryError;

/// Words for environments, in the order in which changes usually reach them; spellings of one share a row.
const LADDER: &[&[&str]] = &[
    &["sandbox", "sbox", "lab"],
    &["development", "develop", "dev"],
    &["preview", "review"],
    &["integration", "int", "ci"],
    &["test", "tst", "testing", "qa"],
    &["ithc"],
    &["perf", "performance", "load"],
    &["demo"],
    &["uat", "acceptance"],
    &["staging", "stage", "stg", "aat"],
    &["preprod", "preproduction", "pre-production", "pre-prod"],
    &["canary"],
    &["production", "prod", "prd", "live"],
    &["dr", "disaster-recovery"],
];

/// Returns a key by which environments sort in the order of promotion; unknown ones come before production, by name.
pub(crate) fn rank(environment: Option<&str>) -> (usize, String) {
    let Some(environment) = environment else { return (usize::MAX, String::new()) };
    let lower = environment.to_ascii_lowercase();
    let known = rung(&lower).or_else(|| lower.split(['-', '_', '.']).find_map(rung));
    (known.map_or(19, |rung| rung * 2), lower)
}

fn rung(word: &str) -> Option<usize> {
    LADDER.iter().position(|spellings| spellings.contains(&word))
}

/// Returns whether two spellings mean the same environment: equal, or on the same rung of the ladder as a whole.
pub(crate) fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_ascii_lowercase(), b.to_ascii_lowercase());
    a == b || rung(&a).is_some_and(|rung_of_a| rung(&b) == Some(rung_of_a))
}

/// The environments that clusters say they belong to. A layout with one folder a cluster names the cluster where
/// others name the environment; the cluster's own label tells which one it is.
pub(crate) struct Clusters {
    environment_of: BTreeMap<String, String>,
}

impl Clusters {
    pub(crate) fn load(read: &Read<'_>) -> Result<Self, QueryError> {
        let clusters = read.clusters()?;
        let labelled =
            clusters.iter().filter_map(|row| Some((row.name.clone(), row.environment()?.to_owned())));
        Ok(Clusters { environment_of: labelled.collect() })
    }

    /// Returns the environment that a path's word means: that of the cluster of this name, else the word.
    pub(crate) fn environment(&self, word: String) -> String {
        self.environment_of.get(&word).cloned().unwrap_or(word)
    }

    /// Says of a slot that stands in the folder of a cluster which cluster and environment it belongs to.
    pub(crate) fn settle(&self, placement: &mut Placement) {
        let Some(word) = placement.environment.as_ref().or(placement.cluster.as_ref()) else { return };
        let Some(environment) = self.environment_of.get(word) else { return };
        // One folder for each environment, and a cluster that is called as its environment is: others may share it.
        if !same(environment, word) {
            placement.cluster = Some(word.clone());
            placement.environment = Some(environment.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_environment_are_equal_and_others_are_not() {
        assert!(same("prod", "production") && same("Staging", "stg") && same("ring-1", "ring-1"));
        assert!(!same("prod-eu", "prod-us") && !same("test", "dev") && !same("prod", "preprod"));
    }

    #[test]
    fn the_folder_of_a_cluster_belongs_to_the_environment_of_the_cluster() {
        let names = [("eu-1", "production"), ("prod", "production")];
        let clusters = Clusters { environment_of: names.map(|(a, b)| (a.to_owned(), b.to_owned())).into() };
        let settled = |environment: Option<&str>, cluster: Option<&str>| {
            let mut placement = Placement {
                environment: environment.map(str::to_owned),
                cluster: cluster.map(str::to_owned),
                ..Placement::default()
            };
            clusters.settle(&mut placement);
            format!("{:?} {:?}", placement.environment, placement.cluster).replace("Some", "")
        };
        assert_eq!(settled(Some("eu-1"), Some("eu-1")), r#"("production") ("eu-1")"#);
        assert_eq!(settled(Some("eu-1"), None), r#"("production") ("eu-1")"#);
        assert_eq!(settled(None, Some("eu-1")), r#"("production") ("eu-1")"#);
        assert_eq!(settled(Some("prod"), None), r#"("prod") None"#, "it may be of every production cluster");
        assert_eq!(settled(Some("test"), Some("us-1")), r#"("test") ("us-1")"#);
    }

    #[test]
    fn the_ladder_orders() {
        let mut names = ["production", "dev", "ring-3", "staging", "prod-eu"];
        names.sort_by_key(|name| rank(Some(name)));
        assert_eq!(names, ["dev", "staging", "ring-3", "prod-eu", "production"]);
    }
}

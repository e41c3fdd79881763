//! Environments: which spellings mean the same one, and in which order they are promoted through.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_environment_are_equal_and_others_are_not() {
        assert!(same("prod", "production") && same("Staging", "stg") && same("ring-1", "ring-1"));
        assert!(!same("prod-eu", "prod-us") && !same("test", "dev") && !same("prod", "preprod"));
    }

    #[test]
    fn the_ladder_orders() {
        let mut names = ["production", "dev", "ring-3", "staging", "prod-eu"];
        names.sort_by_key(|name| rank(Some(name)));
        assert_eq!(names, ["dev", "staging", "ring-3", "prod-eu", "production"]);
    }
}

//! The words by which people name environments.

/// Whole words, lower case.
const WORDS: [&str; 55] = [
    "production",
    "prod",
    "prd",
    "live",
    "staging",
    "stage",
    "stg",
    "stag",
    "aat",
    "development",
    "develop",
    "devel",
    "dev",
    "test",
    "tst",
    "testing",
    "perftest",
    "qa",
    "uat",
    "sit",
    "integration",
    "int",
    "integ",
    "ithc",
    "demo",
    "sandbox",
    "sbox",
    "sbx",
    "preprod",
    "preproduction",
    "pre-prod",
    "pre-production",
    "ppd",
    "prp",
    "perf",
    "performance",
    "loadtest",
    "canary",
    "dr",
    "preview",
    "prev",
    "nonprod",
    "non-prod",
    "nprd",
    "ci",
    "e2e",
    "edge",
    "beta",
    "alpha",
    "training",
    "ptl",
    "ptlsbox",
    "acceptance",
    "acc",
    "local",
];

/// Parts of regions, beside which an environment may stand.
const REGIONS: [&str; 32] = [
    "eu",
    "us",
    "uk",
    "ap",
    "apac",
    "emea",
    "na",
    "sa",
    "cn",
    "ca",
    "de",
    "fr",
    "in",
    "au",
    "jp",
    "sg",
    "br",
    "za",
    "me",
    "global",
    "east",
    "west",
    "north",
    "south",
    "central",
    "northeast",
    "northwest",
    "southeast",
    "southwest",
    "blue",
    "green",
    "gov",
];

/// Returns whether `word` names an environment: a known word (`prod`, `staging`…), or one beside a region or number
/// (`prod-eu`, `eu-west-1-prod`, `dev2`).
pub fn is_environment(word: &str) -> bool {
    if word.len() > 64 {
        return false;
    }
    let word = word.to_ascii_lowercase();
    if is_word(&word) {
        return true;
    }
    ["-", "_", "."].iter().any(|separator| {
        let beside = |rest: &str| rest.split(*separator).all(is_region);
        word.match_indices(separator).any(|(at, _)| {
            let (first, last) = (&word[..at], &word[at + 1..]);
            (is_word(first) && beside(last)) || (is_word(last) && beside(first))
        })
    })
}

/// Returns whether a part of `name` between dashes names an environment: `production-downstream`.
pub(super) fn has_environment(name: &str) -> bool {
    name.len() <= 128 && (is_environment(name) || name.split(['-', '_', '.']).any(is_environment))
}

fn is_word(word: &str) -> bool {
    WORDS.contains(&word) || WORDS.contains(&word.trim_end_matches(|c: char| c.is_ascii_digit()))
}

fn is_region(part: &str) -> bool {
    let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = part.len() - letters.len();
    REGIONS.contains(&letters)
        || (!part.is_empty() && digits <= 3 && digits > 0 && letters.len() <= 4 && letters.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_alone_and_beside_regions() {
        for word in
            ["prod", "Production", "prod-eu", "eu-prod", "eu-west-1-prod", "dev2", "stg", "pre-prod", "qa_us"]
        {
            assert!(is_environment(word), "{word}");
        }
        for word in ["", "base", "product", "developer", "prod-web", "toffee-frontend", "eu", "app", "-", "1"]
        {
            assert!(!is_environment(word), "{word}");
        }
        assert!(has_environment("production-downstream") && !has_environment("konflux-public"));
    }
}

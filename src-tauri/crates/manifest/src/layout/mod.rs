//! From a path to the app, environment and cluster that its declarations are for.
//!
//! Rules of the user come first; what they leave open, the built-in layouts fill in. Every answer names the rule
//! that spoke.

mod builtin;
mod environment;
mod glob;

use domain::Placement;

use glob::Glob;

pub use environment::is_environment;

/// What a rule sets whatever the path says.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Fixed {
    /// The app.
    pub app: Option<String>,
    /// The environment.
    pub environment: Option<String>,
    /// The cluster.
    pub cluster: Option<String>,
}

/// A rule of the user: files whose path fits `glob` are placed by its captures and by `set`.
///
/// In the glob `*` and `?` stand for characters of one folder or file name, `**` for any number of folders, and
/// `{app}`, `{env}`, `{cluster}` capture one name or a part of it: `apps/{app}/overlays/{env}/**`.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PathRule {
    /// The pattern that the whole path must fit.
    pub glob: String,
    /// The repository that the rule is for; `None` for all.
    #[serde(default)]
    pub repo: Option<String>,
    /// What it sets in place of a capture.
    #[serde(default)]
    pub set: Fixed,
}

/// A rule that makes no sense.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// A capture that is not `{app}`, `{env}`, `{environment}` or `{cluster}`.
    #[error("the rule {glob:?} captures {capture:?}: only app, env and cluster can be captured")]
    UnknownCapture {
        /// The pattern.
        glob: String,
        /// The name in its braces.
        capture: String,
    },
    /// A brace without partner, or an empty pattern.
    #[error("the rule {glob:?} is not a pattern: {reason}")]
    Malformed {
        /// The pattern.
        glob: String,
        /// What is wrong with it.
        reason: &'static str,
    },
}

/// The rules, ready for use.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    rules: Vec<(Glob, PathRule)>,
}

impl Layout {
    /// Returns a layout with these rules before the built-in ones; the first that fits wins.
    pub fn new(rules: Vec<PathRule>) -> Result<Self, LayoutError> {
        let rules = rules.into_iter().map(|rule| Ok((Glob::new(&rule.glob)?, rule)));
        Ok(Layout { rules: rules.collect::<Result<_, _>>()? })
    }

    /// Returns where the file at `path` belongs, by the rules that are for every repository.
    pub fn place(&self, path: &str) -> Placement {
        self.place_with(None, path)
    }

    /// Returns where the file at `path` of the repository called `repo` belongs.
    pub fn place_in(&self, repo: &str, path: &str) -> Placement {
        self.place_with(Some(repo), path)
    }

    fn place_with(&self, repo: Option<&str>, path: &str) -> Placement {
        let built_in = builtin::place(path);
        for (glob, rule) in &self.rules {
            if rule.repo.is_some() && rule.repo.as_deref() != repo {
                continue;
            }
            if let Some(captures) = glob.captures(path) {
                let or = |fixed: &Option<String>, captured: Option<&str>, otherwise: Option<String>| {
                    fixed.clone().or(captured.map(str::to_owned)).or(otherwise)
                };
                return Placement {
                    app: or(&rule.set.app, captures.app, built_in.app),
                    environment: or(&rule.set.environment, captures.environment, built_in.environment),
                    cluster: or(&rule.set.cluster, captures.cluster, built_in.cluster),
                    rule: format!("cairn.toml:{}", rule.glob),
                };
            }
        }
        built_in
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(glob: &str, repo: Option<&str>, app: Option<&str>) -> PathRule {
        let set = Fixed { app: app.map(str::to_owned), ..Fixed::default() };
        PathRule { glob: glob.to_owned(), repo: repo.map(str::to_owned), set }
    }

    #[test]
    fn rules_of_the_user_come_first_and_leave_the_rest_to_the_built_in_ones() {
        let layout = Layout::new(vec![
            rule("fleet/{cluster}/**", None, None),
            rule("apps/*/{app}/{env}.yaml", Some("court"), Some("fixed")),
        ])
        .expect("two patterns");
        let placement = layout.place("fleet/eu-1/web/prod/deployment.yaml");
        assert_eq!(placement.cluster.as_deref(), Some("eu-1"));
        assert_eq!((placement.app.as_deref(), placement.environment.as_deref()), (Some("web"), Some("prod")));
        assert_eq!(placement.rule, "cairn.toml:fleet/{cluster}/**");
        let path = "apps/pre/api/aat2.yaml";
        let of_court = layout.place_in("court", path);
        assert_eq!((of_court.app.as_deref(), of_court.environment.as_deref()), (Some("fixed"), Some("aat2")));
        assert_eq!(layout.place_in("other", path).rule, "flux-apps");
        assert_eq!(layout.place(path).rule, "flux-apps");
    }

    #[test]
    fn a_wrong_rule_says_which() {
        let error = Layout::new(vec![rule("a/{tenant}", None, None)]).expect_err("an unknown capture");
        assert!(error.to_string().contains("tenant"), "{error}");
    }
}

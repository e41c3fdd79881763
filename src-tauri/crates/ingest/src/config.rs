//! The rules that a user writes into `cairn.toml`.

use std::path::{Path, PathBuf};

use domain::Time;
use manifest::{Fixed, Layout, PathRule};
use serde::Deserialize;
use store::evidence::sha256;

/// `cairn.toml` in the workspace's folder. An absent file is an empty one.
///
/// ```toml
/// at = "2026-06-30T18:00:00Z"             # optional: answer for this time instead of now
///
/// [[rule]]
/// glob = "apps/{app}/overlays/{env}/**"  # named captures: app, env, cluster
/// repo = "fleet"                          # optional: only this repository
/// environment = "production"              # optional: fixed values, also app and cluster
/// ```
#[derive(Debug, Clone, Default)]
pub struct Config {
    at: Option<Time>,
    rules: Vec<Rule>,
    sha256: [u8; 32],
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    at: Option<Time>,
    #[serde(default)]
    rule: Vec<Rule>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    glob: String,
    repo: Option<String>,
    app: Option<String>,
    environment: Option<String>,
    cluster: Option<String>,
}

/// `cairn.toml` cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// It cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is no TOML, or not ours.
    #[error("{}: {source}", path.display())]
    Parse {
        /// The file.
        path: PathBuf,
        /// Where and why.
        source: Box<toml::de::Error>,
    },
    /// A rule cannot be used.
    #[error("{}: {source}", path.display())]
    Rule {
        /// The file.
        path: PathBuf,
        /// Which one and why.
        source: manifest::LayoutError,
    },
}

impl Config {
    /// Reads `cairn.toml` of a workspace.
    pub fn read(path: &Path) -> Result<Config, ConfigError> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(source) => return Err(ConfigError::Read { path: path.to_owned(), source }),
        };
        let file: File = toml::from_str(&text)
            .map_err(|source| ConfigError::Parse { path: path.to_owned(), source: Box::new(source) })?;
        // Only the rules count: another time to answer for moves no slot.
        let sha256 = sha256(format!("{:?}", file.rule).as_bytes());
        let config = Config { at: file.at, rules: file.rule, sha256 };
        // A rule that cannot be used is told now, not at the first file that it would place.
        config.layout(None).map_err(|source| ConfigError::Rule { path: path.to_owned(), source })?;
        Ok(config)
    }

    /// Returns the layout for a repository (`None`: with the rules of all of them).
    pub fn layout(&self, repository: Option<&str>) -> Result<Layout, manifest::LayoutError> {
        let applies = |rule: &&Rule| match (&rule.repo, repository) {
            (Some(wanted), Some(name)) => wanted == name,
            _ => true,
        };
        let rules = self.rules.iter().filter(applies).map(|rule| {
            let Rule { glob, repo: _, app, environment, cluster } = rule.clone();
            PathRule { glob, repo: None, set: Fixed { app, environment, cluster } }
        });
        Layout::new(rules.collect())
    }

    /// Returns the time to answer for instead of now: of a workspace that is an archive, or a demo.
    pub fn at(&self) -> Option<Time> {
        self.at
    }

    /// Returns the SHA-256 of the rules: slots are placed anew when it changes.
    pub fn sha256(&self) -> [u8; 32] {
        self.sha256
    }
}

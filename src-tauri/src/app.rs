//! The composition root: opens the workspace and holds its configuration, its clock and the way to its sources.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use domain::Time;
use ingest::Config;
use store::Store;

use crate::api::{ApiError, Code};

/// Name of the workspace's file within its folder.
const FILE: &str = "cairn.sqlite";

/// Name of the file with the user's rules.
const CONFIG: &str = "cairn.toml";

/// An open workspace.
#[derive(Debug)]
pub(crate) struct App {
    directory: PathBuf,
    store: Store,
    config: Config,
}

impl App {
    /// Opens a workspace that is there: an empty one made of a misspelt folder would answer that nothing is known.
    pub(crate) fn open_existing(directory: &Path) -> Result<App, ApiError> {
        match directory.join(FILE).try_exists() {
            Ok(false) => Err(ApiError::new(
                Code::Workspace,
                format!("there is no workspace in {}", directory.display()),
                "Name its folder with --workspace, or make one with `cairn init`.",
            )),
            // What else is wrong, opening it tells.
            _ => App::open(directory),
        }
    }

    /// Opens a workspace, and makes it if it is not there.
    pub(crate) fn open(directory: &Path) -> Result<App, ApiError> {
        std::fs::create_dir_all(directory).map_err(|error| {
            ApiError::new(
                Code::Workspace,
                format!("cannot make the folder {}: {error}", directory.display()),
                "Choose another folder with --workspace.",
            )
        })?;
        let directory = std::path::absolute(directory).unwrap_or_else(|_| directory.to_owned());
        let config = Config::read(&directory.join(CONFIG))?;
        let store = Store::open(&directory.join(FILE))?;
        Ok(App { directory, store, config })
    }

    /// Returns the folder of the workspace.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns the store.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// Returns the rules.
    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    /// Reads `cairn.toml` again.
    pub(crate) fn reload_config(&mut self) -> Result<(), ApiError> {
        self.config = Config::read(&self.directory.join(CONFIG))?;
        Ok(())
    }

    /// Writes `cairn.toml`, if there is none.
    pub(crate) fn write_config(&mut self, text: &str) -> Result<(), ApiError> {
        let path = self.directory.join(CONFIG);
        if !path.exists() {
            std::fs::write(&path, text).map_err(|error| {
                ApiError::new(
                    Code::Workspace,
                    format!("cannot write {}: {error}", path.display()),
                    "Make the workspace's folder writable.",
                )
            })?;
        }
        self.reload_config()
    }

    /// Returns the time that questions without one are answered for: the workspace's own, else the present.
    pub(crate) fn now(&self) -> Time {
        self.config.at().unwrap_or_else(present)
    }
}

/// Returns the present by the system's clock. Only here is it asked.
pub(crate) fn present() -> Time {
    time_of(SystemTime::now())
}

/// Returns a time of the file system or the clock.
pub(crate) fn time_of(time: SystemTime) -> Time {
    let micros = match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_micros()),
        Err(before) => i64::try_from(before.duration().as_micros()).map(|micros| -micros),
    };
    Time::from_micros(micros.unwrap_or(i64::MAX - 1))
}

/// Returns the folder of the workspace where none is given: `CAIRN_WORKSPACE`, else the platform's data folder.
pub fn default_workspace() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(given) = variable("CAIRN_WORKSPACE") {
        return given;
    }
    let data = match std::env::consts::OS {
        "windows" => variable("APPDATA"),
        "macos" => variable("HOME").map(|home| home.join("Library").join("Application Support")),
        _ => variable("XDG_DATA_HOME")
            .or_else(|| variable("HOME").map(|home| home.join(".local").join("share"))),
    };
    data.unwrap_or_else(|| PathBuf::from(".")).join("cairn")
}

//! Runs the built program in a workspace of its own.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A workspace in a folder that goes away with it.
pub(crate) struct Workspace {
    folder: TempDir,
}

/// What a run of the program gave.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Returns the answer as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error} in the answer (status {}):\n{self:?}", self.status))
    }
}

impl Workspace {
    pub(crate) fn new() -> Workspace {
        let folder = tempfile::Builder::new().prefix("cairn-").tempdir().expect("there is a place for files");
        Workspace { folder }
    }

    /// Returns the folder of the test, which holds the workspace.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the folder of the workspace.
    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("workspace")
    }

    /// Writes a file beside the workspace and returns its path.
    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.folder.path().join(name);
        std::fs::write(&path, bytes).expect("the test's folder can be written");
        path.display().to_string()
    }

    /// Returns the program, ready for arguments, with nothing of the caller's settings.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
        command.arg("--workspace").arg(self.path()).env_remove("CAIRN_WORKSPACE").stdin(Stdio::null());
        command
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        let output = self.command().args(arguments).output().expect("the program runs");
        Run {
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).expect("answers are UTF-8"),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Runs the program, which must answer.
    pub(crate) fn ok(&self, arguments: &[&str]) -> Run {
        let run = self.run(arguments);
        assert_eq!(run.status, 0, "{arguments:?}: {run:?}");
        run
    }

    /// Returns an answer as JSON, whatever the program ends with.
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let mut all = vec!["--json"];
        all.extend(arguments);
        self.run(&all).json()
    }

    /// Starts the program and does not wait.
    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        self.command()
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts")
    }

    /// Registers a repository by its path.
    pub(crate) fn add(&self, path: &Path, name: &str) {
        self.ok(&["add", "repo", &path.display().to_string(), "--name", name]);
    }
}

/// Returns the rows of a list in an answer.
pub(crate) fn rows<'a>(answer: &'a Value, name: &str) -> &'a [Value] {
    answer[name].as_array().unwrap_or_else(|| panic!("no list {name:?} in {answer}"))
}

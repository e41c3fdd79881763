//! Repositories made by scripts.

use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::clock::{FIRST_COMMIT, STEP};

/// A Git repository in a folder that goes away with it.
#[derive(Debug)]
pub struct TempRepo(TempDir);

impl TempRepo {
    /// Returns the work tree.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Returns what git prints for these arguments here, without the line feed at its end.
    ///
    /// # Panics
    /// Git fails: the test is wrong.
    pub fn git(&self, arguments: &[&str]) -> String {
        finished("git", git_command("git", self.path()).args(arguments))
    }

    /// Returns the full id of a revision.
    pub fn id(&self, revision: &str) -> String {
        self.git(&["rev-parse", "--verify", revision])
    }
}

/// What a script may call.
const FUNCTIONS: &str = r#"
set -eu
count=0
# A minute later; for a merge, tag or commit that is made without `commit`.
tick() {
    count=$((count + 1))
    GIT_AUTHOR_DATE="$((first + step * (count - 1))) +0000"
    GIT_COMMITTER_DATE=$GIT_AUTHOR_DATE
    export GIT_AUTHOR_DATE GIT_COMMITTER_DATE
}
# commit MESSAGE [option...]: commits everything in the work tree, a minute after the commit before.
commit() {
    tick
    message=$1
    shift
    git add --all
    git commit --quiet --allow-empty --message "$message" "$@"
}
# write PATH [TEXT]: writes a file, from standard input if there is no text.
write() {
    mkdir -p "$(dirname "$1")"
    if [ $# -gt 1 ]; then printf '%s\n' "$2" >"$1"; else cat >"$1"; fi
}
git init --quiet --initial-branch=main --template= .
"#;

/// Runs a POSIX shell script in a fresh repository and returns it.
///
/// The script may call `commit MESSAGE`, `write PATH [TEXT]` and `tick` beside git itself. Dates count up by a
/// minute from a fixed one ([`crate::commit_time`]), names are fixed, and no configuration of the machine has a say:
/// the same script gives the same ids everywhere.
///
/// # Panics
/// The script fails, or there is no `sh` or `git`: what they wrote is in the message.
///
/// ```
/// let repo = testkit::repo("write app.yaml 'image: api:v1'; commit 'Begin'");
/// assert_eq!(repo.git(&["show", "-s", "--format=%at %an"]), "1767225600 Test");
/// ```
pub fn repo(script: &str) -> TempRepo {
    let folder = tempfile::Builder::new()
        .prefix("testkit-")
        .tempdir()
        .expect("tests have a place for temporary files");
    let clock = format!("first={FIRST_COMMIT}\nstep={STEP}\n");
    finished(
        "the script",
        git_command("sh", folder.path()).args(["-c", &format!("{clock}{FUNCTIONS}\n{script}")]),
    );
    TempRepo(folder)
}

/// Returns a program that runs in a folder, with none of the machine's own Git configuration.
pub(crate) fn git_command(program: &str, folder: &Path) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("GIT_")) {
            command.env_remove(name);
        }
    }
    for role in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{role}_NAME"), "Test").env(format!("GIT_{role}_EMAIL"), "test@shop.example");
        command.env(format!("GIT_{role}_DATE"), format!("{FIRST_COMMIT} +0000"));
    }
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
    command.env("TZ", "UTC").env("LC_ALL", "C").current_dir(folder).stdin(Stdio::null());
    command
}

/// Runs a program to its end and returns what it printed.
pub(crate) fn finished(what: &str, command: &mut Command) -> String {
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => panic!("{what} does not start: {error}"),
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{what} failed ({}):\n{errors}", output.status);
    String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "
        write apps/api.yaml 'image: api:v1'
        commit 'Begin'
        git checkout --quiet -b bump
        printf 'image: api:v2\\n' | write apps/api.yaml
        commit 'Bump' --author 'Ada Moss <ada@shop.example>'
        git checkout --quiet main
        tick
        git merge --quiet --no-ff --message 'Merge pull request #1 from shop/bump' bump
        git tag -a -m one v1
    ";

    #[test]
    fn a_script_gives_the_same_ids_each_time() {
        let (one, two) = (repo(SCRIPT), repo(SCRIPT));
        assert_eq!(one.git(&["for-each-ref"]), two.git(&["for-each-ref"]));
        assert_eq!(one.git(&["show", "main:apps/api.yaml"]), "image: api:v2");
        let dates = one.git(&["log", "--format=%ct", "main"]);
        let times: Vec<String> = (1..=3)
            .rev()
            .map(|n| crate::commit_time(n).micros() / 1_000_000)
            .map(|s| s.to_string())
            .collect();
        assert_eq!(dates.lines().collect::<Vec<_>>(), times);
        assert_eq!(one.id("main").len(), 40);
    }

    #[test]
    #[should_panic(expected = "no-such-command")]
    fn a_script_that_fails_says_why() {
        repo("no-such-command");
    }
}

//! Repositories by `git fast-import`: a whole history is one stream and one process.
//!
//! The stream's format is that of <https://git-scm.com/docs/git-fast-import>. Nothing of the machine's own Git
//! configuration has a say, so that the same stream gives the same ids everywhere.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use domain::Time;

use crate::Error;
use crate::shape::Account;

/// Names a commit within its stream, before Git has given it an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Mark(usize);

/// The ids of the commits of a stream.
#[derive(Debug)]
pub(crate) struct Ids(Vec<String>);

impl Ids {
    /// Returns the id, 40 digits.
    pub(crate) fn of(&self, mark: Mark) -> &str {
        self.0.get(mark.0).map_or("", String::as_str)
    }
}

/// A commit to be.
pub(crate) struct Commit<'a> {
    /// The ref that it moves, in full.
    pub(crate) name: &'a str,
    pub(crate) author: &'a Account,
    pub(crate) committer: &'a Account,
    pub(crate) at: Time,
    pub(crate) message: &'a str,
    /// Its files are those of the first parent with `files` written over them.
    pub(crate) parents: &'a [Mark],
    pub(crate) files: &'a [(String, String)],
}

/// A history in the making.
#[derive(Default)]
pub(crate) struct Stream {
    text: Vec<u8>,
    commits: usize,
}

impl Stream {
    pub(crate) fn commit(&mut self, commit: &Commit) -> Mark {
        self.commits += 1;
        let mark = Mark(self.commits);
        let Commit { name, author, committer, at, message, parents, files } = commit;
        self.line(&format!("commit {name}\nmark :{}", mark.0));
        self.line(&format!("author {}", signature(author, *at)));
        self.line(&format!("committer {}", signature(committer, *at)));
        self.text_block(message);
        for (index, parent) in parents.iter().enumerate() {
            self.line(&format!("{} :{}", if index == 0 { "from" } else { "merge" }, parent.0));
        }
        for (path, text) in *files {
            self.line(&format!("M 100644 inline {path}"));
            self.text_block(text);
        }
        self.line("");
        mark
    }

    pub(crate) fn tag(&mut self, name: &str, commit: Mark, tagger: &Account, at: Time) {
        self.line(&format!("tag {name}\nfrom :{}\ntagger {}", commit.0, signature(tagger, at)));
        self.text_block(&format!("Release {name}"));
    }

    fn line(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
        self.text.push(b'\n');
    }

    fn text_block(&mut self, text: &str) {
        // Exact bytes: the count ends the block, the line feed behind it is only for the eye.
        self.line(&format!("data {}\n{text}", text.len()));
    }

    /// Makes a bare repository of the history, with `main` as its branch.
    pub(crate) fn write(self, repository: &Path) -> Result<Ids, Error> {
        if repository.exists() {
            return Err(Error::AlreadyThere(repository.to_owned()));
        }
        let wrong = |source| Error::Write { path: repository.to_owned(), source };
        fs::create_dir_all(repository).map_err(wrong)?;
        let mut init = git(repository);
        init.args(["init", "--quiet", "--bare", "--template=", "--initial-branch=main", "."]);
        finish("init", init.output().map_err(Error::GitMissing)?)?;

        let marks = repository.join("demo-marks");
        let mut import = git(repository);
        import.args([
            "-c",
            "fastimport.unpackLimit=0",
            "fast-import",
            "--quiet",
            "--export-marks=demo-marks",
        ]);
        import.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = import.spawn().map_err(Error::GitMissing)?;
        // A broken pipe means that git gave up: what it says is the better error, so that comes first.
        let sent = child.stdin.take().map_or(Ok(()), |mut input| input.write_all(&self.text));
        let output = child.wait_with_output().map_err(wrong)?;
        finish("fast-import", output)?;
        sent.map_err(wrong)?;

        let text = fs::read_to_string(&marks).map_err(wrong)?;
        fs::remove_file(&marks).map_err(wrong)?;
        let mut ids = vec![String::new(); self.commits + 1];
        for line in text.lines() {
            let pair = line.strip_prefix(':').and_then(|line| line.split_once(' '));
            if let Some((Ok(mark), id)) = pair.map(|(mark, id)| (mark.parse::<usize>(), id))
                && let Some(slot) = ids.get_mut(mark)
            {
                *slot = id.to_owned();
            }
        }
        Ok(Ids(ids))
    }
}

/// Returns `Name <mail> seconds +0000`.
fn signature(account: &Account, at: Time) -> String {
    format!("{} <{}> {} +0000", account.name, account.email, at.micros().div_euclid(1_000_000))
}

/// Returns a git that listens to nothing but its arguments.
fn git(folder: &Path) -> Command {
    let mut command = Command::new("git");
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("GIT_")) {
            command.env_remove(name);
        }
    }
    command.current_dir(folder);
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
    command.env("TZ", "UTC").env("LC_ALL", "C");
    command.stdin(Stdio::null());
    command
}

fn finish(step: &'static str, output: Output) -> Result<(), Error> {
    if output.status.success() {
        return Ok(());
    }
    Err(Error::Git { step, message: String::from_utf8_lossy(&output.stderr).trim().to_owned() })
}

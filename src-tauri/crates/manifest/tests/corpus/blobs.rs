//! Blobs of a bundle, by `git`.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use manifest::FileKind;

/// A bare clone in a folder that goes away with it.
pub(crate) struct Repository {
    folder: std::path::PathBuf,
}

impl Drop for Repository {
    fn drop(&mut self) {
        // Left-over test data is no reason to fail.
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

impl Repository {
    pub(crate) fn from_bundle(bundle: &Path) -> Self {
        static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("manifest-corpus-{}-{number}", std::process::id()));
        let status = Command::new("git")
            .args(["-c", "init.defaultBranch=main", "clone", "-q", "--mirror"])
            .args([bundle, &folder])
            .status()
            .expect("git runs");
        assert!(status.success(), "git clones the bundle");
        Repository { folder }
    }

    /// Returns every blob, as id and one of its paths.
    pub(crate) fn objects(&self) -> Vec<(String, String)> {
        let output = self
            .git(&["rev-list", "--objects", "--all", "--filter=object:type=blob"])
            .output()
            .expect("git runs");
        let text = String::from_utf8_lossy(&output.stdout);
        text.lines()
            .filter_map(|line| line.split_once(' '))
            .filter(|(_, path)| !path.is_empty())
            .map(|(oid, path)| (oid.to_owned(), path.to_owned()))
            .collect()
    }

    /// Calls `each` with the bytes of every blob among `names` (ids, or `commit:path`); what is missing is passed
    /// over.
    pub(crate) fn read(&self, names: &[(String, FileKind)], mut each: impl FnMut(&str, FileKind, &[u8])) {
        let mut child = self
            .git(&["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("git runs");
        let mut input = child.stdin.take().expect("a pipe");
        let lines: String = names.iter().map(|(name, _)| format!("{name}\n")).collect();
        let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut bytes = Vec::new();
        for (name, kind) in names {
            let mut header = String::new();
            output.read_line(&mut header).expect("a header");
            let mut fields = header.trim_end().rsplit(' ');
            let Some(Ok(len)) = fields.next().map(str::parse::<usize>) else { continue };
            bytes.resize(len + 1, 0);
            output.read_exact(&mut bytes).expect("a body");
            if fields.next() == Some("blob") {
                each(name, *kind, &bytes[..len]);
            }
        }
        writer.join().expect("the writer ends").expect("git reads");
        child.wait().expect("git ends");
    }

    fn git(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        command.arg("-C").arg(&self.folder).args(arguments);
        command
    }
}

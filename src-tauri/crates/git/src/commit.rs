//! The bytes of a commit, taken apart.
//!
//! Format: <https://git-scm.com/docs/git-hash-object> writes `tree`, `parent`…, `author`, `committer`, further
//! headers, an empty line, the message. Reading is lenient, since real histories hold odd headers: only the tree is
//! indispensable.

use domain::Time;
use gix::ObjectId;

use crate::ids;

/// One commit, borrowed from its bytes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RawCommit<'a> {
    pub(crate) tree: ObjectId,
    pub(crate) parents: Vec<ObjectId>,
    pub(crate) author: RawSignature<'a>,
    pub(crate) committer: RawSignature<'a>,
    pub(crate) message: &'a [u8],
}

/// Name, address and seconds of an author or committer line.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RawSignature<'a> {
    pub(crate) name: &'a [u8],
    pub(crate) email: &'a [u8],
    /// `None` where the line holds no number.
    pub(crate) seconds: Option<i64>,
}

impl RawSignature<'_> {
    /// Returns the time, the epoch where there is none.
    pub(crate) fn time(&self) -> Time {
        Time::from_seconds(self.seconds.unwrap_or(0))
    }
}

impl<'a> RawCommit<'a> {
    /// Takes a commit apart; `None` if it does not begin with the id of a tree.
    pub(crate) fn parse(bytes: &'a [u8]) -> Option<Self> {
        let (line, mut rest) = split_line(bytes);
        let tree = line.strip_prefix(b"tree ").and_then(ids::from_hex)?;
        let mut parents = Vec::with_capacity(1);
        let mut author = RawSignature::default();
        let mut committer = RawSignature::default();
        while !rest.is_empty() {
            let line;
            (line, rest) = split_line(rest);
            if line.is_empty() {
                break;
            } else if let Some(id) = line.strip_prefix(b"parent ") {
                parents.extend(ids::from_hex(id));
            } else if let Some(text) = line.strip_prefix(b"author ") {
                author = signature(text);
            } else if let Some(text) = line.strip_prefix(b"committer ") {
                committer = signature(text);
            }
        }
        Some(RawCommit { tree, parents, author, committer, message: rest })
    }

    /// Returns the message without leading empty lines.
    pub(crate) fn message(&self) -> std::borrow::Cow<'a, str> {
        let start = self.message.iter().position(|byte| *byte != b'\n').unwrap_or(self.message.len());
        String::from_utf8_lossy(&self.message[start..])
    }
}

fn split_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    match bytes.iter().position(|byte| *byte == b'\n') {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (bytes, &[]),
    }
}

/// Reads `name <address> seconds zone`. As Git does: the address ends at the first `>`, the time begins at the last.
fn signature(text: &[u8]) -> RawSignature<'_> {
    let Some(open) = text.iter().position(|byte| *byte == b'<') else {
        return RawSignature { name: text.trim_ascii(), ..RawSignature::default() };
    };
    let name = text[..open].trim_ascii();
    let after = &text[open + 1..];
    let close = after.iter().position(|byte| *byte == b'>').unwrap_or(after.len());
    let email = after[..close].trim_ascii();
    let last = after.iter().rposition(|byte| *byte == b'>').unwrap_or(close);
    let time = after.get(last + 1..).unwrap_or_default().trim_ascii_start();
    let end = time.iter().position(|byte| *byte == b' ').unwrap_or(time.len());
    let seconds = std::str::from_utf8(&time[..end]).ok().and_then(|digits| digits.parse().ok());
    RawSignature { name, email, seconds }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: &str = "tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\n";

    #[test]
    fn reads_a_signed_merge() {
        let bytes = format!(
            "{TREE}parent {a}\nparent {b}\nauthor A <a@x> 12 +0100\ncommitter B <b@x> -3 +0000\n\
             gpgsig -----BEGIN\n author no\n -----END\n\n\n\nsubject\nbody\n",
            a = "a".repeat(40),
            b = "b".repeat(40)
        );
        let commit = RawCommit::parse(bytes.as_bytes()).unwrap();
        assert_eq!(commit.parents.len(), 2);
        assert_eq!(commit.author, RawSignature { name: b"A", email: b"a@x", seconds: Some(12) });
        assert_eq!(commit.committer.seconds, Some(-3));
        assert_eq!(commit.message(), "subject\nbody\n");
    }

    #[test]
    fn odd_people_are_read_as_far_as_they_go() {
        for (text, expect) in [
            ("A B <a@x> 1 +0000", ("A B", "a@x", Some(1))),
            ("<a@x> 1 +0000", ("", "a@x", Some(1))),
            ("A <a <b@x>> 1 +0000", ("A", "a <b@x", Some(1))),
            ("A <a@x>", ("A", "a@x", None)),
            ("A <a@x", ("A", "a@x", None)),
            ("A", ("A", "", None)),
            ("A <a@x> x +0000", ("A", "a@x", None)),
            ("A <a@x> 99999999999999999999 +0000", ("A", "a@x", None)),
            ("", ("", "", None)),
        ] {
            let found = signature(text.as_bytes());
            let expect =
                RawSignature { name: expect.0.as_bytes(), email: expect.1.as_bytes(), seconds: expect.2 };
            assert_eq!(found, expect, "{text:?}");
        }
    }

    #[test]
    fn cut_commits_never_panic() {
        let whole = format!("{TREE}parent {}\nauthor A <a@x> 1 +0\n\nm\n", "a".repeat(40));
        for end in 0..whole.len() {
            let found = RawCommit::parse(&whole.as_bytes()[..end]);
            assert_eq!(found.is_some(), end >= 45, "{end}");
        }
        assert!(RawCommit::parse(b"tree zz\n").is_none());
    }
}

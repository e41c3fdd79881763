//! Revisions as Flux writes them.

/// Returns the checksum part of a revision of the form `[pointer@]algorithm:checksum`
/// ([RFC-0005](https://github.com/fluxcd/flux2/tree/main/rfcs/0005-artifact-revision-and-digest)), or of the older form
/// `branch/checksum`; `None` for what is no such revision (a chart's version).
#[cfg(test)]
pub(crate) fn checksum(revision: &str) -> Option<&str> {
    let last = revision.rsplit_once('@').map_or(revision, |(_, last)| last);
    if let Some((algorithm, checksum)) = last.split_once(':') {
        let known = ["sha1", "sha256", "sha384", "sha512", "blake3"].contains(&algorithm);
        return known.then_some(checksum);
    }
    let (_, checksum) = last.rsplit_once('/')?;
    (checksum.len() >= 7 && checksum.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(checksum)
}

/// Returns what is kept of a revision: the text as written, nothing if it is empty.
pub(crate) fn as_written(revision: Option<&str>) -> Option<String> {
    revision.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_at_separates() {
        let id = "0123456789abcdef0123456789abcdef01234567";
        for text in [
            format!("main@sha1:{id}"),
            format!("feat/a@b@sha1:{id}"),
            format!("sha1:{id}"),
            format!("main/{id}"),
        ] {
            assert_eq!(checksum(&text), Some(id), "{text}");
        }
        assert_eq!(checksum("6.0.3"), None);
        assert_eq!(checksum("6.0.3+4e5cbb7b97d0"), None);
        assert_eq!(as_written(Some(" ")), None);
    }
}

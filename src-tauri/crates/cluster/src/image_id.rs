//! `imageID` as container runtimes write it.

use domain::{Digest, DigestKind};

/// What an `imageID` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ImageId {
    /// The digest in it.
    pub(crate) digest: Option<Digest>,
    /// What that is of.
    pub(crate) kind: DigestKind,
    /// Why there is none that a registry knows.
    pub(crate) reason: Option<&'static str>,
}

/// Reads an `imageID`. Forms, as runtimes write them:
///
/// - `repo@sha256:…` (containerd, CRI-O) and `docker-pullable://repo@sha256:…` (Docker): a registry digest, of an
///   index or a manifest; the text does not tell which;
/// - `docker://sha256:…` and a bare `sha256:…`: the id of the configuration, which is no registry digest
///   (kubernetes#95968, containerd#8408);
/// - 64 bare hexadecimal digits (CRI-O, openshift/origin#28535): an id of which nothing says what it is of.
pub(crate) fn parse(text: &str) -> ImageId {
    let none = |reason| ImageId { digest: None, kind: DigestKind::Unknown, reason: Some(reason) };
    if text.is_empty() {
        return none("the runtime reports no image id");
    }
    let docker = text.strip_prefix("docker://");
    let rest = docker.or_else(|| text.strip_prefix("docker-pullable://")).unwrap_or(text);
    if let Some((repository, digest)) = rest.rsplit_once('@') {
        return match digest.parse() {
            Ok(digest) if !repository.is_empty() => {
                ImageId { digest: Some(digest), kind: DigestKind::Unknown, reason: None }
            }
            _ => none("the image id ends in no digest"),
        };
    }
    if let Ok(digest) = rest.parse::<Digest>() {
        let reason = "the image id is that of the configuration, not a registry digest";
        return ImageId { digest: Some(digest), kind: DigestKind::Config, reason: Some(reason) };
    }
    if rest.len() == 64
        && let Ok(digest) = format!("sha256:{rest}").parse()
    {
        let reason = "the image id is bare digits: nothing tells what it is the digest of";
        return ImageId { digest: Some(digest), kind: DigestKind::Unknown, reason: Some(reason) };
    }
    none("the image id has no form that we know")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_runtime_is_understood() {
        let hex = "ab".repeat(32);
        let check = |text: &str| {
            let id = parse(text);
            (id.digest.map(|digest| digest.to_string()), id.kind, id.reason.is_some())
        };
        let sha = Some(format!("sha256:{hex}"));
        for text in [
            format!("registry.example/a/b@sha256:{hex}"),
            format!("docker-pullable://registry.example:5000/a/b@sha256:{hex}"),
        ] {
            assert_eq!(check(&text), (sha.clone(), DigestKind::Unknown, false), "{text}");
        }
        for text in [format!("docker://sha256:{hex}"), format!("sha256:{hex}")] {
            assert_eq!(check(&text), (sha.clone(), DigestKind::Config, true), "{text}");
        }
        assert_eq!(check(&hex), (sha, DigestKind::Unknown, true));
        let long = format!("a@sha512:{}", "cd".repeat(64));
        assert!(parse(&long).digest.is_some_and(|digest| digest.algorithm() == "sha512"));
        for text in ["", "nginx:1.2", "a@sha256:short", "@sha256:", &"é".repeat(32)] {
            assert_eq!(check(text), (None, DigestKind::Unknown, true), "{text}");
        }
    }
}

//! Image references as written: name, tag, digest.

use serde::{Deserialize, Serialize};

use crate::Digest;

/// An image reference, split but not normalised: `nginx` stays `nginx`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ImageReference {
    /// The name with registry and path, as written; empty if the text held a tag or digest only.
    pub name: String,
    /// The tag, as written.
    pub tag: Option<String>,
    /// The digest.
    pub digest: Option<Digest>,
}

impl ImageReference {
    /// Splits `name[:tag][@digest]`. A colon that is followed by a slash belongs to a port, not to a tag. What
    /// follows `@` and is no digest stays part of the text before it, so that nothing written is lost.
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        let (rest, digest) = match text.rsplit_once('@') {
            Some((rest, digest)) => match digest.parse() {
                Ok(digest) => (rest, Some(digest)),
                Err(_) => (text, None),
            },
            None => (text, None),
        };
        let (name, tag) = match rest.rsplit_once(':') {
            Some((name, tag)) if !tag.contains('/') && !tag.is_empty() => (name, Some(tag.to_owned())),
            Some((name, "")) => (name, None),
            _ => (rest, None),
        };
        ImageReference { name: name.to_owned(), tag, digest }
    }

    /// Returns the last part of the name: `api` of `registry.example/pay/api`.
    pub fn base_name(&self) -> &str {
        base_name(&self.name)
    }
}

/// Returns the last part of an image name: `api` of `registry.example/pay/api`.
pub fn base_name(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Returns an image name in the one form that says the same as every way to write it: Docker Hub's short names
/// are spelled out, so `nginx`, `library/nginx` and `docker.io/library/nginx` are equal.
///
/// The rule is the one of the [distribution reference grammar](https://github.com/distribution/reference).
pub fn canonical_name(name: &str) -> String {
    let name = name.strip_prefix("index.docker.io/").unwrap_or(name);
    let (first, rest) = name.split_once('/').unwrap_or(("", name));
    let is_host = first.contains('.') || first.contains(':') || first == "localhost";
    match (is_host, first) {
        (true, "docker.io") if !rest.contains('/') => format!("docker.io/library/{rest}"),
        (true, _) => name.to_owned(),
        (false, "") => format!("docker.io/library/{name}"),
        (false, _) => format!("docker.io/{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_as_written() {
        let hex = "a".repeat(64);
        let cases = [
            ("nginx", "nginx", None, false),
            ("nginx:1.2", "nginx", Some("1.2"), false),
            ("host:5000/a/b", "host:5000/a/b", None, false),
            ("host:5000/a/b:v1", "host:5000/a/b", Some("v1"), false),
            (&format!("q.example/a:v1@sha256:{hex}"), "q.example/a", Some("v1"), true),
            (&format!("q.example/a@sha256:{hex}"), "q.example/a", None, true),
            ("a:", "a", None, false),
        ];
        for (text, name, tag, digest) in cases {
            let image = ImageReference::parse(text);
            assert_eq!(
                (image.name.as_str(), image.tag.as_deref(), image.digest.is_some()),
                (name, tag, digest)
            );
        }
    }

    #[test]
    fn short_names_are_docker_hub() {
        for name in ["nginx", "library/nginx", "docker.io/nginx", "index.docker.io/library/nginx"] {
            assert_eq!(canonical_name(name), "docker.io/library/nginx", "{name}");
        }
        assert_eq!(canonical_name("quay.io/a/b"), "quay.io/a/b");
        assert_eq!(canonical_name("grafana/loki"), "docker.io/grafana/loki");
        assert_eq!(canonical_name("localhost/x"), "localhost/x");
    }
}

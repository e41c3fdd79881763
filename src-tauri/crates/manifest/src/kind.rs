//! Which files may hold declarations, told from the path alone.

use memchr::{memmem, memrchr};

/// How a file is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// YAML of any kind: what it is, its documents say.
    Yaml,
    /// Helm values: `values.yaml`, `values-<env>.yaml`, `<env>-values.yaml`.
    Values,
    /// A kustomization.
    Kustomization,
    /// `Chart.yaml`.
    Chart,
    /// A helmfile.
    Helmfile,
    /// Argo CD's `.argocd-source-<app>.yaml` or `.argocd-source.yaml`.
    ArgoSource,
    /// YAML in a folder `templates`: read if it holds no template; that it does not parse is no problem.
    Template,
    /// A small file without extension (or `.txt`, `.tag`, `.version`) that may hold one version.
    TagFile,
}

/// Folders whose files are about the repository, not about what runs.
const OTHER_FOLDERS: [&[u8]; 9] =
    [b"hack", b"scripts", b"script", b"bin", b"docs", b"doc", b"vendor", b"node_modules", b"testdata"];

/// Lower-case names without extension that hold no version.
const OTHER_NAMES: [&[u8]; 12] = [
    b"justfile",
    b"makefile",
    b"dockerfile",
    b"gradlew",
    b"mvnw",
    b"configure",
    b"codeowners",
    b"license",
    b"readme",
    b"owners",
    b"notes",
    b"changelog",
];

/// Endings of text files that hold no version.
const OTHER_TEXTS: [&[u8]; 7] = [
    b"robots.txt",
    b"humans.txt",
    b"notes.txt",
    b"license.txt",
    b"readme.txt",
    b"requirements.txt",
    b"changelog.txt",
];

/// Returns how to read the file at `path`, or `None` if it holds no declarations by its place or name. Looks at the
/// path alone, at the cost of a few searches in it.
pub fn kind_of(path: &[u8]) -> Option<FileKind> {
    let (folder, name) = match memrchr(b'/', path) {
        Some(at) => (&path[..at], &path[at + 1..]),
        None => (&path[..0], path),
    };
    let stem = name.strip_suffix(b".yaml").or_else(|| name.strip_suffix(b".yml"));
    let is_hidden = folder.first() == Some(&b'.') || memmem::find(folder, b"/.").is_some();
    if is_hidden || name.is_empty() {
        return None;
    }
    match stem {
        Some(stem) => yaml_kind(folder, stem),
        None if name == b"Kustomization" => Some(FileKind::Kustomization),
        None => may_be_tag_file(folder, name).then_some(FileKind::TagFile),
    }
}

fn yaml_kind(folder: &[u8], stem: &[u8]) -> Option<FileKind> {
    if stem.first() == Some(&b'.') {
        return stem.starts_with(b".argocd-source").then_some(FileKind::ArgoSource);
    }
    let mut above = folder.split(|byte| *byte == b'/');
    if let Some(at) = above.clone().position(|part| part == b"templates") {
        let is_chart = above.by_ref().take(at).any(|part| part == b"charts" || part == b"chart");
        return (!is_chart).then_some(FileKind::Template);
    }
    Some(match stem {
        b"Chart" => FileKind::Chart,
        b"kustomization" => FileKind::Kustomization,
        b"helmfile" => FileKind::Helmfile,
        _ if stem.starts_with(b"values") || stem.ends_with(b"values") => FileKind::Values,
        _ => FileKind::Yaml,
    })
}

fn may_be_tag_file(folder: &[u8], name: &[u8]) -> bool {
    let may_be = match memrchr(b'.', name) {
        None => (name[0].is_ascii_lowercase() || name == b"VERSION") && !OTHER_NAMES.contains(&name),
        Some(0) => false,
        Some(at) => {
            let lower = name.to_ascii_lowercase();
            matches!(&name[at..], b".txt" | b".tag" | b".version")
                && !OTHER_TEXTS.iter().any(|text| lower.ends_with(text))
        }
    };
    may_be && !folder.split(|byte| *byte == b'/').any(|part| OTHER_FOLDERS.contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_tells() {
        let cases = [
            ("a/b/deployment.yaml", Some(FileKind::Yaml)),
            ("values.yaml", Some(FileKind::Values)),
            ("c/values-prod.yml", Some(FileKind::Values)),
            ("c/ci/staging-values.yaml", Some(FileKind::Values)),
            ("o/Kustomization", Some(FileKind::Kustomization)),
            ("o/kustomization.yml", Some(FileKind::Kustomization)),
            ("charts/x/Chart.yaml", Some(FileKind::Chart)),
            ("apps/.argocd-source-web.yaml", Some(FileKind::ArgoSource)),
            ("charts/x/templates/deployment.yaml", None),
            ("x/templates/deployment.yaml", Some(FileKind::Template)),
            (".github/workflows/build.yaml", None),
            ("a/.hidden.yaml", None),
            ("charts/app-config/image-tags/production/signon", Some(FileKind::TagFile)),
            ("envs/prod/web.version", Some(FileKind::TagFile)),
            ("VERSION", Some(FileKind::TagFile)),
            ("LICENSE", None),
            ("a/README", None),
            ("Makefile", None),
            ("hack/run", None),
            ("a/www-robots.txt", None),
            ("a/_helpers.tpl", None),
            ("a/run.sh", None),
            ("a/b/", None),
            ("", None),
        ];
        for (path, kind) in cases {
            assert_eq!(kind_of(path.as_bytes()), kind, "{path}");
        }
        assert_eq!(kind_of(b"a/\xff\xfe.yaml"), Some(FileKind::Yaml), "paths are bytes");
    }
}

//! Layouts that many repositories share. The first that fits speaks; its name is the rule of the placement.
//!
//! | rule | path | gives |
//! | --- | --- | --- |
//! | `image-tags` | `…/image-tags/<env>/<app>` | env, app |
//! | `argo-components` | `components/<app>/<env>/…` | app, env where the folder names one |
//! | `flux-kubernetes-apps` | `kubernetes/[<cluster>/]apps/<namespace>/<app>/…` | app |
//! | `flux-apps` | `apps/<namespace>/<app>/<env>.yaml` | app, env where the stem (or a folder) names one |
//! | `overlays` | `…/<app>/overlays/<env>/…` | app, env |
//! | `envs` | `…/envs/<env>/<app>…`, `…/environments/<env>/<app>…` | env, app |
//! | `clusters` | `clusters/<cluster>/…/<app>/…` | cluster, app, env if a folder names one |
//! | `values-env` | `…/<app>/values-<env>.yaml`, `…/<env>-values.yaml` | app, env |
//! | `env-folder` | a folder or stem that names an environment | env, app from the folder beside it |
//! | `folder` | none of these | app from the innermost folder that says something |

use domain::Placement;

use super::environment::{has_environment, is_environment};

/// Folders that say nothing about which app they belong to.
const PLAIN: [&str; 26] = [
    "base",
    "bases",
    "overlays",
    "overlay",
    "app",
    "apps",
    "k8s",
    "kubernetes",
    "deploy",
    "deployment",
    "manifests",
    "charts",
    "chart",
    "config",
    "resources",
    "components",
    "ci",
    "helm",
    "values",
    "kustomize",
    "templates",
    "envs",
    "environments",
    "clusters",
    "patches",
    "gitops",
];

struct Parts<'p> {
    folders: Vec<&'p str>,
    stem: &'p str,
    has_extension: bool,
}

impl<'p> Parts<'p> {
    fn of(path: &'p str) -> Self {
        let mut folders: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let file = folders.pop().unwrap_or("");
        let stem =
            [".yaml", ".yml", ".txt", ".tag", ".version"].iter().find_map(|end| file.strip_suffix(end));
        Parts { folders, stem: stem.unwrap_or(file), has_extension: stem.is_some() }
    }

    fn position(&self, names: &[&str]) -> Option<usize> {
        self.folders.iter().position(|folder| names.contains(folder))
    }

    fn folder(&self, at: usize) -> Option<&'p str> {
        self.folders.get(at).copied()
    }

    /// Returns the folders from `from` on, up to a base: below one, a word such as `integration` is an app's.
    fn above_base(&self, from: usize) -> &[&'p str] {
        let folders = self.folders.get(from..).unwrap_or(&[]);
        let base = folders.iter().position(|folder| ["base", "bases"].contains(folder));
        &folders[..base.unwrap_or(folders.len())]
    }

    /// Returns the innermost environment among folders from `from` on.
    fn environment_from(&self, from: usize) -> Option<&'p str> {
        self.above_base(from).iter().rev().copied().find(|folder| is_environment(folder))
    }

    /// Returns the innermost folder before `end` that can name an app.
    fn app_before(&self, end: usize) -> Option<&'p str> {
        let folders = &self.folders[..end.min(self.folders.len())];
        folders.iter().rev().copied().find(|folder| names_app(folder))
    }

    /// Returns the first folder from `from` on that can name an app, else the file's stem if that can.
    fn app_after(&self, from: usize) -> Option<&'p str> {
        let folders = self.folders.get(from..).unwrap_or(&[]);
        folders.iter().copied().find(|folder| names_app(folder)).or_else(|| self.stem_app())
    }

    fn stem_app(&self) -> Option<&'p str> {
        let is_generic =
            ["kustomization", "values", "helmrelease", "deployment", "release", "application", "Chart"]
                .contains(&self.stem)
                || self.stem.starts_with("values-");
        (names_app(self.stem) && !is_generic).then_some(self.stem)
    }
}

fn names_app(folder: &str) -> bool {
    !PLAIN.contains(&folder) && !is_environment(folder)
}

fn placed(
    rule: &str,
    app: Option<&str>,
    environment: Option<&str>,
    cluster: Option<&str>,
) -> Option<Placement> {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    let (app, environment, cluster) = (owned(app), owned(environment), owned(cluster));
    Some(Placement { app, environment, cluster, rule: rule.to_owned() })
}

type Recogniser = fn(&Parts<'_>) -> Option<Placement>;

const LAYOUTS: [Recogniser; 9] =
    [image_tags, components, kubernetes_apps, flux_apps, overlays, envs, clusters, values_env, env_folder];

/// Returns where the built-in layouts place a path.
pub(super) fn place(path: &str) -> Placement {
    let parts = Parts::of(path);
    LAYOUTS.iter().find_map(|layout| layout(&parts)).unwrap_or_else(|| {
        let app = parts.app_before(parts.folders.len()).or_else(|| parts.stem_app());
        Placement { app: app.map(str::to_owned), rule: "folder".to_owned(), ..Placement::default() }
    })
}

fn image_tags(parts: &Parts<'_>) -> Option<Placement> {
    let at = parts.position(&["image-tags", "image_tags", "imagetags"])?;
    let environment = parts.folder(at + 1)?;
    let app = parts.folder(at + 2).unwrap_or(parts.stem);
    placed("image-tags", Some(app), Some(environment), None)
}

fn components(parts: &Parts<'_>) -> Option<Placement> {
    if parts.folder(0) != Some("components") {
        return None;
    }
    let app = parts.folder(1)?;
    // The outermost one: below it are rings and clusters, whose names often hold such a word too.
    let environment = parts.above_base(2).iter().copied().find(|folder| is_environment(folder));
    placed("argo-components", Some(app), environment, None)
}

fn kubernetes_apps(parts: &Parts<'_>) -> Option<Placement> {
    if parts.folder(0) != Some("kubernetes") {
        return None;
    }
    let at = parts.position(&["apps"]).filter(|at| *at <= 2)?;
    let app = parts.folder(at + 2)?;
    let cluster = (at == 2).then(|| parts.folder(1)).flatten();
    placed("flux-kubernetes-apps", Some(app), parts.environment_from(at + 3), cluster)
}

fn flux_apps(parts: &Parts<'_>) -> Option<Placement> {
    let at = parts.position(&["apps"])?;
    if parts.position(&["overlays", "envs", "environments"]).is_some_and(|other| other > at) {
        return None;
    }
    let environment = if is_environment(parts.stem) && parts.has_extension {
        Some(parts.stem)
    } else {
        parts.environment_from(at + 1)
    };
    // `apps/<namespace>/<app>/…`, or `apps/<app>/…` where there is one folder only.
    let app = match (parts.folder(at + 1)?, parts.folder(at + 2)) {
        (namespace, Some(app)) if !names_app(app) => namespace,
        (_, Some(app)) => app,
        (app, None) => app,
    };
    placed("flux-apps", Some(app), environment, None)
}

fn overlays(parts: &Parts<'_>) -> Option<Placement> {
    let at = parts.position(&["overlays", "overlay"])?;
    let environment = parts.folder(at + 1).filter(|folder| has_environment(folder))?;
    let app = parts.app_before(at).or_else(|| parts.app_after(at + 2));
    placed("overlays", app, Some(environment), None)
}

fn envs(parts: &Parts<'_>) -> Option<Placement> {
    let at = parts.position(&["envs", "env", "environments", "environment"])?;
    let next = parts.folder(at + 1);
    let environment = next.unwrap_or(parts.stem);
    if ["base", "common", "default", "kustomization", "values"].contains(&environment) {
        return None;
    }
    let app = if next.is_some() { parts.app_after(at + 2) } else { None }.or_else(|| parts.app_before(at));
    placed("envs", app, Some(environment), None)
}

fn clusters(parts: &Parts<'_>) -> Option<Placement> {
    let at = parts.position(&["clusters", "cluster"])?;
    let cluster = parts.folder(at + 1)?;
    let environment = parts.environment_from(at + 1);
    placed("clusters", parts.app_after(at + 2), environment, Some(cluster))
}

fn values_env(parts: &Parts<'_>) -> Option<Placement> {
    let stem = parts.stem;
    let environment = stem
        .strip_prefix("values-")
        .or_else(|| stem.strip_prefix("values_"))
        .or_else(|| stem.strip_prefix("values."))
        .or_else(|| stem.strip_suffix("-values"))
        .filter(|environment| has_environment(environment))?;
    placed("values-env", parts.app_before(parts.folders.len()), Some(environment), None)
}

fn env_folder(parts: &Parts<'_>) -> Option<Placement> {
    if parts.has_extension && is_environment(parts.stem) {
        let app = parts.app_before(parts.folders.len());
        return placed("env-folder", app, Some(parts.stem), None);
    }
    let at = parts.folders.iter().rposition(|folder| is_environment(folder))?;
    let app = parts.app_before(at).or_else(|| parts.app_after(at + 1));
    placed("env-folder", app, parts.folder(at), None)
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn common_layouts() {
        let cases = [
            ("charts/app-config/image-tags/staging/signon", "image-tags", "signon", "staging", ""),
            ("components/has/production/base/kustomization.yaml", "argo-components", "has", "production", ""),
            ("components/mon/grafana/base/integration/x.yaml", "argo-components", "mon", "", ""),
            ("components/has/base/kustomization.yaml", "argo-components", "has", "", ""),
            ("kubernetes/apps/default/plex/app/helmrelease.yaml", "flux-kubernetes-apps", "plex", "", ""),
            ("apps/pre/pre-api/demo.yaml", "flux-apps", "pre-api", "demo", ""),
            ("apps/toffee/frontend/toffee-frontend.yaml", "flux-apps", "frontend", "", ""),
            ("apps/web/overlays/prod-eu/kustomization.yaml", "overlays", "web", "prod-eu", ""),
            (
                "argo-cd-apps/overlays/production-downstream/x.yaml",
                "overlays",
                "argo-cd-apps",
                "production-downstream",
                "",
            ),
            ("envs/qa7/shop/values.yaml", "envs", "shop", "qa7", ""),
            ("environments/prod/web.yaml", "envs", "web", "prod", ""),
            ("charts/web/values-prod.yaml", "values-env", "web", "prod", ""),
            ("charts/web/ci/staging-values.yaml", "values-env", "web", "staging", ""),
            ("clusters/eu-1/web/release.yaml", "clusters", "web", "", "eu-1"),
            ("clusters/prod/web/release.yaml", "clusters", "web", "prod", "prod"),
            ("web/dev/deployment.yaml", "env-folder", "web", "dev", ""),
            ("dev/web/deployment.yaml", "env-folder", "web", "dev", ""),
            ("web/base/deployment.yaml", "folder", "web", "", ""),
            ("deployment.yaml", "folder", "", "", ""),
        ];
        for (path, rule, app, environment, cluster) in cases {
            let placement = place(path);
            let text = |text: &Option<String>| text.clone().unwrap_or_default();
            let got = (text(&placement.app), text(&placement.environment), text(&placement.cluster));
            assert_eq!(
                (placement.rule.as_str(), got),
                (rule, (app.into(), environment.into(), cluster.into())),
                "{path}"
            );
        }
        for odd in ["", "/", "//", "components", "components/x", "apps/a.yaml", "image-tags/x", "clusters/x"]
        {
            place(odd);
        }
    }
}

//! The fleet on disk.

use std::fs;
use std::path::{Path, PathBuf};

use domain::Time;
use serde_json::{Value, json};

use crate::config::{self, ConfigHistory};
use crate::pull::Written;
use crate::shape::{App, COMPANY, Config, Place};
use crate::source::{self, Build};
use crate::story::Event;
use crate::{Error, Facts, claims, facts, objects, readings, running, story};

/// What was built, and where it is.
#[derive(Debug, Clone)]
pub struct DemoFleet {
    /// Five bare Git repositories.
    pub repositories: Vec<DemoRepository>,
    /// Readings of the clusters, in the order of time.
    pub snapshots: Vec<DemoSnapshot>,
    /// Pull requests with their reviews, one file a repository.
    pub forge_exports: Vec<PathBuf>,
    /// The right answers.
    pub facts: Facts,
}

/// A repository of the fleet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoRepository {
    /// Its name.
    pub name: String,
    /// Its folder: a bare repository.
    pub path: PathBuf,
    /// `source` or `config`.
    pub role: &'static str,
    /// The branch to track.
    pub branch: &'static str,
    /// `owner/name` on the forge.
    pub forge_repository: String,
}

/// One reading of one cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoSnapshot {
    /// Name of the cluster.
    pub cluster: String,
    /// `environment` and `region` of the cluster.
    pub labels: Vec<(String, String)>,
    /// When it was read.
    pub taken_at: Time,
    /// What `kubectl get … -o json` wrote.
    pub files: Vec<PathBuf>,
}

/// Builds the fleet into a folder, which is made if it is not there: `repositories/`, `clusters/`, `forge/`.
///
/// # Errors
/// There is no `git`, a repository of that name is there already, or the disk does not take it. What was written
/// before the error stays.
pub fn build(dir: &Path) -> Result<DemoFleet, Error> {
    let story = story::read()?;
    let folder = dir.join("repositories");
    let mut written = Vec::new();
    let mut builds = Vec::new();
    for app in App::ALL {
        let (repository, of_app) = source::write(app, &story, &folder)?;
        written.push(repository);
        builds.extend(of_app);
    }
    let config = config::write(&story, &builds, &folder)?;
    let snapshots = snapshots(dir, &story, &config, &builds)?;
    let facts = facts::facts(&story, &config, &builds, &snapshots)?;

    let mut forge_exports = Vec::new();
    let mut repositories = Vec::new();
    let sources = written.iter().map(|repository| (repository, "source"));
    for (repository, role) in Config::ALL.map(|name| (config.of(name), "config")).into_iter().chain(sources) {
        let Written { name, .. } = repository;
        let file = dir.join("forge").join(format!("{name}.json"));
        write(&file, &repository.forge_export())?;
        forge_exports.push(file);
        repositories.push(DemoRepository {
            name: (*name).to_owned(),
            path: folder.join(format!("{name}.git")),
            role,
            branch: "main",
            forge_repository: format!("{COMPANY}/{name}"),
        });
    }
    Ok(DemoFleet { repositories, snapshots, forge_exports, facts })
}

fn snapshots(
    dir: &Path,
    story: &[Event],
    config: &ConfigHistory,
    builds: &[Build],
) -> Result<Vec<DemoSnapshot>, Error> {
    let mut snapshots = Vec::new();
    for place in Place::ALL {
        let workloads = running::workloads(place, story, config, builds);
        let fixed: Vec<Value> =
            objects::namespaces(place, namespaces(place)).into_iter().chain(objects::nodes(place)).collect();
        for at in readings::times(place, story, config) {
            let mut items = fixed.clone();
            items.extend(workloads.iter().flat_map(|workload| objects::workload(place, workload, at)));
            items.extend(claims::objects(place, &workloads, config, at));
            let list = json!({ "apiVersion": "v1", "kind": "List", "metadata": { "resourceVersion": "" }, "items": items });
            let name = at.to_string().replace(':', "");
            let file = dir.join("clusters").join(place.cluster()).join(format!("{name}.json"));
            write(&file, &list)?;
            let label = |name: &str, value: &str| (name.to_owned(), value.to_owned());
            snapshots.push(DemoSnapshot {
                cluster: place.cluster().to_owned(),
                labels: vec![label("environment", place.environment()), label("region", place.region())],
                taken_at: at,
                files: vec![file],
            });
        }
    }
    snapshots.sort_by(|a, b| (a.taken_at, &a.cluster).cmp(&(b.taken_at, &b.cluster)));
    Ok(snapshots)
}

fn namespaces(place: Place) -> &'static [&'static str] {
    match place.config() {
        Config::Argo => &["argocd", "pay", "platform", "shop"],
        Config::Flux => &["flux-system", "pay", "platform", "shop"],
    }
}

fn write(file: &Path, value: &Value) -> Result<(), Error> {
    let wrong = |source| Error::Write { path: file.to_owned(), source };
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(wrong)?;
    }
    let mut text = serde_json::to_vec(value).map_err(|error| wrong(error.into()))?;
    text.push(b'\n');
    fs::write(file, text).map_err(wrong)
}

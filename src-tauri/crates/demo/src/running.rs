//! What each cluster runs, from when on: declarations as they were synced, and what people did by hand.

use domain::Time;

use crate::config::{ConfigHistory, Landing};
use crate::shape::{App, Place, REGISTRY, digest_of, minutes_after};
use crate::source::Build;
use crate::story::{Deed, Event};

/// Minutes that a rollout takes: for so long, old and new pods run side by side.
const ROLLOUT_MINUTES: i64 = 8;

/// A container and the image that it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Container {
    pub(crate) name: &'static str,
    pub(crate) image: String,
    pub(crate) tag: String,
    pub(crate) digest: String,
}

/// What a workload runs from a time on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) from: Time,
    pub(crate) containers: Vec<Container>,
    /// The source commit that a label of the image names, copied to the pods.
    pub(crate) revision: Option<String>,
}

/// A workload of a cluster over the whole story.
#[derive(Debug)]
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    pub(crate) namespace: &'static str,
    pub(crate) replicas: usize,
    pub(crate) runs: Vec<Run>,
}

/// A workload at one moment.
pub(crate) struct Moment<'a> {
    pub(crate) current: &'a Run,
    /// What it is being replaced from, with the pods that still run it.
    pub(crate) leaving: Option<(&'a Run, usize)>,
}

impl Workload {
    /// Returns what runs at a time; `None` before the workload begins.
    pub(crate) fn at(&self, at: Time) -> Option<Moment<'_>> {
        let index = self.runs.iter().rposition(|run| run.from <= at)?;
        let current = &self.runs[index];
        let rolling = at < minutes_after(current.from, ROLLOUT_MINUTES);
        let before = index.checked_sub(1).map(|before| &self.runs[before]);
        let leaving = before.filter(|_| rolling && self.replicas > 1).map(|run| (run, self.replicas / 2));
        Some(Moment { current, leaving })
    }

    /// Returns when these containers ran here for the first time: their ReplicaSet is as old as that.
    pub(crate) fn first_run(&self, containers: &[Container]) -> Option<Time> {
        self.runs.iter().find(|run| run.containers == containers).map(|run| run.from)
    }
}

/// Returns the workloads of a cluster.
pub(crate) fn workloads(
    place: Place,
    story: &[Event],
    config: &ConfigHistory,
    builds: &[Build],
) -> Vec<Workload> {
    let mut workloads: Vec<Workload> =
        App::ALL.into_iter().map(|app| app_workload(place, app, story, config, builds)).collect();
    workloads.push(cache(place, story));
    workloads
}

fn app_workload(
    place: Place,
    app: App,
    story: &[Event],
    config: &ConfigHistory,
    builds: &[Build],
) -> Workload {
    let run = |from: Time, tag: &str| {
        let image = app.image();
        let digest = digest_of(&image, tag);
        let build = builds.iter().find(|build| build.app == app && build.tag == tag);
        let revision = build.filter(|_| app == App::Payments).map(|build| build.commit.clone());
        let container = Container { name: app.name(), image, tag: tag.to_owned(), digest };
        Run { from, containers: vec![container], revision }
    };
    let here = |landing: &&Landing| landing.place == place && landing.app == app;
    let mut runs: Vec<Run> = config
        .landings
        .iter()
        .filter(here)
        .map(|landing| run(minutes_after(landing.at, place.sync_minutes()), &landing.tag))
        .collect();
    for event in story {
        let at = event.at;
        match event.deed {
            Deed::Drift { app: of, place: there, tag } if (of, there) == (app, place) => {
                runs.push(run(at, tag));
            }
            Deed::Heal { app: of, place: there } if (of, there) == (app, place) => {
                let declared = config.landings.iter().filter(here).rfind(|landing| landing.at <= at);
                runs.extend(declared.map(|landing| run(at, &landing.tag)));
            }
            _ => {}
        }
    }
    runs.sort_by_key(|run| run.from);
    Workload { name: app.name(), namespace: app.namespace(), replicas: place.replicas(app), runs }
}

/// Returns the cache: its exporter's tag is `latest`, which names another image after each restart.
fn cache(place: Place, story: &[Event]) -> Workload {
    let container = |name, tag: &str, digest| Container {
        name,
        image: format!("{REGISTRY}/mirror/{}", if name == "exporter" { "redis-exporter" } else { name }),
        tag: tag.to_owned(),
        digest,
    };
    let run = |from: Time, generation: usize| {
        let redis = digest_of(&format!("{REGISTRY}/mirror/redis"), "7.2.4");
        let exporter = format!("{REGISTRY}/mirror/redis-exporter");
        let exporter = match generation {
            0 => digest_of(&exporter, "latest"),
            moved => digest_of(&exporter, &format!("latest moved {moved}")),
        };
        Run {
            from,
            containers: vec![container("redis", "7.2.4", redis), container("exporter", "latest", exporter)],
            revision: None,
        }
    };
    let mut runs = Vec::new();
    for event in story {
        match event.deed {
            Deed::Begin { .. } => runs.push(run(minutes_after(event.at, place.sync_minutes()), 0)),
            Deed::Restart { place: there } if there == place => runs.push(run(event.at, runs.len())),
            _ => {}
        }
    }
    Workload { name: "cache", namespace: "platform", replicas: 1, runs }
}

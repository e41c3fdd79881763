//! The right answers: what a reader of the fleet has to find.

use domain::Time;

use crate::config::{self, Cause, ConfigHistory, Landing};
use crate::running::{self, Workload};
use crate::shape::{App, Config, Place, digest_of, minutes_after};
use crate::source::Build;
use crate::story::{Deed, Event, Review};
use crate::{DemoSnapshot, Error};

/// What is true of the fleet. Commits are 40 digits, digests `sha256:…`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Every image that was built, by app, oldest first.
    pub builds: Vec<BuildFact>,
    /// Payments in prod-eu, taken back after a night.
    pub rollback: RollbackFact,
    /// Payments in prod-us, pushed straight to the branch.
    pub hot_fix: ChangeFact,
    /// Search in prod-us, set by hand.
    pub drift: DriftFact,
    /// A promotion approved by its author alone.
    pub self_approved: ChangeFact,
    /// A promotion approved on an older commit than the one that was merged.
    pub older_commit: ChangeFact,
    /// A promotion without any review.
    pub unreviewed: ChangeFact,
    /// The longest time in which prod-eu was not read.
    pub gap: GapFact,
    /// A reading in the middle of a rollout.
    pub rollout: RolloutFact,
    /// `latest` names another image after a restart of the cache in prod-eu.
    pub moved_latest: MovedTagFact,
    /// What runs at the end, by cluster and workload; three apps in five clusters.
    pub running: Vec<RunningFact>,
    /// The last reading of every cluster.
    pub end: Time,
}

/// An image and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildFact {
    /// App, which is also the name of its source repository.
    pub app: String,
    /// Tag of the image.
    pub tag: String,
    /// Digest of the image.
    pub digest: String,
    /// Source commit.
    pub commit: String,
}

/// A change of what is declared for a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeFact {
    /// Config repository.
    pub repository: String,
    /// File.
    pub path: String,
    /// Slot in the file.
    pub slot: String,
    /// App.
    pub app: String,
    /// Cluster that it reaches.
    pub cluster: String,
    /// Tag that it declares.
    pub tag: String,
    /// Commit on the main branch.
    pub config_commit: String,
    /// When it landed.
    pub landed_at: Time,
    /// The pull request, if there was one.
    pub change_request: Option<u64>,
}

/// A version that was taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RollbackFact {
    /// The change that brought the bad version.
    pub promotion: ChangeFact,
    /// The change that took it back.
    pub revert: ChangeFact,
    /// The bad version.
    pub bad: BuildFact,
    /// The version before and after.
    pub good: BuildFact,
    /// A time at which the good version runs, before.
    pub before: Time,
    /// A time at which the bad version runs; there is a snapshot of it.
    pub during: Time,
    /// A time at which the good version runs again; there is a snapshot of it.
    pub after: Time,
}

/// An image that nobody declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DriftFact {
    /// Cluster.
    pub cluster: String,
    /// App.
    pub app: String,
    /// Tag that runs.
    pub tag: String,
    /// Digest that runs.
    pub digest: String,
    /// Tag that is declared meanwhile.
    pub declared: String,
    /// From when.
    pub from: Time,
    /// Until when.
    pub until: Time,
}

/// A time without snapshots of a cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GapFact {
    /// Cluster.
    pub cluster: String,
    /// The last snapshot before.
    pub from: Time,
    /// The first snapshot after.
    pub until: Time,
}

/// Two versions side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RolloutFact {
    /// Cluster.
    pub cluster: String,
    /// App.
    pub app: String,
    /// The time of the snapshot.
    pub at: Time,
    /// Digest and pods of the old version.
    pub old: (String, u32),
    /// Digest and pods of the new version.
    pub new: (String, u32),
}

/// A tag that names one image first and another one then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedTagFact {
    /// Cluster.
    pub cluster: String,
    /// Container.
    pub container: String,
    /// When its pod was made anew.
    pub at: Time,
    /// Digest before.
    pub old: String,
    /// Digest after.
    pub new: String,
}

/// What a workload runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningFact {
    /// Cluster.
    pub cluster: String,
    /// Namespace.
    pub namespace: String,
    /// Deployment, and its container.
    pub workload: String,
    /// What it runs.
    pub build: BuildFact,
    /// The config commit that declared it.
    pub config_commit: String,
}

/// Reads the facts off the story and what came of it.
pub(crate) fn facts(
    story: &[Event],
    config: &ConfigHistory,
    builds: &[Build],
    snapshots: &[DemoSnapshot],
) -> Result<Facts, Error> {
    let reading = Reading { story, config, builds, snapshots };
    let lacks = |what: &str| Error::Story { line: 0, reason: format!("it has no {what}") };
    let promoted = |of: fn(&Cause) -> bool| reading.landing(of).map(|landing| reading.change(landing));
    Ok(Facts {
        builds: builds.iter().map(build).collect(),
        rollback: reading.rollback().ok_or_else(|| lacks("rollback"))?,
        hot_fix: promoted(|cause| *cause == Cause::Push).ok_or_else(|| lacks("hot fix"))?,
        drift: reading.drift().ok_or_else(|| lacks("drift"))?,
        self_approved: promoted(
            |cause| matches!(cause, Cause::Promote { author, review: Review::By(reviewer) } if author == reviewer),
        )
        .ok_or_else(|| lacks("self-approval"))?,
        older_commit: promoted(|cause| matches!(cause, Cause::Promote { review: Review::ThenPushed(_), .. }))
            .ok_or_else(|| lacks("approval of an older commit"))?,
        unreviewed: promoted(|cause| matches!(cause, Cause::Promote { review: Review::Nobody, .. }))
            .ok_or_else(|| lacks("promotion without review"))?,
        gap: reading.gap().ok_or_else(|| lacks("gap"))?,
        rollout: reading.rollout().ok_or_else(|| lacks("reading of a rollout"))?,
        moved_latest: reading.moved_latest().ok_or_else(|| lacks("restart"))?,
        running: reading.running(),
        end: snapshots.last().map_or(Time::EARLIEST, |snapshot| snapshot.taken_at),
    })
}

fn build(build: &Build) -> BuildFact {
    let Build { app, tag, commit, at: _ } = build;
    let (app, image) = (app.name().to_owned(), app.image());
    BuildFact { app, tag: tag.clone(), digest: digest_of(&image, tag), commit: commit.clone() }
}

struct Reading<'a> {
    story: &'a [Event],
    config: &'a ConfigHistory,
    builds: &'a [Build],
    snapshots: &'a [DemoSnapshot],
}

impl Reading<'_> {
    fn landing(&self, of: impl Fn(&Cause) -> bool) -> Option<&Landing> {
        self.config.landings.iter().find(|landing| of(&landing.cause))
    }

    fn last_landing(&self, place: Place, app: App, before: Time) -> Option<&Landing> {
        let here = |landing: &&Landing| landing.place == place && landing.app == app && landing.at < before;
        self.config.landings.iter().rfind(here)
    }

    fn build(&self, app: App, tag: &str) -> Option<BuildFact> {
        self.builds.iter().find(|build| build.app == app && build.tag == tag).map(build)
    }

    fn change(&self, landing: &Landing) -> ChangeFact {
        let Landing { place, app, tag, at, number, .. } = landing;
        ChangeFact {
            repository: place.config().name().to_owned(),
            path: config::path(*place, *app),
            slot: match place.config() {
                Config::Argo => format!("images[name={}]", app.image()),
                Config::Flux => "spec.values.image".to_owned(),
            },
            app: app.name().to_owned(),
            cluster: place.cluster().to_owned(),
            tag: tag.clone(),
            config_commit: self.config.commit(landing).to_owned(),
            landed_at: *at,
            change_request: *number,
        }
    }

    fn rollback(&self) -> Option<RollbackFact> {
        let revert = self.landing(|cause| *cause == Cause::Rollback)?;
        let promotion = self.last_landing(revert.place, revert.app, revert.at)?;
        Some(RollbackFact {
            bad: self.build(revert.app, &promotion.tag)?,
            good: self.build(revert.app, &revert.tag)?,
            before: minutes_after(promotion.at, -60),
            during: minutes_after(promotion.at, 60),
            after: minutes_after(revert.at, 60),
            promotion: self.change(promotion),
            revert: self.change(revert),
        })
    }

    fn drift(&self) -> Option<DriftFact> {
        let (app, place, tag, from) = self.story.iter().find_map(|event| match event.deed {
            Deed::Drift { app, place, tag } => Some((app, place, tag, event.at)),
            _ => None,
        })?;
        let healed = |event: &&Event| matches!(event.deed, Deed::Heal { app: of, place: there } if (of, there) == (app, place));
        let until = self.story.iter().find(healed)?.at;
        Some(DriftFact {
            cluster: place.cluster().to_owned(),
            app: app.name().to_owned(),
            tag: tag.to_owned(),
            digest: digest_of(&app.image(), tag),
            declared: self.last_landing(place, app, until)?.tag.clone(),
            from,
            until,
        })
    }

    fn gap(&self) -> Option<GapFact> {
        let unread = |event: &Event| match event.deed {
            Deed::Unread { place, .. } => Some((place, event.at)),
            _ => None,
        };
        let (place, at) = self.story.iter().find_map(unread)?;
        let mut times =
            self.snapshots.iter().filter(|one| one.cluster == place.cluster()).map(|one| one.taken_at);
        let from = times.clone().rfind(|time| *time < at)?;
        let until = times.find(|time| *time >= at)?;
        Some(GapFact { cluster: place.cluster().to_owned(), from, until })
    }

    fn workloads(&self, place: Place) -> Vec<Workload> {
        running::workloads(place, self.story, self.config, self.builds)
    }

    fn rollout(&self) -> Option<RolloutFact> {
        self.story.iter().find_map(|event| {
            let Deed::Read { place } = event.deed else { return None };
            self.workloads(place).iter().find_map(|workload| {
                let moment = workload.at(event.at)?;
                let (old, pods) = moment.leaving?;
                let digest =
                    |run: &running::Run| run.containers.first().map(|container| container.digest.clone());
                Some(RolloutFact {
                    cluster: place.cluster().to_owned(),
                    app: workload.name.to_owned(),
                    at: event.at,
                    old: (digest(old)?, pods as u32),
                    new: (digest(moment.current)?, (workload.replicas - pods) as u32),
                })
            })
        })
    }

    fn moved_latest(&self) -> Option<MovedTagFact> {
        let restart = |event: &Event| match event.deed {
            Deed::Restart { place } => Some((place, event.at)),
            _ => None,
        };
        let (place, at) = self.story.iter().find_map(restart)?;
        let workloads = self.workloads(place);
        let cache = workloads.iter().find(|workload| workload.name == "cache")?;
        let digest = |at| Some(cache.at(at)?.current.containers.last()?.digest.clone());
        Some(MovedTagFact {
            cluster: place.cluster().to_owned(),
            container: cache.runs.first()?.containers.last()?.name.to_owned(),
            at,
            old: digest(minutes_after(at, -1))?,
            new: digest(at)?,
        })
    }

    fn running(&self) -> Vec<RunningFact> {
        let places = Place::ALL.into_iter().flat_map(|place| App::ALL.map(|app| (place, app)));
        let fact = |(place, app): (Place, App)| {
            let landing = self.last_landing(place, app, Time::FOREVER)?;
            Some(RunningFact {
                cluster: place.cluster().to_owned(),
                namespace: app.namespace().to_owned(),
                workload: app.name().to_owned(),
                build: self.build(app, &landing.tag)?,
                config_commit: self.config.commit(landing).to_owned(),
            })
        };
        places.filter_map(fact).collect()
    }
}

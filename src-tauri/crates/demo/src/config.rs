//! The config repositories: every deed of the story that declares a version, as a commit.

mod argocd;
mod flux;

use std::collections::BTreeMap;
use std::path::Path;

use domain::Time;

use crate::Error;
use crate::git::Mark;
use crate::pull::{Branch, Merge, Proposal, Written};
use crate::shape::{App, BUILD_BOT, Config, FLUX_BOT, Place, minutes_after};
use crate::source::Build;
use crate::story::{Deed, Event, Person, Review};

/// Path to the folder of an app's overlay in the Argo CD repository: what an Application reads.
pub(crate) use argocd::overlay_folder;
/// Path to the file that declares an app in a place.
pub(crate) fn path(place: Place, app: App) -> String {
    match place.config() {
        Config::Argo => argocd::slot_path(place, app),
        Config::Flux => flux::slot_path(place, app),
    }
}

/// Version of the chart that the HelmReleases use.
pub(crate) use flux::CHART_VERSION;

/// How a version came to a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    Begin,
    Bump,
    Promote { author: Person, review: Review },
    Rollback,
    Push,
}

/// A version that a place was given.
#[derive(Debug)]
pub(crate) struct Landing {
    pub(crate) place: Place,
    pub(crate) app: App,
    pub(crate) tag: String,
    pub(crate) at: Time,
    pub(crate) mark: Mark,
    pub(crate) number: Option<u64>,
    pub(crate) cause: Cause,
}

/// Both config repositories and what landed in them, in the order of time.
pub(crate) struct ConfigHistory {
    pub(crate) argo: Written,
    pub(crate) flux: Written,
    pub(crate) landings: Vec<Landing>,
}

impl ConfigHistory {
    pub(crate) fn of(&self, config: Config) -> &Written {
        match config {
            Config::Argo => &self.argo,
            Config::Flux => &self.flux,
        }
    }

    /// Returns the id of the commit that a landing is.
    pub(crate) fn commit(&self, landing: &Landing) -> &str {
        self.of(landing.place.config()).ids.of(landing.mark)
    }
}

/// Writes both repositories.
pub(crate) fn write(story: &[Event], builds: &[Build], folder: &Path) -> Result<ConfigHistory, Error> {
    let mut writing = Writing {
        argo: Branch::new(Config::Argo.name(), Merge::Commit),
        flux: Branch::new(Config::Flux.name(), Merge::Squash),
        declared: BTreeMap::new(),
        landings: Vec::new(),
    };
    // Robots act some minutes after each build; a stable sort keeps their order among themselves.
    let mut steps: Vec<(Time, Step)> = story.iter().map(|event| (event.at, Step::Deed(event))).collect();
    for build in builds {
        steps.push((minutes_after(build.at, 7), Step::Bump(build, Place::DevEu)));
        if build.app != App::Storefront {
            steps.push((minutes_after(build.at, 9), Step::Bump(build, Place::StagingUs)));
        }
    }
    steps.sort_by_key(|(at, _)| *at);
    for (at, step) in steps {
        match step {
            Step::Bump(build, place) => writing.bump(at, build, place),
            Step::Deed(event) => writing.deed(event, builds)?,
        }
    }
    Ok(ConfigHistory {
        argo: writing.argo.write(folder)?,
        flux: writing.flux.write(folder)?,
        landings: writing.landings,
    })
}

enum Step<'a> {
    Deed(&'a Event),
    Bump(&'a Build, Place),
}

struct Writing {
    argo: Branch,
    flux: Branch,
    /// What was declared where, oldest first. Empty until the repositories begin.
    declared: BTreeMap<(Place, App), Vec<String>>,
    landings: Vec<Landing>,
}

impl Writing {
    fn deed(&mut self, event: &Event, builds: &[Build]) -> Result<(), Error> {
        let at = event.at;
        let wrong = |reason: String| Error::Story { line: event.line, reason };
        match event.deed {
            Deed::Begin { author } => {
                for place in Place::ALL {
                    for app in App::ALL {
                        let newest = builds.iter().rfind(|build| build.app == app && build.at <= at);
                        let newest =
                            newest.ok_or_else(|| wrong(format!("there is no {} yet", app.name())))?;
                        self.declared.insert((place, app), vec![newest.tag.clone()]);
                    }
                }
                let message = "Begin with the versions that run";
                let argo = self.argo.push(at, author, message, &argocd::files(&self.declared));
                let flux = self.flux.push(at, author, message, &flux::files(&self.declared));
                for ((place, app), tags) in self.declared.clone() {
                    let mark = if place.config() == Config::Argo { argo } else { flux };
                    let tag = tags.concat();
                    self.landings.push(Landing {
                        place,
                        app,
                        tag,
                        at,
                        mark,
                        number: None,
                        cause: Cause::Begin,
                    });
                }
            }
            Deed::Promote { app, place, author, review } => {
                let before = place.before().ok_or_else(|| wrong("nothing comes before".to_owned()))?;
                let versions = self.declared.get(&(before, app)).map(Vec::as_slice).unwrap_or_default();
                let [.., tag] = versions else { return Err(wrong("nothing to promote".to_owned())) };
                let first = versions.iter().rev().nth(1).unwrap_or(tag).clone();
                let tag = tag.clone();
                if self.now(place, app) == Some(tag.as_str()) {
                    return Err(wrong(format!("{} has {tag} already", place.cluster())));
                }
                let title = format!("Promote {} {} to {}", app.name(), short(&tag), place.cluster());
                let branch = format!("promote-{}-{}-{}", app.name(), place.cluster(), short(&tag));
                let files = [slot_file(place, app, &tag)];
                let first_files = [slot_file(place, app, &first)];
                let first_files = first_files.as_slice();
                let proposal = Proposal { at, author, title, branch, files: &files, first_files, review };
                let (mark, number) = self.branch(place).merge(proposal);
                let cause = Cause::Promote { author, review };
                self.landed(Landing { place, app, tag, at, mark, number: Some(number), cause });
            }
            Deed::Rollback { app, place, author, approver } => {
                let undone =
                    self.landings.iter().rfind(|landing| landing.place == place && landing.app == app);
                let undone = undone.and_then(|landing| landing.number).unwrap_or_default();
                let versions = self.declared.get(&(place, app)).map(Vec::as_slice).unwrap_or_default();
                let [.., tag, bad] = versions else { return Err(wrong("nothing to go back to".to_owned())) };
                let (tag, bad) = (tag.clone(), bad.clone());
                let title =
                    format!("Revert \"Promote {} {} to {}\"", app.name(), short(&bad), place.cluster());
                let branch = format!("revert-{undone}-{}-{}", app.name(), place.cluster());
                let files = [slot_file(place, app, &tag)];
                let review = Review::By(approver);
                let proposal =
                    Proposal { at, author, title, branch, files: &files, first_files: &[], review };
                let (mark, number) = self.branch(place).merge(proposal);
                self.landed(Landing {
                    place,
                    app,
                    tag,
                    at,
                    mark,
                    number: Some(number),
                    cause: Cause::Rollback,
                });
            }
            Deed::Push { app, place, author, tag } => {
                if !builds.iter().any(|build| build.app == app && build.tag == tag && build.at < at) {
                    return Err(wrong(format!("{tag} is not built yet")));
                }
                let message = format!("Hot fix: {} {tag} in {}", app.name(), place.environment());
                let mark = self.branch(place).push(at, author, &message, &[slot_file(place, app, tag)]);
                let (tag, cause) = (tag.to_owned(), Cause::Push);
                self.landed(Landing { place, app, tag, at, mark, number: None, cause });
            }
            _ => {}
        }
        Ok(())
    }

    fn bump(&mut self, at: Time, build: &Build, place: Place) {
        let Build { app, tag, .. } = build;
        if self.now(place, *app).is_none_or(|now| now == tag) {
            return; // before the repositories begin, or with them
        }
        let (bot, message) = match place.config() {
            Config::Argo => (&BUILD_BOT, format!("{}: {} {}", place.environment(), app.name(), short(tag))),
            Config::Flux => {
                (&FLUX_BOT, format!("Update {} to {} in {}", app.name(), short(tag), place.cluster()))
            }
        };
        let mark = self.branch(place).push(at, bot, &message, &[slot_file(place, *app, tag)]);
        let tag = tag.clone();
        self.landed(Landing { place, app: *app, tag, at, mark, number: None, cause: Cause::Bump });
    }

    fn now(&self, place: Place, app: App) -> Option<&str> {
        self.declared.get(&(place, app)).and_then(|tags| tags.last()).map(String::as_str)
    }

    fn branch(&mut self, place: Place) -> &mut Branch {
        match place.config() {
            Config::Argo => &mut self.argo,
            Config::Flux => &mut self.flux,
        }
    }

    fn landed(&mut self, landing: Landing) {
        self.declared.entry((landing.place, landing.app)).or_default().push(landing.tag.clone());
        self.landings.push(landing);
    }
}

fn slot_file(place: Place, app: App, tag: &str) -> (String, String) {
    match place.config() {
        Config::Argo => argocd::slot_file(place, app, tag),
        Config::Flux => flux::slot_file(place, app, tag),
    }
}

/// Returns a version as people write it: a whole commit id is cut.
fn short(tag: &str) -> &str {
    if tag.len() == 40 { &tag[..8] } else { tag }
}

//! Which declaration speaks for a running container, and whether they agree.

use domain::image::{base_name, canonical_name};
use domain::{DeclaredValue, Time, Verdict};
use store::claims::ClaimRow;
use store::clusters::ClusterRow;
use store::declarations::DeclarationRow;
use store::observations::{ContainerKey, RunningValue};
use store::repositories::RepositoryRow;

use crate::declared_index::DeclaredIndex;
use crate::environment;
use crate::version::is_moving;

/// The declaration that speaks for a container.
#[derive(Debug, Clone)]
pub(crate) struct Match<'a> {
    /// The declaration.
    pub(crate) row: &'a DeclarationRow,
    /// How it was found to be the one.
    pub(crate) by: String,
    /// Whether something ties it to this workload, beyond the image and the environment: many workloads run a
    /// `busybox`, and what one of them declares contradicts none of the others.
    tied: bool,
}

/// What comes of comparing a container with what Git declares for its place.
#[derive(Debug, Clone)]
pub(crate) struct Comparison<'a> {
    /// The declaration, if one speaks for this place.
    pub(crate) declared: Option<Match<'a>>,
    /// What comes of it.
    pub(crate) verdict: Verdict,
    /// Why, in one sentence.
    pub(crate) reason: String,
}

/// A container in its cluster.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'a> {
    /// The cluster.
    pub(crate) cluster: &'a ClusterRow,
    /// The container.
    pub(crate) key: &'a ContainerKey,
    /// What it runs.
    pub(crate) value: &'a RunningValue,
    /// The controller object that claims it, if one is known.
    pub(crate) claim: Option<&'a ClaimRow>,
}

/// Compares a container with what Git declared for its place at `time`.
pub(crate) fn compare<'a>(
    index: &'a DeclaredIndex,
    repositories: &[RepositoryRow],
    place: Place<'_>,
    time: Time,
) -> Comparison<'a> {
    if index.slots.is_empty() {
        return unknown("no configuration repository was read");
    }
    let mut best: Option<(u32, Match<'a>)> = None;
    let mut rivals: Vec<&DeclarationRow> = Vec::new();
    for history in &index.slots {
        if !history.is_image() {
            continue;
        }
        let Some(row) = history.at(time) else { continue };
        let Some((score, found)) = score(row, repositories, &place) else { continue };
        match &best {
            Some((top, _)) if score < *top => {}
            Some((top, _)) if score == *top => rivals.push(row),
            _ => {
                rivals.clear();
                best = Some((score, found));
            }
        }
    }
    let Some((_, found)) = best else {
        return unknown(&format!(
            "no declaration of {} was found for {}",
            base_name(&place.value.image.name),
            place.cluster.environment().unwrap_or(&place.cluster.name)
        ));
    };
    // Equal claims to speak for this place: one that agrees with what runs decides, else they must agree.
    let agreeing = std::iter::once(found.row)
        .chain(rivals.iter().copied())
        .find(|row| judge(&row.value, place.value).0 == Verdict::Matched);
    let differing = rivals.iter().filter(|row| row.value.revision() != found.row.value.revision()).count();
    let row = match agreeing {
        Some(row) => row,
        None if differing > 0 => {
            return unknown(&format!(
                "{} declarations could speak for this place, and they differ: {}, {}",
                differing + 1,
                found.row.slot.path,
                rivals[0].slot.path
            ));
        }
        None => found.row,
    };
    let (mut verdict, mut reason) = judge(&row.value, place.value);
    if verdict == Verdict::Contradicted && !found.tied {
        verdict = Verdict::Unknown;
        reason = format!("{reason}; but nothing ties {} to this workload", row.slot.path);
    }
    Comparison { declared: Some(Match { row, ..found }), verdict, reason }
}

fn unknown<'a>(reason: &str) -> Comparison<'a> {
    Comparison { declared: None, verdict: Verdict::Unknown, reason: reason.to_owned() }
}

/// How well a declaration fits a place; `None` if it cannot speak for it. The parts, strongest first: the folder that
/// the claiming controller reads, its repository, the cluster's own folder, the environment, the image's name, the
/// object's name.
fn score<'a>(
    row: &'a DeclarationRow,
    repositories: &[RepositoryRow],
    place: &Place<'_>,
) -> Option<(u32, Match<'a>)> {
    let slot = &row.slot;
    let mut score = 0;
    let mut by = Vec::new();

    match (&slot.placement.cluster, place.cluster.name.as_str()) {
        (Some(cluster), name) if cluster == name => {
            score += 400;
            by.push("cluster");
        }
        (Some(_), _) => return None,
        (None, _) => {}
    }
    if let Some(environment) = &slot.placement.environment {
        // A layout may have one folder a cluster or one an environment; the path's word may be either.
        if *environment == place.cluster.name {
            score += 400;
            by.push("cluster");
        } else if place.cluster.environment().is_some_and(|wanted| environment::same(wanted, environment)) {
            score += 200;
            by.push("environment");
        } else {
            return None;
        }
    }
    let reads = place.claim.map_or(Reads::Elsewhere, |claim| reads(claim, slot, repositories));
    match reads {
        Reads::File => {
            score += 1600;
            by.push("controller's path");
        }
        Reads::Repository => {
            score += 800;
            by.push("controller's repository");
        }
        Reads::Elsewhere => {}
    }

    let value = place.value;
    let named = slot.object.as_deref() == Some(place.key.workload.name.as_str());
    match &row.value.image {
        Some(image) if canonical_name(image) == canonical_name(&value.image.name) => {
            score += 100;
            by.push("image name");
        }
        // The same artifact under another registry (a mirror) is still the same name at the end.
        Some(image) if base_name(image) == base_name(&value.image.name) && named => {
            score += 50;
            by.push("image's last name");
        }
        Some(_) => return None,
        None => {
            let app = slot.placement.app.as_deref()?;
            let names = [&place.key.workload.name, &place.key.container];
            if !names.iter().any(|name| *name == app) && base_name(&value.image.name) != app {
                return None;
            }
            score += 60;
            by.push("app name");
        }
    }
    if named {
        score += 20;
    }
    let same_namespace = slot.namespace.as_deref() == Some(place.key.workload.namespace.as_str());
    if same_namespace {
        score += 10;
    }
    let app = slot.placement.app.as_deref().unwrap_or_default();
    let workload = place.key.workload.name.as_str();
    if app == workload {
        score += 5;
    }
    // `payments-worker` runs what the app `payments` declares.
    let of_app = !app.is_empty()
        && (workload == app
            || workload.strip_prefix(app).is_some_and(|rest| rest.starts_with('-'))
            || app == place.key.workload.namespace
            || app == place.key.container
            || app == base_name(&value.image.name));
    let tied = named || same_namespace || of_app || !matches!(reads, Reads::Elsewhere);
    Some((score, Match { row, by: by.join(", "), tied }))
}

/// What a controller object reads, as far as a slot is concerned.
enum Reads {
    /// The folder that the slot's file is in.
    File,
    /// The repository; the file may be pulled in from another folder of it.
    Repository,
    /// Something else, or nothing that we know.
    Elsewhere,
}

fn reads(claim: &ClaimRow, slot: &store::declarations::SlotRow, repositories: &[RepositoryRow]) -> Reads {
    let Some(repository) = repositories.iter().find(|repository| repository.id == slot.repository) else {
        return Reads::Elsewhere;
    };
    let mut reads = Reads::Elsewhere;
    for source in claim.claim.sources.iter().filter(|source| is_repository(&source.repo_url, repository)) {
        let folder = source.path.as_deref().unwrap_or("").trim_start_matches("./").trim_matches('/');
        if !folder.is_empty() && slot.path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')) {
            return Reads::File;
        }
        reads = Reads::Repository;
    }
    reads
}

/// Returns whether a URL names a repository of the workspace: by the forge's `owner/name`, else by location.
pub(crate) fn is_repository(url: &str, repository: &RepositoryRow) -> bool {
    let url = url.trim_end_matches('/').trim_end_matches(".git");
    let location = repository.location.trim_end_matches('/').trim_end_matches(".git");
    let forge = repository
        .forge_name
        .as_deref()
        .is_some_and(|name| url.strip_suffix(name).is_some_and(|rest| rest.ends_with(['/', ':'])));
    forge || url == location
}

/// Compares what is declared with what runs.
fn judge(declared: &DeclaredValue, running: &RunningValue) -> (Verdict, String) {
    if let Some(digest) = &declared.digest {
        return if running.digest.as_ref() == Some(digest) {
            (Verdict::Matched, "the digest that runs is the declared one".to_owned())
        } else if running.image.digest.as_ref() == Some(digest) {
            let seen = "the pod pins the declared digest; the runtime reports that of an index or platform";
            (Verdict::Matched, seen.to_owned())
        } else {
            (Verdict::Contradicted, format!("Git declares {digest}, which is not what runs"))
        };
    }
    let Some(tag) = &declared.tag else {
        return (Verdict::Unknown, "the declaration names neither tag nor digest".to_owned());
    };
    if running.image.tag.as_ref() != Some(tag) {
        let runs = running.image.tag.as_deref().unwrap_or("no tag");
        return (Verdict::Contradicted, format!("Git declares the tag {tag}, the pod runs {runs}"));
    }
    if is_moving(tag) {
        let reason = format!("the tag {tag} is declared and runs, but it names no fixed artifact");
        return (Verdict::Unknown, reason);
    }
    (Verdict::Matched, format!("the tag {tag} is declared and runs; no digest is declared"))
}

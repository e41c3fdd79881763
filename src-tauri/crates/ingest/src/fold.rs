//! From snapshots to intervals: a value that a container runs in neighbouring snapshots is one observation.

use std::collections::BTreeMap;

use domain::{Claim, ContainerState, Snapshot, Time};
use store::claims::ClaimRow;
use store::clusters::ClusterId;
use store::observations::{ContainerKey, Observation, RunningValue};

/// Observations and claims of one cluster that stand open, and those that changed since the fold began.
#[derive(Debug, Default)]
pub(crate) struct Fold {
    /// The last snapshot that spoke of pods.
    last_pods: Option<Time>,
    open: BTreeMap<(ContainerKey, RunningValue), Run>,
    ended: Vec<(ContainerKey, RunningValue, Observation)>,
    claims: BTreeMap<(String, String, String), ClaimRow>,
    ended_claims: Vec<ClaimRow>,
}

#[derive(Debug)]
struct Run {
    seen: Observation,
    changed: bool,
}

/// Kinds of controller objects, by the name under which claims of them are kept.
const CLAIM_KINDS: [(&str, &str); 5] = [
    ("argo-application", "Application"),
    ("flux-kustomization", "Kustomization"),
    ("flux-helm-release", "HelmRelease"),
    ("flux-git-repository", "GitRepository"),
    ("flux-oci-repository", "OCIRepository"),
];

impl Fold {
    /// Goes on from what the store holds. `last_pods` is the last snapshot that listed pods.
    pub(crate) fn resume(
        open: Vec<(ContainerKey, RunningValue, Observation)>,
        claims: Vec<ClaimRow>,
        last_pods: Option<Time>,
    ) -> Self {
        let open = open.into_iter().map(|(key, value, seen)| ((key, value), Run { seen, changed: false }));
        let claims = claims.into_iter().map(|row| (claim_key(&row.claim), row));
        Fold { last_pods, open: open.collect(), claims: claims.collect(), ..Fold::default() }
    }

    /// Adds the next snapshot; it must be later than those before.
    pub(crate) fn add(&mut self, cluster: ClusterId, taken_at: Time, snapshot: Snapshot) {
        let Snapshot { containers, claims, kinds, namespaces, .. } = snapshot;
        let listed = |kind: &str| kinds.iter().any(|known| known == kind);
        // Without a list of pods nothing is known of them: what ran is neither seen nor gone.
        if listed("Pod") {
            self.add_containers(taken_at, containers, namespaces.as_deref());
        }
        self.add_claims(cluster, taken_at, claims, listed);
    }

    fn add_containers(&mut self, taken_at: Time, states: Vec<ContainerState>, namespaces: Option<&[String]>) {
        let before = self.last_pods.replace(taken_at);
        for state in states {
            let (key, value, counts) = split(state);
            let start = |since: Option<&Observation>| Observation {
                first_at: taken_at,
                last_at: taken_at,
                not_after: Time::FOREVER,
                since_not_before: since.map_or(before, |since| since.since_not_before),
                since_first: since.map_or(taken_at, |since| since.since_first),
                pods_since: counts.pods_since,
                replicas: counts.replicas,
                ready: counts.ready,
            };
            match self.open.entry((key, value)) {
                std::collections::btree_map::Entry::Vacant(slot) => {
                    slot.insert(Run { seen: start(None), changed: true });
                }
                std::collections::btree_map::Entry::Occupied(mut slot) => {
                    let run = slot.get_mut();
                    let same = (run.seen.replicas, run.seen.ready) == (counts.replicas, counts.ready);
                    if same || run.seen.last_at == taken_at {
                        run.seen.last_at = taken_at;
                        run.changed = true;
                    } else {
                        let next = start(Some(&run.seen));
                        let mut done = std::mem::replace(&mut run.seen, next);
                        done.not_after = taken_at;
                        run.changed = true;
                        let (key, value) = slot.key().clone();
                        self.ended.push((key, value, done));
                    }
                }
            }
        }
        let spoken_of =
            |key: &ContainerKey| namespaces.is_none_or(|names| names.contains(&key.workload.namespace));
        let gone = self.open.extract_if(.., |(key, _), run| run.seen.last_at < taken_at && spoken_of(key));
        for ((key, value), mut run) in gone {
            run.seen.not_after = taken_at;
            self.ended.push((key, value, run.seen));
        }
    }

    fn add_claims(
        &mut self,
        cluster: ClusterId,
        taken_at: Time,
        claims: Vec<Claim>,
        listed: impl Fn(&str) -> bool,
    ) {
        for claim in claims {
            let key = claim_key(&claim);
            let fresh = |claim| ClaimRow {
                cluster,
                first_at: taken_at,
                last_at: taken_at,
                not_after: Time::FOREVER,
                claim,
            };
            match self.claims.get_mut(&key) {
                Some(row) if row.claim == claim || row.last_at == taken_at => row.last_at = taken_at,
                Some(row) => {
                    let mut done = std::mem::replace(row, fresh(claim));
                    done.not_after = taken_at;
                    self.ended_claims.push(done);
                }
                None => {
                    self.claims.insert(key, fresh(claim));
                }
            }
        }
        let spoken_of =
            |controller: &str| CLAIM_KINDS.iter().any(|(name, kind)| *name == controller && listed(kind));
        let gone = self
            .claims
            .extract_if(.., |(controller, _, _), row| row.last_at < taken_at && spoken_of(controller));
        for (_, mut row) in gone {
            row.not_after = taken_at;
            self.ended_claims.push(row);
        }
    }

    /// Returns every observation that is new or changed, in the order of their keys, and every claim.
    pub(crate) fn changed(&self) -> (Vec<(&ContainerKey, &RunningValue, &Observation)>, Vec<ClaimRow>) {
        let ended = self.ended.iter().map(|(key, value, seen)| (key, value, seen));
        let open = self.open.iter().filter(|(_, run)| run.changed);
        let mut rows: Vec<_> = ended.chain(open.map(|((key, value), run)| (key, value, &run.seen))).collect();
        rows.sort_by_key(|(key, value, seen)| (*key, *value, seen.first_at));
        let mut claims: Vec<ClaimRow> = self.ended_claims.clone();
        claims.extend(self.claims.values().cloned());
        (rows, claims)
    }
}

struct Counts {
    replicas: u32,
    ready: u32,
    pods_since: Option<Time>,
}

fn split(state: ContainerState) -> (ContainerKey, RunningValue, Counts) {
    let ContainerState {
        workload,
        container,
        role,
        image,
        image_id,
        digest,
        digest_kind,
        reason,
        replicas,
        ready,
        earliest_pod_created,
        revision_label,
        managed_by,
    } = state;
    (
        ContainerKey { workload, role, container },
        RunningValue { image, image_id, digest, digest_kind, reason, revision_label, managed_by },
        Counts { replicas, ready, pods_since: earliest_pod_created },
    )
}

fn claim_key(claim: &Claim) -> (String, String, String) {
    (claim.controller.as_str().to_owned(), claim.namespace.clone(), claim.name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{ContainerRole, DigestKind, ImageReference, Workload};

    fn pod(tag: &str, replicas: u32) -> ContainerState {
        ContainerState {
            workload: Workload {
                namespace: "shop".to_owned(),
                kind: "Deployment".to_owned(),
                name: "api".to_owned(),
            },
            container: "api".to_owned(),
            role: ContainerRole::Main,
            image: ImageReference::parse(&format!("shop/api:{tag}")),
            image_id: String::new(),
            digest: None,
            digest_kind: DigestKind::Unknown,
            reason: None,
            replicas,
            ready: replicas,
            earliest_pod_created: None,
            revision_label: None,
            managed_by: Vec::new(),
        }
    }

    type Seen<'a> = (i64, Option<&'a [(&'a str, u32)]>);

    fn check(script: &[Seen<'_>]) -> Vec<String> {
        let mut fold = Fold::default();
        for (at, pods) in script {
            let containers = pods.unwrap_or_default().iter().map(|(tag, n)| pod(tag, *n)).collect();
            let kinds = if pods.is_some() { vec!["Pod".to_owned()] } else { Vec::new() };
            let snapshot = Snapshot { containers, kinds, ..Snapshot::default() };
            fold.add(ClusterId(1), Time::from_seconds(*at), snapshot);
        }
        let seconds = |time: Time| match time {
            Time::FOREVER => "…".to_owned(),
            time => (time.micros() / 1_000_000).to_string(),
        };
        fold.changed()
            .0
            .into_iter()
            .map(|(_, value, seen)| {
                let since = seen.since_not_before.map_or("-".to_owned(), seconds);
                format!(
                    "{} x{} [{}, {}] until {} since ({since}, {}]",
                    value.image.tag.as_deref().unwrap_or("-"),
                    seen.replicas,
                    seconds(seen.first_at),
                    seconds(seen.last_at),
                    seconds(seen.not_after),
                    seconds(seen.since_first)
                )
            })
            .collect()
    }

    #[test]
    fn neighbours_are_one_observation_and_a_rollout_is_two() {
        assert_eq!(
            check(&[
                (1, Some(&[("v1", 2)])),
                (2, Some(&[("v1", 2)])),
                (3, Some(&[("v1", 1), ("v2", 1)])),
                (4, Some(&[("v2", 2)])),
                (5, Some(&[("v2", 2)])),
            ]),
            [
                "v1 x2 [1, 2] until 3 since (-, 1]",
                "v1 x1 [3, 3] until 4 since (-, 1]",
                "v2 x1 [3, 3] until 4 since (2, 3]",
                "v2 x2 [4, 5] until … since (2, 3]",
            ]
        );
    }

    #[test]
    fn a_snapshot_without_pods_says_nothing_of_them() {
        assert_eq!(
            check(&[(1, Some(&[("v1", 1)])), (2, None), (3, Some(&[("v1", 1)])), (4, Some(&[]))]),
            ["v1 x1 [1, 3] until 4 since (-, 1]"]
        );
    }
}

//! From a pod to the thing that a person deployed: the outermost owner that is known.

use domain::Workload;
use serde_json::Value;

use crate::objects::{ByKind, label, list_at, named, text_at};

/// Owners are followed this far: Pod → ReplicaSet → Rollout, Pod → Job → CronJob.
const MOST_STEPS: usize = 4;

/// Returns the workload of a pod and the objects on the way to it, the pod last.
pub(crate) fn workload<'a>(pod: &'a Value, objects: &ByKind<'a>) -> Option<(Workload, Vec<&'a Value>)> {
    let pod_name = named(pod)?;
    let mut found =
        Workload { namespace: pod_name.namespace.clone(), kind: "Pod".to_owned(), name: pod_name.name };
    let mut way = vec![pod];
    let mut object = pod;
    for _ in 0..MOST_STEPS {
        let Some(owner) = controller(object) else { break };
        let (Some(kind), Some(name)) = (text_at(owner, &["kind"]), text_at(owner, &["name"])) else { break };
        // A mirror pod of the kubelet belongs to its node: the pod itself is what was deployed.
        if kind == "Node" {
            break;
        }
        found.kind = kind.to_owned();
        found.name = name.to_owned();
        let by_uid = text_at(owner, &["uid"]).and_then(|uid| objects.uid(uid));
        let Some(next) = by_uid.or_else(|| objects.get(kind, &found.namespace, name)) else {
            // Without the ReplicaSet its name still tells the Deployment: `<deployment>-<pod-template-hash>`.
            if kind == "ReplicaSet"
                && let Some(hash) = label(pod, "pod-template-hash")
                && let Some(deployment) = name.strip_suffix(hash).and_then(|rest| rest.strip_suffix('-'))
            {
                found.kind = "Deployment".to_owned();
                found.name = deployment.to_owned();
            }
            break;
        };
        way.push(next);
        object = next;
    }
    way.reverse();
    Some((found, way))
}

/// Returns the owner that controls an object; else its only owner.
fn controller(object: &Value) -> Option<&Value> {
    let owners = list_at(object, &["metadata", "ownerReferences"]);
    let controls = |owner: &&Value| owner.get("controller").and_then(Value::as_bool) == Some(true);
    owners.iter().find(controls).or(match owners {
        [only] => Some(only),
        _ => None,
    })
}

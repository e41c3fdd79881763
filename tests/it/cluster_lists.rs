//! Lists that a real API server wrote, through the program.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::program::{Workspace, rows};

/// Imports every list of the recording into one cluster.
fn imported() -> Option<Workspace> {
    let folder = testkit::corpus()?.join("cluster/02-lists");
    let mut files: Vec<String> = std::fs::read_dir(&folder)
        .expect("the recording is there")
        .map(|entry| entry.expect("an entry").path().display().to_string())
        .filter(|path| path.ends_with(".json") && !path.ends_with(".meta.json"))
        .collect();
    files.sort();
    let workspace = Workspace::new();
    let mut arguments = vec!["--quiet", "import", "--cluster", "lab", "--label", "environment=test"];
    arguments.extend(files.iter().map(String::as_str));
    let run = workspace.run(&arguments);
    assert!([0, 3].contains(&run.status), "{run:?}");
    Some(workspace)
}

#[test]
fn the_lists_of_a_real_api_server_are_read_whole() {
    let Some(workspace) = imported() else { return };
    let folder = testkit::corpus().expect("it was there").join("cluster/02-lists");
    let list =
        |name: &str| -> Value { serde_json::from_slice(&std::fs::read(folder.join(name)).unwrap()).unwrap() };

    let sources = workspace.json(&["sources"]);
    let cluster = &rows(&sources, "clusters")[0];
    let namespaces = list("namespaces.json");
    let system =
        rows(&namespaces, "items").iter().find(|one| one["metadata"]["name"] == "kube-system").unwrap();
    assert_eq!(cluster["uid"], system["metadata"]["uid"], "the UID of kube-system is the cluster's identity");

    // Every pod's every container, counted by the list itself.
    let pods = list("pods.json");
    assert_eq!(rows(&pods, "items").len(), 74);
    let mut containers = 0;
    for pod in rows(&pods, "items") {
        for field in ["containers", "initContainers", "ephemeralContainers"] {
            containers += pod["spec"][field].as_array().map_or(0, Vec::len);
        }
    }
    let running = workspace.json(&["running"]);
    let replicas: u64 = rows(&running, "rows").iter().map(|row| row["replicas"].as_u64().unwrap()).sum();
    println!("{} pods, {containers} containers, {} rows", 74, rows(&running, "rows").len());
    let missing = containers as u64 - replicas;
    // Pods that ended run nothing; each is accounted for.
    let ended: u64 = rows(&pods, "items")
        .iter()
        .filter(|pod| ["Succeeded", "Failed"].contains(&pod["status"]["phase"].as_str().unwrap_or_default()))
        .map(|pod| {
            ["containers", "initContainers", "ephemeralContainers"]
                .iter()
                .map(|field| pod["spec"][field].as_array().map_or(0, Vec::len) as u64)
                .sum::<u64>()
        })
        .sum();
    assert_eq!(missing, ended, "containers without a row");

    // Deployments own what they own, through their ReplicaSets.
    let kinds: BTreeMap<&str, usize> =
        rows(&running, "rows").iter().fold(BTreeMap::new(), |mut kinds, row| {
            *kinds.entry(row["workload"]["kind"].as_str().unwrap()).or_default() += 1;
            kinds
        });
    insta::assert_debug_snapshot!("workload_kinds", kinds);
}

#[test]
fn every_odd_pod_has_the_right_digest_or_the_right_reason() {
    let Some(workspace) = imported() else { return };
    let running = workspace.json(&["running", "--namespace", "edge-cases"]);
    let table: Vec<String> = rows(&running, "rows")
        .iter()
        .map(|row| {
            let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
            format!(
                "{:<28} {:<12} {:<10} {} tag={} {}@{} | {}",
                text(&row["workload"]["name"]),
                text(&row["container"]),
                text(&row["role"]),
                text(&row["image"]),
                text(&row["tag"]),
                text(&row["digest_kind"]),
                text(&row["digest"]).chars().take(19).collect::<String>(),
                text(&row["digest_reason"]),
            )
        })
        .collect();
    insta::assert_snapshot!("edge_cases", table.join("\n"));
}

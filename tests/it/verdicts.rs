//! What a declaration may say about a container, and what not.

use serde_json::Value;

use crate::objects::{list, namespace, pod};
use crate::program::{Workspace, rows};

/// A fleet whose Git is built by a script, and a cluster `eu-1` of production that runs these pods.
fn fleet(script: &str, pods: &[Value]) -> Workspace {
    let repository = testkit::repo(script);
    let workspace = Workspace::new();
    workspace.add(repository.path(), "fleet");
    let objects: Vec<Value> = std::iter::once(namespace("cluster-1")).chain(pods.iter().cloned()).collect();
    let file = workspace.file("eu-1.json", list(&objects));
    workspace.ok(&["import", "--cluster", "eu-1", "--label", "environment=production", &file]);
    workspace.run(&["--quiet", "sync"]);
    workspace
}

fn verdict(workspace: &Workspace, workload: &str) -> (String, String) {
    let answer = workspace.json(&["running"]);
    let row = rows(&answer, "rows").iter().find(|row| row["workload"]["name"] == workload).expect("it runs");
    (
        row["verdict"].as_str().unwrap_or_default().to_owned(),
        row["reason"].as_str().unwrap_or_default().to_owned(),
    )
}

#[test]
fn an_image_that_many_run_contradicts_only_who_declares_it() {
    let script = r#"
        mkdir -p apps/mail/overlays/production
        printf 'images: [{name: busybox, newTag: "1.36"}]\n' > apps/mail/overlays/production/kustomization.yaml
        commit Begin
    "#;
    let workspace = fleet(script, &[pod("mail", "busybox:1.37"), pod("other", "busybox:1.37")]);
    assert_eq!(verdict(&workspace, "mail").0, "contradicted");
    let (other, reason) = verdict(&workspace, "other");
    assert_eq!(other, "unknown", "{reason}");
    assert!(reason.contains("nothing ties apps/mail/overlays/production/kustomization.yaml"), "{reason}");
}

#[test]
fn the_folder_of_a_cluster_belongs_to_the_environment_of_its_label() {
    let script = "write clusters/eu-1/web/values.yaml 'image: {repository: shop/web, tag: v1}'; commit Begin";
    let workspace = fleet(script, &[pod("web", "shop/web:v1")]);
    let declared = workspace.json(&["declared", "--env", "prod"]);
    let row = &rows(&declared, "declarations")[0];
    assert_eq!((row["environment"].as_str(), row["cluster"].as_str()), (Some("production"), Some("eu-1")));
    let changes = workspace.json(&["changes", "--env", "production"]);
    assert_eq!(rows(&changes, "changes").len(), 1, "it is in the population of production: {changes}");
    assert_eq!(verdict(&workspace, "web").0, "matched");
}

//! The values that the corpus says are right, at the commits where they came.

use manifest::{Layout, kind_of};
use serde_json::Value;

use crate::{blobs, bundles};

/// One version of a file and what a slot must say in it (`null`: the slot is absent).
struct Expected {
    id: String,
    slot: String,
    value: Value,
}

#[test]
fn slots_and_values_are_as_the_cases_say() {
    for (name, bundle) in bundles() {
        let Ok(text) = std::fs::read_to_string(bundle.with_extension("cases.jsonl").as_path()) else {
            continue;
        };
        let repository = blobs::Repository::from_bundle(&bundle);
        let mut names = Vec::new();
        let mut expected = Vec::new();
        let mut misplaced = Vec::new();
        let layout = Layout::default();
        for line in text.lines() {
            let case: Value = serde_json::from_str(line).expect("a case");
            let path = case["path"].as_str().expect("a path");
            let kind = kind_of(path.as_bytes()).expect("a path with declarations");
            let placement = layout.place(path);
            // A base file's stem is no environment; the cases give it as one.
            let stem = path.rsplit('/').next().and_then(|file| file.strip_suffix(".yaml"));
            let environment = case["environment"].as_str().filter(|environment| {
                Some(*environment) != stem || manifest::layout::is_environment(environment)
            });
            if placement.app.as_deref() != case["app"].as_str()
                || placement.environment.as_deref() != environment
            {
                misplaced.push(format!("{path}: {placement:?}"));
            }
            let mut expect = |commit: &Value, value: &Value| {
                names.push((format!("{}:{path}", commit.as_str().expect("a commit")), kind));
                expected.push(Expected {
                    id: case["id"].as_str().unwrap_or("").to_owned(),
                    slot: case["slot"].as_str().expect("a slot").to_owned(),
                    value: value.clone(),
                });
            };
            match &case["expect"] {
                Value::Array(transitions) => {
                    transitions.iter().for_each(|one| expect(&one["commit"], &one["value"]));
                }
                one => expect(&one["introduced"]["commit"], one),
            }
        }
        let mut wrong = Vec::new();
        let mut checked = 0;
        let mut at = 0;
        repository.read(&names, |name, kind, bytes| {
            while names[at].0 != name {
                // The file is gone in that commit: right where nothing is expected.
                if !expected[at].value.is_null() {
                    wrong.push(format!("{}: {} is not there", expected[at].id, names[at].0));
                }
                at += 1;
            }
            let Expected { id, slot, value } = &expected[at];
            at += 1;
            let reading = manifest::read(kind, bytes);
            let found = reading.slots.iter().find(|one| one.slot == *slot);
            let as_json = |field: &str| value[field].as_str().map(str::to_owned);
            let is_right = match found {
                None => value.is_null(),
                Some(one) => {
                    !value.is_null()
                        && one.value.image == as_json("image")
                        && one.value.tag == as_json("tag")
                        && one.value.digest.as_ref().map(ToString::to_string) == as_json("digest")
                }
            };
            checked += 1;
            if !is_right {
                wrong.push(format!("{id} {name} {slot}: expected {value}, found {found:?}"));
            }
        });
        println!(
            "{name}: {checked} values of cases checked, {} wrong, {} misplaced",
            wrong.len(),
            misplaced.len()
        );
        let few = |all: &[String]| all.iter().take(5).cloned().collect::<Vec<_>>().join("\n");
        assert!(wrong.is_empty() && misplaced.is_empty(), "{}\n{}", few(&wrong), few(&misplaced));
    }
}

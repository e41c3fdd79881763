//! Reads every file of real histories twice, by the fast scanner and by the full parser, and answers the corpus's
//! own questions. The corpus is found by `CAIRN_CORPUS`; where there is none, the tests say so and pass.
//!
//! By default a sample is read; `CAIRN_CORPUS_ALL=1` reads every blob.
#![expect(
    clippy::print_stdout,
    reason = "counts, and the note that there is no corpus, are for who runs the tests"
)]

mod blobs;
mod cases;

use std::collections::BTreeMap;
use std::path::PathBuf;

use manifest::{FileKind, kind_of};

/// Returns the bundles of the corpus by name.
fn bundles() -> Vec<(String, PathBuf)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let folder =
        std::env::var_os("CAIRN_CORPUS").map_or_else(|| root.join("../shared/corpus"), PathBuf::from);
    let mut found: Vec<(String, PathBuf)> = std::fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "bundle"))
        .filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path)))
        .collect();
    found.sort();
    if found.is_empty() {
        println!("skipped: no corpus in {}", folder.display());
    }
    found
}

#[test]
fn both_parsers_read_the_same() {
    let all = std::env::var_os("CAIRN_CORPUS_ALL").is_some();
    for (name, bundle) in bundles() {
        let repository = blobs::Repository::from_bundle(&bundle);
        let mut oids: BTreeMap<String, FileKind> = BTreeMap::new();
        for (oid, path) in repository.objects() {
            if let Some(kind) = kind_of(path.as_bytes()) {
                oids.entry(oid).or_insert(kind);
            }
        }
        let step = if all { 1 } else { (oids.len() / 1500).max(1) };
        let chosen: Vec<(String, FileKind)> = oids.into_iter().step_by(step).collect();
        let mut read = 0;
        let mut refused = 0;
        let mut slots = 0;
        let mut differing = Vec::new();
        repository.read(&chosen, |oid, kind, bytes| {
            if bytes.len() > 1 << 20 {
                return;
            }
            read += 1;
            let fast = manifest::read(kind, bytes);
            let full = manifest::read_with_full_parser(kind, bytes);
            slots += fast.slots.len();
            let is_refused = full.problems.iter().any(|problem| problem.code == domain::GapCode::Unparsable);
            refused += usize::from(is_refused);
            if fast != full {
                differing.push(format!("{name} {oid} {kind:?}: fast {fast:#?}\nfull {full:#?}"));
            }
            let unfiltered = manifest::read_unfiltered(kind, bytes);
            if unfiltered.slots != full.slots {
                differing.push(format!("{name} {oid} {kind:?}: the filter hides {:#?}", unfiltered.slots));
            }
        });
        println!(
            "{name}: {read} blobs read twice, {slots} slots, {refused} with a document that does not parse"
        );
        assert!(
            differing.is_empty(),
            "{} blobs differ, the first:\n{}",
            differing.len(),
            differing
                .iter()
                .take(2)
                .map(|text| text.chars().take(3000).collect::<String>())
                .collect::<Vec<_>>()
                .join("\n")
        );
    }
}

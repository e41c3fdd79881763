//! Times each stage on a repository: `cargo run --release -p git --example scan -- REPOSITORY [THREADS]`.

#![expect(clippy::print_stdout, reason = "a measuring program")]

use std::path::Path;
use std::time::Instant;

use git::{Blob, Options, Repository, Silent, WalkRequest};

/// Files that GitOps repositories declare versions in: YAML, JSON, and names without an extension.
fn classify(path: &[u8]) -> Option<()> {
    let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
    let wanted = match name.iter().rposition(|byte| *byte == b'.') {
        Some(dot) => matches!(&name[dot + 1..], b"yaml" | b"yml" | b"json"),
        None => true,
    };
    wanted.then_some(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: scan REPOSITORY [THREADS]")?;
    let threads = arguments.next().map_or(Ok(2), |text| text.parse())?;
    let start = Instant::now();
    let mut last = start;
    let mut lap = |stage: &str| {
        println!("{stage:>8} {:7.1} ms", last.elapsed().as_secs_f64() * 1e3);
        last = Instant::now();
    };

    let repository = Repository::open(Path::new(&path))?;
    lap("open");
    let tips = repository.refs()?.into_iter().filter_map(|position| position.commit).collect();
    let branch = repository.default_branch().ok_or("no default branch")?;
    let line_tip = repository.resolve_branch(&branch).ok_or("the default branch has no commit")?;
    lap("refs");
    let request = WalkRequest { line_tip, line_stop: None, tips, known: &|_| false };
    let walk = repository.walk(&request, &Silent)?;
    lap("walk");
    let options = Options { threads, ..Options::default() };
    let changes =
        repository.changes(&walk.line, None, &classify, &|(), bytes| bytes.len() as u64, options, &Silent)?;
    lap("changes");
    println!("{:>8} {:7.1} ms", "total", start.elapsed().as_secs_f64() * 1e3);

    let deleted = changes.changes.iter().filter(|change| change.blob == Blob::Deleted).count();
    println!(
        "{} commits, {} on {branch}; {} changes of {} paths ({deleted} deletions); {} files, {} bytes; {} gaps",
        walk.commits.len(),
        walk.line.len(),
        changes.changes.len(),
        changes.paths.len(),
        changes.readings.len(),
        changes.readings.iter().sum::<u64>(),
        walk.gaps.len() + changes.gaps.len(),
    );
    Ok(())
}

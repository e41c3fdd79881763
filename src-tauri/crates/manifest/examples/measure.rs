//! Measures the reading of every blob of a repository that changed along the first parent.
//!
//! `cargo run --release -p manifest --example measure -- <bare repository> [full|list]`
//!
//! Blobs are loaded first, so that the figure is of reading alone.
#![expect(clippy::print_stdout, clippy::expect_used, reason = "a measuring tool for developers")]

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Command, Stdio};
use std::time::Instant;

use manifest::{FileKind, kind_of};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let repository = arguments.next().expect("a repository");
    let mode = arguments.next().unwrap_or_default();
    let log = Command::new("git")
        .args(["-C", &repository, "log", "--first-parent", "-m", "--raw", "--no-abbrev", "--no-renames"])
        .args(["--format=", "HEAD"])
        .output()
        .expect("git runs");
    let mut kinds: BTreeMap<String, FileKind> = BTreeMap::new();
    let mut paths: Vec<String> = Vec::new();
    for line in String::from_utf8_lossy(&log.stdout).lines() {
        let Some((fields, path)) = line.split_once('\t') else { continue };
        paths.push(path.to_owned());
        let oid = fields.split(' ').nth(3).unwrap_or("");
        if let Some(kind) = kind_of(path.as_bytes())
            && oid.bytes().any(|digit| digit != b'0')
        {
            kinds.insert(oid.to_owned(), kind);
        }
    }
    let blobs = load(&repository, &kinds);
    let bytes: usize = blobs.iter().map(|(_, bytes)| bytes.len()).sum();
    println!("{} paths, {} blobs, {:.1} MB", paths.len(), blobs.len(), bytes as f64 / 1e6);

    let start = Instant::now();
    let kept = paths.iter().filter(|path| kind_of(path.as_bytes()).is_some()).count();
    println!("kind_of: {:.4} s, {kept} kept", start.elapsed().as_secs_f64());
    if mode == "list" {
        for (kind, bytes) in &blobs {
            let reading = manifest::read(*kind, bytes);
            for one in reading.slots {
                let value = one.value;
                let texts =
                    [value.image, value.tag, value.digest.map(|digest| digest.to_string()), value.version];
                let texts = texts.map(|text| text.unwrap_or_else(|| "-".to_owned()));
                println!("{}\t{}\t{}", one.format, one.slot, texts.join("\t"));
            }
            for problem in reading.problems {
                println!("problem\t{}\t{}", problem.code.as_str(), problem.message);
            }
        }
        return;
    }
    for _ in 0..3 {
        let start = cpu_seconds();
        let (mut slots, mut problems) = (0, 0);
        for (kind, bytes) in &blobs {
            let reading = if mode == "full" {
                manifest::read_with_full_parser(*kind, bytes)
            } else {
                manifest::read(*kind, bytes)
            };
            slots += reading.slots.len();
            problems += reading.problems.len();
        }
        let seconds = cpu_seconds() - start;
        println!(
            "{seconds:.3} CPU s, {:.0} MB/s, {slots} slots, {problems} problems",
            bytes as f64 / 1e6 / seconds
        );
    }
}

/// Returns the CPU seconds of this thread so far (Linux), for figures that a busy machine does not spoil.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|text| text.parse::<f64>().ok());
    nanoseconds.unwrap_or(f64::NAN) / 1e9
}

fn load(repository: &str, kinds: &BTreeMap<String, FileKind>) -> Vec<(FileKind, Vec<u8>)> {
    let mut child = Command::new("git")
        .args(["-C", repository, "cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("git runs");
    let mut input = child.stdin.take().expect("a pipe");
    let names: String = kinds.keys().map(|oid| format!("{oid}\n")).collect();
    let writer = std::thread::spawn(move || input.write_all(names.as_bytes()));
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut blobs = Vec::with_capacity(kinds.len());
    for kind in kinds.values() {
        let mut header = String::new();
        output.read_line(&mut header).expect("a header");
        let len = header.trim_end().rsplit(' ').next().and_then(|text| text.parse().ok());
        let Some(len) = len else { continue };
        let len: usize = len;
        let mut bytes = vec![0; len + 1];
        output.read_exact(&mut bytes).expect("a body");
        bytes.pop();
        blobs.push((*kind, bytes));
    }
    writer.join().expect("the writer ends").expect("git reads");
    child.wait().expect("git ends");
    blobs
}

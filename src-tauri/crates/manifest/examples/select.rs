//! Prints the object ids whose files are read for declarations: `OID<TAB>PATH` in, `OID` out, one a line.
//! `benches/sync.sh` gives git the same blobs that Cairn reads.

#![expect(clippy::print_stdout, reason = "a measuring program")]

use std::io::{BufRead as _, stdin};

fn main() -> std::io::Result<()> {
    for line in stdin().lock().split(b'\n') {
        let line = line?;
        let Some(tab) = line.iter().position(|byte| *byte == b'\t') else { continue };
        if manifest::kind_of(&line[tab + 1..]).is_some() {
            println!("{}", String::from_utf8_lossy(&line[..tab]));
        }
    }
    Ok(())
}

//! Writes what was read of one repository: commits, declarations, gaps, and where the reading stopped.

use domain::history::CommitRecord;
use domain::{CommitId, Gap, GapCode, Time};
use git::{Blob, Changes, Walk};
use manifest::{FileKind, Reading};
use store::Write;
use store::commits::{CommitWriter, NewCommit};
use store::declarations::Interval;
use store::evidence::{EvidenceKind, sha256};
use store::gaps::GapScope;
use store::repositories::{RepositoryRow, RepositoryState};

use crate::dictionary::Dictionary;
use crate::error::IngestError;
use crate::landing::{Landing, land};
use crate::sync::{Plan, READER, SyncOptions, SyncOutcome};
use crate::transitions::{FileChange, follow};

/// Writes what was read of one repository.
pub(crate) struct RepositoryWriter<'w> {
    write: &'w Write<'w>,
    row: &'w RepositoryRow,
    options: &'w SyncOptions<'w>,
}

impl<'w> RepositoryWriter<'w> {
    pub(crate) fn new(write: &'w Write<'w>, row: &'w RepositoryRow, options: &'w SyncOptions<'w>) -> Self {
        RepositoryWriter { write, row, options }
    }

    pub(crate) fn commits(
        &mut self,
        walk: &Walk,
        start: u32,
        before: Option<Time>,
    ) -> Result<Landing, IngestError> {
        let committed_at = |id: &CommitId| self.write.committed_at(self.row.id, id).ok().flatten();
        let landing = land(&walk.commits, &walk.line, start, before, committed_at);
        let mut writer = CommitWriter::new(self.write, self.row.id)?;
        for (record, place) in walk.commits.iter().zip(&landing.places) {
            let record: &CommitRecord = record;
            writer.put(NewCommit {
                record,
                line: place.line,
                landed: place.landed,
                landed_at: place.landed_at,
            })?;
        }
        Ok(landing)
    }

    pub(crate) fn declarations(
        &mut self,
        changes: &Changes<FileKind, Reading>,
        start: u32,
    ) -> Result<SyncOutcome, IngestError> {
        let file_changes: Vec<FileChange<'_>> = changes
            .changes
            .iter()
            .map(|change| FileChange {
                line: start + change.pos,
                path: change.path,
                slots: match change.blob {
                    Blob::Read(reading) => &changes.readings[reading as usize].slots,
                    Blob::Deleted | Blob::TooLarge { .. } | Blob::Missing | Blob::NotAFile => &[],
                },
            })
            .collect();
        let paths: Vec<String> =
            changes.paths.iter().map(|path| String::from_utf8_lossy(path).into_owned()).collect();
        let mut dictionary = Dictionary::load(self.write, self.row, self.options.layout, paths)?;
        let mut standing = dictionary.standing()?;
        let (spans, transitions) = follow(&file_changes, &mut standing, &mut dictionary)?;
        let mut intervals: Vec<Interval> = spans.iter().map(|span| dictionary.interval(span)).collect();
        intervals.sort_unstable();
        self.write.put_intervals(&intervals)?;
        Ok(SyncOutcome { transitions, ..SyncOutcome::default() })
    }

    /// Records what the adapter and the recognisers left out. A problem is told at the first commit that has it.
    pub(crate) fn gaps(
        &self,
        mut gaps: Vec<Gap>,
        line: &[CommitId],
        changes: &Changes<FileKind, Reading>,
    ) -> Result<u32, IngestError> {
        gaps.extend(changes.gaps.iter().cloned());
        let mut told_readings = vec![false; changes.readings.len()];
        let mut told_paths = vec![false; changes.paths.len()];
        for change in &changes.changes {
            let commit = line[change.pos as usize];
            let bytes = &changes.paths[change.path as usize];
            let path = String::from_utf8_lossy(bytes);
            let mut tell = |code, number: String, message: &str| {
                gaps.push(Gap::new(code, format!("{commit}:{path}{number}"), message));
            };
            let told_path = &mut told_paths[change.path as usize];
            if matches!(change.blob, Blob::NotAFile) && !std::mem::replace(told_path, true) {
                let message = "a symlink or a submodule is not followed";
                tell(GapCode::DanglingReference, String::new(), message);
            }
            let Blob::Read(reading) = change.blob else { continue };
            if std::str::from_utf8(bytes).is_err() && !std::mem::replace(told_path, true) {
                let message = "the name of the file is not UTF-8; what is not is shown as U+FFFD";
                tell(GapCode::NotUtf8, String::new(), message);
            }
            if !std::mem::replace(&mut told_readings[reading as usize], true) {
                for problem in &changes.readings[reading as usize].problems {
                    let number = problem.line.map_or(String::new(), |number| format!(":{number}"));
                    tell(problem.code, number, &problem.message);
                }
            }
        }
        Ok(self.write.add_gaps(GapScope::Repository, &self.row.name, &gaps)?)
    }

    pub(crate) fn finish(&self, plan: &Plan, line_length: u32) -> Result<(), IngestError> {
        let now = self.options.now;
        let moved = self.write.move_refs(self.row, &plan.refs, now)?;
        if !moved.is_empty() {
            let body = moved.join("\n");
            self.write.append_evidence(
                EvidenceKind::GitRefs,
                &self.row.name,
                body.as_bytes(),
                sha256(body.as_bytes()),
                now,
            )?;
        }
        self.write.set_repository_state(
            self.row.id,
            &RepositoryState {
                branch: plan.branch.clone(),
                tip: plan.tip,
                line_length,
                refs_sha256: plan.refs_sha256.clone(),
                rules_sha256: self.options.rules_sha256.to_vec(),
                reader: READER,
                synced_at: now,
            },
        )?;
        Ok(())
    }
}

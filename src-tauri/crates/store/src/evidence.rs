//! Raw evidence: content-addressed, compressed, appended and never changed.

use domain::Time;
use rusqlite::{OptionalExtension, params};
use sha2::{Digest as _, Sha256};

use crate::connection::{Connected, Read, Write};
use crate::error::{StoreError, at};
use crate::text;

/// Level 3 of zstd: a tenth of the size of JSON at the speed of the disk.
const COMPRESSION_LEVEL: i32 = 3;

/// Number of an evidence row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EvidenceId(pub i64);

/// What evidence is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EvidenceKind {
    /// Kubernetes objects of one cluster, without secrets.
    ClusterObjects,
    /// Change requests and reviews as a forge exports them.
    ForgeRecords,
    /// Where the refs of a repository stood.
    GitRefs,
}

impl EvidenceKind {
    const fn as_str(self) -> &'static str {
        match self {
            EvidenceKind::ClusterObjects => "cluster-objects",
            EvidenceKind::ForgeRecords => "forge-records",
            EvidenceKind::GitRefs => "git-refs",
        }
    }
}

/// A piece of evidence without its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceRow {
    /// Its number.
    pub id: EvidenceId,
    /// SHA-256 of the body, in hexadecimal digits.
    pub sha256: String,
    /// File or source that it came from.
    pub name: String,
    /// When it was recorded.
    pub recorded_at: Time,
}

/// Returns the SHA-256 of `bytes`.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Write<'_> {
    /// Appends a body; one that is there already is not stored twice. Returns its number, and whether it is new.
    pub fn append_evidence(
        &self,
        kind: EvidenceKind,
        name: &str,
        body: &[u8],
        source_sha256: [u8; 32],
        recorded_at: Time,
    ) -> Result<(EvidenceId, bool), StoreError> {
        let step = "appending evidence";
        let digest = sha256(body);
        let known = self
            .connection()
            .query_row("SELECT id FROM evidence WHERE sha256 = ?1", [digest.as_slice()], |row| row.get(0))
            .optional()
            .map_err(at(step))?;
        if let Some(id) = known {
            return Ok((EvidenceId(id), false));
        }
        let packed = zstd::bulk::compress(body, COMPRESSION_LEVEL).map_err(|source| {
            StoreError::Compression { name: name.to_owned(), step: "compressed", source }
        })?;
        const SQL: &str = "INSERT INTO evidence (sha256, kind, name, source_sha256, size, body, recorded_at) \
                           VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        self.connection()
            .execute(
                SQL,
                params![
                    digest.as_slice(),
                    kind.as_str(),
                    name,
                    source_sha256.as_slice(),
                    body.len() as i64,
                    packed,
                    recorded_at.micros()
                ],
            )
            .map_err(at(step))?;
        Ok((EvidenceId(self.connection().last_insert_rowid()), true))
    }

    /// Returns the body of a piece of evidence, expanded and checked against its hash.
    pub fn evidence_body(&self, id: EvidenceId) -> Result<Vec<u8>, StoreError> {
        body(self, id)
    }

    /// Returns the name of a piece of evidence.
    pub fn evidence_name(&self, id: EvidenceId) -> Result<String, StoreError> {
        self.connection()
            .query_row("SELECT name FROM evidence WHERE id = ?1", [id.0], |row| row.get(0))
            .map_err(at("reading evidence"))
    }
}

impl Read<'_> {
    /// Returns the body of a piece of evidence, expanded and checked against its hash.
    pub fn evidence_body(&self, id: EvidenceId) -> Result<Vec<u8>, StoreError> {
        body(self, id)
    }

    /// Returns every piece of evidence of a kind, in the order in which it was recorded.
    pub fn evidence_of_kind(&self, kind: EvidenceKind) -> Result<Vec<EvidenceRow>, StoreError> {
        const SQL: &str = "SELECT id, sha256, name, recorded_at FROM evidence WHERE kind = ?1 ORDER BY id";
        self.evidence_rows(SQL, params![kind.as_str()])
    }

    /// Returns the evidence that a snapshot was derived from.
    pub fn evidence_of_snapshot(&self, cluster: i64, taken_at: Time) -> Result<Vec<EvidenceRow>, StoreError> {
        const SQL: &str = "SELECT e.id, e.sha256, e.name, e.recorded_at FROM snapshot s \
             JOIN snapshot_evidence x ON x.snapshot = s.id JOIN evidence e ON e.id = x.evidence \
             WHERE s.cluster = ?1 AND s.taken_at = ?2 ORDER BY e.id";
        self.evidence_rows(SQL, params![cluster, taken_at.micros()])
    }

    /// Returns one piece of evidence.
    pub fn evidence(&self, id: EvidenceId) -> Result<Option<EvidenceRow>, StoreError> {
        const SQL: &str = "SELECT id, sha256, name, recorded_at FROM evidence WHERE id = ?1";
        Ok(self.evidence_rows(SQL, params![id.0])?.pop())
    }

    /// Returns what is wrong with the content of evidence.
    pub(crate) fn check_evidence(&self) -> Result<Vec<String>, StoreError> {
        let rows =
            self.evidence_rows("SELECT id, sha256, name, recorded_at FROM evidence ORDER BY id", [])?;
        let wrong = rows.into_iter().filter_map(|row| {
            let error = body(self, row.id).err()?;
            let cause =
                std::error::Error::source(&error).map(|cause| format!(": {cause}")).unwrap_or_default();
            Some(format!("evidence {} ({}): {error}{cause}", row.id.0, row.sha256))
        });
        Ok(wrong.collect())
    }

    fn evidence_rows(
        &self,
        sql: &str,
        params: impl rusqlite::Params,
    ) -> Result<Vec<EvidenceRow>, StoreError> {
        let step = "reading evidence";
        let mut statement = self.connection().prepare_cached(sql).map_err(at(step))?;
        let rows = statement
            .query_map(params, |row| {
                Ok(EvidenceRow {
                    id: EvidenceId(row.get(0)?),
                    sha256: hex(row.get_ref(1)?.as_blob()?),
                    name: row.get(2)?,
                    recorded_at: text::time(row, 3)?,
                })
            })
            .map_err(at(step))?;
        rows.collect::<Result<_, _>>().map_err(at(step))
    }
}

fn body(connected: &impl Connected, id: EvidenceId) -> Result<Vec<u8>, StoreError> {
    const SQL: &str = "SELECT name, size, body, sha256 FROM evidence WHERE id = ?1";
    let step = "reading evidence";
    let (name, size, packed, digest) = connected
        .connected()
        .query_row(SQL, [id.0], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, i64>(1)?,
                row.get::<_, Vec<u8>>(2)?,
                row.get::<_, Vec<u8>>(3)?,
            ))
        })
        .map_err(at(step))?;
    let expand = |source| StoreError::Compression { name: name.clone(), step: "expanded", source };
    let bytes = zstd::bulk::decompress(&packed, usize::try_from(size).unwrap_or(0)).map_err(expand)?;
    if sha256(&bytes).as_slice() != digest {
        return Err(expand(std::io::Error::other("its hash is not the recorded one")));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    fn append(store: &Store, body: &[u8]) -> (EvidenceId, bool) {
        store
            .write(|write| {
                write.append_evidence(
                    EvidenceKind::ForgeRecords,
                    "a",
                    body,
                    sha256(body),
                    Time::from_micros(0),
                )
            })
            .unwrap()
    }

    #[test]
    fn evidence_is_kept_once_and_is_never_changed() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("cairn.sqlite")).unwrap();
        let (id, new) = append(&store, b"what was said");
        assert!(new);
        assert_eq!(append(&store, b"what was said"), (id, false));
        assert_eq!(store.read().unwrap().evidence_body(id).unwrap(), b"what was said");

        for sql in ["UPDATE evidence SET name = 'b'", "DELETE FROM evidence"] {
            let error = store.write(|write| write.connection().execute(sql, []).map_err(at("trying")));
            assert!(error.is_err(), "{sql}");
        }
        assert_eq!(store.check().unwrap(), Vec::<String>::new());
    }

    #[test]
    fn content_that_is_not_what_its_address_says_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("cairn.sqlite")).unwrap();
        let (id, _) = append(&store, b"what was said");
        let forged = zstd::bulk::compress(b"what was done", COMPRESSION_LEVEL).unwrap();
        store
            .write(|write| {
                write
                    .connection()
                    .execute_batch("DROP TRIGGER evidence_is_not_changed")
                    .map_err(at("forging"))?;
                write.connection().execute("UPDATE evidence SET body = ?1", [forged]).map_err(at("forging"))
            })
            .unwrap();
        assert!(store.read().unwrap().evidence_body(id).is_err());
        let wrong = store.check().unwrap();
        assert!(
            matches!(&wrong[..], [only] if only.contains("its hash is not the recorded one")),
            "{wrong:?}"
        );
    }

    #[test]
    fn a_reader_sees_the_last_commit_while_a_writer_works() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("cairn.sqlite")).unwrap();
        let (id, _) = append(&store, b"first");
        store
            .write(|write| {
                let bytes = b"second";
                let (other, _) = write.append_evidence(
                    EvidenceKind::ForgeRecords,
                    "b",
                    bytes,
                    sha256(bytes),
                    Time::from_micros(0),
                )?;
                let read = store.read()?;
                assert!(read.evidence(id)?.is_some());
                assert!(read.evidence(other)?.is_none(), "what is not committed is not there");
                Ok::<_, StoreError>(())
            })
            .unwrap();
        assert_eq!(store.read().unwrap().evidence_of_kind(EvidenceKind::ForgeRecords).unwrap().len(), 2);
    }
}

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

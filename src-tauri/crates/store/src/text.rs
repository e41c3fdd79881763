//! Domain types in columns: how each is written, and how it is read again.

use domain::{CommitId, Digest, Time};
use rusqlite::Row;

/// Reads a commit id from a column; a wrong length is a conversion error.
pub(crate) fn commit_id(row: &Row<'_>, column: usize) -> rusqlite::Result<CommitId> {
    let raw = row.get_ref(column)?.as_blob()?;
    CommitId::from_bytes(raw).ok_or_else(|| wrong(column, "a commit id"))
}

/// Reads a commit id that may be absent.
pub(crate) fn optional_commit_id(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<CommitId>> {
    match row.get_ref(column)?.as_blob_or_null()? {
        None => Ok(None),
        Some(raw) => CommitId::from_bytes(raw).map(Some).ok_or_else(|| wrong(column, "a commit id")),
    }
}

/// Reads a time.
pub(crate) fn time(row: &Row<'_>, column: usize) -> rusqlite::Result<Time> {
    row.get::<_, i64>(column).map(Time::from_micros)
}

/// Reads a time that may be absent.
pub(crate) fn optional_time(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Time>> {
    Ok(row.get::<_, Option<i64>>(column)?.map(Time::from_micros))
}

/// Reads a digest that may be absent.
pub(crate) fn optional_digest(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Digest>> {
    match row.get_ref(column)?.as_str_or_null()? {
        None => Ok(None),
        Some(text) => text.parse().map(Some).map_err(|_| wrong(column, "a digest")),
    }
}

fn wrong(column: usize, expected: &str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(
        column,
        rusqlite::types::Type::Blob,
        format!("the column does not hold {expected}").into(),
    )
}

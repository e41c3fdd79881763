//! Brings the schema up to date: forward only, each file in one transaction, its checksum recorded.

use std::path::Path;

use refinery::error::Kind;
use rusqlite::Connection;

use crate::error::{StoreError, at};

mod embedded {
    refinery::embed_migrations!("../../../migrations");
}

/// The newest schema that this program knows: the number of the last file in `migrations/`.
pub const SCHEMA_VERSION: u32 = 4;

/// Marks the file as ours in its header (`PRAGMA application_id`): "Cairn" as a number.
const APPLICATION_ID: i32 = 0x0CA1_2A00;

/// Brings the file up to date, or refuses it untouched: a file of another program, one written by a newer
/// Cairn, one whose recorded migrations are not ours.
pub(crate) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let application: i32 = connection
        .pragma_query_value(None, "application_id", |row| row.get(0))
        .map_err(at("reading the header"))?;
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(at("reading the schema"))?;
    if tables > 0 && application != APPLICATION_ID {
        return Err(StoreError::NotAWorkspace { path: path.to_owned() });
    }
    let found: u32 = connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(at("reading the schema's version"))?;
    if found > SCHEMA_VERSION {
        return Err(StoreError::Newer { path: path.to_owned(), found, known: SCHEMA_VERSION });
    }
    if application != APPLICATION_ID {
        connection.pragma_update(None, "application_id", APPLICATION_ID).map_err(at("marking the file"))?;
    }
    embedded::migrations::runner()
        .set_abort_divergent(true)
        .set_abort_missing(true)
        .run(connection)
        .map_err(|error| match error.kind() {
            Kind::DivergentVersion(applied, ours) => StoreError::EditedMigration {
                path: path.to_owned(),
                reason: format!("recorded {applied}, this program has {ours}"),
            },
            Kind::MissingVersion(applied) => StoreError::EditedMigration {
                path: path.to_owned(),
                reason: format!("recorded {applied}, which this program does not have"),
            },
            _ => StoreError::Migrate { path: path.to_owned(), source: Box::new(error) },
        })?;
    if found != SCHEMA_VERSION {
        connection
            .pragma_update(None, "user_version", SCHEMA_VERSION)
            .map_err(at("recording the schema's version"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_the_last_migration() {
        let last = embedded::migrations::runner().get_migrations().iter().map(|m| m.version()).max();
        assert_eq!(last.map(|version| version as u32), Some(SCHEMA_VERSION));
    }
}

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
    let application: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0)).map_err(
        |error| match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => StoreError::NotAWorkspace { path: path.to_owned() },
            _ => at("reading the header")(error),
        },
    )?;
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
    use refinery::Target;

    const PATH: &str = "cairn.sqlite";

    fn migrated(connection: &mut Connection) -> Result<(), StoreError> {
        migrate(connection, Path::new(PATH))
    }

    fn tables(connection: &Connection) -> Vec<String> {
        let sql = "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1";
        let mut statement = connection.prepare(sql).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    }

    #[test]
    fn the_version_is_the_last_migration() {
        let last = embedded::migrations::runner().get_migrations().iter().map(|m| m.version()).max();
        assert_eq!(last.map(|version| version as u32), Some(SCHEMA_VERSION));
    }

    #[test]
    fn every_earlier_schema_upgrades_to_the_same_one() {
        let mut fresh = Connection::open_in_memory().unwrap();
        migrated(&mut fresh).unwrap();
        for version in 1..=SCHEMA_VERSION {
            let mut old = Connection::open_in_memory().unwrap();
            old.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
            embedded::migrations::runner().set_target(Target::Version(version as _)).run(&mut old).unwrap();
            old.pragma_update(None, "user_version", version).unwrap();
            migrated(&mut old).unwrap();
            assert_eq!(tables(&old), tables(&fresh), "from version {version}");
        }
    }

    #[test]
    fn an_edited_migration_is_refused() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrated(&mut connection).unwrap();
        connection
            .execute("UPDATE refinery_schema_history SET checksum = '1' WHERE version = 2", [])
            .unwrap();
        let before = tables(&connection);
        let error = migrated(&mut connection).unwrap_err();
        assert!(matches!(error, StoreError::EditedMigration { .. }), "{error:?}");
        assert_eq!(tables(&connection), before);
    }

    #[test]
    fn a_newer_workspace_is_refused_untouched() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrated(&mut connection).unwrap();
        connection.pragma_update(None, "user_version", SCHEMA_VERSION + 1).unwrap();
        let error = migrated(&mut connection).unwrap_err();
        assert!(error.to_string().contains("this program knows up to"), "{error}");
        let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        assert_eq!(version, SCHEMA_VERSION + 1);
    }

    #[test]
    fn a_file_of_another_program_is_refused_untouched() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute("CREATE TABLE theirs (x)", []).unwrap();
        let before = tables(&connection);
        let error = migrated(&mut connection).unwrap_err();
        assert!(matches!(error, StoreError::NotAWorkspace { .. }), "{error:?}");
        assert_eq!(tables(&connection), before);
    }

    #[test]
    fn a_migration_that_fails_leaves_the_file_as_it_was() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
        embedded::migrations::runner().set_target(Target::Version(1)).run(&mut connection).unwrap();
        // The last table of the second migration is there already: the migration fails at its end.
        let second = embedded::migrations::runner();
        let second = second.get_migrations().iter().find(|migration| migration.version() == 2).unwrap();
        let sql = second.sql().unwrap();
        let name =
            sql.rsplit("CREATE TABLE ").next().and_then(|rest| rest.split_whitespace().next()).unwrap();
        connection.execute(&format!("CREATE TABLE {name} (x)"), []).unwrap();
        let before = tables(&connection);
        let error = migrated(&mut connection).unwrap_err();
        assert!(matches!(error, StoreError::Migrate { .. }), "{error:?}");
        assert_eq!(tables(&connection), before, "each file runs in one transaction");
    }
}

//! Opening the file; one writer, many readers.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::error::{StoreError, at};
use crate::migrate::migrate;

/// How long a write waits for another program's write before it gives up.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The workspace's file.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    writer: Mutex<Connection>,
    readers: Mutex<Vec<Connection>>,
}

/// A consistent view of the file, as it was when the read began.
#[derive(Debug)]
pub struct Read<'a> {
    store: &'a Store,
    /// Taken out on drop only.
    connection: Option<Connection>,
}

/// The one write transaction. Rows are there for others when the closure of [`Store::write`] returns `Ok`.
#[derive(Debug)]
pub struct Write<'a> {
    pub(crate) transaction: Transaction<'a>,
}

impl Store {
    /// Opens the file, makes it if it is not there, and brings its schema up to date.
    ///
    /// # Errors
    /// When the file cannot be opened or written, is not a workspace, or was written by a newer program.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let open = |source| StoreError::Open { path: path.to_owned(), source };
        let mut writer = Connection::open(path).map_err(open)?;
        writer.busy_timeout(BUSY_TIMEOUT).map_err(open)?;
        migrate(&mut writer, path)?;
        for (name, value) in [("journal_mode", "WAL"), ("synchronous", "FULL"), ("foreign_keys", "ON")] {
            writer.pragma_update(None, name, value).map_err(at("configuring the file"))?;
        }
        writer.pragma_update(None, "cache_size", -65_536).map_err(at("configuring the file"))?;
        writer.set_prepared_statement_cache_capacity(64);
        Ok(Store { path: path.to_owned(), writer: Mutex::new(writer), readers: Mutex::default() })
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Begins a read. It never waits for a writer.
    pub fn read(&self) -> Result<Read<'_>, StoreError> {
        let pooled = lock(&self.readers).pop();
        let connection = match pooled {
            Some(connection) => connection,
            None => self.open_reader()?,
        };
        connection.execute_batch("BEGIN DEFERRED").map_err(at("beginning a read"))?;
        Ok(Read { store: self, connection: Some(connection) })
    }

    fn open_reader(&self) -> Result<Connection, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags)
            .map_err(|source| StoreError::Open { path: self.path.clone(), source })?;
        connection.busy_timeout(BUSY_TIMEOUT).map_err(at("configuring a reader"))?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(connection)
    }

    /// Runs `work` in the one write transaction: all of it is stored, or nothing.
    pub fn write<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&Write<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut connection = lock(&self.writer);
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(at("beginning a write"))?;
        let write = Write { transaction };
        let result = work(&write)?;
        write.transaction.commit().map_err(at("committing"))?;
        Ok(result)
    }

    /// Checks the file page by page (`PRAGMA integrity_check`), that rows name rows that are there, and that every
    /// piece of evidence has the content that it is addressed by; returns what is wrong, empty if nothing is.
    pub fn check(&self) -> Result<Vec<String>, StoreError> {
        let read = self.read()?;
        let step = "checking the file";
        let mut statement = read.connection().prepare("PRAGMA integrity_check").map_err(at(step))?;
        let rows = statement.query_map([], |row| row.get::<_, String>(0)).map_err(at(step))?;
        let lines = rows.collect::<Result<Vec<_>, _>>().map_err(at(step))?;
        let mut wrong: Vec<String> = lines.into_iter().filter(|line| line != "ok").collect();
        let mut statement =
            read.connection().prepare("SELECT * FROM pragma_foreign_key_check").map_err(at(step))?;
        let rows = statement
            .query_map([], |row| {
                let (table, parent) = (row.get::<_, String>(0)?, row.get::<_, String>(2)?);
                Ok(format!("a row of {table} names a row of {parent} that is not there"))
            })
            .map_err(at(step))?;
        wrong.extend(rows.collect::<Result<Vec<_>, _>>().map_err(at(step))?);
        wrong.extend(read.check_evidence()?);
        Ok(wrong)
    }
}

impl Read<'_> {
    pub(crate) fn connection(&self) -> &Connection {
        self.connection.as_ref().expect("the connection is taken out on drop only")
    }
}

impl Drop for Read<'_> {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take()
            && connection.execute_batch("COMMIT").is_ok()
        {
            lock(&self.store.readers).push(connection);
        }
    }
}

impl Write<'_> {
    pub(crate) fn connection(&self) -> &Connection {
        &self.transaction
    }
}

/// A panic elsewhere rolled its transaction back, so the connection behind the lock is sound.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What both a [`Read`] and a [`Write`] can be asked.
pub(crate) trait Connected {
    fn connected(&self) -> &Connection;
}

impl Connected for Read<'_> {
    fn connected(&self) -> &Connection {
        self.connection()
    }
}

impl Connected for Write<'_> {
    fn connected(&self) -> &Connection {
        self.connection()
    }
}

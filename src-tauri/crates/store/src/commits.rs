//! Commits: the first-parent line, and ancestry for "contains".

use std::collections::{HashMap, HashSet};

use domain::history::{CommitRecord, Signature};
use domain::{CommitId, CommitPrefix, Time};
use rusqlite::{CachedStatement, OptionalExtension, Row, params};
use rustc_hash::FxHashMap;

use crate::connection::{Connected, Read, Write};
use crate::error::{StoreError, at};
use crate::repositories::RepositoryId;
use crate::text;

/// A commit as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommitRow {
    /// Its number.
    pub id: i64,
    /// The repository.
    pub repository: RepositoryId,
    /// Its id.
    pub oid: CommitId,
    /// Committer time.
    pub committed_at: Time,
    /// Name of the author.
    pub author: String,
    /// Position on the first-parent line; `None` off it.
    pub line: Option<u32>,
    /// Position of the line commit that brought it in; `None` if it never landed.
    pub landed: Option<u32>,
    /// When that landed.
    pub landed_at: Option<Time>,
    /// Number of the change request that it landed.
    pub change_request: Option<u64>,
    /// First line of its message.
    pub subject: String,
}

const COLUMNS: &str = "c.id, c.repository, c.oid, c.committed_at, p.name, c.line, c.landed, c.landed_at, \
                       c.change_request, c.subject FROM git_commit c JOIN person p ON p.id = c.author";

fn commit(row: &Row<'_>) -> rusqlite::Result<CommitRow> {
    Ok(CommitRow {
        id: row.get(0)?,
        repository: RepositoryId(row.get(1)?),
        oid: text::commit_id(row, 2)?,
        committed_at: text::time(row, 3)?,
        author: row.get(4)?,
        line: row.get(5)?,
        landed: row.get(6)?,
        landed_at: text::optional_time(row, 7)?,
        change_request: row.get::<_, Option<i64>>(8)?.map(|number| number as u64),
        subject: row.get(9)?,
    })
}

impl Read<'_> {
    fn commits_where(
        &self,
        clause: &str,
        params: impl rusqlite::Params,
    ) -> Result<Vec<CommitRow>, StoreError> {
        let step = "reading commits";
        let sql = [const { "SELECT " }, COLUMNS, " ", clause].concat();
        let mut statement = self.connection().prepare_cached(&sql).map_err(at(step))?;
        let rows = statement.query_map(params, commit).map_err(at(step))?;
        rows.collect::<Result<_, _>>().map_err(at(step))
    }

    /// Returns the commits whose id begins with these digits, of all repositories, at most 50.
    pub fn commits_by_prefix(&self, prefix: &CommitPrefix) -> Result<Vec<CommitRow>, StoreError> {
        let (low, high) = prefix.range();
        let mut found = Vec::new();
        for repository in self.repositories()? {
            let clause = "WHERE c.repository = ?1 AND c.oid >= ?2 AND c.oid <= ?3 ORDER BY c.oid LIMIT 50";
            found.extend(self.commits_where(clause, params![repository.id.0, low, high])?);
        }
        found.retain(|row| prefix.matches(&row.oid));
        Ok(found)
    }

    /// Returns a commit of a repository.
    pub fn commit(&self, repository: RepositoryId, oid: &CommitId) -> Result<Option<CommitRow>, StoreError> {
        let clause = "WHERE c.repository = ?1 AND c.oid = ?2";
        Ok(self.commits_where(clause, params![repository.0, oid.as_bytes()])?.pop())
    }

    /// Returns the commits that landed a change request of this number, of all repositories, oldest first.
    pub fn commits_by_change_request(&self, number: u64) -> Result<Vec<CommitRow>, StoreError> {
        let clause = "WHERE c.change_request = ?1 ORDER BY c.repository, c.line, c.committed_at LIMIT 50";
        self.commits_where(clause, params![number as i64])
    }

    /// Returns the commit at a position of the first-parent line.
    pub fn line_commit(&self, repository: RepositoryId, line: u32) -> Result<Option<CommitRow>, StoreError> {
        let clause = "WHERE c.repository = ?1 AND c.line = ?2";
        Ok(self.commits_where(clause, params![repository.0, line])?.pop())
    }

    /// Returns the commits of a stretch of the first-parent line, `from..until`.
    pub fn line_commits(
        &self,
        repository: RepositoryId,
        from: u32,
        until: u32,
    ) -> Result<Vec<CommitRow>, StoreError> {
        let clause = "WHERE c.repository = ?1 AND c.line >= ?2 AND c.line < ?3 ORDER BY c.line";
        self.commits_where(clause, params![repository.0, from, until])
    }

    /// Returns how many commits of the line had landed at `time` (at or before it): the state at `time` is that
    /// of the last of them.
    pub fn line_length_at(
        &self,
        repository: RepositoryId,
        length: u32,
        time: Time,
    ) -> Result<u32, StoreError> {
        const SQL: &str = "SELECT landed_at FROM git_commit WHERE repository = ?1 AND line = ?2";
        let step = "finding the position of a time";
        let mut statement = self.connection().prepare_cached(SQL).map_err(at(step))?;
        let (mut low, mut high) = (0, length);
        // landed_at is monotone along the line, so a binary search finds the boundary.
        while low < high {
            let middle = low + (high - low) / 2;
            let landed: Option<i64> = statement
                .query_row(params![repository.0, middle], |row| row.get(0))
                .optional()
                .map_err(at(step))?
                .flatten();
            if landed.is_some_and(|landed| landed <= time.micros()) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    /// Returns whether `descendant` is `ancestor` or contains it.
    pub fn contains(&self, descendant: &CommitRow, ancestor: &CommitRow) -> Result<bool, StoreError> {
        if descendant.repository != ancestor.repository {
            return Ok(false);
        }
        const SQL: &str = "SELECT c.id, c.line FROM commit_parent p JOIN git_commit c ON c.id = p.parent \
                           WHERE p.child = ?1";
        let step = "following parents";
        let mut statement = self.connection().prepare_cached(SQL).map_err(at(step))?;
        let mut seen = HashSet::new();
        let mut open = vec![(descendant.id, descendant.line)];
        while let Some((id, line)) = open.pop() {
            if id == ancestor.id {
                return Ok(true);
            }
            if let Some(line) = line {
                // A line commit contains exactly what had landed by then.
                if ancestor.landed.is_some_and(|landed| landed <= line) {
                    return Ok(true);
                }
                continue;
            }
            if seen.insert(id) {
                let parents = statement
                    .query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))
                    .map_err(at(step))?
                    .collect::<Result<Vec<_>, _>>()
                    .map_err(at(step))?;
                open.extend(parents);
            }
        }
        Ok(false)
    }

    /// Returns how many commits of a repository are known, and how many of them are on the line.
    pub fn commit_counts(&self, repository: RepositoryId) -> Result<(u32, u32), StoreError> {
        const SQL: &str = "SELECT count(*), count(line) FROM git_commit WHERE repository = ?1";
        self.connection()
            .query_row(SQL, [repository.0], |row| Ok((row.get(0)?, row.get(1)?)))
            .map_err(at("counting commits"))
    }

    /// Returns the ids of every known commit of a repository.
    pub fn known_commits(&self, repository: RepositoryId) -> Result<HashSet<CommitId>, StoreError> {
        let step = "reading the known commits";
        let mut statement = self
            .connection()
            .prepare_cached("SELECT oid FROM git_commit WHERE repository = ?1")
            .map_err(at(step))?;
        let rows = statement.query_map([repository.0], |row| text::commit_id(row, 0)).map_err(at(step))?;
        rows.collect::<Result<_, _>>().map_err(at(step))
    }
}

/// A commit to be stored, with its place on the line.
#[derive(Debug, Clone, Copy)]
pub struct NewCommit<'a> {
    /// The commit.
    pub record: &'a CommitRecord,
    /// Position on the first-parent line.
    pub line: Option<u32>,
    /// Position of the line commit that brought it in.
    pub landed: Option<u32>,
    /// When that landed.
    pub landed_at: Option<Time>,
}

/// Writes commits of one repository, each after its parents.
pub struct CommitWriter<'w> {
    write: &'w Write<'w>,
    repository: RepositoryId,
    next: i64,
    ids: FxHashMap<CommitId, i64>,
    people: HashMap<Signature, i64>,
    insert: CachedStatement<'w>,
    insert_parent: CachedStatement<'w>,
}

impl std::fmt::Debug for CommitWriter<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("CommitWriter").field("repository", &self.repository).finish_non_exhaustive()
    }
}

impl<'w> CommitWriter<'w> {
    /// Begins writing commits of a repository.
    pub fn new(write: &'w Write<'w>, repository: RepositoryId) -> Result<Self, StoreError> {
        let step = "preparing to write commits";
        let connection = write.connection();
        let next = connection
            .query_row("SELECT coalesce(max(id), 0) + 1 FROM git_commit", [], |row| row.get(0))
            .map_err(at(step))?;
        let insert = connection
            .prepare_cached(
                "INSERT INTO git_commit (id, repository, oid, committed_at, authored_at, author, committer, line, \
                 landed, landed_at, change_request, subject) VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12)",
            )
            .map_err(at(step))?;
        let insert_parent = connection
            .prepare_cached("INSERT INTO commit_parent (child, ord, parent) VALUES (?1, ?2, ?3)")
            .map_err(at(step))?;
        Ok(CommitWriter {
            write,
            repository,
            next,
            ids: FxHashMap::default(),
            people: HashMap::new(),
            insert,
            insert_parent,
        })
    }

    /// Stores a commit. Its parents must be stored; one that is not (a cut clone) is left out.
    pub fn put(&mut self, commit: NewCommit<'_>) -> Result<(), StoreError> {
        let step = "writing commits";
        let NewCommit { record, line, landed, landed_at } = commit;
        let author = self.person(&record.author)?;
        let committer =
            if record.committer == record.author { author } else { self.person(&record.committer)? };
        let id = self.next;
        self.next += 1;
        self.insert
            .execute(params![
                id,
                self.repository.0,
                record.id.as_bytes(),
                record.committed_at.micros(),
                record.authored_at.micros(),
                author,
                committer,
                line,
                landed,
                landed_at.map(Time::micros),
                record.change_request.map(|number| number as i64),
                record.subject
            ])
            .map_err(at(step))?;
        self.ids.insert(record.id, id);
        for (ord, parent) in record.parents.iter().enumerate() {
            if let Some(parent) = self.id_of(parent)? {
                self.insert_parent.execute(params![id, ord as i64, parent]).map_err(at(step))?;
            }
        }
        Ok(())
    }

    fn id_of(&mut self, oid: &CommitId) -> Result<Option<i64>, StoreError> {
        if let Some(id) = self.ids.get(oid) {
            return Ok(Some(*id));
        }
        let id = self
            .write
            .connection()
            .prepare_cached("SELECT id FROM git_commit WHERE repository = ?1 AND oid = ?2")
            .and_then(|mut statement| {
                statement.query_row(params![self.repository.0, oid.as_bytes()], |row| row.get(0)).optional()
            })
            .map_err(at("looking up a parent"))?;
        if let Some(id) = id {
            self.ids.insert(*oid, id);
        }
        Ok(id)
    }

    fn person(&mut self, signature: &Signature) -> Result<i64, StoreError> {
        if let Some(id) = self.people.get(signature) {
            return Ok(*id);
        }
        let step = "writing people";
        let Signature { name, email } = signature;
        let known = self
            .write
            .connection()
            .prepare_cached("SELECT id FROM person WHERE name = ?1 AND email = ?2")
            .and_then(|mut statement| statement.query_row(params![name, email], |row| row.get(0)).optional())
            .map_err(at(step))?;
        let id = match known {
            Some(id) => id,
            None => {
                self.write
                    .connection()
                    .execute("INSERT INTO person (name, email) VALUES (?1, ?2)", params![name, email])
                    .map_err(at(step))?;
                self.write.connection().last_insert_rowid()
            }
        };
        self.people.insert(signature.clone(), id);
        Ok(id)
    }
}

impl Write<'_> {
    /// Returns when the commit at a position of the line landed.
    pub fn landed_at(&self, repository: RepositoryId, line: u32) -> Result<Option<Time>, StoreError> {
        const SQL: &str = "SELECT landed_at FROM git_commit WHERE repository = ?1 AND line = ?2";
        self.connected()
            .query_row(SQL, params![repository.0, line], |row| text::optional_time(row, 0))
            .optional()
            .map(Option::flatten)
            .map_err(at("reading when a commit landed"))
    }

    /// Returns the committer time of a stored commit.
    pub fn committed_at(&self, repository: RepositoryId, oid: &CommitId) -> Result<Option<Time>, StoreError> {
        const SQL: &str = "SELECT committed_at FROM git_commit WHERE repository = ?1 AND oid = ?2";
        self.connected()
            .query_row(SQL, params![repository.0, oid.as_bytes()], |row| text::time(row, 0))
            .optional()
            .map_err(at("reading when a commit was made"))
    }

    /// Marks commits that were known from side branches as landed by the line commit at `landed`.
    ///
    /// `roots` are the parents through which they came in; everything behind them that had not landed now has.
    pub fn land_known(
        &self,
        repository: RepositoryId,
        roots: &[CommitId],
        landed: u32,
        landed_at: Time,
    ) -> Result<(), StoreError> {
        let step = "landing known commits";
        let mut find = self
            .connection()
            .prepare_cached("SELECT id FROM git_commit WHERE repository = ?1 AND oid = ?2 AND landed IS NULL")
            .map_err(at(step))?;
        let mut mark = self
            .connection()
            .prepare_cached("UPDATE git_commit SET landed = ?2, landed_at = ?3 WHERE id = ?1")
            .map_err(at(step))?;
        let mut parents = self
            .connection()
            .prepare_cached(
                "SELECT c.id FROM commit_parent p JOIN git_commit c ON c.id = p.parent \
                 WHERE p.child = ?1 AND c.landed IS NULL",
            )
            .map_err(at(step))?;
        let mut open: Vec<i64> = Vec::new();
        for root in roots {
            let id: Option<i64> = find
                .query_row(params![repository.0, root.as_bytes()], |row| row.get(0))
                .optional()
                .map_err(at(step))?;
            open.extend(id);
        }
        while let Some(id) = open.pop() {
            mark.execute(params![id, landed, landed_at.micros()]).map_err(at(step))?;
            let next = parents
                .query_map([id], |row| row.get(0))
                .map_err(at(step))?
                .collect::<Result<Vec<i64>, _>>()
                .map_err(at(step))?;
            open.extend(next);
        }
        Ok(())
    }

    /// Puts a commit that was known from a side branch on the line (a fast-forward of the tracked branch).
    pub fn put_known_on_line(
        &self,
        repository: RepositoryId,
        oid: &CommitId,
        line: u32,
        landed_at: Time,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "UPDATE git_commit SET line = ?3, landed = coalesce(landed, ?3), \
             landed_at = coalesce(landed_at, ?4) WHERE repository = ?1 AND oid = ?2";
        let changed = self
            .connection()
            .execute(SQL, params![repository.0, oid.as_bytes(), line, landed_at.micros()])
            .map_err(at("putting a commit on the line"))?;
        Ok(changed == 1)
    }
}

//! Repositories: what is registered, and how far each has been read.

use domain::history::RefPosition;
use domain::{CommitId, Time};
use rusqlite::{Row, params};

use crate::connection::{Connected, Read, Write};
use crate::error::{StoreError, at};
use crate::text;

/// Number of a repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepositoryId(pub i64);

/// What a repository holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Source code that images are built from.
    Source,
    /// Declarations of what runs where.
    Config,
    /// Both.
    Both,
}

impl Role {
    /// Returns the name in the database and on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Role::Source => "source",
            Role::Config => "config",
            Role::Both => "both",
        }
    }

    /// Reads a name; `None` if it is not one.
    pub fn from_name(text: &str) -> Option<Self> {
        [Role::Source, Role::Config, Role::Both].into_iter().find(|role| role.as_str() == text)
    }

    /// Returns whether images may have been built from it.
    pub const fn is_source(self) -> bool {
        matches!(self, Role::Source | Role::Both)
    }

    /// Returns whether its files may declare what runs.
    pub const fn is_config(self) -> bool {
        matches!(self, Role::Config | Role::Both)
    }
}

/// A registered repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepositoryRow {
    /// Its number.
    pub id: RepositoryId,
    /// Its name in the workspace.
    pub name: String,
    /// Where it is read from.
    pub location: String,
    /// `owner/name` at its forge, if known.
    pub forge_name: Option<String>,
    /// What it holds.
    pub role: Role,
    /// The branch that the user asked for; `None` for the repository's default.
    pub branch: Option<String>,
    /// How far it has been read; `None` if never.
    pub state: Option<RepositoryState>,
}

/// How far a repository has been read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepositoryState {
    /// The tracked branch.
    pub branch: String,
    /// Where it stood.
    pub tip: CommitId,
    /// Number of commits on the first-parent line.
    pub line_length: u32,
    /// SHA-256 of the unpeeled refs.
    pub refs_sha256: Vec<u8>,
    /// SHA-256 of the path rules that placed the slots.
    pub rules_sha256: Vec<u8>,
    /// Version of the recognisers that read the files.
    pub reader: u32,
    /// When.
    pub synced_at: Time,
}

fn repository(row: &Row<'_>) -> rusqlite::Result<RepositoryRow> {
    let state = match text::optional_commit_id(row, 7)? {
        None => None,
        Some(tip) => Some(RepositoryState {
            branch: row.get(6)?,
            tip,
            line_length: row.get(8)?,
            refs_sha256: row.get(9)?,
            rules_sha256: row.get(10)?,
            reader: row.get(11)?,
            synced_at: text::time(row, 12)?,
        }),
    };
    let role: String = row.get(4)?;
    Ok(RepositoryRow {
        id: RepositoryId(row.get(0)?),
        name: row.get(1)?,
        location: row.get(2)?,
        forge_name: row.get(3)?,
        role: Role::from_name(&role).unwrap_or(Role::Both),
        branch: row.get(5)?,
        state,
    })
}

fn repositories(connected: &impl Connected) -> Result<Vec<RepositoryRow>, StoreError> {
    const SQL: &str = "SELECT r.id, r.name, r.location, r.forge_name, r.role, r.branch, \
         s.branch, s.tip, s.line_length, s.refs_sha256, s.rules_sha256, s.reader, s.synced_at \
         FROM repository r LEFT JOIN repository_state s ON s.repository = r.id ORDER BY r.name";
    let step = "reading the repositories";
    let mut statement = connected.connected().prepare_cached(SQL).map_err(at(step))?;
    let rows = statement.query_map([], repository).map_err(at(step))?;
    rows.collect::<Result<_, _>>().map_err(at(step))
}

impl Read<'_> {
    /// Returns every repository, by name.
    pub fn repositories(&self) -> Result<Vec<RepositoryRow>, StoreError> {
        repositories(self)
    }

    /// Returns where the refs of a repository stood at the last sync, by name.
    pub fn refs(&self, repository: RepositoryId) -> Result<Vec<RefPosition>, StoreError> {
        refs(self, repository)
    }

    /// Returns the tags of every source repository with this name, as (repository, commit).
    pub fn tag_commits(&self, tag: &str) -> Result<Vec<(RepositoryId, CommitId)>, StoreError> {
        const SQL: &str = "SELECT repository, oid FROM git_ref WHERE name = ?1 AND oid IS NOT NULL";
        let step = "looking up a tag";
        let mut statement = self.connection().prepare_cached(SQL).map_err(at(step))?;
        let rows = statement
            .query_map([format!("refs/tags/{tag}")], |row| {
                Ok((RepositoryId(row.get(0)?), text::commit_id(row, 1)?))
            })
            .map_err(at(step))?;
        rows.collect::<Result<_, _>>().map_err(at(step))
    }
}

fn refs(connected: &impl Connected, repository: RepositoryId) -> Result<Vec<RefPosition>, StoreError> {
    const SQL: &str = "SELECT name, target, oid FROM git_ref WHERE repository = ?1 ORDER BY name";
    let step = "reading the refs";
    let mut statement = connected.connected().prepare_cached(SQL).map_err(at(step))?;
    let rows = statement
        .query_map([repository.0], |row| {
            Ok(RefPosition {
                name: row.get(0)?,
                target: text::commit_id(row, 1)?,
                commit: text::optional_commit_id(row, 2)?,
            })
        })
        .map_err(at(step))?;
    rows.collect::<Result<_, _>>().map_err(at(step))
}

impl Write<'_> {
    /// Registers a repository. Returns `None` if the name is taken.
    pub fn add_repository(
        &self,
        name: &str,
        location: &str,
        forge_name: Option<&str>,
        role: Role,
        branch: Option<&str>,
        added_at: Time,
    ) -> Result<Option<RepositoryId>, StoreError> {
        const SQL: &str = "INSERT OR IGNORE INTO repository (name, location, forge_name, role, branch, added_at) \
                           VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let added = self
            .connection()
            .execute(SQL, params![name, location, forge_name, role.as_str(), branch, added_at.micros()])
            .map_err(at("registering a repository"))?;
        Ok((added == 1).then(|| RepositoryId(self.connection().last_insert_rowid())))
    }

    /// Returns every repository, by name.
    pub fn repositories(&self) -> Result<Vec<RepositoryRow>, StoreError> {
        repositories(self)
    }

    /// Returns where the refs of a repository stood at the last sync, by name.
    pub fn refs(&self, repository: RepositoryId) -> Result<Vec<RefPosition>, StoreError> {
        refs(self, repository)
    }

    /// Records how far a repository has been read.
    pub fn set_repository_state(
        &self,
        repository: RepositoryId,
        state: &RepositoryState,
    ) -> Result<(), StoreError> {
        const SQL: &str = "INSERT OR REPLACE INTO repository_state \
             (repository, branch, tip, line_length, refs_sha256, rules_sha256, reader, synced_at) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let RepositoryState { branch, tip, line_length, refs_sha256, rules_sha256, reader, synced_at } =
            state;
        self.connection()
            .execute(
                SQL,
                params![
                    repository.0,
                    branch,
                    tip.as_bytes(),
                    line_length,
                    refs_sha256,
                    rules_sha256,
                    reader,
                    synced_at.micros()
                ],
            )
            .map(drop)
            .map_err(at("recording the state of a repository"))
    }

    /// Records where the refs stand, and each movement since the last sync in the journal. Returns the movements,
    /// one line each: `name old new`, `-` for nothing.
    pub fn move_refs(
        &self,
        repository: &RepositoryRow,
        positions: &[RefPosition],
        seen_at: Time,
    ) -> Result<Vec<String>, StoreError> {
        let step = "recording the refs";
        let mut moved = Vec::new();
        let before = refs(self, repository.id)?;
        let old = |name: &str| {
            before.binary_search_by(|known| known.name.as_str().cmp(name)).ok().map(|index| &before[index])
        };
        let mut journal = self
            .connection()
            .prepare_cached(
                "INSERT INTO ref_journal (repository, name, old_target, new_target, seen_at) \
                 VALUES (?1, ?2, ?3, ?4, ?5)",
            )
            .map_err(at(step))?;
        let mut put = self
            .connection()
            .prepare_cached(
                "INSERT OR REPLACE INTO git_ref (repository, name, target, oid) VALUES (?1, ?2, ?3, ?4)",
            )
            .map_err(at(step))?;
        let mut gone: std::collections::BTreeSet<&str> =
            before.iter().map(|known| known.name.as_str()).collect();
        for position in positions {
            gone.remove(position.name.as_str());
            let known = old(&position.name);
            if known == Some(position) {
                continue;
            }
            let target = position.target.as_bytes();
            put.execute(params![
                repository.id.0,
                position.name,
                target,
                position.commit.as_ref().map(CommitId::as_bytes)
            ])
            .map_err(at(step))?;
            let from = known.map_or("-".to_owned(), |known| known.target.to_string());
            moved.push(format!("{} {from} {}", position.name, position.target));
            let old_target = known.map(|known| known.target.as_bytes().to_vec());
            journal
                .execute(params![repository.name, position.name, old_target, target, seen_at.micros()])
                .map_err(at(step))?;
        }
        for name in gone {
            let old_target = old(name).map(|known| known.target.as_bytes().to_vec());
            moved.push(format!(
                "{name} {} -",
                old(name).map_or("-".to_owned(), |known| known.target.to_string())
            ));
            journal
                .execute(params![repository.name, name, old_target, None::<Vec<u8>>, seen_at.micros()])
                .map_err(at(step))?;
            self.connection()
                .execute(
                    "DELETE FROM git_ref WHERE repository = ?1 AND name = ?2",
                    params![repository.id.0, name],
                )
                .map_err(at(step))?;
        }
        Ok(moved)
    }

    /// Forgets everything that was derived from a repository; the registration, the refs and their journal stay.
    pub fn clear_repository(&self, repository: &RepositoryRow) -> Result<(), StoreError> {
        const SQL: [&str; 5] = [
            "DELETE FROM declaration WHERE slot IN (SELECT id FROM slot WHERE repository = ?1)",
            "DELETE FROM slot WHERE repository = ?1",
            "DELETE FROM commit_parent WHERE child IN (SELECT id FROM git_commit WHERE repository = ?1)",
            "DELETE FROM git_commit WHERE repository = ?1",
            "DELETE FROM repository_state WHERE repository = ?1",
        ];
        for sql in SQL {
            self.connection().execute(sql, [repository.id.0]).map_err(at("clearing a repository"))?;
        }
        self.clear_gaps(crate::gaps::GapScope::Repository, &repository.name)
    }
}

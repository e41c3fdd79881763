//! Declarations: the value of a slot over an interval of the tracked branch.

use domain::{CommitId, DeclaredValue, Digest, Placement, SlotValue, Time};
use rusqlite::{Row, params, types::Value};
use rustc_hash::FxHashMap;

use crate::connection::{Read, Write};
use crate::error::{StoreError, at};
use crate::repositories::RepositoryId;
use crate::text;

/// Number of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotId(pub i64);

/// Number of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub i64);

/// Position "after everything": the end of an interval that is still open.
pub const OPEN: i64 = i64::MAX;

/// A slot as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlotRow {
    /// Its number.
    pub id: SlotId,
    /// The repository.
    pub repository: RepositoryId,
    /// Path of the file.
    pub path: String,
    /// The slot within it.
    pub slot: String,
    /// The recogniser that found it.
    pub format: String,
    /// Name of the object that holds it.
    pub object: Option<String>,
    /// Namespace of that object.
    pub namespace: Option<String>,
    /// Where it takes effect, and which rule said so.
    pub placement: Placement,
}

/// A declaration as it is stored, with the line commits at its ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclarationRow {
    /// The slot.
    pub slot: SlotRow,
    /// What it declares.
    pub value: DeclaredValue,
    /// Position of the commit that introduced it.
    pub from_line: u32,
    /// Position of the commit that ended it; `None` while it stands.
    pub until_line: Option<u32>,
    /// The commit that introduced it.
    pub commit: CommitId,
    /// When that landed.
    pub landed_at: Time,
    /// Name of its author.
    pub author: String,
    /// Number of the change request that it landed.
    pub change_request: Option<u64>,
    /// First line of its message.
    pub subject: String,
    /// The slot that the value was carried from.
    pub moved_from: Option<SlotId>,
}

/// Which declarations to read. Absent filters let everything through.
#[derive(Debug, Clone, Default)]
pub struct DeclarationFilter<'a> {
    /// Of this repository.
    pub repository: Option<RepositoryId>,
    /// Of this path, or below it.
    pub path: Option<&'a str>,
    /// Of this slot.
    pub slot: Option<&'a str>,
    /// Of this app.
    pub app: Option<&'a str>,
    /// With this tag.
    pub tag: Option<&'a str>,
    /// With this digest.
    pub digest: Option<&'a str>,
    /// Of this slot number.
    pub slot_id: Option<SlotId>,
    /// Standing at this position.
    pub standing_at: Option<u32>,
    /// Introduced at or after this position.
    pub from: Option<u32>,
    /// Introduced before this position.
    pub until: Option<u32>,
}

const SELECT: &str = "SELECT s.id, s.repository, s.path, s.slot, s.format, s.object, s.namespace, s.app, \
     s.environment, s.cluster, s.rule, v.image, v.tag, v.digest, v.version, d.from_line, d.until_line, c.oid, \
     c.landed_at, p.name, c.change_request, c.subject, d.moved_from \
     FROM slot s JOIN declaration d ON d.slot = s.id JOIN declared_value v ON v.id = d.value \
     JOIN git_commit c ON c.repository = s.repository AND c.line = d.from_line JOIN person p ON p.id = c.author";

fn declaration(row: &Row<'_>) -> rusqlite::Result<DeclarationRow> {
    let until: i64 = row.get(16)?;
    Ok(DeclarationRow {
        slot: SlotRow {
            id: SlotId(row.get(0)?),
            repository: RepositoryId(row.get(1)?),
            path: row.get(2)?,
            slot: row.get(3)?,
            format: row.get(4)?,
            object: row.get(5)?,
            namespace: row.get(6)?,
            placement: Placement {
                app: row.get(7)?,
                environment: row.get(8)?,
                cluster: row.get(9)?,
                rule: row.get(10)?,
            },
        },
        value: DeclaredValue {
            image: row.get(11)?,
            tag: row.get(12)?,
            digest: text::optional_digest(row, 13)?,
            version: row.get(14)?,
        },
        from_line: row.get(15)?,
        until_line: u32::try_from(until).ok(),
        commit: text::commit_id(row, 17)?,
        landed_at: text::time(row, 18)?,
        author: row.get(19)?,
        change_request: row.get::<_, Option<i64>>(20)?.map(|number| number as u64),
        subject: row.get(21)?,
        moved_from: row.get::<_, Option<i64>>(22)?.map(SlotId),
    })
}

impl Read<'_> {
    /// Returns declarations by path, slot and position, of one repository at a time.
    pub fn declarations(&self, filter: &DeclarationFilter<'_>) -> Result<Vec<DeclarationRow>, StoreError> {
        let DeclarationFilter { repository, path, slot, app, tag, digest, slot_id, standing_at, from, until } =
            filter;
        let mut conditions: Vec<&'static str> = Vec::new();
        let mut values: Vec<Value> = Vec::new();
        let mut add = |condition: &'static str, parameters: Vec<Value>| {
            conditions.push(condition);
            values.extend(parameters);
        };
        let word = |text: &str| Value::Text(text.to_owned());
        if let Some(repository) = repository {
            add("s.repository = ?", vec![Value::Integer(repository.0)]);
        }
        if let Some(path) = path {
            let path = path.trim_end_matches('/');
            // The range [path/, path0) is everything below the folder: '0' follows '/' in ASCII.
            let below = vec![word(path), word(&format!("{path}/")), word(&format!("{path}0"))];
            add("(s.path = ? OR (s.path >= ? AND s.path < ?))", below);
        }
        let texts = [("s.slot = ?", slot), ("s.app = ?", app), ("v.tag = ?", tag), ("v.digest = ?", digest)];
        for (condition, text) in texts {
            if let Some(text) = text {
                add(condition, vec![word(text)]);
            }
        }
        if let Some(slot) = slot_id {
            add("s.id = ?", vec![Value::Integer(slot.0)]);
        }
        if let Some(position) = standing_at {
            let position = Value::Integer(i64::from(*position));
            add("d.from_line <= ? AND d.until_line > ?", vec![position.clone(), position]);
        }
        if let Some(position) = from {
            add("d.from_line >= ?", vec![Value::Integer(i64::from(*position))]);
        }
        if let Some(position) = until {
            add("d.from_line < ?", vec![Value::Integer(i64::from(*position))]);
        }
        let mut sql = SELECT.to_owned();
        for (index, condition) in conditions.iter().enumerate() {
            sql.push_str(if index == 0 { " WHERE " } else { " AND " });
            sql.push_str(condition);
        }
        sql.push_str(" ORDER BY s.repository, s.path, s.slot, d.from_line");
        let step = "reading declarations";
        let mut statement = self.connection().prepare_cached(&sql).map_err(at(step))?;
        let rows = statement.query_map(rusqlite::params_from_iter(values), declaration).map_err(at(step))?;
        rows.collect::<Result<_, _>>().map_err(at(step))
    }

    /// Returns how many slots of a repository are known.
    pub fn slot_count(&self, repository: RepositoryId) -> Result<u32, StoreError> {
        self.connection()
            .query_row("SELECT count(*) FROM slot WHERE repository = ?1", [repository.0], |row| row.get(0))
            .map_err(at("counting slots"))
    }

    /// Returns whether this is the tag of any image that is declared or was seen to run.
    pub fn is_tag_of_image(&self, tag: &str) -> Result<bool, StoreError> {
        const SQL: &str = "SELECT EXISTS (SELECT 1 FROM declared_value WHERE tag = ?1) \
                           OR EXISTS (SELECT 1 FROM running_value WHERE tag = ?1)";
        self.connection()
            .prepare_cached(SQL)
            .and_then(|mut statement| statement.query_row([tag], |row| row.get(0)))
            .map_err(at("looking up a tag"))
    }

    /// Returns every digest that is declared, pinned or was seen to run and begins with this text; sorted.
    pub fn digests_by_prefix(&self, prefix: &str) -> Result<Vec<Digest>, StoreError> {
        // The range [prefix, prefixg) is everything that goes on with hexadecimal digits.
        const SQL: &str = "SELECT digest FROM running_value WHERE digest >= ?1 AND digest < ?1 || 'g' \
             UNION SELECT spec_digest FROM running_value WHERE spec_digest >= ?1 AND spec_digest < ?1 || 'g' \
             UNION SELECT digest FROM declared_value WHERE digest >= ?1 AND digest < ?1 || 'g' ORDER BY 1";
        let step = "looking up digests";
        let mut statement = self.connection().prepare_cached(SQL).map_err(at(step))?;
        let rows = statement.query_map([prefix], |row| row.get::<_, String>(0)).map_err(at(step))?;
        let texts = rows.collect::<Result<Vec<_>, _>>().map_err(at(step))?;
        Ok(texts.iter().filter_map(|text| text.parse().ok()).collect())
    }

    /// Returns the name of every image that is declared or was seen to run; sorted.
    pub fn image_names(&self) -> Result<Vec<String>, StoreError> {
        const SQL: &str = "SELECT image FROM declared_value WHERE image IS NOT NULL \
                           UNION SELECT image FROM running_value ORDER BY 1";
        let step = "reading the names of images";
        let mut statement = self.connection().prepare_cached(SQL).map_err(at(step))?;
        let rows = statement.query_map([], |row| row.get(0)).map_err(at(step))?;
        rows.collect::<Result<_, _>>().map_err(at(step))
    }

    /// Returns every app, and every environment, that a slot belongs to; sorted.
    pub fn slot_places(&self) -> Result<(Vec<String>, Vec<String>), StoreError> {
        let step = "reading apps and environments";
        let column = |sql: &str| {
            let mut statement = self.connection().prepare_cached(sql)?;
            let rows = statement.query_map([], |row| row.get(0))?;
            rows.collect::<Result<Vec<String>, _>>()
        };
        let apps =
            column("SELECT DISTINCT app FROM slot WHERE app IS NOT NULL ORDER BY app").map_err(at(step))?;
        let environments = column(
            "SELECT DISTINCT environment FROM slot WHERE environment IS NOT NULL ORDER BY environment",
        )
        .map_err(at(step))?;
        Ok((apps, environments))
    }
}

/// A declaration that still stands, as the next sync needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingRow {
    /// The slot.
    pub slot: SlotId,
    /// Path of its file.
    pub path: String,
    /// The slot within it.
    pub name: String,
    /// Position of the commit that introduced the value.
    pub from_line: u32,
    /// What it declares.
    pub value: ValueId,
}

/// An interval to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Interval {
    /// The slot.
    pub slot: SlotId,
    /// Position of the commit that introduced the value.
    pub from_line: u32,
    /// Position of the commit that ended it; `None` while it stands.
    pub until_line: Option<u32>,
    /// What it declares.
    pub value: ValueId,
    /// The slot that it was carried from.
    pub moved_from: Option<SlotId>,
}

impl Write<'_> {
    /// Returns every declaration of a repository that still stands.
    pub fn standing(&self, repository: RepositoryId) -> Result<Vec<StandingRow>, StoreError> {
        const SQL: &str = "SELECT s.id, s.path, s.slot, d.from_line, d.value FROM slot s \
             JOIN declaration d ON d.slot = s.id WHERE s.repository = ?1 AND d.until_line = ?2";
        let step = "reading what stands";
        let mut statement = self.connection().prepare_cached(SQL).map_err(at(step))?;
        let rows = statement
            .query_map(params![repository.0, OPEN], |row| {
                Ok(StandingRow {
                    slot: SlotId(row.get(0)?),
                    path: row.get(1)?,
                    name: row.get(2)?,
                    from_line: row.get(3)?,
                    value: ValueId(row.get(4)?),
                })
            })
            .map_err(at(step))?;
        rows.collect::<Result<_, _>>().map_err(at(step))
    }

    /// Returns the number of a slot, which is stored if it is new.
    pub fn slot(
        &self,
        repository: RepositoryId,
        path: &str,
        found: &SlotValue,
        placement: &Placement,
    ) -> Result<SlotId, StoreError> {
        const SQL: &str = "INSERT INTO slot \
             (repository, path, slot, format, object, namespace, app, environment, cluster, rule) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) \
             ON CONFLICT (repository, path, slot) DO UPDATE SET format = ?4 RETURNING id";
        let Placement { app, environment, cluster, rule } = placement;
        self.connection()
            .prepare_cached(SQL)
            .and_then(|mut statement| {
                statement.query_row(
                    params![
                        repository.0,
                        path,
                        found.slot,
                        found.format,
                        found.object,
                        found.namespace,
                        app,
                        environment,
                        cluster,
                        rule
                    ],
                    |row| row.get(0).map(SlotId),
                )
            })
            .map_err(at("writing a slot"))
    }

    /// Places the slots of a repository anew, after the rules changed.
    pub fn replace_slots(
        &self,
        repository: RepositoryId,
        place: impl Fn(&str) -> Placement,
    ) -> Result<(), StoreError> {
        let step = "placing the slots";
        let mut paths = self
            .connection()
            .prepare_cached("SELECT DISTINCT path FROM slot WHERE repository = ?1")
            .map_err(at(step))?;
        let paths = paths
            .query_map([repository.0], |row| row.get::<_, String>(0))
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(at(step))?;
        let mut update = self
            .connection()
            .prepare_cached(
                "UPDATE slot SET app = ?3, environment = ?4, cluster = ?5, rule = ?6 \
                 WHERE repository = ?1 AND path = ?2",
            )
            .map_err(at(step))?;
        for path in paths {
            let Placement { app, environment, cluster, rule } = place(&path);
            update.execute(params![repository.0, path, app, environment, cluster, rule]).map_err(at(step))?;
        }
        Ok(())
    }

    /// Writes intervals; one whose slot and beginning are stored already gets its end.
    pub fn put_intervals(&self, intervals: &[Interval]) -> Result<(), StoreError> {
        let step = "writing declarations";
        let mut put = self
            .connection()
            .prepare_cached(
                "INSERT INTO declaration (slot, from_line, until_line, value, moved_from) \
                 VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (slot, from_line) DO UPDATE SET until_line = ?3",
            )
            .map_err(at(step))?;
        for Interval { slot, from_line, until_line, value, moved_from } in intervals {
            let until = until_line.map_or(OPEN, i64::from);
            put.execute(params![slot.0, from_line, until, value.0, moved_from.map(|slot| slot.0)])
                .map_err(at(step))?;
        }
        Ok(())
    }
}

/// The dictionary of declared values: one number a value, over all repositories.
#[derive(Debug, Default)]
pub struct Values {
    known: FxHashMap<DeclaredValue, ValueId>,
    next: i64,
}

impl Values {
    /// Loads the dictionary.
    pub fn load(write: &Write<'_>) -> Result<Self, StoreError> {
        let step = "reading the values";
        let mut statement = write
            .connection()
            .prepare_cached("SELECT id, image, tag, digest, version FROM declared_value")
            .map_err(at(step))?;
        let rows = statement
            .query_map([], |row| {
                let value = DeclaredValue {
                    image: row.get(1)?,
                    tag: row.get(2)?,
                    digest: text::optional_digest(row, 3)?,
                    version: row.get(4)?,
                };
                Ok((value, ValueId(row.get(0)?)))
            })
            .map_err(at(step))?;
        let known = rows.collect::<Result<FxHashMap<_, _>, _>>().map_err(at(step))?;
        let next = known.values().map(|id| id.0).max().unwrap_or(0) + 1;
        Ok(Values { known, next })
    }

    /// Returns the number of a value, which is stored if it is new.
    pub fn id(&mut self, write: &Write<'_>, value: &DeclaredValue) -> Result<ValueId, StoreError> {
        if let Some(id) = self.known.get(value) {
            return Ok(*id);
        }
        const SQL: &str =
            "INSERT INTO declared_value (id, image, tag, digest, version) VALUES (?1, ?2, ?3, ?4, ?5)";
        let DeclaredValue { image, tag, digest, version } = value;
        let id = ValueId(self.next);
        let digest = digest.as_ref().map(domain::Digest::as_str);
        write
            .connection()
            .prepare_cached(SQL)
            .and_then(|mut statement| statement.execute(params![id.0, image, tag, digest, version]))
            .map_err(at("writing a value"))?;
        self.next += 1;
        self.known.insert(value.clone(), id);
        Ok(id)
    }
}

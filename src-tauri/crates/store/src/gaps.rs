//! Gaps: what is missing or was skipped.

use domain::{Gap, GapCode};
use rusqlite::params;

use crate::connection::{Read, Write};
use crate::error::{StoreError, at};

/// What a gap is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GapScope {
    /// A repository.
    Repository,
    /// A cluster.
    Cluster,
    /// A file that was imported.
    Import,
}

impl GapScope {
    const fn as_str(self) -> &'static str {
        match self {
            GapScope::Repository => "repository",
            GapScope::Cluster => "cluster",
            GapScope::Import => "import",
        }
    }
}

/// A gap and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredGap {
    /// Name of the repository, cluster or file.
    pub source: String,
    /// The gap.
    pub gap: Gap,
}

impl Read<'_> {
    /// Returns every gap, by scope, source and place.
    pub fn gaps(&self) -> Result<Vec<StoredGap>, StoreError> {
        const SQL: &str =
            "SELECT source, code, place, message FROM gap ORDER BY scope, source, place, code, message";
        let step = "reading the gaps";
        let mut statement = self.connection().prepare_cached(SQL).map_err(at(step))?;
        let rows = statement
            .query_map([], |row| {
                let code: String = row.get(1)?;
                let code = GapCode::ALL.into_iter().find(|known| known.as_str() == code);
                Ok(StoredGap {
                    source: row.get(0)?,
                    gap: Gap {
                        code: code.unwrap_or(GapCode::Unreadable),
                        place: row.get(2)?,
                        message: row.get(3)?,
                    },
                })
            })
            .map_err(at(step))?;
        rows.collect::<Result<_, _>>().map_err(at(step))
    }
}

impl Write<'_> {
    /// Records gaps; one that is known already is not recorded again. Returns how many are new.
    pub fn add_gaps(&self, scope: GapScope, source: &str, gaps: &[Gap]) -> Result<u32, StoreError> {
        const SQL: &str =
            "INSERT OR IGNORE INTO gap (scope, source, code, place, message) VALUES (?1, ?2, ?3, ?4, ?5)";
        let step = "recording gaps";
        let mut statement = self.connection().prepare_cached(SQL).map_err(at(step))?;
        let mut new = 0;
        for gap in gaps {
            new += statement
                .execute(params![scope.as_str(), source, gap.code.as_str(), gap.place, gap.message])
                .map_err(at(step))?;
        }
        Ok(new as u32)
    }

    /// Forgets the gaps of a source, before it is read again from the beginning. That a history was rewritten stays:
    /// the source no longer shows it.
    pub fn clear_gaps(&self, scope: GapScope, source: &str) -> Result<(), StoreError> {
        self.connection()
            .execute(
                "DELETE FROM gap WHERE scope = ?1 AND source = ?2 AND code <> ?3",
                params![scope.as_str(), source, GapCode::HistoryRewritten.as_str()],
            )
            .map(drop)
            .map_err(at("clearing gaps"))
    }
}

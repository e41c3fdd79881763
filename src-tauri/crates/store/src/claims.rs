//! Claims: what GitOps controllers said, as intervals over the snapshots of their cluster.

use domain::{Claim, Time};
use rusqlite::{Row, params};

use crate::clusters::ClusterId;
use crate::connection::{Read, Write};
use crate::error::{StoreError, at};
use crate::text;

/// A claim over an unbroken run of snapshots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimRow {
    /// The cluster that the controller object stands in.
    pub cluster: ClusterId,
    /// The first snapshot of the run.
    pub first_at: Time,
    /// The last one.
    pub last_at: Time,
    /// The first snapshot after it; [`Time::FOREVER`] if there is none.
    pub not_after: Time,
    /// What it said.
    pub claim: Claim,
}

fn claim(row: &Row<'_>) -> rusqlite::Result<ClaimRow> {
    let claim = serde_json::from_str(row.get_ref(4)?.as_str()?).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(4, rusqlite::types::Type::Text, Box::new(error))
    })?;
    Ok(ClaimRow {
        cluster: ClusterId(row.get(0)?),
        first_at: text::time(row, 1)?,
        last_at: text::time(row, 2)?,
        not_after: text::time(row, 3)?,
        claim,
    })
}

impl Read<'_> {
    /// Returns the last claims of a cluster that are known at `time`.
    pub fn claims_at(&self, cluster: ClusterId, time: Time) -> Result<Vec<ClaimRow>, StoreError> {
        const SQL: &str = "SELECT cluster, first_at, last_at, not_after, body FROM claim \
             WHERE cluster = ?1 AND first_at <= ?2 AND not_after > ?2 ORDER BY controller, namespace, name";
        let step = "reading claims";
        let mut statement = self.connection().prepare_cached(SQL).map_err(at(step))?;
        let rows = statement.query_map(params![cluster.0, time.micros()], claim).map_err(at(step))?;
        rows.collect::<Result<_, _>>().map_err(at(step))
    }
}

impl Write<'_> {
    /// Forgets the claims of a cluster, before they are folded anew.
    pub fn clear_claims(&self, cluster: ClusterId) -> Result<(), StoreError> {
        let sql = "DELETE FROM claim WHERE cluster = ?1";
        self.connection().execute(sql, [cluster.0]).map(drop).map_err(at("clearing claims"))
    }

    /// Returns the claims of a cluster that no later snapshot has ended.
    pub fn open_claims(&self, cluster: ClusterId) -> Result<Vec<ClaimRow>, StoreError> {
        const SQL: &str = "SELECT cluster, first_at, last_at, not_after, body FROM claim \
             WHERE cluster = ?1 AND not_after = ?2";
        let step = "reading open claims";
        let mut statement = self.connection().prepare_cached(SQL).map_err(at(step))?;
        let rows =
            statement.query_map(params![cluster.0, Time::FOREVER.micros()], claim).map_err(at(step))?;
        rows.collect::<Result<_, _>>().map_err(at(step))
    }

    /// Writes claims; one whose object and beginning are stored already is replaced.
    pub fn put_claims(&self, rows: &[ClaimRow]) -> Result<(), StoreError> {
        let step = "writing claims";
        let mut insert = self
            .connection()
            .prepare_cached(
                "INSERT OR REPLACE INTO claim (cluster, controller, namespace, name, first_at, last_at, \
                 not_after, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )
            .map_err(at(step))?;
        for ClaimRow { cluster, first_at, last_at, not_after, claim } in rows {
            let body = serde_json::to_string(claim).unwrap_or_default();
            insert
                .execute(params![
                    cluster.0,
                    claim.controller.as_str(),
                    claim.namespace,
                    claim.name,
                    first_at.micros(),
                    last_at.micros(),
                    not_after.micros(),
                    body
                ])
                .map_err(at(step))?;
        }
        Ok(())
    }
}

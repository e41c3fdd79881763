//! Change requests and the decisions on them.

use domain::{Approval, ChangeRequest, CommitId};
use rusqlite::{OptionalExtension, params};

use crate::connection::{Read, Write};
use crate::error::{StoreError, at};
use crate::evidence::EvidenceId;

impl Read<'_> {
    /// Returns a change request by the repository's name at the forge and its number, with its approvals, and the
    /// evidence that it was read from.
    pub fn change_request(
        &self,
        repository: &str,
        number: u64,
    ) -> Result<Option<(ChangeRequest, Option<EvidenceId>)>, StoreError> {
        const SQL: &str = "SELECT body, repository, number, reviews_known, evidence FROM change_request \
                           WHERE repository = ?1 AND number = ?2";
        self.one_change_request(SQL, params![repository, number as i64])
    }

    /// Returns the change request that a commit merged.
    pub fn change_request_of_commit(
        &self,
        commit: &CommitId,
    ) -> Result<Option<(ChangeRequest, Option<EvidenceId>)>, StoreError> {
        const SQL: &str = "SELECT body, repository, number, reviews_known, evidence FROM change_request \
                           WHERE merge_commit = ?1";
        self.one_change_request(SQL, params![commit.as_bytes()])
    }

    /// Returns the forge names of the repositories that any change request was imported for.
    pub fn forge_repositories(&self) -> Result<Vec<String>, StoreError> {
        let step = "reading the forge's repositories";
        let mut statement = self
            .connection()
            .prepare_cached("SELECT DISTINCT repository FROM change_request ORDER BY repository")
            .map_err(at(step))?;
        let rows = statement.query_map([], |row| row.get(0)).map_err(at(step))?;
        rows.collect::<Result<_, _>>().map_err(at(step))
    }

    /// Returns how many change requests are known.
    pub fn change_request_count(&self) -> Result<u32, StoreError> {
        self.connection()
            .query_row("SELECT count(*) FROM change_request", [], |row| row.get(0))
            .map_err(at("counting change requests"))
    }

    fn one_change_request(
        &self,
        sql: &str,
        params: impl rusqlite::Params,
    ) -> Result<Option<(ChangeRequest, Option<EvidenceId>)>, StoreError> {
        let step = "reading a change request";
        let found = self
            .connection()
            .prepare_cached(sql)
            .and_then(|mut statement| {
                statement
                    .query_row(params, |row| {
                        Ok((
                            row.get::<_, String>(0)?,
                            row.get::<_, String>(1)?,
                            row.get::<_, i64>(2)?,
                            row.get::<_, bool>(3)?,
                            row.get::<_, Option<i64>>(4)?,
                        ))
                    })
                    .optional()
            })
            .map_err(at(step))?;
        let Some((body, repository, number, reviews_known, evidence)) = found else { return Ok(None) };
        let wrong = |column: &'static str, value: &str| StoreError::StoredValue {
            table: "change_request",
            column,
            value: value.chars().take(200).collect(),
        };
        let mut request: ChangeRequest = serde_json::from_str(&body).map_err(|_| wrong("body", &body))?;
        let mut statement = self
            .connection()
            .prepare_cached("SELECT body FROM approval WHERE repository = ?1 AND number = ?2 ORDER BY ord")
            .map_err(at(step))?;
        let bodies = statement
            .query_map(params![repository, number], |row| row.get::<_, String>(0))
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(at(step))?;
        request.reviews_known = reviews_known;
        request.approvals = bodies
            .iter()
            .map(|body| serde_json::from_str(body).map_err(|_| wrong("approval", body)))
            .collect::<Result<_, _>>()?;
        Ok(Some((request, evidence.map(EvidenceId))))
    }
}

impl Write<'_> {
    /// Stores what the forge says of a change request; a later record replaces an earlier one, reviews stay.
    pub fn put_change_request(
        &self,
        request: &ChangeRequest,
        evidence: Option<EvidenceId>,
    ) -> Result<(), StoreError> {
        const SQL: &str = "INSERT INTO change_request (repository, number, title, body, merge_commit, head_commit, \
             merged_at, reviews_known, evidence) VALUES (?1,?2,?3,?4,?5,?6,?7, \
             ?8 OR EXISTS (SELECT 1 FROM approval WHERE repository = ?1 AND number = ?2), ?9) \
             ON CONFLICT (repository, number) DO UPDATE SET title = ?3, body = ?4, merge_commit = ?5, \
             head_commit = ?6, merged_at = ?7, reviews_known = max(reviews_known, ?8), evidence = ?9";
        let repository = request.repository.as_deref().unwrap_or("");
        let stored = ChangeRequest { approvals: Vec::new(), ..request.clone() };
        let body = serde_json::to_string(&stored).unwrap_or_default();
        self.connection()
            .execute(
                SQL,
                params![
                    repository,
                    request.number as i64,
                    request.title,
                    body,
                    request.merge_commit.as_ref().map(CommitId::as_bytes),
                    request.head_commit.as_ref().map(CommitId::as_bytes),
                    request.merged_at.map(domain::Time::micros),
                    request.reviews_known,
                    evidence.map(|id| id.0)
                ],
            )
            .map_err(at("storing a change request"))?;
        if request.reviews_known {
            self.put_approvals(repository, request.number, &request.approvals, evidence)?;
        }
        Ok(())
    }

    /// Stores the decisions on a change request, in place of those known before.
    pub fn put_approvals(
        &self,
        repository: &str,
        number: u64,
        approvals: &[Approval],
        evidence: Option<EvidenceId>,
    ) -> Result<(), StoreError> {
        let step = "storing approvals";
        let connection = self.connection();
        connection
            .execute(
                "DELETE FROM approval WHERE repository = ?1 AND number = ?2",
                params![repository, number as i64],
            )
            .map_err(at(step))?;
        connection
            .execute(
                "UPDATE change_request SET reviews_known = 1 WHERE repository = ?1 AND number = ?2",
                params![repository, number as i64],
            )
            .map_err(at(step))?;
        let mut insert = connection
            .prepare_cached(
                "INSERT INTO approval (repository, number, ord, body, evidence) VALUES (?1,?2,?3,?4,?5)",
            )
            .map_err(at(step))?;
        for (ord, approval) in approvals.iter().enumerate() {
            let body = serde_json::to_string(approval).unwrap_or_default();
            insert
                .execute(params![repository, number as i64, ord as i64, body, evidence.map(|id| id.0)])
                .map_err(at(step))?;
        }
        Ok(())
    }
}

//! The population as CSV: RFC 4180 with line feeds, UTF-8, one row a change, the columns always the same.

use domain::Decision;
use query::answer::{ApprovalRow, Change, DeclaredRevision};

use crate::{ChangesReport, Error};

/// Tells spreadsheets that the file is UTF-8.
const MARK: &str = "\u{feff}";

const COLUMNS: [&str; 37] = [
    "row",
    "id",
    "environment",
    "cluster",
    "app",
    "kind",
    "from_image",
    "from_tag",
    "from_digest",
    "from_version",
    "to_image",
    "to_tag",
    "to_digest",
    "to_version",
    "repo",
    "path",
    "slot",
    "config_commit",
    "subject",
    "landed_at",
    "observed_not_before",
    "observed_not_after",
    "source_repo",
    "source_commit",
    "source_basis",
    "source_strength",
    "change_request",
    "change_request_url",
    "author",
    "approvers",
    "approval_times",
    "approval_commits",
    "review",
    "review_reason",
    "review_text",
    "verdict",
    "reason",
];

/// Returns the report's population as a CSV file. Times are RFC 3339 in UTC; several approvals stand in one cell,
/// separated by `; `. A cell that a spreadsheet would take for a formula begins with an apostrophe.
pub fn csv(report: &ChangesReport) -> Result<Vec<u8>, Error> {
    Ok(format!("{MARK}{}", changes_csv(&report.answer.changes)?).into_bytes())
}

/// Returns changes as the rows of [`csv`], without the mark that spreadsheets want.
pub fn changes_csv(changes: &[Change]) -> Result<String, Error> {
    let failed = |error: ::csv::Error| Error::Csv(error.to_string());
    let mut writer =
        ::csv::WriterBuilder::new().terminator(::csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    writer.write_record(COLUMNS).map_err(failed)?;
    for (row, change) in changes.iter().enumerate() {
        writer.write_record(cells(row + 1, change).iter().map(|cell| inert(cell))).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|error| Error::Csv(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| Error::Csv(error.to_string()))
}

fn cells(row: usize, change: &Change) -> [String; COLUMNS.len()] {
    let from = revision(change.from.as_ref());
    let to = revision(change.to.as_ref());
    let approvals: Vec<&ApprovalRow> =
        change.approvals.iter().filter(|approval| approval.decision == Decision::Approved).collect();
    let source = change.source.as_ref();
    [
        row.to_string(),
        change.id.clone(),
        change.environment.clone().unwrap_or_default(),
        change.cluster.clone().unwrap_or_default(),
        change.app.clone().unwrap_or_default(),
        word(&change.kind),
        from[0].clone(),
        from[1].clone(),
        from[2].clone(),
        from[3].clone(),
        to[0].clone(),
        to[1].clone(),
        to[2].clone(),
        to[3].clone(),
        change.repo.clone(),
        change.path.clone(),
        change.slot.clone(),
        text(change.config_commit),
        change.subject.clone().unwrap_or_default(),
        change.landed_at.to_string(),
        text(change.observed.and_then(|window| window.not_before)),
        text(change.observed.map(|window| window.not_after)),
        source.map(|link| link.repo.clone()).unwrap_or_default(),
        text(source.map(|link| link.commit)),
        source.map(|link| word(&link.basis)).unwrap_or_default(),
        source.map(|link| word(&link.strength)).unwrap_or_default(),
        change.change_request.clone().unwrap_or_default(),
        change.change_request_url.clone().unwrap_or_default(),
        change.author.clone(),
        joined(&approvals, |approval| approval.person.clone()),
        joined(&approvals, |approval| text(approval.at)),
        joined(&approvals, |approval| text(approval.commit)),
        change.review.verdict.as_str().to_owned(),
        change.review.reason.clone(),
        change.review.text.clone(),
        word(&change.verdict),
        change.reason.clone(),
    ]
}

fn revision(value: Option<&DeclaredRevision>) -> [String; 4] {
    let Some(value) = value else { return Default::default() };
    [
        value.image.clone().unwrap_or_default(),
        value.tag.clone().unwrap_or_default(),
        text(value.digest.as_ref()),
        value.version.clone().unwrap_or_default(),
    ]
}

fn joined(approvals: &[&ApprovalRow], part: impl Fn(&ApprovalRow) -> String) -> String {
    approvals.iter().map(|approval| part(approval)).collect::<Vec<_>>().join("; ")
}

fn text(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Returns a value of a closed set as the wire spells it.
pub(crate) fn word(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

/// Returns a cell that no spreadsheet takes for a formula (OWASP, "CSV Injection").
fn inert(cell: &str) -> String {
    match cell.chars().next() {
        Some('=' | '+' | '-' | '@' | '\t' | '\r') => format!("'{cell}"),
        _ => cell.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{approved, hostile, report, undetermined};

    #[test]
    fn every_change_is_one_row_that_reads_back() {
        let bytes = csv(&report(vec![approved(), hostile(), undetermined()])).unwrap();
        assert!(bytes.starts_with(b"\xef\xbb\xbfrow,id,"), "spreadsheets are told that it is UTF-8");
        let mut reader = ::csv::Reader::from_reader(&bytes[3..]);
        let rows: Vec<::csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 3);
        let cell = |row: usize, column: &str| {
            let place = COLUMNS.iter().position(|name| *name == column).expect("the column is there");
            rows[row][place].to_owned()
        };
        assert_eq!(cell(0, "approvers"), "tomas");
        assert_eq!(cell(0, "observed_not_before"), "2026-03-03T00:00:00Z");
        assert_eq!(cell(1, "to_image"), "'=cmd|' /C calc'!A0", "no spreadsheet takes it for a formula");
        assert_eq!(cell(1, "author"), "'@mallory");
        assert!(
            cell(1, "subject").contains("\"quoted\"\nand more"),
            "quotes and line feeds come back as they were"
        );
        assert_eq!(cell(2, "config_commit"), "");
        assert_eq!(cell(2, "review"), "not-determined");
    }

    #[test]
    fn an_empty_population_still_has_its_columns() {
        assert_eq!(changes_csv(&[]).unwrap(), format!("{}\n", COLUMNS.join(",")));
    }
}

//! A report as JSON: the same answers that the command line prints, with what a reader needs to judge them.

use domain::Time;
use query::answer::{Change, ClusterSource, GapRow, Period, RepositorySource};
use serde::Serialize;

use crate::{ChangesReport, Counts, Error};

/// Grows when a field changes its meaning; fields may be added without.
const FORMAT: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    report: &'static str,
    format: u32,
    title: &'a str,
    generated_at: Time,
    tool: Tool<'a>,
    period: Period,
    zone: &'a str,
    scope: Scope<'a>,
    coverage: Coverage<'a>,
    gaps: &'a [GapRow],
    counts: Counts,
    changes: &'a [Change],
    without_approval: Vec<&'a str>,
}

#[derive(Serialize)]
struct Tool<'a> {
    name: &'static str,
    version: &'a str,
}

#[derive(Serialize)]
struct Scope<'a> {
    environment: Option<&'a str>,
    app: Option<&'a str>,
}

#[derive(Serialize)]
struct Coverage<'a> {
    repositories: &'a [RepositorySource],
    clusters: &'a [ClusterSource],
    change_requests: u32,
}

/// Returns the report as JSON, with a line feed at its end. Its fields are documented in `docs/formats.md`.
pub fn json(report: &ChangesReport) -> Result<String, Error> {
    let document = Document {
        report: "changes",
        format: FORMAT,
        title: &report.title,
        generated_at: report.generated_at,
        tool: Tool { name: "cairn", version: &report.tool_version },
        period: report.answer.period,
        zone: &report.zone,
        scope: Scope { environment: report.answer.environment.as_deref(), app: report.app.as_deref() },
        coverage: Coverage {
            repositories: &report.sources.repositories,
            clusters: &report.sources.clusters,
            change_requests: report.sources.change_requests,
        },
        gaps: &report.answer.gaps,
        counts: report.counts(),
        changes: &report.answer.changes,
        without_approval: report.without_approval().map(|change| change.id.as_str()).collect(),
    };
    let mut text = serde_json::to_string_pretty(&document)?;
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use crate::sample::{approved, hostile, report, undetermined};

    #[test]
    fn the_document_counts_what_it_lists() {
        let text = super::json(&report(vec![approved(), hostile(), undetermined()])).unwrap();
        let document: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(document["changes"].as_array().map(Vec::len), Some(3));
        assert_eq!(document["without_approval"], serde_json::json!(["bbbbbbbbbbbb-1", "obs-0123456789ab"]));
        let counts = &document["counts"];
        assert_eq!(counts["changes"], 3);
        assert_eq!(
            (&counts["approved"], &counts["not_approved"], &counts["not_determined"]),
            (&1.into(), &1.into(), &1.into())
        );
        assert_eq!(
            (&counts["matched"], &counts["contradicted"], &counts["unknown"]),
            (&1.into(), &1.into(), &1.into())
        );
        let keys = document.as_object().unwrap().keys().map(String::as_str).collect::<Vec<_>>().join(" ");
        insta::assert_snapshot!(keys);
    }
}

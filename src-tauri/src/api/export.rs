//! Files that answers are written into: reports and drawings.

use std::path::{Path, PathBuf};

use query::answer::{ChangesAnswer, TimelineAnswer};
use report::ChangesReport;
use report::plot::Style;

use super::replies::{ApiError, ReportReply};
use super::requests::{ChangesRequest, ReportRequest};
use super::{Api, Code};
use crate::app::present;

/// The formats that a report of changes can have; each is the ending of a file.
const FORMATS: [&str; 3] = ["csv", "json", "html"];

impl Api {
    /// Writes a report of the changes of a period, one file a format. A file that is there is replaced as a whole.
    pub fn export_report(&self, request: ReportRequest) -> Result<ReportReply, ApiError> {
        let ReportRequest { environment, app, from, to, formats, zone, directory } = request;
        let answer = self.changes(ChangesRequest {
            environment,
            app: app.clone(),
            from,
            to,
            ..ChangesRequest::default()
        })?;
        let formats = if formats.is_empty() { FORMATS.map(str::to_owned).to_vec() } else { formats };
        let report = ChangesReport {
            title: title(&answer),
            zone: zone.unwrap_or_else(|| "UTC".to_owned()),
            app,
            generated_at: present(),
            tool_version: env!("CARGO_PKG_VERSION").to_owned(),
            sources: query::sources(&self.app.store().read()?)?,
            answer,
        };
        let directory = directory.map_or_else(|| self.app.directory().join("reports"), PathBuf::from);
        std::fs::create_dir_all(&directory).map_err(|error| unwritable(&directory, &error))?;
        let mut files = Vec::new();
        for format in &formats {
            let bytes = match format.as_str() {
                "csv" => report::csv(&report)?,
                "json" => report::json(&report)?.into_bytes(),
                "html" => report::html(&report)?.into_bytes(),
                other => {
                    let message = format!("a report has no format {other:?}");
                    return Err(ApiError::new(Code::Usage, message, "Use csv, json or html."));
                }
            };
            let path = directory.join(format!("changes.{format}"));
            write(&path, &bytes)?;
            files.push(path.display().to_string());
        }
        Ok(ReportReply {
            files,
            changes: report.answer.changes.len() as u32,
            without_approval: report.without_approval().count() as u32,
        })
    }

    /// Returns changes as CSV, as the report writes them.
    pub fn changes_csv(&self, answer: &ChangesAnswer) -> Result<String, ApiError> {
        Ok(report::changes_csv(&answer.changes)?)
    }

    /// Draws a timeline into an SVG file.
    pub fn draw_svg(&self, answer: &TimelineAnswer, style: Style, path: &Path) -> Result<(), ApiError> {
        write(path, report::plot::svg(answer, &style)?.as_bytes())
    }

    /// Draws a timeline into a PNG file.
    pub fn draw_png(&self, answer: &TimelineAnswer, style: Style, path: &Path) -> Result<(), ApiError> {
        write(path, &report::plot::png(answer, &style)?)
    }
}

fn title(answer: &ChangesAnswer) -> String {
    match &answer.environment {
        Some(environment) => format!("Changes that reached {environment}"),
        None => "Changes that reached an environment".to_owned(),
    }
}

/// Writes beside the file and renames, so that a reader never sees half of it.
fn write(path: &Path, bytes: &[u8]) -> Result<(), ApiError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, path)).map_err(|error| {
        // The part is of no use to anybody; if it cannot be removed, the error below tells enough.
        let _ = std::fs::remove_file(&beside);
        unwritable(path, &error)
    })
}

fn unwritable(path: &Path, error: &std::io::Error) -> ApiError {
    ApiError::new(
        Code::Output,
        format!("cannot write {}: {error}", path.display()),
        "Choose a folder that can be written to.",
    )
}

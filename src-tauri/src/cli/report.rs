//! `cairn report`.

use super::arguments::ReportArguments;
use super::exit::Exit;
use super::output::Output;
use crate::api::{Api, ApiError, Code, ReportRequest};

pub(super) fn run(api: &Api, arguments: ReportArguments, output: &Output) -> Result<Exit, ApiError> {
    let ReportArguments { from, to, scope, format, zone, output: directory } = arguments;
    let mut request = ReportRequest {
        from: Some(from),
        to: Some(to),
        formats: format,
        zone: Some(zone),
        directory: Some(directory.display().to_string()),
        ..ReportRequest::default()
    };
    for (key, value) in scope {
        match key.as_str() {
            "env" | "environment" => request.environment = Some(value),
            "app" => request.app = Some(value),
            _ => {
                let message = format!("a report has no scope {key:?}");
                return Err(ApiError::new(Code::Usage, message, "Use --scope env=NAME or --scope app=NAME."));
            }
        }
    }
    let reply = api.export_report(request)?;
    if output.is_json() {
        output.json(&reply);
        return Ok(Exit::Answered);
    }
    for file in &reply.files {
        output.line(file);
    }
    output.warn(&format!(
        "{} changes, {} of them without approval by another person",
        reply.changes, reply.without_approval
    ));
    Ok(Exit::Answered)
}

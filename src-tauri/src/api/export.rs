//! Files that answers are written into: reports and drawings.

use std::path::Path;

use query::answer::{ChangesAnswer, TimelineAnswer};

use super::replies::{ApiError, ReportReply};
use super::requests::ReportRequest;
use super::{Api, Code};

impl Api {
    /// Writes a report of the changes of a period, one file a format.
    pub fn export_report(&self, _request: ReportRequest) -> Result<ReportReply, ApiError> {
        Err(ApiError::new(Code::Usage, "not built yet", ""))
    }

    /// Returns changes as CSV, as the report writes them.
    pub fn changes_csv(&self, _answer: ChangesAnswer) -> Result<String, ApiError> {
        Err(ApiError::new(Code::Usage, "not built yet", ""))
    }

    /// Draws a timeline into an SVG file.
    pub fn draw_svg(&self, _a: &TimelineAnswer, _w: u32, _d: bool, _p: &Path) -> Result<(), ApiError> {
        Err(ApiError::new(Code::Usage, "not built yet", ""))
    }

    /// Draws a timeline into a PNG file.
    pub fn draw_png(&self, _a: &TimelineAnswer, _w: u32, _d: bool, _p: &Path) -> Result<(), ApiError> {
        Err(ApiError::new(Code::Usage, "not built yet", ""))
    }
}

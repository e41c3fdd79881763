//! A report as one HTML file that holds everything it needs: no script, no font, no picture from elsewhere.
//!
//! The order is the argument: what the report is about, what its sources cover and what is not known, then the
//! population, then what nobody else approved.

mod changes;
mod coverage;
mod escape;

use std::fmt::Write as _;

use crate::zone::Zone;
use crate::{ChangesReport, Counts, Error};
use escape::Text;

const STYLE: &str = include_str!("style.css");

/// A page that grows; writing into a `String` cannot fail.
#[derive(Default)]
pub(crate) struct Page(String);

impl Page {
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = self.0.write_fmt(text);
    }
}

/// Returns the report as an HTML document.
pub fn html(report: &ChangesReport) -> Result<String, Error> {
    let zone = Zone::named(&report.zone)?;
    let counts = report.counts();
    let mut page = Page::default();
    page.put(format_args!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"cairn {version}\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n",
        version = Text(&report.tool_version),
        title = Text(&report.title),
    ));
    head(&mut page, report, &zone);
    page.put(format_args!("</header>\n<main>\n"));
    coverage::section(&mut page, report, &zone);
    summary(&mut page, &counts);
    changes::population(&mut page, report, &zone);
    changes::without_approval(&mut page, report, &zone);
    method(&mut page);
    page.put(format_args!("</main>\n</body>\n</html>\n"));
    Ok(page.0)
}

fn head(page: &mut Page, report: &ChangesReport, zone: &Zone) {
    let period = report.answer.period;
    page.put(format_args!("<dl class=\"facts\">\n"));
    let (from, to) = (zone.local(period.from), zone.local(period.to));
    page.put(format_args!(
        "<div><dt>Period</dt><dd>[{}, {}) · zone {}",
        Text(&from),
        Text(&to),
        Text(&report.zone)
    ));
    if !zone.is_utc() {
        page.put(format_args!("<br><small>[{}, {}) in UTC</small>", period.from, period.to));
    }
    page.put(format_args!("</dd></div>\n"));
    let environment = report.answer.environment.as_deref().unwrap_or("all");
    let app = report.app.as_deref().unwrap_or("all");
    page.put(format_args!(
        "<div><dt>Scope</dt><dd>environment: {} · app: {}</dd></div>\n",
        Text(environment),
        Text(app)
    ));
    page.put(format_args!(
        "<div><dt>Written</dt><dd>{} by cairn {}</dd></div>\n</dl>\n",
        Text(&zone.local(report.generated_at)),
        Text(&report.tool_version)
    ));
}

fn summary(page: &mut Page, counts: &Counts) {
    let Counts { changes, approved, not_approved, not_determined, not_applicable, .. } = counts;
    page.put(format_args!(
        "<section id=\"summary\">\n<h2>Summary</h2>\n<table class=\"counts\">\n\
         <tr><th scope=\"row\"><a href=\"#population\">Changes in the population</a></th><td>{changes}</td></tr>\n\
         <tr><th scope=\"row\">Approved by another person before landing</th><td>{approved}</td></tr>\n\
         <tr><th scope=\"row\"><a href=\"#without-approval\">Not approved by another person</a></th>\
         <td>{not_approved}</td></tr>\n\
         <tr><th scope=\"row\"><a href=\"#without-approval\">Approval not determined</a></th>\
         <td>{not_determined}</td></tr>\n\
         <tr><th scope=\"row\">Approval not applicable</th><td>{not_applicable}</td></tr>\n"
    ));
    let Counts { matched, contradicted, unknown, .. } = counts;
    page.put(format_args!(
        "<tr><th scope=\"row\">Seen to run as declared</th><td>{matched}</td></tr>\n\
         <tr><th scope=\"row\">Contradicted by what ran</th><td>{contradicted}</td></tr>\n\
         <tr><th scope=\"row\">Nothing seen that could tell</th><td>{unknown}</td></tr>\n</table>\n</section>\n"
    ));
}

fn method(page: &mut Page) {
    page.put(format_args!(
        "<section id=\"method\">\n<h2>How to read this</h2>\n<ul>\n\
         <li>A change is a value that an environment's declaration took, or that a cluster was seen to run without a \
         declaration. Times of landing follow the first-parent line of the tracked branch.</li>\n\
         <li>What was observed lies in an interval: after the last snapshot without it, and not after the first with \
         it.</li>\n\
         <li>Strength of a link: E5 verified with identity and log, E4 verified with a known key, E3 stated by a \
         trusted API, E2 claimed and consistent with Git, E1 inferred, E0 typed by a person.</li>\n\
         <li>Approved means: another person than the author approved the commit that landed, before it landed, and \
         did not take it back. What the evidence cannot decide is not determined; it is never counted as \
         approved.</li>\n\
         <li>The same population stands in the CSV and JSON files written with this one.</li>\n</ul>\n</section>\n"
    ));
}

#[cfg(test)]
mod tests;

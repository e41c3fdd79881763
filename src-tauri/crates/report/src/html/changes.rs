//! The population, and what nobody else approved.

use controls::ControlVerdict;
use domain::{CommitId, Decision};
use query::answer::{Change, DeclaredRevision};

use super::Page;
use super::escape::{Text, is_web_address};
use crate::ChangesReport;
use crate::csv::word;
use crate::zone::Zone;

/// How many digits of a digest are shown; the whole one stands in the cell's title.
const DIGEST_DIGITS: usize = 12;

pub(crate) fn population(page: &mut Page, report: &ChangesReport, zone: &Zone) {
    let changes = &report.answer.changes;
    page.put(format_args!("<section id=\"population\">\n<h2>Population: {} changes</h2>\n", changes.len()));
    if changes.is_empty() {
        page.put(format_args!(
            "<p>No change is known to have reached the scope in this period.</p>\n</section>\n"
        ));
        return;
    }
    page.put(format_args!(
        "<table>\n<thead><tr><th class=\"n\">#</th><th>Landed</th><th>Environment</th><th>App</th><th>Kind</th>\
         <th>From → to</th><th>Config commit</th><th>Request</th><th>Author</th><th>Approved by</th><th>Review</th>\
         <th>First seen to run</th><th>Verdict</th></tr></thead>\n<tbody>\n"
    ));
    for (row, change) in changes.iter().enumerate() {
        put_row(page, row + 1, change, zone);
    }
    page.put(format_args!("</tbody>\n</table>\n</section>\n"));
}

fn put_row(page: &mut Page, row: usize, change: &Change, zone: &Zone) {
    page.put(format_args!(
        "<tr id=\"{}\"><td class=\"n\">{row}</td><td>{}</td>",
        Text(&change.id),
        Text(&zone.local(change.landed_at))
    ));
    let environment = change.environment.as_deref().unwrap_or("none");
    page.put(format_args!("<td>{}", Text(environment)));
    if let Some(cluster) = &change.cluster {
        page.put(format_args!("<br><small>{}</small>", Text(cluster)));
    }
    let app = change.app.as_deref().unwrap_or("none");
    page.put(format_args!("</td><td>{}", Text(app)));
    if !change.path.is_empty() {
        page.put(format_args!(
            "<br><small>{} · {} · {}</small>",
            Text(&change.repo),
            Text(&change.path),
            Text(&change.slot)
        ));
    }
    page.put(format_args!("</td><td>{}</td><td>", Text(&word(&change.kind))));
    revision(page, change.from.as_ref());
    page.put(format_args!(" → "));
    revision(page, change.to.as_ref());
    page.put(format_args!("</td><td>"));
    match change.config_commit {
        Some(commit) => put_commit(page, commit),
        None => page.put(format_args!("declared by no commit")),
    }
    if let Some(subject) = &change.subject {
        page.put(format_args!("<br><small>{}</small>", Text(subject)));
    }
    page.put(format_args!("</td><td>"));
    request(page, change);
    page.put(format_args!("</td><td>{}</td><td>", Text(&change.author)));
    approvals(page, change, zone);
    page.put(format_args!(
        "</td><td>{}<br><small>{}</small></td><td>",
        review(change),
        Text(&change.review.text)
    ));
    match change.observed {
        Some(window) => {
            let after =
                window.not_before.map_or_else(|| "before the first snapshot".to_owned(), |t| zone.local(t));
            page.put(format_args!("({}, {}]", Text(&after), Text(&zone.local(window.not_after))));
        }
        None => page.put(format_args!("never seen")),
    }
    page.put(format_args!(
        "</td><td>{}<br><small>{}</small></td></tr>\n",
        Text(&word(&change.verdict)),
        Text(&change.reason)
    ));
}

pub(crate) fn without_approval(page: &mut Page, report: &ChangesReport, zone: &Zone) {
    let count = report.without_approval().count();
    page.put(format_args!(
        "<section id=\"without-approval\">\n<h2>Without approval by another person: {count} changes</h2>\n"
    ));
    if count == 0 {
        page.put(format_args!(
            "<p>Every change of the population was approved by another person, or needs nobody to.</p>\n"
        ));
    } else {
        page.put(format_args!(
            "<table>\n<thead><tr><th>Change</th><th>Landed</th><th>Environment</th><th>App</th><th>Author</th>\
             <th>Result</th><th>Why</th></tr></thead>\n<tbody>\n"
        ));
        for change in report.without_approval() {
            page.put(format_args!(
                "<tr><td><a href=\"#{id}\">{id}</a></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
                 <td>{}</td></tr>\n",
                Text(&zone.local(change.landed_at)),
                Text(change.environment.as_deref().unwrap_or("none")),
                Text(change.app.as_deref().unwrap_or("none")),
                Text(&change.author),
                review(change),
                Text(&change.review.text),
                id = Text(&change.id),
            ));
        }
        page.put(format_args!("</tbody>\n</table>\n"));
    }
    page.put(format_args!("</section>\n"));
}

/// Returns the verdict of the review as a word with its mark: never told by colour alone.
fn review(change: &Change) -> &'static str {
    match change.review.verdict {
        ControlVerdict::Pass => "<span class=\"pass\">✓ pass</span>",
        ControlVerdict::Fail => "<span class=\"fail\">✗ fail</span>",
        ControlVerdict::NotDetermined => "<span class=\"open\">? not determined</span>",
        ControlVerdict::NotApplicable => "<span>– not applicable</span>",
    }
}

fn revision(page: &mut Page, value: Option<&DeclaredRevision>) {
    let Some(value) = value else {
        page.put(format_args!("nothing"));
        return;
    };
    if let Some(name) = value.tag.as_deref().or(value.version.as_deref()) {
        page.put(format_args!("<code>{}</code>", Text(name)));
    }
    if let Some(digest) = &value.digest {
        let short: String = digest.hex().chars().take(DIGEST_DIGITS).collect();
        page.put(format_args!(" <code title=\"{}\">@{}</code>", Text(digest.as_str()), Text(&short)));
    }
    if value.tag.is_none() && value.version.is_none() && value.digest.is_none() {
        page.put(format_args!("no version"));
    }
}

fn put_commit(page: &mut Page, commit: CommitId) {
    page.put(format_args!("<code title=\"{commit}\">{}</code>", commit.short()));
}

fn request(page: &mut Page, change: &Change) {
    match (&change.change_request, &change.change_request_url) {
        (Some(name), Some(url)) if is_web_address(url) => {
            page.put(format_args!("<a href=\"{}\" rel=\"noreferrer\">{}</a>", Text(url), Text(name)));
        }
        (Some(name), _) => page.put(format_args!("{}", Text(name))),
        (None, _) => page.put(format_args!("none")),
    }
}

fn approvals(page: &mut Page, change: &Change, zone: &Zone) {
    let approved = change.approvals.iter().filter(|approval| approval.decision == Decision::Approved);
    let mut first = true;
    for approval in approved {
        page.put(format_args!("{}{}", if first { "" } else { "<br>" }, Text(&approval.person)));
        first = false;
        if let Some(at) = approval.at {
            page.put(format_args!("<br><small>{}</small>", Text(&zone.local(at))));
        }
        if let Some(commit) = approval.commit {
            page.put(format_args!("<br><small>on </small>"));
            put_commit(page, commit);
        }
    }
    if first {
        page.put(format_args!("nobody"));
    }
}

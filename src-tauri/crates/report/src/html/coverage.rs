//! What the sources cover, and what is not known. It comes before any result.

use domain::Time;

use super::Page;
use super::escape::Text;
use crate::ChangesReport;
use crate::csv::word;
use crate::zone::Zone;

pub(crate) fn section(page: &mut Page, report: &ChangesReport, zone: &Zone) {
    page.put(format_args!("<section id=\"coverage\">\n<h2>Coverage and gaps</h2>\n"));
    gaps(page, report, zone);
    repositories(page, report, zone);
    clusters(page, report, zone);
    page.put(format_args!(
        "<p>Change requests imported: {}. {}</p>\n</section>\n",
        report.sources.change_requests,
        match report.sources.change_requests {
            0 => "No approval can be shown without them.",
            _ => "",
        }
    ));
}

fn gaps(page: &mut Page, report: &ChangesReport, zone: &Zone) {
    let gaps = &report.answer.gaps;
    if gaps.is_empty() {
        page.put(format_args!("<p>No gap is known for this period.</p>\n"));
        return;
    }
    page.put(format_args!(
        "<p><strong>{} gaps.</strong> Nothing is known of what they cover; the results below leave it out.</p>\n\
         <table>\n<thead><tr><th>Source</th><th>Gap</th><th>Where</th><th>From</th><th>To</th><th>What happened</th>\
         </tr></thead>\n<tbody>\n",
        gaps.len()
    ));
    for gap in gaps {
        page.put(format_args!(
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            Text(&gap.source),
            Text(&word(&gap.code)),
            Text(&gap.place),
            Text(&moment(gap.from, zone)),
            Text(&moment(gap.to, zone)),
            Text(&gap.message)
        ));
    }
    page.put(format_args!("</tbody>\n</table>\n"));
}

fn repositories(page: &mut Page, report: &ChangesReport, zone: &Zone) {
    page.put(format_args!(
        "<h3>Repositories</h3>\n<table>\n<thead><tr><th>Name</th><th>Role</th><th>Branch</th><th>Read up to</th>\
         <th>Read at</th><th class=\"n\">Commits</th><th class=\"n\">On the line</th><th class=\"n\">Slots</th>\
         <th class=\"n\">Gaps</th></tr></thead>\n<tbody>\n"
    ));
    for repository in &report.sources.repositories {
        let tip = repository.tip.map_or_else(|| "never read".to_owned(), |tip| tip.to_string());
        page.put(format_args!(
            "<tr><td>{}</td><td>{}</td><td>{}</td><td><code>{}</code></td><td>{}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
            Text(&repository.name),
            Text(&repository.role),
            Text(repository.branch.as_deref().unwrap_or("none")),
            Text(&tip),
            Text(&moment(repository.synced_at, zone)),
            repository.commits,
            repository.line,
            repository.slots,
            repository.gaps
        ));
    }
    page.put(format_args!("</tbody>\n</table>\n"));
}

fn clusters(page: &mut Page, report: &ChangesReport, zone: &Zone) {
    page.put(format_args!(
        "<h3>Clusters</h3>\n<table>\n<thead><tr><th>Name</th><th>UID of kube-system</th><th>Labels</th>\
         <th class=\"n\">Snapshots</th><th>First</th><th>Last</th><th class=\"n\">Gaps</th></tr></thead>\n<tbody>\n"
    ));
    for cluster in &report.sources.clusters {
        let labels: Vec<String> =
            cluster.labels.iter().map(|(key, value)| format!("{key}={value}")).collect();
        page.put(format_args!(
            "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td>\
             <td class=\"n\">{}</td></tr>\n",
            Text(&cluster.name),
            Text(cluster.uid.as_deref().unwrap_or("no file said")),
            Text(&labels.join(", ")),
            cluster.snapshots,
            Text(&moment(cluster.first_snapshot, zone)),
            Text(&moment(cluster.last_snapshot, zone)),
            cluster.gaps
        ));
    }
    page.put(format_args!("</tbody>\n</table>\n"));
}

fn moment(time: Option<Time>, zone: &Zone) -> String {
    time.map_or_else(|| "—".to_owned(), |time| zone.local(time))
}

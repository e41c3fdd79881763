//! The source repositories: what is built, from which commit.

use std::path::Path;

use domain::Time;

use crate::Error;
use crate::git::Mark;
use crate::pull::{Branch, Merge, Proposal, Written};
use crate::shape::App;
use crate::story::{Deed, Event, Review};

/// An image that was built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Build {
    pub(crate) app: App,
    pub(crate) tag: String,
    /// The commit it was built from.
    pub(crate) commit: String,
    /// When the commit landed, or its tag was made.
    pub(crate) at: Time,
}

/// Writes the repository of an app; returns it with its builds, oldest first.
pub(crate) fn write(app: App, story: &[Event], folder: &Path) -> Result<(Written, Vec<Build>), Error> {
    let mut branch = Branch::new(app.name(), Merge::Squash);
    let mut landed: Vec<(Time, Mark, Option<&'static str>)> = Vec::new();
    let mut changes = format!("# What changed in {}\n", app.name());
    for Event { line, at, deed } in story {
        match deed {
            Deed::Source { app: of, author, approver, message } if *of == app => {
                changes.push_str(&format!("\n- {message}"));
                let mut files = vec![("CHANGES.md".to_owned(), format!("{changes}\n"))];
                if landed.is_empty() {
                    files
                        .push(("README.md".to_owned(), format!("# {}\n\nA part of the shop.\n", app.name())));
                    landed.push((*at, branch.push(*at, author, message, &files), None));
                    continue;
                }
                let words: Vec<String> = message.split_whitespace().take(3).map(str::to_lowercase).collect();
                let (mark, _) = branch.merge(Proposal {
                    at: *at,
                    author,
                    title: (*message).to_owned(),
                    branch: words.join("-").replace(|letter: char| !letter.is_ascii_alphanumeric(), "-"),
                    files: &files,
                    first_files: &[],
                    review: Review::By(approver),
                });
                landed.push((*at, mark, None));
            }
            Deed::Release { app: of, author, tag } if *of == app => {
                let tip = branch.tag(tag, author, *at);
                let reason = || format!("{} has nothing to release", app.name());
                let tip = tip.ok_or_else(|| Error::Story { line: *line, reason: reason() })?;
                landed.push((*at, tip, Some(tag)));
            }
            _ => {}
        }
    }
    let written = branch.write(folder)?;
    let builds = landed.into_iter().filter_map(|(at, mark, git_tag)| {
        let commit = written.ids.of(mark).to_owned();
        let tag = git_tag.map(str::to_owned).or_else(|| app.tag_of_commit(&commit, at))?;
        Some(Build { app, tag, commit, at })
    });
    let builds = builds.collect();
    Ok((written, builds))
}

//! Pull requests: how one lands in Git, and how the forge tells of it.

use domain::Time;
use serde_json::{Value, json};

use crate::git::{Commit, Ids, Mark, Stream};
use crate::shape::{Account, COMPANY, FORGE, FORGE_ACCOUNT, minutes_after};
use crate::story::Review;

/// Minutes before the merge at which the branch gets its commit; an approval follows at [`REVIEWED`].
const OPENED: i64 = -90;
const REVIEWED: i64 = -25;
/// When a branch that was approved too early gets one more commit.
const PUSHED_AGAIN: i64 = -10;

const MAIN: &str = "refs/heads/main";

/// How a repository merges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Merge {
    /// A merge commit that keeps the branch's own commits.
    Commit,
    /// One new commit, without the branch's own.
    Squash,
}

/// A repository whose main branch grows, mostly by pull requests.
pub(crate) struct Branch {
    name: &'static str,
    merge: Merge,
    stream: Stream,
    line: Vec<(Time, Mark)>,
    pulls: Vec<Pull>,
}

/// What is asked for.
pub(crate) struct Proposal<'a> {
    pub(crate) at: Time,
    pub(crate) author: &'static Account,
    pub(crate) title: String,
    /// Name of the branch that is merged.
    pub(crate) branch: String,
    pub(crate) files: &'a [(String, String)],
    /// What the branch's first commit held, where it got another one after the approval.
    pub(crate) first_files: &'a [(String, String)],
    pub(crate) review: Review,
}

/// A pull request that was merged.
#[derive(Debug)]
pub(crate) struct Pull {
    number: u64,
    title: String,
    branch: String,
    author: &'static Account,
    merged_by: &'static Account,
    at: Time,
    head: Mark,
    merge: Mark,
    /// Reviewer and reviewed commit.
    review: Option<(&'static Account, Mark)>,
}

/// A repository that is written: its ids, its main branch and its pull requests.
pub(crate) struct Written {
    pub(crate) name: &'static str,
    pub(crate) ids: Ids,
    line: Vec<(Time, Mark)>,
    pulls: Vec<Pull>,
}

impl Branch {
    pub(crate) fn new(name: &'static str, merge: Merge) -> Self {
        Branch { name, merge, stream: Stream::default(), line: Vec::new(), pulls: Vec::new() }
    }

    /// Puts a commit straight on the branch.
    pub(crate) fn push(
        &mut self,
        at: Time,
        author: &Account,
        message: &str,
        files: &[(String, String)],
    ) -> Mark {
        let parents: Vec<Mark> = self.line.last().map(|(_, tip)| *tip).into_iter().collect();
        let commit = Commit { name: MAIN, author, committer: author, at, message, parents: &parents, files };
        let mark = self.stream.commit(&commit);
        self.line.push((at, mark));
        mark
    }

    /// Lands a pull request; returns the commit on the branch and the number.
    pub(crate) fn merge(&mut self, proposal: Proposal) -> (Mark, u64) {
        let Proposal { at, author, title, branch, files, first_files, review } = proposal;
        let number = self.pulls.len() as u64 + 1;
        let name = format!("refs/pull/{number}/head");
        let opened = minutes_after(at, OPENED);
        let on_branch = |stream: &mut Stream, at, parent: Option<Mark>, files, message: &str| {
            let parents: Vec<Mark> = parent.into_iter().collect();
            stream.commit(&Commit {
                name: &name,
                author,
                committer: author,
                at,
                message,
                parents: &parents,
                files,
            })
        };
        let base = self.line.iter().rev().find(|(landed, _)| *landed <= opened).map(|(_, mark)| *mark);
        let mut head = on_branch(
            &mut self.stream,
            opened,
            base,
            if let Review::ThenPushed(_) = review { first_files } else { files },
            &title,
        );
        let review = match review {
            Review::By(reviewer) => Some((reviewer, head)),
            Review::ThenPushed(reviewer) => {
                let reviewed = head;
                head = on_branch(
                    &mut self.stream,
                    minutes_after(at, PUSHED_AGAIN),
                    Some(head),
                    files,
                    "Take the newer build instead",
                );
                Some((reviewer, reviewed))
            }
            Review::Nobody => None,
        };
        let tip = self.line.last().map(|(_, tip)| *tip);
        let (message, parents): (String, Vec<Mark>) = match self.merge {
            Merge::Commit => {
                let message = format!("Merge pull request #{number} from {COMPANY}/{branch}\n\n{title}");
                (message, tip.into_iter().chain([head]).collect())
            }
            Merge::Squash => (format!("{title} (#{number})"), tip.into_iter().collect()),
        };
        let merged_by = review.map_or(author, |(reviewer, _)| reviewer);
        let author_of_merge = if self.merge == Merge::Commit { merged_by } else { author };
        let merge = self.stream.commit(&Commit {
            name: MAIN,
            author: author_of_merge,
            committer: &FORGE_ACCOUNT,
            at,
            message: &message,
            parents: &parents,
            files,
        });
        self.line.push((at, merge));
        self.pulls.push(Pull { number, title, branch, author, merged_by, at, head, merge, review });
        (merge, number)
    }

    /// Tags the newest commit; returns it.
    pub(crate) fn tag(&mut self, name: &str, tagger: &Account, at: Time) -> Option<Mark> {
        let (_, tip) = *self.line.last()?;
        self.stream.tag(name, tip, tagger, at);
        Some(tip)
    }

    pub(crate) fn write(self, folder: &std::path::Path) -> Result<Written, crate::Error> {
        let ids = self.stream.write(&folder.join(format!("{}.git", self.name)))?;
        Ok(Written { name: self.name, ids, line: self.line, pulls: self.pulls })
    }
}

impl Written {
    /// Returns the tip of the main branch at a time: the id and when it landed.
    pub(crate) fn tip_at(&self, at: Time) -> Option<(&str, Time)> {
        let (landed, mark) = self.line.iter().rev().find(|(landed, _)| *landed <= at)?;
        Some((self.ids.of(*mark), *landed))
    }

    /// Returns the pull requests with their reviews, each as the forge's REST API writes it, in one list.
    pub(crate) fn forge_export(&self) -> Value {
        self.pulls.iter().map(|pull| self.bundle(pull)).collect()
    }

    fn bundle(&self, pull: &Pull) -> Value {
        let Pull { number, title, branch, author, merged_by, at, head, merge, review } = pull;
        let full_name = format!("{COMPANY}/{}", self.name);
        let page = format!("{FORGE}/{full_name}/pull/{number}");
        let address = format!("{FORGE}/api/v3/repos/{full_name}/pulls/{number}");
        let pull = json!({
            "url": address, "html_url": page, "number": number, "state": "closed", "title": title,
            "user": account(author), "draft": false, "merged": true,
            "created_at": minutes_after(*at, OPENED), "merged_at": at, "closed_at": at,
            "merged_by": account(merged_by), "merge_commit_sha": self.ids.of(*merge),
            "head": { "ref": branch, "sha": self.ids.of(*head), "repo": { "full_name": full_name } },
            "base": { "ref": "main", "repo": { "full_name": full_name } },
        });
        let reviews: Vec<Value> = review
            .iter()
            .map(|(reviewer, commit)| {
                let id = self.ids.of(*commit).get(..7).and_then(|hex| u64::from_str_radix(hex, 16).ok());
                json!({
                    "id": id, "user": account(reviewer), "body": "", "state": "APPROVED",
                    "html_url": format!("{page}#pullrequestreview-{}", id.unwrap_or_default()),
                    "pull_request_url": address, "commit_id": self.ids.of(*commit),
                    "submitted_at": minutes_after(*at, REVIEWED), "author_association": "MEMBER",
                })
            })
            .collect();
        json!({ "pull": pull, "reviews": reviews })
    }
}

fn account(account: &Account) -> Value {
    let kind = if account.bot { "Bot" } else { "User" };
    json!({ "id": account.id, "login": account.login, "type": kind })
}

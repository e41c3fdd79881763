//! The number of the change request that a commit landed, as forges write it into the message.
//!
//! | forge | message |
//! | --- | --- |
//! | GitHub | `Merge pull request #12 from owner/branch`, or a squashed `Subject (#12)` |
//! | GitLab | `See merge request group/project!12` on a line of the body |
//! | Bitbucket | `Merged in branch (pull request #12)` |
//! | Azure DevOps | `Merged PR 12: Subject` |
//! | Gitea, Forgejo | `Merge pull request 'Subject' (#12) from branch into main` |
//!
//! A quoted message (`Revert "Subject (#12)"`) names the change that it undoes, not the one that landed it.

/// Returns the number of the change request that landed a commit with this message.
///
/// Where a subject carries several, `Subject (#12) (#15)`, the last one is the one that merged.
pub fn change_request(message: &str) -> Option<u64> {
    let mut lines = message.lines().map(str::trim_end).skip_while(|line| line.is_empty());
    let subject = lines.next()?;
    merge_subject(subject).or_else(|| suffix(subject, "(#")).or_else(|| {
        // GitLab writes it last; quoted messages come before.
        lines.filter_map(gitlab).last()
    })
}

/// Reads the subjects that forges give to merge commits.
fn merge_subject(subject: &str) -> Option<u64> {
    if let Some(rest) = subject.strip_prefix("Merge pull request #") {
        let (number, rest) = leading_number(rest)?;
        return (rest.is_empty() || rest.starts_with(" from ")).then_some(number);
    }
    if let Some(rest) = subject.strip_prefix("Merge pull request '") {
        let (_, rest) = rest.rsplit_once("' (#")?;
        let (number, rest) = leading_number(rest)?;
        return rest.starts_with(") from ").then_some(number);
    }
    if let Some(rest) = subject.strip_prefix("Merged PR ") {
        let (number, rest) = leading_number(rest)?;
        return rest.starts_with(':').then_some(number);
    }
    if subject.starts_with("Merged in ") {
        return suffix(subject, "(pull request #");
    }
    None
}

/// Reads `…<open>12)` at the end of the subject.
fn suffix(subject: &str, open: &str) -> Option<u64> {
    let (_, digits) = subject.strip_suffix(')')?.rsplit_once(open)?;
    whole_number(digits)
}

/// Reads `See merge request group/project!12`, or the same with the address of the merge request.
fn gitlab(line: &str) -> Option<u64> {
    let place = line.strip_prefix("See merge request ")?;
    let (_, digits) = place.rsplit_once('!').or_else(|| place.rsplit_once("/merge_requests/"))?;
    whole_number(digits)
}

fn leading_number(text: &str) -> Option<(u64, &str)> {
    let end = text.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    whole_number(&text[..end]).map(|number| (number, &text[end..]))
}

fn whole_number(digits: &str) -> Option<u64> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|number| plain && *number > 0)
}

#[cfg(test)]
mod tests {
    use super::change_request;

    #[test]
    fn reads_what_forges_write() {
        for (message, expect) in [
            ("Merge pull request #12 from owner/branch\n\nBump (#99)", Some(12)),
            ("Merge pull request #12 from owner/branch", Some(12)),
            ("Merge pull request #12", Some(12)),
            ("Bump app to v2 (#12)", Some(12)),
            ("Bump app to v2 (#12)\r\n\r\nbody (#13)", Some(12)),
            ("\n\nBump app (#12)\n", Some(12)),
            ("Revert \"Bump app (#12)\" (#15)", Some(15)),
            ("Bump app (#12) (#15)", Some(15)),
            ("Merge branch 'x' into 'main'\n\nBump app\n\nSee merge request group/sub/proj!12", Some(12)),
            ("Merge branch 'x' into 'main'\n\nSee merge request !12\n", Some(12)),
            ("Bump\n\nSee merge request a/b!11\n\nSee merge request a/b!12", Some(12)),
            ("Bump\n\nSee merge request https://git.example.org/a/b/-/merge_requests/12", Some(12)),
            ("Merged in feature/x (pull request #12)\n\nBump", Some(12)),
            ("Merged PR 12: Bump app", Some(12)),
            ("Merge pull request 'Bump (#3)' (#12) from b into main", Some(12)),
            ("Bump app (#18446744073709551615)", Some(u64::MAX)),
        ] {
            assert_eq!(change_request(message), expect, "{message:?}");
        }
    }

    #[test]
    fn takes_no_other_number_for_one() {
        for message in [
            "",
            "\n\n",
            "Bump app",
            "Fix #12",
            "Bump app #12",
            "Bump app (#12) again",
            "Revert \"Bump app (#12)\"",
            "Revert \"Merge pull request #12 from owner/branch\"",
            "Bump app\n\n(#12)",
            "Bump app\n\nThis reverts merge request !12",
            "Bump app (#)",
            "Bump app (#0)",
            "Bump app (#+12)",
            "Bump app (#12a)",
            "Bump app (#18446744073709551616)",
            "Merge pull request #12x from y",
            "Merge pull request #",
            "Merge pull request 'a (#12) from b",
            "Merged PR 12",
            "Merged in x",
            "Bump\n\nSee merge request group/proj",
            "é (#１２)",
        ] {
            assert_eq!(change_request(message), None, "{message:?}");
        }
    }
}

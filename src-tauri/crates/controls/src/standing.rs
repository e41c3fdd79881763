//! The decision of each person that stands when a change is merged.

use domain::{Approval, ChangeRequest, Decision, Person, Time};

/// What the reviews of a change request come to at the moment of its merge, without those by its author and by bots.
#[derive(Debug, Default)]
pub(crate) struct Standing<'a> {
    /// Approved the commit that was merged.
    pub(crate) approved: Vec<&'a Person>,
    /// Approved, and the forge does not say which commit, or which was merged.
    pub(crate) approved_unknown_commit: Vec<&'a Person>,
    /// Approved with an account that is gone: whoever it was may have been the author.
    /// (Not a list: two such accounts cannot be told apart.)
    pub(crate) approved_by_deleted: bool,
    /// Approved, and the forge does not say when.
    pub(crate) approved_unknown_time: Vec<&'a Person>,
    /// Approved another commit than the one that was merged.
    pub(crate) approved_older: Vec<&'a Person>,
    /// Approved only after the merge.
    pub(crate) approved_late: Vec<&'a Person>,
    /// Last asked for changes.
    pub(crate) objected: Vec<&'a Person>,
    /// Had a decision that was dismissed since; when, and what it had been, is not recorded.
    pub(crate) dismissed: Vec<&'a Person>,
    /// Whether the author approved.
    pub(crate) by_author: bool,
    /// Whether a bot approved.
    pub(crate) by_bot: bool,
}

/// Returns whether this stands for a deleted account, which may have been anybody.
pub(crate) fn is_nobody(person: &Person) -> bool {
    person.login.is_empty() || (person.id.is_none() && person.login == "ghost")
}

impl<'a> Standing<'a> {
    /// Weighs the reviews of `change`, merged at `merged_at`: of each person the last opinion before the merge.
    /// Comments are no opinion.
    pub(crate) fn of(change: &'a ChangeRequest, merged_at: Time) -> Self {
        let mut standing = Standing::default();
        for reviews in by_person(&change.approvals) {
            standing.weigh(change, &reviews, merged_at);
        }
        standing
    }

    fn weigh(&mut self, change: &ChangeRequest, reviews: &[&'a Approval], merged_at: Time) {
        let Some(first) = reviews.first() else { return };
        let person = &first.person;
        let approves = |review: &&&Approval| review.decision == Decision::Approved;
        let ever = reviews.iter().any(|review| approves(&review));
        if reviews.iter().any(|review| review.person.bot) {
            self.by_bot |= ever;
            return;
        }
        if change.author.as_ref().is_some_and(|author| !is_nobody(author) && author.is_same(person)) {
            self.by_author |= ever;
            return;
        }
        // One opinion without a time may come before or after every other one of this person.
        if reviews.iter().any(|review| review.at.is_none()) && ever {
            return self.approved_unknown_time.push(person);
        }
        let before = |review: &&&Approval| review.at.is_none_or(|at| at <= merged_at);
        match reviews.iter().rfind(before) {
            None if ever => self.approved_late.push(person),
            None => {}
            Some(last) => match last.decision {
                Decision::Commented => {}
                Decision::ChangesRequested => self.objected.push(person),
                Decision::Dismissed => self.dismissed.push(person),
                Decision::Approved if is_nobody(person) => self.approved_by_deleted = true,
                Decision::Approved => match (last.commit, change.head_commit) {
                    (Some(commit), Some(head)) if commit == head => self.approved.push(person),
                    (Some(_), Some(_)) => self.approved_older.push(person),
                    _ => self.approved_unknown_commit.push(person),
                },
            },
        }
    }
}

/// Groups opinions by person, each group oldest first.
fn by_person(approvals: &[Approval]) -> Vec<Vec<&Approval>> {
    let mut groups: Vec<Vec<&Approval>> = Vec::new();
    for approval in approvals.iter().filter(|approval| approval.decision != Decision::Commented) {
        match groups.iter_mut().find(|group| group.iter().any(|other| other.person.is_same(&approval.person)))
        {
            Some(group) => group.push(approval),
            None => groups.push(vec![approval]),
        }
    }
    for group in &mut groups {
        group.sort_by_key(|approval| approval.at);
    }
    groups
}

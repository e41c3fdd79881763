//! Answers for tests: small, and with names as hostile as evidence may bring them.

use controls::ControlVerdict;
use domain::{Basis, Decision, Digest, GapCode, Strength, Time, Verdict};
use query::answer::{
    ApprovalRow, Bar, BarKind, Change, ChangeKind, ChangesAnswer, ClusterSource, CommitLink,
    DeclaredRevision, GapRow, LaneGap, LaneKind, ObservedWindow, Period, RepositorySource, ReviewVerdict,
    SourcesAnswer, TimelineAnswer, TimelineLane,
};

use crate::ChangesReport;

/// 2026-03-01T00:00:00Z.
const MARCH: i64 = 1_772_323_200;
const DAY: i64 = 86_400;

pub(crate) fn day(number: i64) -> Time {
    Time::from_seconds(MARCH + number * DAY)
}

fn digest(letter: char) -> Digest {
    format!("sha256:{}", letter.to_string().repeat(64)).parse().expect("64 digits are a digest")
}

fn commit(letter: char) -> domain::CommitId {
    letter.to_string().repeat(40).parse().expect("40 digits are a commit")
}

fn revision(tag: &str, letter: char) -> DeclaredRevision {
    DeclaredRevision {
        image: Some("registry.example/shop/payments".to_owned()),
        tag: Some(tag.to_owned()),
        digest: Some(digest(letter)),
        version: None,
    }
}

/// A change that was approved, ran and can be followed to its source.
pub(crate) fn approved() -> Change {
    Change {
        id: "aaaaaaaaaaaa-1".to_owned(),
        app: Some("payments".to_owned()),
        environment: Some("production".to_owned()),
        cluster: None,
        repo: "fleet".to_owned(),
        path: "apps/payments/kustomization.yaml".to_owned(),
        slot: "images[name=payments]".to_owned(),
        kind: ChangeKind::Upgrade,
        from: Some(revision("v1", 'd')),
        to: Some(revision("v2", 'e')),
        config_commit: Some(commit('a')),
        subject: Some("payments: promote v2".to_owned()),
        landed_at: day(2),
        observed: Some(ObservedWindow { not_before: Some(day(2)), not_after: day(3) }),
        source: Some(CommitLink {
            repo: "payments".to_owned(),
            commit: commit('c'),
            basis: Basis::TagIsGitTag,
            strength: Strength::E1,
            subject: None,
            committed_at: None,
        }),
        change_request: Some("#12".to_owned()),
        change_request_url: Some("https://forge.example/fleet/pull/12".to_owned()),
        author: "mina".to_owned(),
        approvals: vec![ApprovalRow {
            person: "tomas".to_owned(),
            decision: Decision::Approved,
            commit: Some(commit('b')),
            at: Some(day(1)),
        }],
        verdict: Verdict::Matched,
        reason: "every container runs it".to_owned(),
        review: ReviewVerdict {
            verdict: ControlVerdict::Pass,
            reason: "approved".to_owned(),
            text: "tomas approved it before it landed".to_owned(),
        },
    }
}

/// A change without any approval, whose every text tries to be something else.
pub(crate) fn hostile() -> Change {
    Change {
        id: "bbbbbbbbbbbb-1".to_owned(),
        app: Some("<script>alert(1)</script>".to_owned()),
        from: None,
        to: Some(DeclaredRevision {
            image: Some("=cmd|' /C calc'!A0".to_owned()),
            tag: Some("\"><img src=x onerror=alert(1)>".to_owned()),
            digest: None,
            version: None,
        }),
        kind: ChangeKind::New,
        subject: Some("+1 \u{202e}drawkcab, \"quoted\"\nand more".to_owned()),
        landed_at: day(4),
        observed: None,
        source: None,
        change_request: Some("#13".to_owned()),
        change_request_url: Some("javascript:alert(1)".to_owned()),
        author: "@mallory".to_owned(),
        approvals: Vec::new(),
        verdict: Verdict::Unknown,
        reason: "no snapshot".to_owned(),
        review: ReviewVerdict {
            verdict: ControlVerdict::Fail,
            reason: "no-approval".to_owned(),
            text: "nobody approved it".to_owned(),
        },
        ..approved()
    }
}

/// A change of which it is not known whether anybody approved it.
pub(crate) fn undetermined() -> Change {
    Change {
        id: "obs-0123456789ab".to_owned(),
        cluster: Some("prod-eu".to_owned()),
        repo: String::new(),
        path: String::new(),
        slot: String::new(),
        config_commit: None,
        subject: None,
        landed_at: day(5),
        verdict: Verdict::Contradicted,
        reason: "the cluster runs what nobody declared".to_owned(),
        approvals: Vec::new(),
        change_request: None,
        change_request_url: None,
        review: ReviewVerdict {
            verdict: ControlVerdict::NotDetermined,
            reason: "no-change-request".to_owned(),
            text: "no change request is known".to_owned(),
        },
        ..approved()
    }
}

pub(crate) fn report(changes: Vec<Change>) -> ChangesReport {
    ChangesReport {
        title: "Changes that reached production".to_owned(),
        zone: "Europe/Berlin".to_owned(),
        app: None,
        generated_at: day(31),
        tool_version: "0.0.0".to_owned(),
        sources: SourcesAnswer {
            repositories: vec![RepositorySource {
                name: "fleet".to_owned(),
                location: "fleet.git".to_owned(),
                role: "config".to_owned(),
                branch: Some("main".to_owned()),
                tip: Some(commit('a')),
                synced_at: Some(day(30)),
                commits: 20,
                line: 10,
                slots: 3,
                gaps: 0,
            }],
            clusters: vec![ClusterSource {
                name: "prod-eu".to_owned(),
                uid: None,
                labels: vec![("env".to_owned(), "production".to_owned())],
                snapshots: 4,
                first_snapshot: Some(day(0)),
                last_snapshot: Some(day(9)),
                containers: 7,
                gaps: 1,
            }],
            change_requests: 2,
            gaps: Vec::new(),
        },
        answer: ChangesAnswer {
            period: Period { from: day(0), to: day(31) },
            environment: Some("production".to_owned()),
            gaps: vec![GapRow {
                source: "prod-eu".to_owned(),
                code: GapCode::NoSnapshot,
                place: "cluster".to_owned(),
                message: "no snapshot <b>was</b> taken".to_owned(),
                from: Some(day(6)),
                to: Some(day(8)),
            }],
            changes,
        },
    }
}

fn bar(version: &str, from: i64, to: i64, kind: BarKind) -> Bar {
    Bar {
        version: version.to_owned(),
        image: Some("registry.example/shop/payments".to_owned()),
        tag: Some(version.to_owned()),
        digest: None,
        from: day(from),
        from_not_before: day(from),
        to: day(to),
        to_not_after: day(to),
        open: false,
        kind,
        commit: Some(commit('a')),
        source_commit: None,
        change_request: None,
        declared: None,
        subject: "subject".to_owned(),
    }
}

/// Two lanes of production: declared with a rollback, observed with uncertain edges, a drift and a gap.
pub(crate) fn timeline() -> TimelineAnswer {
    let mut last = bar("v1", 12, 20, BarKind::Rollback);
    last.open = true;
    let declared = TimelineLane {
        id: "declared".to_owned(),
        label: "production · fleet".to_owned(),
        kind: LaneKind::Declared,
        environment: Some("production".to_owned()),
        cluster: None,
        bars: vec![bar("v1", -10, 5, BarKind::New), bar("v2", 5, 12, BarKind::Upgrade), last],
        gaps: Vec::new(),
    };
    let mut seen = bar("v2", 6, 9, BarKind::Upgrade);
    (seen.from_not_before, seen.to_not_after) = (day(5), day(11));
    let mut drift = bar("</text>hot & <fix>", 13, 20, BarKind::Upgrade);
    (drift.declared, drift.open) = (Some(false), true);
    let observed = TimelineLane {
        id: "observed".to_owned(),
        label: "prod-eu / shop / Deployment payments".to_owned(),
        kind: LaneKind::Observed,
        environment: Some("production".to_owned()),
        cluster: Some("prod-eu".to_owned()),
        bars: vec![seen, drift],
        gaps: vec![LaneGap { from: day(9), to: day(11), reason: "no snapshot was taken".to_owned() }],
    };
    TimelineAnswer { app: "payments".to_owned(), from: day(0), to: day(20), lanes: vec![declared, observed] }
}

use super::html;
use crate::sample::{approved, hostile, report, undetermined};

/// Where `text` stands in the document.
fn place(document: &str, text: &str) -> usize {
    document.find(text).unwrap_or_else(|| panic!("{text} is missing"))
}

#[test]
fn gaps_come_first_then_the_population_then_what_nobody_approved() {
    let document = html(&report(vec![approved(), hostile(), undetermined()])).unwrap();
    let order = [
        "id=\"coverage\"",
        "no snapshot &lt;b&gt;was",
        "id=\"summary\"",
        "id=\"population\"",
        "id=\"without-approval\"",
    ];
    let places: Vec<usize> = order.iter().map(|text| place(&document, text)).collect();
    assert!(places.is_sorted(), "the order is the argument: {places:?}");
    assert!(document.contains("Population: 3 changes"));
    assert!(document.contains("Without approval by another person: 2 changes"), "silence is no approval");
}

#[test]
fn evidence_cannot_become_markup() {
    let document = html(&report(vec![hostile()])).unwrap();
    for wrong in ["<script", "<img", "href=\"javascript", "\u{202e}"] {
        assert!(!document.contains(wrong), "{wrong:?} came through");
    }
    assert!(document.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
}

#[test]
fn the_file_needs_nothing_from_elsewhere() {
    let document = html(&report(vec![approved()])).unwrap();
    for wrong in ["src=", "<link", "@import", "url("] {
        assert!(!document.contains(wrong), "{wrong:?} would load something");
    }
    assert!(document.contains("default-src 'none'"));
}

#[test]
fn times_stand_in_the_zone_and_in_utc() {
    let document = html(&report(Vec::new())).unwrap();
    assert!(
        document.contains("[2026-03-01 01:00:00 +01:00, 2026-04-01 02:00:00 +02:00)"),
        "summer time began between"
    );
    assert!(document.contains("[2026-03-01T00:00:00Z, 2026-04-01T00:00:00Z) in UTC"));
    assert!(document.contains("No change is known to have reached the scope"));
    let mut other = report(Vec::new());
    other.zone = "Europe/Nowhere".to_owned();
    assert_eq!(html(&other).unwrap_err().to_string(), "no time zone is named \"Europe/Nowhere\"");
}

//! JSON with something else in one place.

use serde_json::Value;

/// Replaces one value of a document: the one that is reached after `at` others in the order of reading, counted from
/// the start again where the document has fewer.
pub fn replace(document: &mut Value, at: usize, piece: &Value) {
    let mut left = at % count(document);
    walk(document, &mut left, piece);
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum::<usize>(),
        Value::Object(map) => map.values().map(count).sum(),
        _ => 0,
    }
}

fn walk(value: &mut Value, left: &mut usize, piece: &Value) {
    if *left == 0 {
        *value = piece.clone();
    }
    // Behind the place it goes round to a number that no document has values for.
    *left = left.wrapping_sub(1);
    match value {
        Value::Array(items) => items.iter_mut().for_each(|inner| walk(inner, left, piece)),
        Value::Object(map) => map.values_mut().for_each(|inner| walk(inner, left, piece)),
        _ => {}
    }
}

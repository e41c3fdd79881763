//! How wide a text is and how to make it fit, without a font: the same on every machine.

use std::borrow::Cow;

/// Returns about how wide `text` is in pixels at `size` pixels an em; rather too wide than too narrow (measured
/// on DejaVu Sans, which is wider than the fonts of most screens).
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(em).sum::<f64>() * size
}

/// Returns `text`, or as much of its beginning as fits into `room` pixels with an ellipsis; empty if not even three
/// characters fit.
pub(crate) fn fit(text: &str, size: f64, room: f64) -> Cow<'_, str> {
    if width(text, size) <= room {
        return Cow::Borrowed(text);
    }
    let mut used = em('…') * size;
    let mut end = 0;
    let mut kept = 0;
    for (start, letter) in text.char_indices() {
        used += em(letter) * size;
        if used > room {
            break;
        }
        end = start + letter.len_utf8();
        kept += 1;
    }
    if kept < 3 { Cow::Borrowed("") } else { Cow::Owned(format!("{}…", text[..end].trim_end())) }
}

/// Returns the advance of a character in em.
fn em(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 'I' | '|' | '\'' => 0.3,
        ' ' | '.' | ',' | ':' | ';' | '/' | '-' | '·' | '(' | ')' | '[' | ']' | 'f' | 't' | 'r' | '!' => {
            0.42
        }
        'm' | 'M' | 'w' | 'W' | '@' | '%' | '—' | '…' => 1.0,
        'A'..='Z' | '+' | '=' | '<' | '>' | '~' | '#' => 0.8,
        '0'..='9' | 'a'..='z' => 0.64,
        '\u{300}'..='\u{36f}' => 0.0,
        _ if letter.is_ascii() => 0.7,
        _ => 1.05,
    }
}

/// Returns `text` without what must not stand in a picture or title: control characters, and the marks that turn the
/// direction of reading (an image name could otherwise show as another one).
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    let wrong = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    if text.contains(wrong) { Cow::Owned(text.replace(wrong, "\u{fffd}")) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_does_not_fit_is_cut_or_gone() {
        assert_eq!(fit("v1.14.2", 10.0, 100.0), "v1.14.2");
        assert_eq!(fit("production-eu-west", 10.0, 60.0), "productio…");
        assert_eq!(fit("v1.14.2", 10.0, 12.0), "");
        assert_eq!(fit("版本一二三四", 10.0, 45.0), "版本一…");
        assert_eq!(fit("", 10.0, -5.0), "");
    }

    #[test]
    fn marks_of_direction_and_control_are_replaced() {
        assert_eq!(plain("a\u{202e}b\u{0}\n"), "a\u{fffd}b\u{fffd}\u{fffd}");
        assert!(matches!(plain("shop/payments:v1"), Cow::Borrowed(_)));
    }
}

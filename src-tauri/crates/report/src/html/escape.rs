//! Text from evidence, made harmless in HTML.

use std::fmt;

/// Displays text so that it stays text, in an element and in a quoted attribute. Marks that turn the direction of
/// reading and control characters are shown as U+FFFD: a name must not read as another one.
pub(crate) struct Text<'a>(pub(crate) &'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        for letter in self.0.chars() {
            match letter {
                '&' => out.write_str("&amp;")?,
                '<' => out.write_str("&lt;")?,
                '>' => out.write_str("&gt;")?,
                '"' => out.write_str("&quot;")?,
                '\'' => out.write_str("&#39;")?,
                '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => {
                    out.write_char('\u{fffd}')?;
                }
                _ if letter.is_control() && letter != '\n' => out.write_char('\u{fffd}')?,
                _ => out.write_char(letter)?,
            }
        }
        Ok(())
    }
}

/// Returns whether a text from evidence may be followed as a link.
pub(crate) fn is_web_address(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

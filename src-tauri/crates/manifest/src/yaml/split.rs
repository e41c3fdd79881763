//! Cuts a file into its documents, so that one bad document leaves the others readable.

use memchr::memmem;

/// One document: its text, marker included, and the line of the file that it begins on (from 0).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Document<'a> {
    pub(crate) text: &'a str,
    pub(crate) line: u32,
}

/// Returns the documents of `text`: it is cut before each line that begins with `---` and a blank. That marker ends
/// whatever is open, so no scalar can hold one. Directives stay with the document that they speak of.
pub(crate) fn documents(text: &str) -> impl Iterator<Item = Document<'_>> {
    let mut rest = Some(text);
    let mut line = 0;
    std::iter::from_fn(move || {
        let text = rest?;
        let mut from = 0;
        let end = loop {
            let Some(found) = memmem::find(&text.as_bytes()[from..], b"\n---") else { break text.len() };
            let cut = from + found + 1;
            let is_marker = matches!(text.as_bytes().get(cut + 3), None | Some(b' ' | b'\t' | b'\r' | b'\n'));
            if is_marker && !is_only_directives(&text[..cut]) {
                break cut;
            }
            from = cut;
        };
        let document = Document { text: &text[..end], line };
        line += memchr::memchr_iter(b'\n', document.text.as_bytes()).count() as u32;
        rest = (end < text.len()).then(|| &text[end..]);
        Some(document)
    })
}

fn is_only_directives(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).peekable();
    lines.peek().is_some() && lines.all(|line| line.starts_with('%'))
}

#[cfg(test)]
mod tests {
    use super::documents;

    fn texts(text: &str) -> Vec<(&str, u32)> {
        documents(text).map(|document| (document.text, document.line)).collect()
    }

    #[test]
    fn cuts_at_markers_only() {
        assert_eq!(texts("a: 1\n---\nb: 2\n"), [("a: 1\n", 0), ("---\nb: 2\n", 1)]);
        assert_eq!(
            texts("---\na: 1\n--- # x\nb\n---"),
            [("---\na: 1\n", 0), ("--- # x\nb\n", 2), ("---", 4)]
        );
        assert_eq!(texts("a: |\n  x\n  ---\n----\n---x\n").len(), 1);
        assert_eq!(texts("%YAML 1.1\n---\na: 1\n").len(), 1, "a directive belongs to what follows");
    }
}

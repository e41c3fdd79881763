//! Patterns of paths with named captures.

use super::LayoutError;

/// One pattern, cut at its slashes.
#[derive(Debug, Clone)]
pub(super) struct Glob {
    parts: Vec<Part>,
}

#[derive(Debug, Clone)]
enum Part {
    /// `**`
    Any,
    Name(Vec<Token>),
}

#[derive(Debug, Clone)]
enum Token {
    Text(String),
    Star,
    One,
    Capture(Field),
}

#[derive(Debug, Clone, Copy)]
enum Field {
    App,
    Environment,
    Cluster,
}

/// What a pattern caught.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Captures<'p> {
    pub(super) app: Option<&'p str>,
    pub(super) environment: Option<&'p str>,
    pub(super) cluster: Option<&'p str>,
}

impl Glob {
    pub(super) fn new(glob: &str) -> Result<Self, LayoutError> {
        let wrong = |reason| LayoutError::Malformed { glob: glob.to_owned(), reason };
        if glob.is_empty() {
            return Err(wrong("it is empty"));
        }
        let mut parts = Vec::new();
        for part in glob.trim_start_matches('/').split('/') {
            // Two in a row say no more than one, and cost a search each.
            if part == "**" && matches!(parts.last(), Some(Part::Any)) {
                continue;
            }
            parts.push(if part == "**" { Part::Any } else { Part::Name(tokens(glob, part)?) });
        }
        if parts.iter().filter(|part| matches!(part, Part::Any)).count() > 4 {
            return Err(wrong("more than four **"));
        }
        Ok(Glob { parts })
    }

    /// Returns the captures if the whole of `path` fits.
    pub(super) fn captures<'p>(&self, path: &'p str) -> Option<Captures<'p>> {
        let names: Vec<&str> = path.split('/').collect();
        fit_path(&self.parts, &names, Captures::default())
    }
}

fn tokens(glob: &str, part: &str) -> Result<Vec<Token>, LayoutError> {
    let wrong = |reason| LayoutError::Malformed { glob: glob.to_owned(), reason };
    let mut out = Vec::new();
    let mut rest = part;
    while let Some(first) = rest.chars().next() {
        match first {
            '*' => {
                out.push(Token::Star);
                rest = rest.trim_start_matches('*');
            }
            '?' => {
                out.push(Token::One);
                rest = &rest[1..];
            }
            '{' => {
                let (name, after) = rest[1..].split_once('}').ok_or_else(|| wrong("a brace stays open"))?;
                out.push(Token::Capture(match name {
                    "app" => Field::App,
                    "env" | "environment" => Field::Environment,
                    "cluster" => Field::Cluster,
                    _ => {
                        let (glob, capture) = (glob.to_owned(), name.to_owned());
                        return Err(LayoutError::UnknownCapture { glob, capture });
                    }
                }));
                rest = after;
            }
            '}' => return Err(wrong("a brace was never opened")),
            _ => {
                let end = rest.find(['*', '?', '{', '}']).unwrap_or(rest.len());
                out.push(Token::Text(rest[..end].to_owned()));
                rest = &rest[end..];
            }
        }
    }
    if out.iter().filter(|token| matches!(token, Token::Star | Token::Capture(_))).count() > 6 {
        return Err(wrong("more than six wildcards in one name"));
    }
    Ok(out)
}

fn fit_path<'p>(parts: &[Part], names: &[&'p str], captures: Captures<'p>) -> Option<Captures<'p>> {
    match parts.split_first() {
        None => names.is_empty().then_some(captures),
        Some((Part::Any, rest)) => {
            (0..=names.len()).find_map(|skip| fit_path(rest, &names[skip..], captures))
        }
        Some((Part::Name(tokens), rest)) => {
            let (name, names) = names.split_first()?;
            fit_path(rest, names, fit_name(tokens, name, captures)?)
        }
    }
}

fn fit_name<'p>(tokens: &[Token], name: &'p str, captures: Captures<'p>) -> Option<Captures<'p>> {
    let Some((token, rest)) = tokens.split_first() else { return name.is_empty().then_some(captures) };
    let ends =
        |from: usize| name.char_indices().map(|(at, _)| at).chain([name.len()]).filter(move |at| *at >= from);
    match token {
        Token::Text(text) => fit_name(rest, name.strip_prefix(text.as_str())?, captures),
        Token::One => fit_name(rest, &name[name.chars().next()?.len_utf8()..], captures),
        Token::Star => ends(0).find_map(|at| fit_name(rest, &name[at..], captures)),
        Token::Capture(field) => ends(1).find_map(|at| {
            let mut captures = captures;
            let caught = Some(&name[..at]);
            match field {
                Field::App => captures.app = caught,
                Field::Environment => captures.environment = caught,
                Field::Cluster => captures.cluster = caught,
            }
            fit_name(rest, &name[at..], captures)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caught(glob: &str, path: &str) -> Option<(Option<String>, Option<String>, Option<String>)> {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        Glob::new(glob)
            .expect("a pattern")
            .captures(path)
            .map(|caught| (owned(caught.app), owned(caught.environment), owned(caught.cluster)))
    }

    #[test]
    fn captures_by_name() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            caught("apps/{app}/overlays/{env}/**", "apps/web/overlays/prod/a/k.yaml"),
            Some((some("web"), some("prod"), None))
        );
        assert_eq!(caught("clusters/{cluster}/**", "clusters/eu-1/x.yaml"), Some((None, None, some("eu-1"))));
        assert_eq!(caught("**/values-{env}.yaml", "values-dev.yaml"), Some((None, some("dev"), None)));
        assert_eq!(
            caught("{app}-{env}.y?ml", "pay-api-dev.yaml"),
            Some((some("pay"), some("api-dev"), None))
        );
        assert_eq!(caught("a/*.yaml", "a/b/c.yaml"), None);
        assert_eq!(caught("a/**", "b/c"), None);
    }

    #[test]
    fn wrong_patterns_say_what_is_wrong() {
        for glob in ["", "a/{app", "a/app}", "{a,b}/c", "{tenant}/x", "**/a/**/b/**/c/**/d/**"] {
            assert!(Glob::new(glob).is_err(), "{glob}");
        }
    }
}

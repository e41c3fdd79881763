//! The story as it is written: one dated deed a line. Its words are explained at the top of `story.txt`.

use domain::Time;

use crate::Error;
use crate::shape::{Account, App, PEOPLE, Place};

const TEXT: &str = include_str!("story.txt");

/// Something that somebody did, and when.
#[derive(Debug)]
pub(crate) struct Event {
    pub(crate) line: usize,
    pub(crate) at: Time,
    pub(crate) deed: Deed,
}

pub(crate) type Person = &'static Account;

/// What somebody did.
#[derive(Debug)]
pub(crate) enum Deed {
    /// A change lands on the main branch of an app.
    Source { app: App, author: Person, approver: Person, message: &'static str },
    /// The newest commit of an app gets a Git tag.
    Release { app: App, author: Person, tag: &'static str },
    /// The config repositories begin.
    Begin { author: Person },
    /// The version of the place before goes to this place.
    Promote { app: App, place: Place, author: Person, review: Review },
    /// The version before comes back.
    Rollback { app: App, place: Place, author: Person, approver: Person },
    /// Straight to the branch.
    Push { app: App, place: Place, author: Person, tag: &'static str },
    /// An image is set by hand in the cluster.
    Drift { app: App, place: Place, tag: &'static str },
    /// The cluster goes back to what is declared.
    Heal { app: App, place: Place },
    /// The pods of the cache are made anew, and pull `latest` again.
    Restart { place: Place },
    /// One more snapshot.
    Read { place: Place },
    /// No snapshots until then.
    Unread { place: Place, until: Time },
    /// The last snapshot of every cluster.
    End,
}

/// Who looked at a pull request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Review {
    /// Somebody approved what was merged.
    By(Person),
    /// Somebody approved; then the branch got another commit.
    ThenPushed(Person),
    /// Nobody.
    Nobody,
}

/// Returns the story in the order of time.
pub(crate) fn read() -> Result<Vec<Event>, Error> {
    let mut events = Vec::new();
    for (index, text) in TEXT.lines().enumerate() {
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let line = index + 1;
        events.push(event(line, text).ok_or_else(|| Error::Story { line, reason: format!("{text:?}") })?);
    }
    events.sort_by_key(|event| event.at);
    Ok(events)
}

fn event(line: usize, text: &'static str) -> Option<Event> {
    let (text, message) = text.split_once(": ").unwrap_or((text, ""));
    let words: Vec<&'static str> = text.split_whitespace().collect();
    let [date, clock, words @ ..] = words.as_slice() else { return None };
    let deed = match *words {
        ["source", app, author, "ok", approver] => Deed::Source {
            app: self::app(app)?,
            author: person(author)?,
            approver: person(approver)?,
            message,
        },
        ["release", app, author, tag] => Deed::Release { app: self::app(app)?, author: person(author)?, tag },
        ["begin", author] => Deed::Begin { author: person(author)? },
        ["promote", app, place, author, ref review @ ..] => {
            let review = match *review {
                ["ok", approver] => Review::By(person(approver)?),
                ["ok", approver, "then", "pushed"] => {
                    Review::ThenPushed(person(approver.trim_end_matches(','))?)
                }
                ["unreviewed"] => Review::Nobody,
                _ => return None,
            };
            Deed::Promote {
                app: self::app(app)?,
                place: self::place(place)?,
                author: person(author)?,
                review,
            }
        }
        ["rollback", app, place, author, "ok", approver] => Deed::Rollback {
            app: self::app(app)?,
            place: self::place(place)?,
            author: person(author)?,
            approver: person(approver)?,
        },
        ["push", app, place, author, tag] => {
            Deed::Push { app: self::app(app)?, place: self::place(place)?, author: person(author)?, tag }
        }
        ["drift", app, place, tag] => Deed::Drift { app: self::app(app)?, place: self::place(place)?, tag },
        ["heal", app, place] => Deed::Heal { app: self::app(app)?, place: self::place(place)? },
        ["restart", "cache", place] => Deed::Restart { place: self::place(place)? },
        ["read", place] => Deed::Read { place: self::place(place)? },
        ["unread", place, "until", date, clock] => {
            Deed::Unread { place: self::place(place)?, until: time(date, clock)? }
        }
        ["end"] => Deed::End,
        _ => return None,
    };
    Some(Event { line, at: time(date, clock)?, deed })
}

fn time(date: &str, clock: &str) -> Option<Time> {
    Time::parse_loose(&format!("{date} {clock}")).ok()
}

fn app(name: &str) -> Option<App> {
    App::ALL.into_iter().find(|app| app.name() == name)
}

fn place(name: &str) -> Option<Place> {
    Place::ALL.into_iter().find(|place| place.cluster() == name)
}

fn person(login: &str) -> Option<Person> {
    PEOPLE.iter().find(|person| person.login == login)
}

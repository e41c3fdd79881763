//! `cairn trace`.

use query::answer::TraceLinkStatus;

use super::arguments::{Global, TraceArguments};
use super::exit::Exit;
use super::output::Output;
use super::words;
use crate::api::{Api, ApiError, TraceRequest};

pub(super) fn run(
    api: &Api,
    global: &Global,
    arguments: TraceArguments,
    output: &Output,
) -> Result<Exit, ApiError> {
    let answer = api.trace(TraceRequest { subject: arguments.subject, at: global.at })?;
    if output.is_json() {
        output.json(&answer);
        return Ok(Exit::Answered);
    }
    let strength = answer.strength.map_or("-".to_owned(), |strength| format!("{strength:?}"));
    output.line(&format!("{}  as of {}  strength {strength}", answer.subject, answer.as_of));
    for link in &answer.links {
        output.line("");
        let status = match link.status {
            TraceLinkStatus::Found => output.say(words::FOUND),
            TraceLinkStatus::Missing => output.say(words::MISSING),
        };
        let how = match (link.basis, link.strength) {
            (Some(basis), Some(strength)) => {
                let basis = serde_json::to_value(basis).ok();
                let basis = basis.as_ref().and_then(|basis| basis.as_str()).unwrap_or("?").to_owned();
                format!("  {basis} {strength:?}")
            }
            _ => String::new(),
        };
        output.line(&format!("● {}  {status}{how}", link.kind));
        output.line(&format!("  {} → {}", link.from, link.to.as_deref().unwrap_or("?")));
        output.line(&format!("  {}", link.reason));
        for evidence in &link.evidence {
            let at = evidence.at.map_or(String::new(), |at| format!(" {at}"));
            let hash = evidence.hash.as_deref().map_or(String::new(), |hash| format!(" {hash}"));
            output.line(&format!("  · {} {}{at}{hash}", evidence.kind, evidence.label));
        }
    }
    let complete = answer.links.iter().all(|link| link.status == TraceLinkStatus::Found);
    Ok(if complete { Exit::Answered } else { Exit::Incomplete })
}

//! `cairn timeline`.

use std::path::Path;

use report::plot::Style;

use super::arguments::{Global, TimelineArguments};
use super::exit::Exit;
use super::output::Output;
use super::words;
use crate::api::{Api, ApiError, TimelineRequest};

pub(super) fn run(
    api: &Api,
    global: &Global,
    arguments: TimelineArguments,
    output: &Output,
) -> Result<Exit, ApiError> {
    let TimelineArguments { app, from, to, svg, png, width, dark } = arguments;
    let request = TimelineRequest { app, from, to, at: global.at, width: Some(width) };
    let reply = api.timeline(request)?;
    let style = Style { width, dark };
    if let Some(path) = &svg {
        api.draw_svg(&reply.answer, style, path)?;
        written(path, output);
    }
    if let Some(path) = &png {
        api.draw_png(&reply.answer, style, path)?;
        written(path, output);
    }
    if output.is_json() {
        output.json(&reply.answer);
        return Ok(Exit::Answered);
    }
    if svg.is_some() || png.is_some() {
        return Ok(Exit::Answered);
    }
    let mut rows = Vec::new();
    for lane in &reply.answer.lanes {
        for bar in &lane.bars {
            let kind = serde_json::to_value(bar.kind).ok();
            rows.push(vec![
                lane.label.clone(),
                bar.version.clone(),
                kind.as_ref().and_then(|kind| kind.as_str()).unwrap_or("").to_owned(),
                bar.from.to_string(),
                if bar.open { "…".to_owned() } else { bar.to.to_string() },
                bar.change_request.clone().unwrap_or_default(),
                if bar.declared == Some(false) {
                    output.say(words::CONTRADICTED).to_owned()
                } else {
                    String::new()
                },
            ]);
        }
        for gap in &lane.gaps {
            output.warn(&format!("gap: {}: {}", lane.label, gap.reason));
        }
    }
    output.table(
        &[words::LANE, words::VERSION, words::KIND, words::FROM, words::TO, words::REQUEST, words::VERDICT],
        &rows,
    );
    Ok(Exit::Answered)
}

fn written(path: &Path, output: &Output) {
    output.warn(&format!("written: {}", path.display()));
}

//! What somebody said goes, or the plan says why not: nothing is lost in silence. A part of law 15.
//!
//! Never asks where it goes: a wire may have another place for it.
use crate::{
    Breach,
    subject::{Stage, text},
    tokens::{Is, Json},
};
use std::collections::HashSet;
use throughline_core::{
    Api, Body, History, Key, Note, Part, Plan, Reason, Request, Role, Tool, ToolResult, Turn, TurnPlan, Verbatim,
    json::Extras, verbatim,
};

/// Members whose values another spelling of the same request may say otherwise, or its path.
const LABELS: &[&str] = &["type", "role", "model"];

/// So much of a value says which one it is.
const SHOWN: usize = 48;

/// Looks for the texts, calls, answers and media that the plan sends, and for the members beside them.
pub(super) fn turns(stage: &Stage<'_>, plan: &Plan<'_>, history: &History, body: &Body) -> Result<usize, Box<Breach>> {
    let text = String::from_utf8_lossy(&body.bytes);
    let json = Json::new(&text);
    let names = names(&json);
    let mut times = paired(stage, plan, &json)?;
    for (n, turn) in history.turns().iter().enumerate() {
        let Some(decided) = plan.turn(n).filter(|decided| decided.whole().is_none()) else { continue };
        let lost = |what: &str| {
            let what = format!("turn {n}: {what} is lost on {}, and the plan says nothing of it", stage.route);
            Err(Breach::new(stage.title(), what))
        };
        for (at, part) in sent(turn, decided) {
            for said in said(decided, at, part).into_iter().filter(|said| !verbatim::blank(said)) {
                times += 1;
                if !text.contains(said) {
                    return lost(&format!("something of part {at}"));
                }
            }
        }
        for piece in sent(turn, decided).flat_map(|(_, part)| pieces(part)).filter(|_| decided.notes().is_empty()) {
            times += 1;
            if json.find(&Json::new(&piece), 0).is_none() {
                return lost("a piece of an answer");
            }
        }
        // Each wire says by itself which it knows; what it does not take is a note.
        for key in beside(turn, decided).into_iter().filter(|_| decided.notes().is_empty()) {
            times += 1;
            if !names.contains(key.as_str()) {
                return lost(&format!("the member `{key}`"));
            }
        }
    }
    Ok(times)
}

/// A wire that names calls does so at each that goes, and at its answer.
fn paired(stage: &Stage<'_>, plan: &Plan<'_>, body: &Json<'_>) -> Result<usize, Box<Breach>> {
    let mut ids: Vec<(String, usize)> = vec![];
    for (n, turn) in plan.history.turns().iter().enumerate() {
        let Some(decided) = plan.turn(n).filter(|decided| decided.whole().is_none()) else { continue };
        for (p, part) in turn.parts.iter().enumerate().filter(|(p, _)| decided.sends(*p)) {
            let own = match part {
                Part::Call(call) => call.id.as_ref(),
                Part::Result(result) => result.call.as_ref(),
                _ => continue,
            };
            let Some(id) = decided.id(p).or(own).filter(|id| !id.is_empty()) else { continue };
            match ids.iter_mut().find(|(known, _)| known == id.raw()) {
                Some((_, times)) => *times += 1,
                None => ids.push((id.raw().to_owned(), 1)),
            }
        }
    }
    for (id, times) in &ids {
        let id = Json::new(id);
        let (mut found, mut from) = (0, 0);
        while let Some(here) = body.find(&id, from) {
            (found, from) = (found + 1, here.end);
        }
        if found > 0 && found < *times {
            let what = format!("{times} calls and answers are called {}, and {found} of them say so", id.text);
            return Err(Breach::new(stage.title(), what));
        }
    }
    Ok(ids.len())
}

/// Looks for what the request holds beside its turns.
pub(super) fn request(stage: &Stage<'_>, plan: &Plan<'_>, body: &Body) -> Result<usize, Box<Breach>> {
    // A tool's name stands in its calls too.
    let around = [body.bytes.get(..body.messages.start), body.bytes.get(body.messages.end..)];
    let text = around.map(|side| String::from_utf8_lossy(side.unwrap_or_default()).into_owned()).concat();
    let json = Json::new(&text);
    let names = names(&json);
    let lost = |what: String| {
        let what = format!("{what} is lost on {}, and the plan says nothing of it", stage.route);
        Err(Breach::new(stage.route.to_string(), what))
    };
    let noted = |key: &Key| plan.notes().iter().any(|note| note.what.contains(&format!("`{key}`")));
    // Which model answers is the route's to say.
    let members = stage.request.members.iter().map(|(key, _)| key).filter(|key| **key != "model");
    let mut times = 0;
    for key in members.filter(|key| !noted(key)) {
        times += 1;
        if !names.contains(key.as_str()) {
            return lost(format!("the member `{key}`"));
        }
    }
    let tools = stage.request.tools.iter().flatten().filter_map(|tool| tool.name.as_ref());
    for name in tools.filter(|_| plan.notes().is_empty()) {
        times += 1;
        if !text.contains(name.inner()) {
            return lost(format!("the tool {}", name.raw()));
        }
    }
    Ok(times)
}

/// What a client wrote goes, or the plan says that something stays. Which words are whose in a request that nobody names is not to be told, so
/// that one note excuses all: a request that goes whole shows the most.
pub(super) fn written(title: &str, plan: &Plan<'_>, request: &[u8], first: &Body) -> Result<(), Box<Breach>> {
    let (request, body) = (String::from_utf8_lossy(request), text(first));
    let there: Vec<String> = Json::new(&body).values().map(|(_, value)| value).collect();
    let lost = Json::new(&request).values().find(|(name, value)| {
        let label = name.is_some_and(|name| LABELS.contains(&name));
        !label && !value.trim().is_empty() && !there.iter().any(|there| there.contains(value))
    });
    // What the table adds says nothing of what was there.
    let adds = |note: &Note| {
        let rule = note.why.rule.as_ref().is_some_and(|rule| rule.rule.flags.is_some());
        rule && matches!(note.why.reason, Reason::Adapter(_))
    };
    let told = || {
        plan.notes().iter().any(|note| !adds(note)) || plan.ledger().iter().any(|line| line.outcome.as_str() != "sent")
    };
    match lost.filter(|_| !told()) {
        None => Ok(()),
        Some((name, value)) => {
            let value: String = value.chars().take(SHOWN).collect();
            let place = name.map(|name| format!(" as `{name}`")).unwrap_or_default();
            let what = format!(
                "a client wrote `{value}`{place}, which does not go to {}, and the plan says nothing of it",
                plan.route
            );
            Err(Breach::new(title, what))
        }
    }
}

/// Looks for what a request of another wire says, and this one has no words for.
pub(super) fn adopted(stage: &Stage<'_>) -> Result<usize, Box<Breach>> {
    const ELSEWHERE: Api = Api::new("nobody_speaks_this");
    let strange = || Verbatim::parse(r#"{"type":"x_tool"}"#).ok();
    let own = |payload| Tool { payload, api: ELSEWHERE, name: None, description: None, schema: None };
    let asked = |tools, members| Request { api: ELSEWHERE, tools, members };
    let requests = [
        ("a member", asked(None, strange().map(|value| ("x_member".into(), value)).into_iter().collect())),
        ("a tool", asked(Some(strange().map(own).into_iter().collect()), vec![])),
    ];
    for (what, request) in &requests {
        let mut notes = vec![];
        let adopted = stage.adapter.adopt(stage.route, request, &mut notes);
        let goes =
            adopted.members.iter().any(|(key, _)| *key == "x_member") || adopted.tools.iter().flatten().count() > 0;
        if !goes && notes.is_empty() {
            let what = format!("{what} of another wire's request is lost on {}, and no note says so", stage.route);
            return Err(Breach::new(stage.route.to_string(), what));
        }
    }
    Ok(requests.len())
}

fn names<'a>(json: &Json<'a>) -> HashSet<&'a str> {
    let names = json.tokens.iter().filter(|token| token.is == Is::Name);
    names.map(|token| verbatim::inner(json.get(token))).collect()
}

fn sent<'a>(turn: &'a Turn, decided: &'a TurnPlan) -> impl Iterator<Item = (usize, &'a Part)> {
    turn.parts.iter().enumerate().filter(|(at, _)| decided.sends(*at))
}

/// The insides of strings that a part says.
fn said<'a>(decided: &TurnPlan, at: usize, part: &'a Part) -> Vec<&'a str> {
    match part {
        Part::Text(_) | Part::Checkpoint(_) => {
            decided.visible(at, part).map(|text| text.text.inner()).into_iter().collect()
        }
        Part::Call(call) => vec![call.name.inner()],
        Part::Result(result) => result.content.as_ref().map(|content| texts(content.get())).unwrap_or_default(),
        Part::Media(media) => data(media.payload.get()).into_iter().collect(),
        Part::Reasoning(_) | Part::Opaque(_) => vec![],
    }
}

/// The text of an answer: it is a string, or pieces that have one.
fn texts(content: &str) -> Vec<&str> {
    if content.starts_with('"') {
        return vec![verbatim::inner(content)];
    }
    let json = Json::new(content);
    let members = json.inside(0).into_iter().flat_map(|(_, piece)| json.inside(piece.start));
    let is_text = |name: usize| json.tokens.get(name).is_some_and(|name| json.get(name) == "\"text\"");
    let texts = members.filter(|(name, _)| name.is_some_and(is_text));
    let texts = texts.filter_map(|(_, value)| json.tokens.get(value.start)).filter(|token| token.is == Is::Text);
    texts.map(|token| verbatim::inner(json.get(token))).collect()
}

/// The pieces of an answer that are no text.
fn pieces(part: &Part) -> Vec<String> {
    let Part::Result(ToolResult { content: Some(content), .. }) = part else { return vec![] };
    let json = Json::new(content.get());
    let pieces = json.inside(0).into_iter().filter(|(name, _)| name.is_none()).map(|(_, piece)| json.span(&piece));
    let pieces = pieces.filter_map(|span| content.get().get(span)).filter(|piece| !piece.contains("\"text\""));
    pieces.map(str::to_owned).collect()
}

/// The bytes or the address of a medium: the longest of its strings, without what says how it is spelled.
fn data(payload: &str) -> Option<&str> {
    let json = Json::new(payload);
    let texts = json.tokens.iter().filter(|token| token.is == Is::Text);
    texts.map(|token| verbatim::inner(json.get(token))).max_by_key(|text| text.len())?.rsplit(',').next()
}

/// Members that somebody wrote beside what is known; of the model's message the row says which go.
fn beside<'a>(turn: &'a Turn, decided: &'a TurnPlan) -> Vec<&'a Key> {
    let message: &[_] = if turn.role == Role::Assistant { &[] } else { &turn.extras };
    let parts = sent(turn, decided).flat_map(|(_, part)| -> [&Extras; 2] {
        const NONE: &Extras = &Extras::new();
        match part {
            Part::Text(text) if !text.text.is_empty() => [&text.extras, NONE],
            Part::Call(call) => [&call.extras, &call.inner],
            Part::Result(result) => [&result.extras, NONE],
            _ => [NONE, NONE],
        }
    });
    message.iter().chain(parts.flatten()).map(|(key, _)| key).collect()
}

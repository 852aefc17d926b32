//! Writing what the plan lets through: head, messages, tail.
//!
//! Never writes a block that the plan withholds, and never changes one that it sends.
use crate::{
    blob, foreign,
    table::{CALL, CITATIONS, HEAD, PATH, RESULT, SIGNATURE, STATUS, TEXT, THINKING},
    table_reply::UNREAD,
};
use std::ops::Range;
use throughline_core::{
    At, Beside, Carrier, Fate, Literal, Part, Plan, Role, Text, Turn, TurnPlan, json,
    write::{comma, item, list, member, name, quoted},
};

/// The body up to its messages. Instructions that open the conversation stand here; the path says the model.
pub(crate) fn head(plan: &Plan<'_>, out: &mut Vec<u8>) {
    out.push(b'{');
    let mut opening = plan.sent(0..opening(plan)).peekable();
    if opening.peek().is_some() {
        name(out, "system");
        list(out, |out| opening.for_each(|(turn, decided)| blocks(plan, turn, decided, out)));
    } else if let Some(system) = plan.request.get("system") {
        member(out, "system", system.get());
    }
    tools(plan, out);
    name(out, "messages");
    out.push(b'[');
}

/// The messages of a group: neighbours of one role are one.
pub(crate) fn group(plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) {
    for (n, message) in messages(plan, turns).iter().enumerate() {
        if n > 0 {
            out.push(b',');
        }
        out.push(b'{');
        name(out, "role");
        quoted(out, message.role);
        if let Some((_, turn, decided)) =
            message.sent(plan).next().filter(|(_, turn, _)| beside(plan, turn) == Beside::All)
        {
            let extras = decided.extras().iter().filter_map(|n| turn.extras.get(*n));
            extras.for_each(|(key, value)| member(out, key.as_str(), value.get()));
        }
        // At its end, since a later turn may join the message.
        name(out, "content");
        list(out, |out| message.sent(plan).for_each(|(_, turn, decided)| blocks(plan, turn, decided, out)));
        out.push(b'}');
    }
}

/// The body from the end of its messages on.
pub(crate) fn tail(plan: &Plan<'_>, out: &mut Vec<u8>) {
    out.push(b']');
    let said = |key: &str| HEAD.contains(&key) || PATH.contains(&key);
    for (key, value) in plan.members(false).chain(plan.members(true)).filter(|(key, _)| !said(key.as_str())) {
        member(out, key.as_str(), value);
    }
    out.push(b'}');
}

/// A message of the body.
pub(crate) struct Message {
    role: &'static str,
    turns: Vec<usize>,
}

impl Message {
    /// The turns that it is written from.
    pub(crate) fn sent<'p>(&self, plan: &'p Plan<'_>) -> impl Iterator<Item = (usize, &'p Turn, &'p TurnPlan)> {
        self.turns.iter().filter_map(|n| Some((*n, plan.history.turns().get(*n)?.as_ref(), plan.turn(*n)?)))
    }
}

/// The messages that some turns are written as.
pub(crate) fn messages(plan: &Plan<'_>, turns: Range<usize>) -> Vec<Message> {
    let mut all: Vec<Message> = vec![];
    for n in turns.start.max(opening(plan))..turns.end {
        let goes = plan.turn(n).is_some_and(|decided| decided.whole().is_none());
        let Some(turn) = plan.history.turns().get(n).filter(|_| goes) else { continue };
        let role = match turn.role {
            Role::Assistant => "assistant",
            Role::System | Role::Developer if !plan.adopted() => "system",
            _ => "user",
        };
        match all.last_mut().filter(|last| last.role == role) {
            Some(last) => last.turns.push(n),
            None => all.push(Message { role, turns: vec![n] }),
        }
    }
    all
}

/// The API wants the roles to take turns, so that neighbours of one role are one message.
///
/// That holds for the model's own turns too: each of their blocks goes as it is, in order, as Claude's own API joins them.
pub(crate) fn joins(before: &Turn, after: &Turn) -> bool {
    (before.role == Role::Assistant) == (after.role == Role::Assistant)
}

/// How many turns are instructions that open the conversation: they form `system`. A turn that does not go stands before nothing.
pub(crate) fn opening(plan: &Plan<'_>) -> usize {
    let stays = |n: usize| plan.turn(n).is_some_and(|decided| decided.whole().is_some());
    plan.history.turns().iter().enumerate().take_while(|(n, turn)| instructs(turn) || stays(*n)).count()
}

pub(crate) fn instructs(turn: &Turn) -> bool {
    matches!(turn.role, Role::System | Role::Developer)
}

fn beside(plan: &Plan<'_>, turn: &Turn) -> Beside {
    Beside::of(turn, plan.route, plan.adopted())
}

/// The tools, and in the same object what else the caller says of them.
fn tools(plan: &Plan<'_>, out: &mut Vec<u8>) {
    let (tools, config) = (plan.request.tools.as_ref(), plan.request.get("toolConfig"));
    if tools.is_none() && config.is_none() {
        return;
    }
    name(out, "toolConfig");
    out.push(b'{');
    if let Some(tools) = tools {
        name(out, "tools");
        list(out, |out| tools.iter().filter_map(foreign::tool).for_each(|tool| item(out, &tool)));
    }
    if let Some(config) = config {
        let _ = json::members(config.get(), |key, value| member(out, key, value.get()));
    }
    out.push(b'}');
}

fn blocks(plan: &Plan<'_>, turn: &Turn, decided: &TurnPlan, out: &mut Vec<u8>) {
    let beside = beside(plan, turn);
    // The text of a thought that stood elsewhere goes in front, where one would have come.
    for (_, value) in decided.fields().filter(|(key, _)| **key == *TEXT) {
        comma(out);
        out.extend_from_slice(br#"{"reasoningContent":{"reasoningText":{"text":"#);
        value.write(turn, out);
        out.extend_from_slice(b"}}}");
    }
    for (n, part) in turn.parts.iter().enumerate().filter(|(n, _)| decided.sends(*n)) {
        if let Some(part) = decided.visible(n, part) {
            text(part, turn, beside, out);
        }
        match part {
            Part::Text(_) | Part::Checkpoint(_) => {}
            Part::Reasoning(carrier) => {
                let home = beside != Beside::Nothing;
                if let Some(block) = sent(decided, n).and_then(|key| thought(carrier, key, home)) {
                    item(out, &block);
                }
            }
            Part::Call(call) => {
                let Some(input) = call.arguments.object() else { continue };
                open(out, "toolUse");
                if let Some(id) = decided.id(n).or(call.id.as_ref()) {
                    member(out, "toolUseId", id.raw());
                }
                member(out, "name", call.name.raw());
                member(out, "input", input.get());
                let extras = call.extras.iter().filter(|(key, _)| foreign::lets(beside, key.as_str(), CALL));
                extras.for_each(|(key, value)| member(out, key.as_str(), value.get()));
                out.extend_from_slice(b"}}");
            }
            Part::Result(result) => {
                open(out, "toolResult");
                if let Some(id) = decided.id(n).or(result.call.as_ref()) {
                    member(out, "toolUseId", id.raw());
                }
                member(out, "content", &foreign::answer(result.content.as_ref()).0);
                if fails(&result.extras) && STATUS.takes(&plan.route.model) {
                    member(out, "status", r#""error""#);
                }
                let extras = result.extras.iter().filter(|(key, _)| foreign::lets(beside, key.as_str(), RESULT));
                let extras = extras.filter(|(key, _)| *key != "is_error");
                extras.for_each(|(key, value)| member(out, key.as_str(), value.get()));
                out.extend_from_slice(b"}}");
            }
            Part::Media(block) => {
                if let Some(block) = foreign::media(block) {
                    item(out, &block);
                }
            }
            Part::Opaque(block) => item(out, block.payload.get()),
        }
    }
}

/// A text; one that cites is a block of another kind.
fn text(part: &Text, turn: &Turn, beside: Beside, out: &mut Vec<u8>) {
    let cites = part.extras.iter().find(|(key, _)| *key == CITATIONS).filter(|_| turn.role == Role::Assistant);
    let block = format!(r#"{{"text":{}}}"#, part.text.raw());
    match cites.filter(|_| beside != Beside::Nothing) {
        Some((_, places)) => {
            item(out, &format!(r#"{{"citationsContent":{{"content":[{block}],"citations":{}}}}}"#, places.get()));
        }
        None => item(out, &block),
    }
}

fn open(out: &mut Vec<u8>, kind: &str) {
    comma(out);
    out.push(b'{');
    name(out, kind);
    out.push(b'{');
}

/// True where an answer of another wire says that its tool failed, and none of this one says how it ended.
pub(crate) fn fails(extras: &throughline_core::Extras) -> bool {
    let says = |name: &str| extras.iter().find(|(key, _)| *key == name).map(|(_, value)| value.get());
    says("is_error") == Some("true") && says("status").is_none()
}

/// The key that the thought in the n-th part goes under, where it goes.
pub(crate) fn sent(decided: &TurnPlan, n: usize) -> Option<&str> {
    let mut fates = decided.fates().filter(|(at, _)| *at == At::Part(n, 0));
    fates.find_map(|(_, fate)| if let Fate::Sent(key) = fate { Some(key.as_str()) } else { None })
}

/// A thought as a block of this wire: with its signature, or without where it goes as text alone. None for what this wire cannot say.
pub(crate) fn thought(carrier: &Carrier, key: &str, home: bool) -> Option<String> {
    let payload = carrier.payload.get();
    let string = |key| json::member(payload, key).and_then(Literal::read);
    if carrier.kind == *UNREAD {
        return Some(payload.to_owned());
    }
    if carrier.kind != *THINKING {
        let blob = blob::wire(&string("data")?)?;
        return Some(format!(r#"{{"reasoningContent":{{"redactedContent":{}}}}}"#, blob.raw()));
    }
    let mut out = br#"{"reasoningContent":{"reasoningText":{"#.to_vec();
    // Under a display that omits it there is no text, and the signature alone carries the thought.
    member(&mut out, "text", string("thinking").as_ref().map_or(r#""""#, Literal::raw));
    let _ = json::members(payload, |name, value| match name {
        "type" | "thinking" => {}
        "signature" if key == SIGNATURE && value.get().starts_with('"') => member(&mut out, name, value.get()),
        "signature" => {}
        name if home => member(&mut out, name, value.get()),
        _ => {}
    });
    out.extend_from_slice(b"}}}");
    String::from_utf8(out).ok()
}

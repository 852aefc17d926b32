//! Writing what the plan lets through: head, messages, tail.
//!
//! Never writes a block that the plan withholds, and never changes one that it sends.
use crate::{
    block, door, foreign,
    table::{CALL, MAX_TOKENS, RESULT, TEXT, THINKING},
};
use std::ops::Range;
use throughline_core::{
    At, Beside, Checkpoint, Extras, Key, Literal, Part, Place, Plan, Presence, Role, Turn, TurnPlan, Value,
    write::{comma, item, list, member, name, quoted},
};

/// The body up to its messages. Instructions that open the conversation stand here.
pub(crate) fn head(plan: &Plan<'_>, out: &mut Vec<u8>) {
    out.push(b'{');
    if let Some(model) = plan.model() {
        member(out, "model", model.get());
    }
    if let Some(version) = door::version(plan) {
        name(out, door::VERSION);
        quoted(out, version);
    }
    let opening: Vec<_> = plan.sent(0..opening(plan)).collect();
    if let Some((first, _)) = opening.first() {
        name(out, "system");
        match (opening.as_slice(), string(first, beside(plan, first))) {
            ([_], Some(text)) => out.extend_from_slice(text.raw().as_bytes()),
            _ => list(out, |out| opening.iter().for_each(|(turn, decided)| blocks(plan, turn, decided, out))),
        }
    }
    if let Some(tools) = &plan.request.tools {
        name(out, "tools");
        list(out, |out| {
            for tool in tools.iter().filter_map(foreign::tool) {
                item(out, &tool);
            }
        });
    }
    let first = |key: &Key| *key != "model" && !door::is_header(plan, key) && !is_fitted(key);
    for (key, value) in plan.members(false).filter(|(key, _)| first(key)) {
        member(out, key.as_str(), value);
    }
    name(out, "messages");
    out.push(b'[');
}

/// One message: a turn, or the answers to the calls of one.
pub(crate) fn group(plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) {
    if turns.end <= opening(plan) {
        return;
    }
    let sent: Vec<_> = plan.sent(turns).collect();
    let Some((first, decided)) = sent.first() else { return };
    out.push(b'{');
    name(out, "role");
    quoted(
        out,
        match first.role {
            Role::Developer => Role::System,
            Role::Tool => Role::User,
            role => role,
        }
        .as_str(),
    );
    name(out, "content");
    match (sent.as_slice(), string(first, beside(plan, first))) {
        ([_], Some(text)) if !may_think(plan, first) => out.extend_from_slice(text.raw().as_bytes()),
        _ => list(out, |out| sent.iter().for_each(|(turn, decided)| blocks(plan, turn, decided, out))),
    }
    for (key, value) in decided.fields().filter(|(key, _)| **key != THINKING.0) {
        name(out, key.as_str());
        value.write(first, out);
    }
    if beside(plan, first) == Beside::All {
        for (key, value) in decided.extras().iter().filter_map(|n| first.extras.get(*n)) {
            member(out, key.as_str(), value.get());
        }
    }
    out.push(b'}');
}

/// The body from the end of its messages on.
pub(crate) fn tail(plan: &Plan<'_>, out: &mut Vec<u8>) {
    out.push(b']');
    for (key, value) in plan.members(false).filter(|(key, _)| is_fitted(key)).chain(plan.members(true)) {
        member(out, key.as_str(), value);
    }
    if plan.request.get("max_tokens").is_none() {
        member(out, "max_tokens", MAX_TOKENS);
    }
    out.push(b'}');
}

/// How many turns are instructions that open the conversation: they form `system`, and any later ones are messages in their place.
/// A turn that does not go stands before nothing.
pub(crate) fn opening(plan: &Plan<'_>) -> usize {
    let instructs = |turn: &Turn| matches!(turn.role, Role::System | Role::Developer);
    let stays = |n: usize| plan.turn(n).is_some_and(|decided| decided.whole().is_some());
    plan.history.turns().iter().enumerate().take_while(|(n, turn)| instructs(turn) || stays(*n)).count()
}

/// True for a member that is fitted to what of the turns goes: it may change from one request of a session to the next.
fn is_fitted(key: &Key) -> bool {
    matches!(key.as_str(), "thinking" | "output_config" | "context_management")
}

fn beside(plan: &Plan<'_>, turn: &Turn) -> Beside {
    Beside::of(turn, plan.route, plan.adopted())
}

/// The text of a turn that came as a string; a reply always comes as a list.
fn string(turn: &Turn, beside: Beside) -> Option<&Literal> {
    match turn.parts.as_slice() {
        [Part::Text(part) | Part::Checkpoint(Checkpoint { text: Some(part), item: None })]
            if turn.ending.is_none() && turn.presence("content") != Some(Presence::List) =>
        {
            (!part.extras.iter().any(|(key, _)| foreign::lets(beside, key.as_str(), TEXT))).then_some(&part.text)
        }
        _ => None,
    }
}

/// True for the model's turns where thinking is text, which are lists of blocks whether there is a thought or not.
fn may_think(plan: &Plan<'_>, turn: &Turn) -> bool {
    let mut slots = plan.policy.reads.rule.reads.iter().flat_map(|reads| reads.slots.iter());
    turn.role == Role::Assistant && slots.any(|slot| slot.place == Place::Message && slot.key == *THINKING.0)
}

/// Thinking that is text here and stands in no block of the turn.
pub(crate) fn thought(decided: &TurnPlan) -> Option<&Value> {
    decided.fields().find(|(key, _)| **key == THINKING.0).map(|(_, value)| value)
}

fn blocks(plan: &Plan<'_>, turn: &Turn, decided: &TurnPlan, out: &mut Vec<u8>) {
    let beside = beside(plan, turn);
    if let Some(thought) = thought(decided) {
        open(out, THINKING.0);
        name(out, "thinking");
        thought.write(turn, out);
        out.push(b'}');
    }
    for (n, part) in turn.parts.iter().enumerate().filter(|(n, _)| decided.sends(*n)) {
        if let Some(part) = decided.visible(n, part) {
            open(out, "text");
            member(out, "text", part.text.raw());
            close(out, &part.extras, beside, TEXT);
        }
        match part {
            Part::Checkpoint(checkpoint) => {
                if let Some(carrier) = decided.item(n, checkpoint) {
                    item(out, carrier.payload.get());
                }
            }
            Part::Reasoning(carrier) if decided.carries(At::Part(n, 0)) => {
                item(out, &block::unmarked(&carrier.payload))
            }
            Part::Text(_) | Part::Reasoning(_) => {}
            Part::Call(call) => {
                let Some(input) = call.arguments.object() else { continue };
                open(out, "tool_use");
                if let Some(id) = decided.id(n).or(call.id.as_ref()) {
                    member(out, "id", id.raw());
                }
                member(out, "name", call.name.raw());
                member(out, "input", input.get());
                close(out, &call.extras, beside, CALL);
            }
            Part::Result(result) => {
                open(out, "tool_result");
                if let Some(id) = decided.id(n).or(result.call.as_ref()) {
                    member(out, "tool_use_id", id.raw());
                }
                match &result.content {
                    Some(content) if beside == Beside::Nothing => member(out, "content", &foreign::answer(content).0),
                    Some(content) => member(out, "content", content.get()),
                    None => {}
                }
                close(out, &result.extras, beside, RESULT);
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

fn open(out: &mut Vec<u8>, kind: &str) {
    comma(out);
    out.push(b'{');
    name(out, "type");
    quoted(out, kind);
}

fn close(out: &mut Vec<u8>, extras: &Extras, beside: Beside, fields: &[&str]) {
    for (key, value) in extras.iter().filter(|(key, _)| foreign::lets(beside, key.as_str(), fields)) {
        member(out, key.as_str(), value.get());
    }
    out.push(b'}');
}

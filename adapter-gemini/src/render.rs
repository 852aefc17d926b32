//! Writing what the plan lets through: head, contents, tail.
//!
//! Never writes a part that the plan withholds, never changes one that it sends, and puts a signature nowhere but on its own part.
use crate::{
    foreign::{self, own_name},
    lent,
    table::SIGNATURE,
};
use std::ops::Range;
use throughline_core::{
    At, Beside, Carrier, Extras, Literal, Part, Plan, Role, Turn, TurnPlan,
    write::{comma, item, list, member, name},
};

/// The body up to its contents. Instructions that open the conversation stand here.
pub(crate) fn head(plan: &Plan<'_>, out: &mut Vec<u8>) {
    out.push(b'{');
    let opening: Vec<_> = plan.sent(0..opening(plan)).collect();
    if let Some((first, decided)) = opening.first() {
        name(out, "systemInstruction");
        out.push(b'{');
        name(out, "parts");
        list(out, |out| opening.iter().for_each(|(turn, decided)| parts(plan, turn, decided, out)));
        beside_parts(plan, first, decided, &["parts"], out);
        out.push(b'}');
    }
    tools(plan, out);
    name(out, "contents");
    out.push(b'[');
}

/// One content: a turn, or the answers to the calls of one.
pub(crate) fn group(plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) {
    // A group may begin among the instructions: turns that do not go part nothing.
    let sent: Vec<_> = plan.sent(turns.start.max(opening(plan))..turns.end).collect();
    let Some((first, decided)) = sent.first() else { return };
    out.push(b'{');
    member(out, "role", if first.role == Role::Assistant { r#""model""# } else { r#""user""# });
    name(out, "parts");
    list(out, |out| sent.iter().for_each(|(turn, decided)| parts(plan, turn, decided, out)));
    beside_parts(plan, first, decided, &["role", "parts"], out);
    out.push(b'}');
}

/// The body from the end of its contents on. Model and streaming are said by the path.
pub(crate) fn tail(plan: &Plan<'_>, out: &mut Vec<u8>) {
    out.push(b']');
    let members = plan.members(false).chain(plan.members(true));
    for (key, value) in members.filter(|(key, _)| !["model", "stream"].contains(&key.as_str())) {
        member(out, key.as_str(), value);
    }
    out.push(b'}');
}

/// How many turns are instructions that open the conversation: they form `systemInstruction`, and any later ones are a person's word in
/// their place.
pub(crate) fn opening(plan: &Plan<'_>) -> usize {
    plan.history.turns().iter().take_while(|turn| instructs(turn)).count()
}

pub(crate) fn instructs(turn: &Turn) -> bool {
    matches!(turn.role, Role::System | Role::Developer)
}

/// The signature that goes on a part.
fn signature<'t>(decided: &TurnPlan, n: usize, part: &'t Part) -> Option<&'t Carrier> {
    let signs = |(m, carrier): &(usize, &Carrier)| lent::signs(carrier) && decided.carries(At::Part(n, *m));
    part.carriers().enumerate().find(signs).map(|(_, carrier)| carrier)
}

fn beside(plan: &Plan<'_>, turn: &Turn) -> Beside {
    Beside::of(turn, plan.route, plan.adopted())
}

/// Members that a caller wrote beside the parts of a content, and beside those that are `written` already.
fn beside_parts(plan: &Plan<'_>, turn: &Turn, decided: &TurnPlan, written: &[&str], out: &mut Vec<u8>) {
    if beside(plan, turn) == Beside::All {
        let all = decided.extras().iter().filter_map(|n| turn.extras.get(*n));
        for (key, value) in all.filter(|(key, _)| !written.contains(&key.as_str())) {
            member(out, key.as_str(), value.get());
        }
    }
}

/// Declarations that stand side by side share a list, as the API has it.
fn tools(plan: &Plan<'_>, out: &mut Vec<u8>) {
    let Some(tools) = &plan.request.tools else { return };
    name(out, "tools");
    list(out, |out| {
        let mut declaring = false;
        for tool in tools {
            let Some(json) = foreign::tool(tool) else { continue };
            match (declaring, tool.name.is_some()) {
                (false, true) => item(out, r#"{"functionDeclarations":["#),
                (true, false) => out.extend_from_slice(b"]}"),
                _ => {}
            }
            declaring = tool.name.is_some();
            item(out, json.get());
        }
        if declaring {
            out.extend_from_slice(b"]}");
        }
    });
}

fn parts(plan: &Plan<'_>, turn: &Turn, decided: &TurnPlan, out: &mut Vec<u8>) {
    let beside = beside(plan, turn);
    let (lent, bearer) = (lent::of_message(turn, decided), lent::bearer(turn, decided));
    if let Some(lent) = lent.filter(|_| bearer.is_none()) {
        item(out, &format!(r#"{{"text":"","{SIGNATURE}":{lent}}}"#));
    }
    for (n, part) in turn.parts.iter().enumerate().filter(|(n, _)| decided.sends(*n)) {
        if let Some(text) = decided.visible(n, part) {
            open(out);
            member(out, "text", text.text.raw());
            extras(out, &text.extras, beside, &["text"]);
            if let Some(lent) = lent.filter(|_| bearer == Some(n)) {
                member(out, SIGNATURE, lent);
            }
            close(out, decided, n, part);
        }
        match part {
            Part::Text(_) => {}
            Part::Checkpoint(checkpoint) => {
                if let Some(carrier) = decided.item(n, checkpoint) {
                    item(out, carrier.payload.get());
                }
            }
            Part::Reasoning(carrier) if decided.carries(At::Part(n, 0)) => item(out, carrier.payload.get()),
            Part::Reasoning(_) => {}
            Part::Call(call) => {
                let Some(args) = call.arguments.object() else { continue };
                open(out);
                name(out, "functionCall");
                out.push(b'{');
                member(out, "name", call.name.raw());
                member(out, "args", args.get());
                id(out, decided, n, call.id.as_ref());
                extras(out, &call.inner, beside, &["name", "args", "id"]);
                out.push(b'}');
                extras(out, &call.extras, beside, &["functionCall"]);
                close(out, decided, n, part);
            }
            Part::Result(result) => {
                let answer = foreign::answer(result, plan.route);
                open(out);
                name(out, "functionResponse");
                out.push(b'{');
                let own = own_name(&result.extras);
                if let Some(called) = decided.name(n).or(own.as_ref()) {
                    member(out, "name", called.raw());
                }
                member(out, "response", &answer.response);
                id(out, decided, n, result.call.as_ref());
                if !answer.parts.is_empty() {
                    name(out, "parts");
                    list(out, |out| answer.parts.iter().for_each(|part| item(out, part)));
                }
                let parts: &[&str] = if answer.parts.is_empty() { &[] } else { &["parts"] };
                extras(out, &result.extras, beside, &[&["name", "response", "id"], parts].concat());
                out.push(b'}');
                close(out, decided, n, part);
            }
            Part::Media(block) => {
                if let Some(block) = foreign::media(block) {
                    signed(out, &block, decided, n, part);
                }
            }
            Part::Opaque(block) => signed(out, block.payload.get(), decided, n, part),
        }
    }
}

/// A call's id, as the plan has it; an empty one is none.
fn id(out: &mut Vec<u8>, decided: &TurnPlan, n: usize, own: Option<&Literal>) {
    if let Some(id) = decided.id(n).or(own).filter(|id| !id.is_empty()) {
        member(out, "id", id.raw());
    }
}

/// A whole part with its signature.
fn signed(out: &mut Vec<u8>, json: &str, decided: &TurnPlan, n: usize, part: &Part) {
    comma(out);
    out.extend_from_slice(json.strip_suffix('}').unwrap_or(json).as_bytes());
    close(out, decided, n, part);
}

fn open(out: &mut Vec<u8>) {
    comma(out);
    out.push(b'{');
}

/// The end of a part, before it its signature or what stands in for one.
fn close(out: &mut Vec<u8>, decided: &TurnPlan, n: usize, part: &Part) {
    match (signature(decided, n, part), decided.pad(n)) {
        (Some(carrier), _) => member(out, SIGNATURE, lent::string(carrier)),
        (None, Some((key, text))) => member(out, key.as_str(), Literal::of(text).raw()),
        (None, None) => {}
    }
    out.push(b'}');
}

fn extras(out: &mut Vec<u8>, extras: &Extras, beside: Beside, fields: &[&str]) {
    for (key, value) in extras.iter().filter(|(key, _)| foreign::lets(beside, key.as_str(), fields)) {
        member(out, key.as_str(), value.get());
    }
}

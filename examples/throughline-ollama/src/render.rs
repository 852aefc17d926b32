//! Writing what the plan lets through: head, messages, tail.
//!
//! Never writes what the plan withholds, and never changes the spelling of a string that it sends.
use crate::{
    foreign,
    table::{CALL, MESSAGE, TOOL_CALL_ID},
};
use std::ops::Range;
use throughline_core::{
    Beside, Extras, Literal, Part, Plan, Role, ToolCall, ToolResult, Turn, TurnPlan,
    write::{comma, item, list, member, name, quoted},
};

/// The body up to its messages: what stays the same from one request of a session to the next.
pub(crate) fn head(plan: &Plan<'_>, out: &mut Vec<u8>) {
    out.push(b'{');
    if let Some(model) = plan.model() {
        member(out, "model", model.get());
    }
    if let Some(tools) = &plan.request.tools {
        name(out, "tools");
        list(out, |out| tools.iter().filter_map(foreign::tool).for_each(|tool| item(out, &tool)));
    }
    name(out, "messages");
    out.push(b'[');
}

/// The body from the end of its messages on.
pub(crate) fn tail(plan: &Plan<'_>, out: &mut Vec<u8>) {
    out.push(b']');
    for (key, value) in plan.members(false).chain(plan.members(true)).filter(|(key, _)| **key != "model") {
        member(out, key.as_str(), value);
    }
    out.push(b'}');
}

/// The messages of a turn: each answer of a tool is one, and what else there is one more.
pub(crate) fn group(plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) {
    for (turn, decided) in plan.sent(turns) {
        let beside = Beside::of(turn, plan.route, plan.adopted());
        let parts = || turn.parts.iter().enumerate().filter(|(n, _)| decided.sends(*n));
        for (n, part) in parts() {
            if let Part::Result(result) = part {
                answer(result, n, decided, beside, out);
            }
        }
        if parts().any(|(_, part)| !matches!(part, Part::Result(_))) || parts().next().is_none() {
            message(turn, decided, beside, out);
        }
    }
}

fn message(turn: &Turn, decided: &TurnPlan, beside: Beside, out: &mut Vec<u8>) {
    open(out, if turn.role == Role::Developer { Role::System } else { turn.role });
    let parts = || turn.parts.iter().enumerate().filter(|(n, _)| decided.sends(*n));
    let texts = parts().filter_map(|(n, part)| decided.visible(n, part)).map(|part| part.text.inner());
    let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    if !texts.is_empty() || turn.role != Role::Assistant || turn.presence("content").is_some() {
        member(out, "content", &format!("\"{}\"", texts.join("\\n\\n")));
    }
    for (key, value) in decided.fields() {
        name(out, key.as_str());
        value.write(turn, out);
    }
    let images =
        parts().filter_map(|(_, part)| if let Part::Media(block) = part { foreign::image(block) } else { None });
    let images: Vec<_> = images.collect();
    if !images.is_empty() {
        name(out, "images");
        list(out, |out| images.iter().for_each(|image| item(out, image)));
    }
    let calls = || parts().filter_map(|(n, part)| if let Part::Call(call) = part { Some((n, call)) } else { None });
    if calls().next().is_some() {
        name(out, "tool_calls");
        list(out, |out| calls().for_each(|(n, part)| call(part, decided.id(n), beside, out)));
    }
    match turn.role {
        Role::Assistant => {
            for (key, value) in decided.extras().iter().filter_map(|n| turn.extras.get(*n)) {
                member(out, key.as_str(), value.get());
            }
        }
        _ => more(&turn.extras, beside, MESSAGE, out),
    }
    out.push(b'}');
}

fn answer(result: &ToolResult, n: usize, decided: &TurnPlan, beside: Beside, out: &mut Vec<u8>) {
    open(out, Role::Tool);
    member(out, "content", &foreign::answer(result.content.as_ref()).0);
    if let Some(id) = decided.id(n).or(result.call.as_ref()).filter(|id| !id.is_empty()) {
        member(out, TOOL_CALL_ID, id.raw());
    }
    if let Some(tool) = decided.name(n) {
        member(out, crate::table::TOOL_NAME, tool.raw());
    }
    more(&result.extras, beside, MESSAGE, out);
    out.push(b'}');
}

fn call(call: &ToolCall, id: Option<&Literal>, beside: Beside, out: &mut Vec<u8>) {
    let Some(arguments) = call.arguments.object() else { return };
    comma(out);
    out.push(b'{');
    if let Some(id) = id.or(call.id.as_ref()).filter(|id| !id.is_empty()) {
        member(out, "id", id.raw());
    }
    more(&call.extras, beside, CALL, out);
    name(out, "function");
    out.push(b'{');
    member(out, "name", call.name.raw());
    member(out, "arguments", arguments.get());
    more(&call.inner, beside, CALL, out);
    out.extend_from_slice(b"}}");
}

fn open(out: &mut Vec<u8>, role: Role) {
    comma(out);
    out.push(b'{');
    name(out, "role");
    quoted(out, role.as_str());
}

fn more(extras: &Extras, beside: Beside, fields: &[&str], out: &mut Vec<u8>) {
    for (key, value) in extras.iter().filter(|(key, _)| foreign::lets(beside, key.as_str(), fields)) {
        member(out, key.as_str(), value.get());
    }
}

//! Writing what the plan lets through: head, messages, tail.
//!
//! Never writes what the plan withholds, and never changes the spelling of a string that it sends.
use crate::{API, table::{CALL, MESSAGE}};
use std::ops::Range;
use throughline_core::{
    Beside, Extras, Literal, Part, Plan, Role, ToolCall, ToolResult, Turn, TurnPlan, Verbatim, json,
    write::{comma, item, list, member, name, quoted},
};

/// The body up to its messages: what stays the same from one request of a session to the next.
pub(crate) fn head(plan: &Plan<'_>, out: &mut Vec<u8>) {
    out.push(b'{');
    if let Some(model) = plan.model() {
        member(out, "model", model.get());
    }
    if let Some(tools) = &plan.request.tools {
        let own = tools.iter().filter(|tool| tool.api == API);
        name(out, "tools");
        list(out, |out| own.for_each(|tool| item(out, tool.payload.get())));
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

/// The messages of some turns: each answer of a tool is one, and what else there is one more.
pub(crate) fn group(plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) {
    for (turn, decided) in plan.sent(turns) {
        let beside = Beside::of(turn, plan.route, plan.adopted());
        let parts = || turn.parts.iter().enumerate().filter(|(n, _)| decided.sends(*n));
        for (n, part) in parts() {
            if let Part::Result(answer) = part {
                result(answer, decided.id(n), beside, out);
            }
        }
        if parts().any(|(_, part)| !matches!(part, Part::Result(_))) || parts().next().is_none() {
            message(turn, decided, beside, out);
        }
    }
}

fn message(turn: &Turn, decided: &TurnPlan, beside: Beside, out: &mut Vec<u8>) {
    open(if turn.role == Role::Developer { Role::System } else { turn.role }, out);
    let parts = || turn.parts.iter().enumerate().filter(|(n, _)| decided.sends(*n));
    // The members of the row, in its order, with what the plan puts there.
    for (key, value) in decided.fields() {
        name(out, key.as_str());
        value.write(turn, out);
    }
    let texts = parts().filter_map(|(n, part)| decided.visible(n, part)).map(|part| part.text.inner());
    let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    member(out, "text", &format!("\"{}\"", texts.join("\\n\\n")));
    let calls = || parts().filter_map(|(n, part)| if let Part::Call(call) = part { Some((n, call)) } else { None });
    if calls().next().is_some() {
        name(out, "calls");
        list(out, |out| calls().for_each(|(n, one)| call(one, decided.id(n), beside, out)));
    }
    if turn.role == Role::Assistant {
        for (key, value) in decided.extras().iter().filter_map(|n| turn.extras.get(*n)) {
            member(out, key.as_str(), value.get());
        }
    } else {
        more(&turn.extras, MESSAGE, beside, out);
    }
    out.push(b'}');
}

fn result(result: &ToolResult, id: Option<&Literal>, beside: Beside, out: &mut Vec<u8>) {
    open(Role::Tool, out);
    if let Some(id) = id.or(result.call.as_ref()) {
        member(out, "call", id.raw());
    }
    member(out, "text", &answer(result.content.as_ref()).0);
    more(&result.extras, MESSAGE, beside, out);
    out.push(b'}');
}

/// What a tool answered, as one JSON string; and how many of its pieces are no text.
pub(crate) fn answer(content: Option<&Verbatim>) -> (String, usize) {
    let Some(content) = content.filter(|content| !content.is_null()) else { return ("\"\"".to_owned(), 0) };
    if !content.is_array() {
        let text = content.literal().unwrap_or_else(|| Literal::of(content.get()));
        return (text.raw().to_owned(), 0);
    }
    let (mut texts, mut lost) = (vec![], 0);
    let _ = json::elements(content.get(), |piece| {
        match json::member(piece.get(), "text").and_then(Literal::read).or_else(|| Literal::read(piece)) {
            Some(text) => texts.push(text),
            None => lost += 1,
        }
    });
    let texts: Vec<&str> = texts.iter().map(Literal::inner).collect();
    (format!("\"{}\"", texts.join("\\n\\n")), lost)
}

fn call(call: &ToolCall, id: Option<&Literal>, beside: Beside, out: &mut Vec<u8>) {
    comma(out);
    out.push(b'{');
    if let Some(id) = id.or(call.id.as_ref()) {
        member(out, "id", id.raw());
    }
    member(out, "tool", call.name.raw());
    let mut input = String::new();
    call.arguments.write_text(&mut input);
    member(out, "input", &format!("\"{input}\""));
    more(&call.extras, CALL, beside, out);
    out.push(b'}');
}

fn open(role: Role, out: &mut Vec<u8>) {
    comma(out);
    out.push(b'{');
    name(out, "role");
    quoted(out, role.as_str());
}

/// Members that nobody knows, where this host or the caller wrote them.
fn more(extras: &Extras, own: &[&str], beside: Beside, out: &mut Vec<u8>) {
    let unknown = extras.iter().filter(|(key, _)| !own.contains(&key.as_str()) && beside.lets(|| false));
    unknown.for_each(|(key, value)| member(out, key.as_str(), value.get()));
}

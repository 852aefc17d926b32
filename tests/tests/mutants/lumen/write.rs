//! From plans to bytes. What the plan does not let through is never looked at.
use std::ops::Range;
use throughline_core::{Arguments, Extras, Literal, Part, Plan, Role, ToolCall, ToolResult, Turn, TurnPlan, Verbatim};

pub(super) fn head(plan: &Plan<'_>, out: &mut Vec<u8>) {
    out.push(b'{');
    members(plan, false, out);
    if out.len() > 1 {
        out.push(b',');
    }
    out.extend_from_slice(b"\"talk\":[");
}

pub(super) fn tail(plan: &Plan<'_>, out: &mut Vec<u8>) {
    out.push(b']');
    members(plan, true, out);
    out.push(b'}');
}

/// Members of the head follow its brace, those of the tail a comma.
fn members(plan: &Plan<'_>, tail: bool, out: &mut Vec<u8>) {
    let model = plan.model();
    for (n, (key, value)) in plan.members(tail).enumerate() {
        if tail || n > 0 {
            out.push(b',');
        }
        let value = model.as_ref().filter(|_| key.as_str() == "model").map_or(value, |model| model.get());
        member(key.as_str(), value, out);
    }
}

fn member(key: &str, value: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(Literal::of(key).raw().as_bytes());
    out.push(b':');
    out.extend_from_slice(value.as_bytes());
}

pub(super) fn group(plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) {
    for (turn, decided) in plan.sent(turns) {
        message(turn, decided, out);
    }
}

fn message(turn: &Turn, decided: &TurnPlan, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"who\":\"");
    out.extend_from_slice(match turn.role {
        Role::System => b"system",
        Role::Developer => b"developer",
        Role::User => b"human",
        Role::Tool => b"tool",
        _ => b"lumen",
    });
    out.push(b'"');
    for (key, value) in decided.fields() {
        out.push(b',');
        member(key.as_str(), "", out);
        value.write(turn, out);
    }
    for (key, value) in decided.extras().iter().filter_map(|place| turn.extras.get(*place)) {
        out.push(b',');
        member(key.as_str(), value.get(), out);
    }
    out.extend_from_slice(b",\"blocks\":[");
    let start = out.len();
    for (n, part) in turn.parts.iter().enumerate().filter(|(n, _)| decided.sends(*n)) {
        if out.len() > start {
            out.push(b',');
        }
        block(decided, n, part, out);
    }
    out.extend_from_slice(b"]}");
}

fn block(decided: &TurnPlan, n: usize, part: &Part, out: &mut Vec<u8>) {
    if let Some(part) = decided.visible(n, part) {
        object("say", &[("text", Some(part.text.raw()))], &part.extras, out);
    }
    let id = decided.id(n);
    match part {
        Part::Text(_) => {}
        Part::Checkpoint(part) => {
            let item = decided.item(n, part).map_or("", |item| item.payload.get());
            out.extend_from_slice(item.as_bytes());
        }
        Part::Reasoning(carrier) => out.extend_from_slice(carrier.payload.get().as_bytes()),
        Part::Call(part) => call(part, id, out),
        Part::Result(part) => result(part, id, out),
        Part::Media(block) | Part::Opaque(block) => out.extend_from_slice(block.payload.get().as_bytes()),
    }
}

fn call(call: &ToolCall, id: Option<&Literal>, out: &mut Vec<u8>) {
    let id = id.or(call.id.as_ref()).map(Literal::raw);
    let parsed = call.arguments.object();
    let mut text = String::new();
    call.arguments.write_text(&mut text);
    let quoted = format!("\"{text}\"");
    let input = match (&parsed, &call.arguments) {
        (Some(object), _) => object.get(),
        (None, Arguments::Json(json)) => json.get(),
        (None, Arguments::Text(_)) => &quoted,
    };
    object("call", &[("id", id), ("tool", Some(call.name.raw())), ("input", Some(input))], &call.extras, out);
}

fn result(result: &ToolResult, id: Option<&Literal>, out: &mut Vec<u8>) {
    let call = id.or(result.call.as_ref()).map(Literal::raw);
    let output = result.content.as_ref().map(Verbatim::get);
    object("result", &[("call", call), ("output", output)], &result.extras, out);
}

fn object(kind: &str, known: &[(&str, Option<&str>)], extras: &Extras, out: &mut Vec<u8>) {
    out.push(b'{');
    member("kind", Literal::of(kind).raw(), out);
    let known = known.iter().filter_map(|(key, value)| Some((*key, (*value)?)));
    for (key, value) in known.chain(extras.iter().map(|(key, value)| (key.as_str(), value.get()))) {
        out.push(b',');
        member(key, value, out);
    }
    out.push(b'}');
}

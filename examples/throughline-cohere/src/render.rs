//! Writing what the plan lets through: head, messages, tail.
//!
//! Never writes what the plan withholds, and never changes a block that it sends.
use crate::{
    foreign,
    table::{CALL, FUNCTION, MESSAGE, PLAN, TEXT, THINKING},
};
use std::ops::Range;
use throughline_core::{
    At, Beside, Checkpoint, Extras, Literal, Part, Plan, Presence, Role, ToolCall, Turn, TurnPlan,
    write::{comma, item, list, member, name, quoted},
};

/// The body up to its messages.
pub(crate) fn head(plan: &Plan<'_>, out: &mut Vec<u8>) {
    out.push(b'{');
    if let Some(model) = plan.model() {
        member(out, "model", model.get());
    }
    if let Some(tools) = &plan.request.tools {
        name(out, "tools");
        list(out, |out| tools.iter().filter_map(foreign::tool).for_each(|tool| item(out, &tool)));
    }
    for (key, value) in plan.members(false).filter(|(key, _)| **key != "model") {
        member(out, key.as_str(), value);
    }
    name(out, "messages");
    out.push(b'[');
}

/// The body from the end of its messages on.
pub(crate) fn tail(plan: &Plan<'_>, out: &mut Vec<u8>) {
    out.push(b']');
    for (key, value) in plan.members(true) {
        member(out, key.as_str(), value);
    }
    out.push(b'}');
}

/// The messages of a turn: each answer of a tool is one, and what else there is one more.
pub(crate) fn group(plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) {
    for (turn, decided) in plan.sent(turns) {
        let message = Message { turn, decided, beside: Beside::of(turn, plan.route, plan.adopted()) };
        for (n, part) in message.parts() {
            if let Part::Result(result) = part {
                open(out, Role::Tool);
                if let Some(id) = decided.id(n).or(result.call.as_ref()) {
                    member(out, "tool_call_id", id.raw());
                }
                member(out, "content", &foreign::answer(result.content.as_ref()).0);
                message.more(&result.extras, MESSAGE, out);
                out.push(b'}');
            }
        }
        if message.parts().any(|(_, part)| !matches!(part, Part::Result(_))) || message.parts().next().is_none() {
            message.write(out);
        }
    }
}

/// A turn as a message of its own.
struct Message<'a> {
    turn: &'a Turn,
    decided: &'a TurnPlan,
    beside: Beside,
}

impl<'a> Message<'a> {
    /// The parts that go.
    fn parts(&self) -> impl Iterator<Item = (usize, &'a Part)> {
        let Self { turn, decided, .. } = *self;
        turn.parts.iter().enumerate().filter(|(n, _)| decided.sends(*n))
    }

    fn write(&self, out: &mut Vec<u8>) {
        let Self { turn, decided, .. } = *self;
        open(out, if turn.role == Role::Developer { Role::System } else { turn.role });
        let mut blocks = vec![];
        self.blocks(&mut blocks);
        match self.string() {
            Some(text) => member(out, "content", text.raw()),
            None if blocks.is_empty() && turn.role == Role::Assistant => {}
            None if blocks.is_empty() => member(out, "content", "\"\""),
            None => {
                name(out, "content");
                list(out, |out| out.extend_from_slice(&blocks));
            }
        }
        for (key, value) in decided.fields().filter(|(key, _)| **key == PLAN) {
            name(out, key.as_str());
            value.write(turn, out);
        }
        let calls =
            || self.parts().filter_map(|(n, part)| if let Part::Call(call) = part { Some((n, call)) } else { None });
        if calls().next().is_some() {
            name(out, "tool_calls");
            list(out, |out| calls().for_each(|(n, call)| self.call(n, call, out)));
        }
        match turn.role {
            Role::Assistant => {
                for (key, value) in decided.extras().iter().filter_map(|n| turn.extras.get(*n)) {
                    member(out, key.as_str(), value.get());
                }
            }
            _ => self.more(&turn.extras, MESSAGE, out),
        }
        out.push(b'}');
    }

    /// The text of a message that came as a string. A reply comes as a list, and so goes whatever has a thought, sent or not: what a host
    /// refuses must not change the rest.
    fn string(&self) -> Option<&'a Literal> {
        let turn = self.turn;
        let listed = turn.ending.is_some() || turn.presence("content") == Some(Presence::List);
        if listed || turn.carriers().next().is_some() {
            return None;
        }
        let mut parts = self.parts().filter(|(_, part)| !matches!(part, Part::Call(_) | Part::Result(_)));
        match (parts.next()?.1, parts.next()) {
            (Part::Text(text) | Part::Checkpoint(Checkpoint { text: Some(text), item: None }), None) => {
                (self.beside != Beside::All || text.extras.is_empty()).then_some(&text.text)
            }
            _ => None,
        }
    }

    /// The blocks of the content. What was thought elsewhere stands in front.
    fn blocks(&self, out: &mut Vec<u8>) {
        let Self { turn, decided, .. } = *self;
        for (_, value) in decided.fields().filter(|(key, _)| **key == THINKING) {
            begin(out, THINKING);
            name(out, THINKING);
            value.write(turn, out);
            out.push(b'}');
        }
        for (n, part) in self.parts() {
            if let Some(part) = decided.visible(n, part) {
                begin(out, "text");
                member(out, "text", part.text.raw());
                self.more(&part.extras, TEXT, out);
                out.push(b'}');
            }
            match part {
                Part::Reasoning(carrier) if decided.carries(At::Part(n, 0)) => item(out, carrier.payload.get()),
                Part::Media(block) => foreign::media(block).iter().for_each(|block| item(out, block)),
                Part::Opaque(block) => item(out, block.payload.get()),
                _ => {}
            }
        }
    }

    fn call(&self, n: usize, call: &ToolCall, out: &mut Vec<u8>) {
        comma(out);
        out.push(b'{');
        if let Some(id) = self.decided.id(n).or(call.id.as_ref()) {
            member(out, "id", id.raw());
        }
        member(out, "type", "\"function\"");
        self.more(&call.extras, CALL, out);
        name(out, "function");
        out.push(b'{');
        member(out, "name", call.name.raw());
        let mut text = String::new();
        call.arguments.write_text(&mut text);
        member(out, "arguments", &format!("\"{text}\""));
        self.more(&call.inner, FUNCTION, out);
        out.extend_from_slice(b"}}");
    }

    /// Members that nobody knows, where they are this host's own or the caller's; none of those that are written by themselves.
    fn more(&self, extras: &Extras, own: &[&str], out: &mut Vec<u8>) {
        if self.beside == Beside::All {
            let strange = extras.iter().filter(|(key, _)| !own.contains(&key.as_str()));
            strange.for_each(|(key, value)| member(out, key.as_str(), value.get()));
        }
    }
}

fn open(out: &mut Vec<u8>, role: Role) {
    comma(out);
    out.push(b'{');
    name(out, "role");
    quoted(out, role.as_str());
}

fn begin(out: &mut Vec<u8>, kind: &str) {
    comma(out);
    out.push(b'{');
    name(out, "type");
    quoted(out, kind);
}

//! Writes messages from a plan: role, content, reasoning, calls, the other members that the plan lists.
//!
//! What the plan withholds is not looked at.
use super::{
    bare,
    dialect::{Dialect, Field, Wrap},
    foreign,
    out::{comma, list, member, name, text},
};
use std::ops::Range;
use throughline_core::{
    At, Carrier, Literal, Part, Plan, Policy, Presence, Reason, RenderError, Role, Route, Text, ToolCall, ToolResult,
    Turn, TurnPlan, Value, json::Extras,
};

impl Dialect {
    /// Writes the messages of a group of turns, separated by commas.
    ///
    /// # Errors
    /// None: this wire can say every turn that the plan sends.
    pub fn group(&self, plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        let start = out.len();
        for (turn, decided) in plan.sent(turns) {
            Message { dialect: self, plan, turn, decided }.write(start, out);
        }
        Ok(())
    }
}

/// A turn on its way out.
struct Message<'a> {
    dialect: &'a Dialect,
    plan: &'a Plan<'a>,
    turn: &'a Turn,
    decided: &'a TurnPlan,
}

impl<'a> Message<'a> {
    /// On this wire every result is a message of its own. What a user says beside results stands behind them: they must follow
    /// the calls.
    fn write(&self, start: usize, out: &mut Vec<u8>) {
        let is_result = |part: &Part| matches!(part, Part::Result(_));
        let alone = self.turn.parts.iter().any(is_result) && self.parts().all(|(_, part)| is_result(part));
        let message = |out: &mut Vec<u8>| {
            if !alone {
                comma(start, out);
                self.message(out);
            }
        };
        if self.turn.role == Role::Assistant {
            message(out);
        }
        for (n, part) in self.parts() {
            if let Part::Result(result) = part {
                comma(start, out);
                self.result(n, result, alone, out);
            }
        }
        if self.turn.role != Role::Assistant {
            message(out);
        }
    }
    /// The parts that go, with their places.
    fn parts(&self) -> impl Iterator<Item = (usize, &'a Part)> {
        self.turn.parts.iter().enumerate().filter(|(n, _)| self.decided.sends(*n))
    }

    fn result(&self, n: usize, result: &ToolResult, alone: bool, out: &mut Vec<u8>) {
        out.push(b'{');
        member(out, "role", "\"tool\"");
        if let Some(id) = self.decided.id(n).or(result.call.as_ref()) {
            member(out, "tool_call_id", id.raw());
        }
        match &result.content {
            Some(content) if self.turn.role == Role::Tool => member(out, "content", content.get()),
            Some(content) => member(out, "content", &foreign::result(content.get())),
            None if self.turn.role == Role::Tool => {}
            None => member(out, "content", "\"\""),
        }
        if alone {
            self.extras(out);
        }
        out.push(b'}');
    }

    fn message(&self, out: &mut Vec<u8>) {
        out.push(b'{');
        name(out, "role");
        text(self.turn.role.as_str(), out);
        self.content(out);
        for (key, value) in self.decided.fields() {
            name(out, key.as_str());
            self.value(value, out);
        }
        self.signature(out);
        let call = |(n, part): (usize, &'a Part)| if let Part::Call(call) = part { Some((n, call)) } else { None };
        let mut calls = self.parts().filter_map(call).peekable();
        if calls.peek().is_some() {
            name(out, "tool_calls");
            list(out, calls, |out, (n, call)| self.call(n, call, out));
        }
        self.extras(out);
        out.push(b'}');
    }

    fn value(&self, value: &Value, out: &mut Vec<u8>) {
        let carrier = if let Value::Whole(at) = value { self.turn.carrier(*at) } else { None };
        match carrier.and_then(|carrier| Some((self.dialect.wrap(carrier.kind.as_str())?, carrier))) {
            Some((wrap, carrier)) => wrapped(wrap, carrier.payload.get(), out),
            None => value.write(self.turn, out),
        }
    }
    /// What another wire has on a text of the message, and this one on the message.
    fn signature(&self, out: &mut Vec<u8>) {
        let seals = self.parts().filter(|(_, part)| part.visible().is_some()).flat_map(|(n, part)| {
            part.carriers().enumerate().filter(move |(m, _)| self.decided.carries(At::Part(n, *m)))
        });
        let wraps = seals.filter_map(|(_, carrier)| Some((self.dialect.wrap(carrier.kind.as_str())?, carrier)));
        let last = wraps.last().filter(|(wrap, _)| !self.decided.fields().any(|(key, _)| *key == *wrap.key));
        if let Some((wrap, carrier)) = last {
            name(out, wrap.key);
            wrapped(wrap, carrier.payload.get(), out);
        }
    }
    /// A string where that says it all; a list where the caller or this very host had one, or where not all of it is text, or was
    /// before the host refused it: without what was refused all else stays as it was.
    fn content(&self, out: &mut Vec<u8>) {
        let in_content = |part: &Part| !matches!(part, Part::Call(_) | Part::Result(_));
        let is_text = |(n, part): (usize, &'a Part)| self.decided.visible(n, part).is_some();
        let texts = self.parts().any(is_text);
        let refused = self.decided.withheld().any(|(_, because)| *because.reason() == Reason::Refused);
        // What stands beside a text has no place beside a string.
        let more =
            || self.parts().any(|(n, part)| self.decided.visible(n, part).is_some_and(|text| !text.extras.is_empty()));
        let came = || self.turn.presence("content") == Some(Presence::List);
        let listed = refused || (self.is_home() && (came() || more()));
        if (listed && texts) || self.parts().any(|(n, part)| in_content(part) && !is_text((n, part))) {
            name(out, "content");
            list(out, self.parts().filter(|(_, part)| in_content(part)), |out, (n, part)| self.chunk(n, part, out));
        } else if texts {
            name(out, "content");
            self.text(out);
        } else if let Some(empty) = self.turn.presence("content").and_then(Presence::json).filter(|_| self.is_own()) {
            member(out, "content", empty);
        } else if self.turn.origin.is_some() && self.is_home() {
            // The host itself leaves the member out.
        } else {
            member(out, "content", if self.turn.calls().next().is_some() { "null" } else { "\"\"" });
        }
    }
    /// True where the turn came over this wire.
    fn is_own(&self) -> bool {
        is_own(self.turn, self.plan.route, self.plan.adopted())
    }
    /// True where the turn came from this host, or from a caller over this wire.
    fn is_home(&self) -> bool {
        self.is_own() && self.turn.origin.as_ref().is_none_or(|origin| origin.is_home(self.plan.route))
    }
    /// True where a model of another host wrote the turn.
    fn is_away(&self) -> bool {
        bare::is_away(self.turn, self.plan.route)
    }
    /// Texts that follow each other are one; where something stood between them a blank line does. A strict host gets not one byte
    /// for what it is not sent.
    fn text(&self, out: &mut Vec<u8>) {
        let strict = self.plan.policy.reads.rule.strict;
        out.push(b'"');
        let mut last = None;
        for (place, (n, part)) in self.parts().enumerate() {
            let Some(text) = self.decided.visible(n, part) else { continue };
            let place = if strict { place } else { n };
            if last.is_some_and(|last| last + 1 != place) {
                out.extend_from_slice(b"\\n\\n");
            }
            out.extend_from_slice(text.text.inner().as_bytes());
            last = Some(place);
        }
        out.push(b'"');
    }
    fn chunk(&self, n: usize, part: &Part, out: &mut Vec<u8>) {
        if let Some(Text { text, extras, .. }) = self.decided.visible(n, part) {
            out.push(b'{');
            member(out, "type", "\"text\"");
            member(out, "text", text.raw());
            for (key, value) in extras.iter().filter(|_| self.is_own() && !self.is_away()) {
                member(out, key.as_str(), value.get());
            }
            out.push(b'}');
        }
        match part {
            Part::Checkpoint(checkpoint) => {
                let item = self.decided.item(n, checkpoint).map_or("", |item| item.payload.get());
                out.extend_from_slice(item.as_bytes());
            }
            Part::Reasoning(carrier) => out.extend_from_slice(carrier.payload.get().as_bytes()),
            Part::Media(block) if block.api == self.plan.route.api && self.is_away() => {
                out.extend(bare::media(block.payload.get(), &mut |_| {}));
            }
            Part::Media(block) | Part::Opaque(block) => {
                let said = if block.api == self.plan.route.api { None } else { foreign::media(block.payload.get()) };
                out.extend_from_slice(said.as_deref().unwrap_or(block.payload.get()).as_bytes());
            }
            Part::Text(_) | Part::Call(_) | Part::Result(_) => {}
        }
    }

    fn call(&self, n: usize, call: &ToolCall, out: &mut Vec<u8>) {
        out.push(b'{');
        if let Some(id) = self.decided.id(n).or(call.id.as_ref()) {
            member(out, "id", id.raw());
        }
        if is_other(call) && self.is_away() {
            bare::call(call, out, &mut |_| {});
        } else if is_other(call) {
            call.extras.iter().for_each(|(key, value)| member(out, key.as_str(), value.get()));
        } else {
            member(out, "type", "\"function\"");
            name(out, "function");
            out.push(b'{');
            member(out, "name", call.name.raw());
            let mut arguments = String::from("\"");
            call.arguments.write_text(&mut arguments);
            arguments.push('"');
            member(out, "arguments", &arguments);
            self.level(n, &call.carriers, &call.inner, self.dialect.function, out);
            out.push(b'}');
            self.level(n, &call.carriers, &call.extras, self.dialect.call, out);
            self.seal(n, call, out);
        }
        out.push(b'}');
    }
    /// What another wire has on a call in another shape, or what stands in for it.
    fn seal(&self, n: usize, call: &ToolCall, out: &mut Vec<u8>) {
        let sent = call.carriers.iter().enumerate().filter(|(m, _)| self.decided.carries(At::Part(n, *m)));
        let mut wraps = sent.filter_map(|(_, carrier)| Some((self.dialect.wrap(carrier.kind.as_str())?, carrier)));
        if let Some((wrap, carrier)) = wraps.next() {
            name(out, wrap.key);
            wrapped(wrap, carrier.payload.get(), out);
        } else if let Some((wrap, placeholder)) =
            self.decided.pad(n).and_then(|(key, text)| Some((self.dialect.wrap(key.as_str())?, text)))
        {
            name(out, wrap.key);
            wrapped(wrap, Literal::of(placeholder).raw(), out);
        }
    }
    /// The carriers of one level of a call that go, and the unknown members that the row lists.
    fn level(&self, n: usize, carriers: &[Carrier], extras: &Extras, fields: &[Field], out: &mut Vec<u8>) {
        for (m, carrier) in carriers.iter().enumerate() {
            let field = fields.iter().find(|field| carrier.kind == field.kind);
            if let Some(field) = field.filter(|_| self.decided.carries(At::Part(n, m))) {
                member(out, field.key, carrier.payload.get());
            }
        }
        for (key, value) in extras.iter().filter(|(key, _)| lists(self.plan.policy, key.as_str())) {
            member(out, key.as_str(), value.get());
        }
    }
    fn extras(&self, out: &mut Vec<u8>) {
        for (key, value) in self.decided.extras().iter().filter_map(|n| self.turn.extras.get(*n)) {
            member(out, key.as_str(), value.get());
        }
    }
}

fn wrapped(wrap: &Wrap, payload: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(wrap.around.0.as_bytes());
    out.extend_from_slice(payload.as_bytes());
    out.extend_from_slice(wrap.around.1.as_bytes());
}

/// True where a turn came over this wire; a caller's turn did unless its request is `adopted` from another one.
pub(super) fn is_own(turn: &Turn, route: &Route, adopted: bool) -> bool {
    turn.origin.as_ref().map_or(!adopted, |origin| origin.api == route.api)
}

/// True where a row lists an unknown member.
pub(super) fn lists(policy: &Policy, key: &str) -> bool {
    policy.reads.rule.reads.as_ref().is_some_and(|reads| reads.extras.iter().any(|listed| *listed == *key))
}

/// True for a call of another type than a function's: it has no function, and goes as it came.
pub(super) fn is_other(call: &ToolCall) -> bool {
    call.name.is_empty() && call.extras.iter().any(|(key, _)| *key == *"type")
}

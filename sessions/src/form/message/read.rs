//! What a message says of a turn. Wrong types are errors that name their place; what no turn has a place for is kept.
use super::{ABOVE, LINE, Writer, calls, content, same::same};
use crate::form::{
    claim::Claimed,
    object::{column, elements, string, take},
    record,
    table::{COLUMNS, DETAILS, ITEMS, PRIVATE, TEXTS},
};
use serde_json::value::RawValue;
use throughline_core::{
    Carrier, Checkpoint, Ending, Literal, LiteralBuf, Part, Presence, Role, Stored, TextAt, ToolResult, Turn, Usage,
    Verbatim, WireError,
    json::{self, Object},
    verbatim,
};

const ROLES: [Role; 5] = [Role::System, Role::Developer, Role::User, Role::Assistant, Role::Tool];
/// Members that say what a turn says.
const VISIBLE: [&str; 4] = ["role", "content", "tool_calls", "tool_call_id"];
/// Members of a message that is not the model's and that wires know. Any other is sent to nobody.
const KNOWN: [&str; 2] = ["name", "cache_control"];

/// Reads the messages of a session.
pub(in crate::form) struct Reader {
    pub(in crate::form) claimed: Claimed,
    pub(in crate::form) turns: Vec<Turn>,
    pub(in crate::form) notes: Vec<String>,
}

impl Reader {
    /// Reads the list `json`.
    pub(in crate::form) fn read(&mut self, json: &str) -> Result<(), WireError> {
        let messages = elements(json, "messages")?;
        let mut n = 0;
        while let Some(message) = messages.get(n) {
            let rest = messages.get(n + 1..).unwrap_or_default();
            let line = json::member(message.get(), LINE).filter(|line| line.get().starts_with('{'));
            let others =
                rest.iter().take_while(|other| json::member(other.get(), LINE).is_some_and(|at| at.get() == ABOVE));
            let group = messages.get(n..n + 1 + line.map_or(0, |_| others.count())).unwrap_or_default();
            match line.map(|line| beside(line.get(), group, n)).transpose()? {
                Some(Ok(turn)) => self.turns.push(turn),
                refused => {
                    self.notes.extend(refused.and_then(Result::err));
                    for (ahead, message) in group.iter().enumerate() {
                        let turn = self.message(message.get(), &format!("messages[{}]", n + ahead))?;
                        self.turns.push(turn);
                    }
                }
            }
            n += group.len().max(1);
        }
        Ok(())
    }

    fn message(&self, json: &str, place: &str) -> Result<Turn, WireError> {
        let mut message = Object::strict(json, place)?;
        message.take(LINE);
        let mut turn = Turn::new(role(&mut message, place)?);
        let said = message.take("content").map(RawValue::get);
        let at = format!("{place}.content");
        match turn.role {
            Role::Assistant => self.reply(&mut message, said, &mut turn, place)?,
            Role::Tool => {
                if let Some(wrong) = said.filter(|said| !said.starts_with(['"', '[', 'n'])) {
                    return Err(WireError::shape(at, "a string, a list or null", wrong));
                }
                let call = string(&mut message, "tool_call_id", place)?;
                let content = said.and_then(|said| Verbatim::parse(said).ok());
                turn.parts.push(Part::Result(ToolResult { call, content, extras: vec![] }));
            }
            _ => content::read(said.unwrap_or("null"), &mut turn, &at)?,
        }
        for (key, value) in message.rest() {
            let column = COLUMNS.contains(&key.as_str()) || key.as_str().starts_with('_');
            let sent = turn.role == Role::Assistant || KNOWN.contains(&key.as_str());
            match (column || !sent, value.is_null()) {
                // A column without a value says nothing.
                (true, true) => {}
                (true, false) => turn.meta.push((key, value)),
                (false, _) => turn.extras.push((key, value)),
            }
        }
        Ok(turn)
    }

    /// A message of the model. Its blocks of thinking stand first, for the form does not say where.
    fn reply(
        &self,
        message: &mut Object<'_>,
        said: Option<&str>,
        turn: &mut Turn,
        place: &str,
    ) -> Result<(), WireError> {
        turn.origin = Some(self.claimed.origin.clone());
        if let Some(details) = column(message, DETAILS, place)? {
            record::read(details.get(), &self.claimed, turn, &format!("{place}.{DETAILS}"))?;
        }
        for (key, _) in PRIVATE {
            if let Some(value) = message.get(key)
                && record::private(key, value, &self.claimed, turn).is_some()
            {
                message.take(key);
            }
        }
        for key in TEXTS {
            if let Some(text) = string(message, key, place)? {
                self.text(key, text, turn);
            }
        }
        self.items(message, turn, place)?;
        content::read(said.unwrap_or("null"), turn, &format!("{place}.content"))?;
        turn.parts.extend(calls::read(message, &self.claimed, place)?);
        if message.get("finish_reason").is_some_and(|word| word.get().starts_with('"')) {
            turn.ending = Some(Ending::Stop(message.take_str("finish_reason")));
        }
        if let Some(count) = message.get("token_count").and_then(|count| count.get().parse().ok()) {
            message.take("token_count");
            turn.usage = Some(Usage { output: Some(count), ..Usage::default() });
        }
        Ok(())
    }

    /// One text under several keys is one carrier. White space is a placeholder, which nobody thought.
    fn text(&self, key: &'static str, text: Literal, turn: &mut Turn) {
        if text.is_empty() {
            turn.presence.push((key.into(), Presence::Empty));
        } else if heard(turn).iter().any(|heard| verbatim::same_units(heard, text.inner())) {
            turn.presence.push((key.into(), Presence::Echo));
        } else if !text.is_blank() {
            let issuer = self.claimed.issuer.clone();
            turn.carriers.push(Carrier::plain(key, issuer, text.verbatim().clone(), TextAt::WHOLE));
        }
    }

    /// Items of the Responses API, and the checkpoints among them.
    fn items(&self, message: &mut Object<'_>, turn: &mut Turn, place: &str) -> Result<(), WireError> {
        let (key, kind, text, checkpoint) = ITEMS;
        let Some(items) = column(message, key, place)? else { return Ok(()) };
        for item in elements(items.get(), &format!("{place}.{key}"))? {
            let name = json::member(item.get(), "type").map_or("", |name| verbatim::inner(name.get()));
            let issuer = json::member(item.get(), "_issuer_kind").and_then(Literal::read);
            let issuer =
                issuer.map_or_else(|| self.claimed.issuer.clone(), |issuer| issuer.decode().into_owned().into());
            if name == checkpoint {
                let item = record::carrier(checkpoint, issuer, item, None, true);
                turn.parts.push(Part::Checkpoint(Checkpoint { text: None, item: Some(item) }));
            } else {
                let sealed =
                    json::member(item.get(), "encrypted_content").is_some_and(|blob| record::is_blob(blob.get()));
                turn.carriers.push(record::carrier(kind, issuer, item, Some(TextAt::path(text)), sealed));
            }
        }
        Ok(())
    }
}

/// The turn of the line beside a group of messages, or why it is not theirs. A changed answer is another turn: its thinking is not
/// that answer's.
fn beside(line: &str, group: &[&RawValue], n: usize) -> Result<Result<Turn, String>, WireError> {
    let mut turn = match Stored::read(line) {
        Ok(Stored::Turn(turn)) => turn,
        Ok(Stored::Request(_)) => return Ok(Err(format!("messages[{n}].{LINE} is no turn: the message was taken"))),
        Err(error) => return Ok(Err(format!("messages[{n}].{LINE}: {error}; the message was taken"))),
    };
    let written: Vec<_> = Writer::default().messages(&turn).into_iter().map(|message| message.finish()).collect();
    if written.len() != group.len() {
        return Ok(Err(format!("messages[{n}].{LINE} has another number of messages: they were taken")));
    }
    for (at, (message, written)) in group.iter().zip(&written).enumerate() {
        let place = format!("messages[{}]", n + at);
        let (found, written) = (Object::strict(message.get(), &place)?, Object::strict(written, &place)?);
        let value = |object: &Object<'_>, key: &str| object.get(key).map_or("null", RawValue::get).to_owned();
        if let Some(key) = VISIBLE.iter().find(|key| !same(&value(&found, key), &value(&written, key))) {
            return Ok(Err(format!("{place}.{key} is not what `{LINE}` says: the message was taken")));
        }
        for (key, value) in found.iter().filter(|(key, _)| written.get(key).is_none() && !is_form(key)) {
            if !value.get().eq("null") {
                turn.meta.push((key.to_owned().into(), value.into()));
            }
        }
    }
    Ok(Ok(turn))
}

/// True for a member that the form writes from the turn.
fn is_form(key: &str) -> bool {
    let fields = || TEXTS.into_iter().chain(PRIVATE.into_iter().map(|(key, _)| key)).chain(VISIBLE);
    matches!(key, LINE | DETAILS | "tool_name" | "finish_reason" | "token_count")
        || key == ITEMS.0
        || fields().any(|field| field == key)
}

fn role(message: &mut Object<'_>, place: &str) -> Result<Role, WireError> {
    const EXPECTED: &str = "`system`, `developer`, `user`, `assistant` or `tool`";
    let place = format!("{place}.role");
    let spoken = take(message, "role").map_or("", RawValue::get);
    let role = ROLES.into_iter().find(|role| verbatim::inner(spoken) == role.as_str());
    role.ok_or_else(|| match spoken.starts_with('"') {
        true => WireError::Shape { place: place.into(), expected: EXPECTED, found: "another one".to_owned() },
        false => WireError::shape(place, EXPECTED, spoken),
    })
}

/// What the carriers of `turn` say already: each string, and the texts of its entries and blocks, joined and with blank lines between.
fn heard(turn: &Turn) -> Vec<String> {
    let mut all = vec![];
    let (mut joined, mut apart) = (LiteralBuf::default(), LiteralBuf::default());
    for (_, carrier) in turn.carriers() {
        let mut own = LiteralBuf::default();
        carrier.literals(|inner| own.push_inner(inner));
        if carrier.payload.get().starts_with('"') {
            all.push(own.inner().to_owned());
        } else if !own.is_empty() {
            if !apart.is_empty() {
                apart.push_text("\n\n");
            }
            joined.push_inner(own.inner());
            apart.push_inner(own.inner());
        }
    }
    all.extend([joined, apart].iter().map(|text| text.inner().to_owned()).filter(|text| !text.is_empty()));
    all
}

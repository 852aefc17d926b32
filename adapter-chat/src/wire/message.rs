//! Reads a message of the model, whole or delta by delta, by one and the same rules.
use super::{
    calls::Calls,
    content::Content,
    dialect::{Dialect, Field, Holds},
    gathered::{Gathered, fuller},
    latest::Latest,
    mint::Mints,
    scan::Cursor,
};
use serde_json::value::RawValue;
use std::{borrow::Cow, collections::HashMap, sync::Arc};
use throughline_core::{
    Carrier, Delta, How, Key, Origin, Presence, Role, Route, Turn, Verbatim,
    verbatim::{self, LiteralBuf},
};

/// A message of the model as it comes.
pub struct Reader {
    dialect: &'static Dialect,
    whole: bool,
    content: Content,
    fields: Vec<Gathered>,
    calls: Calls,
    no_calls: Option<Presence>,
    extras: Latest,
    odd: Vec<Odd>,
}

/// A value of a type that its place does not have.
pub(super) struct Odd {
    pub(super) place: String,
    pub(super) expected: &'static str,
    pub(super) value: String,
}

impl Reader {
    /// For a message that comes in one piece.
    pub fn whole(dialect: &'static Dialect) -> Self {
        Self { whole: true, ..Self::deltas(dialect) }
    }
    /// For a message that comes delta by delta.
    pub fn deltas(dialect: &'static Dialect) -> Self {
        Self {
            dialect,
            whole: false,
            content: Content::default(),
            fields: Gathered::all(dialect.message),
            calls: Calls::default(),
            no_calls: None,
            extras: Latest::default(),
            odd: vec![],
        }
    }
    /// Takes the message, or its next delta; false where it is no object. Text that comes under two keys at once is handed on
    /// once.
    pub fn take(&mut self, message: &RawValue, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        self.read(message.get(), sink)
    }
    pub(super) fn read(&mut self, message: &str, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        let (mut voice, mut seen) = (None, HashMap::new());
        Cursor::new(message).members(|key, cursor| {
            // Of two values under one name in one message the last is read, and the first is kept.
            if self.whole
                && let Some(earlier) = seen.insert(key.to_owned(), cursor.clone().value())
            {
                self.odd.push(Odd::new(key, "one value", earlier));
            }
            if key == "tool_calls" {
                return self.tool_calls(cursor, sink);
            }
            let value = cursor.value();
            match key {
                "role" if matches!(value, "null" | "\"\"" | "\"assistant\"") => {}
                "role" => self.odd.push(Odd::new("role", "`assistant`", value)),
                "content" => {
                    if !self.content.take(value, self.whole, self.dialect.chunks, sink) {
                        self.odd.push(Odd::new("content", "a string, a list or null", value));
                    }
                }
                _ => match self.fields.iter_mut().find(|gathered| gathered.field.key == key) {
                    Some(gathered) => {
                        let name = gathered.field.key;
                        gathered.take(value, self.whole, &mut |text| {
                            if !text.is_empty() && *voice.get_or_insert(name) == name {
                                sink(Delta::Reasoning(text));
                            }
                        });
                    }
                    None => self.unknown(key, value),
                },
            }
        })
    }
    fn tool_calls(&mut self, cursor: &mut Cursor<'_>, sink: &mut dyn FnMut(Delta<'_>)) {
        let none = match cursor.peek() {
            b'[' => {
                let pieces = self.calls.take(cursor, self.whole, self.dialect, &mut self.odd, sink);
                (pieces == 0).then_some(Presence::EmptyList)
            }
            _ => {
                let value = cursor.value();
                let none = Presence::of(value);
                if none.is_none() {
                    self.odd.push(Odd::new("tool_calls", "a list", value));
                }
                none
            }
        };
        if let Some(none) = none {
            self.no_calls = Some(fuller(self.no_calls, none));
        }
    }
    fn unknown(&mut self, key: &str, value: &str) {
        if self.whole {
            self.extras.put(key, value);
        } else {
            self.extras.piece(key, value, self.dialect);
        }
    }
    /// True where nothing came that says anything.
    pub fn is_blank(&self) -> bool {
        let fields = self.fields.iter().all(Gathered::is_blank);
        self.content.is_blank() && self.calls.is_empty() && fields && self.extras.is_blank() && self.odd.is_empty()
    }
    /// What has a type that its place does not have.
    pub(super) fn odd(&self) -> Option<&Odd> {
        self.odd.first()
    }
    /// A member that the dialect does not name.
    pub(super) fn member(&self, key: &str) -> Option<Cow<'_, str>> {
        self.extras.get(key)
    }
    /// The turn.
    pub fn finish(self, route: &Route, served_by: Option<&str>, how: How) -> Turn {
        let mints = Mints::new(self.dialect, route);
        self.turn(&mints, served_by, how)
    }
    pub(super) fn turn(self, mints: &Mints<'_>, served_by: Option<&str>, how: How) -> Turn {
        let mut turn = Turn::new(Role::Assistant);
        turn.parts = self.content.finish(mints, &mut turn.presence);
        let mut texts = self.fields.iter().filter_map(Gathered::text).filter(|text| !is_placeholder(how, text));
        let agree = texts.next().is_none_or(|first| texts.all(|text| verbatim::same_units(first, text)));
        for gathered in self.fields {
            let (field, seen) = (gathered.field, gathered.seen);
            let blank = gathered.is_blank();
            let carriers = gathered.finish(mints, served_by, &mut turn.extras);
            match seen.filter(|_| blank) {
                Some(presence) => turn.presence.push((Key::new(field.key), presence)),
                None => once(field, carriers, how, agree, &mut turn),
            }
        }
        if let Some(presence) = self.no_calls.filter(|_| self.calls.is_empty()) {
            turn.presence.push((Key::new("tool_calls"), presence));
        }
        turn.parts.extend(self.calls.finish(mints));
        turn.extras.extend(self.extras.finish());
        let odd = |odd: Odd| Some((Key::from(odd.place), Verbatim::parse(&odd.value).ok()?));
        turn.meta = self.odd.into_iter().filter_map(odd).collect();
        let served_by = served_by.map(str::to_owned);
        turn.origin = Some(Arc::new(Origin { served_by, ..Origin::of(mints.route, how) }));
        turn
    }
}

/// Adds the carriers of a field. A text that the turn is heard to say already, code unit for code unit, is noted and not held again.
fn once(field: &'static Field, carriers: Vec<Carrier>, how: How, agree: bool, turn: &mut Turn) {
    if let (Holds::Text, [carrier]) = (field.holds, carriers.as_slice()) {
        let text = verbatim::inner(carrier.payload.get());
        if is_placeholder(how, text) {
            return;
        }
        if heard(turn, agree).is_some_and(|earlier| verbatim::same_units(&earlier, text)) {
            return turn.presence.push((Key::new(field.key), Presence::Echo));
        }
    }
    turn.carriers.extend(carriers);
}

/// A single space that a client sends stands for no text at all.
fn is_placeholder(how: How, text: &str) -> bool {
    how == How::Claimed && verbatim::same_units(text, " ")
}

/// What a field without a carrier of its own would be filled with: the first string, else, where no string disagrees with another,
/// the texts of the first list joined.
fn heard(turn: &Turn, agree: bool) -> Option<String> {
    let lists = || turn.carriers.chunk_by(|a, b| a.kind == b.kind);
    let string =
        |list: &&[Carrier]| matches!(list, [carrier] if carrier.payload.get().starts_with('"') && !carrier.is_blank());
    let voice = lists().find(string).or_else(|| lists().next().filter(|_| agree))?;
    let mut text = LiteralBuf::default();
    voice.iter().for_each(|carrier| carrier.literals(|inner| text.push_inner(inner)));
    Some(text.inner().to_owned())
}

impl Odd {
    fn new(place: &str, expected: &'static str, value: &str) -> Self {
        Self { place: place.to_owned(), expected, value: value.to_owned() }
    }
}

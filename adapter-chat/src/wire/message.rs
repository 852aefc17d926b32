//! Reads a message of the model, whole or delta by delta, by one and the same rules.
use super::{
    calls::Calls,
    content::Content,
    dialect::{Dialect, Field, Holds, Tags},
    gathered::{Gathered, fuller},
    latest::Latest,
    mint::Mints,
    private,
    scan::{self, Cursor},
    tags,
};
use serde_json::value::RawValue;
use std::{borrow::Cow, collections::HashMap, sync::Arc};
use throughline_core::{
    Carrier, Delta, How, Key, Origin, Part, Presence, Role, Route, Text, Turn, Verbatim,
    think::{Piece, Scanner},
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
    /// What shows thinking apart that comes between tags.
    display: Option<Scanner>,
    /// The message says that there is any.
    marked: bool,
    /// What comes now stands in another choice.
    later: bool,
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
            display: dialect.tags.as_ref().map(|_| Scanner::new()),
            marked: false,
            later: false,
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
            self.marked |= self.dialect.tags.as_ref().is_some_and(|tags| tags.marks(key, value));
            match key {
                "role" if matches!(value, "null" | "\"\"" | "\"assistant\"") => {}
                "role" => self.odd.push(Odd::new("role", "`assistant`", value)),
                "content" => {
                    let display = &mut self.display;
                    let mut shown = |delta: Delta<'_>| show(display, delta, sink);
                    if !self.content.take(value, self.whole, self.dialect.chunks, &mut shown) {
                        self.odd.push(Odd::new("content", "a string, a list or null", value));
                    }
                }
                _ => match self.fields.iter_mut().find(|gathered| gathered.field.key == key) {
                    // A text that every choice repeats is said once.
                    Some(gathered) if self.later && gathered.text() == Some(verbatim::inner(value)) => {}
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
                let (pieces, lifted) = self.calls.take(cursor, self.whole, self.dialect, &mut self.odd, sink);
                lifted.into_iter().for_each(|(key, value)| self.lift(&key, &value));
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
    /// Takes a field that came beside the message.
    pub(super) fn lift(&mut self, key: &str, value: &str) {
        if let Some(gathered) = self.fields.iter_mut().find(|gathered| gathered.field.key == key) {
            gathered.take(value, false, &mut |_| {});
        }
    }
    /// From now on what comes adds to the message: it stands in another choice.
    pub(super) fn go_on(&mut self) {
        (self.whole, self.later) = (false, true);
    }
    /// True where `message` says in text what this one says otherwise, and calls nothing.
    pub(super) fn contradicts(&self, message: &str) -> bool {
        let says = |key| scan::member(message, key).is_some_and(|value| Presence::of(value).is_none());
        self.content.has_text() && says("content") && !says("tool_calls")
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
    pub(super) fn turn(mut self, mints: &Mints<'_>, served_by: Option<&str>, how: How) -> Turn {
        let mut turn = Turn::new(Role::Assistant);
        turn.parts = self.content.finish(mints, &mut turn.presence);
        let tags =
            self.dialect.tags.as_ref().filter(|_| self.marked).filter(|tags| apart(tags, mints, &mut turn.parts));
        let records: Vec<String> = self.fields.iter_mut().flat_map(Gathered::records).collect();
        let records: Vec<String> =
            records.into_iter().filter(|record| !private::take(record, &mut self.fields)).collect();
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
        for record in &records {
            let private = |kind| Some(mints.private(kind, Verbatim::parse(record).ok()?));
            turn.carriers.extend(private::kind(record).and_then(private));
        }
        turn.parts.extend(self.calls.finish(mints));
        turn.extras.extend(self.extras.finish());
        if let Some(tags) = tags {
            unmark(tags, &mut turn);
        }
        let odd = |odd: Odd| Some((Key::from(odd.place), Verbatim::parse(&odd.value).ok()?));
        turn.meta = self.odd.into_iter().filter_map(odd).collect();
        let served_by = served_by.map(str::to_owned);
        turn.origin = Some(Arc::new(Origin { served_by, ..Origin::of(mints.route, how) }));
        turn
    }
}

/// Shows a delta, with thinking between tags told from the answer.
fn show(display: &mut Option<Scanner>, delta: Delta<'_>, sink: &mut dyn FnMut(Delta<'_>)) {
    let (Some(scanner), Delta::Text(_)) = (display, delta) else { return sink(delta) };
    scanner.feed(&delta.text(), |piece| {
        let mut inner = String::new();
        match piece {
            Piece::Thinking(text) => {
                verbatim::escape(text, &mut inner);
                sink(Delta::Reasoning(&inner));
            }
            Piece::Answer(text) => {
                verbatim::escape(text, &mut inner);
                sink(Delta::Text(&inner));
            }
        }
    });
}

/// Makes parts of the thinking between tags; true where there is any.
fn apart(tags: &Tags, mints: &Mints<'_>, parts: &mut Vec<Part>) -> bool {
    let Some((thoughts, answer)) = parts.first().and_then(tags::plain).map(|inner| tags.split(inner)) else {
        return false;
    };
    let thinking = |text: &&str| Part::Reasoning(mints.tagged(tags.kind, tags::literal(text)));
    let mut apart: Vec<Part> = thoughts.iter().map(thinking).collect();
    if apart.is_empty() {
        return false;
    }
    if !answer.is_empty() {
        apart.push(Part::Text(Text { text: tags::literal(answer), extras: vec![], carriers: vec![] }));
    }
    parts.splice(..1, apart);
    true
}

/// Takes the word for thinking between tags away with it.
fn unmark(tags: &Tags, turn: &mut Turn) {
    for carrier in turn.carriers.iter_mut().filter(|carrier| tags.marks(carrier.kind.as_str(), carrier.payload.get())) {
        let rest = tags.unmarked(carrier.payload.get()).and_then(|rest| Verbatim::parse(&rest).ok());
        rest.into_iter().for_each(|rest| carrier.payload = rest);
    }
    tags::unmark(tags, &mut turn.extras);
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

//! One reply as it comes: its message, and everything beside it. A whole reply is read as one big event.
use super::{
    dialect::Dialect,
    latest::Latest,
    message::Reader,
    path, refusal,
    scan::{self, Cursor},
    usage,
};
use std::sync::Arc;
use throughline_core::{
    Captured, Delta, Ending, How, Key, Literal, Refused, Route, Turn, Verbatim, WireError, WirePlace, json,
    verbatim::LiteralBuf,
};

/// What came of a reply.
pub(super) struct Reply {
    dialect: &'static Dialect,
    route: Route,
    whole: bool,
    status: u16,
    reader: Reader,
    meta: Latest,
    usage: String,
    /// The provider's word for the end.
    stop: Option<Literal>,
    /// The provider said that this is the end.
    pub(super) done: bool,
    /// Other choices, joined by commas.
    others: String,
    refused: Option<Refused>,
    /// Errors behind the first.
    later: Vec<Verbatim>,
    /// A message began.
    begun: bool,
}

/// The members of a choice.
#[derive(Default)]
struct Choice<'a> {
    index: Option<&'a str>,
    delta: Option<&'a str>,
    message: Option<&'a str>,
    stop: Option<&'a str>,
    error: bool,
    rest: bool,
}

impl Reply {
    pub(super) fn new(dialect: &'static Dialect, route: &Route, whole: bool, status: u16) -> Self {
        Self {
            dialect,
            route: route.clone(),
            whole,
            status,
            reader: if whole { Reader::whole(dialect) } else { Reader::deltas(dialect) },
            meta: Latest::default(),
            usage: String::new(),
            stop: None,
            done: false,
            others: String::new(),
            refused: None,
            later: vec![],
            begun: false,
        }
    }
    /// Takes the whole reply, or the next event of it.
    pub(super) fn take(
        &mut self,
        event: &str,
        place: &dyn Fn() -> WirePlace,
        sink: &mut dyn FnMut(Delta<'_>),
    ) -> Result<(), WireError> {
        if !event.starts_with('{') {
            return self.not_an_object(event, place, sink);
        }
        let (mut choices, mut odd) = (None, false);
        json::members(event, |key, value| match (key, value.get()) {
            ("choices", "null") => {}
            ("choices", list) => choices = Some(list),
            ("usage", usage) => self.usage(usage),
            ("error", error) => odd |= refusal::says(error),
            (_, value) => {
                odd |= key == refusal::COUNTED.0;
                self.beside(key, value);
            }
        })
        .map_err(|source| WireError::Json { place: place(), source })?;
        if (odd || choices.is_none()) && refusal::holds(event, choices.is_some()) {
            self.refuse(event);
        }
        match choices {
            Some(list) => self.choices(event, list, place, sink),
            None if self.refused.is_some() => Ok(()),
            None => match refusal::stranger(event) {
                Some(wire) => Err(self.shape(place(), wire)),
                None if self.whole => Err(self.shape(place(), "an object without choices")),
                None => Ok(()),
            },
        }
    }
    /// A list: of errors, or of what others send as one document or as events.
    fn not_an_object(
        &mut self,
        event: &str,
        place: &dyn Fn() -> WirePlace,
        sink: &mut dyn FnMut(Delta<'_>),
    ) -> Result<(), WireError> {
        let value = Verbatim::parse(event).map_err(|source| WireError::Json { place: place(), source })?;
        let mut all = vec![];
        scan::elements(value.get(), |element| all.push(element));
        if all.iter().any(|element| scan::member(element, "choices").is_some()) {
            if self.whole && !self.begun && all.len() > 1 {
                (self.whole, self.reader) = (false, Reader::deltas(self.dialect));
            }
            let mut objects = all.into_iter().filter(|element| element.starts_with('{'));
            return objects.try_for_each(|element| self.take(element, place, sink));
        }
        match refusal::listed(value.get()) {
            Some(first) if refusal::holds(first, false) => {
                self.refuse(event);
                Ok(())
            }
            Some(first) if refusal::stranger(first).is_some() => {
                Err(self.shape(place(), refusal::stranger(first).unwrap_or_default()))
            }
            _ => Err(WireError::shape(place(), "an object with choices", event)),
        }
    }
    fn shape(&self, place: WirePlace, found: &str) -> WireError {
        WireError::Shape { place, expected: "a chat completion", found: found.to_owned() }
    }
    /// Takes an event that is an error.
    pub(super) fn refuse(&mut self, event: &str) {
        let Some(refused) = refusal::refused(self.status, event) else { return };
        match &self.refused {
            None => self.refused = Some(refused),
            // One event may say in two places that it is an error.
            Some(first) if first.body == refused.body || self.later.last() == Some(&refused.body) => {}
            Some(_) => self.later.push(refused.body),
        }
    }
    fn usage(&mut self, usage: &str) {
        if usage.starts_with('{') {
            usage.clone_into(&mut self.usage);
        } else if usage != "null" {
            self.meta.put("usage", usage);
        }
    }
    /// Takes what stands beside the message.
    fn beside(&mut self, key: &str, value: &str) {
        if self.whole {
            self.meta.put(key, value);
        } else {
            self.meta.piece(key, value, self.dialect);
        }
    }

    fn choices(
        &mut self,
        event: &str,
        list: &str,
        place: &dyn Fn() -> WirePlace,
        sink: &mut dyn FnMut(Delta<'_>),
    ) -> Result<(), WireError> {
        let mut result = Ok(());
        let is_list = Cursor::new(list).elements(|choice| {
            if result.is_ok() {
                result = self.choice(event, choice, place, sink);
            }
        });
        if is_list { result } else { Err(WireError::shape(inside(place(), "choices"), "a list", list)) }
    }
    fn choice(
        &mut self,
        event: &str,
        cursor: &mut Cursor<'_>,
        place: &dyn Fn() -> WirePlace,
        sink: &mut dyn FnMut(Delta<'_>),
    ) -> Result<(), WireError> {
        let mut choice = Choice::default();
        let mut whole = cursor.clone();
        let is_object = cursor.members(|key, cursor| match (key, cursor.value()) {
            (_, "null") => {}
            ("index", value) => choice.index = Some(value),
            ("delta", value) => choice.delta = Some(value),
            ("message", value) => choice.message = Some(value),
            ("finish_reason", value) => choice.stop = Some(value),
            ("usage", value) => self.usage(value),
            ("error", value) => choice.error |= refusal::says(value),
            _ => choice.rest = true,
        });
        if !is_object {
            return Err(WireError::shape(inside(place(), "choices[0]"), "an object", whole.value()));
        }
        // Of a whole reply the first choice is the turn.
        let again = self.whole && self.begun;
        let later = again || choice.index.is_some_and(|index| path::whole(index) != Some(0));
        if later && !self.goes_on(&choice) {
            if !self.others.is_empty() {
                self.others.push(',');
            }
            self.others.push_str(whole.value());
            return Ok(());
        }
        if choice.error {
            self.refuse(event);
        }
        if choice.rest {
            self.rest(whole.value());
        }
        match choice.stop {
            Some(word) if word.starts_with('"') => {
                let word = Verbatim::parse(word).ok().and_then(|word| word.literal()).filter(|word| !word.is_empty());
                let held = self.stop.take();
                self.stop = if later { word.or(held) } else { held.or(word) };
            }
            // Nobody's word for an end is none.
            Some(odd) => self.meta.put("finish_reason", odd),
            None => {}
        }
        // A whole reply may hold an empty delta beside its message.
        if let (true, Some(_), Some(delta)) = (self.whole, choice.message, choice.delta) {
            self.meta.put("delta", delta);
        }
        // Some hosts repeat beside each delta the message so far, some end a stream with it.
        let (name, message) = match choice {
            Choice { message: Some(message), .. } if self.whole => ("choices[0].message", message),
            Choice { delta: Some(delta), .. } => ("choices[0].delta", delta),
            Choice { message: Some(message), .. } if !self.begun => ("choices[0].message", message),
            _ => return Ok(()),
        };
        self.begun = true;
        if later {
            self.reader.go_on();
        }
        match self.reader.read(message, sink) {
            true => Ok(()),
            false => Err(WireError::shape(inside(place(), name), "an object", message)),
        }
    }
    /// True where a later choice is the rest of the first one's message.
    fn goes_on(&self, choice: &Choice<'_>) -> bool {
        let message = choice.delta.or(choice.message);
        self.dialect.joins
            && message.is_none_or(|message| message.starts_with('{') && !self.reader.contradicts(message))
    }
    /// What of a choice nobody knows.
    fn rest(&mut self, choice: &str) {
        const KNOWN: [&str; 6] = ["index", "delta", "message", "finish_reason", "usage", "error"];
        scan::members(choice, |key, value| {
            if self.dialect.lifted.contains(&key) {
                self.reader.lift(key, value);
            } else if !KNOWN.contains(&key) {
                self.beside(key, value);
            }
        });
    }

    /// True where a message began, or an error came.
    pub(super) fn begun(&self) -> bool {
        self.begun || self.refused.is_some()
    }
    /// The turn, or the refusal that came in place of one.
    pub(super) fn finish(mut self, header: Option<String>) -> Result<Captured, WireError> {
        match self.refused.take() {
            Some(refused) if self.reader.is_blank() && self.others.is_empty() => Ok(Captured::Refusal(refused)),
            refused if self.begun || refused.is_some() => Ok(Captured::Turn(self.turn(refused, header))),
            _ => Err(self.shape("reply".into(), "no message")),
        }
    }
    fn turn(mut self, refused: Option<Refused>, header: Option<String>) -> Turn {
        let served_by = self.dialect.upstream.iter().find_map(|path| self.upstream(path)).or(header);
        let answered_by =
            self.meta.get("model").and_then(|model| text(&model)).filter(|model| *model != self.route.model);
        let mut turn = self.reader.finish(&self.route, served_by.as_deref(), How::Minted);
        if let Some(origin) = &mut turn.origin {
            Arc::make_mut(origin).answered_by = answered_by;
        }
        turn.ending = Some(match (refused, self.stop.take()) {
            (Some(refused), _) => Ending::Refused(refused.body),
            (None, None) if !self.done && !self.whole => Ending::Cut,
            (None, stop) => Ending::Stop(stop),
        });
        let meta = self.meta.finish();
        // Some hosts count in an extension of theirs: `x_groq.usage`.
        let extension = || {
            meta.iter()
                .filter(|(key, _)| key.as_str().starts_with("x_"))
                .find_map(|(_, value)| scan::member(value.get(), "usage").filter(|usage| usage.starts_with('{')))
        };
        let usage = if self.usage.is_empty() { extension() } else { Some(self.usage.as_str()) };
        turn.usage = usage.map(usage::read);
        turn.meta.extend(meta);
        let later = self.later.iter().map(Verbatim::get).collect::<Vec<_>>().join(",");
        for (key, all) in [("choices", self.others), ("errors", later)] {
            let list = Some(all).filter(|all| !all.is_empty());
            let list = list.and_then(|all| Verbatim::parse(&format!("[{all}]")).ok());
            turn.meta.extend(list.map(|list| (Key::new(key), list)));
        }
        turn
    }
    fn upstream(&self, path: &str) -> Option<String> {
        let (member, rest) = path.split_once('/').unwrap_or((path, ""));
        let value = self.meta.get(member).or_else(|| self.reader.member(member))?;
        let mut name = LiteralBuf::default();
        name.push_inner(path::string(&value, rest)?);
        Some(name.finish().decode().into_owned())
    }
}

/// The text of a JSON string.
fn text(json: &str) -> Option<String> {
    Verbatim::parse(json).ok()?.literal().map(|literal| literal.decode().into_owned())
}

fn inside(place: WirePlace, member: &str) -> WirePlace {
    format!("{place}, {member}").into()
}

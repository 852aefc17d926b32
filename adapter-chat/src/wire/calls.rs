//! `tool_calls`: whole, or in pieces that belong together by index, by id, or by following each other.
use super::{
    dialect::Dialect, gathered::Gathered, grown::is_empty, latest::Latest, message::Odd, mint::Mints, path,
    scan::Cursor,
};
use std::collections::HashMap;
use throughline_core::{
    Arguments, Carrier, Delta, Part, ToolCall, Verbatim,
    json::Extras,
    verbatim::{self, LiteralBuf},
};

/// The calls of a message.
#[derive(Default)]
pub(super) struct Calls {
    all: Vec<Call>,
    /// The last call at an index.
    counted: HashMap<Index, usize>,
    /// The last call that began with an id.
    named: HashMap<String, usize>,
}

/// Members of a call that are its message's.
pub(super) type Lifted = Vec<(String, String)>;

/// What a host counts its calls by.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Index {
    At(u64),
    /// A value that counts nothing, and still tells calls apart.
    Odd(String),
}

struct Call {
    /// None before the member came; empty where it was `""`.
    id: Option<LiteralBuf>,
    name: LiteralBuf,
    arguments: LiteralBuf,
    /// Arguments that are an object and no string.
    object: Option<String>,
    extras: Latest,
    inner: Latest,
    outside: Vec<Gathered>,
    inside: Vec<Gathered>,
}

impl Calls {
    /// Takes a list: all of it, or the next pieces; how many they are, and what in them is the message's. What has a wrong type ends
    /// in `odd`.
    pub(super) fn take(
        &mut self,
        list: &mut Cursor<'_>,
        whole: bool,
        dialect: &'static Dialect,
        odd: &mut Vec<Odd>,
        sink: &mut dyn FnMut(Delta<'_>),
    ) -> (usize, Lifted) {
        if whole {
            *self = Self::default();
        }
        let (mut n, mut lifted) = (0, vec![]);
        list.elements(|cursor| {
            let mut wrong = |at: &str, expected, value: &str| {
                odd.push(Odd { place: format!("tool_calls[{n}]{at}"), expected, value: value.to_owned() });
            };
            if cursor.peek() == b'{' {
                let mut piece = Piece::of(cursor);
                let open = if whole { None } else { self.find(&piece) };
                let at = open.unwrap_or_else(|| self.begin(&piece, dialect));
                if let Some(call) = self.all.get_mut(at) {
                    if call.repeats(&piece) {
                        piece.arguments = "";
                    }
                    let nameless = call.id.as_ref().is_none_or(LiteralBuf::is_empty);
                    call.take(&piece, dialect.lifted, &mut lifted, &mut wrong, sink);
                    if let Some(id) = call.id.as_ref().filter(|id| nameless && !id.is_empty()) {
                        self.named.insert(id.inner().to_owned(), at);
                    }
                }
            } else {
                wrong("", "an object", cursor.value());
            }
            n += 1;
        });
        (n, lifted)
    }
    fn begin(&mut self, piece: &Piece<'_>, dialect: &'static Dialect) -> usize {
        let (mut call, at) = (Call::new(dialect), self.all.len());
        if let Some(Index::Odd(odd)) = &piece.index {
            call.extras.put("index", odd);
        }
        if let Some(index) = &piece.index {
            self.counted.insert(index.clone(), at);
        }
        self.all.push(call);
        at
    }
    /// The call that a piece goes on with. One that is whole already does not: some hosts count every call as 0 and give each the same
    /// id, or none.
    fn find(&self, piece: &Piece<'_>) -> Option<usize> {
        let at = self.open(piece)?;
        let call = self.all.get(at)?;
        (!piece.is_whole() || !call.is_whole() || call.repeats(piece)).then_some(at)
    }
    fn open(&self, piece: &Piece<'_>) -> Option<usize> {
        let id = verbatim::inner(piece.id);
        let begins = !verbatim::inner(piece.name).is_empty();
        if let Some(index) = &piece.index {
            let at = *self.counted.get(index)?;
            // Some hosts count every call as 0: another id beside a name begins another call.
            let call = self.all.get(at)?;
            let other = call.id.as_ref().is_some_and(|held| !held.is_empty() && held.inner() != id) && !id.is_empty();
            (!(other && begins && !call.name.is_empty())).then_some(at)
        } else if id.is_empty() {
            self.all.len().checked_sub(1).filter(|_| !begins)
        } else {
            self.named.get(id).copied()
        }
    }
    /// True before any call came.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
    /// The parts.
    pub(super) fn finish(self, mints: &Mints<'_>) -> impl Iterator<Item = Part> {
        self.all.into_iter().map(|call| Part::Call(call.finish(mints)))
    }
}

impl Index {
    fn of(value: &str) -> Option<Self> {
        let odd = || Some(Self::Odd(value.to_owned())).filter(|_| !is_empty(value));
        path::whole(value).map(Self::At).or_else(odd)
    }
}

impl Call {
    fn new(dialect: &'static Dialect) -> Self {
        Self {
            id: None,
            name: LiteralBuf::default(),
            arguments: LiteralBuf::default(),
            object: None,
            extras: Latest::default(),
            inner: Latest::default(),
            outside: Gathered::all(dialect.call),
            inside: Gathered::all(dialect.function),
        }
    }
    /// True where its name and the text of all its arguments came.
    fn is_whole(&self) -> bool {
        let is_object = || Verbatim::parse(&self.arguments.finish().decode()).is_ok_and(|json| json.is_object());
        !self.name.is_empty() && !self.arguments.is_empty() && is_object()
    }
    /// True where a piece says the same whole call once more.
    fn repeats(&self, piece: &Piece<'_>) -> bool {
        let id = self.id.as_ref().filter(|id| !id.is_empty());
        piece.is_whole()
            && id.is_some_and(|id| id.inner() == verbatim::inner(piece.id))
            && self.name.inner() == verbatim::inner(piece.name)
            && self.arguments.inner() == verbatim::inner(piece.arguments)
    }
    fn take(
        &mut self,
        piece: &Piece<'_>,
        lifts: &[&str],
        lifted: &mut Lifted,
        wrong: &mut dyn FnMut(&str, &'static str, &str),
        sink: &mut dyn FnMut(Delta<'_>),
    ) {
        let first = |value: &str| value.bytes().next();
        match first(piece.id) {
            Some(b'"') => again(self.id.get_or_insert_default(), verbatim::inner(piece.id)),
            None | Some(b'n') => {}
            _ => wrong(".id", "a string", piece.id),
        }
        match first(piece.name) {
            Some(b'"') => {
                let begins = self.name.is_empty() && piece.name != "\"\"";
                again(&mut self.name, verbatim::inner(piece.name));
                if begins {
                    sink(Delta::Call(self.name.inner()));
                }
            }
            None | Some(b'n') => {}
            _ => wrong(".function.name", "a string", piece.name),
        }
        match first(piece.arguments) {
            Some(b'"') => self.arguments.push_inner(verbatim::inner(piece.arguments)),
            Some(b'{') => self.object(piece.arguments),
            None | Some(b'n') => {}
            _ => wrong(".function.arguments", "a string or an object", piece.arguments),
        }
        if !matches!(first(piece.function), None | Some(b'n')) {
            wrong(".function", "an object", piece.function);
        }
        if piece.more {
            self.more(piece.whole.clone(), lifts, lifted);
        }
    }
    /// Takes arguments that are an object. They come in one piece; an earlier one is kept beside it.
    fn object(&mut self, json: &str) {
        if let Some(earlier) = self.object.replace(json.to_owned()).filter(|earlier| earlier != json && earlier != "{}")
        {
            self.extras.put("arguments", &earlier);
        }
    }
    /// What of a piece is nobody's but its own host's.
    fn more(&mut self, mut piece: Cursor<'_>, lifts: &[&str], lifted: &mut Lifted) {
        piece.members(|key, cursor| match key {
            "index" | "id" => {}
            _ if lifts.contains(&key) => lifted.push((key.to_owned(), cursor.value().to_owned())),
            "type" if is_plain(cursor.clone().value()) => {}
            "function" => {
                cursor.members(|key, cursor| match key {
                    "name" | "arguments" => {}
                    _ if lifts.contains(&key) => lifted.push((key.to_owned(), cursor.value().to_owned())),
                    _ => gather(&mut self.inside, &mut self.inner, key, cursor.value()),
                });
            }
            _ => gather(&mut self.outside, &mut self.extras, key, cursor.value()),
        });
    }
    fn finish(mut self, mints: &Mints<'_>) -> ToolCall {
        // A string says it all; some hosts send an empty object before it.
        if let Some(object) = self.object.take_if(|_| !self.arguments.is_empty()).filter(|object| object != "{}") {
            self.extras.put("arguments", &object);
        }
        let (mut extras, mut inner, mut carriers) = (vec![], vec![], vec![]);
        let mut settle = |fields: Vec<Gathered>, latest: Latest, extras: &mut Extras| {
            extras.extend(latest.finish());
            carriers.extend(
                fields.into_iter().flat_map(|field| field.finish(mints, None, extras)).collect::<Vec<Carrier>>(),
            );
        };
        settle(self.outside, self.extras, &mut extras);
        settle(self.inside, self.inner, &mut inner);
        let object = self.object.and_then(|json| Verbatim::parse(&json).ok());
        let arguments = object.map_or_else(|| Arguments::Text(self.arguments.finish()), Arguments::Json);
        ToolCall { id: self.id.map(|id| id.finish()), name: self.name.finish(), arguments, extras, inner, carriers }
    }
}

/// A string that some hosts send once, some with every piece, and some in fragments.
fn again(held: &mut LiteralBuf, inner: &str) {
    if held.inner() != inner {
        held.push_inner(inner);
    }
}

fn gather(fields: &mut [Gathered], rest: &mut Latest, key: &str, value: &str) {
    match fields.iter_mut().find(|gathered| gathered.field.key == key) {
        Some(gathered) => gathered.take(value, false, &mut |_| {}),
        None => rest.put(key, value),
    }
}

/// True for a `type` that says what every call is.
fn is_plain(kind: &str) -> bool {
    matches!(kind, "\"function\"" | "\"\"" | "null")
}

/// A call or a piece of it. Values are raw, and empty where there is none.
struct Piece<'a> {
    whole: Cursor<'a>,
    index: Option<Index>,
    id: &'a str,
    name: &'a str,
    arguments: &'a str,
    /// A function that is no object.
    function: &'a str,
    /// There are other members.
    more: bool,
}

impl<'a> Piece<'a> {
    /// True where it has a name and a text that may be all its arguments.
    fn is_whole(&self) -> bool {
        !verbatim::inner(self.name).is_empty() && verbatim::inner(self.arguments).trim_start().starts_with('{')
    }
    fn of(cursor: &mut Cursor<'a>) -> Self {
        let whole = cursor.clone();
        let mut piece = Self { whole, index: None, id: "", name: "", arguments: "", function: "", more: false };
        cursor.members(|key, cursor| match key {
            "index" => piece.index = Index::of(cursor.value()),
            "id" => piece.id = cursor.value(),
            "type" => piece.more |= !is_plain(cursor.value()),
            "function" if cursor.peek() == b'{' => {
                cursor.members(|key, cursor| match key {
                    "name" => piece.name = cursor.value(),
                    "arguments" => piece.arguments = cursor.value(),
                    _ => piece.more = true,
                });
            }
            "function" => piece.function = cursor.value(),
            _ => piece.more = true,
        });
        piece
    }
}

//! `tool_calls`: whole, or in pieces that belong together by index, by id, or by following each other.
use super::{dialect::Dialect, gathered::Gathered, latest::Latest, message::Odd, mint::Mints};
use throughline_core::{
    Arguments, Carrier, Delta, Part, ToolCall, Verbatim,
    json::{self, Extras},
    verbatim::{self, LiteralBuf},
};

/// The calls of a message.
#[derive(Default)]
pub(super) struct Calls(Vec<Call>);

struct Call {
    index: Option<u64>,
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
    /// Takes a list: all of it, or the next pieces. What has a wrong type ends in `odd`.
    pub(super) fn take(
        &mut self,
        list: &str,
        whole: bool,
        dialect: &'static Dialect,
        odd: &mut Vec<Odd>,
        sink: &mut dyn FnMut(Delta<'_>),
    ) {
        if whole {
            self.0.clear();
        }
        let mut n = 0;
        let _ = json::elements(list, |piece| {
            let mut wrong = |at: &str, expected, value: &str| {
                odd.push(Odd { place: format!("tool_calls[{n}]{at}"), expected, value: value.to_owned() });
            };
            if piece.get().starts_with('{') {
                let marks = Marks::of(piece.get());
                let open = if whole { None } else { self.find(&marks) };
                let at = open.unwrap_or_else(|| {
                    self.0.push(Call::new(marks.index, dialect));
                    self.0.len() - 1
                });
                if let Some(call) = self.0.get_mut(at) {
                    call.take(piece.get(), whole, &mut wrong, sink);
                }
            } else {
                wrong("", "an object", piece.get());
            }
            n += 1;
        });
    }
    /// The call that a piece goes on with.
    fn find(&self, marks: &Marks<'_>) -> Option<usize> {
        let last = self.0.len().checked_sub(1);
        match marks {
            Marks { index: Some(index), .. } => {
                let at = self.0.iter().rposition(|call| call.index == Some(*index))?;
                // Some hosts count every call as 0: another id beside a name begins another call.
                let call = self.0.get(at)?;
                let other = call.id.as_ref().is_some_and(|id| !id.is_empty() && id.inner() != marks.id);
                let begins = !marks.id.is_empty() && !marks.name.is_empty() && !call.name.is_empty();
                (!(other && begins)).then_some(at)
            }
            Marks { id: "", name: "", .. } => last,
            Marks { id: "", .. } => None,
            Marks { id, .. } => {
                self.0.iter().rposition(|call| call.id.as_ref().is_some_and(|held| held.inner() == *id))
            }
        }
    }
    /// True before any call came.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// The parts.
    pub(super) fn finish(self, mints: &Mints<'_>) -> impl Iterator<Item = Part> {
        self.0.into_iter().map(|call| Part::Call(call.finish(mints)))
    }
}

impl Call {
    fn new(index: Option<u64>, dialect: &'static Dialect) -> Self {
        Self {
            index,
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
    fn take(
        &mut self,
        piece: &str,
        whole: bool,
        wrong: &mut dyn FnMut(&str, &'static str, &str),
        sink: &mut dyn FnMut(Delta<'_>),
    ) {
        let _ = json::members(piece, |key, value| {
            let value = value.get();
            match (key, value.bytes().next()) {
                ("index", _) | ("type", Some(b'n')) | ("function", Some(b'n')) => {}
                ("type", _) if matches!(value, "\"function\"" | "\"\"") => {}
                ("id", Some(b'"')) => again(self.id.get_or_insert_default(), verbatim::inner(value), whole),
                ("id", Some(b'n')) => {}
                ("id", _) => wrong(".id", "a string", value),
                ("function", Some(b'{')) => self.function(value, whole, wrong, sink),
                ("function", _) => wrong(".function", "an object", value),
                _ => gather(&mut self.outside, &mut self.extras, key, value, whole),
            }
        });
    }
    fn function(
        &mut self,
        function: &str,
        whole: bool,
        wrong: &mut dyn FnMut(&str, &'static str, &str),
        sink: &mut dyn FnMut(Delta<'_>),
    ) {
        let _ = json::members(function, |key, value| {
            let value = value.get();
            match (key, value.bytes().next()) {
                ("name" | "arguments", Some(b'n')) => {}
                ("name", Some(b'"')) => {
                    let begins = self.name.is_empty() && value != "\"\"";
                    again(&mut self.name, verbatim::inner(value), whole);
                    if begins {
                        sink(Delta::Call(verbatim::inner(value)));
                    }
                }
                ("name", _) => wrong(".function.name", "a string", value),
                ("arguments", Some(b'"')) => {
                    if whole {
                        self.arguments.clear();
                    }
                    self.arguments.push_inner(verbatim::inner(value));
                }
                ("arguments", Some(b'{')) => self.object = Some(value.to_owned()),
                ("arguments", _) => wrong(".function.arguments", "a string or an object", value),
                _ => gather(&mut self.inside, &mut self.inner, key, value, whole),
            }
        });
    }
    fn finish(self, mints: &Mints<'_>) -> ToolCall {
        let (mut extras, mut inner, mut carriers) = (vec![], vec![], vec![]);
        let mut settle = |fields: Vec<Gathered>, latest: Latest, extras: &mut Extras| {
            extras.extend(latest.finish());
            carriers.extend(
                fields.into_iter().flat_map(|field| field.finish(mints, None, extras)).collect::<Vec<Carrier>>(),
            );
        };
        settle(self.outside, self.extras, &mut extras);
        settle(self.inside, self.inner, &mut inner);
        let object = self.object.and_then(|json| Verbatim::parse(&json).ok()).filter(|_| self.arguments.is_empty());
        let arguments = object.map_or_else(|| Arguments::Text(self.arguments.finish()), Arguments::Json);
        ToolCall { id: self.id.map(|id| id.finish()), name: self.name.finish(), arguments, extras, inner, carriers }
    }
}

/// A string that some hosts send once, some with every piece, and some in fragments.
fn again(held: &mut LiteralBuf, inner: &str, whole: bool) {
    if whole {
        held.clear();
    }
    if held.inner() != inner {
        held.push_inner(inner);
    }
}

fn gather(fields: &mut [Gathered], rest: &mut Latest, key: &str, value: &str, whole: bool) {
    match fields.iter_mut().find(|gathered| gathered.field.key == key) {
        Some(gathered) => gathered.take(value, whole, &mut |_| {}),
        None => rest.put(key, value),
    }
}

/// What of a piece says which call it belongs to.
#[derive(Default)]
struct Marks<'a> {
    index: Option<u64>,
    id: &'a str,
    name: &'a str,
}

impl<'a> Marks<'a> {
    fn of(piece: &'a str) -> Self {
        let mut marks = Self::default();
        let _ = json::members(piece, |key, value| match key {
            "index" => marks.index = value.get().parse().ok(),
            "id" => marks.id = verbatim::inner(value.get()),
            "function" => {
                marks.name =
                    json::member(value.get(), "name").map(|name| verbatim::inner(name.get())).unwrap_or_default();
            }
            _ => {}
        });
        marks
    }
}

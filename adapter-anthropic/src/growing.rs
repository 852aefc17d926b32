//! A content block that grows by deltas.
//!
//! Never knows what a delta means: a string is joined to the member of its name, a list is appended, anything else is set. So a delta type
//! of tomorrow lands where it belongs.
use crate::{block, table::TEXTS};
use serde_json::value::RawValue;
use throughline_core::{
    Checkpoint, Delta, Issuer, Named, Part, Verbatim, as_json,
    json::{self, Object},
    verbatim::{self, LiteralBuf},
};

/// A block so far.
#[derive(Default)]
pub(crate) struct Growing {
    /// True where its start did not come.
    pub(crate) implied: bool,
    members: Named<Member>,
    /// The JSON of its `input`, in pieces.
    input: LiteralBuf,
    closed: bool,
    /// True where its end was said and it was sealed: whatever more is said of it, the seal is of what was there.
    done: bool,
    /// True where a piece of what it seals did not fit: no signature can hold for the rest.
    odd: bool,
}

enum Member {
    Text(LiteralBuf),
    /// What stands between the brackets.
    List(String),
    Other(Verbatim),
}

impl Growing {
    /// A block as it starts, and whether all of that found a place; none where it is no object.
    pub(crate) fn open(block: &RawValue, sink: &mut dyn FnMut(Delta<'_>)) -> Option<(Self, bool)> {
        let mut new = Self::default();
        let read = json::members(block.get(), |key, value| {
            new.odd |= new.members.set(key, Member::of(value)).is_some() || is_unspellable(key);
        });
        read.ok()?;
        if let (true, Some(Member::Text(name))) = (new.is("tool_use"), new.members.get("name")) {
            sink(Delta::Call(name.inner()));
        }
        for key in ["text", "thinking"] {
            if let Some(Member::Text(text)) = new.members.get(key) {
                new.show(key, text.inner(), sink);
            }
        }
        let fits = !new.odd;
        Some((new, fits))
    }
    /// A block whose start did not come.
    pub(crate) fn implied(kind: &str) -> Self {
        let mut new = Self { implied: true, ..Self::default() };
        let mut name = LiteralBuf::default();
        name.push_text(kind);
        new.members.set("type", Member::Text(name));
        new
    }
    /// Takes what an implied block gathered before this start came; false where that stands in place of something of the start.
    pub(crate) fn follow(&mut self, implied: &mut Self) -> bool {
        let mut fits = true;
        self.odd |= implied.odd;
        self.input.push_inner(implied.input.inner());
        for (key, member) in std::mem::take(&mut implied.members).into_iter().filter(|(key, _)| key != "type") {
            if !Verbatim::parse(&member.json()).is_ok_and(|json| self.add(&key, json.raw())) {
                self.members.set(&key, member);
                fits = false;
            }
        }
        self.odd |= !fits;
        fits
    }
    /// Takes a delta; false where something of it found no place.
    pub(crate) fn grow(&mut self, delta: &str, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        let mut fits = true;
        // What goes on has not ended, whatever was said of it.
        self.done |= self.closed && self.is_sealed();
        self.closed = false;
        // Two of one name are not two pieces of it.
        self.odd |= Object::read(delta).is_ok_and(|delta| delta.duplicate().is_some());
        let read = json::members(delta, |key, value| {
            fits &= match key {
                "type" => value.get().starts_with('"'),
                // An estimate for progress bars: https://platform.claude.com/docs/en/build-with-claude/extended-thinking
                "estimated_tokens" => true,
                "partial_json" => self.input.push(value) || value.get() == "null",
                "citation" => self.append("citations", value.get()),
                _ => self.join(key, value, sink),
            }
        });
        // What came in no object may have been a piece of anything.
        self.odd |= read.is_err();
        read.is_ok() && fits
    }
    pub(crate) fn close(&mut self) {
        self.closed = true;
    }
    /// A piece came that nobody can read: what has not ended may lack it.
    pub(crate) fn miss(&mut self) {
        self.odd |= !self.closed;
    }
    /// The part that the block is. One that did not close in a stream that did not end is not signed: what came of a signature may be half.
    ///
    /// What its start said and its deltas said anew goes `aside`, or beside the call that it is.
    pub(crate) fn part(mut self, ended: bool, issuer: &Issuer, aside: &mut Vec<Verbatim>) -> Part {
        let whole = ended || self.closed;
        let first = self.read();
        let members = self.members.iter().filter(|(key, _)| whole || *key != "signature");
        let payload = object(members.map(|(key, member)| (key, member.json())));
        let mut part = block::reply(&payload, issuer);
        let sealed = match &mut part {
            Part::Reasoning(carrier) | Part::Checkpoint(Checkpoint { item: Some(carrier), .. }) => Some(carrier),
            _ => None,
        };
        if let Some(carrier) = sealed {
            carrier.sealed &= whole && !self.odd;
        }
        match (&mut part, first) {
            (Part::Call(call), Some(first)) => call.extras.push(("input".into(), first)),
            (_, Some(first)) => aside.push(object([("input", first.get())].into_iter())),
            _ => {}
        }
        part
    }

    /// Makes the pieces of the input its value; gives back what the start had there, where that is lost otherwise.
    fn read(&mut self) -> Option<Verbatim> {
        if self.input.is_empty() {
            return None;
        }
        let text = verbatim::spelled(self.input.inner());
        let input = Verbatim::parse(&text).unwrap_or_else(|_| self.input.finish().verbatim().clone());
        let first = Verbatim::parse(&self.members.set("input", Member::Other(input.clone()))?.json()).ok()?;
        (first != input && !matches!(first.get(), "{}" | "[]" | "null" | "\"\"")).then_some(first)
    }
    fn is(&self, kind: &str) -> bool {
        matches!(self.members.get("type"), Some(Member::Text(name)) if name.inner() == kind)
    }
    /// Text is shown where a block of that type holds it.
    fn show(&self, key: &str, inner: &str, sink: &mut dyn FnMut(Delta<'_>)) {
        match key {
            _ if inner.is_empty() || !self.is(key) => {}
            "text" => sink(Delta::Text(inner)),
            "thinking" => sink(Delta::Reasoning(inner)),
            _ => {}
        }
    }
    /// Takes a member of a delta; false where it does not fit.
    fn join(&mut self, key: &str, value: &RawValue, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        let text = TEXTS.iter().any(|(kind, name)| *name == key && self.is(kind));
        let fits = (!text || value.get() == "null" || value.get().starts_with('"')) && self.add(key, value);
        if fits {
            self.show(key, verbatim::inner(value.get()), sink);
        }
        let late = text && self.done && !matches!(value.get(), "null" | "\"\"");
        self.odd |= (text && !fits) || late || is_unspellable(key);
        fits
    }
    /// True where there is a seal on it.
    fn is_sealed(&self) -> bool {
        let says = |key| matches!(self.members.get(key), Some(Member::Text(seal)) if !seal.is_empty());
        says("signature") || says("data")
    }
    /// Adds to a member; false where it cannot and leaves it as it was.
    fn add(&mut self, key: &str, value: &RawValue) -> bool {
        let raw = value.get();
        match self.members.get_mut(key) {
            None => self.members.set(key, Member::of(value)).is_none(),
            // Neither takes anything away from what is there.
            Some(_) if matches!(raw, "null" | "\"\"") => true,
            Some(Member::Text(text)) => text.push(value),
            Some(Member::List(list)) => json::elements(raw, |element| push(list, element.get())).is_ok(),
            Some(Member::Other(old)) if !old.is_null() && kind(old.get()) != kind(raw) => false,
            Some(old) => {
                *old = Member::of(value);
                true
            }
        }
    }
    fn append(&mut self, key: &str, element: &str) -> bool {
        match self.members.get_mut(key) {
            Some(Member::List(list)) => push(list, element),
            Some(Member::Other(old)) if old.is_null() => {
                self.members.set(key, Member::List(element.to_owned()));
            }
            Some(_) => return false,
            None => {
                self.members.set(key, Member::List(element.to_owned()));
            }
        }
        true
    }
}

/// True where a name may hold half of a surrogate pair, which core spells with a backslash: it cannot be written as it came.
fn is_unspellable(name: &str) -> bool {
    name.contains('\\')
}

fn push(list: &mut String, element: &str) {
    if !list.is_empty() {
        list.push(',');
    }
    list.push_str(element);
}

/// What sort of value it is: the first byte says so, but for numbers and truth values.
fn kind(raw: &str) -> Option<u8> {
    raw.bytes().next().map(|first| match first {
        b'-' | b'0'..=b'9' => b'0',
        b'f' => b't',
        other => other,
    })
}

impl Member {
    fn of(value: &RawValue) -> Self {
        match value.get() {
            text if text.starts_with('"') => {
                let mut buffer = LiteralBuf::default();
                buffer.push(value);
                Self::Text(buffer)
            }
            list if list.starts_with('[') => {
                let inside = list.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or_default();
                Self::List(inside.trim().to_owned())
            }
            _ => Self::Other(value.into()),
        }
    }
    fn json(&self) -> String {
        match self {
            Self::Text(text) => format!("\"{}\"", text.inner()),
            Self::List(list) => format!("[{list}]"),
            Self::Other(json) => json.get().to_owned(),
        }
    }
}

/// An object of members that are JSON already.
pub(crate) fn object<K: AsRef<str>, V: AsRef<str>>(members: impl Iterator<Item = (K, V)>) -> Verbatim {
    let mut json = String::from("{");
    for (key, value) in members {
        json.push_str(if json.len() > 1 { ",\"" } else { "\"" });
        verbatim::escape(key.as_ref(), &mut json);
        json.push_str("\":");
        json.push_str(value.as_ref());
    }
    json.push('}');
    Verbatim::parse(&json).unwrap_or_else(|_| as_json(json.as_bytes()))
}

//! A content block that grows by deltas, until it is the block that a whole reply would have had.
//!
//! Never knows what a member means: a string is joined to the one of its name, a list is appended, an object is joined member by member,
//! anything else is set. What the wire spells otherwise in a stream is turned back at the end. Never joins two blobs as text.
use crate::block::{self, READABLE, REASONING, SEALED, decode, encode, object};
use serde_json::value::RawValue;
use std::mem;
use throughline_core::{
    Carrier, Delta, Issuer, Literal, LiteralBuf, Named, Part, Verbatim, as_json,
    json::{self, Object},
    verbatim,
    write::{item, list, member, name},
};

/// A block so far.
#[derive(Default)]
pub(crate) struct Growing {
    /// Its index, as it is spelled.
    pub(crate) index: Option<String>,
    pub(crate) started: bool,
    pub(crate) closed: bool,
    members: Members,
    blobs: Vec<Literal>,
    /// True where its end was said and it was sealed: whatever more is said of it, the seal is of what was there.
    done: bool,
    /// True where a piece of what it seals did not fit: no signature can hold for the rest.
    odd: bool,
}

type Members = Named<Node>;

enum Node {
    Text(LiteralBuf),
    /// What stands between the brackets.
    List(Vec<u8>),
    Object(Members),
    Other(Verbatim),
}

impl Growing {
    /// A block of this index.
    pub(crate) fn at(index: Option<&str>) -> Self {
        Self { index: index.map(str::to_owned), ..Self::default() }
    }
    /// Takes what its start says; false where something of it found no place.
    pub(crate) fn start(&mut self, start: &RawValue, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        self.started = true;
        self.odd |= is_twice(start);
        let mut fits = true;
        let read = json::members(start.get(), |kind, value| {
            let called = json::member(value.get(), "name").filter(|_| kind == "toolUse");
            if let Some(called) = called.map(|called| verbatim::inner(called.get())).filter(|called| !called.is_empty())
            {
                sink(Delta::Call(called));
            }
            fits &= join(&mut self.members, kind, value);
        });
        read.is_ok() && fits
    }
    /// Takes a delta; false where something of it found no place. One that came `twice` is half of what was said.
    pub(crate) fn grow(&mut self, delta: &RawValue, twice: bool, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        let mut fits = true;
        // What goes on has not ended, whatever was said of it.
        self.done |= self.closed && self.is_sealed();
        self.closed = false;
        self.odd |= twice || is_twice(delta);
        let read = json::members(delta.get(), |kind, value| {
            fits &= match kind {
                REASONING => self.think(value, true, sink),
                // Deltas of an answer are pieces of its list.
                "toolResult" if value.get().starts_with('[') => {
                    join(&mut self.members, kind, object([("content", value.get())]).raw())
                }
                "citation" => {
                    let one = as_json(format!("[{}]", value.get()).as_bytes());
                    join(&mut self.members, "citations", one.raw())
                }
                _ => {
                    let fits = join(&mut self.members, kind, value);
                    let text = verbatim::inner(value.get());
                    if fits && kind == "text" && !text.is_empty() {
                        sink(Delta::Text(text));
                    }
                    fits
                }
            }
        });
        // What came in no object may have been a piece of anything.
        self.odd |= read.is_err();
        read.is_ok() && fits
    }
    /// Text, signature and blobs stand side by side in a delta, where a whole reply has the first two one level deeper.
    fn think(&mut self, value: &RawValue, flat: bool, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        let mut fits = !is_twice(value);
        let read = json::members(value.get(), |kind, piece| {
            self.odd |= self.done && !matches!(piece.get(), "null" | "\"\"");
            fits &= match kind {
                SEALED => Literal::read(piece).map(|blob| self.blob(blob)).is_some() || piece.get() == "null",
                READABLE if flat => self.think(piece, false, sink),
                _ => {
                    let inner = object([(kind, piece.get())]);
                    let text = matches!(kind, "text" | "signature");
                    let string = !text || piece.get().starts_with('"') || piece.get() == "null";
                    let fits = string && join(&mut self.members, REASONING, inner.raw());
                    let said = verbatim::inner(piece.get());
                    if fits && kind == "text" && !said.is_empty() {
                        sink(Delta::Reasoning(said));
                    }
                    fits
                }
            };
        });
        self.odd |= read.is_err() || !fits;
        read.is_ok() && fits
    }
    /// True where there is a seal on it.
    fn is_sealed(&self) -> bool {
        let signed = |node: &Node| match node {
            Node::Object(members) => matches!(members.get("signature"), Some(Node::Text(seal)) if !seal.is_empty()),
            _ => false,
        };
        !self.blobs.is_empty() || self.members.get(REASONING).is_some_and(signed)
    }
    fn blob(&mut self, blob: Literal) {
        if self.blobs.is_empty() {
            // Where it stands among the others.
            self.members.set(SEALED, Node::List(vec![]));
        }
        self.blobs.push(blob);
    }

    /// The parts that the block is. One that did not close in a stream that did not end is not signed: what came of a signature may be half.
    pub(crate) fn parts(mut self, ended: bool, issuer: &Issuer) -> Vec<Part> {
        let whole = ended || self.closed;
        let citations = self.members.take("citations");
        let mut parts = vec![];
        for (kind, node) in mem::take(&mut self.members) {
            match (kind.as_str(), node) {
                (SEALED, _) => {
                    parts.extend(self.joined().iter().map(|blob| Part::Reasoning(block::redacted(blob, issuer))))
                }
                (REASONING, Node::Object(members)) => {
                    parts.extend(block::reply(thought(members, whole).raw(), issuer));
                }
                ("toolUse", Node::Object(members)) => parts.extend(block::reply(call(members).raw(), issuer)),
                ("text", text) if citations.is_some() => {
                    let cited = cited(&text, citations.as_ref());
                    parts.extend(block::reply(cited.raw(), issuer));
                }
                (kind, node) => parts.extend(block::reply(object([(kind, &*node.json())]).raw(), issuer)),
            }
        }
        for part in &mut parts {
            if let Part::Reasoning(Carrier { sealed, .. }) = part {
                *sealed &= whole && !self.odd;
            }
        }
        parts
    }
    /// The blobs as one: a single one as it came, several as the bytes that they spell. Where one spells none, each stays what it is, and
    /// none is whole.
    fn joined(&mut self) -> Vec<Literal> {
        let bytes: Option<Vec<Vec<u8>>> = self.blobs.iter().map(decode).collect();
        self.odd |= bytes.is_none();
        match (mem::take(&mut self.blobs), bytes) {
            (blobs, Some(bytes)) if blobs.len() > 1 => vec![encode(&bytes.concat())],
            (blobs, _) => blobs,
        }
    }
}

/// The block of a thought whose members stood flat.
fn thought(mut members: Members, whole: bool) -> Verbatim {
    let signature = members.take("signature").filter(|_| whole);
    let text = members.take("text");
    let mut out = b"{".to_vec();
    name(&mut out, REASONING);
    out.push(b'{');
    if text.is_some() || signature.is_some() {
        name(&mut out, READABLE);
        out.push(b'{');
        let known = [("text", text), ("signature", signature)];
        for (kind, node) in known.iter().filter_map(|(kind, node)| Some((kind, node.as_ref()?))) {
            member(&mut out, kind, &node.json());
        }
        out.push(b'}');
    }
    for (kind, node) in members.iter() {
        member(&mut out, kind, &node.json());
    }
    out.extend_from_slice(b"}}");
    as_json(&out)
}

/// The block of a call whose input came as the text of its JSON.
fn call(mut members: Members) -> Verbatim {
    let read = |text: &LiteralBuf| match text.is_empty() {
        true => Some(object([])),
        false => Verbatim::parse(&verbatim::spelled(text.inner())).ok(),
    };
    if let Some(input) = members.get_mut("input") {
        let value = if let Node::Text(text) = &*input { read(text) } else { None };
        if let Some(value) = value {
            *input = Node::Other(value);
        }
    }
    object([("toolUse", &*Node::Object(members).json())])
}

/// The block of a text with what it cites.
fn cited(text: &Node, citations: Option<&Node>) -> Verbatim {
    let mut out = b"{".to_vec();
    name(&mut out, "citationsContent");
    out.push(b'{');
    name(&mut out, "content");
    list(&mut out, |out| item(out, object([("text", &*text.json())]).get()));
    if let Some(citations) = citations {
        member(&mut out, "citations", &citations.json());
    }
    out.extend_from_slice(b"}}");
    as_json(&out)
}

/// True where a name stands twice: two of one name are not two pieces of it.
fn is_twice(object: &RawValue) -> bool {
    Object::read(object.get()).is_ok_and(|object| object.duplicate().is_some())
}

/// Adds to the member of this name; false where it cannot and leaves it as it was.
fn join(members: &mut Members, kind: &str, value: &RawValue) -> bool {
    match members.get_mut(kind) {
        Some(node) => node.join(value),
        None => members.set(kind, Node::of(value)).is_none(),
    }
}

impl Node {
    /// An object is opened one level deep, which is as deep as deltas reach.
    fn of(value: &RawValue) -> Self {
        let Ok(object) = Object::read(value.get()) else { return Self::leaf(value) };
        if object.duplicate().is_some() {
            return Self::Other(value.into());
        }
        Self::Object(object.iter().map(|(kind, value)| (kind.to_owned(), Self::leaf(value))).collect())
    }
    fn leaf(value: &RawValue) -> Self {
        match value.get() {
            text if text.starts_with('"') => {
                let mut buffer = LiteralBuf::default();
                buffer.push(value);
                Self::Text(buffer)
            }
            list if list.starts_with('[') => Self::List(between(list).into()),
            _ => Self::Other(value.into()),
        }
    }
    fn join(&mut self, value: &RawValue) -> bool {
        // Takes nothing away from what is there.
        if value.get() == "null" {
            return true;
        }
        if matches!(self, Self::Other(old) if !old.is_object()) {
            *self = Self::leaf(value);
            return true;
        }
        match (self, value.get()) {
            (Self::Text(text), _) => text.push(value),
            (Self::List(list), more) if more.starts_with('[') => {
                let more = between(more);
                if !more.is_empty() {
                    item(list, more);
                }
                true
            }
            (Self::Object(members), more) if more.starts_with('{') => {
                let mut fits = true;
                let read = json::members(more, |kind, value| {
                    fits &= match members.get_mut(kind) {
                        Some(node) => node.join(value),
                        None => members.set(kind, Self::leaf(value)).is_none(),
                    };
                });
                read.is_ok() && fits
            }
            _ => false,
        }
    }
    fn json(&self) -> String {
        match self {
            Self::Text(text) => format!("\"{}\"", text.inner()),
            Self::List(list) => format!("[{}]", String::from_utf8_lossy(list)),
            Self::Object(members) => {
                let mut out = b"{".to_vec();
                for (kind, node) in members.iter() {
                    member(&mut out, kind, &node.json());
                }
                out.push(b'}');
                String::from_utf8_lossy(&out).into_owned()
            }
            Self::Other(json) => json.get().to_owned(),
        }
    }
}

/// What stands between the brackets of a list.
fn between(list: &str) -> &str {
    list.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or_default().trim()
}

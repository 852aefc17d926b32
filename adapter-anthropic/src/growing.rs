//! A content block that grows by deltas.
//!
//! Never knows what a delta means: a string is joined to the member of its name, a list is appended, anything else is set. So a delta type
//! of tomorrow lands where it belongs.
use crate::block;
use serde_json::value::RawValue;
use throughline_core::{
    Delta, Issuer, Part, Verbatim, as_json, json,
    verbatim::{self, LiteralBuf},
};

/// A block so far.
#[derive(Default)]
pub(crate) struct Growing {
    /// The index as it is spelled.
    pub(crate) index: Option<String>,
    /// True where its start did not come.
    pub(crate) implied: bool,
    members: Vec<(String, Member)>,
    /// The JSON of its `input`, in pieces.
    input: LiteralBuf,
    closed: bool,
}

enum Member {
    Text(LiteralBuf),
    /// What stands between the brackets.
    List(String),
    Other(Verbatim),
}

impl Growing {
    /// A block as it starts; none where it is no object.
    pub(crate) fn open(index: Option<&str>, block: &RawValue, sink: &mut dyn FnMut(Delta<'_>)) -> Option<Self> {
        let mut new = Self { index: index.map(str::to_owned), ..Self::default() };
        json::members(block.get(), |key, value| new.add(key, value)).ok()?;
        if let (true, Some(Member::Text(name))) = (new.is("tool_use"), new.get("name")) {
            sink(Delta::Call(name.inner()));
        }
        for key in ["text", "thinking"] {
            if let Some(Member::Text(text)) = new.get(key) {
                new.show(key, text.inner(), sink);
            }
        }
        Some(new)
    }
    /// A block whose start did not come.
    pub(crate) fn implied(index: Option<&str>, kind: &str) -> Self {
        let mut name = LiteralBuf::default();
        name.push_text(kind);
        let members = vec![("type".to_owned(), Member::Text(name))];
        Self { index: index.map(str::to_owned), implied: true, members, ..Self::default() }
    }
    /// Takes what an implied block gathered before this start came.
    pub(crate) fn follow(&mut self, implied: &mut Self) {
        self.input.push_inner(implied.input.inner());
        for (key, member) in implied.members.iter().filter(|(key, _)| key != "type") {
            if let Ok(json) = Verbatim::parse(&member.json()) {
                self.add(key, json.raw());
            }
        }
    }
    /// Takes a delta; false where it is no object.
    pub(crate) fn grow(&mut self, delta: &str, sink: &mut dyn FnMut(Delta<'_>)) -> bool {
        json::members(delta, |key, value| match key {
            // An estimate for progress bars: https://platform.claude.com/docs/en/build-with-claude/extended-thinking
            "type" | "estimated_tokens" => {}
            "partial_json" if self.input.push(value) => {}
            "citation" => self.append("citations", value.get()),
            _ => {
                self.show(key, verbatim::inner(value.get()), sink);
                self.add(key, value);
            }
        })
        .is_ok()
    }
    pub(crate) fn close(&mut self) {
        self.closed = true;
    }
    /// The part that the block is. One that did not close in a stream that did not end is not signed: what came of a signature may be half.
    pub(crate) fn part(mut self, ended: bool, issuer: &Issuer) -> Part {
        let whole = ended || self.closed;
        if !whole {
            self.members.retain(|(key, _)| key != "signature");
        }
        if !self.input.is_empty() {
            let text = document(self.input.inner());
            let input = Verbatim::parse(&text).unwrap_or_else(|_| self.input.finish().verbatim().clone());
            self.set("input", Member::Other(input));
        }
        let mut part = block::reply(&self.payload(), issuer);
        if let (false, Part::Reasoning(carrier)) = (whole, &mut part) {
            carrier.sealed = false;
        }
        part
    }

    fn payload(&self) -> Verbatim {
        object(self.members.iter().map(|(key, member)| (key.as_str(), member.json())))
    }
    fn get(&self, key: &str) -> Option<&Member> {
        self.members.iter().find(|(name, _)| name == key).map(|(_, member)| member)
    }
    fn is(&self, kind: &str) -> bool {
        matches!(self.get("type"), Some(Member::Text(name)) if name.inner() == kind)
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
    fn set(&mut self, key: &str, member: Member) {
        match self.members.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) => *old = member,
            None => self.members.push((key.to_owned(), member)),
        }
    }
    fn add(&mut self, key: &str, value: &RawValue) {
        let raw = value.get();
        match self.members.iter_mut().find(|(name, _)| name == key).map(|(_, member)| member) {
            None => self.members.push((key.to_owned(), Member::of(value))),
            // Neither takes anything away from what is there.
            Some(_) if matches!(raw, "null" | "\"\"") => {}
            Some(Member::Text(text)) if raw.starts_with('"') => {
                text.push(value);
            }
            Some(Member::List(_)) if raw.starts_with('[') => {
                let _ = json::elements(raw, |element| self.append(key, element.get()));
            }
            Some(old) => *old = Member::of(value),
        }
    }
    fn append(&mut self, key: &str, element: &str) {
        match self.members.iter_mut().find(|(name, _)| name == key) {
            Some((_, Member::List(list))) => {
                if !list.is_empty() {
                    list.push(',');
                }
                list.push_str(element);
            }
            _ => self.set(key, Member::List(element.to_owned())),
        }
    }
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

/// The JSON text that a string spells; a lone surrogate stays the escape that it must have been.
fn document(inner: &str) -> String {
    use std::fmt::Write;
    let mut text = String::with_capacity(inner.len());
    for unit in char::decode_utf16(verbatim::units(inner)) {
        let _ = match unit {
            Ok(c) => text.write_char(c),
            Err(lone) => write!(text, "\\u{:04x}", lone.unpaired_surrogate()),
        };
    }
    text
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

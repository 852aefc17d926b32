//! An object that comes in pieces: one member grows, the others are taken when they say something. Written anew with its
//! members in the order in which they first came.
use super::{named::Named, scan};
use throughline_core::{
    Verbatim,
    verbatim::{self, LiteralBuf},
};

/// The member that closes what it stands on.
const SIGNATURE: &str = "signature";

/// The pieces so far.
pub(super) struct Grown {
    /// The member that grows.
    member: &'static str,
    held: Named<Held>,
    /// A signature came, here or in an object of the growing list.
    pub(super) signed: bool,
}

enum Held {
    /// A string, joined.
    Text(LiteralBuf),
    /// The last value that is not empty.
    Raw(String),
    /// A list of objects whose `text` grows.
    List(Vec<Item>),
}

/// An element of a list that comes in pieces.
pub(super) enum Item {
    /// It may go on.
    Grown(Grown),
    /// It came whole.
    Whole(String),
}

impl Item {
    /// The element.
    pub(super) fn finish(&self) -> Option<Verbatim> {
        let mut out = String::new();
        self.write(&mut out);
        Verbatim::parse(&out).ok()
    }
    fn write(&self, out: &mut String) {
        match self {
            Self::Grown(grown) => grown.write(out),
            Self::Whole(json) => out.push_str(json),
        }
    }
}

impl Grown {
    /// Starts with the first piece. `show` is called with text as it comes, still escaped.
    pub(super) fn of(member: &'static str, piece: &str, show: &mut dyn FnMut(&str)) -> Self {
        let mut grown = Self { member, held: Named::default(), signed: false };
        grown.take(piece, show);
        grown
    }
    /// Takes the next piece, an object.
    pub(super) fn take(&mut self, piece: &str, show: &mut dyn FnMut(&str)) {
        scan::members(piece, |key, value| self.member(key, value, show));
    }
    fn member(&mut self, key: &str, value: &str, show: &mut dyn FnMut(&str)) {
        let grows = key == self.member;
        self.signed |= key == SIGNATURE && !is_empty(value);
        let fresh = || match value.bytes().next() {
            Some(b'"') if grows => Held::Text(LiteralBuf::default()),
            Some(b'[') if grows => Held::List(vec![]),
            _ => Held::Raw(String::new()),
        };
        let Some(held) = self.held.entry(key, fresh) else { return };
        match held {
            Held::Text(text) if value.starts_with('"') => {
                text.push_inner(verbatim::inner(value));
                show(verbatim::inner(value));
            }
            Held::List(items) if value.starts_with('[') => self.signed |= list(items, value, show),
            Held::Raw(raw) if grows && value.starts_with('"') && is_empty(raw) => {
                let mut text = LiteralBuf::default();
                text.push_inner(verbatim::inner(value));
                show(verbatim::inner(value));
                *held = Held::Text(text);
            }
            Held::Raw(raw) if raw.is_empty() || (!is_empty(value) && raw != value) => {
                raw.clear();
                raw.push_str(value);
            }
            _ => {}
        }
    }
    /// The raw value of a member that does not grow.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        match self.held.get(key)? {
            Held::Raw(raw) => Some(raw),
            Held::Text(_) | Held::List(_) => None,
        }
    }
    /// True where the member that grows can take the value that `piece` has for it: its kind did not change.
    pub(super) fn takes(&self, piece: &str) -> bool {
        let Some(value) = scan::member(piece, self.member).filter(|value| !is_empty(value)) else { return true };
        match self.held.get(self.member) {
            Some(Held::Text(_)) => value.starts_with('"'),
            Some(Held::List(_)) => value.starts_with('['),
            Some(Held::Raw(raw)) => is_empty(raw) || raw == value,
            None => true,
        }
    }
    /// Writes the object. A member of which nothing but `""` came is left out: that is how gateways say that there is none yet.
    fn write(&self, out: &mut String) {
        out.push('{');
        let said = self.held.iter().filter(|(_, held)| !matches!(held, Held::Raw(raw) if raw == "\"\""));
        for (n, (key, held)) in said.enumerate() {
            out.push_str(if n > 0 { ",\"" } else { "\"" });
            verbatim::escape(key, out);
            out.push_str("\":");
            match held {
                Held::Text(text) => {
                    out.push('"');
                    out.push_str(text.inner());
                    out.push('"');
                }
                Held::Raw(raw) => out.push_str(raw),
                Held::List(items) => {
                    out.push('[');
                    for (n, item) in items.iter().enumerate() {
                        if n > 0 {
                            out.push(',');
                        }
                        item.write(out);
                    }
                    out.push(']');
                }
            }
        }
        out.push('}');
    }
}

/// Objects of one type that follow each other grow together. True where one of the pieces is signed.
fn list(items: &mut Vec<Item>, pieces: &str, show: &mut dyn FnMut(&str)) -> bool {
    let mut signed = false;
    scan::elements(pieces, |piece| {
        let kind = scan::member(piece, "type");
        signed |= scan::member(piece, SIGNATURE).is_some_and(|value| !is_empty(value));
        match items.last_mut() {
            _ if !piece.starts_with('{') => items.push(Item::Whole(piece.to_owned())),
            Some(Item::Grown(last)) if last.get("type") == kind => last.take(piece, show),
            _ => items.push(Item::Grown(Grown::of("text", piece, show))),
        }
    });
    signed
}

/// True for `null` and `""`.
pub(super) fn is_empty(raw: &str) -> bool {
    matches!(raw, "" | "null" | "\"\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grow(member: &'static str, pieces: &[&str]) -> (String, String) {
        let mut shown = String::new();
        let mut show = |text: &str| shown.push_str(text);
        let (first, rest) = pieces.split_first().unwrap();
        let mut grown = Grown::of(member, first, &mut show);
        for piece in rest {
            grown.take(piece, &mut show);
        }
        (Item::Grown(grown).finish().unwrap().get().to_owned(), shown)
    }

    #[test]
    fn one_member_grows_and_the_others_are_taken_when_they_say_something() {
        let (entry, shown) = grow(
            "text",
            &[
                r#"{"type":"t","text":"a\n","signature":"","format":"f","id":null}"#,
                r#"{"type":"t","text":"b","signature":"","format":"","index":1.0}"#,
                r#"{"type":"t","signature":"S","id":"x","format":null}"#,
            ],
        );
        assert_eq!(entry, r#"{"type":"t","text":"a\nb","signature":"S","format":"f","id":"x","index":1.0}"#);
        assert_eq!(shown, r"a\nb");
        assert_eq!(grow("text", &[r#"{"text":null,"signature":""}"#, r#"{"text":"a"}"#]).0, r#"{"text":"a"}"#);
    }
    #[test]
    fn a_list_grows_inside() {
        let (chunk, shown) = grow(
            "thinking",
            &[
                r#"{"type":"thinking","thinking":[{"type":"text","text":"a"}]}"#,
                r#"{"type":"thinking","thinking":[{"type":"text","text":"b"},{"type":"ref","text":"c"},7],"closed":true}"#,
            ],
        );
        assert_eq!(
            chunk,
            r#"{"type":"thinking","thinking":[{"type":"text","text":"ab"},{"type":"ref","text":"c"},7],"closed":true}"#
        );
        assert_eq!(shown, "abc");
    }
}

//! One extension member of a message or a call as it comes: its value, and how it was present where it has none.
use super::{
    dialect::{Field, Holds},
    entries::Entries,
    mint::Mints,
    private,
};
use throughline_core::{
    Carrier, Key, Presence, Verbatim,
    json::Extras,
    verbatim::{self, LiteralBuf},
};

/// What came of one field.
pub(super) struct Gathered {
    pub(super) field: &'static Field,
    held: Held,
    pub(super) seen: Option<Presence>,
    /// A value of another shape than the field's, kept.
    odd: Option<String>,
}

enum Held {
    Text(LiteralBuf),
    Entries(Entries),
    Blob(String),
}

impl Gathered {
    /// Nothing yet of each of `fields`.
    pub(super) fn all(fields: &'static [Field]) -> Vec<Self> {
        fields.iter().map(Self::of).collect()
    }
    /// Nothing yet of `field`.
    pub(super) fn of(field: &'static Field) -> Self {
        let held = match field.holds {
            Holds::Text => Held::Text(LiteralBuf::default()),
            Holds::Entries => Held::Entries(Entries::default()),
            Holds::Blob(_) => Held::Blob(String::new()),
        };
        Self { field, held, seen: None, odd: None }
    }
    /// Takes out the entries that are private records.
    pub(super) fn records(&mut self) -> Vec<String> {
        match &mut self.held {
            Held::Entries(entries) => entries.take(|entry| private::kind(entry).is_some()),
            Held::Text(_) | Held::Blob(_) => vec![],
        }
    }
    /// Takes a value: all of it, or the next piece. `show` is called with readable text, still escaped.
    pub(super) fn take(&mut self, value: &str, whole: bool, show: &mut dyn FnMut(&str)) {
        if let Some(presence) = Presence::of(value) {
            self.seen = Some(fuller(self.seen, presence));
            return;
        }
        match &mut self.held {
            Held::Text(text) if value.starts_with('"') => {
                if whole {
                    text.clear();
                }
                text.push_inner(verbatim::inner(value));
                show(verbatim::inner(value));
            }
            Held::Entries(entries) if value.starts_with('[') => {
                if whole {
                    *entries = Entries::whole(value);
                } else {
                    entries.pieces(value, show);
                }
            }
            // What holds no blob never takes the place of what does.
            Held::Blob(held) if !held.is_empty() && self.field.seals(held) && !self.field.seals(value) => {}
            Held::Blob(held) => value.clone_into(held),
            Held::Text(_) | Held::Entries(_) => self.odd = Some(value.to_owned()),
        }
    }
    /// True where nothing but empty values came.
    pub(super) fn is_blank(&self) -> bool {
        let nothing = match &self.held {
            Held::Text(text) => text.is_empty(),
            Held::Entries(entries) => entries.is_empty(),
            Held::Blob(held) => held.is_empty(),
        };
        nothing && self.odd.is_none()
    }
    /// The text that it holds as a string.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.held {
            Held::Text(text) if !text.is_empty() => Some(text.inner()),
            _ => None,
        }
    }
    /// Its carriers. What turns out to be none goes to `extras`.
    pub(super) fn finish(self, mints: &Mints<'_>, served_by: Option<&str>, extras: &mut Extras) -> Vec<Carrier> {
        let mut keep =
            |json: &str| extras.extend(Verbatim::parse(json).ok().map(|value| (Key::new(self.field.key), value)));
        if let Some(odd) = &self.odd {
            keep(odd);
        }
        match self.held {
            Held::Text(text) if text.is_empty() => vec![],
            Held::Text(text) => vec![mints.text(self.field, text.finish().verbatim().clone())],
            Held::Entries(entries) => entries.finish().map(|entry| mints.entry(self.field, served_by, entry)).collect(),
            Held::Blob(held) if held.is_empty() || mints.stands_in(self.field, &held) => vec![],
            Held::Blob(held) if self.field.seals(&held) => {
                Verbatim::parse(&held).map(|blob| mints.blob(self.field, blob)).into_iter().collect()
            }
            Held::Blob(held) => {
                keep(&held);
                vec![]
            }
        }
    }
}

/// What says more of two empty values.
pub(super) fn fuller(held: Option<Presence>, next: Presence) -> Presence {
    let weight = |presence| match presence {
        Presence::Null => 0,
        Presence::Empty => 1,
        _ => 2,
    };
    held.filter(|held| weight(*held) >= weight(next)).unwrap_or(next)
}

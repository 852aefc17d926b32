//! `content`: a string, a list of chunks, or nothing, which may change from one delta to the next.
//!
//! Text is kept exactly as it came, tags of thinking inside it included.
use super::{
    bare,
    dialect::Chunk,
    gathered::fuller,
    grown::{Grown, Item},
    mint::Mints,
    path, scan,
};
use throughline_core::{
    Delta, Foreign, Key, Part, Presence, Text, Verbatim,
    json::Extras,
    verbatim::{self, LiteralBuf},
};

/// The pieces of a message's content, in order.
#[derive(Default)]
pub(super) struct Content {
    pieces: Vec<Piece>,
    seen: Option<Presence>,
}

enum Piece {
    Text(LiteralBuf, Extras),
    Reasoning(&'static Chunk, Item),
    Other(String),
}

impl Content {
    /// Takes a value: all of it, or the next piece; false where it is neither a string nor a list nor nothing.
    pub(super) fn take(
        &mut self,
        value: &str,
        whole: bool,
        chunks: &'static [Chunk],
        sink: &mut dyn FnMut(Delta<'_>),
    ) -> bool {
        if whole {
            *self = Self::default();
        }
        if let Some(presence) = Presence::of(value) {
            self.seen = Some(fuller(self.seen, presence));
        } else if value.starts_with('"') {
            self.text(verbatim::inner(value), sink);
        } else if value.starts_with('[') {
            scan::elements(value, |chunk| self.chunk(chunk, whole, chunks, sink));
            let reasons = || self.pieces.iter().any(|piece| matches!(piece, Piece::Reasoning(..)));
            self.seen = (whole && !reasons()).then_some(Presence::List);
        } else {
            return false;
        }
        true
    }
    fn text(&mut self, inner: &str, sink: &mut dyn FnMut(Delta<'_>)) {
        match self.pieces.last_mut() {
            _ if inner.is_empty() => return,
            Some(Piece::Text(text, extras)) if extras.is_empty() => text.push_inner(inner),
            _ => {
                let mut text = LiteralBuf::default();
                text.push_inner(inner);
                self.pieces.push(Piece::Text(text, vec![]));
            }
        }
        sink(Delta::Text(inner));
    }
    fn chunk(&mut self, chunk: &str, whole: bool, chunks: &'static [Chunk], sink: &mut dyn FnMut(Delta<'_>)) {
        let kind = scan::text(chunk, "type");
        if let Some(known) = chunks.iter().find(|known| known.name == kind) {
            return self.reasoning(known, chunk, whole, sink);
        }
        match scan::member(chunk, "text").filter(|text| kind == "text" && text.starts_with('"')) {
            Some(text) => self.text_chunk(chunk, verbatim::inner(text), whole, sink),
            None => self.pieces.push(Piece::Other(chunk.to_owned())),
        }
    }
    fn text_chunk(&mut self, chunk: &str, inner: &str, whole: bool, sink: &mut dyn FnMut(Delta<'_>)) {
        let mut extras = vec![];
        scan::members(chunk, |key, value| {
            if !matches!(key, "type" | "text") {
                extras.extend(Verbatim::parse(value).ok().map(|value| (Key::from(key.to_owned()), value)));
            }
        });
        if !whole && extras.is_empty() {
            return self.text(inner, sink);
        }
        let mut text = LiteralBuf::default();
        text.push_inner(inner);
        self.pieces.push(Piece::Text(text, extras));
        sink(Delta::Text(inner));
    }
    fn reasoning(&mut self, known: &'static Chunk, chunk: &str, whole: bool, sink: &mut dyn FnMut(Delta<'_>)) {
        let mut show = |text: &str| sink(Delta::Reasoning(text));
        match self.pieces.last_mut() {
            _ if whole => self.pieces.push(Piece::Reasoning(known, Item::Whole(chunk.to_owned()))),
            // A signature closes the text that it signs.
            Some(Piece::Reasoning(open, Item::Grown(grown)))
                if *open == known
                    && grown.takes(chunk)
                    && !(grown.signed && path::string(chunk, known.text).is_some()) =>
            {
                grown.take(chunk, &mut show);
            }
            _ => {
                let grown = Grown::of(known.member, chunk, &mut show);
                self.pieces.push(Piece::Reasoning(known, Item::Grown(grown)));
            }
        }
    }
    /// True where nothing but empty values came.
    pub(super) fn is_blank(&self) -> bool {
        self.pieces.is_empty()
    }
    /// True where text came.
    pub(super) fn has_text(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Text(..)))
    }
    /// The parts.
    pub(super) fn finish(self, mints: &Mints<'_>, presence: &mut Vec<(Key, Presence)>) -> Vec<Part> {
        if let Some(seen) = self.seen.filter(|seen| self.pieces.is_empty() || *seen == Presence::List) {
            presence.push((Key::new("content"), seen));
        }
        let part = |piece| match piece {
            Piece::Text(text, extras) => Some(Part::Text(Text { text: text.finish(), extras, carriers: vec![] })),
            Piece::Reasoning(chunk, item) => Some(Part::Reasoning(mints.chunk(chunk, item.finish()?))),
            Piece::Other(json) => {
                let kind = scan::text(&json, "type");
                let media = bare::is_media(kind);
                let payload = Verbatim::parse(&json).ok()?;
                let foreign = Foreign { payload, api: mints.route.api.clone(), carriers: vec![] };
                Some(if media { Part::Media(foreign) } else { Part::Opaque(foreign) })
            }
        };
        self.pieces.into_iter().filter_map(part).collect()
    }
}

//! Carriers made of what came: who issued them, where their readable text stands, whether they are sealed.
use super::{
    dialect::{Chunk, Dialect, Field, Mint},
    entries, path, scan,
};
use throughline_core::{Carrier, Literal, Route, TextAt, Verbatim};

/// What all carriers of a route share.
pub(super) struct Mints<'a> {
    pub(super) route: &'a Route,
    mint: Mint,
    stand_ins: &'static [&'static str],
}

impl<'a> Mints<'a> {
    pub(super) fn new(dialect: &Dialect, route: &'a Route) -> Self {
        Self { route, mint: (dialect.mint)(route), stand_ins: dialect.stand_ins }
    }
    /// Of a string.
    pub(super) fn text(&self, field: &Field, payload: Verbatim) -> Carrier {
        if self.mint.opaque.iter().any(|key| *key == *field.key) {
            return self.blob(field, payload);
        }
        Carrier::plain(field.kind, self.mint.issuer.clone(), payload, TextAt::WHOLE)
    }
    /// Of one of a list of entries. A gateway's upstreams cannot read each other, nor one format another.
    pub(super) fn entry(&self, field: &Field, served_by: Option<&str>, payload: Verbatim) -> Carrier {
        let format = path::string(payload.get(), "format").unwrap_or("-");
        let issuer = format!("{}:{}/{format}", self.mint.issuer, served_by.unwrap_or("-"));
        let is_string = |key: &&str| scan::member(payload.get(), key).is_some_and(|value| value.starts_with('"'));
        let text = ["text", "summary"].into_iter().find(is_string).map(TextAt::path);
        let sealed = entries::sealed(payload.get());
        Carrier { kind: field.kind.into(), issuer: issuer.into(), payload, text, sealed, minted_under: None }
    }
    /// True where `value` says that the blob of a field is lost.
    pub(super) fn stands_in(&self, field: &Field, value: &str) -> bool {
        field.holds_one_of(value, self.stand_ins)
    }
    /// Of a blob.
    pub(super) fn blob(&self, field: &Field, payload: Verbatim) -> Carrier {
        Carrier::sealed(field.kind, self.mint.issuer.clone(), payload, None)
    }
    /// Of a private record, which no wire reads.
    pub(super) fn private(&self, kind: &str, payload: Verbatim) -> Carrier {
        Carrier::sealed(kind.to_owned(), self.mint.issuer.clone(), payload, None)
    }
    /// Of thinking that stood between tags.
    pub(super) fn tagged(&self, kind: &'static str, text: Literal) -> Carrier {
        Carrier::plain(kind, self.mint.issuer.clone(), text.verbatim().clone(), TextAt::WHOLE)
    }
    /// Of a chunk among the content.
    pub(super) fn chunk(&self, chunk: &Chunk, payload: Verbatim) -> Carrier {
        let is_string = scan::member(payload.get(), chunk.member).is_some_and(|value| value.starts_with('"'));
        let text = Some(TextAt::path(if is_string { chunk.member } else { chunk.text }));
        let sealed = chunk.seals(payload.get());
        let issuer = self.mint.issuer.clone().into();
        Carrier { kind: chunk.kind.into(), issuer, payload, text, sealed, minted_under: None }
    }
}

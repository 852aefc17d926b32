//! What this wire has, as data: which routes read what, and its member names. Nothing here decides.
use crate::API;
use std::borrow::Cow;
use throughline_core::{Accept, Issuer, Key, Pattern, Reads, RouteRule, Slot};

/// The message member that holds the readable thought, and the kind of carrier that it is.
pub(crate) const THOUGHT: &str = "thought";
/// The message member that holds the seal of the thought.
pub(crate) const SEAL: &str = "seal";
/// The kind of carrier that it is. Unique over all wires: whoever knows the kind knows how to read it.
pub(crate) const SEAL_KIND: &str = "acme_seal";

/// Who issues seals, and reads them again.
pub(crate) const ISSUER: Issuer = Issuer::new("acme");
const READERS: &[Accept] = &[Accept::any("acme")];

/// Message members that no version of this crate knows a meaning for, and that the model still wants back.
const EXTRAS: &[Key] = &[Key::new("mood")];

/// The rows. `cargo doc -p throughline-core` says what a row can say.
///
/// These name the wire alone: whoever speaks it is sent seals. Where relays of yours cannot read them, name `hosts`, and `providers` too: the
/// provider says who is meant where the base URL leads to a proxy.
pub(crate) static ROWS: [RouteRule; 2] = [
    RouteRule {
        name: Cow::Borrowed("acme"),
        pattern: Pattern { apis: Cow::Borrowed(&[API]), ..Pattern::ANY },
        reads: Some(Reads {
            slots: Cow::Borrowed(&[Slot::text(THOUGHT), Slot::whole(SEAL, READERS).of(SEAL_KIND)]),
            extras: Cow::Borrowed(EXTRAS),
            ..Reads::NOTHING
        }),
        why: Cow::Borrowed("messages of the model have a thought and its seal, and unknown members are ignored"),
        evidence: Cow::Borrowed("unverified"),
        since: Cow::Borrowed("2026-11"),
        ..RouteRule::EMPTY
    },
    RouteRule {
        name: Cow::Borrowed("acme-strict"),
        pattern: Pattern {
            apis: Cow::Borrowed(&[API]),
            hosts: Cow::Borrowed(&[Cow::Borrowed("strict.acme.example")]),
            ..Pattern::ANY
        },
        strict: true,
        reads: Some(Reads::NOTHING),
        why: Cow::Borrowed("the same wire in front of a model that does not think: a thought is a 422"),
        evidence: Cow::Borrowed("unverified"),
        since: Cow::Borrowed("2026-11"),
        ..RouteRule::EMPTY
    },
];

/// Members of a message that are written by themselves.
pub(crate) const MESSAGE: &[&str] = &["role", THOUGHT, SEAL, "text", "calls", "call"];
/// The same of a call.
pub(crate) const CALL: &[&str] = &["id", "tool", "input"];

/// Request members that other wires call the same. What else they say has no counterpart here.
pub(crate) const SAME: &[&str] = &["model", "stream", "max_tokens", "temperature"];

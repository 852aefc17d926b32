//! What these endpoints read and how they say it, as data. Hosts, issuers and generations are those of the native wire's table.
use crate::table::{self as native, AISTUDIO, EXTRA, NO_SIGNATURES, PATHS, SIGNATURE, SIGNED, STAND_IN, VERTEX};
use std::{borrow::Cow, sync::LazyLock};
use throughline_chat::wire::{Dialect, Field, Mint, Tags, Wrap};
use throughline_core::{
    Accept, AdapterId, Api, Key, Layer, Pattern, Reads, Required, Route, RouteRule, Rules, Scope, Slot,
};

/// How a signature that came without a namespace is written.
const AROUND: (&str, &str) = (r#"{"google":{"thought_signature":"#, "}}");

/// How much to think, in the two ways of which a request may have one: <https://ai.google.dev/gemini-api/docs/openai#thinking>.
pub(super) const EFFORT: (&str, (&str, &[&str])) = ("reasoning_effort", ("extra_body", &["google", "thinking_config"]));

/// The fields, and those by which other hosts of this wire show reasoning, for histories that came from there.
pub(super) static COMPATIBLE: Dialect = Dialect {
    message: &[
        Field::holding(EXTRA, PATHS),
        Field::sealed(SIGNED),
        Field::entries("reasoning_details"),
        Field::text("reasoning_content"),
        Field::text("reasoning"),
        Field::text("reasoning_text"),
        Field::sealed("reasoning_opaque"),
    ],
    call: &[Field::holding(EXTRA, PATHS)],
    tags: Some(Tags {
        kind: "thought_text",
        open: "<thought>",
        close: "</thought>",
        marker: (EXTRA, &["google/thought", "vertex/thought", "thought"]),
    }),
    wraps: &[Wrap { kind: SIGNATURE, key: EXTRA, around: AROUND }, Wrap { kind: SIGNED, key: EXTRA, around: AROUND }],
    stand_ins: NO_SIGNATURES,
    mint: |route| Mint { issuer: issuer(route), opaque: vec![] },
    ..Dialect::PLAIN
};

/// The rows.
pub(super) static ROWS: LazyLock<[RouteRule; 3]> = LazyLock::new(|| {
    [
        reads(
            "gemini-compatible",
            AISTUDIO,
            "a closed message: Unknown name, Cannot find field; a signature comes and goes in extra_content",
            "https://ai.google.dev/gemini-api/docs/openai",
        ),
        reads(
            "vertex-compatible",
            VERTEX,
            "the same schema on another backend, which answers `Invalid thought signature.` to one of AI Studio",
            "https://cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures",
        ),
        signs(),
    ]
});

/// What a backend reads: its own signatures, in whichever of its wires they came.
fn reads(name: &'static str, issuer: &'static str, why: &'static str, evidence: &'static str) -> RouteRule {
    let accepts = || Cow::Owned(vec![Accept::any(issuer)]);
    let whole = |kind: &'static str| Slot { kind: kind.into(), accepts: accepts(), ..Slot::whole(EXTRA, &[]) };
    let call = |kind: &'static str| Slot { accepts: accepts(), ..Slot::blocks(EXTRA, kind, &[]) };
    let slots = [whole(EXTRA), whole(SIGNED), call(EXTRA), call(SIGNATURE)].map(Slot::signed_only);
    RouteRule {
        name: name.into(),
        pattern: place(|row| row.reads.as_ref().is_some_and(|reads| reads.issuer.as_deref() == Some(issuer))),
        strict: true,
        reads: Some(Reads { slots: slots.to_vec().into(), issuer: Some(issuer.into()), ..Reads::NOTHING }),
        required: None,
        flags: None,
        why: why.into(),
        evidence: evidence.into(),
        since: "2026-11".into(),
    }
}

/// What both demand of the first call of a step.
fn signs() -> RouteRule {
    RouteRule {
        name: "gemini-3-signs-compatible".into(),
        pattern: Pattern { models: native::FROM_THIRD.models.clone(), ..place(|row| row.strict) },
        strict: false,
        reads: None,
        required: Some(Required { field: Key::new(SIGNED), scope: Scope::ToolCalls, placeholder: STAND_IN.into() }),
        flags: None,
        why: "from Gemini 3 on the first call of each step must be signed, on this wire too".into(),
        evidence: "https://ai.google.dev/gemini-api/docs/thought-signatures".into(),
        since: "2026-11".into(),
    }
}

/// The providers and hosts of the native rows of which `which` holds, on this wire.
fn place(which: impl Fn(&RouteRule) -> bool) -> Pattern {
    let rows = || native::ROWS.iter().filter(|row| which(row)).map(|row| &row.pattern);
    Pattern {
        providers: rows().flat_map(|place| place.providers.iter().cloned()).collect(),
        hosts: rows().flat_map(|place| place.hosts.iter().cloned()).collect(),
        apis: Cow::Borrowed(const { &[Api::CHAT] }),
        ..Pattern::ANY
    }
}

/// Under which name a route issues what it seals: its backend's, else the host's.
pub(super) fn issuer(route: &Route) -> String {
    let row = RULES.find(route).ok().map(|policy| policy.reads);
    let named = row.as_ref().and_then(|row| row.rule.reads.as_ref()?.issuer.clone());
    named.map_or_else(|| route.origin_host(), Cow::into_owned)
}

static RULES: LazyLock<Rules> = LazyLock::new(|| {
    let mut rules = Rules::new();
    for row in ROWS.iter() {
        rules.push(Layer::Family, Some(AdapterId::new("gemini-compatible")), row.clone());
    }
    rules
});

//! What Copilot is and reads, as data: hosts, families of models, fields, headers. Nothing here decides; everything else asks here.
use std::{borrow::Cow, sync::LazyLock};
use throughline_chat::wire::{Dialect, Field, Mint};
use throughline_core::{
    Accept, Api, Form, Key, Pattern, Reads, Route, RouteRule, Slot, When,
    rule::{Place, glob},
};

/// The blob, and the text that goes only beside it.
const OPAQUE: &str = "reasoning_opaque";
const TEXT: &str = "reasoning_text";
/// The same under the names that some of its hosts used before.
const OLD_OPAQUE: &str = "cot_id";
const OLD_TEXT: &str = "cot_summary";
/// A signature in the function of a call; some builds have it on the call.
const SIGNATURE: &str = "thought_signature";
const CALL_SIGNATURE: &str = "call_thought_signature";

/// The fields, and those by which other hosts of this wire show reasoning, for histories that came from there. Several choices are one
/// message: text in the first and calls in the second, as in <https://github.com/HKUDS/nanobot/pull/1555>.
pub(crate) static COPILOT: Dialect = Dialect {
    message: &[
        Field::text(TEXT),
        Field::sealed(OPAQUE),
        Field::text(OLD_TEXT),
        Field::sealed(OLD_OPAQUE),
        Field::entries("reasoning_details"),
        Field::text("reasoning_content"),
        Field::text("reasoning"),
    ],
    call: &[Field::sealed(SIGNATURE).of(CALL_SIGNATURE)],
    function: &[Field::sealed(SIGNATURE)],
    lifted: &[OPAQUE, OLD_OPAQUE],
    joins: true,
    mint: |route| Mint { issuer: issuer(route), opaque: vec![] },
    ..Dialect::PLAIN
};

/// Families of models that read each other's blobs, by what their ids look like.
const FAMILIES: &[(&str, &[&str])] = &[
    ("copilot/claude", &["*claude*"]),
    ("copilot/gemini", &["*gemini*"]),
    ("copilot/gpt", &["*gpt*", "o1*", "o3*", "o4*", "*codex*"]),
    ("copilot/grok", &["*grok*"]),
];
/// Who issues what a model of no known family seals: that model.
const OTHERS: &str = "copilot";
/// The family whose calls are signed.
const SIGNS: &str = "copilot/gemini";

/// Under which name what a route seals can be read again.
pub(crate) fn issuer(route: &Route) -> String {
    let model = route.model.to_lowercase();
    let family = FAMILIES.iter().find(|(_, ids)| ids.iter().any(|id| glob(id, &model)));
    family.map_or(OTHERS, |(issuer, _)| issuer).to_owned()
}

/// What models of this wire read: `issuer` narrows it to one family, and models that nobody knows read what they sealed themselves.
fn accepts(only: Option<&str>) -> Cow<'static, [Accept]> {
    let families = FAMILIES.iter().filter(|(issuer, _)| only.is_none_or(|only| only == *issuer));
    let mut all: Vec<Accept> =
        families.flat_map(|(issuer, ids)| ids.iter().map(|id| Accept::model(issuer, id))).collect();
    all.push(Accept { issuer: OTHERS.into(), when: When::SameModel });
    all.into()
}

/// The row.
pub(crate) static ROWS: LazyLock<[RouteRule; 1]> = LazyLock::new(|| {
    let whole = |key: &'static str| Slot { accepts: accepts(None), ..Slot::whole(key, &[]) }.signed_only();
    let inside = |kind: &'static str| Slot {
        place: Place::Parts,
        accepts: accepts(Some(SIGNS)),
        ..Slot::blocks(SIGNATURE, kind, &[]).signed_only()
    };
    let slots = vec![
        whole(OPAQUE),
        Slot::beside(TEXT, Form::Text, &[], OPAQUE),
        whole(OLD_OPAQUE),
        Slot::beside(OLD_TEXT, Form::Text, &[], OLD_OPAQUE),
        inside(SIGNATURE),
        inside(CALL_SIGNATURE),
    ];
    [RouteRule {
        name: "copilot".into(),
        pattern: Pattern {
            providers: Cow::Borrowed(const { &[Cow::Borrowed("copilot"), Cow::Borrowed("github-copilot")] }),
            // A tenant with data residency has a host of its own: https://github.com/openclaw/openclaw/pull/99221
            hosts: Cow::Borrowed(
                const { &[Cow::Borrowed("githubcopilot.com"), Cow::Borrowed("copilot-api.*.ghe.com")] },
            ),
            apis: Cow::Borrowed(const { &[Api::CHAT] }),
            ..Pattern::ANY
        },
        strict: false,
        reads: Some(Reads { slots: slots.into(), extras: Cow::Borrowed(const { &[Key::new("name")] }), ..Reads::NOTHING }),
        required: None,
        flags: None,
        why: "a blob belongs to its text and to the family of models that made it; a text without its blob is answered with `Invalid signature in thinking block`".into(),
        evidence: "https://github.com/anomalyco/opencode/issues/4468".into(),
        since: "2026-11".into(),
    }]
});

/// The headers that the host demands of every client: <https://github.com/microsoft/vscode-copilot-chat>. It knows the integrations that
/// it was told of, and editors by name and version alone.
pub(crate) const HEADERS: &[(&str, Cow<'static, str>)] = &[
    ("copilot-integration-id", Cow::Borrowed("vscode-chat")),
    ("editor-version", Cow::Borrowed(EDITOR)),
    ("editor-plugin-version", Cow::Borrowed(EDITOR)),
    ("openai-intent", Cow::Borrowed("conversation-edits")),
    ("x-github-api-version", Cow::Borrowed("2025-04-01")),
];
const EDITOR: &str = concat!("throughline/", env!("CARGO_PKG_VERSION"));

/// Who has the word: a person's request counts against his allowance, an agent's next step does not.
pub(crate) const INITIATOR: (&str, &str, &str) = ("x-initiator", "user", "agent");
/// The request shows a picture.
pub(crate) const VISION: (&str, &str) = ("copilot-vision-request", "true");

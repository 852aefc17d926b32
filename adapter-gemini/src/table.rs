//! What this family knows about hosts, generations of models and other wires, as data. Nothing here decides; everything else asks here.
use std::{borrow::Cow, sync::LazyLock};
use throughline_core::{
    Accept, AdapterId, Api, Family, Ids, Issuer, Key, Layer, Model, Pattern, Reads, Required, Route, RouteRule, Rules,
    Scope, Slot,
};

/// The wire.
pub(crate) const API: Api = Api::new("gemini_generate");

/// The member that signs a part, and the kind of carrier it is.
pub(crate) const SIGNATURE: &str = "thoughtSignature";
/// The member that makes a part a thought, and the kind of carrier such a part is.
pub(crate) const THOUGHT: (&str, &str) = ("thought", "thought_part");

/// On chat completions the member that holds a signature, of the message or of a call, and the kind of carrier it is.
pub(crate) const EXTRA: &str = "extra_content";
/// There the signature itself; as a member of the message where early models of the second generation had it once more.
pub(crate) const SIGNED: &str = "thought_signature";
/// Where the signature stands in the member that holds it. Gateways have a namespace of their own, or none.
pub(crate) const PATHS: &[&str] = &[
    "google/thought_signature",
    "google/thoughtSignature",
    "vertex/thought_signature",
    "vertex/thoughtSignature",
    "thought_signature",
    "thoughtSignature",
];

/// The documented stand-in for a signature that nobody has: <https://ai.google.dev/gemini-api/docs/thought-signatures>. Vertex documents
/// this one alone.
pub(crate) const STAND_IN: &str = "skip_thought_signature_validator";
/// Strings that stand in for a signature and are none, as they are and in base64, as clients that hold bytes send them.
pub(crate) const NO_SIGNATURES: &[&str] = &[
    STAND_IN,
    "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I",
    "context_engineering_is_the_way_to_go",
    "Y29udGV4dF9lbmdpbmVlcmluZ19pc190aGVfd2F5X3RvX2dv",
];

/// Models of the third generation and later; an alias without a number names the newest.
const THIRD: &[Model] = &[
    Model::Family(Family { stem: Cow::Borrowed("gemini"), since: Some((3, 0)), before: None, not: Cow::Borrowed(&[]) }),
    Model::Glob(Cow::Borrowed("*gemini-pro-latest")),
    Model::Glob(Cow::Borrowed("*gemini-flash-latest")),
    Model::Glob(Cow::Borrowed("*gemini-flash-lite-latest")),
];
/// Those of the second that think.
const SECOND: &[Model] = &[Model::Family(Family {
    stem: Cow::Borrowed("gemini"),
    since: Some((2, 5)),
    before: Some((3, 0)),
    not: Cow::Borrowed(&[]),
})];
const fn models(models: &'static [Model]) -> Pattern {
    Pattern { models: Cow::Borrowed(models), ..Pattern::ANY }
}
/// Signs each step, takes ids of calls, and is told how much to think in words.
pub(crate) const FROM_THIRD: Pattern = models(THIRD);
/// Is told how much to think in tokens.
pub(crate) const THINKS_IN_TOKENS: Pattern = models(SECOND);

pub(crate) const AISTUDIO: &str = "gemini/aistudio";
pub(crate) const VERTEX: &str = "gemini/vertex";

const fn signature(accepts: &'static [Accept]) -> Slot {
    Slot::blocks(SIGNATURE, SIGNATURE, accepts).signed_only()
}
/// A thought goes where it is signed; others are summaries, which the API neither needs nor wants.
const fn thought(accepts: &'static [Accept]) -> Slot {
    Slot::blocks(THOUGHT.0, THOUGHT.1, accepts).signed_only()
}
/// What Google's backends read: also what they signed on their other wire, on a call or on the message.
const fn slots(accepts: &'static [Accept]) -> [Slot; 5] {
    [
        signature(accepts),
        thought(accepts),
        signature(accepts).of(EXTRA),
        // Under a key of its own: what the backend demands stands on parts.
        Slot::whole(SIGNED, accepts).of(EXTRA).signed_only(),
        Slot::whole(SIGNED, accepts).signed_only(),
    ]
}
const fn reads(slots: &'static [Slot], issuer: Option<&'static str>) -> Option<Reads> {
    let issuer = match issuer {
        Some(issuer) => Some(Cow::Borrowed(issuer)),
        None => None,
    };
    Some(Reads { slots: Cow::Borrowed(slots), ids: Ids::Optional, issuer, ..Reads::NOTHING })
}
const OF_STUDIO: &[Accept] = &[Accept::any(AISTUDIO)];
const OF_VERTEX: &[Accept] = &[Accept::any(VERTEX)];
const OF_OTHERS: &[Accept] = &[Accept::same_host("*")];
static STUDIO_SLOTS: [Slot; 5] = slots(OF_STUDIO);
static VERTEX_SLOTS: [Slot; 5] = slots(OF_VERTEX);
static OTHER_SLOTS: [Slot; 2] = [signature(OF_OTHERS), thought(OF_OTHERS)];

const fn text(text: &'static str) -> Cow<'static, str> {
    Cow::Borrowed(text)
}
const WIRE: Cow<'static, [Api]> = Cow::Borrowed(&[API]);

/// The rows.
pub(crate) static ROWS: [RouteRule; 4] = [
    RouteRule {
        name: text("gemini"),
        pattern: Pattern {
            providers: Cow::Borrowed(&[text("gemini")]),
            hosts: Cow::Borrowed(&[text("generativelanguage.googleapis.com")]),
            apis: WIRE,
            ..Pattern::ANY
        },
        strict: true,
        reads: reads(&STUDIO_SLOTS, Some(AISTUDIO)),
        required: None,
        flags: None,
        why: text(
            "a signature goes back on its own part; one of Vertex is answered with `Corrupted thought signature.`, an unknown name with 400",
        ),
        evidence: text("https://ai.google.dev/gemini-api/docs/thought-signatures"),
        since: text("2026-11"),
    },
    RouteRule {
        name: text("vertex"),
        pattern: Pattern {
            providers: Cow::Borrowed(&[text("vertex")]),
            hosts: Cow::Borrowed(&[
                text("aiplatform.googleapis.com"),
                text("*-aiplatform.googleapis.com"),
                text("aiplatform.*.rep.googleapis.com"),
            ]),
            apis: WIRE,
            ..Pattern::ANY
        },
        strict: true,
        reads: reads(&VERTEX_SLOTS, Some(VERTEX)),
        required: None,
        flags: None,
        why: text(
            "a signature goes back on its own part; one of AI Studio is answered with `Invalid thought signature.`, an unknown name with 400",
        ),
        evidence: text("https://cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures"),
        since: text("2026-11"),
    },
    RouteRule {
        name: text("gemini-elsewhere"),
        pattern: Pattern { apis: WIRE, ..Pattern::ANY },
        strict: false,
        reads: reads(&OTHER_SLOTS, None),
        required: None,
        flags: None,
        why: text("an unknown host that speaks this wire gets back what it signed, and nothing that another signed"),
        evidence: text("unverified"),
        since: text("2026-11"),
    },
    RouteRule {
        name: text("gemini-3-signs"),
        pattern: Pattern { apis: WIRE, models: Cow::Borrowed(THIRD), ..Pattern::ANY },
        strict: false,
        reads: None,
        required: Some(Required { field: Key::new(SIGNATURE), scope: Scope::ToolCalls, placeholder: text(STAND_IN) }),
        flags: None,
        why: text(
            "from Gemini 3 on the first call of each step must be signed; for calls that came from elsewhere the vendor documents a string",
        ),
        evidence: text("https://ai.google.dev/gemini-api/docs/thought-signatures"),
        since: text("2026-11"),
    },
];

static RULES: LazyLock<Rules> = LazyLock::new(|| {
    let mut rules = Rules::new();
    for row in ROWS.iter() {
        rules.push(Layer::Family, Some(AdapterId::new("gemini")), row.clone());
    }
    rules
});

/// Under which name a route issues what it seals: its row's, else the host's, since nobody knows what stands behind it.
pub(crate) fn issuer(route: &Route) -> Issuer {
    let row = RULES.find(route).ok().map(|policy| policy.reads);
    let named = row.as_ref().and_then(|row| row.rule.reads.as_ref()?.issuer.clone());
    named.map_or_else(|| route.origin_host().into(), |name| name.into_owned().into())
}

/// How a backend is entered: what stands before `/models` where the base URL does not say it, and the header for the key.
pub(crate) struct Door {
    /// The version.
    pub(crate) version: &'static str,
    /// The folder of models behind it.
    pub(crate) folder: &'static str,
    /// The header for what its routes are entered with, and what stands before the key in it.
    pub(crate) auth: (&'static str, &'static str),
    /// The same for routes that name no project.
    pub(crate) express: (&'static str, &'static str),
}

const KEY: (&str, &str) = ("x-goog-api-key", "");

/// Hosts that nobody knows imitate the first.
const DOORS: &[(&str, Door)] = &[
    ("gemini", Door { version: "/v1beta", folder: "", auth: KEY, express: KEY }),
    (
        "vertex",
        // Express mode: https://cloud.google.com/vertex-ai/generative-ai/docs/start/express-mode/overview
        Door { version: "/v1", folder: "/publishers/google", auth: ("authorization", "Bearer "), express: KEY },
    ),
];

/// The door of a route.
pub(crate) fn door(route: &Route) -> Option<&'static Door> {
    let row = RULES.find(route).ok().map(|policy| policy.reads);
    let named = DOORS.iter().find(|(name, _)| row.as_ref().is_some_and(|row| row.rule.name == *name));
    named.or(DOORS.first()).map(|(_, door)| door)
}

/// What may stand before the id of a model.
pub(crate) const FOLDERS: &[&str] = &["publishers/google/models/", "models/", "google/"];
/// Folders of models that are their own part of the path.
pub(crate) const OWN_FOLDERS: &[&str] = &["tunedModels/"];

/// Finish reasons that refuse the request: <https://ai.google.dev/api/generate-content#FinishReason>.
pub(crate) const REFUSING: &[&str] = &["MISSING_THOUGHT_SIGNATURE"];

/// The wire that a reply speaks, by a member that no reply of this one has.
pub(crate) const OTHERS: &[(&str, &str)] = &[
    ("choices", "chat_completions"),
    ("stop_reason", "anthropic_messages"),
    ("stopReason", "bedrock_converse"),
    ("output", "openai_responses"),
];

/// Members of parts that the API documents, beside those that a part has fields for. A host's own others go home alone.
pub(crate) const DOCUMENTED: &[&str] = &["videoMetadata", "mediaResolution", "parts", "scheduling"];

/// Types of the API's schemas, which JSON Schema spells in lower case: <https://ai.google.dev/api/caching#Type>.
pub(crate) const TYPES: &[&str] = &["STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"];

/// Parameters of chat completions and of Messages under the name that `generationConfig` has for them.
pub(crate) const PARAMETERS: &[(&str, &str)] = &[
    ("max_tokens", "maxOutputTokens"),
    ("max_completion_tokens", "maxOutputTokens"),
    ("max_output_tokens", "maxOutputTokens"),
    ("temperature", "temperature"),
    ("top_p", "topP"),
    ("top_k", "topK"),
    ("n", "candidateCount"),
    ("seed", "seed"),
    ("presence_penalty", "presencePenalty"),
    ("frequency_penalty", "frequencyPenalty"),
    ("logprobs", "responseLogprobs"),
    ("top_logprobs", "logprobs"),
];

/// How a tool may be chosen, by the words of chat completions and of Messages.
pub(crate) const MODES: &[(&str, &str)] = &[("auto", "AUTO"), ("none", "NONE"), ("required", "ANY"), ("any", "ANY")];

/// How much to think: the words of other wires, the level of Gemini 3 and the tokens of Gemini 2.5, as Google's own endpoint for
/// chat completions maps them: <https://ai.google.dev/gemini-api/docs/openai#thinking>. Thinking cannot be switched off from Gemini 3 on,
/// and not every model of it knows a level below `low`.
pub(crate) const EFFORTS: &[(&str, (&str, &str))] = &[
    ("none", ("low", "0")),
    ("minimal", ("low", "1024")),
    ("low", ("low", "1024")),
    ("medium", ("medium", "8192")),
    ("high", ("high", "24576")),
    ("xhigh", ("high", "24576")),
    ("max", ("high", "24576")),
];
/// The most tokens that every model of Gemini 2.5 may think.
pub(crate) const MOST: u64 = 24576;
/// Budgets of other wires up to so many tokens are the effort beside them.
pub(crate) const BUDGETS: &[(u64, &str)] = &[(4096, "low"), (16384, "medium"), (u64::MAX, "high")];

/// What stands under `key` in a list of pairs.
pub(crate) fn lookup<T: Copy>(list: &[(&str, T)], key: &str) -> Option<T> {
    list.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
}

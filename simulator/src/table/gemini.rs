//! Gemini, at the doors of AI Studio and of Vertex: its models, its two keys and its words. The same keys hold on both wires.

use super::styles;
use super::told::{
    AFTER_CALL, AFTER_USER, BOTH, BUDGET, CORRUPTED, COUNT, FINISHED, INVALID, LEVEL, MISMATCH, MISSING, NEVER_OFF,
    THAT_LEVEL, UNAUTHENTICATED, UNKNOWN_NAME_LISTED, VERTEX_MISSING,
};
use super::{PLAIN, door, envelopes, flagged, means, of};
use crate::door::{Door, Locks};
use crate::parts::{Backend, Said};
use crate::provider::{Provider, Schema, Signed, Speak, Speech, Wire, Words};
use crate::seal::Form;

/// What there is to know of a model.
pub(crate) struct Gemini {
    /// The number before the point; 0 where there is none.
    pub(crate) generation: u32,
    /// The first call of each step must be signed.
    pub(crate) insists: bool,
    /// That one is not is told inside a reply, in these words.
    pub(crate) tells: Option<&'static Words>,
    pub(crate) thinks: bool,
    /// Thinking cannot be switched off.
    pub(crate) always: bool,
    pub(crate) levels: &'static [&'static str],
    pub(crate) budget: bool,
    pub(crate) signs: Signs,
    /// What it says that it is.
    pub(crate) version: String,
}

/// Where a streamed text has its signature.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Signs {
    /// On its first piece.
    First,
    /// On an empty one behind the others.
    Closing,
    /// The text is one piece.
    Whole,
}

/// Models that are called by no number; what they were when this was written.
const LATEST: &str = "gemini-*-latest";
/// They sign and do not insist.
const IMAGES: &str = "*image*";
/// Builds that tell of a missing signature inside a reply. No real model's name says so: it is a switch for tests.
const OLDER: &str = "*older*";
/// Which names stand for other models.
const VERSIONS: &[(&str, &str)] = &[
    ("gemini-3-pro-preview", "gemini-3.1-pro-preview"),
    ("gemini-flash-latest", "gemini-3.8-flash"),
    ("gemini-flash-lite-latest", "gemini-3.5-flash-lite"),
    ("gemini-pro-latest", "gemini-3.1-pro-preview"),
];
const ALL_LEVELS: &[&str] = &["MINIMAL", "LOW", "MEDIUM", "HIGH"];
const MOST_LEVELS: &[&str] = &["LOW", "MEDIUM", "HIGH"];
/// Models without the lowest level.
const NO_MINIMAL: &str = "*-pro*|gemini-3.7-*|gemini-3.8-*|gemini-4*";

pub(crate) fn gemini(model: &str) -> Gemini {
    let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
    let latest = means(LATEST, &name);
    let (major, minor) = if latest { (3, 0) } else { number(&name) };
    let third = major >= 3;
    let known = VERSIONS.iter().find(|(asked, _)| *asked == name).map(|(_, version)| (*version).to_owned());
    Gemini {
        generation: major,
        insists: third && !means(IMAGES, &name),
        tells: means(OLDER, &name).then_some(&FINISHED),
        thinks: (major, minor) >= (2, 5),
        always: third || means("*-pro*", &name),
        levels: match (third, means(NO_MINIMAL, &name)) {
            (false, _) => &[],
            (true, false) => ALL_LEVELS,
            (true, true) => MOST_LEVELS,
        },
        budget: (major, minor) < (3, 5),
        signs: match (major, minor) {
            (3, 8..) | (4.., _) => Signs::Whole,
            (3, _) => Signs::Closing,
            _ => Signs::First,
        },
        version: known.unwrap_or_else(|| format!("{name}-001")),
    }
}

/// The number in a name: `gemini-3.1-pro` is 3 and 1.
fn number(name: &str) -> (u32, u32) {
    let rest = name.split_once("gemini-").map_or("", |(_, rest)| rest);
    let number = rest.split('-').next().unwrap_or_default();
    let (major, minor) = number.split_once('.').unwrap_or((number, "0"));
    (major.parse().unwrap_or(0), minor.parse().unwrap_or(0))
}

const SAID: Said = Said {
    missing: &MISSING,
    foreign: &CORRUPTED,
    after_user: &AFTER_USER,
    after_call: &AFTER_CALL,
    count: &COUNT,
    mismatch: &MISMATCH,
    level: &LEVEL,
    that_level: &THAT_LEVEL,
    budget: &BUDGET,
    both: &BOTH,
    never_off: &NEVER_OFF,
};

static STUDIO: Backend = Backend {
    issuer: "gemini/aistudio",
    form: Form { magic: &[0x12, 0x34, 0x0a, 0x32], url: false },
    stand_ins: &["skip_thought_signature_validator", "context_engineering_is_the_way_to_go"],
    spaces: &["google"],
    ids_since: 0,
    top: "",
    usage: "",
    said: SAID,
};
static VERTEX: Backend = Backend {
    issuer: "gemini/vertex",
    form: Form { magic: &[0x01, 0x8f, 0x3d, 0x6b], url: false },
    stand_ins: &["skip_thought_signature_validator"],
    spaces: &["google", "vertex"],
    ids_since: 3,
    top: r#""createTime":"2026-11-28T09:30:00.465816Z""#,
    usage: r#""trafficType":"ON_DEMAND""#,
    said: Said { missing: &VERTEX_MISSING, foreign: &INVALID, ..SAID },
};

static KEY: Locks = Locks { at: &["x-goog-api-key", "?key"], words: &UNAUTHENTICATED };
static BEARER: Locks = Locks { at: &["authorization"], words: &UNAUTHENTICATED };

const fn native(path: &'static str, streams: bool, locks: &'static Locks) -> Door {
    Door { streams, locks: Some(locks), ..door(path) }
}
const fn compatible(path: &'static str) -> Door {
    Door { locks: Some(&BEARER), ..door(path) }
}

static GOOGLE: Signed = Signed { space: "google", shows: false };
static GOOGLE_SHOWN: Signed = Signed { space: "google", shows: true };
static NAMED_VERTEX: Signed = Signed { space: "vertex", shows: false };
/// Models whose signatures stand under the other name. No real model's name says so: it is a switch for tests.
const OTHER_SPACE: &str = "*namespaced*";
const SHOWN: &str = "/extra_body/google/thinking_config/include_thoughts";

const fn signs(model: &'static str, signed: &'static Signed, call: &'static str) -> Speak {
    Speak { when: of(model), speech: Speech::Signed(signed), call, upstreams: &[] }
}
static SPEAKS: &[Speak] = &[
    signs(OTHER_SPACE, &NAMED_VERTEX, "function-call-{19}"),
    Speak { when: flagged("*gemini-2*", SHOWN, "true"), ..signs("", &GOOGLE_SHOWN, "") },
    Speak { when: flagged("*", SHOWN, "true"), ..signs("", &GOOGLE_SHOWN, "function-call-{19}") },
    // These give their calls no name.
    signs("*gemini-2*", &GOOGLE, ""),
    signs("*", &GOOGLE, "function-call-{19}"),
];

/// Parameters of others, and its own where it does not look for them.
const PARAMS: &[&str] = &[
    "reasoning",
    "thinking",
    "preserve_thinking",
    "enable_thinking",
    "chat_template_kwargs",
    "reasoning_history",
    "reasoning_split",
    "google",
    "thinking_config",
];

const NATIVE: Provider = Provider { wire: Wire::Generate, envelope: &envelopes::GOOGLE, ..PLAIN };
const COMPATIBLE: Provider = Provider {
    speaks: SPEAKS,
    thinks: &[
        (flagged("*gemini-2*", "/reasoning_effort", r#""none""#), false),
        (flagged("*gemini-2*", "/extra_body/google/thinking_config/thinking_budget", "0"), false),
        (of("*gemini-2.0*"), false),
    ],
    schema: Schema::Closed {
        message: &["role", "content", "tool_calls", "name", "refusal", "extra_content", "thought_signature"],
        call: &["id", "type", "function", "index", "extra_content"],
        words: &UNKNOWN_NAME_LISTED,
    },
    params: Some((PARAMS, &UNKNOWN_NAME_LISTED)),
    envelope: &envelopes::GOOGLE_LISTED,
    style: &styles::GEMINI,
    ..PLAIN
};

pub(super) static ROWS: &[Provider] = &[
    Provider {
        name: "gemini",
        aliases: &["google", "aistudio"],
        base: "/v1beta",
        doors: &[
            native("/{version}/models/{model}:generateContent", false, &KEY),
            native("/{version}/models/{model}:streamGenerateContent", true, &KEY),
        ],
        backend: Some(&STUDIO),
        about: "reads a `thoughtSignature` on the part that it came on; refuses one that was moved, changed or signed elsewhere, unknown names and empty parts; from Gemini 3 on the first call of each step of the running turn must be signed",
        ..NATIVE
    },
    Provider {
        name: "gemini-openai",
        host: Some("gemini"),
        base: "/v1beta/openai",
        doors: &[compatible("/v1beta/openai/chat/completions")],
        backend: Some(&STUDIO),
        about: "reads `extra_content.google.thought_signature` on messages and calls, with the key of gemini; refuses every other field",
        ..COMPATIBLE
    },
    Provider {
        name: "vertex",
        aliases: &["vertex-ai"],
        base: "/v1/projects/simulated/locations/global/publishers/google",
        doors: &[
            native(
                "/{version}/projects/{project}/locations/{location}/publishers/google/models/{model}:generateContent",
                false,
                &BEARER,
            ),
            native(
                "/{version}/projects/{project}/locations/{location}/publishers/google/models/{model}:streamGenerateContent",
                true,
                &BEARER,
            ),
            native("/{version}/publishers/google/models/{model}:generateContent", false, &KEY),
            native("/{version}/publishers/google/models/{model}:streamGenerateContent", true, &KEY),
        ],
        backend: Some(&VERTEX),
        about: "as gemini with a key of its own; before Gemini 3 calls and results have no `id`",
        ..NATIVE
    },
    Provider {
        name: "vertex-openai",
        host: Some("vertex"),
        base: "/v1/projects/simulated/locations/global/endpoints/openapi",
        doors: &[compatible("/{version}/projects/{project}/locations/{location}/endpoints/openapi/chat/completions")],
        backend: Some(&VERTEX),
        about: "as gemini-openai with the key of vertex, whose name the signature may have instead of `google`",
        ..COMPATIBLE
    },
];

/// Its words that stand for a whole message, for tests of the table.
#[cfg(test)]
pub(super) fn words() -> Vec<&'static Words> {
    let backends = [&STUDIO, &VERTEX];
    let said = backends.iter().flat_map(|backend| {
        let Said {
            missing,
            foreign,
            after_user,
            after_call,
            count,
            mismatch,
            level,
            that_level,
            budget,
            both,
            never_off,
        } = &backend.said;
        [*missing, foreign, after_user, after_call, count, mismatch, level, that_level, budget, both, never_off]
    });
    said.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations() {
        for (model, want) in [
            ("gemini-2.0-flash", (2, false, false)),
            ("google/gemini-2.5-pro", (2, true, false)),
            ("gemini-3-pro-preview", (3, true, true)),
            ("gemini-3-pro-image-preview", (3, true, false)),
            ("gemini-flash-latest", (3, true, true)),
            ("gemini-4-pro", (4, true, true)),
            ("gemma-3-27b", (0, false, false)),
            ("m", (0, false, false)),
        ] {
            let gemini = gemini(model);
            assert_eq!((gemini.generation, gemini.thinks, gemini.insists), want, "{model}");
            assert!(!model.ends_with(&gemini.version), "{model} says that it is another");
        }
    }
}

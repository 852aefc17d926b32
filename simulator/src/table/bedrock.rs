//! Bedrock: which family of models shows what and takes what back, and the service's words. A model's own words come as what the
//! model returned.

use super::{PLAIN, door, doors, envelopes, means};
use crate::door::Door;
use crate::provider::{Provider, REPORTED, SYNTHETIC, Wire, Words};
use crate::seal::Form;

/// A family of models, by the ids that any region or profile has for it.
pub(crate) struct Family {
    models: &'static str,
    pub(crate) shows: Shows,
    pub(crate) replays: Replays,
    /// Results may say whether the call failed.
    pub(crate) status: bool,
    /// Markers for the cache are known.
    pub(crate) marks: bool,
}

/// Where its thinking stands in a reply.
pub(crate) enum Shows {
    /// Nowhere.
    Nothing,
    /// As its maker says at doors of its own.
    Claude,
    /// As text that nobody vouches for.
    Text,
    /// The same, behind what is said.
    TextLast,
    /// As a text that stands for it.
    Instead(&'static str),
    /// In what is said, between `<thinking>` and `</thinking>`.
    Inline,
    /// In bytes that it alone can read.
    Sealed(&'static Form),
}

/// What becomes of thinking that comes back.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Replays {
    /// Any is refused.
    No,
    /// Its maker decides, by signature.
    Signed,
    /// Text is read; a signature on it is refused, and so are bytes.
    Text,
    /// The same, and text of an earlier turn is too much for it.
    Loop,
    /// Its own bytes are read; text is refused.
    Sealed,
}

/// How Grok's bytes look from outside.
static GROK: Form = Form { magic: &[], url: false };

const fn family(models: &'static str, shows: Shows, replays: Replays) -> Family {
    Family { models, shows, replays, status: true, marks: false }
}

/// The first that fits; the last fits all.
static FAMILIES: &[Family] = &[
    Family { marks: true, ..family("*anthropic.claude*", Shows::Claude, Replays::Signed) },
    family("*deepseek.r1*", Shows::TextLast, Replays::No),
    family("*deepseek.*", Shows::Text, Replays::No),
    Family { marks: true, ..family("*amazon.nova-2*", Shows::Instead("[REDACTED]."), Replays::Text) },
    Family { marks: true, ..family("*amazon.nova*", Shows::Inline, Replays::No) },
    family("*openai.gpt-oss*", Shows::Text, Replays::Text),
    family("*qwen.qwen3-235b*|*qwen.qwen3-coder*", Shows::Text, Replays::No),
    family("*qwen.*", Shows::Text, Replays::Text),
    family("*minimax.*", Shows::Text, Replays::Text),
    family("*moonshotai.kimi-k3*|*moonshot.kimi-k3*", Shows::Text, Replays::Loop),
    family("*moonshot.*|*moonshotai.*", Shows::Text, Replays::Text),
    family("*zai.glm*", Shows::Text, Replays::Text),
    family("*mistral.magistral*", Shows::Text, Replays::Text),
    family("*xai.grok*", Shows::Sealed(&GROK), Replays::Sealed),
    Family { status: false, ..family("*writer.palmyra*", Shows::Nothing, Replays::No) },
    family("*", Shows::Nothing, Replays::No),
];

/// The family of `model`.
pub(crate) fn family_of(model: &str) -> &'static Family {
    const REST: &Family = &family("", Shows::Nothing, Replays::No);
    FAMILIES.iter().find(|family| means(family.models, model)).unwrap_or(REST)
}

pub(super) static ROWS: &[Provider] = &[
    Provider {
        name: "bedrock",
        aliases: &["aws", "amazon-bedrock"],
        doors: &[door("/model/{model}/converse"), Door { streams: true, ..door("/model/{model}/converse-stream") }],
        wire: Wire::Converse,
        envelope: &envelopes::AWS,
        exceptions: true,
        about: "`reasoningContent` by family of models: Claude wants it signed, as at its own doors; gpt-oss, Qwen, Kimi, GLM and MiniMax read text without a signature; Grok reads its own bytes; DeepSeek, Nova 1 and unknown ones refuse any; every unknown member is refused",
        ..PLAIN
    },
    Provider {
        name: "bedrock-invoke",
        host: Some("bedrock"),
        doors: &[
            door("/model/{model}/invoke"),
            Door { streams: true, ..door("/model/{model}/invoke-with-response-stream") },
        ],
        wire: Wire::Messages,
        manner: &doors::INVOKE,
        envelope: &envelopes::AWS_MODEL,
        exceptions: true,
        about: "Claude as at its own door, with `anthropic_version` and without `model`; streams are event streams of `chunk`s",
        ..PLAIN
    },
];

/// Its words. Each stands for a whole message; the envelope goes around it.
pub(crate) struct Said {
    pub(crate) malformed: Words,
    pub(crate) null: Words,
    pub(crate) input: Words,
    pub(crate) first_user: Words,
    pub(crate) alternate: Words,
    pub(crate) last_user: Words,
    pub(crate) empty: Words,
    pub(crate) blank: Words,
    pub(crate) open: Words,
    pub(crate) orphan: Words,
    pub(crate) no_tools: Words,
    pub(crate) user_call: Words,
    pub(crate) id: Words,
    pub(crate) reasoning: Words,
    pub(crate) unsupported: Words,
    pub(crate) redacted: Words,
    pub(crate) earlier: Words,
}

const fn said(name: &'static str, body: &'static str, evidence: &'static str) -> Words {
    Words { name, status: 400, body, each: &[], evidence }
}

pub(crate) static BEDROCK: Said = Said {
    malformed: said(
        "bedrock-malformed",
        "Malformed input request: {problem}, please reformat your input and try again.",
        REPORTED,
    ),
    null: said(
        "bedrock-null",
        "1 validation error detected: Value at '{path}' failed to satisfy constraint: Member must not be null",
        "https://github.com/danny-avila/LibreChat/pull/13888",
    ),
    input: said(
        "bedrock-input",
        "The format of the value at messages.{at}.content.{part}.toolUse.input is invalid. Provide a json object for the field and try again.",
        REPORTED,
    ),
    first_user: said(
        "bedrock-first",
        "A conversation must start with a user message. Try again with a conversation that starts with a user message.",
        "https://github.com/langgenius/dify/issues/12340",
    ),
    alternate: said(
        "bedrock-alternate",
        "A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.",
        "https://github.com/langchain-ai/langchain-aws/issues/192",
    ),
    last_user: said(
        "bedrock-last",
        "A conversation must end with a user message. Try again with a conversation that ends with a user message.",
        SYNTHETIC,
    ),
    empty: said(
        "bedrock-empty",
        "The content field in the Message object at messages.{at} is empty. Add a ContentBlock object to the content field and try again.",
        REPORTED,
    ),
    blank: said(
        "bedrock-blank",
        "The text field in the ContentBlock object at messages.{at}.content.{part} is blank. Add text to the text field, and try again.",
        REPORTED,
    ),
    open: said(
        "bedrock-open",
        "Expected toolResult blocks at messages.{at}.content for the following Ids: {id}",
        REPORTED,
    ),
    orphan: said(
        "bedrock-orphan",
        "The number of toolResult blocks at messages.{at}.content exceeds the number of toolUse blocks of previous turn.",
        REPORTED,
    ),
    no_tools: said(
        "bedrock-no-tools",
        "The toolConfig field must be defined when using toolUse and toolResult content blocks.",
        REPORTED,
    ),
    user_call: said(
        "bedrock-user-call",
        "User messages cannot contain tool uses. Please remove the tool use and try again.",
        SYNTHETIC,
    ),
    id: said(
        "bedrock-id",
        "1 validation error detected: Value '{id}' at 'messages.{next}.member.content.{position}.member.{tag}.toolUseId' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.:-]+",
        REPORTED,
    ),
    reasoning: said(
        "bedrock-reasoning",
        "User messages cannot contain reasoning content. Please remove the reasoning content and try again.",
        "https://github.com/strands-agents/sdk-python",
    ),
    unsupported: said(
        "bedrock-unsupported",
        "This model doesn't support the {field} field. Remove {field} and try again.",
        "https://github.com/earendil-works/pi/pull/727",
    ),
    redacted: said(
        "bedrock-redacted",
        "The redacted content at messages.{at}.content.{part} could not be decrypted. Remove the redacted content and try again.",
        SYNTHETIC,
    ),
    earlier: Words {
        status: 500,
        ..said(
            "bedrock-earlier",
            "The system encountered an unexpected error during processing. Try your request again.",
            SYNTHETIC,
        )
    },
};

/// All its words, for tests of the table.
#[cfg(test)]
pub(super) fn words() -> Vec<&'static Words> {
    let all = &BEDROCK;
    let turns = [&all.malformed, &all.first_user, &all.alternate, &all.last_user, &all.empty, &all.blank];
    let calls = [&all.null, &all.input, &all.open, &all.orphan, &all.no_tools, &all.user_call, &all.id];
    let thoughts = [&all.reasoning, &all.unsupported, &all.redacted, &all.earlier];
    turns.into_iter().chain(calls).chain(thoughts).collect()
}

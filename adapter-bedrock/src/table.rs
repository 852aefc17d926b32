//! What this family knows about models, members and other wires, as data. Nothing here decides; everything else asks here.
mod rows;

pub(crate) use rows::{issuer, rows};

use std::borrow::Cow;
use throughline_anthropic::{
    claude::{Claude, Effort},
    thinking::Wish,
};
use throughline_core::{
    Api, Model, Pattern, json,
    medium::FORMATS,
    rule::Named,
    segment::{asked, behind},
    verbatim,
};

/// The wire.
pub(crate) const API: Api = Api::new("bedrock_converse");

/// The kind of carrier that a readable thought is, signed or not: a block of Anthropic's.
pub(crate) const THINKING: &str = "thinking_block";
/// The kind of a thought that only its issuer can read.
pub(crate) const REDACTED: &str = "redacted_thinking";

/// The member of a thought that goes without its signature: its text.
pub(crate) const TEXT: &str = "reasoningText";
/// The member of a thought that goes signed.
pub(crate) const SIGNATURE: &str = "signature";
/// The member of a thought that only its issuer can read.
pub(crate) const BLOB: &str = "redactedContent";

/// Who an issuer is that seals for every door of Claude.
pub(crate) const CLAUDE: &str = "claude";

/// What stands in front of a model's id where a system's inference profile names it:
/// <https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html>.
const GEOGRAPHIES: &[&str] =
    &["us-gov", "global", "us", "eu", "apac", "ap", "au", "jp", "ca", "sa", "me", "af", "mx", "il", "kr", "in"];
/// Resources whose name is the id of a model. An application's profile, a deployment and an imported model have names of their own.
const RESOURCES: &[&str] = &["foundation-model/", "inference-profile/", "custom-model/", "default-prompt-router/"];
/// The id `vendor.model` behind a model's name, in lower case: behind an address, a geography, or both; empty where the name tells none.
pub(crate) fn id(model: &str) -> String {
    let named = behind(model).map_or_else(|| asked(model), Cow::Borrowed);
    let named = named.trim().to_lowercase();
    let own = match named.strip_prefix("arn:") {
        Some(arn) => {
            let resource = arn.splitn(5, ':').nth(4).unwrap_or_default();
            RESOURCES.iter().find_map(|kind| resource.strip_prefix(kind)).unwrap_or_default()
        }
        None => named.as_str(),
    };
    let there = |place: &&str| own.strip_prefix(*place)?.strip_prefix('.');
    GEOGRAPHIES.iter().find_map(there).unwrap_or(own).to_owned()
}

/// The Claude that `model` names.
pub(crate) fn claude(model: &str) -> Option<Claude> {
    let id = id(model);
    id.starts_with("anthropic.claude").then(|| Claude::of(&id))?
}

/// True where the id behind `model` starts with one of `stems` and with none of `but`.
fn starts(model: &str, stems: &[&str], but: &[&str]) -> bool {
    let id = id(model);
    let any = |stems: &[&str]| stems.iter().any(|stem| id.starts_with(stem));
    any(stems) && !any(but)
}

/// Models that a predicate is true of.
const fn models(models: &'static [Model]) -> Pattern {
    Pattern { models: Cow::Borrowed(models), ..Pattern::ANY }
}

/// Those that take the status of a tool's answer; others refuse the member:
/// <https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolResultBlock.html>.
pub(crate) const STATUS: Pattern = models(&[Model::Named(Named {
    name: "takes the status of an answer",
    is: |model| starts(model, &["anthropic.claude", "amazon.nova"], &[]),
})]);

/// Those that take neither `temperature` nor `topP`.
pub(crate) const SAMPLES_NOT: Pattern = models(&[Model::Named(Named {
    name: "takes no sampling parameters",
    is: |model| starts(model, &["xai.grok"], &[]),
})]);

/// How a model other than Claude is told how much to think.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dial {
    /// The ids that it is for.
    stems: &'static [&'static str],
    /// Ids among them that it is not for.
    but: &'static [&'static str],
    /// The member of `additionalModelRequestFields`.
    pub(crate) member: &'static str,
    /// Where the level stands in it, and what stands before; none where it is the level.
    inside: Option<(&'static str, &'static str)>,
    /// Its levels, the least first, by the efforts that they are for.
    levels: &'static [(Effort, &'static str)],
    /// The word that turns thinking off.
    off: Option<&'static str>,
    /// The level beside which the model refuses `maxTokens`, `temperature` and `topP`.
    pub(crate) alone: Option<&'static str>,
}

impl Dial {
    /// The member's value for a wish; none where it cannot be said.
    pub(crate) fn told(&self, wish: &Wish) -> Option<String> {
        let effort = wish.effort.or(wish.tokens.map(Effort::of_budget)).unwrap_or(Effort::Medium);
        let level = match wish.off {
            true => self.off?,
            false => self.levels.iter().find(|(up_to, _)| effort <= *up_to).or(self.levels.last())?.1,
        };
        Some(match self.inside {
            Some((key, before)) => format!(r#"{{{before}"{key}":"{level}"}}"#),
            None => format!("\"{level}\""),
        })
    }
    /// The level that a request's fields say.
    pub(crate) fn level(&self, fields: &[(String, String)]) -> Option<String> {
        let (_, value) = fields.iter().find(|(key, _)| key == self.member)?;
        let level = match self.inside {
            Some((key, _)) => json::member(value, key)?.get(),
            None => value,
        };
        Some(verbatim::inner(level).to_owned())
    }
}

const THREE: &[(Effort, &str)] = &[(Effort::Low, "low"), (Effort::Medium, "medium"), (Effort::High, "high")];
const FOUR: &[(Effort, &str)] =
    &[(Effort::Low, "low"), (Effort::Medium, "medium"), (Effort::High, "high"), (Effort::Xhigh, "xhigh")];
const TWO: &[(Effort, &str)] = &[(Effort::Low, "low"), (Effort::High, "high")];

/// The dials: <https://docs.aws.amazon.com/nova/latest/nova2-userguide/extended-thinking.html>,
/// <https://github.com/langchain-ai/langchain-aws/blob/main/libs/aws/langchain_aws/utils.py>,
/// <https://github.com/strands-rl/strands-env/pull/258>, <https://github.com/pydantic/pydantic-ai/blob/main/docs/thinking.md>.
const DIALS: &[Dial] = &[
    Dial {
        stems: &["amazon.nova-2"],
        member: "reasoningConfig",
        inside: Some(("maxReasoningEffort", r#""type":"enabled","#)),
        alone: Some("high"),
        ..EFFORT
    },
    Dial { stems: &["openai.gpt-oss"], ..EFFORT },
    Dial {
        stems: &["openai."],
        but: &["openai.gpt-oss"],
        member: "reasoning",
        inside: Some(("effort", "")),
        levels: FOUR,
        off: Some("none"),
        ..EFFORT
    },
    Dial { stems: &["moonshot.", "moonshotai.", "zai."], ..EFFORT },
    Dial { stems: &["qwen."], member: "reasoning_config", levels: TWO, ..EFFORT },
];
const EFFORT: Dial =
    Dial { stems: &[], but: &[], member: "reasoning_effort", inside: None, levels: THREE, off: None, alone: None };

/// The dial of a model that has one.
pub(crate) fn dial(model: &str) -> Option<&'static Dial> {
    DIALS.iter().find(|dial| starts(model, dial.stems, dial.but))
}

/// Members of other wires that stand in `inferenceConfig` here.
pub(crate) const PARAMETERS: &[(&str, &str)] = &[
    ("max_tokens", "maxTokens"),
    ("max_completion_tokens", "maxTokens"),
    ("max_output_tokens", "maxTokens"),
    ("temperature", "temperature"),
    ("top_p", "topP"),
    ("maxOutputTokens", "maxTokens"),
    ("topP", "topP"),
];
/// What is written in front of the messages: a request's other members may change from one to the next, and stand behind.
pub(crate) const HEAD: &[&str] = &["system", "toolConfig"];
/// What the path says.
pub(crate) const PATH: &[&str] = &["model", "modelId", "stream"];

/// Members of blocks that the API documents, beside those that a part has fields for: a host's own others go home alone.
pub(crate) const DOCUMENTED: &[&str] = &["status", "type"];
/// The member of a text that names the places which it cites.
pub(crate) const CITATIONS: &str = "citations";
/// The member of a block that marks where the prompt cache may end, and says nothing.
pub(crate) const MARKER: &str = "cachePoint";
/// Members of a call that a part has fields for.
pub(crate) const CALL: &[&str] = &["toolUseId", "name", "input"];
/// Those of an answer to one.
pub(crate) const RESULT: &[&str] = &["toolUseId", "content"];

/// The member and the format of a medium of this type.
pub(crate) fn medium(kind: &str) -> Option<(&'static str, &'static str)> {
    let kind = kind.split(';').next().unwrap_or(kind).trim();
    FORMATS.iter().find(|(_, _, known)| known.eq_ignore_ascii_case(kind)).map(|(member, format, _)| (*member, *format))
}

/// What stands under `key` in a list of pairs.
pub(crate) fn lookup(list: &[(&'static str, &'static str)], key: &str) -> Option<&'static str> {
    list.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_found_behind_addresses_and_geographies() {
        let arn = "arn:aws:bedrock:us-east-1:123456789012:";
        for (model, want) in [
            ("anthropic.claude-opus-4-8", "anthropic.claude-opus-4-8"),
            ("US.Anthropic.Claude-Opus-4-8-v1:0", "anthropic.claude-opus-4-8-v1:0"),
            ("us-gov.anthropic.claude-3-7-sonnet-20250219-v1:0", "anthropic.claude-3-7-sonnet-20250219-v1:0"),
            ("openai.gpt-oss-20b-1%3A0", "openai.gpt-oss-20b-1:0"),
            (&format!("{arn}inference-profile/us.amazon.nova-pro-v1:0"), "amazon.nova-pro-v1:0"),
            (
                "arn%3Aaws%3Abedrock%3Aeu-west-1%3A1%3Ainference-profile%2Feu.qwen.qwen3-32b-v1%3A0",
                "qwen.qwen3-32b-v1:0",
            ),
            ("arn:aws-us-gov:bedrock:us-gov-west-1::foundation-model/anthropic.claude-v2", "anthropic.claude-v2"),
            (&format!("{arn}custom-model/amazon.nova-lite-v1:0:256k/abc"), "amazon.nova-lite-v1:0:256k/abc"),
            (&format!("{arn}default-prompt-router/anthropic.claude:1"), "anthropic.claude:1"),
            (&format!("{arn}application-inference-profile/anthropic.claude"), ""),
            (&format!("{arn}provisioned-model/us.anthropic.claude"), ""),
            (&format!("{arn}application-inference-profile/abc#us.zai.glm-5"), "zai.glm-5"),
            ("arn:aws:bedrock", ""),
            ("xanthropic.claude-opus-5", "xanthropic.claude-opus-5"),
            ("us-anthropic.claude-opus-5", "us-anthropic.claude-opus-5"),
            ("x.anthropic.claude-opus-5", "x.anthropic.claude-opus-5"),
            ("us.us.anthropic.claude-opus-5", "us.anthropic.claude-opus-5"),
            ("", ""),
            ("%", "%"),
            ("a%zz%4", "a%zz%4"),
            ("%ff\u{e9}", "\u{fffd}\u{e9}"),
        ] {
            assert_eq!(id(model), want, "{model}");
        }
        for model in ["xanthropic.claude-opus-5", "x.anthropic.claude-5", "claude-opus-5", "anthropic/claude-opus-5"] {
            assert_eq!(claude(model), None, "{model}");
        }
        assert!(claude("jp.anthropic.claude-haiku-4-5-20251001-v1:0").is_some());
    }
}

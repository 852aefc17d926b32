//! The policy: what each family of models signs, reads and refuses.
//!
//! A row never reads another family's seal. Who is not named is stripped: no request is refused for a model that nobody knows.
use super::{API, BLOB, CLAUDE, REDACTED, SIGNATURE, TEXT, THINKING, claude, starts};
use crate::{block::REASONING, table_reply::UNREAD};
use std::sync::LazyLock;
use throughline_anthropic::claude::Claude;
use throughline_core::{
    Accept, AdapterId, Ids, Issuer, Keeps, Layer, Mismatch, Model, Pattern, Reads, Route, RouteRule, Rules, Slot,
    rule::Named,
};

/// The rows.
pub(crate) fn rows() -> &'static [RouteRule] {
    static ROWS: LazyLock<Vec<RouteRule>> = LazyLock::new(|| FAMILIES.iter().map(row).collect());
    &ROWS
}

/// Under which name a route issues what it seals: its family's.
pub(crate) fn issuer(route: &Route) -> Issuer {
    static RULES: LazyLock<Rules> = LazyLock::new(|| {
        let mut rules = Rules::new();
        for row in rows() {
            rules.push(Layer::Family, Some(AdapterId::new("bedrock")), row.clone());
        }
        rules
    });
    let row = RULES.find(route).ok().map(|policy| policy.reads);
    let named = row.and_then(|row| row.rule.reads.as_ref()?.issuer.clone());
    named.map_or_else(|| route.origin_host().into(), |name| name.into_owned().into())
}

/// A family of models.
struct Family {
    name: &'static str,
    /// Its ids; none for any other.
    is: Option<fn(&str) -> bool>,
    /// Under which name it issues what it seals.
    issuer: &'static str,
    policy: Policy,
    keeps: Keeps,
    bound: Option<Mismatch>,
    why: &'static str,
    evidence: &'static str,
    since: &'static str,
}

/// What goes of a thought.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Policy {
    /// It goes with its signature, or not at all.
    Signed,
    /// Its text goes, of whatever origin; a signature only where the family made one itself.
    Unsigned,
    /// The same for its own thoughts alone.
    Own,
    /// What nobody else can read goes back to the very model that sealed it; text never goes.
    Sealed,
    /// Nothing goes.
    Strip,
}

const STRIPPED: Family = Family {
    name: "bedrock",
    is: None,
    issuer: "bedrock/unknown",
    policy: Policy::Strip,
    keeps: Keeps::All,
    bound: None,
    why: "most models refuse reasoning in a history, and of an unknown one nobody can say that it does not; \
          say which model stands behind a profile with `arn:…#vendor.model`",
    evidence: "https://github.com/can1357/oh-my-pi/pull/9086",
    since: "2026-08",
};
const UNSIGNED: Family = Family {
    policy: Policy::Unsigned,
    evidence: "https://github.com/strands-agents/sdk-python/blob/main/src/strands/models/bedrock.py",
    since: "2026-11",
    ..STRIPPED
};
const REFUSING: Family = Family {
    why: "answers `User messages cannot contain reasoning content` to any",
    evidence: "https://github.com/strands-agents/sdk-python/blob/main/src/strands/models/bedrock.py",
    since: "2026-11",
    ..STRIPPED
};
const SIGNED: Family = Family {
    issuer: CLAUDE,
    policy: Policy::Signed,
    evidence: "https://docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-extended-thinking.html",
    since: "2026-11",
    ..STRIPPED
};

/// The families. Each id is one's alone.
const FAMILIES: &[Family] = &[
    Family {
        name: "bedrock-claude",
        is: Some(|id| claude(id).is_some_and(|claude| claude.keeps_earlier() && !claude.binds())),
        why: "signed thinking goes back unmodified and in order, that of earlier turns too; without its signature it is refused",
        ..SIGNED
    },
    Family {
        name: "bedrock-claude-loop",
        is: Some(|id| claude(id).is_some_and(|claude| !claude.keeps_earlier())),
        keeps: Keeps::Loop,
        why: "signed thinking goes back in the tool loop; these generations drop that of earlier turns themselves",
        ..SIGNED
    },
    Family {
        name: "bedrock-claude-bound",
        is: Some(|id| claude(id).as_ref().is_some_and(Claude::binds)),
        bound: Some(Mismatch::Withhold),
        why: "a signature holds under the prefix that it was made under alone",
        evidence: "https://docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-thinking-block-binding.html",
        ..SIGNED
    },
    Family {
        name: "bedrock-deepseek",
        is: Some(|id| starts(id, &["deepseek."], &[])),
        issuer: "bedrock/deepseek",
        why: "refuses its own reasoning too: the documented multi-turn example takes it out",
        evidence: "https://github.com/langchain-ai/langchain-aws/issues/401",
        since: "2025-03-13",
        ..REFUSING
    },
    Family {
        name: "bedrock-nova",
        is: Some(|id| starts(id, &["amazon.nova"], &["amazon.nova-2"])),
        issuer: "bedrock/nova",
        evidence: "https://github.com/can1357/oh-my-pi/pull/9086",
        since: "2026-08-20",
        ..REFUSING
    },
    Family {
        name: "bedrock-nova-2",
        is: Some(|id| starts(id, &["amazon.nova-2"], &[])),
        issuer: "bedrock/nova",
        why: "shows `[REDACTED]` in place of its reasoning: reports differ on whether it takes that back, and it says nothing",
        evidence: "https://docs.aws.amazon.com/nova/latest/nova2-userguide/extended-thinking.html",
        ..REFUSING
    },
    Family {
        name: "bedrock-gpt-oss",
        is: Some(|id| starts(id, &["openai.gpt-oss"], &[])),
        issuer: "bedrock/gpt-oss",
        why: "takes reasoning as text, and no signature: the refusal of one names that member alone",
        evidence: "https://github.com/earendil-works/pi/issues/686",
        since: "2026-01-13",
        ..UNSIGNED
    },
    Family {
        name: "bedrock-openai",
        is: Some(|id| starts(id, &["openai."], &["openai.gpt-oss"])),
        issuer: "bedrock/openai",
        policy: Policy::Sealed,
        why: "reasoning comes encrypted and goes back so; text is refused, and what another model sealed is a server error",
        evidence: "https://github.com/UKGovernmentBEIS/inspect_ai/issues/5217",
        since: "2026-09-08",
        ..STRIPPED
    },
    Family {
        name: "bedrock-xai",
        is: Some(|id| starts(id, &["xai."], &[])),
        issuer: "bedrock/xai",
        policy: Policy::Sealed,
        why: "reasoning comes encrypted and goes back so; text is refused",
        evidence: "https://github.com/maximhq/bifrost/pull/6834",
        since: "2026-09-04",
        ..STRIPPED
    },
    Family {
        name: "bedrock-qwen",
        is: Some(|id| starts(id, &["qwen."], REFUSING_QWEN)),
        issuer: "bedrock/qwen",
        why: "takes reasoning as text: it is not among those that are known to refuse it, two sizes of the family are",
        ..UNSIGNED
    },
    Family {
        name: "bedrock-qwen-refusing",
        is: Some(|id| starts(id, REFUSING_QWEN, &[])),
        issuer: "bedrock/qwen",
        ..REFUSING
    },
    Family {
        name: "bedrock-minimax",
        is: Some(|id| starts(id, &["minimax."], &[])),
        issuer: "bedrock/minimax",
        why: "takes reasoning as text, and no signature",
        evidence: "https://github.com/earendil-works/pi/pull/727",
        since: "2026-01",
        ..UNSIGNED
    },
    Family {
        name: "bedrock-kimi",
        is: Some(|id| starts(id, KIMI, KIMI_3)),
        issuer: "bedrock/kimi",
        why: "takes reasoning as text; the reports of a refusal are of blocks that Claude had signed, which stay at home",
        ..UNSIGNED
    },
    Family {
        name: "bedrock-kimi-3",
        is: Some(|id| starts(id, KIMI_3, &[])),
        issuer: "bedrock/kimi",
        keeps: Keeps::Loop,
        why: "answers reasoning of earlier turns with a server error, which teaches nothing; in the tool loop it takes it",
        evidence: "https://github.com/NousResearch/hermes-agent",
        ..UNSIGNED
    },
    Family {
        name: "bedrock-glm",
        is: Some(|id| starts(id, &["zai."], &[])),
        issuer: "bedrock/glm",
        why: "takes reasoning as text; the reports of a refusal are of blocks that Claude had signed, which stay at home",
        ..UNSIGNED
    },
    Family {
        name: "bedrock-magistral",
        is: Some(|id| starts(id, &["mistral.magistral"], &[])),
        issuer: "bedrock/magistral",
        policy: Policy::Own,
        why: "not among those of its family that are known to refuse reasoning; nobody has shown that it takes any but its own",
        ..UNSIGNED
    },
    Family {
        name: "bedrock-refusing",
        is: Some(|id| starts(id, &["mistral.", "writer.", "meta.", "google.", "nvidia."], &["mistral.magistral"])),
        issuer: "bedrock/refusing",
        ..REFUSING
    },
    STRIPPED,
];

const REFUSING_QWEN: &[&str] = &["qwen.qwen3-235b", "qwen.qwen3-coder"];
const KIMI: &[&str] = &["moonshot.", "moonshotai."];
const KIMI_3: &[&str] = &["moonshot.kimi-k3", "moonshotai.kimi-k3"];

fn row(family: &Family) -> RouteRule {
    let models = family.is.map(|is| Model::Named(Named { name: family.name, is }));
    // Claude's own API takes fewer characters than this wire.
    let ids = if family.policy == Policy::Signed { Ids::Word } else { Ids::Dotted };
    RouteRule {
        name: family.name.into(),
        pattern: Pattern { apis: vec![API].into(), models: models.into_iter().collect(), ..Pattern::ANY },
        strict: false,
        reads: Some(Reads {
            slots: slots(family.policy, family.issuer).into(),
            ids,
            issuer: Some(family.issuer.into()),
            keeps: family.keeps,
            bound: family.bound,
            ..Reads::NOTHING
        }),
        required: None,
        flags: None,
        why: family.why.into(),
        evidence: family.evidence.into(),
        since: family.since.into(),
    }
}

/// The slots of a policy. A thought that is signed fits both of the first two, and the last of them says under which it goes: where the
/// signature has been refused, its text is left.
fn slots(policy: Policy, issuer: &'static str) -> Vec<Slot> {
    let own = |key, kind| Slot { accepts: vec![Accept::any(issuer)].into(), ..Slot::blocks(key, kind, &[]) };
    let (text, signed) = (own(TEXT, THINKING), own(SIGNATURE, THINKING).signed_only());
    let blob = own(BLOB, REDACTED).signed_only();
    // What this version cannot read goes back to the host that it came from.
    let unread = own(REASONING, UNREAD).signed_only();
    let unread = Slot { accepts: vec![Accept::same_host(issuer)].into(), ..unread };
    match policy {
        // Recorded signatures take 7 to 8 bytes a token of the thought that they show.
        Policy::Signed => vec![signed.weighing(7000), blob, unread],
        Policy::Unsigned => vec![text, signed, blob, unread, Slot::text(TEXT)],
        Policy::Own => vec![text, signed, blob, unread],
        Policy::Sealed => vec![Slot { accepts: vec![Accept::same_model(issuer)].into(), ..blob }],
        Policy::Strip => vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(model: &str) -> Route {
        Route::new("bedrock", "https://bedrock-runtime.us-east-1.amazonaws.com", API, model).unwrap()
    }
    fn rules() -> Rules {
        let mut rules = Rules::new();
        for row in rows() {
            rules.push(Layer::Family, Some(AdapterId::new("bedrock")), row.clone());
        }
        rules
    }

    #[test]
    fn every_model_has_one_row_and_the_issuer_of_its_family() {
        let rules = rules();
        for (model, row, issuer) in [
            ("us.anthropic.claude-opus-4-8-v1:0", "bedrock-claude", "claude"),
            ("global.anthropic.claude-sonnet-4-6", "bedrock-claude", "claude"),
            ("us-gov.anthropic.claude-opus-4-5-20251101-v1:0", "bedrock-claude", "claude"),
            ("anthropic.claude-newfamily-7", "bedrock-claude-bound", "claude"),
            ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", "bedrock-claude-loop", "claude"),
            ("US.ANTHROPIC.CLAUDE-3-7-SONNET-20250219-V1:0", "bedrock-claude-loop", "claude"),
            ("jp.anthropic.claude-haiku-4-5-20251001-v1:0", "bedrock-claude-loop", "claude"),
            ("anthropic.claude-v2:1", "bedrock-claude-loop", "claude"),
            ("eu.anthropic.claude-opus-5-5", "bedrock-claude-bound", "claude"),
            ("global.anthropic.claude-fable-5-1", "bedrock-claude-bound", "claude"),
            (
                "arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-opus-4-8-v1:0",
                "bedrock-claude",
                "claude",
            ),
            (
                "arn:aws:bedrock:us-east-1:1:application-inference-profile/a1#us.anthropic.claude-sonnet-4-5-v1:0",
                "bedrock-claude-loop",
                "claude",
            ),
            ("arn:aws:bedrock:us-east-1:1:application-inference-profile/a1", "bedrock", "bedrock/unknown"),
            ("xanthropic.claude-opus-4-8", "bedrock", "bedrock/unknown"),
            ("us.deepseek.r1-v1:0", "bedrock-deepseek", "bedrock/deepseek"),
            ("deepseek.v3.2", "bedrock-deepseek", "bedrock/deepseek"),
            ("us.amazon.nova-micro-v1:0", "bedrock-nova", "bedrock/nova"),
            ("global.amazon.nova-2-lite-v1:0", "bedrock-nova-2", "bedrock/nova"),
            ("openai.gpt-oss-20b-1:0", "bedrock-gpt-oss", "bedrock/gpt-oss"),
            ("us.openai.gpt-5.6-sol", "bedrock-openai", "bedrock/openai"),
            ("xai.grok-4.1", "bedrock-xai", "bedrock/xai"),
            ("qwen.qwen3-32b-v1:0", "bedrock-qwen", "bedrock/qwen"),
            ("qwen.qwen3-next-80b-a3b", "bedrock-qwen", "bedrock/qwen"),
            ("qwen.qwen3-coder-480b-a35b-v1:0", "bedrock-qwen-refusing", "bedrock/qwen"),
            ("qwen.qwen3-235b-a22b-2507-v1:0", "bedrock-qwen-refusing", "bedrock/qwen"),
            ("minimax.minimax-m2", "bedrock-minimax", "bedrock/minimax"),
            ("moonshot.kimi-k2-thinking", "bedrock-kimi", "bedrock/kimi"),
            ("moonshotai.kimi-k2.5", "bedrock-kimi", "bedrock/kimi"),
            ("moonshotai.kimi-k3", "bedrock-kimi-3", "bedrock/kimi"),
            ("zai.glm-4.7", "bedrock-glm", "bedrock/glm"),
            ("mistral.magistral-small-2509", "bedrock-magistral", "bedrock/magistral"),
            ("mistral.mistral-large-3-675b-instruct", "bedrock-refusing", "bedrock/refusing"),
            ("us.writer.palmyra-x5-v1:0", "bedrock-refusing", "bedrock/refusing"),
            ("us.meta.llama4-scout-17b-instruct-v1:0", "bedrock-refusing", "bedrock/refusing"),
            ("google.gemma-3-27b-it", "bedrock-refusing", "bedrock/refusing"),
            ("nvidia.nemotron-nano-9b-v2", "bedrock-refusing", "bedrock/refusing"),
            ("cohere.command-r-plus-v1:0", "bedrock", "bedrock/unknown"),
            ("", "bedrock", "bedrock/unknown"),
        ] {
            let route = route(model);
            assert_eq!(rules.find(&route).unwrap().reads.rule.name, row, "{model}");
            assert_eq!(super::issuer(&route), Issuer::from(issuer), "{model}");
        }
    }
    #[test]
    fn signed_thinking_of_which_turns_and_under_which_prefix_is_claudes_to_say() {
        let rules = rules();
        let reads = |model: &str| rules.find(&route(model)).unwrap().reads.rule.reads.clone().unwrap();
        let keeps = |model: &str| (reads(model).keeps, reads(model).bound);
        assert_eq!(keeps("us.anthropic.claude-opus-4-8-v1:0"), (Keeps::All, None));
        assert_eq!(keeps("us.anthropic.claude-sonnet-4-5-20250929-v1:0"), (Keeps::Loop, None));
        assert_eq!(keeps("us.anthropic.claude-sonnet-5-5"), (Keeps::All, Some(Mismatch::Withhold)));
        assert_eq!(keeps("moonshotai.kimi-k3"), (Keeps::Loop, None));
        assert!(reads("us.amazon.nova-2-lite-v1:0").slots.is_empty());
    }
    #[test]
    fn every_row_says_why_and_since_when() {
        for row in rows() {
            assert!(
                row.evidence.starts_with("https://") && !row.why.is_empty() && row.since.starts_with("202"),
                "{}",
                row.name
            );
            assert_eq!(rows().iter().filter(|other| other.name == row.name).count(), 1, "{}", row.name);
        }
    }
}

//! What each row says: what is read, required and added where, and that no two rows ever tie. Never asks the wire.
mod hosts;
mod plans;

use super::*;
use std::{collections::HashSet, sync::Arc};
use throughline_core::{Api, Place, Slot, plan};

const CONTENT: &str = "reasoning_content";
const REASONING: &str = "reasoning";
const DETAILS: &str = "reasoning_details";

fn route(provider: &str, url: &str, model: &str) -> Route {
    Route::new(provider, url, Api::CHAT, model).unwrap()
}

fn words(text: &str) -> Vec<Vec<&str>> {
    text.trim().lines().map(|line| line.split_whitespace().collect()).collect()
}

/// The keys that a route reads, in short: RC (or that it is sealed), R, RD, and blocks under their type.
fn reads(route: &Route) -> String {
    let policy = RULES.find(route).unwrap();
    let slots = &policy.reads.rule.reads.as_ref().unwrap().slots;
    let short = |slot: &Slot| match (slot.key.as_str(), slot.place) {
        (CONTENT, _) if slot.opaque => "sealed".to_owned(),
        (CONTENT, _) => "RC".to_owned(),
        (REASONING, Place::Message) => "R".to_owned(),
        (DETAILS, _) => "RD".to_owned(),
        (other, Place::Message) => other.to_owned(),
        (other, Place::Parts) => format!("<{other}>"),
    };
    slots.iter().map(short).collect::<Vec<_>>().join(",")
}

fn names(route: &Route) -> [String; 3] {
    let policy = RULES.find(route).unwrap();
    let name = |entry: Option<&Arc<throughline_core::Entry>>| {
        entry.map_or("-".to_owned(), |entry| entry.rule.name.to_string())
    };
    [name(Some(&policy.reads)), name(policy.required.as_ref()), name(policy.flags.as_ref())]
}

#[test]
fn every_row_gives_its_reasons() {
    let rows = rows();
    let mut seen = HashSet::new();
    for row in &rows {
        let name = &row.name;
        assert!(seen.insert(name.clone()), "{name} stands twice");
        assert!(!row.why.is_empty() && !row.why.ends_with('.') && row.why.len() < 160, "{name}: {}", row.why);
        assert!(row.evidence == "unverified" || row.evidence.starts_with("https://"), "{name}: {}", row.evidence);
        let parts: Vec<_> = row.since.split('-').collect();
        let digits = |part: &str, len| part.len() == len && part.bytes().all(|b| b.is_ascii_digit());
        let date = matches!(parts.as_slice(), [y, m] | [y, m, _] if digits(y, 4) && digits(m, 2));
        assert!(date && parts.get(2).is_none_or(|day| digits(day, 2)), "{name}: {}", row.since);
        assert_eq!(*row.pattern.apis, [Api::CHAT], "{name}");
        assert!(row.reads.is_some() || row.required.is_some() || row.flags.is_some(), "{name} says nothing");
        for text in row.pattern.providers.iter().chain(row.pattern.hosts.iter()) {
            assert_eq!(text.to_lowercase(), **text, "{name}");
        }
    }
    assert_eq!(
        rows.iter().filter(|row| row.evidence == "unverified").count(),
        3,
        "fewer are better, more need a reason"
    );
}

#[test]
fn a_place_is_named_once_in_a_column() {
    // Rows of one column that share a provider or a host differ in path or models, and are meant to.
    let meant = [
        "tencent-tokenhub tencent-hy4",
        "deepseek deepseek-r1",
        "glm-keep glm-coding-plan",
        "dashscope-keep dashscope-glm-keep",
    ];
    let rows = rows();
    for (n, a) in rows.iter().enumerate() {
        for b in rows.iter().skip(n + 1) {
            let column = (a.reads.is_some() && b.reads.is_some())
                || (a.required.is_some() && b.required.is_some())
                || (a.flags.is_some() && b.flags.is_some());
            let shared = a.pattern.providers.iter().any(|id| b.pattern.providers.contains(id))
                || a.pattern.hosts.iter().any(|host| b.pattern.hosts.contains(host));
            let pair = format!("{} {}", a.name, b.name);
            assert_eq!(column && shared, meant.contains(&pair.as_str()), "{pair}");
        }
    }
}

#[test]
fn no_two_rows_tie() {
    let rows = rows();
    let mut providers: Vec<&str> = rows.iter().flat_map(|row| row.pattern.providers.iter().map(|id| &**id)).collect();
    providers.extend(["custom", "", "somebody"]);
    providers.sort_unstable();
    providers.dedup();
    let mut hosts: Vec<String> =
        rows.iter().flat_map(|row| row.pattern.hosts.iter().map(|host| host.replace('*', "x1"))).collect();
    hosts.extend(["api.groq.com", "deep.under.api.deepseek.com", "localhost", "api.example.com"].map(str::to_owned));
    hosts.sort_unstable();
    hosts.dedup();
    let models = [
        "",
        "m",
        "deepseek-reasoner",
        "deepseek/deepseek-v4",
        "mimo-v2.5",
        "hy4-preview",
        "stealth/missingno",
        "glm-5.3",
        "qwen3.7-max",
        "kimi-k2.6",
        "minimax-m2.7",
        // Names of several families at once.
        "stealth/missingno-mimo-deepseek-v4-hy-4",
        "kimi-k2.6-glm-5-qwen3.7-minimax-m3-mimo-deepseek",
        "glm-5-qwen3.7",
    ];
    for provider in &providers {
        for host in &hosts {
            for model in models {
                // The one path that a row asks for; rows that ask for none fit it too.
                let route = route(provider, &format!("https://{host}/api/coding/v4"), model);
                if let Err(error) = RULES.find(&route) {
                    panic!("{error}");
                }
            }
        }
    }
}

#[test]
fn the_mission_in_the_first_column() {
    // provider, base URL, model, what is read
    let table = "
        mistral         https://api.mistral.ai/v1                       deepseek-r1     <thinking>
        custom          https://api.groq.com/openai/v1                  m               -
        custom          https://api.cerebras.ai/v1                      m               -
        fireworks       https://api.fireworks.ai/inference/v1           m               RC
        nous            https://inference-api.nousresearch.com/v1       z-ai/glm-5.3    RC,R,RD
        kilocode        https://api.kilo.ai/api/gateway                 m               RC,R,RD
        novita          https://api.novita.ai/openai/v1                 m               RC,RD
        ollama-cloud    https://ollama.com/v1                           m               RC,R
        custom          http://127.0.0.1:8080/v1                        m               RC,R
        zai             https://api.z.ai/api/paas/v4                    glm-5.3         RC
        openai-api      https://api.openai.com/v1                       gpt-5           -
        deepseek        https://api.deepseek.com/v1                     deepseek-v4     RC
        deepseek        https://api.deepseek.com                        DeepSeek-Reasoner   -
        deepseek        https://api.deepseek.com                        deepseek-reasoner-2 RC
        custom          https://api.deepseek.com                        deepseek-reasoner   -
        openrouter      https://openrouter.ai/api/v1                    deepseek/deepseek-reasoner  RC,R,RD
        minimax-cn      https://api.minimaxi.com/v1                     MiniMax-M3      RC,RD
        tencent-tokenhub https://tokenhub.tencentmaas.com/v1            hy3             RC,RD
        custom          https://api.lkeap.cloud.tencent.com/plan/v3     Hy4-preview     sealed,RD
        tencent-tokenhub https://tokenhub.tencentmaas.com/v1            hy4             sealed,RD
        sambanova       https://api.sambanova.ai/v1                     m               -
        hunyuan         https://api.hunyuan.cloud.tencent.com/v1        hunyuan-t1      -
        somebody        https://llm.example.com/v1                      m               RC
        custom          https://llm.example.com/v1                      m               RC";
    for line in words(table) {
        let [provider, url, model, want] = line[..] else { panic!("{line:?}") };
        assert_eq!(reads(&route(provider, url, model)), want.replace('-', ""), "{line:?}");
    }
}

#[test]
fn must_echo_families() {
    // provider, base URL, model, row
    let table = "
        kimi-coding     https://api.kimi.com/coding/v1      m                       kimi-echo
        KIMI-CODING     https://api.kimi.com/coding/v1      m                       kimi-echo
        kimi-coding-cn  https://proxy.example.com           m                       kimi-echo
        moonshot        https://proxy.example.com           m                       kimi-echo
        custom          https://api.kimi.com/coding         m                       kimi-echo
        custom          https://api.moonshot.ai/v1          m                       kimi-echo
        custom          https://api.moonshot.cn/v1          m                       kimi-echo
        custom          https://evil.com/moonshot.ai/v1     m                       -
        openrouter      https://openrouter.ai/api/v1        moonshotai/kimi-k2.6    -
        deepseek        https://api.deepseek.com            m                       deepseek-echo
        DeepSeek        https://api.deepseek.com            m                       deepseek-echo
        custom          https://api.deepseek.com            m                       deepseek-echo
        openrouter      https://openrouter.ai/api/v1        deepseek/deepseek-v3    model-echo
        openrouter      https://openrouter.ai/api/v1        deepseek/deepseek-v4    model-echo
        custom          https://llm.example.com             DeepSeek-V4-Pro         model-echo
        ollama          http://localhost:11434              deepseek-r1:latest      -
        custom          https://llm.example.com             deepseek-ai/DeepSeek-R1-0528    -
        custom          https://llm.example.com             deepseek-reasoner       -
        custom          https://llm.example.com             us.deepseek.r1-v1:0     -
        groq            https://api.groq.com/openai/v1      deepseek-v4-distill-llama-70b   -
        custom          https://llm.example.com             notdeepseek-4           -
        xiaomi          https://api.xiaomimimo.com/v1       m                       mimo-echo
        custom          https://token-plan-cn.xiaomimimo.com m                      mimo-echo
        custom          https://llm.example.com             MiMo-7B                 model-echo
        custom          https://llm.example.com             animimo-1               -
        nous            https://inference-api.nousresearch.com/v1   stealth/missingno   model-echo
        openai          https://api.openai.com/v1           gpt-5                   -
        mistral         https://api.mistral.ai/v1           m                       -
        kimi            https://api.kimi.com/coding         deepseek-chat           kimi-echo
        custom          https://llm.example.com             -                       -";
    for line in words(table) {
        let [provider, url, model, want] = line[..] else { panic!("{line:?}") };
        assert_eq!(names(&route(provider, url, model))[1], want, "{line:?}");
    }
}

#[test]
fn flags_by_vendor_and_generation() {
    // provider, base URL, model, row
    let table = "
        zai         https://api.z.ai/api/paas/v4            glm-4.6             -
        zai         https://api.z.ai/api/paas/v4            glm-4.7             glm-keep
        zai         https://api.z.ai/api/paas/v4            glm-4.7-flash       glm-keep
        zai         https://api.z.ai/api/paas/v4            GLM-5.3             glm-keep
        custom      https://open.bigmodel.cn/api/paas/v4    glm-5               glm-keep
        zai         https://api.z.ai/api/coding/paas/v4     glm-5.3             glm-coding-plan
        custom      https://api.z.ai/api/coding/paas/v4     glm-4.7-flash       glm-coding-plan
        zai         https://api.z.ai/api/codings/paas/v4    glm-5.3             glm-keep
        together    https://api.together.xyz/v1             zai-org/GLM-5.3     -
        openrouter  https://openrouter.ai/api/v1            z-ai/glm-5.3        -
        openrouter  https://api.z.ai/api/paas/v4            glm-5.3             -
        alibaba     https://dashscope-intl.aliyuncs.com/v1  qwen3.5-plus        -
        alibaba     https://dashscope-intl.aliyuncs.com/v1  qwen3-max           -
        alibaba     https://dashscope-intl.aliyuncs.com/v1  qwen-plus           -
        alibaba     https://dashscope-intl.aliyuncs.com/v1  qwen3.6-plus        dashscope-keep
        custom      https://dashscope.aliyuncs.com/v1       qwen3.6-max-preview dashscope-keep
        custom      https://coding.dashscope.aliyuncs.com   qwen3.7-flash       dashscope-keep
        custom      https://dashscope-us.aliyuncs.com       qwen3.8-max-0902    dashscope-keep
        custom      https://w.cn-beijing.maas.aliyuncs.com  kimi-k2.6           dashscope-keep
        custom      https://w.cn-beijing.maas.aliyuncs.com  kimi-k2.7-code      dashscope-keep
        custom      https://w.cn-beijing.maas.aliyuncs.com  kimi-k2.5           -
        custom      https://w.cn-beijing.maas.aliyuncs.com  kimi-k3             -
        alibaba     https://dashscope.aliyuncs.com          glm-4.7             -
        alibaba     https://dashscope.aliyuncs.com          glm-5.2             dashscope-glm-keep
        custom      https://llm.example.com                 qwen3.7-max         -
        moonshot    https://api.moonshot.ai/v1              kimi-k2.5           -
        moonshot    https://api.moonshot.ai/v1              kimi-k2.6           kimi-keep
        custom      https://api.moonshot.cn/v1              Kimi-K2.6-turbo     kimi-keep
        moonshot    https://api.moonshot.ai/v1              kimi-k2.7-code      -
        moonshot    https://api.moonshot.ai/v1              kimi-k3             -
        moonshot    https://api.moonshot.ai/v1              kimi-k2-0905        -
        groq        https://api.groq.com/openai/v1          moonshotai/kimi-k2.6    -
        minimax     https://api.minimax.io/v1               MiniMax-M1          -
        minimax     https://api.minimax.io/v1               MiniMax-Text-01     -
        minimax     https://api.minimax.io/v1               MiniMax-M2          minimax-split
        custom      https://api.minimaxi.com/v1             MiniMax-M2.7-highspeed  minimax-split
        novita      https://api.novita.ai/openai            minimax/minimax-m2  -";
    for line in words(table) {
        let [provider, url, model, want] = line[..] else { panic!("{line:?}") };
        assert_eq!(names(&route(provider, url, model))[2], want, "{line:?}");
    }
}

#[test]
fn one_host_seals_under_one_name() {
    // provider, base URL, model, issuer
    let table = "
        openrouter  https://openrouter.ai/api/v1    m       openrouter
        custom      https://openrouter.ai/api/v1    m       openrouter
        kilo        https://api.kilo.ai/api/gateway m       kilocode
        ai-gateway  https://ai-gateway.vercel.sh/v1 m       vercel
        minimax-cn  https://api.minimaxi.com/v1     m       minimax
        custom      https://codestral.mistral.ai    m       mistral
        custom      https://api.lkeap.cloud.tencent.com     hy4-preview     tencent-tokenhub
        custom      https://api.deepseek.com        deepseek-reasoner       deepseek
        custom      http://localhost:8080/v1        m       localhost:8080
        custom      https://llm.example.com/v1      m       llm.example.com
        together    https://api.together.xyz/v1     m       together
        groq        https://api.groq.com/openai/v1  m       groq";
    for line in words(table) {
        let [provider, url, model, want] = line[..] else { panic!("{line:?}") };
        assert_eq!(issuer(&route(provider, url, model)), want, "{line:?}");
    }
    let elsewhere = Route::new("anthropic", "https://api.anthropic.com", Api::MESSAGES, "claude").unwrap();
    assert_eq!(issuer(&elsewhere), "anthropic");
}

#[test]
fn the_rules_of_openrouter() {
    let rules = details(&issuer(&route("custom", "https://openrouter.ai/api/v1", "m"))).unwrap();
    assert_eq!(details(&issuer(&route("kilo", "https://api.kilo.ai/api/gateway", "m"))), Some(rules));
    for other in ["vercel", "nous", "minimax", "openrouter:-/-", ""] {
        assert_eq!(details(other), None, "{other}");
    }
    assert_eq!((rules.signed, rules.mute), (&["anthropic-claude-v1"][..], &["google-gemini-v1"][..]));
    let identity = |kind| rules.identity.iter().find(|(name, _)| *name == kind).map(|(_, members)| members.join(" "));
    assert_eq!(identity("reasoning.summary").unwrap(), "summary");
    assert_eq!(identity("reasoning.encrypted").unwrap(), "id data");
    assert_eq!(identity("reasoning.text").unwrap(), "text signature");
    assert_eq!(identity("reasoning.server_tool_call"), None);
}

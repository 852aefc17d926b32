//! Which adapters this build has, and which it left out.
//!
//! A feature adds an adapter and nothing else: it must never change what another adapter does.
use throughline_core::{Absent, Builder, Registration, Registry, RegistryError};

const ADAPTERS: &[Registration] = &[
    #[cfg(feature = "chat")]
    throughline_chat::ADAPTER,
    #[cfg(feature = "anthropic")]
    throughline_anthropic::ADAPTER,
    #[cfg(feature = "gemini")]
    throughline_gemini::ADAPTER,
    #[cfg(feature = "gemini")]
    throughline_gemini::COMPATIBLE_ADAPTER,
    #[cfg(feature = "copilot")]
    throughline_copilot::ADAPTER,
    #[cfg(feature = "bedrock")]
    throughline_bedrock::ADAPTER,
];

const ABSENT: &[Absent] = &[
    #[cfg(not(feature = "chat"))]
    Absent { feature: "chat", apis: &[throughline_core::Api::CHAT], hosts: &[], providers: &[], speaks: &[] },
    #[cfg(not(feature = "anthropic"))]
    Absent {
        feature: "anthropic",
        apis: &[throughline_core::Api::MESSAGES],
        hosts: &["api.anthropic.com"],
        providers: &["anthropic"],
        speaks: &[],
    },
    #[cfg(not(feature = "gemini"))]
    Absent {
        feature: "gemini",
        apis: &[throughline_core::Api::new("gemini_generate")],
        hosts: &[
            "generativelanguage.googleapis.com",
            "aiplatform.googleapis.com",
            "*-aiplatform.googleapis.com",
            "aiplatform.*.rep.googleapis.com",
        ],
        providers: &["gemini", "vertex"],
        speaks: &[throughline_core::Api::CHAT],
    },
    #[cfg(not(feature = "copilot"))]
    Absent {
        feature: "copilot",
        apis: &[],
        hosts: &["githubcopilot.com", "copilot-api.*.ghe.com"],
        providers: &["copilot", "github-copilot"],
        speaks: &[throughline_core::Api::CHAT],
    },
    #[cfg(not(feature = "bedrock"))]
    Absent {
        feature: "bedrock",
        apis: &[throughline_core::Api::new("bedrock_converse")],
        hosts: &[
            "bedrock-runtime.*.amazonaws.com",
            "bedrock-runtime-fips.*.amazonaws.com",
            "bedrock-runtime.*.amazonaws.com.cn",
        ],
        providers: &["bedrock"],
        speaks: &[throughline_core::Api::new("bedrock_converse")],
    },
];

/// The adapters that this build's features name.
pub fn adapters() -> Vec<Registration> {
    ADAPTERS.to_vec()
}

/// A registry to be: the adapters of this build, under feature `discover` those that other crates submitted, and a word on
/// each one that was left out. The user's rows and adapters of your own come on top.
///
/// ```
/// let rows = throughline::user::rows("", "rules.toml")?;
/// let registry = throughline::builder().user(rows).build()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn builder() -> Builder {
    let builder = Registry::builder().with(ADAPTERS).absent(ABSENT);
    #[cfg(feature = "discover")]
    let builder = builder.discovered();
    builder
}

/// The registry of this build.
///
/// # Errors
/// Where two linked crates claim one adapter id.
pub fn registry() -> Result<Registry, RegistryError> {
    builder().build()
}

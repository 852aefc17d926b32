//! Open names: whatever a provider, a file or a stranger's crate may coin. Never enums, so that nobody needs our leave.
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, fmt};

macro_rules! names {
    ($($(#[$about:meta])* $name:ident)*) => {$(
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Cow<'static, str>);

        impl $name {
            /// A name known at compile time.
            pub const fn new(name: &'static str) -> Self {
                Self(Cow::Borrowed(name))
            }
            /// The name as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self.as_str(), f)
            }
        }
        impl From<&'static str> for $name {
            fn from(name: &'static str) -> Self {
                Self::new(name)
            }
        }
        impl From<String> for $name {
            fn from(name: String) -> Self {
                Self(Cow::Owned(name))
            }
        }
        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }
        impl PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool {
                self.as_str() == other
            }
        }
        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }
    )*};
}

names! {
    /// An adapter: `chat`, `anthropic`, …; unique in a process.
    AdapterId
    /// Who is asked: `openrouter`, `deepseek`, `custom`. Compared without case: see [`ProviderId::parse`].
    ProviderId
    /// The wire that a route speaks: `chat_completions`, `anthropic_messages`, …
    Api
    /// A member of a JSON object on some wire: `reasoning_content`, `cache_control`, …
    Key
    /// What a carrier is, by the field or block type that held it: `reasoning_details`, `redacted_thinking`, …
    Kind
    /// Who can read a carrier again: `claude`, `gemini/vertex`, `openrouter:Anthropic/anthropic-claude-v1`, …
    Issuer
}

impl ProviderId {
    /// A provider as a person or a config file spells it: surrounding space and case do not matter.
    pub fn parse(name: &str) -> Self {
        name.trim().to_lowercase().into()
    }
    /// True for `custom` and for the empty name: the host alone decides then.
    pub fn is_custom(&self) -> bool {
        matches!(self.as_str(), "" | "custom")
    }
}

impl Api {
    /// OpenAI-style `/chat/completions`.
    pub const CHAT: Self = Self::new("chat_completions");
    /// Anthropic's `/v1/messages`.
    pub const MESSAGES: Self = Self::new("anthropic_messages");
}

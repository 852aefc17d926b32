//! How hosts of this wire are asked: paths, headers, and what their bodies may hold.
//!
//! Never says who is asked so: that is a door's to say.

/// How a door is asked.
#[derive(Debug)]
pub(crate) struct Form {
    /// The path of a request, `{model}` in place of the model's id.
    pub path: &'static str,
    /// The same where the reply is streamed.
    pub streamed: &'static str,
    /// The header that holds the key, and what stands before the key in it.
    pub auth: (&'static str, &'static str),
    /// The other headers.
    pub headers: &'static [(&'static str, &'static str)],
    /// The body's `anthropic_version`, where the version stands there and the model in the path.
    pub version: Option<&'static str>,
    /// The header that lists betas; none where the body does.
    pub betas: Option<&'static str>,
    /// Members of the body that it refuses, each with the reason.
    pub refuses: &'static [(&'static str, &'static str)],
    /// Kinds of edit in `context_management` that it refuses.
    pub edits: &'static [&'static str],
    /// The header that says who has the word: its name, a person's value, an agent's.
    pub initiator: Option<(&'static str, &'static str, &'static str)>,
    /// The header of a request that shows a picture.
    pub vision: Option<(&'static str, &'static str)>,
}

const KEY: (&str, &str) = ("x-api-key", "");
const TOKEN: (&str, &str) = ("authorization", "Bearer ");
const VERSION: (&str, &str) = ("anthropic-version", "2023-06-01");
const BETAS: Option<&str> = Some("anthropic-beta");
const IN_THE_PATH: &str = "the model stands in the path of this host's requests, and its version in their bodies";

/// As Anthropic's own host is asked.
pub(crate) static DIRECT: Form = Form {
    path: "/v1/messages",
    streamed: "/v1/messages",
    auth: KEY,
    headers: &[VERSION],
    version: None,
    betas: BETAS,
    refuses: &[("anthropic_version", "this host takes it as a header")],
    edits: &[],
    initiator: None,
    vision: None,
};
/// The same with a bearer token.
pub(super) static BEARER: Form = Form { auth: TOKEN, ..form(&DIRECT) };

/// <https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude>
pub(super) static VERTEX: Form = Form {
    path: "/publishers/anthropic/models/{model}:rawPredict",
    streamed: "/publishers/anthropic/models/{model}:streamRawPredict",
    auth: TOKEN,
    headers: &[],
    version: Some("vertex-2023-10-16"),
    refuses: &[("model", IN_THE_PATH)],
    ..form(&DIRECT)
};

/// <https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html>. Which edits it
/// takes: <https://platform.claude.com/docs/en/build-with-claude/context-editing>.
pub(super) static INVOKE: Form = Form {
    path: "/model/{model}/invoke",
    streamed: "/model/{model}/invoke-with-response-stream",
    auth: TOKEN,
    headers: &[],
    version: Some("bedrock-2023-05-31"),
    betas: None,
    refuses: &[("model", IN_THE_PATH), ("stream", "the path of the request says whether its reply is streamed")],
    edits: &["clear_thinking_20251015"],
    ..form(&DIRECT)
};

/// The headers are those of Copilot's other wires: <https://github.com/microsoft/vscode-copilot-chat>.
pub(super) static COPILOT: Form = Form {
    auth: TOKEN,
    headers: &[
        VERSION,
        ("copilot-integration-id", "vscode-chat"),
        ("editor-version", EDITOR),
        ("editor-plugin-version", EDITOR),
        ("openai-intent", "conversation-edits"),
        ("x-github-api-version", "2025-04-01"),
    ],
    initiator: Some(("x-initiator", "user", "agent")),
    vision: Some(("copilot-vision-request", "true")),
    ..form(&DIRECT)
};
const EDITOR: &str = concat!("throughline/", env!("CARGO_PKG_VERSION"));

/// A form to begin another with.
const fn form(of: &Form) -> Form {
    let Form { path, streamed, auth, headers, version, betas, refuses, edits, initiator, vision } = *of;
    Form { path, streamed, auth, headers, version, betas, refuses, edits, initiator, vision }
}

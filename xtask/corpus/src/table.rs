//! What is known of recorders and of the wires that they recorded: data, no decisions.

/// The wires that are replayed; others are skipped by name.
pub(crate) const APIS: &[&str] =
    &["chat_completions", "anthropic_messages", "gemini_generate", "bedrock_converse", "bedrock_invoke"];

/// Wires that recorders tell apart by their door, and what is spoken there.
pub(crate) const SPOKEN: &[(&str, &str)] = &[("bedrock_invoke", "anthropic_messages")];

/// Providers that are servers on somebody's own machine: where the recorder masked the host, it was a local one.
pub(crate) const LOCAL: &[&str] = &[
    "gpustack",
    "jan",
    "koboldcpp",
    "litellm",
    "llamacpp",
    "lmstudio",
    "localai",
    "mistralrs",
    "ollama",
    "oobabooga",
    "sglang",
    "tgi",
    "vllm",
    "xinference",
];

/// The last parts of a request's path, which clients add to their base URL.
pub(crate) const ENDPOINTS: &[&str] = &["/chat/completions", "/v1/messages", "/messages"];

/// The last words of a path that names the model and what is asked of it.
pub(crate) const METHODS: &[&str] = &[":generateContent", ":streamGenerateContent", ":rawPredict", ":streamRawPredict"];

/// The last words of a path whose last name but one is the model.
pub(crate) const DOORS: &[&str] = &["/converse", "/converse-stream", "/invoke", "/invoke-with-response-stream"];

/// The name of events that hold those of another wire as bytes.
pub(crate) const CHUNK: &str = "chunk";

/// What recorders write in the place of an account's or a resource's name.
pub(crate) const MASKS: &[&str] = &["RESOURCE", "ACCOUNT", "PROJECT", "REGION", "HOST", "MASKED", "REDACTED"];

/// Content blocks that are carriers and not part of what is said.
pub(crate) const BLOCKS: &[&str] = &["thinking", "redacted_thinking", "reasoning"];

/// Message members under which a reply brings reasoning or what seals it.
pub(crate) const CARRIERS: &[&str] = &[
    "reasoning_content",
    "reasoning",
    "reasoning_details",
    "reasoning_text",
    "reasoning_opaque",
    "thinking",
    "thinking_blocks",
    "thought_signature",
    "extra_content",
];

/// Members that hold readable reasoning, on a message or in an entry of it.
pub(crate) const READABLE: &[&str] =
    &["reasoning_content", "reasoning", "reasoning_text", "thinking", "text", "summary", "content"];

/// Members that sort an entry and carry nothing.
pub(crate) const LABELS: &[&str] = &["type", "format", "index", "id", "thought"];

/// What clients write where a signature should stand that they do not have.
pub(crate) const STAND_INS: &[&str] = &[
    "skip_thought_signature_validator",
    "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I=",
    "context_engineering_is_the_way_to_go",
    "Y29udGV4dF9lbmdpbmVlcmluZ19pc190aGVfd2F5X3RvX2dv",
];

/// Tags in which clients write reasoning into visible text.
pub(crate) const TAGS: &[(&str, &str)] = &[("<think>", "</think>"), ("<thinking>", "</thinking>")];

/// Punctuation that a recorder spells in plain letters.
pub(crate) const PLAIN: &[(&str, &str)] = &[
    ("\u{2014}", "--"),
    ("\u{2013}", "-"),
    ("\u{2018}", "'"),
    ("\u{2019}", "'"),
    ("\u{201c}", "\""),
    ("\u{201d}", "\""),
    ("\u{2026}", "..."),
];

/// Request members by which a server puts more before the model than the request holds.
pub(crate) const SERVER_STATE: &[&str] =
    &["previous_response_id", "conversation", "container", "web_search_options", "search_parameters", "plugins"];

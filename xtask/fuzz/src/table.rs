//! The routes that inputs choose from, and small samples of each wire: data, no decisions.
use throughline::Api;

const GENERATE: Api = Api::new("gemini_generate");
const CONVERSE: Api = Api::new("bedrock_converse");
const AWS: &str = "https://bedrock-runtime.us-east-1.amazonaws.com";
const STUDIO: &str = "https://generativelanguage.googleapis.com/v1beta";
const CLAUDE: &str = "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/anthropic";
const GOOGLE: &str = "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/google";
const COMPATIBLE: &str = "https://generativelanguage.googleapis.com/v1beta/openai";
const COPILOT: &str = "https://api.githubcopilot.com";

/// Provider, base URL, wire, model. New rows go to the end: an input counts them.
pub(crate) const ROUTES: &[(&str, &str, Api, &str)] = &[
    ("openrouter", "https://openrouter.ai/api/v1", Api::CHAT, "anthropic/claude-sonnet-4.5"),
    ("deepseek", "https://api.deepseek.com", Api::CHAT, "deepseek-v4-pro"),
    ("minimax", "https://api.minimax.io/v1", Api::CHAT, "MiniMax-M2"),
    ("mistral", "https://api.mistral.ai/v1", Api::CHAT, "magistral-medium-latest"),
    ("groq", "https://api.groq.com/openai/v1", Api::CHAT, "openai/gpt-oss-120b"),
    ("ollama", "http://localhost:11434/v1", Api::CHAT, "qwen3"),
    ("zai", "https://api.z.ai/api/paas/v4", Api::CHAT, "glm-5"),
    ("moonshot", "https://api.moonshot.ai/v1", Api::CHAT, "kimi-k2-thinking"),
    ("anthropic", "https://api.anthropic.com", Api::MESSAGES, "claude-opus-4-8"),
    ("minimax", "https://api.minimax.io/anthropic", Api::MESSAGES, "MiniMax-M2"),
    ("vertex", CLAUDE, Api::MESSAGES, "claude-sonnet-4-5@20250929"),
    ("bedrock", AWS, Api::MESSAGES, "us.anthropic.claude-sonnet-4-5-20250929-v1:0"),
    ("gemini", STUDIO, GENERATE, "gemini-3-pro-preview"),
    ("gemini", STUDIO, GENERATE, "gemini-2.5-flash"),
    ("vertex", GOOGLE, GENERATE, "gemini-3-pro-preview"),
    ("gemini", COMPATIBLE, Api::CHAT, "gemini-3-pro-preview"),
    ("copilot", COPILOT, Api::CHAT, "gemini-3-pro-preview"),
    ("copilot", COPILOT, Api::CHAT, "claude-sonnet-4.5"),
    ("copilot", COPILOT, Api::MESSAGES, "claude-sonnet-4.5"),
    ("bedrock", AWS, CONVERSE, "us.anthropic.claude-sonnet-4-5-20250929-v1:0"),
    ("bedrock", AWS, CONVERSE, "us.deepseek.r1-v1:0"),
    ("bedrock", AWS, CONVERSE, "us.amazon.nova-pro-v1:0"),
    ("bedrock", AWS, CONVERSE, "moonshot.kimi-k2-thinking"),
];

/// A wire's whole reply, streamed reply, described frames and request; nothing where it has none.
pub(crate) const SAMPLES: &[(Api, [&str; 4])] = &[
    (
        Api::CHAT,
        [
            r#"{"id":"r1","choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":"So","reasoning_content":"6 by 7","reasoning":"6 by 7","reasoning_details":[{"type":"reasoning.text","text":"6 by 7","signature":"c2ln","format":"anthropic-claude-v1","index":0},{"type":"reasoning.encrypted","data":"c2VhbA==","id":"e1","index":1}],"reasoning_text":"6 by 7","reasoning_opaque":"b3BhcXVl","tool_calls":[{"id":"call_1","type":"function","function":{"name":"look_up","arguments":"{\"n\":42}"},"extra_content":{"google":{"thought_signature":"c2ln"}}}]}}],"usage":{"prompt_tokens":3,"completion_tokens":9,"completion_tokens_details":{"reasoning_tokens":4}}}"#,
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"reasoning_content\":\"6 by\",\"reasoning\":\"6 by\"}}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning_content\":\" 7\",\"reasoning_details\":[{\"type\":\"reasoning.encrypted\",\"data\":\"c2VhbA==\",\"index\":0}],\"reasoning_opaque\":\"b3BhcXVl\"}}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"So\",\"tool_calls\":[{\"index\":0,\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\"look_up\",\"arguments\":\"{\\\"n\\\":\"}}]}}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"42}\"},\"extra_content\":{\"google\":{\"thought_signature\":\"c2ln\"}}}]}}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}],\"usage\":{\"completion_tokens\":9}}\n\ndata: [DONE]\n\n",
            "chunk {\"choices\":[{\"delta\":{\"content\":\"So\"},\"finish_reason\":\"stop\"}]}\n",
            r#"{"model":"m","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":[{"type":"text","text":"Hello"}]},{"role":"assistant","content":null,"reasoning_content":"6 by 7","reasoning_details":[{"type":"reasoning.text","text":"6 by 7","index":0}],"tool_calls":[{"id":"call_1","type":"function","function":{"name":"look_up","arguments":"{}"}}]},{"role":"tool","tool_call_id":"call_1","content":"done"}],"tools":[{"type":"function","function":{"name":"look_up","description":"looks","parameters":{"type":"object"}}}],"temperature":1.0}"#,
        ],
    ),
    (
        Api::MESSAGES,
        [
            r#"{"id":"m1","type":"message","role":"assistant","model":"m","content":[{"type":"thinking","thinking":"6 by 7","signature":"c2ln"},{"type":"redacted_thinking","data":"c2VhbA=="},{"type":"text","text":"So"},{"type":"tool_use","id":"toolu_1","name":"look_up","input":{"n":42}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":3,"output_tokens":9}}"#,
            "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m1\",\"type\":\"message\",\"role\":\"assistant\",\"content\":[],\"stop_reason\":null,\"usage\":{\"input_tokens\":3}}}\n\nevent: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"6 by 7\"}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"c2ln\"}}\n\nevent: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\nevent: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"look_up\",\"input\":{}}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"n\\\":42}\"}}\n\nevent: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":1}\n\nevent: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":9}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
            "chunk {\"type\":\"message_start\",\"message\":{\"id\":\"m1\",\"role\":\"assistant\",\"content\":[]}}\nchunk {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\"}}\nchunk {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"6 by 7\"}}\nchunk {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"c2ln\"}}\nchunk {\"type\":\"content_block_stop\",\"index\":0}\nchunk {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}\nchunk {\"type\":\"message_stop\"}\n",
            r#"{"model":"m","max_tokens":2000,"system":"Be brief.","messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":[{"type":"thinking","thinking":"6 by 7","signature":"c2ln"},{"type":"tool_use","id":"toolu_1","name":"look_up","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"done"}]}]}],"tools":[{"name":"look_up","input_schema":{"type":"object"}}],"thinking":{"type":"enabled","budget_tokens":1024}}"#,
        ],
    ),
    (
        GENERATE,
        [
            r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"6 by 7","thought":true},{"text":"So","thoughtSignature":"c2ln"},{"functionCall":{"name":"look_up","args":{"n":42}},"thoughtSignature":"c2ln"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":5,"thoughtsTokenCount":4}}"#,
            "data: {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"6 by 7\",\"thought\":true}]}}]}\n\ndata: {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"So\"}]}}]}\n\ndata: {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"\",\"thoughtSignature\":\"c2ln\"}]},\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"thoughtsTokenCount\":4}}\n\n",
            "chunk {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"So\"}]},\"finishReason\":\"STOP\"}]}\n",
            r#"{"systemInstruction":{"parts":[{"text":"Be brief."}]},"contents":[{"role":"user","parts":[{"text":"Hello"}]},{"role":"model","parts":[{"text":"6 by 7","thought":true},{"functionCall":{"name":"look_up","args":{}},"thoughtSignature":"c2ln"}]},{"role":"user","parts":[{"functionResponse":{"name":"look_up","response":{"result":"done"}}}]}],"tools":[{"functionDeclarations":[{"name":"look_up","parameters":{"type":"object"}}]}],"generationConfig":{"thinkingConfig":{"thinkingBudget":-1}}}"#,
        ],
    ),
    (
        CONVERSE,
        [
            r#"{"output":{"message":{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"6 by 7","signature":"c2ln"}}},{"reasoningContent":{"redactedContent":"c2VhbA=="}},{"text":"So"},{"toolUse":{"toolUseId":"tooluse_1","name":"look_up","input":{"n":42}}}]}},"stopReason":"tool_use","usage":{"inputTokens":3,"outputTokens":9,"totalTokens":12}}"#,
            "",
            "messageStart {\"role\":\"assistant\"}\ncontentBlockDelta {\"contentBlockIndex\":0,\"delta\":{\"reasoningContent\":{\"text\":\"6 by 7\"}}}\ncontentBlockDelta {\"contentBlockIndex\":0,\"delta\":{\"reasoningContent\":{\"signature\":\"c2ln\"}}}\ncontentBlockStop {\"contentBlockIndex\":0}\ncontentBlockStart {\"contentBlockIndex\":1,\"start\":{\"toolUse\":{\"toolUseId\":\"tooluse_1\",\"name\":\"look_up\"}}}\ncontentBlockDelta {\"contentBlockIndex\":1,\"delta\":{\"toolUse\":{\"input\":\"{\\\"n\\\":42}\"}}}\ncontentBlockStop {\"contentBlockIndex\":1}\nmessageStop {\"stopReason\":\"tool_use\"}\nmetadata {\"usage\":{\"inputTokens\":3,\"outputTokens\":9}}\n",
            r#"{"system":[{"text":"Be brief."}],"messages":[{"role":"user","content":[{"text":"Hello"}]},{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"6 by 7","signature":"c2ln"}}},{"toolUse":{"toolUseId":"tooluse_1","name":"look_up","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"tooluse_1","content":[{"text":"done"}]}}]}],"toolConfig":{"tools":[{"toolSpec":{"name":"look_up","inputSchema":{"json":{"type":"object"}}}}]},"inferenceConfig":{"maxTokens":2000}}"#,
        ],
    ),
];

/// Tables that users write.
pub(crate) const TABLES: &[&str] = &[
    "[[rule]]\nname = \"our gateway\"\nhosts = [\"llm.example.com\"]\nreads = [\"reasoning_content\", \"reasoning\"]\n",
    "[[rule]]\nname = \"qwen behind it\"\nproviders = [\"ollama\"]\nmodels = [\"qwen3-*\", { family = \"qwen\", since = \"3.6\" }]\nreads = [{ field = \"reasoning_content\", echo = true, accepts = [\"claude\", { issuer = \"openrouter:*\", model = \"same\" }] }]\nrequired = { field = \"reasoning_content\", scope = \"tool_calls\", placeholder = \" \" }\nflags = [{ member = \"preserve_thinking\", value = true }]\nkeeps = \"loop\"\nids = \"nine\"\nwhy = \"it forgets\"\nevidence = \"https://llm.example.com\"\nsince = \"2026-11\"\n",
    "[[rule]]\nname = \"all\"\nany = true\nstrict = true\nreads = []\n\n[[rule]]\nname = \"sealed\"\nlocal = true\napis = [\"anthropic_messages\"]\npath = \"/v1\"\nreads = [{ field = \"reasoning_details\", form = \"entries\" }, { field = \"thinking\", form = \"blocks\" }]\nextras = [\"name\"]\nbound = \"withhold\"\n",
];

/// Lines of the store, beside those of the recordings.
pub(crate) const LINES: &[&str] = &[
    r#"{"throughline":1,"role":"user","parts":[{"text":{"text":"Hello"}}]}"#,
    r#"{"throughline":1,"role":"assistant","carriers":[{"kind":"reasoning","issuer":"i","payload":"1","text":""}],"hermes.native_assistant":[[0,{"kind":"reasoning_opaque","issuer":"i","payload":"0","text":""}]]}"#,
    r#"{"throughline":1,"request":{"api":"chat_completions","members":[["model","m"],["temperature",1.0]]}}"#,
];

/// What a mutator puts where something else stood.
pub(crate) const WORDS: &[&str] = &[
    "null",
    "true",
    "0",
    "-1.5e3",
    "1e999",
    "18446744073709551616",
    "\"\"",
    "\" \"",
    "\"\\ud83d\"",
    "\"\\u0000\"",
    "[]",
    "{}",
    "[[]]",
    "[{}]",
    "[null]",
    "{\"a\":1,\"a\":2}",
    "\"stop\"",
    "\"length\"",
    "\"end_turn\"",
    "\"assistant\"",
    "\"user\"",
    "\"tool\"",
    "\"thinking\"",
    "\"redacted_thinking\"",
    "\"signature\"",
    "\"text\"",
    "\"c2ln\"",
    "\"error\"",
    "{\"error\":{\"message\":\"no\"}}",
    "{\"type\":\"text\",\"text\":\"x\"}",
    "\r\n",
    "\n\n",
    "\r",
    "data: ",
    "event: ",
    "[DONE]",
    "\u{feff}",
    "\"",
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "index",
    "\u{1f600}",
];

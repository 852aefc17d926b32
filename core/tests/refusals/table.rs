//! What providers answered, word for word where a public report quotes them, and what each answer means.
//!
//! Never holds a row without its source: `synthetic` says that there is none, `envelope rebuilt` that only the sentence is quoted.
use super::means::Means::{self, *};

/// One refusal.
pub(crate) struct Row {
    pub(crate) n: u32,
    pub(crate) who: &'static str,
    pub(crate) status: u16,
    /// The fields that the request carried.
    pub(crate) sent: &'static [&'static str],
    pub(crate) means: Means,
    pub(crate) body: &'static str,
}

const fn row(
    n: u32,
    who: &'static str,
    status: u16,
    sent: &'static [&'static str],
    means: Means,
    body: &'static str,
) -> Row {
    Row { n, who, status, sent, means, body }
}

/// What a client that echoes everything sends.
pub(crate) const ALL: &[&str] = &["reasoning_content", "reasoning", "reasoning_details", "thinking"];
/// Whatever a request can carry: the more was sent, the more can be named wrongly.
pub(crate) const EVERYTHING: &[&str] = &[
    "reasoning_content",
    "reasoning",
    "reasoning_details",
    "thinking",
    "redacted_thinking",
    "signature",
    "reasoningText",
    "redactedContent",
    "thought",
    "thought_signature",
    "encrypted_content",
    "reasoning_opaque",
    "reasoning_text",
    "extra_content",
];
/// Signed blocks.
const BLOCKS: &[&str] = &["thinking", "redacted_thinking"];
/// Converse.
const CONVERSE: &[&str] = &["reasoningText", "signature", "redactedContent"];
const CONVERSE_SORTED: &[&str] = &["reasoningText", "redactedContent", "signature"];
/// Responses.
const ITEMS: &[&str] = &["encrypted_content", "reasoning"];
/// Gemini.
const SIGNED: &[&str] = &["thought_signature", "thought"];
/// Copilot.
const OPAQUE: &[&str] = &["reasoning_opaque", "reasoning_text"];

const RC: Means = Unknown(&["reasoning_content"]);
const R: Means = Unknown(&["reasoning"]);
const RD: Means = Unknown(&["reasoning_details"]);

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = &[
    // NousResearch/hermes-agent#11089, tashfeenahmed/freellmapi#1070
    row(1, "Groq", 400, ALL, RC, r#"{"error":{"message":"'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]","type":"invalid_request_error"}}"#),
    row(2, "Groq", 400, ALL, RD, r#"{"error":{"message":"'messages.4' : for 'role:assistant' the following must be satisfied[('messages.4' : property 'reasoning_details' is unsupported)]","type":"invalid_request_error"}}"#),
    row(3, "Groq", 400, &["anthropic_content_blocks", "reasoning"], Unknown(&["anthropic_content_blocks"]), r#"HTTP 400: 'messages.4' : property 'anthropic_content_blocks' is unsupported"#),
    row(3, "Groq, field not sent", 400, ALL, NotOurs, r#"HTTP 400: 'messages.4' : property 'anthropic_content_blocks' is unsupported"#),
    // vercel/ai#8057, envelope rebuilt
    row(4, "Groq, model without reasoning", 400, ALL, R, r#"{"error":{"message":"messages[2].reasoning: reasoning is not supported with this model","type":"invalid_request_error"}}"#),
    // cherry-studio#16790, anomalyco/opencode#33413
    row(5, "Cerebras", 400, ALL, RC, r#"{"message":"messages.2.assistant.reasoning_content: property 'messages.2.assistant.reasoning_content' is unsupported","type":"invalid_request_error","param":"validation_error","code":"wrong_api_format"}"#),
    // synthetic
    row(6, "Cerebras", 400, ALL, RD, r#"{"message":"messages.2.assistant.reasoning_details: property 'messages.2.assistant.reasoning_details' is unsupported","type":"invalid_request_error","param":"validation_error","code":"wrong_api_format"}"#),
    // charmbracelet/crush#1590; envelope of eca#231
    row(7, "Mistral", 422, ALL, RC, r#"{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","messages",31,"assistant","reasoning_content"],"msg":"Extra inputs are not permitted","input":"\n"}]},"type":"invalid_request_error","param":null,"code":null}"#),
    // picoclaw#1502
    row(8, "Mistral", 422, ALL, RC, r#"{"detail":[{"type":"extra_forbidden","loc":["body","messages",2,"assistant","reasoning_content"],"msg":"Extra inputs are not permitted","input":"The user wants the weather. reasoning_details: Extra inputs are not permitted"}]}"#),
    // php-mistral#76
    row(9, "Mistral", 422, ALL, NotOurs, r#"{"object":"Error","detail":[{"type":"extra_forbidden","loc":["body","tools"],"msg":"Extra inputs are not permitted","input":[]}],"message":[{"type":"extra_forbidden","loc":["body","tools"],"msg":"Extra inputs are not permitted","input":[]}],"type":"invalid_request_error","code":3001}"#),
    // mistralai/platform-docs-public#7
    row(10, "Mistral, proxy of 2024", 422, ALL, NotOurs, r#"{"object":"error","message":"{\"detail\":[{\"type\":\"extra_forbidden\",\"loc\":[\"body\",\"frequency_penalty\"],\"msg\":\"Extra inputs are not permitted\",\"input\":0.0,\"url\":\"https://errors.pydantic.dev/2.5/v/extra_forbidden\"}]}","type":"internal_error_proxy","param":null,"code":"1000"}"#),
    row(10, "the same of a field of ours", 422, ALL, RC, r#"{"object":"error","message":"{\"detail\":[{\"type\":\"extra_forbidden\",\"loc\":[\"body\",\"messages\",1,\"assistant\",\"reasoning_content\"],\"msg\":\"Extra inputs are not permitted\",\"input\":\"a\"}]}","type":"internal_error_proxy","param":null,"code":"1000"}"#),
    // NousResearch/hermes-agent#119249, envelope rebuilt
    row(11, "Mistral", 400, ALL, NotOurs, r#"{"object":"error","message":"reasoning_effort is not enabled for this model","type":"invalid_request_error","param":null,"code":null}"#),
    // QwenLM/qwen-code#11662, midscene#1322; envelope rebuilt
    row(12, "Fireworks", 400, ALL, R, r#"{"error":{"object":"error","type":"invalid_request_error","code":"invalid_request_error","message":"Extra inputs are not permitted, field: 'messages[2].reasoning', value: 'The tool answered: property 'reasoning_content' is unsupported. So'"}}"#),
    // synthetic
    row(13, "Fireworks", 400, ALL, RD, r#"Extra inputs are not permitted, field: 'messages[4].reasoning_details'"#),
    // NousResearch/hermes-agent#109774
    row(14, "Fireworks, a parameter", 400, ALL, NotOurs, r#"Extra inputs are not permitted, field: 'reasoning'"#),
    // BerriAI/litellm#30882, cut there
    row(15, "LiteLLM to Mistral", 400, ALL, NotOurs, r#"{"error":{"message":"litellm.BadRequestError: MistralException - {\"object\":\"error\",\"message\":{\"detail\":[{\"type\":\"extra_forbidden\",\"loc\":[\"body\",\"metadata\"],\"msg\":\"Extra inputs are not permitted\",\"inp"}}"#),
    row(15, "the same, whole, of a field of ours", 400, ALL, RC, r#"{"error":{"message":"litellm.BadRequestError: MistralException - {\"object\":\"error\",\"message\":{\"detail\":[{\"type\":\"extra_forbidden\",\"loc\":[\"body\",\"messages\",1,\"assistant\",\"reasoning_content\"],\"msg\":\"Extra inputs are not permitted\",\"input\":\"a\"}]}}. Received Model Group=mistral"}}"#),
    // synthetic: the vendor says that it refuses, not how
    row(16, "Tencent Hunyuan", 400, ALL, RC, r#"{"error":{"message":"messages request contains reasoning_content","type":"invalid_request_error"}}"#),
    row(17, "strict Go host", 400, ALL, RC, r#"{"error":{"message":"invalid request body: json: unknown field \"reasoning_content\"","type":"invalid_request_error"}}"#),
    // synthetic; the opening is that of decolua/9router#773
    row(18, "serde host", 422, ALL, RD, r#"Failed to deserialize the JSON body into the target type: messages[2]: unknown field `reasoning_details`, expected one of `role`, `content`, `reasoning_content`, `tool_calls` at line 1 column 812"#),
    row(19, "OpenAI chat", 400, ALL, R, r#"{"error":{"message":"Unknown parameter: 'messages[2].reasoning'.","type":"invalid_request_error","param":"messages[2].reasoning","code":"unknown_parameter"}}"#),
    row(20, "OpenAI chat", 400, ALL, R, r#"{"error":{"message":"Additional properties are not allowed ('reasoning' was unexpected) - 'messages.2'","type":"invalid_request_error","param":null,"code":null}}"#),
    // Operit#1048
    row(21, "OpenAI chat, a parameter", 400, ALL, NotOurs, r#"{"error":{"message":"Unrecognized request argument supplied: reasoning_effort","type":"invalid_request_error","param":null,"code":null}}"#),
    // open-responses-server#41
    row(22, "OpenAI chat, a parameter", 400, ALL, NotOurs, r#"{"error":{"message":"Unknown parameter: 'reasoning'.","type":"invalid_request_error","param":"reasoning","code":"unknown_parameter"}}"#),
    row(23, "FastAPI relay", 422, ALL, R, r#"body.reasoning_effort: Extra inputs are not permitted; body.messages.2.reasoning: Extra inputs are not permitted"#),
    // MaxKB#2912
    row(24, "vLLM", 400, ALL, RC, r#"{"object":"error","message":"[{'type': 'extra_forbidden', 'loc': ('body', 'messages', 1, 'assistant', 'reasoning_content'), 'msg': 'Extra inputs are not permitted', 'input': 'it\\'s reasoning_details, not permitted'}]","type":"BadRequestError","param":null,"code":400}"#),
    // vllm-project/vllm#12864
    row(25, "vLLM, Mistral's tokenizer", 400, ALL, NotOurs, "1 validation error for ChatCompletionRequest\nmessages.0.user.name\n Extra inputs are not permitted [type=extra_forbidden, input_value='bob', input_type=str]"),
    row(25, "the same of fields of ours", 400, ALL, Unknown(&["reasoning", "reasoning_content"]), "2 validation errors for ChatCompletionRequest\nmessages.1.assistant.reasoning_content\n  Extra inputs are not permitted [type=extra_forbidden, input_value='reasoning_details is not allowed', input_type=str]\nmessages.1.assistant.reasoning\n  Extra inputs are not permitted [type=extra_forbidden, input_value='bob', input_type=str]"),
    // synthetic; BerriAI/litellm has the phrase
    row(26, "Azure AI inference", 422, ALL, RC, r#"{"error":{"code":"Invalid input","status":422,"message":"invalid input error","details":[{"type":"extra_forbidden","loc":["body","messages",1,"assistant","reasoning_content"],"msg":"Extra inputs are not permitted","input":"a thought"}]}}"#),
    // anthropics/claude-code#4378
    row(27, "Anthropic", 400, BLOCKS, NotOurs, r#"{"type":"error","error":{"type":"invalid_request_error","message":"messages.65.content.1.tool_use.text: Extra inputs are not permitted"}}"#),
    // claude-relay-service#660
    row(28, "Anthropic", 400, BLOCKS, NotOurs, r#"{"type":"error","error":{"type":"invalid_request_error","message":"context_management: Extra inputs are not permitted"},"request_id":"req_011C"}"#),
    // claude-code-hub#518
    row(29, "Anthropic", 400, BLOCKS, Bad(&[(1, 0)]), r#"{"type":"error","error":{"type":"invalid_request_error","message":"messages.1.content.0: Invalid `signature` in `thinking` block"},"request_id":"req_011C"}"#),
    // https://platform.claude.com/docs/en/build-with-claude/preserved-thinking
    row(30, "Anthropic", 400, BLOCKS, Bound(Some((1, 0))), r#"messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block"."#),
    // anthropics/claude-code#63284
    row(31, "Anthropic", 400, BLOCKS, FrozenTurn(Some((3, 8))), r#"messages.3.content.8: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response."#),
    // Antigravity#139
    row(32, "Anthropic on Vertex", 400, BLOCKS, ThinkingFirst(Some((129, 0))), r#"{"type":"error","error":{"type":"invalid_request_error","message":"messages.129.content.0.type: Expected `thinking` or `redacted_thinking`, but found `text`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable `thinking`. Please consult our documentation"},"request_id":"req_vrtx_011C"}"#),
    // BerriAI/litellm
    row(33, "Anthropic", 400, BLOCKS, Bad(&[(2, 0)]), r#"messages.2.content.0.thinking.signature.str: Input should be a valid string"#),
    row(34, "Anthropic", 400, BLOCKS, Bad(&[(4, 1)]), r#"messages.4.content.1.thinking: each thinking block must contain thinking"#),
    // can1357/oh-my-pi#10486
    row(35, "Bedrock InvokeModel", 400, BLOCKS, Bad(&[(369, 0)]), r#"{"type":"error","error":{"type":"ValidationException","message":"The model returned the following errors: messages.369.content.0.thinking.signature: Field required"}}"#),
    // llama_index#20851
    row(36, "Bedrock Converse", 400, CONVERSE, Bad(&[(1, 0)]), r#"An error occurred (ValidationException) when calling the ConverseStream operation: The model returned the following errors: messages.1.content.0.thinking.signature: Field required"#),
    // earendil-works/pi#727
    row(37, "Bedrock Converse", 400, CONVERSE, Unknown(&["signature"]), r#"{"message":"This model doesn't support the reasoningContent.reasoningText.signature field. Remove reasoningContent.reasoningText.signature and try again."}"#),
    // langchain-ai/langchain-aws#401
    row(38, "Bedrock Converse", 400, CONVERSE, Unknown(CONVERSE_SORTED), r#"{"message":"User messages cannot contain reasoning content. Please remove the reasoning content and try again."}"#),
    // pydantic/pydantic-ai
    row(39, "Bedrock Converse", 400, CONVERSE, NotOurs, r#"{"message":"This model doesn't support the status field. Remove status and try again."}"#),
    row(40, "Bedrock Converse", 400, CONVERSE, NotOurs, r##"#/toolConfig/tools/18: extraneous key [cachePoint] is not permitted"##),
    row(41, "Bedrock Converse", 400, CONVERSE, NotOurs, r#"The text field in the ContentBlock object is blank."#),
    row(42, "Bedrock, Kimi", 500, CONVERSE, NotOurs, r#"{"__type":"InternalServerException","message":"The system encountered an unexpected error during processing. Try your request again."}"#),
    // linanwx/nagobot#21
    row(43, "OpenRouter to Bedrock", 400, ALL, Bad(&[(7, 2)]), r#"{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"message\":\"messages.7.content.2: Invalid signature in thinking block\"}","provider_name":"Amazon Bedrock","is_byok":false}}}"#),
    // can1357/oh-my-pi#3399
    row(44, "OpenRouter to Azure, then Google", 400, ALL, Bad(&[(1, 0), (3, 0)]), r#"{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"messages.1.content.0: Invalid `signature` in `thinking` block\"},\"request_id\":\"req_1\"}","provider_name":"Azure","is_byok":false,"previous_errors":[{"code":400,"message":"Provider returned error","provider_name":"Google","raw":"{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"messages.3.content.0: Invalid `signature` in `thinking` block\"}}"}]}}}"#),
    row(44, "the same, known from the earlier upstream alone", 400, ALL, Bad(&[(3, 0)]), r#"{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"upstream connect error","provider_name":"Azure","previous_errors":[{"code":400,"message":"Provider returned error","provider_name":"Google","raw":"{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"messages.3.content.0: Invalid `signature` in `thinking` block\"}}"}]}}}"#),
    // LibreChat/agents#37
    row(45, "OpenRouter to Gemini", 400, ALL, Missing("reasoning_details"), r#"{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"Gemini models require OpenRouter reasoning details to be preserved in each request. Please refer to our docs: https://openrouter.ai/docs/use-cases/reasoning-tokens#preserving-reasoning-blocks. Upstream error: {\n  \"error\": {\n    \"code\": 400,\n    \"message\": \"Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly","provider_name":"Google AI Studio"}}}"#),
    // OpenRouterTeam/ai-sdk-provider#418
    row(46, "OpenRouter to Gemini", 400, ALL, Bad(&[]), r#"{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\n  \"error\": {\n    \"code\": 400,\n    \"message\": \"Corrupted thought signature.\",\n    \"status\": \"INVALID_ARGUMENT\"\n  }\n}\n","provider_name":"Google AI Studio","is_byok":false}},"user_id":"user_2"}"#),
    // danny-avila/LibreChat#6076
    row(47, "OpenRouter", 400, ALL, NotOurs, r#"[{"code":"custom","message":"Only one of \"reasoning\" and \"reasoning_effort\" may be provided","path":[]}]"#),
    row(48, "OpenRouter, Nous", 400, ALL, NotOurs, r#"Reasoning is mandatory for this endpoint and cannot be disabled."#),
    // Antigravity#139
    row(49, "Gemini", 400, SIGNED, Missing("thought_signature"), r#"{"error":{"code":400,"message":"Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:Task` , position 2. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.","status":"INVALID_ARGUMENT"}}"#),
    // https://qiita.com, kai_kou
    row(50, "Gemini, older", 400, SIGNED, Missing("thought_signature"), r#"Function call `tool_name` in the `1.` content block is missing a `thought_signature`."#),
    // openclaw/openclaw#23771
    row(51, "AI Studio", 400, SIGNED, Bad(&[]), r#"{"error":{"code":400,"message":"Corrupted thought signature.","status":"INVALID_ARGUMENT"}}"#),
    // BerriAI/litellm
    row(52, "Vertex", 400, SIGNED, Bad(&[]), r#"{"error":{"code":400,"message":"Invalid thought signature.","status":"INVALID_ARGUMENT"}}"#),
    // decolua/9router#301
    row(53, "Vertex, Code Assist", 400, SIGNED, Bad(&[]), r#"Unable to submit request because Thought signature is not valid.. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini"#),
    // SuzumiyaAkizuki#3
    row(54, "Gemini, compatible, a parameter", 400, ALL, NotOurs, r#"[{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"reasoning\": Cannot find field.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"description":"Invalid JSON payload received. Unknown name \"reasoning\": Cannot find field."}]}]}}]"#),
    row(54, "the same of a message", 400, ALL, R, r#"[{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"reasoning\" at 'messages[1]': Cannot find field.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"messages[1]","description":"Invalid JSON payload received. Unknown name \"reasoning\" at 'messages[1]': Cannot find field."}]}]}}]"#),
    // chatAir#108, envelope rebuilt
    row(55, "Gemini", 400, SIGNED, Unknown(&["thought"]), r#"{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"thought\" at 'contents[0].parts[0]': Cannot find field.","status":"INVALID_ARGUMENT"}}"#),
    // synthetic
    row(56, "Gemini", 400, ALL, RC, r#"Invalid JSON payload received. Unknown name "reasoning_content" at 'messages[1]': Cannot find field."#),
    // NousResearch/hermes-agent#17426
    row(57, "Gemini, Gemma", 400, SIGNED, NotOurs, r#"Invalid JSON payload received. Unknown name "thinking_config": Cannot find field."#),
    // 0xPlaygrounds/rig#1266
    row(58, "DeepSeek V3.2", 400, &["reasoning_content"], Missing("reasoning_content"), r#"{"error":{"message":"Missing `reasoning_content` field in the assistant message at message index 2. For more information, please refer to https://api-docs.deepseek.com/guides/thinking_mode#tool-calls","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}"#),
    // decolua/9router#773
    row(59, "DeepSeek V4", 400, ALL, Missing("reasoning_content"), r#"{"error":{"message":"The `reasoning_content` in the thinking mode must be passed back to the API.","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}"#),
    // decolua/9router#2397
    row(60, "DeepSeek's Messages", 400, BLOCKS, Missing("thinking"), r#"{"error":{"message":"The `content[].thinking` in the thinking mode must be passed back to the API.","type":"invalid_request_error"}}"#),
    // decolua/9router#773
    row(61, "DeepSeek", 400, ALL, NotOurs, r#"Failed to deserialize the JSON body into the target type: messages[1].role: unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`, `latest_reminder` at line 1 column 51036"#),
    // open-webui/open-webui#9266
    row(62, "deepseek-reasoner", 400, ALL, NotOurs, r#"deepseek-reasoner does not support successive user or assistant messages (messages[10] and messages[11] in your input). You should interleave the user/assistant messages in the message sequence."#),
    // continuedev/continue#11600, envelope rebuilt
    row(63, "Kimi", 400, &[], Missing("reasoning_content"), r#"{"error":{"message":"thinking is enabled but reasoning_content is missing in assistant tool call message at index 2","type":"invalid_request_error"}}"#),
    // kimi-agent-sdk#169
    row(64, "Kimi through a relay", 400, ALL, Missing("reasoning_content"), r#"{'error': {'type': '<nil>', 'message': 'thinking is enabled but reasoning_content is missing in assistant tool call message at index 13 (request id: 20260101)'}, 'type': 'error'}"#),
    // decolua/9router#1210
    row(65, "MiMo", 400, ALL, Missing("reasoning_content"), r#"{"error":{"code":"400","message":"Param Incorrect","param":"The reasoning_content in the thinking mode must be passed back to the API.","type":""}}"#),
    // XiaomiMiMo/MiMo-V2-Flash#8
    row(66, "MiMo", 400, ALL, NotOurs, r#""Param Incorrect" - `text` is not present"#),
    // continuedev/continue#8933
    row(67, "OpenAI Responses", 400, ITEMS, Pair, r#"{"error":{"message":"Item 'rs_0c38' of type 'reasoning' was provided without its required following item.","type":"invalid_request_error","param":"input","code":null}}"#),
    // NousResearch/hermes-agent#97427
    row(68, "OpenAI Responses", 400, ITEMS, Pair, r#"{"error":{"code":null,"message":"Item 'msg_0afa' of type 'message' was provided without its required 'reasoning' item: 'rs_0afa'.","param":"input","type":"invalid_request_error"}}"#),
    // maximhq/bifrost#5410
    row(69, "OpenAI Responses", 400, ITEMS, Pair, r#"{"error":{"message":"Item with id 'rs_03ed' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.","type":"invalid_request_error"}}"#),
    row(69, "OpenAI Responses, elsewhere", 404, ITEMS, Pair, r#"{"error":{"message":"Item with id 'rs_03ed' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.","type":"invalid_request_error"}}"#),
    // continuedev/continue#10643
    row(70, "OpenAI Responses", 400, ITEMS, Issuer, r#"{"error":{"message":"The encrypted content for item rs_037e could not be verified.","type":"invalid_request_error","param":"","code":"invalid_encrypted_content"}}"#),
    // can1357/oh-my-pi#290, openclaw/openclaw#71333
    row(71, "Copilot Responses", 400, ITEMS, Issuer, r#"{"error":{"message":"The encrypted content for item rs_XXXXX could not be verified. Reason: Encrypted content item_id did not match the target item id.","code":"invalid_request_error"}}"#),
    // copilot-api#363; a websocket message has no status
    row(72, "OpenAI, Copilot on a websocket", 200, ITEMS, Issuer, r#"{"code":"bad_request","message":"The encrypted content gAAA...Qw== could not be verified. Reason: Encrypted content could not be decrypted or parsed."}"#),
    // openai/openai-agents-python#2063
    row(73, "Azure OpenAI", 400, ITEMS, Issuer, r#"{"error":{"message":"The encrypted content gAAA...wXBV could not be verified.","type":"invalid_request_error","param":null,"code":null}}"#),
    // envelope rebuilt
    row(74, "Azure Foundry", 400, ITEMS, Issuer, r#"{"error":{"code":"invalid_value","message":"Conflicting authenticated continuation identities.","type":"invalid_request_error","param":"input"}}"#),
    row(75, "OpenCode Zen", 400, ITEMS, Issuer, r#"{"type":"invalid_request_error","message":"reasoning `encrypted_content` was not issued to this caller"}"#),
    // says nothing of reasoning, though a rejected item may be behind it
    row(76, "Codex", 400, ITEMS, NotOurs, r#"{"detail":"Unsupported content type"}"#),
    // the same
    row(77, "Codex", 400, ITEMS, NotOurs, r#"{"error":{"code":"invalid_prompt","message":"Request blocked."}}"#),
    // Wei-Shaw/sub2api#4535
    row(78, "xAI Responses", 400, ITEMS, Issuer, r#"{"code":"invalid-argument","error":"Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response."}"#),
    // chenyme/grok2api#688
    row(79, "xAI Responses", 400, ITEMS, Issuer, r#"Could not decode the compaction blob. Ensure it is unmodified from the compact response."#),
    // agent-maestro#95; names nothing
    row(80, "Copilot chat, Gemini 3", 400, OPAQUE, NotOurs, r#"{"error":{"message":"invalid request body","code":"invalid_request_body"}}"#),
    row(81, "Copilot Responses", 401, ITEMS, Pair, r#"input item ID does not belong to this connection"#),
    // caozhiyuan/copilot-api#145
    row(82, "Copilot Messages", 400, BLOCKS, NotOurs, r#"{"message":"system.1.cache_control.ephemeral.scope: Extra inputs are not permitted"}"#),
    // BerriAI/litellm
    row(83, "Claude on Vertex", 400, BLOCKS, NotOurs, r#"output_config.effort: Extra inputs are not permitted"#),
    // ggml-org/llama.cpp#17040
    row(84, "llama.cpp", 500, ALL, NotOurs, r#"{"error":{"code":500,"message":"Cannot pass both content and thinking in an assistant message with tool calls! Put the analysis message in one or the other, but not both. at row 290, column 178:"}}"#),
    // tidyverse/ellmer#1153, envelope rebuilt
    row(85, "llama.cpp Responses", 400, ITEMS, NotOurs, r#"{"error":{"code":400,"message":"Cannot determine type of 'item'","type":"invalid_request_error"}}"#),
    // ggml-org/llama.cpp#16934
    row(86, "llama.cpp", 400, ALL, NotOurs, r#"Expected 'content', 'reasoning_content' or 'tool_calls' (ref: https://github.com/ggml-org/llama.cpp/issues/8367 & https://github.com/ggml-org/llama.cpp/issues/12279)"#),
    row(86, "llama.cpp", 500, ALL, NotOurs, r#"Expected 'content', 'reasoning_content' or 'tool_calls' (ref: https://github.com/ggml-org/llama.cpp/issues/8367 & https://github.com/ggml-org/llama.cpp/issues/12279)"#),
    // envelope rebuilt
    row(87, "Ollama", 400, ALL, NotOurs, r#"{"error":{"message":"\"llama3.2\" does not support thinking","type":"invalid_request_error"}}"#),
    // ollama/ollama
    row(88, "Ollama", 400, ALL, NotOurs, r#"invalid reasoning value: "foo" (must be "minimal", "low", "medium", "high", "xhigh", "ultra", "max", or "none")"#),
    // hermes-browser-extension#79
    row(89, "Tencent Hy3 through a relay", 400, ALL, NotOurs, r#"reasoning_effort must be one of: no_think, low, high"#),
    // elastic/elasticsearch#143242
    row(90, "Elasticsearch", 400, ALL, NotOurs, r#"{"error":{"code":"bad_request","message":"[12:17] [UnifiedCompletionRequest] failed to parse field [messages]","type":"x_content_parse_exception"}}"#),
    // the idea is that of vellum-ai/vellum-assistant#42635
    row(91, "a gateway's quota", 429, ALL, NotOurs, r#"{"error":{"message":"Too many input tokens: messages[1].reasoning_content is unsupported at this rate, property 'reasoning_details' is unsupported"}}"#),
    row(91, "a gateway's limit", 413, ALL, NotOurs, r#"{"error":{"message":"Request too large: property 'reasoning_details' is unsupported"}}"#),
    // NousResearch/hermes-agent#114460
    row(92, "a relay", 400, ALL, NotOurs, r#"reasoning_effort 'none' unsupported; use minimal|low|medium|high|xhigh"#),
    // Alishahryar1/free-claude-code#1136
    row(93, "Cerebras, two messages", 400, ALL, RC, r#"{"message":"messages.2.assistant.reasoning_content: property 'messages.2.assistant.reasoning_content' is unsupported\nmessages.4.assistant.reasoning_content: \n  property 'messages.4.assistant.reasoning_content' is unsupported","type":"invalid_request_error","param":"validation_error","code":"wrong_api_format"}"#),
    // musistudio/claude-code-router#1783, envelope rebuilt
    row(94, "OpenAI Responses", 400, ITEMS, NotOurs, r#"{"error":{"message":"Invalid 'input[39].content': array too long. Expected an array with maximum length 0, but got an array with length 1 instead.","type":"invalid_request_error","param":"input[39].content","code":"array_above_max_length"}}"#),
    // openai/openai-python#2364, envelope rebuilt
    row(95, "OpenAI Responses", 400, ITEMS, Unknown(&["encrypted_content"]), r#"{"error":{"message":"Reasoning input items can only be provided to a reasoning or computer use model. Remove reasoning items from your input and try again.","type":"invalid_request_error","param":"input","code":null}}"#),
    row(96, "OpenAI Responses", 400, ITEMS, NotOurs, r#"{"error":{"message":"Unsupported parameter: 'reasoning.context' is not supported with this model."}}"#),
    // vercel/ai
    row(97, "OpenAI chat", 400, ALL, NotOurs, r#"{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}"#),
    // vercel/ai
    row(98, "OpenAI Responses", 400, ITEMS, NotOurs, r#"{"error":{"message":"Unsupported parameter: 'temperature' is not supported with this model.","type":"invalid_request_error","param":"temperature","code":null}}"#),
    // joplin#16451, decolua/9router#4031
    row(99, "OpenAI chat", 400, ALL, NotOurs, r#"Function tools with reasoning_effort are not supported for gpt-5.6-luna in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'."#),
    // decolua/9router#4031
    row(100, "OpenAI chat", 400, ALL, NotOurs, r#"Unsupported value: 'reasoning_effort' does not support 'none'"#),
    row(101, "OpenAI chat", 400, ALL, NotOurs, r#"{"error":{"message":"Invalid 'messages[2].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.","type":"invalid_request_error","param":"messages[2].tool_calls","code":"empty_array"}}"#),
    row(102, "deepseek-reasoner R1", 400, ALL, RC, r#"reasoning_content is not allowed in the input messages"#),
    row(103, "a wrapper of R1", 400, ALL, RC, r#"400 Bad Request: reasoning_content is not allowed for this model"#),
    row(104, "a proxy", 400, ALL, RC, r#"{"error":{"message":"reasoning_content is not allowed"}}"#),
    row(105, "a proxy", 400, ALL, RC, r#"unexpected property: reasoning_content"#),
    row(106, "a proxy", 400, ALL, RC, r#"400 invalid parameter reasoning_content"#),
    // opencode-thinking-fix, changelog 3.2.0
    row(107, "OpenCode Go, GLM 5.2", 400, ALL, R, r#"`Extra inputs are not permitted` on `messages[n].reasoning`"#),
    // command-code#840, cut there
    row(108, "Command Code", 400, ALL, NotOurs, r#"{"error":{"message":"Invalid input: expected string, received object","code":"invalid_type","param":"messages[3].reasoning_content","type":"invalid_request_error"}}"#),
    // danny-avila/LibreChat#13366
    row(109, "OpenRouter to DeepSeek", 400, ALL, Missing("reasoning_content"), r#"{"code":400,"error":{"code":400,"message":"Provider returned error","metadata":{"is_byok":false,"provider_name":"DeepSeek","raw":"{\"error\":{\"message\":\"The `reasoning_content` in the thinking mode must be passed back to the API.\",\"type\":\"invalid_request_error\",\"param\":null,\"code\":\"invalid_request_error\"}}"}}}"#),
    row(110, "Gemini", 400, SIGNED, NotOurs, r#"GenerateContentRequest.contents[7].parts[0].data: required oneof field 'data' must have one initialized field"#),
    // googleapis/python-genai has the value
    row(111, "Gemini, within a 200", 200, SIGNED, Missing("thought_signature"), r#"{"candidates":[{"content":{"parts":[{"text":"property 'thought_signature' is unsupported"}],"role":"model"},"finishReason":"MISSING_THOUGHT_SIGNATURE","index":0}],"usageMetadata":{"promptTokenCount":9}}"#),
    row(112, "Gemini", 400, SIGNED, Bad(&[(3, 0)]), r#"Invalid value at 'contents[3].parts[0].thought_signature' (TYPE_BYTES), Base64 decoding failed for "a b""#),
    row(113, "Vertex through a gateway", 400, SIGNED, Missing("thought_signature"), r#"{"error":{"message":"Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, *** ***.","type":"invalid_argument","param":"","code":400}}"#),
    row(114, "Anthropic through a gateway", 400, BLOCKS, Bad(&[]), r#"{"error":{"type":"<nil>","message":"***.***.content.0: Invalid `signature` in `thinking` block (request id: 2026)"},"type":"error"}"#),
    row(115, "Anthropic", 400, BLOCKS, NotOurs, r#"requires adaptive thinking; omit thinking or use thinking.type=adaptive and output_config.effort"#),
    // envelope rebuilt
    row(116, "Volcengine Ark", 400, ALL, NotOurs, r#"{"error":{"code":"InvalidParameter","message":"Invalid combination of reasoning_effort and thinking type: disabled with high","type":"BadRequest"}}"#),
    row(117, "Zhipu", 400, ALL, NotOurs, r#"{"error":{"code":"1210","message":"API 调用参数有误，请检查文档"}}"#),
    row(118, "Zhipu's Messages", 400, BLOCKS, NotOurs, r#"{"type":"invalid_request_error","code":"1210","message":"[1210][该模型始终思考，不支持关闭思考；请使用 low、high 或 max。][2026]"}"#),
    row(119, "DashScope's Messages", 400, BLOCKS, NotOurs, r#"<400> InternalError.Algo.InvalidParameter: The value of the enable_thinking parameter is restricted to True."#),
    row(120, "MiniMax's Messages", 400, BLOCKS, NotOurs, r#"{"type":"invalid_request_error","message":"invalid params, tool result's tool id(call_1) not found (2013)"}"#),
    row(121, "MiniMax, within a 200", 200, ALL, NotOurs, r#"{"base_resp":{"status_code":1004,"status_msg":"login fail: Please carry the API secret key in the 'Authorization' field of the request header"}}"#),
    row(122, "DeepSeek's Messages", 422, BLOCKS, NotOurs, r#"Failed to deserialize the JSON body into the target type: thinking.type: unknown variant `bogus`, expected one of `adaptive`, `enabled`, `disabled` at line 1 column 142"#),
    // musistudio/claude-code-router#965
    row(123, "SambaNova", 400, ALL, NotOurs, r#"Unable to tokenize message with status code 400 for model DeepSeek-V3.1: Invalid 'content' type. Expected one of: ['str'], got list."#),
    // raycast#23957
    row(124, "Perplexity", 400, ALL, NotOurs, r#"After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s)."#),
    row(125, "Bedrock through a relay", 400, BLOCKS, NotOurs, r#"tools.0: Input tag 'web_search_20250305' found using 'type' does not match any of the expected tags: 'bash_20250124', 'custom'"#),
    // anomalyco/opencode#25005
    row(126, "Anthropic after a switch", 400, BLOCKS, Bad(&[(647, 0)]), r#"messages.647.content.0.thinking.signature: Field required"#),
    row(127, "a gateway's quota", 402, ALL, NotOurs, r#"{"error":{"code":"insufficient_user_quota","message":"property 'reasoning_content' is unsupported"}}"#),
    row(128, "an OpenAI relay", 502, ITEMS, NotOurs, r#"Upstream request failed"#),
    row(128, "an OpenAI relay", 500, ITEMS, NotOurs, r#"Upstream gateway error"#),
    row(128, "an OpenAI relay, within a 200", 200, ITEMS, NotOurs, r#"{"type":"response.failed","response":{"id":"resp_1","status":"failed","error":{"code":"server_error","message":"Upstream request failed"}}}"#),
    // https://github.com/UKGovernmentBEIS/inspect_ai/issues/5217
    row(129, "Bedrock Converse", 400, CONVERSE, Unknown(&["reasoningText", "signature"]), r#"{"message":"This model doesn't support the reasoningContent.reasoningText.text field for assistant messages. Remove reasoningContent.reasoningText.text and try again."}"#),
    row(130, "Bedrock Converse", 400, CONVERSE, Unknown(CONVERSE_SORTED), r#"{"message":"This model doesn't support the reasoningContent field. Remove reasoningContent and try again."}"#),
    row(131, "Bedrock Converse", 400, CONVERSE, Unknown(&["redactedContent"]), r#"{"message":"This model doesn't support the reasoningContent.redactedContent field. Remove reasoningContent.redactedContent and try again."}"#),
    row(132, "Bedrock Converse", 400, CONVERSE, Unknown(&["signature"]), r##"{"message":"#/messages/1/content/0/reasoningContent/reasoningText: extraneous key [signature] is not permitted"}"##),
    row(133, "Bedrock Converse", 400, CONVERSE, Unreadable(&["redactedContent"]), r#"{"message":"An error occurred (ValidationException) when calling the Converse operation: The redacted reasoning in the request was encrypted for another model."}"#),
    row(134, "Bedrock Converse, not sent", 400, &["reasoningText", "signature"], NotOurs, r#"{"message":"The redacted reasoning in the request was encrypted for another model."}"#),
    // https://github.com/NousResearch/hermes-agent/issues/105780
    row(135, "Bedrock Converse", 400, CONVERSE, NotOurs, r#"{"message":"This model does not support assistant message prefill. The conversation must end with a user message."}"#),
];

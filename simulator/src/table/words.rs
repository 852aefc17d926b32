//! What chat hosts answer, in their own words, each with the place where it was seen. What nobody has shown is made up by
//! analogy and says so.
//!
//! Of a field: `{at}` is the message's index, `{field}` its name, `{dotted}`, `{bracketed}` and `{loc}` its path inside the
//! message, `{where}` the path of the object that has it, `{value}` its value as text and `{input}` as JSON.

use crate::provider::{Each, REPORTED, SYNTHETIC, Words};

const fn words(name: &'static str, status: u16, body: &'static str, evidence: &'static str) -> Words {
    Words { name, status, body, each: &[], evidence }
}
const fn each(one: &'static str, between: &'static str) -> Each {
    Each { place: "each", one, between }
}

// A field that the schema does not have.

pub(crate) static GROQ: Words = words(
    "groq",
    400,
    r#"{"error":{"message":"'{where}' : for 'role:assistant' the following must be satisfied[('{where}' : property '{field}' is unsupported)]","type":"invalid_request_error"}}"#,
    "https://github.com/NousResearch/hermes-agent/issues/11089",
);
pub(crate) static GROQ_MODEL: Words = words(
    "groq-model",
    400,
    r#"{"error":{"message":"messages[{at}].{bracketed}: {field} is not supported with this model","type":"invalid_request_error"}}"#,
    "https://github.com/vercel/ai/pull/8057",
);
pub(crate) static CEREBRAS: Words = Words {
    name: "cerebras",
    status: 400,
    body: r#"{"message":"{each}","type":"invalid_request_error","param":"validation_error","code":"wrong_api_format"}"#,
    each: &[each(
        "messages.{at}.assistant.{dotted}: property 'messages.{at}.assistant.{dotted}' is unsupported",
        r"\n",
    )],
    evidence: "https://github.com/Kilo-Org/kilocode/issues/10375",
};
pub(crate) static MISTRAL: Words = Words {
    name: "mistral",
    status: 422,
    body: r#"{"object":"error","message":{"detail":[{each}]},"type":"invalid_request_error","param":null,"code":null}"#,
    each: &[each(
        r#"{"type":"extra_forbidden","loc":["body","messages",{at},"assistant",{loc}],"msg":"Extra inputs are not permitted","input":{input}}"#,
        ",",
    )],
    evidence: "https://github.com/editor-code-assistant/eca/issues/231",
};
pub(crate) static MISTRAL_BARE: Words = Words {
    name: "mistral-bare",
    status: 422,
    body: r#"{"detail":[{each}]}"#,
    each: MISTRAL.each,
    evidence: "https://github.com/charmbracelet/crush/issues/1590",
};
pub(crate) static FIREWORKS: Words = words(
    "fireworks",
    400,
    r#"{"error":{"object":"error","type":"invalid_request_error","code":"invalid_request_error","message":"Extra inputs are not permitted, field: 'messages[{at}].{bracketed}', value: '{value}'"}}"#,
    "https://github.com/QwenLM/qwen-code/issues/11662",
);
pub(crate) static OPENAI: Words = words(
    "openai",
    400,
    r#"{"error":{"message":"Unknown parameter: 'messages[{at}].{bracketed}'.","type":"invalid_request_error","param":"messages[{at}].{bracketed}","code":"unknown_parameter"}}"#,
    "https://github.com/teabranch/open-responses-server/issues/41",
);
pub(crate) static OPENAI_OLD: Words = words(
    "openai-old",
    400,
    r#"{"error":{"message":"Additional properties are not allowed ('{field}' was unexpected) - '{where}'","type":"invalid_request_error","param":null,"code":null}}"#,
    REPORTED,
);
pub(crate) static SAMBANOVA: Words = words(
    "sambanova",
    400,
    r#"{"error":{"message":"Extra inputs are not permitted, field: 'messages[{at}].{bracketed}'","type":"invalid_request_error","param":"messages","code":null}}"#,
    SYNTHETIC,
);
pub(crate) static HUNYUAN: Words = words(
    "hunyuan",
    400,
    r#"{"error":{"message":"messages request contains {field}","type":"invalid_request_error"}}"#,
    SYNTHETIC,
);
pub(crate) static GO: Words = words(
    "go",
    400,
    r#"{"error":{"message":"invalid request body: json: unknown field \"{field}\"","type":"invalid_request_error"}}"#,
    REPORTED,
);
pub(crate) static SERDE: Words = words(
    "serde",
    422,
    r#"{"error":{"message":"Failed to deserialize the JSON body into the target type: messages[{at}]: unknown field `{field}`, expected one of `role`, `content`, `tool_calls` at line 1 column 812","type":"invalid_request_error"}}"#,
    SYNTHETIC,
);
pub(crate) static VLLM: Words = words(
    "vllm",
    400,
    r#"{"object":"error","message":"[{'type': 'extra_forbidden', 'loc': ('body', 'messages', {at}, 'assistant', '{field}'), 'msg': 'Extra inputs are not permitted', 'input': '{value}'}]","type":"BadRequestError","param":null,"code":400}"#,
    "https://github.com/1Panel-dev/MaxKB/issues/2912",
);
pub(crate) static AZURE: Words = words(
    "azure",
    422,
    r#"{"error":{"code":"Invalid input","status":422,"message":"invalid input error","details":[{"type":"extra_forbidden","loc":["body","messages",{at},"assistant",{loc}],"msg":"Extra inputs are not permitted","input":{input}}]}}"#,
    SYNTHETIC,
);
pub(crate) static RELAY: Words =
    words("relay", 422, r#"{"detail":"body.messages.{at}.{dotted}: Extra inputs are not permitted"}"#, REPORTED);
pub(crate) static R1: Words = words(
    "r1",
    400,
    r#"{"error":{"message":"{field} is not allowed in the input messages","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}"#,
    "https://api-docs.deepseek.com/guides/reasoning_model",
);
pub(crate) static PROXY: Words =
    words("proxy", 400, r#"{"error":{"message":"unexpected property: {field}"}}"#, REPORTED);

// A parameter of somebody else.

pub(crate) static GROQ_PARAM: Words = words(
    "groq-param",
    400,
    r#"{"error":{"message":"property '{field}' is unsupported","type":"invalid_request_error"}}"#,
    "https://github.com/musistudio/llms/pull/64",
);
pub(crate) static OPENAI_PARAM: Words = words(
    "openai-param",
    400,
    r#"{"error":{"message":"Unknown parameter: '{field}'.","type":"invalid_request_error","param":"{field}","code":"unknown_parameter"}}"#,
    "https://github.com/teabranch/open-responses-server/issues/41",
);
pub(crate) static MISTRAL_PARAM: Words = words(
    "mistral-param",
    422,
    r#"{"object":"Error","detail":[{"type":"extra_forbidden","loc":["body","{field}"],"msg":"Extra inputs are not permitted","input":{input}}],"message":[{"type":"extra_forbidden","loc":["body","{field}"],"msg":"Extra inputs are not permitted","input":{input}}],"type":"invalid_request_error","code":3001}"#,
    "https://github.com/partITech/php-mistral/issues/76",
);
pub(crate) static FIREWORKS_PARAM: Words = words(
    "fireworks-param",
    400,
    r#"{"error":{"object":"error","type":"invalid_request_error","code":"invalid_request_error","message":"Extra inputs are not permitted, field: '{field}'"}}"#,
    "https://github.com/NousResearch/hermes-agent/issues/109774",
);
pub(crate) static CEREBRAS_PARAM: Words = words(
    "cerebras-param",
    400,
    r#"{"message":"{field}: property '{field}' is unsupported","type":"invalid_request_error","param":"validation_error","code":"wrong_api_format"}"#,
    SYNTHETIC,
);

// Thinking that had to come back.

pub(crate) static DEEPSEEK_V4: Words = words(
    "deepseek-v4",
    400,
    r#"{"error":{"message":"The `reasoning_content` in the thinking mode must be passed back to the API.","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}"#,
    "https://github.com/decolua/9router/issues/773",
);
pub(crate) static DEEPSEEK_V3: Words = words(
    "deepseek-v3.2",
    400,
    r#"{"error":{"message":"Missing `reasoning_content` field in the assistant message at message index {at}. For more information, please refer to https://api-docs.deepseek.com/guides/thinking_mode#tool-calls","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}"#,
    "https://github.com/0xPlaygrounds/rig/issues/1266",
);
pub(crate) static KIMI: Words = words(
    "kimi",
    400,
    r#"{"error":{"message":"thinking is enabled but {field} is missing in assistant tool call message at index {at}","type":"invalid_request_error"}}"#,
    "https://github.com/continuedev/continue/issues/11600",
);
pub(crate) static MIMO: Words = words(
    "mimo",
    400,
    r#"{"error":{"code":"400","message":"Param Incorrect","param":"The reasoning_content in the thinking mode must be passed back to the API.","type":""}}"#,
    "https://github.com/earendil-works/pi/issues/4602",
);
pub(crate) static MIMO_STREAMED: Words = words(
    "mimo-streamed",
    400,
    r#"data:{"error":{"code":"400","message":"Param Incorrect","param":"The reasoning_content in the thinking mode must be passed back to the API.","type":""}}"#,
    "https://github.com/tailcallhq/forgecode/issues/3347",
);
pub(crate) static NOVITA: Words = words(
    "novita",
    400,
    r#"{"code":400,"reason":"INVALID_REQUEST_BODY","message":"The `reasoning_content` in the thinking mode must be passed back to the API.","metadata":{}}"#,
    SYNTHETIC,
);
pub(crate) static GEMINI_MISSING: Words = words(
    "gemini-missing",
    400,
    "Gemini models require OpenRouter reasoning details to be preserved in each request. Please refer to our docs: https://openrouter.ai/docs/use-cases/reasoning-tokens#preserving-reasoning-blocks. Upstream error: {\n  \"error\": {\n    \"code\": 400,\n    \"message\": \"Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:{id}` , position {position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.\",\n    \"status\": \"INVALID_ARGUMENT\"\n  }\n}\n",
    "https://github.com/danny-avila/agents/issues/37",
);

// A blob that was not minted here, or was changed on the way. These come from behind a gateway.

pub(crate) static CLAUDE_RAW: Words = words(
    "claude-raw",
    400,
    r#"{"type":"error","error":{"type":"invalid_request_error","message":"messages.{at}.content.{part}: Invalid `signature` in `thinking` block"},"request_id":"req_011CUdL49e3Fu9bCKbWF6cXD"}"#,
    "https://github.com/can1357/oh-my-pi/issues/3399",
);
pub(crate) static BEDROCK_RAW: Words = words(
    "bedrock-raw",
    400,
    r#"{"message":"messages.{at}.content.{part}: Invalid signature in thinking block"}"#,
    "https://github.com/linanwx/nagobot/issues/21",
);
pub(crate) static GEMINI_RAW: Words = words(
    "gemini-raw",
    400,
    "{\n  \"error\": {\n    \"code\": 400,\n    \"message\": \"Corrupted thought signature.\",\n    \"status\": \"INVALID_ARGUMENT\"\n  }\n}\n",
    "https://github.com/OpenRouterTeam/ai-sdk-provider/issues/418",
);
pub(crate) static VERTEX_RAW: Words = words(
    "vertex-raw",
    400,
    r#"{"error":{"code":400,"message":"Invalid thought signature.","status":"INVALID_ARGUMENT"}}"#,
    "https://github.com/lbjlaq/Antigravity-Manager/pull/3342",
);
pub(crate) static OPENAI_RAW: Words = words(
    "openai-raw",
    400,
    r#"{"error":{"message":"The encrypted content for item {id} could not be verified. Reason: Encrypted content could not be decrypted or parsed.","type":"invalid_request_error","param":"","code":"invalid_encrypted_content"}}"#,
    "https://github.com/smallmain/vscode-unify-chat-provider/issues/178",
);
pub(crate) static OPENAI_TWICE: Words = words(
    "openai-twice",
    400,
    "{\n  \"error\": {\n    \"message\": \"Duplicate item found with id {id}. Remove duplicate items from your input and try again.\",\n    \"type\": \"invalid_request_error\",\n    \"param\": \"input\",\n    \"code\": null\n  }\n}",
    "https://github.com/chatboxai/chatbox/issues/3121",
);
pub(crate) static XAI_RAW: Words = words(
    "xai-raw",
    400,
    r#"{"code":"invalid-argument","error":"Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response."}"#,
    "https://github.com/Wei-Shaw/sub2api/issues/4535",
);
/// What a gateway wraps an upstream's words in.
pub(crate) static PROVIDER_RETURNED: Words = words(
    "openrouter",
    400,
    r#"{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{raw}","provider_name":"{upstream}","is_byok":false}},"user_id":"user_2simulated"}"#,
    "https://github.com/OpenRouterTeam/ai-sdk-provider/issues/418",
);
pub(crate) static VERCEL_RETURNED: Words = words(
    "vercel",
    400,
    r#"{"error":{"message":"{raw}","type":"invalid_request_error","param":{"statusCode":400,"provider":"{upstream}"}}}"#,
    SYNTHETIC,
);

// Calls and their results.

pub(crate) static OPENAI_OPEN: Words = words(
    "openai-open",
    400,
    r#"{"error":{"message":"An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {id}","type":"invalid_request_error","param":"messages.[{next}].role","code":null}}"#,
    "https://github.com/aliasrobotics/cai/issues/111",
);
pub(crate) static OPENAI_ORPHAN: Words = words(
    "openai-orphan",
    400,
    r#"{"error":{"message":"Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.","type":"invalid_request_error","param":"messages.[{at}].role","code":null}}"#,
    "https://github.com/simonw/llm/issues/937",
);
pub(crate) static DEEPSEEK_OPEN: Words = words(
    "deepseek-open",
    400,
    r#"{"error":{"message":"An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}"#,
    "https://github.com/langgenius/dify/issues/32222",
);
pub(crate) static DEEPSEEK_ORPHAN: Words = words(
    "deepseek-orphan",
    400,
    r#"{"error":{"message":"Messages with role 'tool' must be a response to a preceding message with 'tool_calls'","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}"#,
    "https://github.com/itmisx/deepx-code/issues/94",
);
pub(crate) static ALIBABA_OPEN: Words = words(
    "alibaba-open",
    400,
    r#"{"error":{"message":"<400> InternalError.Algo.InvalidParameter: An assistant message with \"tool_calls\" must be followed by tool messages responding to each \"tool_call_id\". The following tool_call_ids did not have response messages: message[{next}].role","type":"invalid_request_error","param":null,"code":"invalid_parameter_error"}}"#,
    "https://github.com/QwenLM/qwen-code/issues/606",
);
pub(crate) static ALIBABA_ORPHAN: Words = words(
    "alibaba-orphan",
    400,
    r#"{"error":{"code":"invalid_parameter_error","param":null,"message":"<400> InternalError.Algo.InvalidParameter: messages with role \"tool\" must be a response to a preceeding message with \"tool_calls\".","type":"invalid_request_error"}}"#,
    "https://github.com/philschmid/mcp-openai-gemini-llama-example/pull/5",
);
pub(crate) static MISTRAL_OPEN: Words = words(
    "mistral-open",
    400,
    r#"{"object":"error","message":"Not the same number of function calls and responses","type":"invalid_request_message_order","param":null,"code":"3230"}"#,
    "https://github.com/567-labs/instructor/issues/724",
);
pub(crate) static MISTRAL_ORDER: Words = words(
    "mistral-order",
    400,
    r#"{"object":"error","message":"Unexpected role 'user' after role 'tool'","type":"invalid_request_message_order","param":null,"code":"3230"}"#,
    "https://github.com/BerriAI/litellm/issues/17761",
);
pub(crate) static MISTRAL_ID: Words = words(
    "mistral-id",
    400,
    r#"{"object":"error","message":"Tool call id was {id} but must be a-z, A-Z, 0-9, with a length of 9.","type":"invalid_function_call","param":null,"code":"3280"}"#,
    "https://github.com/editor-code-assistant/eca/issues/233",
);

// A forced call while the model thinks.

pub(crate) static DEEPSEEK_FORCED: Words = words(
    "deepseek-forced",
    400,
    r#"{"error":{"message":"Thinking mode does not support this tool_choice","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}"#,
    "https://github.com/maruel/genai",
);
pub(crate) static ALIBABA_FORCED: Words = words(
    "alibaba-forced",
    400,
    r#"{"error":{"message":"<400> InternalError.Algo.InvalidParameter: The tool_choice parameter does not support being set to required or object in thinking mode","type":"invalid_request_error","param":null,"code":"invalid_parameter_error"}}"#,
    "https://github.com/maruel/genai",
);

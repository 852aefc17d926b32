//! How schemas of other servers complain, so that a host that nobody has reported yet is read too; and what only looks like it.
//!
//! Never repeats a row of the table.
use super::{
    means::{
        Means::{self, *},
        ask,
    },
    table::{ALL, EVERYTHING},
};

const RC: Means = Unknown(&["reasoning_content"]);
const R: Means = Unknown(&["reasoning"]);
const RD: Means = Unknown(&["reasoning_details"]);
const R_RD: Means = Unknown(&["reasoning", "reasoning_details"]);
const RC_RD: Means = Unknown(&["reasoning_content", "reasoning_details"]);

#[rustfmt::skip]
const UNKNOWN: &[(&str, Means, &str)] = &[
    ("AJV", R, r##"{"errors":[{"instancePath":"/messages/1","schemaPath":"#/additionalProperties","keyword":"additionalProperties","params":{"additionalProperty":"reasoning"},"message":"must NOT have additional properties"}]}"##),
    ("Zod", R_RD, r#"{"issues":[{"code":"unrecognized_keys","keys":["reasoning","reasoning_details"],"path":["messages",1],"message":"Unrecognized key(s) in object: 'reasoning', 'reasoning_details'"}]}"#),
    ("Zod 3", RC_RD, r#"Unrecognized key(s) in object: 'reasoning_content', 'reasoning_details'"#),
    ("Zod 4", RC_RD, r#"✖ Unrecognized keys: "reasoning_content", "reasoning_details""#),
    ("Jackson", RC, r#"{"message":"JSON parse error: Unrecognized field \"reasoning_content\" (class com.example.Message), not marked as ignorable (3 known properties: \"role\", \"content\", \"reasoning_details\"])"}"#),
    (".NET", RC, r#"{"title":"One or more validation errors occurred.","status":400,"errors":{"messages[1]":["The JSON property 'reasoning_content' could not be mapped to any .NET member contained in type 'Message'."]}}"#),
    ("NestJS", RC, r#"{"statusCode":400,"message":["messages.1.property reasoning_content should not exist"],"error":"Bad Request"}"#),
    ("Rails", RC, "found unpermitted parameter: :reasoning_content"),
    ("Joi", RC, r#""messages[1].reasoning_content" is not allowed"#),
    ("kotlinx", RC, "Unexpected JSON token at offset 245: Encountered an unknown key 'reasoning_content' at path: $.messages[1]"),
    ("Python", RC, "Message.__init__() got an unexpected keyword argument 'reasoning_content'"),
    ("pydantic 1", R, "1 validation error for Request\nbody -> messages -> 1 -> reasoning\n  extra fields not permitted (type=value_error.extra)"),
    ("jsonschema", R_RD, "Additional properties are not allowed ('reasoning', 'reasoning_details' were unexpected) - 'messages.2'"),
    ("jsonschema, whole", R, "Additional properties are not allowed ('reasoning' was unexpected)\n\nFailed validating 'additionalProperties' in schema['properties']['messages']['items']:\n    {'additionalProperties': False}\n\nOn instance['messages'][1]:\n    {'role': 'assistant', 'reasoning_details': 'reasoning_details is not allowed'} - 'messages.1': 'reasoning' was unexpected in messages.1"),
    ("Java protobuf", RC, "com.google.protobuf.InvalidProtocolBufferException: Cannot find field: reasoning_content in message chat.Message"),
    ("Go protojson", RC, r#"{"code":3,"message":"proto: (line 1:20): unknown field \"reasoning_content\"","details":[]}"#),
    ("RFC 9457", RC, r##"{"title":"Bad request","errors":[{"detail":"Unknown property","pointer":"#/messages/1/reasoning_content"}]}"##),
    ("TypeBox", R, r#"[{"path":"/messages/1/reasoning","message":"Unexpected property","value":"the client's"}]"#),
    ("plain", RC_RD, "messages[1].reasoning_content: Extra inputs are not permitted; messages[1].reasoning_details: Extra inputs are not permitted"),
    ("plain", RC, "The `reasoning_content` field is not supported by this model."),
    ("plain", RC, "Unsupported parameter: reasoning_content"),
    ("plain", R, "messages.3.assistant.reasoning is not a permitted key; property 'messages.3.assistant.reasoning' is unsupported"),
    ("HTML", RC, "<!DOCTYPE html><title>400</title><p>property &#39;reasoning_content&#39; is unsupported</p>"),
    ("typographic quotes", RC, "property “reasoning_content” is unsupported"),
    ("Chinese around it", RC, "请求参数错误：messages[1].reasoning_content: Extra inputs are not permitted。请检查"),
    ("no space around it", RC, "参数reasoning_content is not allowed"),
    ("upper case", RC, "UNKNOWN FIELD: REASONING_CONTENT"),
    ("a stream", RC, "event: error\ndata: {\"error\":{\"message\":\"property 'reasoning_content' is unsupported\",\"input\":\"x\"}}\n\n"),
    ("data:", RD, "data:{\"error\":{\"message\":\"Extra inputs are not permitted, field: 'messages[4].reasoning_details'\"}}"),
    ("LiteLLM, cut", RC, "litellm.BadRequestError: MistralException - {\"detail\":[{\"type\":\"extra_forbidden\",\"loc\":[\"body\",\"messages\",1,\"assistant\",\"reasoning_content\"],\"msg\":\"Extra inputs are not permitted\",\"inp"),
    ("Python, cut", RC, "[{'type': 'extra_forbidden', 'loc': ('body', 'messages', 1, 'assistant', 'reasoning_content'), 'msg': 'Extra inputs are not permitted', 'input': 'reasoning_details is not al"),
    ("a block type, pydantic", Unknown(&["thinking"]), "messages.1.content.0: Input tag 'thinking' found using 'type' does not match any of the expected tags: 'text', 'image', 'redacted_thinking'"),
    ("plural", RC, "unknown fields: reasoning_content"),
    ("plural", RC, "unexpected properties 'reasoning_content'"),
    ("plural", RC, "unsupported parameters: reasoning_content"),
    ("OpenAI", RC, "Unrecognized request argument supplied: reasoning_content"),
    ("Bedrock", RC, "#/messages/1: extraneous key [reasoning_content]"),
    ("Bedrock", RC, "key [reasoning_content] is not permitted"),
    ("jsonschema", RC, "Additional properties are not allowed: reasoning_content"),
    ("pydantic", RC, "messages.1.assistant.reasoning_content: extra_forbidden"),
    ("LiteLLM", RC, "extra_forbidden on assistant.reasoning_content"),
    ("a report, pydantic", RC, r#"{"loc":["messages",1,"reasoning_content"],"type":"extra_forbidden"}"#),
    ("a report, pydantic", RC, r#"{"loc":["messages",1,"reasoning_content"],"msg":"Extra inputs are not permitted"}"#),
    ("a report, pydantic 1", RC, r#"{"loc":["body","messages",1,"reasoning_content"],"msg":"extra fields not permitted"}"#),
    ("a report, OpenAI", RC, r#"{"error":{"param":"messages[1].reasoning_content","code":"unknown_parameter"}}"#),
    ("a report, OpenAI", RC, r#"{"error":{"param":"messages[1].reasoning_content","code":"unsupported_parameter"}}"#),
    ("a report, Zod", RC, r#"{"path":["messages",1],"keys":["reasoning_content"],"code":"unrecognized_keys"}"#),
    ("a report, AJV", RC, r#"{"instancePath":"/messages/1","params":{"additionalProperty":"reasoning_content"},"keyword":"additionalProperties"}"#),
    ("a report, AJV", RC, r#"{"instancePath":"/messages/1","params":{"additionalProperty":"reasoning_content"},"message":"must NOT have additional properties"}"#),
    ("a parameter's name in a message", R, r#"Unknown name "reasoning" at 'contents[1]': Cannot find field."#),
    ("a parameter's name in a message", R, "Unknown parameter: 'input[3].reasoning'."),
    ("a parameter's name in a message", Unknown(&["thinking"]), "***.***.content.0.thinking: Extra inputs are not permitted"),
    ("a block type, serde", Unknown(&["thinking"]), "Failed to deserialize the JSON body into the target type: messages[1].content[0]: unknown variant `thinking`, expected `text` at line 1 column 90"),
];

#[rustfmt::skip]
const NOT_OURS: &[(&str, &str)] = &[
    // the value, not the field
    ("empty", "reasoning_content is not allowed to be empty"),
    ("empty", "reasoning_content must not be empty"),
    ("type", r#"{"message":"\"messages[1].reasoning_content\" must be a string","param":"messages[1].reasoning_content"}"#),
    ("length", r#"{"error":{"message":"Invalid 'messages[1].reasoning_content': string too long.","param":"messages[1].reasoning_content","code":"string_above_max_length"}}"#),
    ("type", r#"{"detail":[{"type":"string_type","loc":["body","messages",1,"assistant","reasoning_content"],"msg":"Input should be a valid string","input":{"note":"extra_forbidden"}}]}"#),
    ("parameter", "Invalid parameter: 'messages[1].reasoning_content' must be a string"),
    ("variant", "messages[1].reasoning_details[0].type: unknown variant `thinking`, expected `reasoning.text`"),
    // another branch of a union
    ("union", r#"{"detail":[{"type":"literal_error","loc":["body","messages",1,"UserMessage","role"],"msg":"Input should be 'user'","input":"assistant"},{"type":"extra_forbidden","loc":["body","messages",1,"UserMessage","reasoning_content"],"msg":"Extra inputs are not permitted"},{"type":"list_type","loc":["body","messages",1,"AssistantMessage","tool_calls"],"msg":"Input should be a valid list"}]}"#),
    // another field
    ("list of known fields", "messages[2]: unknown field `foo`, expected one of `role`, `content`, `reasoning_content`, `reasoning_details`"),
    ("list of known fields", r#"Unrecognized field "foo" (class Message), not marked as ignorable (2 known properties: "reasoning_content", "role"])"#),
    ("within ours", r#"Unknown name "foo" at 'messages[1].reasoning_details[0]': Cannot find field."#),
    ("within ours", "Unknown field in reasoning_details: foo"),
    ("within ours", "messages.1.content.0.thinking.cache_control: Extra inputs are not permitted"),
    ("within ours", "messages.1.reasoning_details.0.format: Extra inputs are not permitted"),
    ("a guess", "Unrecognized key: foo. Did you mean reasoning_content?"),
    ("a guess", "Unknown field: foo (did you mean `reasoning_content`?)"),
    ("two sentences", "We log reasoning_content. Unknown field: foo."),
    ("two sentences", "Unknown field. See reasoning_content in the documentation."),
    ("two sentences", "We have read reasoning_content. Not supported: foo"),
    ("two lines", "Unknown parameter\nreasoning_content: Input should be a valid string"),
    ("a value between", r#"Cannot read reasoning_content {"a":"b"} is not allowed"#),
    ("two reports", "messages.1.tool_calls\n  Extra inputs are not permitted [type=extra_forbidden, input_value=[], input_type=list]\nmessages.1.reasoning_content\n  Input should be a valid string [type=string_type, input_value=1, input_type=int]"),
    ("two reports", "body.metadata: Extra inputs are not permitted; body.messages.2.reasoning_content: Input should be a valid string"),
    ("two reports", r#"{"detail":[{"type":"extra_forbidden","loc":["body","metadata"],"msg":"Extra inputs are not permitted"},{"type":"string_type","loc":["body","messages",1,"reasoning_content"],"msg":"Input should be a valid string"}]}"#),
    ("a longer word", "property 'reasoning_content_x' is unsupported"),
    ("a longer word", "property 'xreasoning_content' is unsupported"),
    ("a longer word", "unknown field 'reasoning_content-x'"),
    ("a longer word", "unknown field 'x-reasoning_content'"),
    ("a longer word", r#"{"detail":[{"type":"extra_forbidden","loc":["body","messages",1,"reasoning_contents"],"msg":"Extra inputs are not permitted"}]}"#),
    // a parameter of the request
    ("parameter", "thinking: Extra inputs are not permitted"),
    ("parameter", "thinking.budget_tokens: Extra inputs are not permitted"),
    ("parameter", "property 'reasoning' is unsupported"),
    ("parameter", r#"{"detail":[{"type":"extra_forbidden","loc":["body","reasoning"],"msg":"Extra inputs are not permitted","input":{}}]}"#),
    ("parameter", "messages.1.content: Input should be a valid string; reasoning: Extra inputs are not permitted"),
    ("parameter", "messages.1 is bad; property 'reasoning' is unsupported"),
    ("parameter", "messages.1.name is one word longer than it may be, and property 'reasoning' is unsupported"),
    ("parameter", r#"{"error":{"message":"Unsupported parameter: 'thinking' is not supported with this model.","param":"thinking","code":"unsupported_parameter"}}"#),
    ("parameter", "When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`."),
    // something else
    ("an account", "Your organization could not be verified"),
    ("a model", "The model `reasoning_content` does not exist"),
    ("a page", "<html><head><title>502 Bad Gateway</title></head><body><h1>cloudflare</h1></body></html>"),
    ("another language", "参数错误：不支持 reasoning_content"),
    ("nothing", ""),
    ("nothing", "{}"),
    ("nothing", "[]"),
    ("nothing", "null"),
    ("nothing", "400"),
    ("nothing", r#"{"error":null,"message":[],"detail":{"loc":null,"msg":7}}"#),
];

#[rustfmt::skip]
const OTHERS: &[(Means, &str)] = &[
    (ThinkingFirst(None), "A final `assistant` message must start with a thinking block"),
    (Missing("reasoning"), "messages[1].reasoning is missing"),
    (Missing("reasoning_details"), "Missing required parameter: 'messages[1].reasoning_details'."),
    (Missing("reasoning_text"), "messages.2.reasoning_text: Field required"),
    (Missing("reasoning_opaque"), "`reasoning_opaque` is required for assistant messages"),
    (Missing("reasoning_content"), r#"{"loc":["body","messages",1,"assistant","reasoning_content"],"type":"missing"}"#),
    (Missing("reasoning_content"), r#"{"loc":["body","messages",1,"assistant","reasoning_content"],"msg":"Field required"}"#),
    (Missing("reasoning_content"), r#"{"error":{"param":"messages[1].reasoning_content","code":"missing_required_parameter"}}"#),
    (NotOurs, r#"{"detail":[{"type":"missing","loc":["body","reasoning"],"msg":"Field required"}]}"#),
    (NotOurs, "Missing required parameter: 'reasoning'."),
    (NotOurs, "thinking is enabled but reasoning is missing"),
    (NotOurs, "reasoning_content is required to be a string"),
    (FrozenTurn(None), "`thinking` blocks in the latest assistant message cannot be modified."),
    (FrozenTurn(None), "These blocks must remain as they were in the original response."),
    (Bad(&[(5, 1)]), "messages.5.content.1: Invalid `data` in `redacted_thinking` block"),
    (Bad(&[]), "Value at 'messages.2.member.content.1.member.reasoningContent.reasoningText.text' failed to satisfy constraint: Member must not be null"),
    (Issuer, r#"{"error":{"message":"Bad request","code":"invalid_encrypted_content"}}"#),
    // calls and their results are another matter
    (NotOurs, "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."),
    (NotOurs, r#"{"error":{"message":"Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.","param":"messages.[3].role"}}"#),
    (NotOurs, "Duplicate item found with id rs_1. Remove duplicate items from your input and try again."),
];

#[test]
fn what_is_missing_or_sealed_is_told_apart() {
    for (means, body) in OTHERS {
        assert_eq!(ask(400, body, ALL), means.verdict(), "{body}");
    }
}

/// One body that says two things means what is asked for first.
const ORDER: &[(Means, &str)] = &[
    (Missing("reasoning_content"), "Unknown field 'reasoning_details'. The reasoning_content must be passed back."),
    (
        Missing("reasoning_content"),
        "Invalid `signature` in `thinking` block. The reasoning_content must be passed back.",
    ),
    (
        Missing("reasoning_content"),
        "Item 'rs_1' was provided without its required following item; reasoning_content is missing",
    ),
    (ThinkingFirst(None), "Expected `thinking` or `redacted_thinking`. The reasoning_content must be passed back."),
    (Bad(&[]), "Unknown field 'reasoning_content'. Invalid `signature` in `thinking` block"),
    (Bad(&[]), "Item 'rs_1' was provided without its required following item. Invalid `signature` in `thinking` block"),
    (Bound(None), "Invalid `signature` in `thinking` block. The block is bound to a different conversation."),
    (Pair, "Unknown field 'reasoning_content'. Item 'rs_1' was provided without its required following item."),
    (
        RC,
        r#"{"detail":[{"type":"extra_forbidden","loc":["body","messages",1,"reasoning_content"],"msg":"property 'reasoning_details' is unsupported"}]}"#,
    ),
];

#[test]
fn what_is_asked_for_first_wins() {
    for (means, body) in ORDER {
        assert_eq!(ask(400, body, ALL), means.verdict(), "{body}");
    }
}

#[test]
fn a_status_says_whether_a_body_is_worth_reading() {
    let unknown = "property 'reasoning_content' is unsupported";
    let read = |body, means: Means| {
        (100..600).filter(|status| ask(*status, body, ALL) == means.verdict()).collect::<Vec<u16>>()
    };
    let taught = read(unknown, RC);
    for status in [200, 400, 404, 409, 422] {
        assert!(taught.contains(&status), "{status}");
    }
    for status in [100, 201, 204, 301, 401, 402, 403, 407, 408, 413, 425, 429, 431, 451, 499 + 1, 503, 529] {
        assert!(!taught.contains(&status), "{status}");
    }
    assert_eq!(ask(401, "Invalid `signature` in `thinking` block", ALL), NotOurs.verdict());
    assert_eq!(ask(401, "input item ID does not belong to this connection", ALL), Pair.verdict());
}

#[test]
fn other_servers_are_understood() {
    let wrong: Vec<String> = UNKNOWN
        .iter()
        .map(|(who, means, body)| (who, body, ask(400, body, ALL), means.verdict()))
        .filter(|(_, _, found, expected)| found != expected)
        .map(|(who, body, found, expected)| format!("{who}: {found:?}, expected {expected:?}: {body}"))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn what_only_looks_like_it_teaches_nothing() {
    let wrong: Vec<String> = NOT_OURS
        .iter()
        .map(|(what, body)| (what, body, ask(400, body, EVERYTHING)))
        .filter(|(_, _, found)| *found != NotOurs.verdict())
        .map(|(what, body, found)| format!("{what}: {found:?}: {body}"))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

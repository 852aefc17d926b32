//! Replies as models of this wire send them, in our own words.
use throughline_conformance::{Case, Expected, Refusal, frame, frames};
use throughline_core::{Api, Framing, Route};

/// What no case can show.
pub(crate) const SKIPS: &[&str] = &[
    "strict: no host of this wire is strict: what a model refuses is a row's to say",
    "required: no model of this wire demands reasoning of a turn that has none",
];

pub(crate) fn cases() -> Vec<Case> {
    vec![calls(), seals(), answers(), shows(), refuses(), hides(), unknown()]
}

fn bedrock(model: &str) -> Route {
    let host = "https://bedrock-runtime.us-east-1.amazonaws.com";
    Route::new("bedrock", host, Api::new("bedrock_converse"), model).unwrap_or_else(|error| unreachable!("{error}"))
}
fn relay() -> Route {
    let host = "https://relay.example.org";
    let route = Route::new("custom", host, Api::new("bedrock_converse"), "anthropic.claude-opus-4-8");
    route.unwrap_or_else(|error| unreachable!("{error}"))
}

/// A refusal as the host words it.
fn refused(message: &str) -> Refusal {
    Refusal::new(400, format!(r#"{{"message":"{message}"}}"#))
}
/// The same of Claude's own server, which the host wraps.
fn claudes(message: &str) -> Refusal {
    refused(&format!("The model returned the following errors: {message}"))
}
const NO_REASONING: &str =
    "User messages cannot contain reasoning content. Please remove the reasoning content and try again.";

/// A whole reply around its blocks.
fn reply(blocks: &str, stop: &str) -> String {
    format!(
        r#"{{"metrics":{{"latencyMs":917}},"output":{{"message":{{"content":[{blocks}],"role":"assistant"}}}},"stopReason":"{stop}","usage":{{"inputTokens":20,"outputTokens":40,"serverToolUsage":{{}},"totalTokens":60}}}}"#
    )
}

/// The same in frames: each block with its start, where it has one, and its deltas.
fn stream(blocks: &[(&str, &[&str])], stop: &str) -> Vec<u8> {
    let mut events = vec![("messageStart", r#"{"p":"abcdefgh","role":"assistant"}"#.to_owned())];
    for (n, (start, deltas)) in blocks.iter().enumerate() {
        if !start.is_empty() {
            events.push(("contentBlockStart", format!(r#"{{"contentBlockIndex":{n},"p":"abc","start":{start}}}"#)));
        }
        for delta in *deltas {
            events.push(("contentBlockDelta", format!(r#"{{"contentBlockIndex":{n},"delta":{delta},"p":"ab"}}"#)));
        }
        events.push(("contentBlockStop", format!(r#"{{"contentBlockIndex":{n},"p":"abcd"}}"#)));
    }
    events.push(("messageStop", format!(r#"{{"p":"a","stopReason":"{stop}"}}"#)));
    let usage =
        r#"{"metrics":{"latencyMs":917},"p":"abcdef","usage":{"inputTokens":20,"outputTokens":40,"totalTokens":60}}"#;
    events.push(("metadata", usage.to_owned()));
    frames(events.iter().map(|(name, payload)| (*name, payload.as_str())))
}

/// The next request: the blocks of the model, and what follows them.
fn next(blocks: &str, then: &str) -> String {
    format!(
        r#"{{"messages":[{{"role":"user","content":[{{"text":"Hello"}}]}},{{"role":"assistant","content":[{blocks}]}},{{"role":"user","content":[{then}]}}]}}"#
    )
}
/// The same without any block of the model that goes.
const GO_ON: &str = r#"{"text":"Go on"}"#;

/// Signed thinking before a call, of a generation that keeps it in the loop.
fn calls() -> Case {
    const THOUGHT: &str = r#"{"reasoningContent":{"reasoningText":{"text":"What time is it 🕒?\nAsk.","signature":"EqoBCkgIBxgCIkBub3QgYSByZWFsIG9uZQ=="}}}"#;
    const KEPT: &str = r#"{"type":"thinking","thinking":"What time is it 🕒?\nAsk.","signature":"EqoBCkgIBxgCIkBub3QgYSByZWFsIG9uZQ=="}"#;
    const CALL: &str =
        r#"{"toolUse":{"toolUseId":"tooluse_01A","name":"clock","input":{"zone":"Europe/Zürich","n":1.50}}}"#;
    Case::new("thinks, then calls a tool", bedrock("us.anthropic.claude-sonnet-4-5-20250929-v1:0"))
        .error(
            Framing::EventStream,
            [
                frame("event", "messageStart", br#"{"role":"assistant"}"#),
                frame("event", "contentBlockDelta", br#"{"contentBlockIndex":0,"delta":{"text":"So"}}"#),
                frame("exception", "throttlingException", br#"{"message":"Too many requests"}"#),
            ]
            .concat(),
        )
        .whole(reply(&format!(r#"{THOUGHT},{{"text":"One moment."}},{CALL}"#), "tool_use"))
        .frames(stream(
            &[
                (
                    "",
                    &[
                        r#"{"reasoningContent":{"text":"What time is it \ud83d"}}"#,
                        r#"{"reasoningContent":{"text":"\udd52?\nAsk."}}"#,
                        r#"{"reasoningContent":{"signature":"EqoBCkgIBxgCIkBub3QgYSBy"}}"#,
                        r#"{"reasoningContent":{"signature":"ZWFsIG9uZQ=="}}"#,
                    ],
                ),
                ("", &[r#"{"text":"One "}"#, r#"{"text":"moment."}"#, r#"{"text":""}"#]),
                (
                    r#"{"toolUse":{"name":"clock","toolUseId":"tooluse_01A"}}"#,
                    &[
                        r#"{"toolUse":{"input":""}}"#,
                        r#"{"toolUse":{"input":"{\"zone\":\"Europe/Zü"}}"#,
                        r#"{"toolUse":{"input":"rich\",\"n\":1.50}"}}"#,
                    ],
                ),
            ],
            "tool_use",
        ))
        .follow_up(next(
            &format!(r#"{THOUGHT},{{"text":"One moment."}},{CALL}"#),
            r#"{"toolResult":{"toolUseId":"tooluse_01A","content":[{"text":"done"}]}}"#,
        ))
        .carriers([Expected::text("thinking_block", "What time is it 🕒?\nAsk.").payload(KEPT)])
        .refusal(claudes("messages.1.content.0: Invalid `signature` in `thinking` block").carrier(KEPT))
        .refusal(claudes("messages.1.content.1: all messages must have non-empty content"))
        .refusal(refused("#/toolConfig/tools/18: extraneous key [cachePoint] is not permitted"))
        .refusal(refused("The text field in the ContentBlock object at messages.1.content.1 is blank. Add text to the text field, and try again."))
        .foreign(bedrock("us.deepseek.r1-v1:0"))
        .foreign(bedrock("openai.gpt-oss-120b-1:0"))
        .foreign(bedrock("arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abc123"))
        .request(
            r#"{ "modelId": "x", "system": [ { "text": "Be brief." }, { "cachePoint": { "type": "default" } } ], "messages": [
                { "role": "user", "content": [ { "text": "What is this?" }, { "image": { "format": "png", "source": { "bytes": "AA==" } } }, { "cachePoint": { "type": "default" } } ] },
                { "content": [ { "reasoningContent": { "reasoningText": { "signature": "EucBb2xkZXI=", "text": "Look." } } }, { "toolUse": { "input": { "x": 1.0 }, "name": "look", "toolUseId": "t1" } }, { "toolUse": { "input": {}, "name": "look", "toolUseId": "t2" } } ], "role": "assistant" },
                { "role": "user", "content": [ { "toolResult": { "toolUseId": "t1", "content": [ { "text": "a cat" }, { "json": { "b": 1.0, "a": 2 } } ], "status": "success" } }, { "toolResult": { "toolUseId": "t2", "content": [ { "text": "no" } ], "status": "error" } } ] },
                { "role": "assistant", "content": [ { "reasoningContent": { "redactedContent": "AAEC" } }, { "text": "A cat." } ] },
                { "role": "user", "content": [ { "text": "Well?" } ] } ],
              "toolConfig": { "tools": [ { "toolSpec": { "name": "look", "inputSchema": { "json": { "type": "object" } } } }, { "cachePoint": { "type": "default" } } ], "toolChoice": { "auto": {} } },
              "inferenceConfig": { "maxTokens": 4000 }, "additionalModelRequestFields": { "thinking": { "type": "enabled", "budget_tokens": 2000 } } }"#,
        )
        .request(r#"{"messages":[{"role":"user","content":[{"text":"Hi"}]}],"system":[],"inferenceConfig":{}}"#)
}

/// Text before a thought, and one that only its issuer can read, whose bytes come in two pieces.
fn seals() -> Case {
    const KEPT: &str = r#"{"type":"redacted_thinking","data":"AAECA/8EBQYH"}"#;
    const BLOCKS: &str = r#"{"text":"Noon."},{"reasoningContent":{"redactedContent":"AAECA/8EBQYH"}},{"reasoningContent":{"reasoningText":{"text":"","signature":"EtACCs0CARFNMg9+b21pdHRlZA=="}}},{"text":"Or so."}"#;
    Case::new("answers, then thinks under seal", bedrock("anthropic.claude-opus-4-8"))
        .whole(reply(BLOCKS, "end_turn"))
        .frames(stream(
            &[
                ("", &[r#"{"text":"Noon."}"#]),
                (
                    "",
                    &[
                        r#"{"reasoningContent":{"redactedContent":"AAECA/8="}}"#,
                        r#"{"reasoningContent":{"redactedContent":"BAUGBw=="}}"#,
                    ],
                ),
                (
                    "",
                    &[
                        r#"{"reasoningContent":{"text":""}}"#,
                        r#"{"reasoningContent":{"signature":"EtACCs0CARFNMg9+b21pdHRlZA=="}}"#,
                    ],
                ),
                ("", &[r#"{"text":"Or so."}"#]),
            ],
            "end_turn",
        ))
        .follow_up(next(BLOCKS, GO_ON))
        .carriers([
            Expected::blob("redacted_thinking", KEPT),
            Expected::text("thinking_block", "")
                .payload(r#"{"type":"thinking","thinking":"","signature":"EtACCs0CARFNMg9+b21pdHRlZA=="}"#),
        ])
        .refusal(claudes("messages.1.content.1: Invalid `data` in `redacted_thinking` block").carrier(KEPT))
        .foreign(relay())
        .foreign(bedrock("us.amazon.nova-pro-v1:0"))
        .foreign(bedrock("qwen.qwen3-32b-v1:0"))
}

/// Thinking that nobody signs, of a family that takes it back.
fn answers() -> Case {
    const BLOCKS: &str = r#"{"reasoningContent":{"reasoningText":{"text":"We need to add."}}},{"toolUse":{"toolUseId":"tooluse__3y","name":"add","input":{"a":2,"b":3}}}"#;
    Case::new("thinks in the open", bedrock("openai.gpt-oss-20b-1:0"))
        .whole(reply(BLOCKS, "tool_use"))
        .frames(stream(
            &[
                ("", &[r#"{"reasoningContent":{"text":"We need "}}"#, r#"{"reasoningContent":{"text":"to add."}}"#]),
                (
                    r#"{"toolUse":{"name":"add","toolUseId":"tooluse__3y"}}"#,
                    &[r#"{"toolUse":{"input":"{\"a\":2,\"b\":3}"}}"#],
                ),
            ],
            "tool_use",
        ))
        .follow_up(next(BLOCKS, r#"{"toolResult":{"toolUseId":"tooluse__3y","content":[{"text":"done"}]}}"#))
        .carriers([Expected::text("thinking_block", "We need to add.")
            .payload(r#"{"type":"thinking","thinking":"We need to add."}"#)])
        .refusal(refused(NO_REASONING).field("reasoningText"))
        .refusal(refused("This model doesn't support the status field. Remove status and try again."))
        .foreign(bedrock("anthropic.claude-opus-4-8"))
        .foreign(bedrock("deepseek.v3-v1:0"))
        .foreign(bedrock("minimax.minimax-m2"))
}

/// The same of a family whose thoughts any other may read, and that shows them behind its answer.
fn shows() -> Case {
    Case::new("answers, then thinks in the open", bedrock("minimax.minimax-m2"))
        .whole(reply(
            r#"{"text":"Paris."},{"reasoningContent":{"reasoningText":{"text":"It is the capital."}}}"#,
            "end_turn",
        ))
        .follow_up(next(
            r#"{"text":"Paris."},{"reasoningContent":{"reasoningText":{"text":"It is the capital."}}}"#,
            GO_ON,
        ))
        .carriers([Expected::text("thinking_block", "It is the capital.")])
        .foreign(bedrock("us.meta.llama4-scout-17b-instruct-v1:0"))
}

/// Thinking that its own family refuses.
fn refuses() -> Case {
    Case::new("thinks, and does not want it back", bedrock("us.deepseek.r1-v1:0"))
        .whole(reply(
            r#"{"text":"\n\nFour."},{"reasoningContent":{"reasoningText":{"text":"2 and 2.\n"}}}"#,
            "end_turn",
        ))
        .frames(stream(
            &[("", &[r#"{"text":"\n\nFour."}"#]), ("", &[r#"{"reasoningContent":{"text":"2 and 2.\n"}}"#])],
            "end_turn",
        ))
        .follow_up(next(r#"{"text":"\n\nFour."}"#, GO_ON))
        .carriers([Expected::text("thinking_block", "2 and 2.\n")])
        .foreign(bedrock("openai.gpt-oss-20b-1:0"))
}

/// A thought of which a word says that it is hidden.
fn hides() -> Case {
    const HIDDEN: &str = r#"{"type":"thinking","thinking":"[REDACTED]."}"#;
    Case::new("hides what it thinks", bedrock("us.amazon.nova-2-lite-v1:0"))
        .whole(reply(r#"{"reasoningContent":{"reasoningText":{"text":"[REDACTED]."}}},{"text":"345"}"#, "end_turn"))
        .frames(stream(
            &[
                ("", &[r#"{"reasoningContent":{"text":"[REDAC"}}"#, r#"{"reasoningContent":{"text":"TED]."}}"#]),
                ("", &[r#"{"text":"345"}"#]),
            ],
            "end_turn",
        ))
        .follow_up(next(r#"{"text":"345"}"#, GO_ON))
        .carriers([Expected::blob("thinking_block", HIDDEN)])
}

/// Blocks that are not text, some of a kind that nobody knows.
fn unknown() -> Case {
    const BLOCKS: &str =
        r#"{"image":{"format":"png","source":{"bytes":"AA=="}}},{"x_block":{"b":1.50,"a":"\u00e9"}},{"text":"One."}"#;
    Case::new("other kinds of blocks", bedrock("us.amazon.nova-pro-v1:0"))
        .whole(
            reply(BLOCKS, "end_turn")
                .replace(r#""role":"assistant""#, r#""role":"assistant","x_member":[1.50,"\u00e9"]"#),
        )
        .follow_up(next(BLOCKS, GO_ON))
        .block(r#"{"image":{"format":"png","source":{"bytes":"AA=="}}}"#)
        .block(r#"{"x_block":{"b":1.50,"a":"\u00e9"}}"#)
        .member("x_member", r#"[1.50,"\u00e9"]"#)
        .carriers([])
        .foreign(relay())
}

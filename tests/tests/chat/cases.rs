//! Replies as hosts of this wire send them, in our own words.
use throughline_conformance::{Case, Expected, Refusal};
use throughline_core::{Api, Framing, Route};

/// What no case can show.
pub(crate) const SKIPS: &[&str] = &[];

pub(crate) fn cases() -> Vec<Case> {
    vec![deepseek(), claude(), gemini(), twice(), mistral(), local(), groq(), elsewhere()]
}

fn route(provider: &str, url: &str, model: &str) -> Route {
    Route::new(provider, url, Api::CHAT, model).unwrap_or_else(|error| unreachable!("{url}: {error}"))
}

fn to_groq() -> Route {
    route("groq", "https://api.groq.com/openai/v1", "openai/gpt-oss-120b")
}

/// Events as a stream sends them.
fn sse(events: &[&str]) -> String {
    events.iter().map(|event| format!("data: {event}\n\n")).chain(["data: [DONE]\n\n".to_owned()]).collect()
}

/// The delta of each event of a stream, the way out, and what it cost.
fn deltas(deltas: &[&str], finish: &str, usage: &str) -> String {
    let event = |delta: &str, finish: &str| {
        format!(
            r#"{{"id":"c-1","object":"chat.completion.chunk","created":1790000000,"model":"m","choices":[{{"index":0,"delta":{delta},"finish_reason":{finish}}}]}}"#
        )
    };
    let mut all: Vec<String> = deltas.iter().map(|delta| event(delta, "null")).collect();
    all.push(event("{}", &format!("\"{finish}\"")));
    all.push(format!(r#"{{"id":"c-1","object":"chat.completion.chunk","created":1790000000,"model":"m","choices":[],"usage":{usage}}}"#));
    sse(&all.iter().map(String::as_str).collect::<Vec<_>>())
}

/// A whole reply around a message.
fn reply(message: &str, finish: &str, usage: &str) -> String {
    format!(
        r#"{{"id":"c-1","object":"chat.completion","created":1790000000,"model":"m","choices":[{{"index":0,"message":{message},"finish_reason":"{finish}"}}],"usage":{usage}}}"#
    )
}

/// The next request: what the model said, and what follows it.
fn next(model: &str, said: &str, then: &str) -> String {
    format!(r#"{{"model":"{model}","messages":[{{"role":"user","content":"Hello"}},{said},{then}]}}"#)
}

const GO_ON: &str = r#"{"role":"user","content":"Go on"}"#;
const USAGE: &str = r#"{"prompt_tokens":12,"completion_tokens":34,"total_tokens":46,"completion_tokens_details":{"reasoning_tokens":20}}"#;

/// Thinking in a member of its own, which must go back with the call.
fn deepseek() -> Case {
    Case::new("reasoning_content, then a call", route("deepseek", "https://api.deepseek.com", "deepseek-v4-pro"))
        .error(Framing::Sse, "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"So\"}}]}\n\ndata: {\"error\":{\"message\":\"overloaded\",\"code\":502}}\n\n")
        .error(Framing::Whole, r#"{"error":{"message":"overloaded","code":502}}"#)
        .whole(reply(
            r#"{"role":"assistant","content":"","reasoning_content":"The user wants the time 🕒.\nAsk the clock.","tool_calls":[{"index":0,"id":"call_00_x7","type":"function","function":{"name":"clock","arguments":"{\"zone\": \"Europe/Zürich\"}"}}]}"#,
            "tool_calls",
            USAGE,
        ))
        .stream(deltas(
            &[
                r#"{"role":"assistant","content":null,"reasoning_content":""}"#,
                r#"{"content":null,"reasoning_content":"The user"}"#,
                r#"{"content":null,"reasoning_content":" wants the time \ud83d"}"#,
                r#"{"content":null,"reasoning_content":"\udd52.\nAsk the clock."}"#,
                r#"{"content":"","reasoning_content":null}"#,
                r#"{"tool_calls":[{"index":0,"id":"call_00_x7","type":"function","function":{"name":"clock","arguments":""}}]}"#,
                r#"{"tool_calls":[{"index":0,"function":{"arguments":"{\"zone\": \"Eur"}}]}"#,
                r#"{"tool_calls":[{"index":0,"function":{"arguments":"ope/Zürich\"}"}}]}"#,
            ],
            "tool_calls",
            USAGE,
        ))
        .follow_up(next(
            "deepseek-v4-pro",
            r#"{"role":"assistant","content":"","reasoning_content":"The user wants the time 🕒.\nAsk the clock.","tool_calls":[{"id":"call_00_x7","type":"function","function":{"name":"clock","arguments":"{\"zone\": \"Europe/Zürich\"}"}}]}"#,
            r#"{"role":"tool","tool_call_id":"call_00_x7","content":"done"}"#,
        ))
        .carriers([Expected::text("reasoning_content", "The user wants the time 🕒.\nAsk the clock.")])
        // Demanded, so that nothing is learned from the first.
        .refusal(Refusal::new(400, r#"{"error":{"message":"'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]","type":"invalid_request_error"}}"#).field("reasoning_content"))
        .refusal(Refusal::new(400, r#"{"error":{"message":"The `reasoning_content` in the thinking mode must be passed back to the API.","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}"#))
        .strict(to_groq())
        .foreign(route("openrouter", "https://openrouter.ai/api/v1", "anthropic/claude-sonnet-4.5"))
}

/// A signed entry, whose signature comes on a delta of its own; the text under two names.
fn claude() -> Case {
    Case::new(
        "signed reasoning_details through a gateway",
        route("openrouter", "https://openrouter.ai/api/v1", "anthropic/claude-sonnet-4.5"),
    )
    .whole(reply(
        r#"{"role":"assistant","content":null,"refusal":null,"reasoning":" Two cities.\nBoth calls.","tool_calls":[{"type":"function","index":0,"id":"toolu_bdrk_01A","function":{"name":"weather","arguments":"{\"city\":\"Bern\"}"}},{"type":"function","index":1,"id":"toolu_bdrk_01B","function":{"name":"weather","arguments":"{\"city\":\"Rom\"}"}}],"reasoning_details":[{"type":"reasoning.text","text":" Two cities.\nBoth calls.","format":"anthropic-claude-v1","index":0,"signature":"EvgCCkYICxgCKkBsaWdodGx5IG1hZGUgdXA="}]}"#,
        "tool_calls",
        USAGE,
    ))
    .stream(deltas(
        &[
            r#"{"role":"assistant","content":"","reasoning":" Two cities.","reasoning_details":[{"type":"reasoning.text","text":" Two cities.","format":"anthropic-claude-v1","index":0,"signature":""}]}"#,
            r#"{"role":"assistant","content":"","reasoning":"\nBoth calls.","reasoning_details":[{"type":"reasoning.text","text":"\nBoth calls.","format":"anthropic-claude-v1","index":0}]}"#,
            r#"{"role":"assistant","content":"","reasoning_details":[{"type":"reasoning.text","signature":"EvgCCkYICxgCKkBsaWdodGx5IG1hZGUgdXA=","format":"anthropic-claude-v1","index":0}]}"#,
            r#"{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"toolu_bdrk_01A","type":"function","function":{"name":"weather","arguments":"{\"city\":"}}]}"#,
            r#"{"role":"assistant","content":null,"tool_calls":[{"index":0,"function":{"arguments":"\"Bern\"}"}}]}"#,
            r#"{"role":"assistant","content":null,"tool_calls":[{"index":1,"id":"toolu_bdrk_01B","type":"function","function":{"name":"weather","arguments":"{\"city\":\"Rom\"}"}}]}"#,
        ],
        "tool_calls",
        USAGE,
    ))
    .follow_up(next(
        "anthropic/claude-sonnet-4.5",
        r#"{"role":"assistant","content":null,"reasoning_content":" Two cities.\nBoth calls.","reasoning":" Two cities.\nBoth calls.","reasoning_details":[{"type":"reasoning.text","text":" Two cities.\nBoth calls.","format":"anthropic-claude-v1","index":0,"signature":"EvgCCkYICxgCKkBsaWdodGx5IG1hZGUgdXA="}],"tool_calls":[{"id":"toolu_bdrk_01A","type":"function","function":{"name":"weather","arguments":"{\"city\":\"Bern\"}"}},{"id":"toolu_bdrk_01B","type":"function","function":{"name":"weather","arguments":"{\"city\":\"Rom\"}"}}]}"#,
        r#"{"role":"tool","tool_call_id":"toolu_bdrk_01A","content":"done"},{"role":"tool","tool_call_id":"toolu_bdrk_01B","content":"done"}"#,
    ))
    .carriers([Expected::text("reasoning_details", " Two cities.\nBoth calls.").payload(
        r#"{"type":"reasoning.text","text":" Two cities.\nBoth calls.","format":"anthropic-claude-v1","index":0,"signature":"EvgCCkYICxgCKkBsaWdodGx5IG1hZGUgdXA="}"#,
    )])
    .refusal(Refusal::new(400, r#"{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"object\":\"error\",\"message\":{\"detail\":[{\"type\":\"extra_forbidden\",\"loc\":[\"body\",\"messages\",1,\"assistant\",\"reasoning_details\"],\"msg\":\"Extra inputs are not permitted\",\"input\":[]}]}}","provider_name":"Mistral"}}}"#).field("reasoning_details"))
    .refusal(Refusal::new(400, r#"{"error":{"message":"messages.1.content.0: Invalid `signature` in `thinking` block","code":400}}"#).carrier(
        r#"{"type":"reasoning.text","text":" Two cities.\nBoth calls.","format":"anthropic-claude-v1","index":0,"signature":"EvgCCkYICxgCKkBsaWdodGx5IG1hZGUgdXA="}"#,
    ))
    .strict(route("cerebras", "https://api.cerebras.ai/v1", "zai-glm-4.7"))
    .foreign(route("novita", "https://api.novita.ai/openai/v1", "minimax/minimax-m2"))
    .foreign(route("openrouter", "https://openrouter.ai/api/v1", "google/gemini-3-pro-preview"))
}

/// An encrypted entry that is bound to a call by its id, and comes after it.
fn gemini() -> Case {
    Case::new(
        "an encrypted entry after the call it signs",
        route("openrouter", "https://openrouter.ai/api/v1", "google/gemini-3-pro-preview"),
    )
    .whole(reply(
        r#"{"role":"assistant","content":"","reasoning":null,"tool_calls":[{"type":"function","index":0,"id":"tool_add_jKPa","function":{"name":"add","arguments":"{\"a\":1.50,\"b\":2}"}}],"reasoning_details":[{"type":"reasoning.encrypted","data":"EjQKMgG+Pvb7bm90aGluZyBpbiBoZXJl","format":"google-gemini-v1","id":"tool_add_jKPa","index":0}]}"#,
        "tool_calls",
        r#"{"prompt_tokens":3,"completion_tokens":4}"#,
    ))
    .stream(deltas(
        &[
            r#"{"role":"assistant","content":"","tool_calls":[{"index":0,"id":"tool_add_jKPa","type":"function","function":{"name":"add","arguments":"{\"a\":1.50,\"b\":2}"}}]}"#,
            r#"{"role":"assistant","content":"","reasoning_details":[{"type":"reasoning.encrypted","data":"EjQKMgG+Pvb7bm90aGluZyBpbiBoZXJl","format":"google-gemini-v1","id":"tool_add_jKPa","index":0}]}"#,
        ],
        "tool_calls",
        r#"{"prompt_tokens":3,"completion_tokens":4}"#,
    ))
    .follow_up(next(
        "google/gemini-3-pro-preview",
        r#"{"role":"assistant","content":"","reasoning_details":[{"type":"reasoning.encrypted","data":"EjQKMgG+Pvb7bm90aGluZyBpbiBoZXJl","format":"google-gemini-v1","id":"tool_add_jKPa","index":0}],"tool_calls":[{"id":"tool_add_jKPa","type":"function","function":{"name":"add","arguments":"{\"a\":1.50,\"b\":2}"}}]}"#,
        r#"{"role":"tool","tool_call_id":"tool_add_jKPa","content":"done"}"#,
    ))
    .carriers([Expected::blob(
        "reasoning_details",
        r#"{"type":"reasoning.encrypted","data":"EjQKMgG+Pvb7bm90aGluZyBpbiBoZXJl","format":"google-gemini-v1","id":"tool_add_jKPa","index":0}"#,
    )])
    .foreign(route("openrouter", "https://openrouter.ai/api/v1", "anthropic/claude-sonnet-4.5"))
}

/// The same text as a string and as entries, said once.
fn twice() -> Case {
    Case::new("one text as a string and as entries", route("nous", "https://inference-api.nousresearch.com/v1", "kimi-k3"))
        .whole(reply(
            r#"{"role":"assistant","content":"Hello.","reasoning_content":"Greet.","reasoning_details":[{"type":"reasoning.text","text":"Greet.","format":"unknown","index":0}]}"#,
            "stop",
            USAGE,
        ))
        .stream(deltas(
            &[
                r#"{"content":"","role":"assistant","reasoning_details":[{"type":"reasoning.text","text":"Gre","format":"unknown","index":0}],"reasoning_content":"Gre"}"#,
                r#"{"content":"","role":"assistant","reasoning_details":[{"type":"reasoning.text","text":"et.","format":"unknown","index":0}],"reasoning_content":"et."}"#,
                r#"{"content":"Hel"}"#,
                r#"{"content":"lo."}"#,
            ],
            "stop",
            USAGE,
        ))
        .follow_up(next(
            "kimi-k3",
            r#"{"role":"assistant","content":"Hello.","reasoning_content":"Greet.","reasoning":"Greet.","reasoning_details":[{"type":"reasoning.text","text":"Greet.","format":"unknown","index":0}]}"#,
            GO_ON,
        ))
        .refusal(Refusal::new(400, r#"{"error":{"object":"error","type":"invalid_request_error","code":"invalid_request_error","message":"Extra inputs are not permitted, field: 'messages[1].reasoning_details', value: [{'text': \"Extra inputs are not permitted, field: 'messages[1].reasoning'\"}]"}}"#).field("reasoning_details"))
        .refusal(Refusal::new(422, "body.messages.1.reasoning: Extra inputs are not permitted; body.messages.1.reasoning_content: Extra inputs are not permitted").field("reasoning").field("reasoning_content"))
        .carriers([Expected::text("reasoning_details", "Greet.")
            .payload(r#"{"type":"reasoning.text","text":"Greet.","format":"unknown","index":0}"#)])
}

/// Thinking chunks among the content, which turns from a list into a string in mid-stream.
fn mistral() -> Case {
    Case::new("thinking chunks inside the content", route("mistral", "https://api.mistral.ai/v1", "magistral-medium-2509"))
        .whole(reply(
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"Count the letters."}],"closed":true},{"type":"text","text":"Three."}],"tool_calls":null}"#,
            "stop",
            USAGE,
        ))
        .stream(deltas(
            &[
                r#"{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"Count"}]}]}"#,
                r#"{"content":[{"type":"thinking","thinking":[{"type":"text","text":" the letters."}]}]}"#,
                r#"{"content":[{"type":"text","text":"Thr"}]}"#,
                r#"{"content":"ee."}"#,
            ],
            "stop",
            USAGE,
        ))
        .follow_up(next(
            "magistral-medium-2509",
            r#"{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"Count the letters."}],"closed":true},{"type":"text","text":"Three."}]}"#,
            GO_ON,
        ))
        .carriers([Expected::text("thinking_chunk", "Count the letters.")])
        .refusal(Refusal::new(422, r#"{"object":"error","message":"messages.1.assistant.content.0: Input tag 'thinking' found using 'type' does not match any of the expected tags: 'text', 'image_url'","type":"invalid_request_error"}"#).field("thinking"))
        .refusal(Refusal::new(422, r#"{"detail":[{"type":"extra_forbidden","loc":["body","messages",1,"assistant","reasoning_content"],"msg":"Extra inputs are not permitted","input":""}]}"#).field("reasoning_content"))
        .strict(route("mistral", "https://api.mistral.ai/v1", "magistral-medium-2509"))
        .foreign(route("deepseek", "https://api.deepseek.com", "deepseek-v4-pro"))
}

/// A server in the house, which thinks in the newer name and compares every token of its cache.
fn local() -> Case {
    Case::new("a local server", route("custom", "http://127.0.0.1:8080/v1", "gpt-oss-20b"))
        .whole(reply(
            r#"{"role":"assistant","content":"<think>no</think> Yes.","reasoning":"Hm\u00e9 \/ hm.","tool_calls":[]}"#,
            "stop",
            r#"{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7}"#,
        ))
        .follow_up(next(
            "gpt-oss-20b",
            r#"{"role":"assistant","content":"<think>no</think> Yes.","reasoning_content":"Hm\u00e9 \/ hm.","reasoning":"Hm\u00e9 \/ hm."}"#,
            GO_ON,
        ))
        .carriers([Expected::text("reasoning", "Hmé / hm.")])
        .refusal(Refusal::new(400, r#"{"message":"messages.1.assistant.reasoning_content: property 'messages.1.assistant.reasoning_content' is unsupported","type":"invalid_request_error","param":"validation_error","code":"wrong_api_format"}"#).field("reasoning_content"))
        .refusal(Refusal::new(400, r#"{"error":{"code":400,"message":"the template raised: reasoning is longer than the context","type":"invalid_request_error"}}"#))
        .foreign(route("zai", "https://api.z.ai/api/paas/v4", "glm-5.3"))
        .request(
            r#"{ "model": "gpt-oss-20b", "stream": true, "messages": [
                { "role": "system", "content": "Be brief." },
                { "role": "user", "name": "ada", "content": [ { "type": "text", "text": "What is this?" }, { "type": "image_url", "image_url": { "url": "data:image/png;base64,AA==" } } ] },
                { "role": "assistant", "content": null, "reasoning_content": "Look.", "reasoning": "Look.", "tool_calls": [ { "id": "", "type": "function", "function": { "name": "look", "arguments": "{\"x\" : 1.0}" } } ] },
                { "role": "tool", "tool_call_id": "", "content": "a cat" },
                { "role": "assistant", "content": "A cat.", "reasoning_content": " " },
                { "role": "user", "content": "" } ],
              "tools": [ { "type": "function", "function": { "name": "look", "parameters": { "type": "object" } } } ], "temperature": 0.70 }"#,
        )
}

/// A strict host reads nothing of what it said itself.
fn groq() -> Case {
    Case::new("a strict host that thinks", to_groq())
        .whole(reply(r#"{"role":"assistant","content":"Done.","reasoning":"Okay."}"#, "stop", USAGE))
        .stream(deltas(
            &[
                r#"{"role":"assistant","content":""}"#,
                r#"{"reasoning":"Ok"}"#,
                r#"{"reasoning":"ay."}"#,
                r#"{"content":"Done."}"#,
            ],
            "stop",
            USAGE,
        ))
        .carriers([Expected::text("reasoning", "Okay.")])
        .refusal(Refusal::new(400, r#"{"error":{"message":"'messages.1' : property 'reasoning' is unsupported","type":"invalid_request_error"}}"#).field("reasoning"))
        .follow_up(next("openai/gpt-oss-120b", r#"{"role":"assistant","content":"Done."}"#, GO_ON))
        .strict(to_groq())
}

/// A host that nobody knows, with members that nobody knows.
fn elsewhere() -> Case {
    Case::new("a host that nobody knows", route("custom", "https://llm.example.org/v1", "some-model"))
        .whole(reply(
            r#"{"role":"assistant","content":"Fine.","reasoning":"Ask first.","x_trace":{"b":1.50,"a":[1e2]},"annotations":[{"type":"x_note","n":1}]}"#,
            "stop",
            USAGE,
        ))
        .follow_up(next(
            "some-model",
            r#"{"role":"assistant","content":"Fine.","reasoning":"Ask first."}"#,
            GO_ON,
        ))
        .carriers([Expected::text("reasoning", "Ask first.")])
        .refusal(Refusal::new(400, r#"{"error":{"message":"Unknown parameter: 'messages[1].reasoning'.","type":"invalid_request_error","param":"messages[1].reasoning","code":"unknown_parameter"}}"#).field("reasoning"))
        .refusal(Refusal::new(400, r#"{"error":{"message":"Unknown parameter: 'reasoning'.","type":"invalid_request_error","param":"reasoning","code":"unknown_parameter"}}"#))
        .member("x_trace", r#"{"b":1.50,"a":[1e2]}"#)
        .strict(route("openai", "https://api.openai.com/v1", "gpt-5.1"))
}

//! Replies as hosts of this wire send them, in our own words.
use throughline_conformance::{Case, Expected, Refusal};
use throughline_core::{Api, Framing, Route};

/// What no case can show.
pub(crate) const SKIPS: &[&str] = &[];

pub(crate) fn cases() -> Vec<Case> {
    vec![calls(), answers(), thinks(), unknown(), older(), unsigned()]
}

fn route(provider: &str, url: &str, model: &str) -> Route {
    Route::new(provider, url, Api::new("gemini_generate"), model).unwrap_or_else(|error| unreachable!("{url}: {error}"))
}
fn studio(model: &str) -> Route {
    route("gemini", "https://generativelanguage.googleapis.com/v1beta", model)
}
fn vertex(model: &str) -> Route {
    let base = "https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/us-east5/publishers/google";
    route("vertex", base, model)
}
fn relay() -> Route {
    route("custom", "https://relay.example.org/v1beta", "gemini-3-pro-preview")
}

/// An error as the host words it.
fn refused(message: &str) -> Refusal {
    Refusal::new(400, format!(r#"{{"error":{{"code":400,"message":"{message}","status":"INVALID_ARGUMENT"}}}}"#))
}

/// A whole reply around its parts.
fn reply(parts: &str, version: &str) -> String {
    format!(
        r#"{{"candidates":[{{"content":{{"parts":[{parts}],"role":"model"}},"finishReason":"STOP","index":0}}],"usageMetadata":{{"promptTokenCount":20,"candidatesTokenCount":10,"thoughtsTokenCount":30,"totalTokenCount":60}},"modelVersion":"{version}","responseId":"r_01"}}"#
    )
}

/// The same as a stream: the parts of each event.
fn stream(events: &[&str], version: &str) -> String {
    let last = events.len().saturating_sub(1);
    let event = |(n, parts): (usize, &&str)| {
        let end = if n == last { r#","finishReason":"STOP""# } else { "" };
        format!(
            "data: {{\"candidates\":[{{\"content\":{{\"parts\":[{parts}],\"role\":\"model\"}}{end},\"index\":0}}],\"usageMetadata\":{{\"promptTokenCount\":20,\"thoughtsTokenCount\":30}},\"modelVersion\":\"{version}\",\"responseId\":\"r_01\"}}\r\n\r\n"
        )
    };
    events.iter().enumerate().map(event).collect()
}

/// The next request: the parts of the model, and those that follow them.
fn next(parts: &str, then: &str) -> String {
    format!(
        r#"{{"contents":[{{"role":"user","parts":[{{"text":"Hello"}}]}},{{"role":"model","parts":[{parts}]}},{{"role":"user","parts":[{then}]}}]}}"#
    )
}

const GO_ON: &str = r#"{"text":"Go on"}"#;
const FIRST: &str = r#""EuwFCukFARFNMg9+b25lIG9mIHR3byBjYWxscw==""#;

/// Two calls at once, of which the first is signed, behind a summary of what was thought.
fn calls() -> Case {
    const CALLS: &str = r#"{"functionCall":{"name":"clock","args":{"zone":"Europe/Zürich","n":1.50},"id":"a1b2c3d4"},"thoughtSignature":"EuwFCukFARFNMg9+b25lIG9mIHR3byBjYWxscw=="},{"functionCall":{"name":"moon","args":{},"id":"e5f6a7b8"}}"#;
    Case::new("thinks, then calls two tools", studio("gemini-3-pro-preview"))
        .error(
            Framing::Sse,
            "data: {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"So\"}]}}]}\n\ndata: {\"error\":{\"code\":503,\"message\":\"overloaded\",\"status\":\"UNAVAILABLE\"}}\n\n",
        )
        .error(Framing::Whole, r#"{"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}"#)
        .whole(reply(
            &format!(r#"{{"text":"**What time is it 🕒?**\n\nAsk.","thought":true}},{CALLS}"#),
            "gemini-3.1-pro-preview",
        ))
        .stream(stream(
            &[
                r#"{"text":"**What time is it \ud83d","thought":true}"#,
                r#"{"text":"\udd52?**\n\nAsk.","thought":true}"#,
                r#"{"functionCall":{"name":"clock","args":{"zone":"Europe/Z\u00fcrich","n":1.50},"id":"a1b2c3d4"},"thoughtSignature":"EuwFCukFARFNMg9+b25lIG9mIHR3byBjYWxscw=="}"#,
                r#"{"functionCall":{"name":"moon","args":{},"id":"e5f6a7b8"}}"#,
                r#"{"text":""}"#,
            ],
            "gemini-3.1-pro-preview",
        ))
        .apart(throughline_conformance::Aspect::Calls, "arguments keep the spelling of each reply")
        .follow_up(next(
            CALLS,
            r#"{"functionResponse":{"name":"clock","response":{"result":"done"},"id":"a1b2c3d4"}},{"functionResponse":{"name":"moon","response":{"result":"done"},"id":"e5f6a7b8"}}"#,
        ))
        .carriers([
            Expected::text("thought_part", "**What time is it 🕒?**\n\nAsk."),
            Expected::blob("thoughtSignature", FIRST),
        ])
        .refusal(refused("Corrupted thought signature.").carrier(FIRST))
        .refusal(refused("Invalid value at 'contents[1].parts[0].thought_signature' (TYPE_BYTES), Base64 decoding failed for \\\"x\\\"").carrier(FIRST))
        .refusal(refused("Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:moon` , position 2."))
        .refusal(refused("Invalid JSON payload received. Unknown name \\\"cache_control\\\" at 'contents[1].parts[0]': Cannot find field."))
        .strict(vertex("gemini-3-pro-preview"))
        .foreign(vertex("gemini-3-pro-preview"))
        .foreign(studio("gemini-2.5-flash"))
        .foreign(relay())
        .request(
            r#"{ "system_instruction": { "role": "user", "parts": [ { "text": "Be brief." } ] }, "contents": [
                { "parts": [ { "text": "What is this?" }, { "inline_data": { "mime_type": "image/png", "data": "AA==" } } ] },
                { "role": "model", "parts": [ { "text": "Look.", "thought": true }, { "thought_signature": "EucEC29sZGVyIG9uZQ==", "function_call": { "args": { "x": 1.0 }, "name": "look" } }, { "function_call": { "name": "look" } } ] },
                { "role": "function", "parts": [ { "function_response": { "name": "look", "response": { "output": "a cat" } } }, { "functionResponse": { "name": "look", "response": {} } } ] },
                { "role": "model", "parts": [ { "text": "A cat.", "thoughtSignature": "EtACb2xkZXIgb25l" }, { "text": "" } ] },
                { "role": "user", "parts": [ { "text": "Well?", "thoughtSignature": "EtACb2YgYSB1c2Vy" } ] } ],
              "tools": [ { "function_declarations": [ { "name": "look", "parameters": { "type": "OBJECT" } } ] }, { "googleSearch": {} } ],
              "generation_config": { "thinkingConfig": { "includeThoughts": true } }, "cachedContent": "cachedContents/x" }"#,
        )
        .request(
            r#"{"contents":{"parts":{"text":"Hi"}},"tools":null}"#,
        )
        .request(
            r#"{"contents":[{"role":"user","parts":[{"text":"Hi"}]},{"role":"model","parts":[{"functionCall":{"name":"f","args":{}},"thoughtSignature":"skip_thought_signature_validator"},{"functionCall":{"name":"g","args":{}},"thoughtSignature":"c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I="}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{}}},{"functionResponse":{"name":"g","response":{}}}]}]}"#,
        )
}

/// An answer whose signature stands on a part without a text.
fn answers() -> Case {
    const SEAL: &str = r#""EtACCs0CARFNMg9+dGhlIGNsb3NpbmcgcGFydA==""#;
    Case::new("signs at the end", studio("gemini-3-flash-preview"))
        .whole(reply(
            r#"{"text":"It is noon."},{"text":"","thoughtSignature":"EtACCs0CARFNMg9+dGhlIGNsb3NpbmcgcGFydA=="}"#,
            "gemini-3-flash-preview",
        ))
        .stream(stream(
            &[
                r#"{"text":"It is "}"#,
                r#"{"text":"noon."}"#,
                r#"{"text":"","thoughtSignature":"EtACCs0CARFNMg9+dGhlIGNsb3NpbmcgcGFydA=="}"#,
            ],
            "gemini-3-flash-preview",
        ))
        .follow_up(next(
            r#"{"text":"It is noon."},{"text":"","thoughtSignature":"EtACCs0CARFNMg9+dGhlIGNsb3NpbmcgcGFydA=="}"#,
            GO_ON,
        ))
        .carriers([Expected::blob("thoughtSignature", SEAL)])
        .refusal(refused("Corrupted thought signature.").carrier(SEAL))
        .foreign(relay())
}

/// A signature that stands on the thought, and another in the middle of the answer.
fn thinks() -> Case {
    const THOUGHT: &str =
        r#"{"text":"Noon, I think.","thought":true,"thoughtSignature":"EtACCs0CARFNMg9+b24gYSB0aG91Z2h0"}"#;
    Case::new("signs what it thought", vertex("gemini-3-pro-preview"))
        .whole(reply(
            &format!(
                r#"{THOUGHT},{{"text":"It is ","thoughtSignature":"EtACCs0CARFNMg9+b24gYSB0ZXh0"}},{{"text":"noon."}}"#
            ),
            "gemini-3-pro-preview",
        ))
        .stream(stream(
            &[
                THOUGHT,
                r#"{"text":"It is ","thoughtSignature":"EtACCs0CARFNMg9+b24gYSB0ZXh0"}"#,
                r#"{"text":"no"}"#,
                r#"{"text":"on."}"#,
            ],
            "gemini-3-pro-preview",
        ))
        .follow_up(next(
            &format!(
                r#"{THOUGHT},{{"text":"It is ","thoughtSignature":"EtACCs0CARFNMg9+b24gYSB0ZXh0"}},{{"text":"noon."}}"#
            ),
            GO_ON,
        ))
        .carriers([
            Expected::text("thought_part", "Noon, I think.").payload(THOUGHT),
            Expected::blob("thoughtSignature", r#""EtACCs0CARFNMg9+b24gYSB0ZXh0""#),
        ])
        .refusal(
            refused("Base64 decoding failed, Invalid thought signature. at 'contents[1].parts[1]'")
                .carrier(r#""EtACCs0CARFNMg9+b24gYSB0ZXh0""#),
        )
        .refusal(
            refused("Unable to submit request because Thought signature is not valid..")
                .carrier(THOUGHT)
                .carrier(r#""EtACCs0CARFNMg9+b24gYSB0ZXh0""#),
        )
        .strict(studio("gemini-3-pro-preview"))
        .foreign(studio("gemini-3-pro-preview"))
}

/// Parts that are not text, some of a kind that nobody knows.
fn unknown() -> Case {
    Case::new("other kinds of parts", studio("gemini-flash-latest"))
        .whole(reply(
            r#"{"executableCode":{"language":"PYTHON","code":"print(1)"},"thoughtSignature":"EtACCs0CARFNMg9+b24gY29kZQ=="},{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"1\n"}},{"x_part":{"b":1.50,"a":"\u00e9"}},{"inlineData":{"mimeType":"image/png","data":"AA=="},"thoughtSignature":"EtACCs0CARFNMg9+b24gYW4gaW1hZ2U="},{"text":"One.","x_beside":1}"#,
            "gemini-3.5-flash",
        ))
        .follow_up(next(
            r#"{"executableCode":{"language":"PYTHON","code":"print(1)"},"thoughtSignature":"EtACCs0CARFNMg9+b24gY29kZQ=="},{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"1\n"}},{"x_part":{"b":1.50,"a":"\u00e9"}},{"inlineData":{"mimeType":"image/png","data":"AA=="},"thoughtSignature":"EtACCs0CARFNMg9+b24gYW4gaW1hZ2U="},{"text":"One.","x_beside":1}"#,
            GO_ON,
        ))
        .block(r#"{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"1\n"}}"#)
        .block(r#"{"x_part":{"b":1.50,"a":"\u00e9"}}"#)
        .carriers([
            Expected::blob("thoughtSignature", r#""EtACCs0CARFNMg9+b24gY29kZQ==""#),
            Expected::blob("thoughtSignature", r#""EtACCs0CARFNMg9+b24gYW4gaW1hZ2U=""#),
        ])
        .foreign(vertex("gemini-3.5-flash"))
}

/// The second generation: calls without ids, of which none needs a signature.
fn older() -> Case {
    const CALL: &str =
        r#"{"functionCall":{"name":"clock","args":{"zone":"UTC"}},"thoughtSignature":"CpwCAcu98PD/MmYgb24gYSBjYWxs"}"#;
    Case::new("the second generation", studio("models/gemini-2.5-pro"))
        .whole(reply(CALL, "gemini-2.5-pro"))
        .stream(stream(&[CALL], "gemini-2.5-pro"))
        .follow_up(next(CALL, r#"{"functionResponse":{"name":"clock","response":{"result":"done"}}}"#))
        .carriers([Expected::blob("thoughtSignature", r#""CpwCAcu98PD/MmYgb24gYSBjYWxs""#)])
        .refusal(refused("Invalid JSON payload received. Unknown name \\\"thoughtSignature\\\" at 'contents[1].parts[0]': Cannot find field.").field("thoughtSignature"))
        .refusal(refused("Corrupted thought signature.").carrier(r#""CpwCAcu98PD/MmYgb24gYSBjYWxs""#))
        .foreign(vertex("gemini-2.5-pro"))
}

/// A call that should be signed and is not.
fn unsigned() -> Case {
    Case::new("a call without its signature", studio("google/gemini-3-pro-preview"))
        .whole(reply(r#"{"functionCall":{"name":"clock","args":{}}},{"functionCall":{"name":"clock","args":{}}}"#, "gemini-3-pro-preview"))
        .follow_up(next(
            r#"{"functionCall":{"name":"clock","args":{}},"thoughtSignature":"skip_thought_signature_validator"},{"functionCall":{"name":"clock","args":{}}}"#,
            r#"{"functionResponse":{"name":"clock","response":{"result":"done"}}},{"functionResponse":{"name":"clock","response":{"result":"done"}}}"#,
        ))
        .carriers([])
        .refusal(refused("Function call is missing a thought_signature in functionCall parts. Additional data, function call `default_api:clock` , position 2."))
}

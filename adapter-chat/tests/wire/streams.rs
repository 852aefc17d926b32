//! Replies as hosts really send them: whole and streamed, in any pieces, broken in every way.
use crate::common::{
    self, deltas, of_deltas, openrouter, plain, refusal, route, sse, streamed, try_capture, turn, whole,
};
use serde_json::Value;
use throughline_core::{Ending, Framing, How, Presence, ReasoningCarrier, ReplyHead, Turn, WireErrorKind};

/// What must not depend on how a reply came.
fn said(turn: &Turn) -> (String, Option<String>, Vec<String>, Vec<String>) {
    let calls = turn.calls().map(|call| {
        let mut arguments = String::new();
        call.arguments.write_text(&mut arguments);
        format!("{}({arguments})", call.name.decode())
    });
    let minted =
        turn.carriers().map(|(_, carrier)| Value::to_string(&serde_json::from_str(carrier.payload.get()).unwrap()));
    (turn.text(), turn.reasoning(), calls.collect(), minted.collect())
}

fn body(message: &str) -> String {
    format!(r#"{{"choices":[{{"index":0,"message":{message},"finish_reason":"stop"}}]}}"#)
}

/// Every stream of this list says what its whole reply says, and says the same cut at any two places.
#[test]
fn whole_and_streamed_agree_at_every_split() {
    let tool = r#"{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}"#;
    let call = |list: &str| format!(r#"{{"tool_calls":[{list}]}}"#);
    let claude = r#"{"type":"reasoning.text","text":"ab","signature":"S","format":"anthropic-claude-v1","index":0}"#;
    let cases: Vec<(&str, Vec<String>, String)> = vec![
        (
            "a role alone, null beside text, null at the end",
            vec![
                r#"{"role":"assistant","content":null,"reasoning_content":""}"#.into(),
                r#"{"content":null,"reasoning_content":"We"}"#.into(),
                r#"{"role":null,"content":null,"reasoning_content":" é\ud83d","tool_calls":null}"#.into(),
                r#"{"content":null,"reasoning_content":"\ude00"}"#.into(),
                r#"{"content":"a","reasoning_content":null}"#.into(),
                r#"{"content":"\n"}"#.into(),
            ],
            r#"{"role":"assistant","content":"a\n","reasoning_content":"We é😀"}"#.into(),
        ),
        (
            "one text under two keys and as entries",
            vec![
                r#"{"content":"","role":"assistant","reasoning_details":[{"type":"reasoning.text","text":"I","format":"unknown","index":0}],"reasoning_content":"I"}"#.into(),
                r#"{"content":"","role":"assistant","reasoning_details":[{"type":"reasoning.text","text":" do","format":"unknown","index":0}],"reasoning_content":" do"}"#.into(),
                r#"{"content":"a"}"#.into(),
            ],
            r#"{"content":"a","reasoning_details":[{"type":"reasoning.text","text":"I do","format":"unknown","index":0}],"reasoning_content":"I do"}"#.into(),
        ),
        (
            "an empty signature on every delta and the real one last",
            vec![
                r#"{"role":"assistant","reasoning":"a","reasoning_details":[{"type":"reasoning.text","text":"a","signature":"","format":"anthropic-claude-v1","index":0}]}"#.into(),
                r#"{"reasoning":"b","reasoning_details":[{"type":"reasoning.text","text":"b","signature":"","format":"anthropic-claude-v1","index":0}]}"#.into(),
                r#"{"reasoning":"","reasoning_details":[{"type":"reasoning.text","text":"","signature":"S","format":"anthropic-claude-v1","index":0}]}"#.into(),
                call(tool),
            ],
            format!(r#"{{"content":null,"reasoning":"ab","reasoning_details":[{claude}],"tool_calls":[{tool}]}}"#),
        ),
        (
            "a summary and a blob with one id and one index",
            vec![
                r#"{"reasoning_details":[{"type":"reasoning.summary","summary":"s","id":"rs","format":"openai-responses-v1","index":0}]}"#.into(),
                r#"{"reasoning_details":[{"type":"reasoning.encrypted","data":"D","id":"rs","format":"openai-responses-v1","index":0}]}"#.into(),
                r#"{"content":"a"}"#.into(),
            ],
            r#"{"content":"a","reasoning_details":[{"type":"reasoning.summary","summary":"s","id":"rs","format":"openai-responses-v1","index":0},{"type":"reasoning.encrypted","data":"D","id":"rs","format":"openai-responses-v1","index":0}]}"#.into(),
        ),
        (
            "content that is a list, then a string",
            vec![
                r#"{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"The"}]}]}"#.into(),
                r#"{"content":[{"type":"thinking","thinking":[{"type":"text","text":" user"}],"closed":true}]}"#.into(),
                r#"{"content":[{"type":"text","text":"O"}]}"#.into(),
                r#"{"content":"K"}"#.into(),
                r#"{"content":""}"#.into(),
            ],
            r#"{"content":[{"type":"thinking","thinking":[{"type":"text","text":"The user"}],"closed":true},{"type":"text","text":"OK"}]}"#.into(),
        ),
        (
            "two signed chunks",
            vec![
                r#"{"content":[{"type":"reasoning","summary":[{"type":"summary_text","text":"a"}]}]}"#.into(),
                r#"{"content":[{"type":"reasoning","summary":[{"type":"summary_text","text":"","signature":"1"}]}]}"#.into(),
                r#"{"content":[{"type":"reasoning","summary":[{"type":"summary_text","text":"b","signature":"2"}]}]}"#.into(),
            ],
            r#"{"content":[{"type":"reasoning","summary":[{"type":"summary_text","text":"a","signature":"1"}]},{"type":"reasoning","summary":[{"type":"summary_text","text":"b","signature":"2"}]}]}"#.into(),
        ),
        (
            "calls in fragments, by index",
            vec![
                call(r#"{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""}}"#),
                call(r#"{"index":1,"id":"c","type":"function","function":{"name":"g"}}"#),
                call(r#"{"index":0,"id":"","function":{"name":"","arguments":"{\"a\""}},{"index":1,"id":"2","function":{"arguments":"{}"}}"#),
                call(r#"{"index":0,"id":"c1","function":{"name":"f","arguments":":1}"}}"#),
            ],
            format!(r#"{{"content":null,"tool_calls":[{tool},{{"id":"c2","function":{{"name":"g","arguments":"{{}}"}}}}]}}"#),
        ),
        (
            "calls without an index, some without an id",
            vec![
                call(r#"{"id":"","function":{"name":"f","arguments":"{\"a\""}}"#),
                call(r#"{"function":{"arguments":":1}"}}"#),
                call(r#"{"id":"","function":{"name":"f","arguments":"{}"}}"#),
                call(r#"{"id":"x","function":{"name":"g","arguments":""}}"#),
                call(r#"{"id":"x","function":{"arguments":"[]"}}"#),
            ],
            r#"{"tool_calls":[{"id":"","function":{"name":"f","arguments":"{\"a\":1}"}},{"id":"","function":{"name":"f","arguments":"{}"}},{"id":"x","function":{"name":"g","arguments":"[]"}}]}"#.into(),
        ),
        (
            "calls that are all counted 0",
            vec![
                call(r#"{"index":0,"id":"x","function":{"name":"f","arguments":"{}"}}"#),
                call(r#"{"index":0,"id":"y","function":{"name":"f","arguments":"[]"}}"#),
            ],
            r#"{"tool_calls":[{"id":"x","function":{"name":"f","arguments":"{}"}},{"id":"y","function":{"name":"f","arguments":"[]"}}]}"#.into(),
        ),
        (
            "thinking inside the content stays there",
            vec![r#"{"content":"<thi"}"#.into(), r#"{"content":"nk>a</think>b"}"#.into()],
            r#"{"content":"<think>a</think>b"}"#.into(),
        ),
        (
            "a sealed member beside a summary",
            vec![r#"{"reasoning_content":"\n","encrypted_content":"djEN"}"#.into(), r#"{"content":"a","encrypted_content":""}"#.into()],
            r#"{"content":"a","reasoning_content":"\n","encrypted_content":"djEN"}"#.into(),
        ),
        (
            "an alias with a signature",
            vec![r#"{"thinking":"t"}"#.into(), r#"{"thinking_signature":"S","thinking":""}"#.into()],
            r#"{"thinking":"t","thinking_signature":"S"}"#.into(),
        ),
    ];
    for (name, pieces, message) in cases {
        let stream = deltas(&pieces.iter().map(String::as_str).collect::<Vec<_>>(), "stop");
        let want = said(&whole(&plain(), &body(&message)));
        let one = turn(try_capture(&plain(), Framing::Sse, &[stream.as_bytes()]).0);
        assert_eq!(said(&one), want, "{name}");
        let bytes = stream.as_bytes();
        for a in 0..bytes.len() {
            let step = (a + 1).max(bytes.len().min(a + 40));
            for b in [a, step.min(bytes.len())] {
                let cut = turn(try_capture(&plain(), Framing::Sse, &[&bytes[..a], &bytes[a..b], &bytes[b..]]).0);
                assert_eq!(cut, one, "{name} {a} {b}");
            }
        }
        let pretty = message.replace(',', " ,\n  ").replace(':', " : ");
        if !message.contains(r#"\""#) {
            let pretty = whole(&plain(), &body(&pretty));
            assert_eq!(pretty.carriers, whole(&plain(), &body(&message)).carriers, "{name}");
        }
    }
}

#[test]
fn deltas_are_shown_once_whatever_number_of_keys_they_came_under() {
    let both = r#"{"role":"assistant","reasoning":"We","reasoning_content":"We","reasoning_details":[{"type":"reasoning.text","text":"We"}]}"#;
    let hazard = r#"{"reasoning_content":"","reasoning":" do"}"#;
    let call = r#"{"tool_calls":[{"index":0,"id":"c","function":{"name":"f","arguments":"{}"}}]}"#;
    let chunk =
        r#"{"content":[{"type":"thinking","thinking":[{"type":"text","text":"x"}]},{"type":"text","text":"a"}]}"#;
    let stream = deltas(&[both, hazard, chunk, r#"{"content":"b\u00e9"}"#, call, call], "tool_calls");
    let (_, shown) = try_capture(&plain(), Framing::Sse, &[stream.as_bytes()]);
    assert_eq!(shown, ["reasoning We", "reasoning  do", "reasoning x", "text a", "text bé", "call f"]);
}

#[test]
fn a_key_that_stayed_empty_is_a_fact_of_its_own() {
    let presence = |turn: &Turn, key| turn.presence(key);
    let turn = of_deltas(
        &plain(),
        &[r#"{"content":null,"reasoning_content":null}"#, r#"{"content":"","reasoning_content":""}"#],
    );
    assert_eq!(presence(&turn, "content"), Some(Presence::Empty));
    assert_eq!(presence(&turn, "reasoning_content"), Some(Presence::Empty));
    let turn = of_deltas(
        &plain(),
        &[r#"{"content":"","reasoning_details":[]}"#, r#"{"content":"x","reasoning_details":null}"#],
    );
    assert_eq!((presence(&turn, "content"), presence(&turn, "reasoning_details")), (None, Some(Presence::EmptyList)));
    let turn = whole(&plain(), &body(r#"{"content":null,"tool_calls":null,"reasoning":"t","reasoning_content":"t"}"#));
    assert_eq!(presence(&turn, "content"), Some(Presence::Null));
    assert_eq!(
        (presence(&turn, "tool_calls"), presence(&turn, "reasoning")),
        (Some(Presence::Null), Some(Presence::Echo))
    );
    let turn = whole(&plain(), &body(r#"{"reasoning":"t","reasoning_content":"u"}"#));
    assert_eq!((turn.carriers.len(), turn.presence.len()), (2, 0));
}

#[test]
fn what_stands_beside_the_message_is_kept_and_read() {
    let usage = |turn: &Turn| {
        let usage = turn.usage.clone().unwrap_or_default();
        [usage.input, usage.output, usage.reasoning, usage.cached]
    };
    let delta = r#"{"id":"1","model":"other","choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}]}"#;
    let turn = streamed(
        &plain(),
        &[
            delta,
            r#"{"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"length","logprobs":{"x":1}}]}"#,
            r#"{"id":"2","choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2,"completion_tokens_details":{"reasoning_tokens":3}}}"#,
        ],
    );
    assert_eq!(usage(&turn), [Some(1), Some(2), Some(3), None]);
    assert!(matches!(&turn.ending, Some(Ending::Stop(Some(word))) if word.decode() == "stop"));
    let meta: Vec<_> = turn.meta.iter().map(|(key, value)| format!("{key}={}", value.get())).collect();
    assert_eq!(meta, [r#"id="2""#, r#"model="other""#, r#"logprobs={"x":1}"#]);
    let origin = turn.origin.unwrap();
    assert_eq!((origin.answered_by.as_deref(), origin.how), (Some("other"), How::Minted));
    let turn = streamed(&plain(), &[delta, r#"{"x_groq":{"id":"r","usage":{"prompt_tokens":1}},"choices":[]}"#]);
    assert_eq!(usage(&turn), [Some(1), None, None, None]);
    let turn = streamed(
        &plain(),
        &[r#"{"choices":[{"index":0,"delta":{"content":"a"},"usage":{"prompt_tokens":1,"cached_tokens":9}}]}"#],
    );
    assert_eq!(usage(&turn), [Some(1), None, None, Some(9)]);
}

#[test]
fn the_upstream_is_named_by_the_reply_or_by_a_header() {
    let entry = r#""reasoning_details":[{"type":"reasoning.encrypted","data":"D","format":"google-gemini-v1"}]"#;
    let issuer = |turn: &Turn| turn.carriers[0].issuer.to_string();
    let turn =
        whole(&openrouter("m"), &format!(r#"{{"provider":"Google AI Studio","choices":[{{"message":{{{entry}}}}}]}}"#));
    assert_eq!(issuer(&turn), "openrouter:Google AI Studio/google-gemini-v1");
    assert_eq!(turn.origin.unwrap().served_by.as_deref(), Some("Google AI Studio"));
    let vercel = route("ai-gateway", "https://ai-gateway.vercel.sh/v1", "m");
    let turn = of_deltas(
        &vercel,
        &[&format!("{{{entry}}}"), r#"{"provider_metadata":{"gateway":{"routing":{"finalProvider":"vertex"}}}}"#],
    );
    assert_eq!(issuer(&turn), "vercel:vertex/google-gemini-v1");
    let turn = whole(
        &openrouter("m"),
        r#"{"choices":[{"message":{"reasoning_details":[{"type":"reasoning.encrypted","data":"D"}]}}]}"#,
    );
    assert_eq!(issuer(&turn), "openrouter:-/-");
    let head = ReplyHead { served_by: Some("groq".to_owned()), ..ReplyHead::ok(Framing::Whole) };
    let mut capture = throughline_chat::Chat.capture(&plain(), &head);
    capture.feed(body(r#"{"content":"a"}"#).as_bytes(), &mut |_| {}).unwrap();
    assert_eq!(common::turn(capture.finish()).origin.unwrap().served_by.as_deref(), Some("groq"));
}

#[test]
fn unknown_members_are_kept() {
    let turn = whole(
        &plain(),
        &body(
            r#"{"role":"assistant","content":"a","refusal":null,"annotations":[],"new":{"b":1.50,"a":"\/"},"tool_calls":[{"index":7,"id":"c","type":"function","more":1,"function":{"name":"f","arguments":{"x": 1e5},"thought_signature":"s"}}]}"#,
        ),
    );
    let extras: Vec<_> = turn.extras.iter().map(|(key, value)| format!("{key}={}", value.get())).collect();
    assert_eq!(extras, ["refusal=null", "annotations=[]", r#"new={"b":1.50,"a":"\/"}"#]);
    let call = turn.calls().next().unwrap();
    assert_eq!(
        (call.extras.len(), call.extras[0].0.as_str(), call.inner[0].0.as_str()),
        (1, "more", "thought_signature")
    );
    assert_eq!(call.arguments.object().unwrap().get(), r#"{"x":1e5}"#);
    let turn = of_deltas(
        &plain(),
        &[
            r#"{"refusal":"I ","annotations":[{"a":1}],"audio":null}"#,
            r#"{"refusal":"can't","annotations":[{"b":2}],"audio":{"id":"x"}}"#,
            r#"{"refusal":null,"audio":null,"content":[{"type":"new","x":[]}]}"#,
        ],
    );
    let extras: Vec<_> = turn.extras.iter().map(|(key, value)| format!("{key}={}", value.get())).collect();
    assert_eq!(extras, [r#"refusal="I can't""#, r#"annotations=[{"a":1},{"b":2}]"#, r#"audio={"id":"x"}"#]);
    assert!(
        matches!(&turn.parts[..], [throughline_core::Part::Opaque(block)] if block.payload.get() == r#"{"type":"new","x":[]}"#)
    );
}

#[test]
fn values_of_a_wrong_type_are_kept_beside_the_turn() {
    let turn = whole(
        &plain(),
        &body(
            r#"{"role":"model","content":7,"reasoning":{"x":1},"tool_calls":[8,{"id":9,"function":{"name":"f","arguments":[1]}}]}"#,
        ),
    );
    let meta: Vec<_> = turn.meta.iter().map(|(key, value)| format!("{key}={}", value.get())).collect();
    assert_eq!(
        meta,
        [
            "role=\"model\"",
            "content=7",
            "tool_calls[0]=8",
            "tool_calls[1].id=9",
            "tool_calls[1].function.arguments=[1]"
        ]
    );
    assert_eq!((turn.extras[0].0.as_str(), turn.calls().count()), ("reasoning", 1));
}

#[test]
fn one_turn_comes_of_choice_0_and_the_others_are_kept() {
    let two = r#"{"choices":[{"index":1,"message":{"content":"b"}},{"index":0,"message":{"content":"a"},"finish_reason":"stop"}]}"#;
    let turn = whole(&plain(), two);
    assert_eq!(turn.text(), "a");
    assert_eq!(turn.meta[0].1.get(), r#"[{"index":1,"message":{"content":"b"}}]"#);
    let turn = streamed(
        &plain(),
        &[
            r#"{"choices":[{"index":0,"delta":{"content":"a"}},{"index":1,"delta":{"content":"x"}}]}"#,
            r#"{"choices":[{"index":1,"delta":{"content":"y"}}]}"#,
            r#"{"choices":[{"index":0,"delta":{"content":"b"},"finish_reason":"stop"}]}"#,
        ],
    );
    assert_eq!((turn.text().as_str(), turn.meta[0].0.as_str()), ("ab", "choices"));
    // A host that repeats the message so far beside each delta, and one that sends no delta at all.
    let turn = streamed(
        &plain(),
        &[
            r#"{"choices":[{"index":0,"message":{"content":"a"},"delta":{"content":"a"}}]}"#,
            r#"{"choices":[{"index":0,"message":{"content":"ab"},"delta":{"content":"b"}}]}"#,
            r#"{"choices":[{"index":0,"message":{"content":"ab"},"finish_reason":"stop"}]}"#,
        ],
    );
    assert_eq!(turn.text(), "ab");
    assert_eq!(streamed(&plain(), &[r#"{"choices":[{"message":{"content":"a"}}]}"#]).text(), "a");
}

#[test]
fn a_stream_that_ends_early_is_cut_and_nothing_is_made_up() {
    let cut = |stream: &str| turn(try_capture(&plain(), Framing::Sse, &[stream.as_bytes()]).0);
    let delta = r#"{"choices":[{"index":0,"delta":{"content":"a","reasoning_details":[{"type":"reasoning.text","text":"t","signature":"","index":0}]}}]}"#;
    let turn = cut(&sse(&[delta]));
    assert_eq!(turn.ending, Some(Ending::Cut));
    assert_eq!(turn.carriers[0].payload.get(), r#"{"type":"reasoning.text","text":"t","index":0}"#);
    assert!(!turn.carriers[0].sealed);
    assert_eq!(cut(&format!("{}data: {{\"choices\":[{{\"del", sse(&[delta]))).text(), "a");
    assert_eq!(cut(&format!("{}data: [DONE]", sse(&[delta]))).ending, Some(Ending::Stop(None)));
    assert_eq!(cut(&format!("data: {delta}")).text(), "a");
    let empty = r#"{"choices":[{"index":0,"delta":{},"finish_reason":""}]}"#;
    assert_eq!(cut(&sse(&[delta, empty])).ending, Some(Ending::Cut));
}

#[test]
fn an_error_inside_a_200_is_a_refusal_or_the_end_of_a_turn() {
    let refused = |body: &str| refusal(try_capture(&plain(), Framing::Whole, &[body.as_bytes()]).0);
    for (body, status) in [
        (r#"{"error":{"message":"m","code":429}}"#, 429),
        (r#"[{"error":{"code":400,"message":"m"}}]"#, 400),
        (r#"{"code":"invalid-argument","error":"m"}"#, 200),
        (r#"{"message":"m","type":"invalid_request_error","code":"wrong_api_format"}"#, 200),
        (r#"{"base_resp":{"status_code":1004,"status_msg":"m"}}"#, 200),
        (r#"{"choices":null,"base_resp":{"status_code":1004,"status_msg":"m"}}"#, 200),
        (r#"{"choices":[{"error":{"code":"502"},"message":{"role":"assistant","content":""}}]}"#, 200),
    ] {
        let refusal = refused(body);
        assert_eq!((refusal.status, refusal.body.get()), (status, body));
    }
    // A stream may answer in one document, with white space before it or a mark.
    let (captured, _) = try_capture(&plain(), Framing::Sse, &[b"\xef\xbb", b"\xbf\n", br#"{"error":{"code":"401"}}"#]);
    assert_eq!(refusal(captured).status, 401);
    let delta = r#"{"choices":[{"index":0,"delta":{"content":"a"}}]}"#;
    let empty = r#"{"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}"#;
    let error = r#"{"error":{"message":"overloaded","type":"x"}}"#;
    let stream = |events: &[&str]| try_capture(&plain(), Framing::Sse, &[sse(events).as_bytes()]).0;
    assert_eq!(refusal(stream(&[empty, error])).body.get(), error);
    assert_eq!(turn(stream(&[delta, error, "[DONE]"])).ending, Some(Ending::Refused(refused(error).body)));
    let (named, _) = try_capture(&plain(), Framing::Sse, &[b"event: error\ndata: {\"reason\":\"m\"}\n\n"]);
    assert_eq!(refusal(named).body.get(), r#"{"reason":"m"}"#);
    let inside = r#"{"choices":[{"index":0,"delta":{"content":"b"},"error":{"code":"x"},"finish_reason":"error"}]}"#;
    let cut = turn(stream(&[delta, inside]));
    assert!(cut.text() == "ab" && cut.ending.as_ref().is_some_and(Ending::is_cut));
}

#[test]
fn a_4xx_is_a_refusal_whatever_its_body() {
    for (framing, body, kept) in [
        (Framing::Whole, &b"<html>\xff nope"[..], "\"<html>\u{fffd} nope\""),
        (Framing::Sse, b"{ \"error\" : 1 }", r#"{"error":1}"#),
        (Framing::Sse, b"", "\"\""),
    ] {
        let head = ReplyHead { status: 422, framing, served_by: None };
        let mut capture = throughline_chat::Chat.capture(&plain(), &head);
        capture.feed(body, &mut |_| {}).unwrap();
        let refusal = refusal(capture.finish());
        assert_eq!((refusal.status, refusal.body.get()), (422, kept));
    }
}

#[test]
fn bytes_that_are_no_reply_are_an_error_that_names_the_place() {
    let error = |framing, bytes: &[u8]| {
        let (captured, shown) = try_capture(&plain(), framing, &[bytes]);
        let error = captured.unwrap_err();
        (error.kind(), format!("{error}{}", shown.iter().map(|line| format!(" | {line}")).collect::<String>()))
    };
    use WireErrorKind::{Empty, Json, Shape, Utf8};
    for (framing, bytes, kind, text) in [
        (Framing::Whole, &b""[..], Empty, "reply: empty, nothing to read"),
        (Framing::Whole, b" \n", Empty, "reply: empty, nothing to read"),
        (Framing::Sse, b"", Empty, "reply: empty, nothing to read"),
        (Framing::Sse, b"hello", Shape, "reply: expected server-sent events, found text without any"),
        (Framing::Whole, b"data: {}\n\n", Shape, "reply: expected one json document, found server-sent events"),
        (
            Framing::Whole,
            b"{\"choices\":[\n{\"mess",
            Json,
            "reply: not valid json: EOF while parsing a string at line 2 column 6",
        ),
        (Framing::Whole, b"{\"a\":\"\xff\"}", Utf8, "reply: not utf-8 at byte 6"),
        (Framing::Whole, b"{}", Shape, "reply: expected a chat completion, found an object without choices"),
        (Framing::Whole, b"[1]", Shape, "reply: expected an object with choices, found an array"),
        (Framing::Whole, b"\"x\"", Shape, "reply: expected an object with choices, found a string"),
        (Framing::Whole, b"{\"choices\":7}", Shape, "reply, choices: expected a list, found a number"),
        (Framing::Whole, b"{\"choices\":[7]}", Shape, "reply, choices[0]: expected an object, found a number"),
        (Framing::Whole, b"{\"choices\":[]}", Shape, "reply: expected a chat completion, found no message"),
        (
            Framing::Whole,
            b"{\"choices\":[{\"message\":[]}]}",
            Shape,
            "reply, choices[0].message: expected an object, found an array",
        ),
        (
            Framing::Whole,
            br#"{"type":"message","role":"assistant","content":[{"type":"text","text":"x"}],"stop_reason":"end_turn"}"#,
            Shape,
            "reply: expected a chat completion, found a reply of Anthropic Messages",
        ),
        (
            Framing::Whole,
            br#"[{"candidates":[]}]"#,
            Shape,
            "reply: expected a chat completion, found a reply of Gemini generateContent",
        ),
        (
            Framing::Sse,
            b"event: response.created\ndata: {\"type\":\"response.created\"}\n\n",
            Shape,
            "reply: expected a chat completion, found no message | error event 0: expected a chat completion, found a stream of OpenAI Responses",
        ),
        (
            Framing::Sse,
            b"data: nope\n\n",
            Shape,
            "reply: expected a chat completion, found no message | error event 0: not valid json: expected ident at line 1 column 2",
        ),
    ] {
        assert_eq!(error(framing, bytes), (kind, text.to_owned()), "{}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn a_broken_event_names_its_number_and_loses_nothing_before_it() {
    let delta = r#"{"choices":[{"index":0,"delta":{"content":"a"}}]}"#;
    for (bad, text) in [
        ("{\"choices\":", "event 1: not valid json: EOF while parsing a value at line 1 column 11"),
        ("7", "event 1: expected an object with choices, found a number"),
        (r#"{"choices":[{"delta":7}]}"#, "event 1, choices[0].delta: expected an object, found a number"),
    ] {
        let stream = sse(&[delta, bad, delta, "[DONE]"]);
        for cut in 0..stream.len() {
            let (captured, shown) =
                try_capture(&plain(), Framing::Sse, &[&stream.as_bytes()[..cut], &stream.as_bytes()[cut..]]);
            let captured = turn(captured);
            assert_eq!((captured.text().as_str(), &captured.ending), ("a", &Some(Ending::Cut)), "{bad} {cut}");
            assert_eq!(shown, ["text a".to_owned(), format!("error {text}")], "{bad} {cut}");
        }
    }
    let mut stream = sse(&[delta]).into_bytes();
    stream.extend_from_slice(b"data: \"\xff\"\n\n");
    let (captured, shown) = try_capture(&plain(), Framing::Sse, &[&stream]);
    assert_eq!((turn(captured).text().as_str(), shown[1].as_str()), ("a", "error event 1: not utf-8 at byte 1"));
}

#[test]
fn deep_long_doubled_and_lone_are_fine() {
    let deep = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    let long = "x".repeat(1 << 20);
    let message = format!(
        r#"{{"content":"\ud800","content":"{long}","reasoning_content":"\udc00","deep":{deep},"reasoning_details":[{{"type":"new","x":{deep}}}]}}"#
    );
    let turn = whole(&plain(), &body(&message));
    assert_eq!(turn.text().len(), 1 << 20);
    let payloads: Vec<_> = turn.carriers.iter().map(|carrier| carrier.payload.get().len()).collect();
    assert_eq!(payloads, [deep.len() + 19, 8]);
    assert_eq!(turn.carriers[1].payload.get(), r#""\udc00""#);
    let (captured, _) =
        try_capture(&plain(), Framing::Sse, &[sse(&["", " ", &body("{}")]).as_bytes(), b": comment\n\n"]);
    assert_eq!(common::turn(captured).text(), "");
}

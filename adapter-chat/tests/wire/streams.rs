//! Replies as hosts really send them: whole and streamed, in any pieces, broken in every way.
use crate::common::{self, deltas, of_deltas, openrouter, plain, route, streamed, try_capture, turn, whole};
use serde_json::Value;
use throughline_core::{Ending, Framing, How, Presence, ReasoningCarrier, ReplyHead, Turn};

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
fn an_empty_delta_beside_a_whole_message_is_kept() {
    let reply = r#"{"choices":[{"message":{"content":"a"},"delta":{"content":"","odd":7},"finish_reason":"stop"}]}"#;
    let turn = whole(&plain(), reply);
    let kept = turn.meta.iter().find(|(key, _)| *key == "delta").map(|(_, value)| value.get().to_owned());
    assert_eq!((turn.text().as_str(), kept.as_deref()), ("a", Some(r#"{"content":"","odd":7}"#)));
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

//! Streamed replies, cut anywhere.
use crate::sample::{capture, meta, native, pieces, said, shown, sse, streamed, whole};
use throughline_core::{Captured, Ending, Framing, Literal, Part, ReplyHead, Role, Turn};

const EVENTS: &[&str] = &[
    r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"cache_read_input_tokens":4,"output_tokens":1}}}"#,
    r#"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}"#,
    r#"{"type":"ping"}"#,
    r#"{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Caf\u00e9 \ud83d","estimated_tokens":3}}"#,
    r#"{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"\ude00"}}"#,
    r#"{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"EqQB"}}"#,
    r#"{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"\/w=="}}"#,
    r#"{"type":"content_block_stop","index":0}"#,
    r#"{"type":"content_block_start","index":1,"content_block":{"type":"redacted_thinking","data":"EuY1"}}"#,
    r#"{"type":"content_block_stop","index":1}"#,
    r#"{"type":"content_block_start","index":2,"content_block":{"type":"text","text":""}}"#,
    r#"{"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":"Hé"}}"#,
    r#"{"type":"content_block_delta","index":2,"delta":{"type":"citations_delta","citation":{"n": 1}}}"#,
    r#"{"type":"content_block_delta","index":2,"delta":{"type":"citations_delta","citation":{"n":2}}}"#,
    r#"{"type":"content_block_stop","index":2}"#,
    r#"{"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"toolu_1","name":"find","input":{}}}"#,
    r#"{"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":""}}"#,
    r#"{"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"{\"z\": 1.5"}}"#,
    r#"{"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"0,\"t\":\"\\u00e9\"}"}}"#,
    r#"{"type":"content_block_stop","index":3}"#,
    r#"{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":33,"output_tokens_details":{"thinking_tokens":20}},"context_management":{"applied_edits":[]}}"#,
    r#"{"type":"message_stop"}"#,
];
const WHOLE: &str = r#"{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[
{"type":"thinking","thinking":"Caf\u00e9 \ud83d\ude00","signature":"EqQB\/w=="},{"type":"redacted_thinking","data":"EuY1"},
{"type":"text","text":"Hé","citations":[{"n":1},{"n":2}]},{"type":"tool_use","id":"toolu_1","name":"find","input":{"z":1.50,"t":"\u00e9"}}],
"stop_reason":"tool_use","stop_sequence":null,"context_management":{"applied_edits":[]},
"usage":{"input_tokens":9,"cache_read_input_tokens":4,"output_tokens":33,"output_tokens_details":{"thinking_tokens":20}}}"#;

#[test]
fn a_stream_is_the_same_turn_as_the_document() {
    assert_eq!(streamed(&native(), sse(EVENTS).as_bytes()), whole(&native(), WHOLE));
    assert_eq!(
        said(&whole(&native(), WHOLE))[0],
        r#"thinking_block true {"type":"thinking","thinking":"Caf\u00e9 \ud83d\ude00","signature":"EqQB\/w=="}"#
    );
}

#[test]
fn any_cutting_gives_the_same_turn() {
    for text in
        [sse(EVENTS), sse(EVENTS).replace('\n', "\r\n"), sse(EVENTS).replace("event: ", "event:").replace('\n', "\r")]
    {
        let (bytes, want) = (text.as_bytes(), streamed(&native(), text.as_bytes()));
        for at in 0..=bytes.len() {
            assert_eq!(pieces(&native(), &[&bytes[..at], &bytes[at..]]), want, "{at}");
        }
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(pieces(&native(), &single), want);
    }
}

#[test]
fn what_is_shown_is_what_is_said() {
    assert_eq!(shown(sse(EVENTS).as_bytes()), "RCafé \u{fffd}R\u{fffd}THéCfind");
}

/// A prefix of a stream never has a seal, an ending or a word that the stream has not.
#[test]
fn a_stream_cut_at_any_byte_invents_nothing() {
    let text = sse(EVENTS);
    let full = streamed(&native(), text.as_bytes());
    let stop = text.find(r#"{"type":"message_delta""#).unwrap();
    let stopped = stop + text[stop..].find('\n').unwrap();
    for at in 0..text.len() {
        let Ok(captured) = capture(&native(), &ReplyHead::ok(Framing::Sse), &[&text.as_bytes()[..at]]) else {
            assert!(at < text.find("\n\n").unwrap(), "{at}");
            continue;
        };
        let Captured::Turn(turn) = captured else { panic!("{at}") };
        assert_eq!(turn.ending == Some(Ending::Cut), at < stopped, "{at}");
        for ((_, carrier), (_, want)) in turn.carriers().zip(full.carriers()) {
            assert!(!carrier.sealed || carrier == want, "{at}");
            if !carrier.sealed && carrier.kind == "thinking_block" {
                assert!(!carrier.payload.get().contains("EqQB"), "{at}");
            }
        }
        assert!(full.text().starts_with(&turn.text()), "{at}");
        assert!(turn.carriers().count() <= full.carriers().count() && turn.parts.len() <= full.parts.len(), "{at}");
    }
}

#[test]
fn a_block_whose_end_did_not_come_is_not_signed() {
    let turn = streamed(&native(), sse(&EVENTS[..6]).as_bytes());
    assert_eq!(said(&turn), [r#"thinking_block false {"type":"thinking","thinking":"Caf\u00e9 \ud83d\ude00"}"#]);
    let turn = streamed(&native(), sse(&EVENTS[..8]).as_bytes());
    assert!(turn.carriers().next().unwrap().1.sealed && turn.ending == Some(Ending::Cut));
    let turn = streamed(&native(), sse(&EVENTS[..18]).as_bytes());
    assert_eq!(said(&turn)[3], r#"call "toolu_1" "find" {\"z\": 1.5"#);
}

fn one(start: &str, deltas: &[&str]) -> Turn {
    let start = format!(r#"{{"type":"content_block_start","index":0,"content_block":{start}}}"#);
    let deltas = deltas.iter().map(|delta| format!(r#"{{"type":"content_block_delta","index":0,"delta":{delta}}}"#));
    let events: Vec<String> =
        [start].into_iter().chain(deltas).chain([r#"{"type":"message_stop"}"#.to_owned()]).collect();
    streamed(&native(), sse(&events.iter().map(String::as_str).collect::<Vec<_>>()).as_bytes())
}

#[test]
fn a_delta_lands_in_the_member_of_its_name() {
    for (start, deltas, want) in [
        // A host that leaves the signature out at first.
        (
            r#"{"type":"thinking","thinking":""}"#,
            &[r#"{"type":"thinking_delta","thinking":"t"}"#, r#"{"type":"signature_delta","signature":"s"}"#][..],
            r#"thinking_block true {"type":"thinking","thinking":"t","signature":"s"}"#,
        ),
        // Nothing takes a value away.
        (
            r#"{"type":"thinking","thinking":"t","signature":"s"}"#,
            &[r#"{"type":"signature_delta","signature":""}"#, r#"{"type":"signature_delta","signature":null}"#],
            r#"thinking_block true {"type":"thinking","thinking":"t","signature":"s"}"#,
        ),
        // A type of tomorrow.
        (
            r#"{"type":"x_sum","content":null,"n":1}"#,
            &[
                r#"{"type":"x_sum_delta","content":"a","list":[1]}"#,
                r#"{"type":"x_sum_delta","content":"b","encrypted_content":"e","list":[2,3],"n":2}"#,
            ],
            r#"opaque {"type":"x_sum","content":"ab","n":2,"list":[1,2,3],"encrypted_content":"e"}"#,
        ),
        // A server's summary.
        (
            r#"{"type":"compaction","content":null}"#,
            &[
                r#"{"type":"compaction_delta","content":"They "}"#,
                r#"{"type":"compaction_delta","content":"met.","encrypted_content":"e"}"#,
            ],
            r#"checkpoint "They met." true {"type":"compaction","content":"They met.","encrypted_content":"e"}"#,
        ),
        // A server's own tool is called with the same deltas.
        (
            r#"{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}}"#,
            &[
                r#"{"type":"input_json_delta","partial_json":"{\"q\":"}"#,
                r#"{"type":"input_json_delta","partial_json":"1}"}"#,
            ],
            r#"opaque {"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"q":1}}"#,
        ),
        // Half a lone surrogate inside a string inside a string.
        (
            r#"{"type":"tool_use","id":"i","name":"f","input":{}}"#,
            &[r#"{"type":"input_json_delta","partial_json":"{\"a\":\"\ud800\"}"}"#],
            r#"call "i" "f" {\"a\":\"\\ud800\"}"#,
        ),
        // What a model writes that is no JSON.
        (
            r#"{"type":"tool_use","id":"i","name":"f","input":{}}"#,
            &[r#"{"type":"input_json_delta","partial_json":"{\"a\":"}"#],
            r#"call "i" "f" {\"a\":"#,
        ),
    ] {
        assert_eq!(said(&one(start, deltas)), [want]);
    }
}

#[test]
fn several_thoughts_keep_their_own_signatures() {
    let thought = |n: usize, text: &str| {
        [
            format!(
                r#"{{"type":"content_block_start","index":{n},"content_block":{{"type":"thinking","thinking":"","signature":""}}}}"#
            ),
            format!(
                r#"{{"type":"content_block_delta","index":{n},"delta":{{"type":"thinking_delta","thinking":"{text}"}}}}"#
            ),
            format!(
                r#"{{"type":"content_block_delta","index":{n},"delta":{{"type":"signature_delta","signature":"S{n}"}}}}"#
            ),
            format!(r#"{{"type":"content_block_stop","index":{n}}}"#),
            format!(
                r#"{{"type":"content_block_start","index":{},"content_block":{{"type":"tool_use","id":"t{n}","name":"f","input":{{}}}}}}"#,
                n + 1
            ),
        ]
    };
    let events: Vec<String> = [thought(0, "a"), thought(2, ""), thought(4, "c")].concat();
    let mut events: Vec<&str> = events.iter().map(String::as_str).collect();
    events.push(r#"{"type":"message_delta","delta":{"stop_reason":"tool_use"}}"#);
    let turn = streamed(&native(), sse(&events).as_bytes());
    assert_eq!(
        said(&turn),
        [
            r#"thinking_block true {"type":"thinking","thinking":"a","signature":"S0"}"#,
            r#"call "t0" "f" {}"#,
            r#"thinking_block true {"type":"thinking","thinking":"","signature":"S2"}"#,
            r#"call "t2" "f" {}"#,
            r#"thinking_block true {"type":"thinking","thinking":"c","signature":"S4"}"#,
            r#"call "t4" "f" {}"#,
        ]
    );
    assert_eq!(turn.ending, Some(Ending::Stop(Some(Literal::of("tool_use")))));
}

#[test]
fn events_out_of_order_lose_nothing() {
    let turn = streamed(
        &native(),
        sse(&[
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}"#,
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","x":1}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"b"}}"#,
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"c"}}"#,
            r#"{"type":"content_block_delta","delta":{"type":"text_delta","text":"d"}}"#,
            r#"{"type":"content_block_delta","index":9,"delta":{"type":"riddle_delta","riddle":"?"}}"#,
            r#"{"type":"content_block_stop","index":8}"#,
            r#"{"type":"gust","n":1.0}"#,
            r#"{"type":"ping","cost":"0"}"#,
            r#"{"type":"message_start","message":{"id":"late","role":"assistant"}}"#,
            r#"{"type":"message_stop"}"#,
        ])
        .as_bytes(),
    );
    assert_eq!(said(&turn), [r#"text "ab""#, r#"text "cd""#]);
    assert_eq!(turn.role, Role::Assistant);
    assert_eq!(
        meta(&turn),
        concat!(
            r#"id="late";unknown_events=["#,
            r#"{"type":"content_block_delta","index":9,"delta":{"type":"riddle_delta","riddle":"?"}},"#,
            r#"{"type":"content_block_stop","index":8},{"type":"gust","n":1.0},{"type":"ping","cost":"0"}];"#
        )
    );
}

#[test]
fn a_host_may_answer_in_another_framing() {
    let head = ReplyHead::ok(Framing::Sse);
    let want = whole(&native(), WHOLE);
    for pieces in [vec![WHOLE.as_bytes()], WHOLE.as_bytes().chunks(7).collect()] {
        let Captured::Turn(turn) = capture(&native(), &head, &pieces).unwrap() else { panic!() };
        assert_eq!(turn, want);
    }
    assert_eq!(whole(&native(), &sse(EVENTS)), want);
    let mut done = sse(EVENTS);
    done.push_str("data: [DONE]\n\n");
    assert_eq!(streamed(&native(), done.as_bytes()), want);
}

#[test]
fn an_error_event_is_a_refusal_or_breaks_off() {
    let error = r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;
    let head = ReplyHead::ok(Framing::Sse);
    let captured = capture(&native(), &head, &[sse(&[EVENTS[0], error]).as_bytes()]).unwrap();
    let Captured::Refusal(refused) = captured else { panic!() };
    assert_eq!((refused.status, refused.body.get()), (529, error));
    let mut events = EVENTS[..19].to_vec();
    events.push(error);
    let turn = streamed(&native(), sse(&events).as_bytes());
    let Some(Ending::Refused(body)) = &turn.ending else { panic!() };
    assert_eq!(body.get(), error);
    assert!(turn.parts.iter().any(|part| matches!(part, Part::Call(_))));
    let bare = capture(&native(), &head, &[b"event: error\ndata: {\"message\":\"no\"}\n\n"]).unwrap();
    assert!(matches!(bare, Captured::Refusal(refused) if refused.body.get() == r#"{"message":"no"}"#));
}

#[test]
fn another_wires_events_are_named_and_bad_ones_placed() {
    let error = |bytes: &[u8]| capture(&native(), &ReplyHead::ok(Framing::Sse), &[bytes]).unwrap_err().to_string();
    for (bytes, text) in [
        (&b""[..], "reply: empty, nothing to read"),
        (b": hello\n\n", "reply: not valid json: expected value at line 1 column 1"),
        (
            b"data: {\"choices\":[]}\n\n",
            "event 0: expected an event `message_start`, found a reply of chat_completions",
        ),
        (
            b"data: {\"candidates\":[]}\n\n",
            "event 0: expected an event `message_start`, found a reply of gemini_generate",
        ),
        (
            b"data: {\"type\":\"response.created\",\"response\":{}}\n\n",
            "event 0: expected an event `message_start`, found a reply of openai_responses",
        ),
        (b"data: {\"type\":\"ping\"}\n\n", "reply: expected an event `message_start`, found none"),
        (
            b"data: {\"type\":\"ping\"}\n\ndata: {oops\n\n",
            "event 1: not valid json: key must be a string at line 1 column 2",
        ),
        (b"data: \xff\n\n", "event 0: not utf-8 at byte 0"),
    ] {
        assert_eq!(error(bytes), text);
    }
}

#[test]
fn what_came_before_a_bad_event_is_kept_however_it_is_cut() {
    let mut text = sse(&EVENTS[..8]);
    text.push_str("data: {oops\n\n");
    text.push_str(&sse(&EVENTS[8..]));
    let want = streamed(&native(), sse(&EVENTS[..8]).as_bytes());
    for at in 0..text.len() {
        let (a, b) = text.as_bytes().split_at(at);
        let mut capture = throughline_core::ReasoningCarrier::capture(
            &throughline_anthropic::Anthropic,
            &native(),
            &ReplyHead::ok(Framing::Sse),
        );
        let errors = [a, b].iter().filter(|piece| capture.feed(piece, &mut |_| ()).is_err()).count();
        let Captured::Turn(turn) = capture.finish().unwrap() else { panic!() };
        assert_eq!((errors, &turn), (1, &want), "{at}");
    }
}

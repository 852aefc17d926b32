//! InvokeModel's streams: each frame holds an event of this wire as bytes.
use crate::sample::{asking, capture, meta, project, said, sse, streamed};
use base64::{Engine, engine::general_purpose::STANDARD};
use throughline_core::{Api, Captured, Ending, Framing, ReplyHead, Route, Turn};

fn bedrock() -> Route {
    Route::new(
        "bedrock",
        "https://bedrock-runtime.us-east-1.amazonaws.com",
        Api::MESSAGES,
        "us.anthropic.claude-opus-4-8-v1:0",
    )
    .unwrap()
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 })
    })
}
fn frame(kind: &str, name: &str, payload: &str) -> Vec<u8> {
    let named = match kind {
        "exception" => ":exception-type",
        "error" => ":error-code",
        _ => ":event-type",
    };
    let mut headers = vec![];
    for (key, value) in [(named, name), (":content-type", "application/json"), (":message-type", kind)] {
        headers.push(u8::try_from(key.len()).unwrap());
        headers.extend_from_slice(key.as_bytes());
        headers.push(7);
        headers.extend_from_slice(&u16::try_from(value.len()).unwrap().to_be_bytes());
        headers.extend_from_slice(value.as_bytes());
    }
    let total = u32::try_from(16 + headers.len() + payload.len()).unwrap();
    let mut out = [total.to_be_bytes(), u32::try_from(headers.len()).unwrap().to_be_bytes()].concat();
    out.extend_from_slice(&crc(&out).to_be_bytes());
    out.extend_from_slice(&headers);
    out.extend_from_slice(payload.as_bytes());
    out.extend_from_slice(&crc(&out).to_be_bytes());
    out
}
fn chunk(event: &str) -> Vec<u8> {
    frame("event", "chunk", &format!(r#"{{"bytes":"{}","p":"abcdefgh"}}"#, STANDARD.encode(event)))
}
fn read(framing: Framing, pieces: &[&[u8]]) -> Captured {
    capture(&bedrock(), &ReplyHead::ok(framing), pieces).unwrap()
}
fn turn(captured: Captured) -> Turn {
    let Captured::Turn(turn) = captured else { panic!("{captured:?}") };
    turn
}

const EVENTS: &[&str] = &[
    r#"{"type":"message_start","message":{"model":"claude-opus-4-8","content":[],"input_transformations":[{"type":"thinking_dropped","path":"messages.1.content.0","reason":"prefix_binding_mismatch"}],"usage":{"input_tokens":3}}}"#,
    r#"{"type":"ping"}"#,
    r#"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}"#,
    r#"{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Lo\u00f6k 🕒"}}"#,
    r#"{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"RXM="}}"#,
    r#"{"type":"content_block_stop","index":0}"#,
    r#"{"type":"content_block_start","index":1,"content_block":{"type":"text","text":"Hi"}}"#,
    r#"{"type":"content_block_stop","index":1}"#,
    r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"input_transformations":[{"type":"thinking_dropped","path":"messages.3.content.0","reason":"prefix_binding_mismatch"}],"usage":{"output_tokens":5}}"#,
    r#"{"type":"message_stop","amazon-bedrock-invocationMetrics":{"inputTokenCount":3}}"#,
];
fn stream(events: &[&str]) -> Vec<u8> {
    events.iter().flat_map(|event| chunk(event)).collect()
}

#[test]
fn frames_are_the_same_turn_as_events() {
    let want = streamed(&bedrock(), sse(EVENTS).as_bytes());
    let bytes = stream(EVENTS);
    let got = turn(read(Framing::EventStream, &[&bytes]));
    assert_eq!(got, want);
    assert_eq!(
        said(&got),
        [r#"thinking_block true {"type":"thinking","thinking":"Lo\u00f6k 🕒","signature":"RXM="}"#, r#"text "Hi""#]
    );
    assert!(meta(&got).contains(r#"amazon-bedrock-invocationMetrics={"inputTokenCount":3};"#));
    for at in 1..bytes.len() {
        let (front, back) = bytes.split_at(at);
        assert_eq!(turn(read(Framing::EventStream, &[front, back])), want, "{at}");
    }
    // Where the header does not say how the body is framed, it says so itself.
    assert_eq!(turn(read(Framing::Whole, &[&bytes])), want);
    let plain: Vec<u8> = EVENTS.iter().flat_map(|event| frame("event", "chunk", event)).collect();
    assert_eq!(turn(read(Framing::EventStream, &[&plain])), want);
    // A host that was asked for frames may answer with a document.
    let document = br#"{"content":[{"type":"text","text":"Hi"}],"stop_reason":"end_turn"}"#;
    let (front, back) = document.split_at(9);
    assert_eq!(said(&turn(read(Framing::EventStream, &[b"", front, back]))), [r#"text "Hi""#]);
}

#[test]
fn a_stream_of_frames_that_breaks_off_invents_nothing() {
    let bytes = stream(EVENTS);
    let whole = turn(read(Framing::EventStream, &[&bytes]));
    let signed = stream(&EVENTS[..6]).len();
    for end in stream(&EVENTS[..3]).len()..stream(&EVENTS[..8]).len() {
        let cut = turn(read(Framing::EventStream, &[&bytes[..end]]));
        assert!(cut.ending.as_ref().is_some_and(Ending::is_cut), "{end}");
        let sealed = cut.carriers().filter(|(_, carrier)| carrier.sealed).count();
        assert_eq!(sealed, usize::from(end >= signed), "{end}");
        assert!(cut.parts.len() <= whole.parts.len());
    }
    // One bit elsewhere is another frame: what came before it is kept.
    let mut torn = bytes.clone();
    torn[signed + 40] ^= 1;
    let mut reply = throughline_core::ReasoningCarrier::capture(
        &throughline_anthropic::Anthropic,
        &bedrock(),
        &ReplyHead::ok(Framing::EventStream),
    );
    assert!(reply.feed(&torn, &mut |_| ()).is_err());
    let Ok(Captured::Turn(kept)) = reply.finish() else { panic!("a turn") };
    assert_eq!((kept.parts.len(), kept.ending), (1, Some(Ending::Cut)));
}

#[test]
fn an_exception_is_a_refusal() {
    let thrown = frame("exception", "throttlingException", r#"{"message":"Too many tokens"}"#);
    let Captured::Refusal(refused) = read(Framing::EventStream, &[&thrown]) else { panic!("a refusal") };
    assert_eq!((refused.status, refused.body.get()), (429, r#"{"throttlingException":{"message":"Too many tokens"}}"#));
    let begun =
        [stream(&EVENTS[..7]), frame("exception", "modelStreamErrorException", r#"{"message":"gone"}"#)].concat();
    let cut = turn(read(Framing::EventStream, &[&begun]));
    assert!(matches!(cut.ending, Some(Ending::Refused(_))) && cut.parts.len() == 2);
    // An error of this wire inside of a chunk is what it is elsewhere.
    let error = stream(&[r#"{"type":"error","error":{"type":"overloaded_error","message":"busy"}}"#]);
    let Captured::Refusal(refused) = read(Framing::EventStream, &[&error]) else { panic!("a refusal") };
    assert_eq!(refused.status, 529);
    // So is a refusal that is no stream.
    let head = ReplyHead { status: 400, ..ReplyHead::ok(Framing::EventStream) };
    let Captured::Refusal(refused) = capture(&bedrock(), &head, &[br#"{"message":"no"}"#]).unwrap() else {
        panic!("a refusal")
    };
    assert_eq!(refused.status, 400);
}

#[test]
fn a_refusal_that_names_no_status_is_no_success() {
    for (kind, name, payload, status) in [
        ("exception", "newException", r#"{"message":"no"}"#, 500),
        ("exception", "com.amazon#ThrottlingException", r#"{"message":"no"}"#, 429),
        ("exception", "modelStreamErrorException", r#"{"message":"no","originalStatusCode":400}"#, 400),
        ("error", "418", "", 418),
        ("error", "7", "", 500),
    ] {
        let Captured::Refusal(refused) = read(Framing::EventStream, &[&frame(kind, name, payload)]) else {
            panic!("a refusal")
        };
        assert_eq!(refused.status, status, "{name}");
    }
}

#[test]
fn what_is_no_chunk_is_kept() {
    let odd =
        [frame("event", "heartbeat", r#"{"n":1}"#), stream(EVENTS), frame("event", "chunk", r#"{"bytes":"%%%"}"#)]
            .concat();
    let got = turn(read(Framing::EventStream, &[&odd]));
    assert!(
        meta(&got).contains(r#"unknown_events=[{"heartbeat":{"n":1}},{"chunk":{"bytes":"%%%"}}];"#),
        "{}",
        meta(&got)
    );
}

/// Bytes that cannot be read may have been a piece of the thought that was under way; a heartbeat is a piece of nothing.
#[test]
fn a_chunk_that_is_lost_costs_the_seal_it_fell_into() {
    let open = r#"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"A"}}"#;
    let signed = r#"{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"S"}}"#;
    let (start, stop) = (r#"{"type":"message_start","message":{"id":"m"}}"#, r#"{"type":"message_stop"}"#);
    let sealed = |between: Vec<u8>| {
        let stream = [stream(&[start, open]), between, stream(&[signed, stop])].concat();
        turn(read(Framing::EventStream, &[&stream])).carriers().all(|(_, carrier)| carrier.sealed)
    };
    assert!(sealed(frame("event", "heartbeat", r#"{"n":1}"#)));
    assert!(!sealed(frame("event", "chunk", r#"{"bytes":"%%%"}"#)));
    assert!(!sealed(frame("event", "chunk", r#"{"bytes":7}"#)));
}

#[test]
fn what_a_server_dropped_is_told() {
    let signed = |seal: &str| {
        crate::sample::whole(
            &bedrock(),
            &format!(
                r#"{{"content":[{{"type":"thinking","thinking":"t","signature":"{seal}"}},{{"type":"text","text":"a"}}]}}"#
            ),
        )
    };
    let turns = [Turn::user("Q"), signed("one"), Turn::user("Q"), signed("two"), Turn::user("Q")];
    let reply = turn(read(Framing::EventStream, &[&stream(EVENTS)]));
    let dropped = |reply: &Turn| {
        crate::sample::planned(&bedrock(), &asking(), &turns, |plan| {
            throughline_core::ReasoningCarrier::dropped(&throughline_anthropic::Anthropic, plan, reply)
        })
    };
    use throughline_core::At::Part;
    assert_eq!(dropped(&reply), [(1, Part(0, 0)), (3, Part(0, 0))]);
    let said = |reason: &str, path: &str| {
        let list = format!(r#"[{{"type":"thinking_dropped","path":"{path}","reason":"{reason}"}},7,{{}}]"#);
        crate::sample::whole(&bedrock(), &format!(r#"{{"content":[],"input_transformations":{list}}}"#))
    };
    assert_eq!(dropped(&said("prefix_binding_mismatch", "messages.1.content.0")), [(1, Part(0, 0))]);
    // Of another reason, of what is no thought, of nothing there.
    assert_eq!(dropped(&said("model_binding_mismatch", "messages.1.content.0")), []);
    assert_eq!(dropped(&said("prefix_binding_mismatch", "messages.1.content.1")), []);
    assert_eq!(dropped(&said("prefix_binding_mismatch", "messages.99999999999999999999.content.0")), []);
    assert!(project(&bedrock(), &asking(), &turns).body.contains(r#""signature":"two""#));
}

#[test]
fn a_callers_strictness_is_read() {
    use throughline_core::{ReasoningCarrier, Strictness};
    let said = |thinking: &str| {
        let body = format!(r#"{{"model":"m","max_tokens":9,"thinking":{thinking},"messages":[]}}"#);
        throughline_anthropic::Anthropic.strictness(&crate::sample::ingest(&bedrock(), &body).request)
    };
    assert_eq!(
        said(r#"{"type":"adaptive","block_binding":{"prefix_mismatch_behavior":"error"}}"#),
        Some(Strictness::Refuse)
    );
    assert_eq!(
        said(r#"{"type":"adaptive","block_binding":{"prefix_mismatch_behavior":"drop_block"}}"#),
        Some(Strictness::Drop)
    );
    for other in [
        r#"{"type":"adaptive"}"#,
        "null",
        "7",
        r#"{"block_binding":[]}"#,
        r#"{"block_binding":{"prefix_mismatch_behavior":"x"}}"#,
    ] {
        assert_eq!(said(other), None, "{other}");
    }
}

//! What the tests share: a route, frames made by hand, and a turn in one line.
use throughline_bedrock::Bedrock;
use throughline_core::{
    Api, Captured, Delta, Ending, Framing, Part, ReasoningCarrier, ReplyHead, Route, Turn, WireError,
};

pub(crate) fn route(model: &str) -> Route {
    let host = "https://bedrock-runtime.us-east-1.amazonaws.com";
    Route::new("bedrock", host, Api::new("bedrock_converse"), model).unwrap()
}

/// A frame with the headers that the service sends.
pub(crate) fn frame(kind: &str, name: &str, payload: &str) -> Vec<u8> {
    let mut headers = vec![];
    let named = [(":event-type", "event"), (":exception-type", "exception"), (":error-code", "error")];
    let key = named.iter().find(|(_, of)| *of == kind).unwrap().0;
    for (key, value) in [(key, name), (":content-type", "application/json"), (":message-type", kind)] {
        headers.extend([&[key.len() as u8], key.as_bytes(), &[7, 0, value.len() as u8], value.as_bytes()].concat());
    }
    let total = 16 + headers.len() + payload.len();
    let mut frame = [(total as u32).to_be_bytes(), (headers.len() as u32).to_be_bytes()].concat();
    frame.extend(crc32(&frame).to_be_bytes());
    frame.extend([&headers[..], payload.as_bytes()].concat());
    frame.extend(crc32(&frame).to_be_bytes());
    frame
}
/// Bit by bit, so that it shares nothing with the reader's table.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
    !bytes.iter().fold(!0, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), |sum, _| step(sum)))
}
pub(crate) fn event(name: &str, payload: &str) -> Vec<u8> {
    frame("event", name, payload)
}
/// A delta of the n-th block.
pub(crate) fn delta(n: usize, delta: &str) -> Vec<u8> {
    event("contentBlockDelta", &format!(r#"{{"contentBlockIndex":{n},"delta":{delta},"p":"abc"}}"#))
}
pub(crate) fn thinks(n: usize, piece: &str) -> Vec<u8> {
    delta(n, &format!(r#"{{"reasoningContent":{piece}}}"#))
}
pub(crate) fn stop(n: usize) -> Vec<u8> {
    event("contentBlockStop", &format!(r#"{{"contentBlockIndex":{n},"p":"a"}}"#))
}
pub(crate) fn started() -> Vec<u8> {
    event("messageStart", r#"{"p":"abcdef","role":"assistant"}"#)
}
pub(crate) fn stopped() -> Vec<u8> {
    event("messageStop", r#"{"p":"ab","stopReason":"end_turn"}"#)
}

pub(crate) fn capture(head: &ReplyHead, pieces: &[&[u8]]) -> Result<Captured, WireError> {
    let mut capture = Bedrock.capture(&route("us.anthropic.claude-sonnet-4-5-20250929-v1:0"), head);
    for piece in pieces {
        // `finish` says what came before.
        let _ = capture.feed(piece, &mut |_| ());
    }
    capture.finish()
}
pub(crate) fn whole(body: &str) -> Result<Captured, WireError> {
    capture(&ReplyHead::ok(Framing::Whole), &[body.as_bytes()])
}
pub(crate) fn message(blocks: &str) -> Turn {
    turn(whole(&format!(
        r#"{{"output":{{"message":{{"role":"assistant","content":[{blocks}]}}}},"stopReason":"end_turn"}}"#
    )))
}
/// The turn of a stream, which is the same however it is cut.
pub(crate) fn streamed(frames: &[Vec<u8>]) -> Turn {
    let (head, bytes) = (ReplyHead::ok(Framing::EventStream), frames.concat());
    let turn = turn(capture(&head, &[&bytes]));
    for size in [1, 3, 50] {
        let pieces: Vec<&[u8]> = bytes.chunks(size).collect();
        assert_eq!(self::turn(capture(&head, &pieces)), turn, "pieces of {size}");
    }
    turn
}
pub(crate) fn turn(captured: Result<Captured, WireError>) -> Turn {
    match captured.unwrap() {
        Captured::Turn(turn) => turn,
        Captured::Refusal(refused) => panic!("refused: {} {}", refused.status, refused.body.get()),
    }
}
pub(crate) fn refusal(captured: Result<Captured, WireError>) -> (u16, String) {
    match captured.unwrap() {
        Captured::Turn(turn) => panic!("a turn: {}", shape(&turn)),
        Captured::Refusal(refused) => (refused.status, refused.body.get().to_owned()),
    }
}

/// The parts in one line each; a seal is `!`, an ending that is none stands last.
pub(crate) fn shape(turn: &Turn) -> String {
    let part = |part: &Part| match part {
        Part::Text(text) => format!("text {}{}", text.text.raw(), extras(&text.extras)),
        Part::Reasoning(carrier) => {
            let (seal, shown) =
                (if carrier.sealed { "!" } else { "" }, if carrier.text.is_some() { "" } else { " hidden" });
            format!("{}{seal}{shown} {}", carrier.kind.as_str(), carrier.payload.get())
        }
        Part::Call(call) => {
            let mut arguments = String::new();
            call.arguments.write_text(&mut arguments);
            let id = call.id.as_ref().map_or("none", |id| id.raw());
            format!("call {id} {} {arguments}{}", call.name.raw(), extras(&call.extras))
        }
        Part::Opaque(block) => format!("opaque {}", block.payload.get()),
        other => panic!("{other:?}"),
    };
    let ending = match turn.ending.as_ref().unwrap() {
        Ending::Stop(_) => vec![],
        Ending::Cut => vec!["cut".to_owned()],
        Ending::Refused(body) => vec![format!("refused {}", body.get())],
    };
    turn.parts.iter().map(part).chain(ending).collect::<Vec<_>>().join("\n")
}
pub(crate) fn extras(extras: &throughline_core::Extras) -> String {
    extras.iter().map(|(key, value)| format!(" {}={}", key.as_str(), value.get())).collect()
}
/// What is shown while a stream comes.
pub(crate) fn shown(frames: &[Vec<u8>]) -> String {
    let mut capture = Bedrock.capture(&route("deepseek.v3-v1:0"), &ReplyHead::ok(Framing::EventStream));
    let mut all = String::new();
    let mut sink = |delta: Delta<'_>| {
        let mark = match delta {
            Delta::Reasoning(_) => "~",
            Delta::Call(_) => "@",
            _ => "",
        };
        all += &format!("{mark}{} ", delta.text());
    };
    capture.feed(&frames.concat(), &mut sink).unwrap();
    all.trim_end().to_owned()
}

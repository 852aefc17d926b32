//! What users of other clients lost: signatures on parts of their own, on one of several messages, and behind a resume.
use crate::sample::{capture, contents, model, newest, reply, sse, studio, whole};
use throughline_core::{Delta, Framing, ReasoningCarrier, ReplyHead, Stored, Turn};
use throughline_gemini::{Compatible, Gemini};

const SAID: &str = r#"{"text":"17*23: 391.","thought":true},{"text":"391","thoughtSignature":"SIG_TEXT"}"#;

fn back(turns: &[Turn]) -> String {
    let turns: Vec<_> = [&[Turn::user("17*23?")], turns, &[Turn::user("Why?")]].concat();
    model(&contents(&newest(), &turns)).to_owned()
}

#[test]
fn the_signature_of_a_text_is_there_live_and_resumed() {
    let want = r#"{"text":"391","thoughtSignature":"SIG_TEXT"}"#;
    let live = whole(&newest(), &reply(SAID));
    assert_eq!(back(std::slice::from_ref(&live)), want);
    let Stored::Turn(stored) = Stored::read(&live.line().unwrap()).unwrap() else { panic!() };
    assert_eq!((&stored, back(std::slice::from_ref(&stored)).as_str()), (&live, want));
    // From the record of another program, which knows the message alone.
    let record = r#"{"messages":[{"role":"assistant","content":"391","reasoning_details":[{"type":"hermes.native_assistant","extra_content":{"google":{"thought_signature":"SIG_TEXT"}}}]}]}"#;
    let base = "https://generativelanguage.googleapis.com/v1beta/openai";
    let route = throughline_core::Route::new("gemini", base, throughline_core::Api::CHAT, "gemini-3-pro").unwrap();
    assert_eq!(back(&Compatible.ingest(&route, record.as_bytes()).unwrap().turns), want);
}

#[test]
fn a_closing_signature_is_one_carrier_and_shows_nothing() {
    let stream = sse(&[r#"{"text":"391"}"#, r#"{"text":"","thoughtSignature":"SIG_S"}"#]);
    let mut shown = vec![];
    let mut reply = Gemini.capture(&newest(), &ReplyHead::ok(Framing::Sse));
    let mut sink = |delta: Delta<'_>| shown.push(format!("{delta:?}"));
    reply.feed(stream.as_bytes(), &mut sink).unwrap();
    assert_eq!(shown.len(), 1, "{shown:?}");
    let turn = crate::sample::turn(capture(&newest(), &ReplyHead::ok(Framing::Sse), &[stream.as_bytes()]).unwrap());
    let seals: Vec<_> = turn.carriers().map(|(_, seal)| seal.payload.get()).collect();
    assert_eq!(seals, ["\"SIG_S\""]);
    assert_eq!(back(&[turn]), r#"{"text":"391"},{"text":"","thoughtSignature":"SIG_S"}"#);
}

/// Seen of a client that looked for it on calls alone: <https://github.com/BerriAI/litellm/issues/25322>.
#[test]
fn a_signed_thought_before_a_call_keeps_its_place() {
    let thought = r#"{"thought":true,"text":"Look.","thoughtSignature":"SIG_T"}"#;
    let call = r#"{"functionCall":{"name":"f","args":{}}}"#;
    let parts = format!("{thought},{call}");
    let second = studio("gemini-2.5-pro");
    let sent = contents(&second, &[Turn::user("Hi"), whole(&second, &reply(&parts)), Turn::tool("", "r")]);
    assert_eq!(model(&sent), parts);
    let stands = call.replace("}}}", r#"}},"thoughtSignature":"skip_thought_signature_validator"}"#);
    let sent = contents(&newest(), &[Turn::user("Hi"), whole(&newest(), &reply(&parts)), Turn::tool("", "r")]);
    assert_eq!(model(&sent), format!("{thought},{stands}"));
}

/// Seen of a client that signed every text: <https://github.com/platberlitz/SillyBunny/pull/647>.
#[test]
fn of_two_messages_of_the_model_the_signed_one_stays_the_only_one() {
    let [first, second] =
        [r#"{"text":"a","thoughtSignature":"SIG_A"}"#, r#"{"text":"b"}"#].map(|parts| whole(&newest(), &reply(parts)));
    let sent = contents(&newest(), &[Turn::user("Hi"), first, second, Turn::user("So?")]);
    assert_eq!(sent.matches("SIG_A").count(), 1, "{sent}");
    assert!(sent.contains(r#"{"text":"a","thoughtSignature":"SIG_A"}"#) && sent.contains(r#"{"text":"b"}"#), "{sent}");
}

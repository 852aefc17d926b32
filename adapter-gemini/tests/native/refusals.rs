//! What refusals of this wire teach, and what the last attempt sends.
use crate::sample::{API, newest, planned, projected, reply, studio, whole};
use throughline_core::{
    Attempt, RejectionMemory, Request, Route, Turn, as_json,
    verdict::{Refusal, Verdict, read},
};
use throughline_gemini::Gemini;

const CALLS: &str = r#"{"text":"a","thoughtSignature":"AA=="},{"functionCall":{"name":"f","args":{}},"thoughtSignature":"BB=="},{"functionCall":{"name":"g","args":{}}}"#;

/// The verdict on a conversation with such a turn, and the body of the last attempt.
fn taught(route: &Route, parts: &str, status: u16, body: &str) -> (Verdict, Option<String>) {
    let turns = [Turn::system("Be brief."), Turn::user("Hi"), whole(route, &reply(parts)), Turn::user("So?")];
    let body = as_json(body.as_bytes());
    let request = Request::new(API);
    let (verdict, last) = planned(route, &request, &RejectionMemory::new(), &turns, |plan| {
        let verdict = read(&Refusal { status, body: &body }, plan);
        let mut memory = RejectionMemory::new();
        let last = Attempt::new(&memory.clone()).refused(&verdict, plan, &mut memory, &Gemini);
        (verdict, last)
    });
    let body = last.map(|last| planned(route, &request, last.memory(), &turns, projected).body);
    (verdict, body)
}
fn error(message: &str) -> String {
    format!(r#"{{"error":{{"code":400,"message":"{message}","status":"INVALID_ARGUMENT"}}}}"#)
}

#[test]
fn a_signature_that_cannot_be_read_stays_and_the_documented_string_goes_on_the_call() {
    for message in [
        "Corrupted thought signature.",
        "Invalid thought signature.",
        "Unable to submit request because Thought signature is not valid.. Learn more: https://example.org",
    ] {
        let (verdict, last) = taught(&newest(), CALLS, 400, &error(message));
        assert_eq!(verdict, Verdict::BadSignature { places: vec![] }, "{message}");
        let stands = r#"{"text":"a"},{"functionCall":{"name":"f","args":{}},"thoughtSignature":"skip_thought_signature_validator"},{"functionCall":{"name":"g","args":{}}}"#;
        assert!(last.unwrap().contains(stands), "{message}");
    }
}

#[test]
fn a_place_names_one_signature() {
    let message = "Invalid value at 'contents[1].parts[1].thought_signature' (TYPE_BYTES), Base64 decoding failed";
    let (_, last) = taught(&newest(), CALLS, 400, &error(message));
    let last = last.unwrap();
    assert!(last.contains("AA==") && !last.contains("BB==") && last.contains("skip_"), "{last}");
}

#[test]
fn where_one_is_missing_every_call_says_so() {
    let message = "Function call is missing a thought_signature in functionCall parts. Additional data, function call `default_api:g` , position 2.";
    let (verdict, last) = taught(&newest(), CALLS, 400, &error(message));
    assert_eq!(verdict.to_string(), "missing field: `thought_signature`");
    let last = last.unwrap();
    assert!(last.contains(r#""name":"g","args":{}},"thoughtSignature":"skip_thought_signature_validator""#), "{last}");
    assert!(last.contains("BB=="), "{last}");
    let within = r#"{"candidates":[{"finishReason":"MISSING_THOUGHT_SIGNATURE","index":0}]}"#;
    let bare = r#"{"functionCall":{"name":"f","args":{}}}"#;
    let (_, last) = taught(&studio("tunedModels/mine"), bare, 200, within);
    assert!(last.unwrap().contains("skip_thought_signature_validator"));
}

#[test]
fn a_name_that_the_host_does_not_know_is_left_out() {
    let unknown = |name: &str| {
        error(&format!(
            "Invalid JSON payload received. Unknown name \\\"{name}\\\" at 'contents[1].parts[0]': Cannot find field."
        ))
    };
    let signed = r#"{"text":"hm","thought":true,"thoughtSignature":"AA=="},{"text":"a"}"#;
    let (verdict, last) = taught(&newest(), signed, 400, &unknown("thought"));
    assert_eq!(verdict.to_string(), "unknown field: `thought`");
    assert!(last.unwrap().contains(r#"{"role":"model","parts":[{"text":"a"}]}"#));
    let (verdict, last) = taught(&studio("gemini-2.5-flash"), CALLS, 400, &unknown("thoughtSignature"));
    assert_eq!(verdict.to_string(), "unknown field: `thoughtSignature`");
    assert!(!last.unwrap().contains("thoughtSignature"));
    // From the third generation on it is demanded, and is never learned away.
    assert!(taught(&newest(), CALLS, 400, &unknown("thoughtSignature")).1.is_none());
    assert_eq!(taught(&newest(), CALLS, 400, &unknown("cache_control")).0, Verdict::NotOurs);
}

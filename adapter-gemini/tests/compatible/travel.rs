//! Who gets a signature: the backend that minted it, over either of its wires, and nobody else.
use crate::common::{carriers, chat, message, project, studio, vertex, whole};
use std::sync::Arc;
use throughline_core::{
    Api, Arguments, Carrier, How, Literal, Origin, Part, Request, Role, Route, Text, ToolCall, Turn,
};

const SIGNED: &str = r#"{"content":"Let me look.","extra_content":{"google":{"thought_signature":"S1"}},"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"S2"}}}]}"#;

#[test]
fn another_backend_gets_a_stand_in_and_another_vendor_nothing() {
    let (from, model) = (studio("gemini-3-pro-preview"), "google/gemini-3-pro-preview");
    let turn = || whole(&from, SIGNED);
    let home = message(&from, turn());
    assert!(
        home.contains(r#""extra_content":{"google":{"thought_signature":"S1"}}"#) && home.contains("\"S2\""),
        "{home}"
    );
    let sent = message(&vertex(model), turn());
    assert!(
        !sent.contains("\"S1\"") && !sent.contains("\"S2\"") && sent.contains("skip_thought_signature_validator"),
        "{sent}"
    );
    for route in [
        chat("openrouter", "https://openrouter.ai/api/v1", model),
        chat("fireworks", "https://api.fireworks.ai/inference/v1", "m"),
        chat("deepseek", "https://api.deepseek.com", "deepseek-v4-pro"),
        chat("custom", "http://localhost:8080/v1", model),
    ] {
        let sent = message(&route, turn());
        assert!(
            !sent.contains("extra_content") && !sent.contains("\"S1\"") && !sent.contains("\"S2\""),
            "{route}: {sent}"
        );
    }
}

#[test]
fn thinking_between_tags_is_text_for_whoever_reads_text() {
    let thought = r#"{"content":"<thought>Plan.</thought>391","extra_content":{"google":{"thought":true}}}"#;
    let turn = whole(&studio("gemini-3.5-flash"), thought);
    assert_eq!(carriers(&turn), [r#"thought_text gemini/aistudio "Plan.""#]);
    let sent = message(&chat("deepseek", "https://api.deepseek.com", "deepseek-v4-pro"), turn);
    assert_eq!(sent, r#"{"role":"assistant","content":"391","reasoning_content":"Plan."}"#);
}

fn native(route: &Route, parts: Vec<Part>) -> Turn {
    let origin = Origin { api: Api::new("gemini_generate"), ..Origin::of(route, How::Minted) };
    Turn { parts, origin: Some(Arc::new(origin)), ..Turn::new(Role::Assistant) }
}
fn seal(issuer: &'static str, text: &str) -> Carrier {
    Carrier::sealed("thoughtSignature", issuer, Literal::of(text).verbatim().clone(), None)
}
fn text(text: &str, carriers: Vec<Carrier>) -> Part {
    Part::Text(Text { carriers, ..Text::of(text) })
}
fn call(carriers: Vec<Carrier>) -> Part {
    let arguments = Arguments::Json(throughline_core::Verbatim::parse("{}").unwrap());
    Part::Call(ToolCall {
        id: Some(Literal::of("a")),
        name: Literal::of("f"),
        arguments,
        extras: vec![],
        inner: vec![],
        carriers,
    })
}

#[test]
fn what_the_native_wire_signed_goes_out_here_in_this_wires_wrapper() {
    let route = studio("gemini-3-pro-preview");
    let parts = |issuer| {
        vec![text("a", vec![seal(issuer, "S1")]), text("b", vec![seal(issuer, "S2")]), call(vec![seal(issuer, "S3")])]
    };
    let turn = |issuer| native(&route, parts(issuer));
    let sent = project(&route, &Request::new(Api::CHAT), [turn("gemini/aistudio")]);
    assert_eq!(
        sent.messages,
        r#"{"role":"assistant","content":"ab","extra_content":{"google":{"thought_signature":"S2"}},"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"S3"}}}]}"#
    );
    let fates: Vec<&str> = sent.lines.iter().map(|line| line.outcome.as_str()).collect();
    assert_eq!(fates, ["withheld", "sent", "sent"]);
    let sent = message(&route, turn("gemini/vertex"));
    assert!(!sent.contains("\"S2\"") && !sent.contains("\"S3\"") && sent.contains("skip_thought"), "{sent}");
    // An empty text that closes a stream is nothing but its signature.
    let closed = native(&route, vec![text("391", vec![]), text("", vec![seal("gemini/aistudio", "S")])]);
    assert_eq!(
        message(&route, closed),
        r#"{"role":"assistant","content":"391","extra_content":{"google":{"thought_signature":"S"}}}"#
    );
}

#[test]
fn what_this_wire_signed_goes_out_on_the_native_one_on_its_own_part() {
    let base = "https://generativelanguage.googleapis.com/v1beta";
    let native = Route::new("gemini", base, Api::new("gemini_generate"), "gemini-3-pro-preview").unwrap();
    let from = studio("gemini-3-pro-preview");
    let call = r#"{"functionCall":{"name":"f","args":{},"id":"a"},"thoughtSignature":"S2"}"#;
    for (reply, parts) in [
        (SIGNED.to_owned(), format!(r#"{{"text":"Let me look.","thoughtSignature":"S1"}},{call}"#)),
        (SIGNED.replace("Let me look.", ""), format!(r#"{{"text":"","thoughtSignature":"S1"}},{call}"#)),
        (SIGNED.replace("\"google\":{", "\"google\":{\"thought\":false,"), format!(r#"{{"text":"Let me look.","thoughtSignature":"S1"}},{call}"#)),
        (SIGNED.replace("\"google\"", "\"vertex\""), format!(r#"{{"text":"Let me look.","thoughtSignature":"S1"}},{call}"#)),
        (r#"{"content":"391","thought_signature":"S1"}"#.to_owned(), r#"{"text":"391","thoughtSignature":"S1"}"#.to_owned()),
        (r#"{"content":"<thought>t</thought>391","extra_content":{"google":{"thought":true,"thought_signature":"S1"}}}"#.to_owned(), r#"{"text":"391","thoughtSignature":"S1"}"#.to_owned()),
    ] {
        let sent = message(&native, whole(&from, &reply));
        assert_eq!(sent, format!(r#"{{"role":"model","parts":[{parts}]}}"#), "{reply}");
        let elsewhere = message(&native, whole(&vertex("google/gemini-3-pro"), &reply));
        assert!(!elsewhere.contains("S1") && !elsewhere.contains("S2"), "{elsewhere}");
        assert_eq!(elsewhere.contains("skip_thought_signature_validator"), reply.contains("tool_calls"), "{elsewhere}");
    }
}

//! Signatures on the parts of a turn, as readers of the form look for them: on the message in the private record, on a call beside it.
use super::*;
use throughline_core::{Arguments, Literal, Part, Role, Text, ToolCall};

fn signature(kind: &'static str, json: &str) -> Carrier {
    Carrier::sealed(kind, "gemini/aistudio", raw(json), None)
}

fn said(text: &str, signature: Option<Carrier>) -> Part {
    Part::Text(Text { text: Literal::of(text), extras: vec![], carriers: signature.into_iter().collect() })
}

fn native() -> Turn {
    let call = ToolCall {
        id: None,
        name: Literal::of("look"),
        arguments: Arguments::Json(raw("{}")),
        extras: vec![],
        inner: vec![],
        carriers: vec![signature("thoughtSignature", "\"C\"")],
    };
    let parts = vec![
        said("one", Some(signature("thoughtSignature", "\"T1\""))),
        said("two", None),
        said("", Some(signature("thoughtSignature", "\"T2\""))),
        Part::Call(call),
    ];
    Turn { parts, ..Turn::new(Role::Assistant) }
}

#[test]
fn a_turn_of_geminis_own_wire_is_said_as_its_compatible_endpoint_says_it() {
    let message = &document(vec![native()])["messages"][0];
    let record = r#"[{"type":"hermes.native_assistant","extra_content":{"google":{"thought_signature":"T2"}}}]"#;
    assert_eq!(message["reasoning_details"].to_string(), raw_value(record).to_string());
    assert_eq!(message["tool_calls"][0]["extra_content"], raw_value(r#"{"google":{"thought_signature":"C"}}"#));
    // Our own line says the places, and counts; without it the form says what it can.
    let exported = export(Form::Messages, &loaded(vec![native()])).unwrap();
    assert_eq!(import(&exported).unwrap().turns, [native()]);
    let read = import(&stripped(vec![native()])).unwrap();
    let kinds: Vec<_> = read.turns[0].carriers().map(|(_, c)| (c.kind.as_str(), c.payload.get())).collect();
    let held = |seal: &str| format!(r#"{{"google":{{"thought_signature":"{seal}"}}}}"#);
    assert_eq!(kinds, [("extra_content", held("T2").as_str()), ("extra_content", held("C").as_str())]);
}

#[test]
fn a_signature_in_another_wrapper_stands_in_the_record_under_google() {
    for wrapper in [r#"{"thought_signature":"S"}"#, r#"{"google":{"thought":true,"thought_signature":"S"},"x":1}"#] {
        let turn = Turn { carriers: vec![signature("extra_content", wrapper)], ..Turn::new(Role::Assistant) };
        let record = &document(vec![turn])["messages"][0]["reasoning_details"][0];
        assert_eq!(record["extra_content"], raw_value(r#"{"google":{"thought_signature":"S"}}"#), "{wrapper}");
    }
}

fn raw_value(json: &str) -> serde_json::Value {
    serde_json::from_str(json).unwrap()
}

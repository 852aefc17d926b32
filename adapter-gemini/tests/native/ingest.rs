//! Requests as clients write them.
use crate::sample::{newest, planned, projected, said, vertex};
use throughline_core::{Ingested, ReasoningCarrier, RejectionMemory, Role};
use throughline_gemini::Gemini;

fn read(body: &str) -> Ingested {
    Gemini.ingest(&newest(), body.as_bytes()).unwrap()
}
/// What a request becomes that is read and written for its own route.
fn rewritten(body: &str) -> String {
    let read = read(body);
    planned(&newest(), &read.request, &RejectionMemory::new(), &read.turns, |plan| projected(plan).body)
}

#[test]
fn both_spellings_and_every_role() {
    let read = read(
        r#"{"system_instruction":{"parts":{"text":"Be brief."}},"contents":[{"parts":[{"text":"a"}]},
            {"role":"model","parts":[{"function_call":{"name":"f","args":{"a_b":1}},"thought_signature":"AA=="}]},
            {"role":"function","parts":[{"function_response":{"name":"f","response":{"o":1}}}]}]}"#,
    );
    let roles: Vec<Role> = read.turns.iter().map(|turn| turn.role).collect();
    assert_eq!(roles, [Role::System, Role::User, Role::Assistant, Role::User]);
    assert_eq!(said(&read.turns[2]), [r#"call none "f" {"a_b":1} <"AA==">"#]);
    assert_eq!(said(&read.turns[3]), [r#"result "f" {"o":1}"#]);
}

#[test]
fn a_request_is_written_as_it_was_but_for_spelling() {
    let asked = r#"{"systemInstruction":{"parts":[{"text":"Be brief."}],"role":"user"},"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{}},{"name":"g"}]},{"googleSearch":{}}],"contents":[{"role":"user","parts":[{"text":"a"}]}],"generation_config":{"top_k":1.0},"safetySettings":[],"cachedContent":"c"}"#;
    assert_eq!(rewritten(asked), asked);
    assert_eq!(
        rewritten(
            &asked
                .replace("systemInstruction", "system_instruction")
                .replace("functionDeclarations", "function_declarations")
        ),
        asked
    );
    assert_eq!(
        rewritten(r#"{"contents":{"parts":{"text":"a"}}}"#),
        r#"{"contents":[{"role":"user","parts":[{"text":"a"}]}]}"#
    );
}

#[test]
fn what_stands_in_for_a_signature_is_none() {
    for text in [
        "skip_thought_signature_validator",
        "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I=",
        "context_engineering_is_the_way_to_go",
    ] {
        let read = read(&format!(
            r#"{{"contents":[{{"role":"model","parts":[{{"functionCall":{{"name":"f"}},"thoughtSignature":"{text}"}},{{"text":"a","thoughtSignature":"{text}"}}]}}]}}"#
        ));
        assert_eq!(read.turns[0].carriers().count(), 0, "{text}");
    }
}

#[test]
fn a_signature_on_what_a_person_says_is_not_sent() {
    let asked = r#"{"contents":[{"role":"user","parts":[{"text":"a","thoughtSignature":"AA=="}]}]}"#;
    assert_eq!(rewritten(asked), r#"{"contents":[{"role":"user","parts":[{"text":"a"}]}]}"#);
}

#[test]
fn errors_name_their_place() {
    let error = |body: &str| Gemini.ingest(&newest(), body.as_bytes()).map(|_| ()).unwrap_err().to_string();
    assert_eq!(error("{}"), "contents: expected an array, found nothing");
    assert_eq!(
        error(r#"{"contents":[{"role":"system"}]}"#),
        "contents[0].role: expected `user` or `model`, found another string"
    );
    assert_eq!(error(r#"{"contents":[{"parts":["a"]}]}"#), "contents[0].parts[0]: expected an object, found a string");
    assert_eq!(error(r#"{"contents":[],"contents":[]}"#), "request: expected each name once, found `contents` twice");
    let twice = r#"{"systemInstruction":{},"system_instruction":{"parts":[]},"contents":[]}"#;
    assert_eq!(error(twice), "request: expected each name once, found `system_instruction` twice");
}

#[test]
fn a_schema_is_told_to_others_in_json_schemas_words() {
    let read = read(
        r#"{"contents":[],"tools":[{"functionDeclarations":[{"name":"f","parameters":{"type":"OBJECT","properties":{"type":{"type":"STRING","enum":["OBJECT"]}}}}]}]}"#,
    );
    let tools = read.request.tools.unwrap();
    let schema = r#"{"type":"object","properties":{"type":{"type":"string","enum":["OBJECT"]}}}"#;
    assert_eq!(tools[0].schema.as_ref().unwrap().get(), schema);
    assert!(tools[0].payload.get().contains(r#""type":"OBJECT""#));
}

#[test]
fn claims_are_of_the_backend_that_the_request_goes_to() {
    let body = r#"{"contents":[{"role":"model","parts":[{"text":"a","thoughtSignature":"AA=="}]}]}"#;
    for (route, issuer) in [(newest(), "gemini/aistudio"), (vertex("gemini-3-pro"), "gemini/vertex")] {
        let read = Gemini.ingest(&route, body.as_bytes()).unwrap();
        assert_eq!(read.turns[0].carriers().next().unwrap().1.issuer.as_str(), issuer);
    }
}

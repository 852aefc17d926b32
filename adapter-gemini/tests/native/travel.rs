//! Conversations that come from elsewhere: what of them this wire can say, and the names and ids that it wants.
use crate::sample::{
    API, assistant, contents, model, newest, planned, project, projected, reply, result, studio, tool, vertex, whole,
};
use throughline_core::{
    Api, Arguments, Carrier, Foreign, How, Key, Literal, Origin, Part, RejectionMemory, Request, Role, Route, TextAt,
    ToolCall, ToolResult, Turn, Verbatim,
};

fn json(text: &str) -> Verbatim {
    Verbatim::parse(text).unwrap()
}
fn claude() -> Route {
    Route::new("anthropic", "https://api.anthropic.com", Api::MESSAGES, "claude-opus-4-6").unwrap()
}
/// Two calls of Claude with a signed thought before them, and their answers, of which the second failed.
fn from_claude() -> Vec<Turn> {
    let thought = r#"{"type":"thinking","thinking":"hm","signature":"sealed"}"#;
    let thought = Carrier::sealed("thinking_block", "claude", json(thought), Some(TextAt::path("thinking")));
    let call = |id: &str, name: &str| {
        Part::Call(ToolCall {
            id: Some(Literal::of(id)),
            name: Literal::of(name),
            arguments: Arguments::Text(Literal::of(r#"{"a":1.0}"#)),
            extras: vec![(Key::new("caller"), json("1"))],
            inner: vec![],
            carriers: vec![],
        })
    };
    let mut reply = assistant(vec![Part::Reasoning(thought), call("toolu_1", "look"), call("toolu_2", "look_up")]);
    reply.origin = Some(Origin::of(&claude(), How::Minted).into());
    let failed = ToolResult {
        call: Some(Literal::of("toolu_2")),
        content: Some(json(r#"[{"type":"text","text":"no"},{"type":"text","text":"net"},{"type":"odd"}]"#)),
        extras: vec![(Key::new("is_error"), json("true"))],
    };
    vec![Turn::user("Hi"), reply, tool(vec![result(Some("toolu_1"), r#""fine\n""#)]), tool(vec![Part::Result(failed)])]
}

#[test]
fn calls_and_answers_stand_in_pairs_under_their_names() {
    let turns = from_claude();
    let request = Request::new(Api::MESSAGES);
    let there = planned(&newest(), &request, &RejectionMemory::new(), &turns, projected);
    assert_eq!(
        there.body,
        concat!(
            r#"{"contents":[{"role":"user","parts":[{"text":"Hi"}]},{"role":"model","parts":["#,
            r#"{"functionCall":{"name":"look","args":{"a":1.0},"id":"toolu_1"},"thoughtSignature":"skip_thought_signature_validator"},"#,
            r#"{"functionCall":{"name":"look_up","args":{"a":1.0},"id":"toolu_2"}}]},{"role":"user","parts":["#,
            r#"{"functionResponse":{"name":"look","response":{"result":"fine\n"},"id":"toolu_1"}},"#,
            r#"{"functionResponse":{"name":"look_up","response":{"error":"no\nnet"},"id":"toolu_2"}}]}]}"#
        )
    );
    assert!(
        there.notes.contains(&"1 pieces of part 0: this wire has no part for them".to_owned()),
        "{:?}",
        there.notes
    );
    assert_eq!(there.ledger[0], "1 thinking_block withheld: the route does not read it");
    // The second generation is not known to take ids.
    let old = planned(&studio("gemini-2.5-flash"), &request, &RejectionMemory::new(), &turns, projected);
    assert!(!old.body.contains("toolu") && !old.body.contains("skip_"), "{}", old.body);
    assert!(old.body.contains(r#"{"functionResponse":{"name":"look_up","response":{"error":"no\nnet"}}}"#));
}

#[test]
fn ids_that_a_host_gave_go_back_to_it() {
    let parts = r#"{"functionCall":{"name":"f","args":{},"id":"a1"}}"#;
    let old = studio("gemini-2.5-flash");
    let history = |route: &Route| {
        let answer = tool(vec![result(Some("a1"), r#"{"output":1}"#)]);
        vec![Turn::user("Hi"), whole(route, &reply(parts)), answer]
    };
    let answered = r#"{"functionResponse":{"name":"f","response":{"output":1},"id":"a1"}}"#;
    assert!(contents(&old, &history(&old)).contains(answered));
    assert!(!contents(&vertex("gemini-2.5-flash"), &history(&old)).contains("a1"));
    // Answers without an id are paired by their order, and say the one of their call.
    let nameless = vec![Turn::user("Hi"), whole(&newest(), &reply(parts)), tool(vec![result(None, r#"{"output":1}"#)])];
    assert!(contents(&newest(), &nameless).contains(answered));
}

#[test]
fn media_of_other_wires_are_bytes_here() {
    let medium = |api: Api, payload: &str| Part::Media(Foreign { payload: json(payload), api, carriers: vec![] });
    let user = |part: Part| Turn { parts: vec![part], ..Turn::new(Role::User) };
    let image = r#"{"inlineData":{"mimeType":"image/png","data":"AA=="}}"#;
    for (api, payload) in [
        (Api::CHAT, r#"{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}}"#),
        (Api::MESSAGES, r#"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA=="}}"#),
        (Api::new("openai_responses"), r#"{"type":"input_image","image_url":"data:image/png;base64,AA=="}"#),
        (Api::new("bedrock_converse"), r#"{"image":{"format":"png","source":{"bytes":"AA=="}}}"#),
        (API, image),
    ] {
        assert_eq!(
            contents(&newest(), &[user(medium(api, payload))]),
            format!(r#"{{"role":"user","parts":[{image}]}}"#)
        );
    }
    let audio = medium(Api::CHAT, r#"{"type":"input_audio","input_audio":{"data":"AA==","format":"wav"}}"#);
    assert!(contents(&newest(), &[user(audio)]).contains(r#"{"inlineData":{"mimeType":"audio/wav","data":"AA=="}}"#));
    let plain = r#"{"type":"document","source":{"type":"text","media_type":"text/plain","data":"no base64"}}"#;
    let plain = contents(&newest(), &[user(medium(Api::MESSAGES, plain))]);
    assert_eq!(plain, r#"{"role":"user","parts":[{"text":"no base64"}]}"#);
    let address = medium(Api::CHAT, r#"{"type":"image_url","image_url":{"url":"https://example.org/x.png"}}"#);
    let turn = Turn { parts: vec![Part::text("see"), address], ..Turn::new(Role::User) };
    assert_eq!(contents(&newest(), &[turn]), r#"{"role":"user","parts":[{"text":"see"}]}"#);
}

#[test]
fn instructions_open_the_conversation_and_later_ones_are_a_persons_word() {
    let turns = [Turn::system("One."), Turn::system("Two."), Turn::user("Hi"), Turn::system("Three.")];
    let there = project(&newest(), &turns);
    assert_eq!(
        there.body,
        r#"{"systemInstruction":{"parts":[{"text":"One."},{"text":"Two."}]},"contents":[{"role":"user","parts":[{"text":"Hi"}]},{"role":"user","parts":[{"text":"Three."}]}]}"#
    );
    assert_eq!(there.notes.len(), 1);
}

#[test]
fn what_cannot_be_said_stays_and_the_plan_says_why() {
    let broken = ToolCall {
        id: None,
        name: Literal::of("f"),
        arguments: Arguments::Text(Literal::of("{")),
        extras: vec![],
        inner: vec![],
        carriers: vec![],
    };
    let turns = [
        Turn::user("Hi"),
        assistant(vec![Part::text("a"), Part::Call(broken)]),
        tool(vec![result(None, r#""x""#)]),
        tool(vec![result(Some("call_9"), r#""x""#)]),
        Turn::user(""),
        Turn::user("So?"),
    ];
    let body = contents(&newest(), &turns);
    assert_eq!(model(&body), r#"{"text":"a"}"#);
    assert!(body.ends_with(r#"]},{"role":"user","parts":[{"text":"So?"}]}"#), "{body}");
}

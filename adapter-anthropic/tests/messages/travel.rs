//! From host to host and from wire to wire: what is known goes on, what is another's stays.
use crate::sample::{asking, elsewhere, messages, native, origin, project, relay, said, whole};
use throughline_core::{
    Api, Carrier, Foreign, Key, Literal, Part, Request, Role, Route, Text, TextAt, ToolCall, ToolResult, Turn, Verbatim,
};

const REPLY: &str = r#"{"content":[{"type":"thinking","thinking":"secret","signature":"S"},{"type":"redacted_thinking","data":"D"},{"type":"text","text":"a","citations":[{"n":1}],"own":1},{"type":"novel","n":1}],"stop_reason":"end_turn"}"#;

fn json(text: &str) -> Verbatim {
    Verbatim::parse(text).unwrap()
}

#[test]
fn a_block_that_nobody_knows_goes_home_alone() {
    let turn = whole(&native(), REPLY);
    let home = r#"{"role":"assistant","content":[{"type":"thinking","thinking":"secret","signature":"S"},{"type":"redacted_thinking","data":"D"},{"type":"text","text":"a","citations":[{"n":1}],"own":1},{"type":"novel","n":1}]}"#;
    assert_eq!(messages(&native(), std::slice::from_ref(&turn)), home);
    let away = project(&relay(), &asking(), std::slice::from_ref(&turn));
    assert_eq!(away.messages(), r#"{"role":"assistant","content":[{"type":"text","text":"a","citations":[{"n":1}]}]}"#);
    assert_eq!(
        away.ledger(),
        [
            "0 thinking_block withheld: the route does not read it",
            "0 redacted_thinking withheld: the route does not read it"
        ]
    );
    assert_eq!(away.notes()[..1], ["members of part 2: another host's, and unknown to this one"]);
    // The same host under another provider's name is another home.
    let named = Route::new("gateway", "https://api.anthropic.com", Api::MESSAGES, "claude-sonnet-4-5").unwrap();
    assert!(!messages(&named, &[turn]).contains("novel"));
}

#[test]
fn a_relays_signature_never_reaches_the_issuer() {
    let turn = whole(&relay(), REPLY);
    let projected = project(&native(), &asking(), std::slice::from_ref(&turn));
    assert_eq!(
        projected.messages(),
        r#"{"role":"assistant","content":[{"type":"text","text":"a","citations":[{"n":1}]}]}"#
    );
    assert_eq!(projected.ledger()[0], "0 thinking_block withheld: sealed by an issuer that the route does not read");
    // Nor does it go back to a host that cannot check it.
    assert!(!messages(&relay(), &[turn]).contains("secret"));
}

#[test]
fn another_models_signature_goes_on_to_a_model_of_the_family() {
    let mut next = native();
    next.model = "claude-opus-5-5".to_owned();
    assert!(messages(&next, &[whole(&native(), REPLY)]).contains(r#""signature":"S""#));
}

/// A turn as chat completions has it.
fn spoken() -> Turn {
    let carriers = vec![
        Carrier::plain("reasoning_content", "deepseek", json(r#""private thought""#), TextAt::WHOLE),
        Carrier::sealed(
            "reasoning_details",
            "openrouter:Anthropic/anthropic-claude-v1",
            json(r#"{"text":"private thought","signature":"S"}"#),
            Some(TextAt::path("text")),
        ),
    ];
    let text = Text { text: Literal::of("Hi"), extras: vec![(Key::new("annotations"), json("[1]"))], carriers: vec![] };
    let call = ToolCall {
        id: Some(Literal::of("call_1")),
        name: Literal::of("f"),
        arguments: throughline_core::Arguments::Text(Literal::of("")),
        extras: vec![(Key::new("index"), json("0")), (Key::new("cache_control"), json("{}"))],
        inner: vec![],
        carriers: vec![Carrier::sealed("thought_signature", "gemini/aistudio", json(r#""G""#), None)],
    };
    let foreign = Foreign { payload: json(r#"{"type":"refusal","refusal":"no"}"#), api: Api::CHAT, carriers: vec![] };
    let parts = vec![Part::Text(text), Part::Opaque(foreign), Part::Call(call)];
    Turn { carriers, parts, origin: origin(&elsewhere()), ..Turn::new(Role::Assistant) }
}

#[test]
fn foreign_reasoning_is_neither_block_nor_text() {
    let projected = project(&native(), &Request::new(Api::CHAT), &[spoken(), Turn::tool("call_1", "one")]);
    assert_eq!(
        projected.messages(),
        concat!(
            r#"{"role":"assistant","content":[{"type":"text","text":"Hi"},{"type":"tool_use","id":"call_1","name":"f","input":{}}]},"#,
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1","content":"one"}]}"#
        )
    );
    assert!(!projected.body.contains("private") && !projected.body.contains("\"G\""));
    assert!(projected.ledger().iter().all(|line| line.contains("withheld")), "{:?}", projected.ledger());
    let unspoken = Turn { parts: vec![], ..spoken() };
    assert_eq!(messages(&native(), &[unspoken]), "");
}

#[test]
fn what_a_caller_of_another_wire_wrote_is_said_here() {
    let media = |payload: &str| Part::Media(Foreign { payload: json(payload), api: Api::CHAT, carriers: vec![] });
    let text = Text { text: Literal::of("Look"), extras: vec![(Key::new("x"), json("1"))], carriers: vec![] };
    let user = Turn {
        parts: vec![
            Part::Text(text),
            media(r#"{"type":"image_url","image_url":{"url":"data:image\/png;base64,iVBO+w=="}}"#),
            media(r#"{"type":"image_url","image_url":{"url":"https://x/y.png","detail":"low"}}"#),
            media(r#"{"type":"image_url","image_url":"http://x/z.png"}"#),
            media(r#"{"type":"image_url","image_url":{"url":"data:image/tiff;base64,AA=="}}"#),
            media(r#"{"type":"input_audio","input_audio":{"data":"AA==","format":"wav"}}"#),
            media(r#"{"inlineData":{"mimeType":"image/png","data":"iVBO+g=="}}"#),
            media(r#"{"image":{"format":"png","source":{"bytes":"iVBO+A=="}}}"#),
            media(r#"{"document":{"format":"pdf","name":"n","source":{"bytes":"AA=="}}}"#),
        ],
        extras: vec![(Key::new("name"), json(r#""Ada""#))],
        ..Turn::new(Role::User)
    };
    let content = json(
        r#"[{"type":"text","text":"one","x":1},{"type":"text","text":" "},{"type":"image_url","image_url":{"url":"https://x/y.png"}},{"type":"odd"}]"#,
    );
    let answer = Part::Result(ToolResult {
        call: Some(Literal::of("call_1")),
        content: Some(content),
        extras: vec![(Key::new("name"), json(r#""f""#))],
    });
    let answer = Turn { parts: vec![answer], ..Turn::new(Role::Tool) };
    let projected = project(&native(), &Request::new(Api::CHAT), &[user, spoken(), answer]);
    assert_eq!(
        projected.messages(),
        concat!(
            r#"{"role":"user","content":[{"type":"text","text":"Look"},"#,
            r#"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBO+w=="}},"#,
            r#"{"type":"image","source":{"type":"url","url":"https://x/y.png"}},{"type":"image","source":{"type":"url","url":"http://x/z.png"}},"#,
            r#"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBO+g=="}},"#,
            r#"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBO+A=="}}]},"#,
            r#"{"role":"assistant","content":[{"type":"text","text":"Hi"},{"type":"tool_use","id":"call_1","name":"f","input":{}}]},"#,
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1","content":[{"type":"text","text":"one"},{"type":"image","source":{"type":"url","url":"https://x/y.png"}}]}]}"#
        )
    );
    assert_eq!(
        projected.notes(),
        [
            "request member `max_tokens`: added: the API demands it and the request does not say",
            "members of the message: another wire's, and unknown to this one",
            "members of part 0: another host's, and unknown to this one",
            "members of part 0: another host's, and unknown to this one",
            "members of part 2: another host's, and unknown to this one",
            "members of part 0: another host's, and unknown to this one",
            "1 pieces of part 0: this wire has no block for them",
        ]
    );
}

#[test]
fn a_turn_of_this_wire_is_stored_and_read_without_it() {
    let turn = whole(&native(), REPLY);
    let line = throughline_core::Stored::Turn(turn.clone()).line().unwrap();
    let Ok(throughline_core::Stored::Turn(loaded)) = throughline_core::Stored::read(&line) else { panic!() };
    assert_eq!((said(&loaded), messages(&native(), &[loaded])), (said(&turn), messages(&native(), &[turn])));
}

//! A signed turn on its way back: whole and in order, or without its seals; never with a seal that does not hold, never as text.
use crate::sample::{asking, ingest, messages, native, project, sse, streamed, whole};
use throughline_core::{Api, Fragments, History, RejectionMemory, Role, Route, Scene, Turn, plan};

fn claude(model: &str) -> Route {
    Route::new("anthropic", "https://api.anthropic.com", Api::MESSAGES, model).unwrap()
}
fn opus() -> Route {
    claude("claude-opus-4-8")
}
const ONE: &str = r#"{"type":"thinking","thinking":"one","signature":"S1"}"#;
const TWO: &str = r#"{"type":"thinking","thinking":"two","signature":"S2"}"#;
fn call(id: &str) -> String {
    format!(r#"{{"type":"tool_use","id":"{id}","name":"f","input":{{}}}}"#)
}
fn reply(blocks: &str) -> Turn {
    whole(&opus(), &format!(r#"{{"content":[{blocks}]}}"#))
}
fn answer(id: &str) -> String {
    format!(r#"{{"type":"tool_result","tool_use_id":"{id}","content":"done"}}"#)
}

#[test]
fn thoughts_stay_between_their_calls() {
    let blocks = format!("{ONE},{},{TWO},{}", call("a"), call("b"));
    let turns = [Turn::user("Q"), reply(&blocks), Turn::tool("a", "done"), Turn::tool("b", "done")];
    assert_eq!(
        messages(&opus(), &turns),
        format!(
            r#"{{"role":"user","content":"Q"}},{{"role":"assistant","content":[{blocks}]}},{{"role":"user","content":[{},{}]}}"#,
            answer("a"),
            answer("b")
        )
    );
}

#[test]
fn two_turns_of_the_model_stay_two() {
    let (first, second) = (
        reply(&format!(r#"{ONE},{{"type":"text","text":"a"}}"#)),
        reply(&format!(r#"{TWO},{{"type":"text","text":"b"}}"#)),
    );
    assert_eq!(
        messages(&opus(), &[Turn::user("Q"), first, second, Turn::user("R")]),
        format!(
            r#"{{"role":"user","content":"Q"}},{{"role":"assistant","content":[{ONE},{{"type":"text","text":"a"}}]}},{{"role":"assistant","content":[{TWO},{{"type":"text","text":"b"}}]}},{{"role":"user","content":"R"}}"#
        )
    );
}

#[test]
fn a_call_that_nobody_answered_takes_its_seals_with_it() {
    let turn = || reply(&format!(r#"{ONE},{{"type":"text","text":"Let me see."}},{},{TWO},{}"#, call("a"), call("b")));
    let said = r#"{"role":"assistant","content":[{"type":"text","text":"Let me see."}]}"#;
    let question = |text: &str| format!(r#"{{"role":"user","content":"{text}"}}"#);
    // Neither was answered.
    let projected = project(&opus(), &asking(), &[Turn::user("Q"), turn(), Turn::user("never mind")]);
    assert_eq!(projected.messages(), [question("Q"), said.to_owned(), question("never mind")].join(","));
    assert_eq!(
        projected
            .ledger()
            .iter()
            .filter(|line| line.ends_with("its seal holds for the whole turn, which goes without one of its calls"))
            .count(),
        2
    );
    // One was.
    let half = [Turn::user("Q"), turn(), Turn::tool("a", "done"), Turn::user("never mind")];
    let kept = format!(r#"{{"role":"assistant","content":[{{"type":"text","text":"Let me see."}},{}]}}"#, call("a"));
    let answered = format!(r#"{{"role":"user","content":[{}]}}"#, answer("a"));
    assert_eq!(messages(&opus(), &half), [question("Q"), kept, answered, question("never mind")].join(","));
    // Nothing is left of a turn that did nothing else.
    let bare = [Turn::user("Q"), reply(&format!("{ONE},{}", call("a"))), Turn::user("never mind")];
    assert_eq!(messages(&opus(), &bare), [question("Q"), question("never mind")].join(","));
    // While the answers may yet come, nothing is missing.
    assert!(messages(&opus(), &[Turn::user("Q"), turn()]).contains("S2"));
    assert!(messages(&opus(), &[Turn::user("Q"), turn(), Turn::tool("a", "done")]).contains("S2"));
}

#[test]
fn what_a_session_remembers_of_an_open_call_is_no_promise() {
    let turns =
        [Turn::user("Q"), reply(&format!("{ONE},{}", call("a"))), Turn::user("never mind")].map(std::sync::Arc::new);
    let (route, request, memory) = (opus(), asking(), RejectionMemory::new());
    let policy = crate::sample::policy(&route);
    let mut fragments = Fragments::new();
    let mut write = |history: &History| {
        let scene = Scene { route: &route, policy: &policy, request: &request, history, memory: &memory };
        let body = plan(&throughline_anthropic::Anthropic, scene, &mut fragments)
            .render(&throughline_anthropic::Anthropic, &mut fragments);
        String::from_utf8(body.unwrap().bytes).unwrap()
    };
    assert!(write(&turns[..2].iter().cloned().collect()).contains("S1"));
    assert!(!write(&turns.iter().cloned().collect()).contains("tool_use"));
}

#[test]
fn an_answer_without_its_call_stays() {
    let body = format!(
        r#"{{"model":"m","max_tokens":9,"messages":[{{"role":"user","content":[{},{{"type":"text","text":"Q"}}]}},{{"role":"assistant","content":"A"}},{{"role":"user","content":[{}]}}]}}"#,
        answer("gone"),
        answer("also")
    );
    let read = ingest(&native(), &body);
    let projected = project(&native(), &asking(), &read.turns);
    assert_eq!(
        projected.messages(),
        r#"{"role":"user","content":[{"type":"text","text":"Q"}]},{"role":"assistant","content":"A"}"#
    );
    // An answer that comes late is none.
    let late = [
        Turn::user("Q"),
        reply(&call("a")),
        Turn::user("R"),
        reply(r#"{"type":"text","text":"b"}"#),
        Turn::tool("a", "done"),
    ];
    assert!(!messages(&opus(), &late).contains("tool_"));
}

#[test]
fn ids_are_made_valid_on_both_sides() {
    let turns =
        [Turn::user("Q"), reply(&format!("{ONE},{}", call("functions.f:0"))), Turn::tool("functions.f:0", "done")];
    let body = messages(&opus(), &turns);
    let id = body.split(r#""id":""#).nth(1).unwrap().split('"').next().unwrap();
    assert!(id.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b)), "{id}");
    assert!(body.contains(&format!(r#""tool_use_id":"{id}""#)) && body.contains("S1"), "{body}");
}

#[test]
fn blocks_of_the_server_stay_in_their_places() {
    let blocks = format!(
        r#"{ONE},{{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{{"q":"x"}}}},{{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[{{"type":"web_search_result","encrypted_content":"E=="}}]}},{{"type":"fallback","from":"a"}},{TWO},{{"type":"mcp_tool_use","id":"mcptoolu_1","name":"f","server_name":"s","input":{{}}}},{{"type":"mcp_tool_result","tool_use_id":"mcptoolu_1","content":[]}},{{"type":"text","text":"Found."}}"#
    );
    let turns = [Turn::user("Q"), reply(&blocks), Turn::user("R")];
    assert!(messages(&opus(), &turns).contains(&format!(r#""content":[{blocks}]"#)));
}

#[test]
fn a_signature_that_is_none_is_never_sent() {
    for block in [
        r#"{"type":"thinking","thinking":"t"}"#,
        r#"{"type":"thinking","thinking":"t","signature":""}"#,
        r#"{"type":"thinking","thinking":"t","signature":null}"#,
        r#"{"type":"redacted_thinking"}"#,
        r#"{"type":"redacted_thinking","data":""}"#,
    ] {
        let text = r#"{"type":"text","text":"a"}"#;
        let captured = [Turn::user("Q"), reply(&format!("{block},{text}")), Turn::user("R")];
        let stored = ingest(&opus(), &format!(r#"{{"messages":[{{"role":"user","content":"Q"}},{{"role":"assistant","content":[{block},{text}]}},{{"role":"user","content":"R"}}]}}"#)).turns;
        for turns in [&captured[..], &stored] {
            assert!(messages(&opus(), turns).contains(&format!(r#""content":[{text}]"#)), "{block}");
        }
    }
    // A stream that ends in the middle of a signature.
    let events = [
        r#"{"type":"message_start","message":{"content":[]}}"#,
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"a"}}"#,
        r#"{"type":"content_block_stop","index":0}"#,
        r#"{"type":"content_block_start","index":1,"content_block":{"type":"thinking","thinking":"t","signature":""}}"#,
        r#"{"type":"content_block_delta","index":1,"delta":{"type":"signature_delta","signature":"RXN"}}"#,
    ];
    let cut = streamed(&opus(), sse(&events).as_bytes());
    assert!(!messages(&opus(), &[Turn::user("Q"), cut, Turn::user("R")]).contains("RXN"));
    // Thinking of a host that signs nothing, whoever served the session before.
    let kimi = Route::new("kimi-coding", "https://api.kimi.com/coding", Api::MESSAGES, "kimi-for-coding").unwrap();
    let unsigned = whole(&kimi, r#"{"content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"a"}]}"#);
    let mixed = [
        Turn::user("Q"),
        reply(&format!(r#"{ONE},{{"type":"text","text":"a"}}"#)),
        Turn::user("R"),
        unsigned,
        Turn::user("S"),
    ];
    let body = messages(&opus(), &mixed);
    assert!(body.contains("S1") && !body.contains(r#""thinking":"t""#), "{body}");
}

#[test]
fn an_empty_thought_with_a_signature_is_whole() {
    let block = r#"{"type":"thinking","thinking":"","signature":"S0"}"#;
    let turns = [Turn::user("Q"), reply(&format!("{block},{}", call("a"))), Turn::tool("a", "done")];
    assert!(messages(&opus(), &turns).contains(&format!("[{block},{}]", call("a"))));
}

#[test]
fn a_blank_text_beside_a_seal_moves_no_block() {
    let blocks = format!(r#"{ONE},{{"type":"text","text":"\n"}},{TWO},{}"#, call("a"));
    let turns = [Turn::user("Q"), reply(&blocks), Turn::tool("a", "done")];
    assert!(messages(&opus(), &turns).contains(&format!("[{ONE},{TWO},{}]", call("a"))));
    let blank = Turn { parts: vec![throughline_core::Part::text("\n")], ..Turn::new(Role::Assistant) };
    assert_eq!(
        messages(&opus(), &[Turn::user("Q"), blank, Turn::user("R")]),
        r#"{"role":"user","content":"Q"},{"role":"user","content":"R"}"#
    );
}

#[test]
fn a_host_may_begin_a_thought_without_a_signature() {
    let events = [
        r#"{"type":"message_start","message":{"content":[]}}"#,
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"t"}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"ab12"}}"#,
        r#"{"type":"content_block_stop","index":0}"#,
        r#"{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}"#,
        r#"{"type":"content_block_stop","index":1}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"tool_use"}}"#,
        r#"{"type":"message_stop"}"#,
    ];
    let minimax = Route::new("minimax", "https://api.minimax.io/anthropic", Api::MESSAGES, "MiniMax-M2.7").unwrap();
    let turns = [Turn::user("Q"), streamed(&minimax, sse(&events).as_bytes()), Turn::tool("a", "done")];
    assert!(
        messages(&minimax, &turns)
            .contains(r#"[{"type":"thinking","thinking":"t","signature":"ab12"},{"type":"tool_use""#)
    );
}

#[test]
fn nothing_is_put_before_a_first_word_of_the_model() {
    let greeting = reply(&format!(r#"{ONE},{{"type":"text","text":"Hello."}}"#));
    let projected = project(&opus(), &asking(), &[greeting.clone(), Turn::user("Q")]);
    assert!(projected.messages().starts_with(r#"{"role":"assistant","content":[{"type":"thinking""#));
    assert_eq!(
        projected.notes(),
        ["the first message: it is the model's own, and the API wants a person's first: nothing is put before it"]
    );
    assert_eq!(
        project(&opus(), &asking(), &[Turn::user("Q"), greeting, Turn::user("R")]).notes(),
        Vec::<String>::new()
    );
}

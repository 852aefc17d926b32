//! Sessions as the reference system writes them.
use super::*;
use throughline_core::{Ending, How, Part, Presence, Role};

/// Live messages have members at the top level, rows of the database columns of JSON text and many that are null.
const SESSION: &str = r#"{
  "id": "20260901_120000_0a1b2c", "source": "cli", "user_id": null, "model": "claude-opus-4-8",
  "model_config": "{\"max_iterations\": 90, \"reasoning_rejected_carriers\": [[\"nous\", \"h\", \"m\", [\"reasoning\"]]]}",
  "parent_session_id": null, "started_at": 1788264000.5, "title": null, "message_count": 6,
  "messages": [
    {"id": 1, "session_id": "s", "role": "user", "content": "17*23?", "tool_calls": null, "timestamp": 1.0, "name": "ann"},
    {"id": 2, "role": "assistant", "content": "",
     "tool_calls": "[{\"id\": \"call_1\", \"call_id\": \"call_1\", \"type\": \"function\", \"function\": {\"name\": \"calc\", \"arguments\": \"{\\\"e\\\": 1}\"}, \"extra_content\": {\"google\": {\"thought_signature\": \"CALLSIG\"}}}]",
     "reasoning": "first\n\nsecond", "reasoning_content": null,
     "reasoning_details": "[{\"type\": \"thinking\", \"thinking\": \"first\", \"signature\": \"S1\"}, {\"type\": \"redacted_thinking\", \"data\": \"UkVE\"}, {\"type\": \"thinking\", \"thinking\": \"second\", \"signature\": \"\"}]",
     "codex_reasoning_items": null, "finish_reason": "tool_calls", "token_count": 12, "observed": 0},
    {"role": "tool", "content": "391", "tool_call_id": "call_1", "tool_name": "calc", "effect_disposition": "none"},
    {"role": "assistant", "content": "391", "reasoning": "plan it", "reasoning_content": "plan it",
     "reasoning_details": [
       {"type": "reasoning.text", "text": "plan it", "format": "anthropic-claude-v1", "index": 0, "signature": "S2"},
       {"type": "hermes.native_assistant", "extra_content": {"google": {"thought_signature": "SIG"}},
        "reasoning_opaque": "STORED", "reasoning_text": "read me", "later": 1},
       {"type": "plugin.native_assistant", "x": 1}],
     "reasoning_opaque": "LIVE", "finish_reason": "stop", "some_day": {"a": 1}, "_internal": true},
    {"role": "assistant", "content": "go", "reasoning_content": " ", "reasoning": "",
     "codex_reasoning_items": "[{\"type\": \"reasoning\", \"encrypted_content\": \"E\", \"summary\": [{\"type\": \"summary_text\", \"text\": \"sum\"}], \"_issuer_kind\": \"codex_backend\"}, {\"type\": \"compaction\", \"encrypted_content\": \"K\"}]"},
    {"role": "user", "content": [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": "data:x"}}, {"type": "odd"}]}
  ]
}"#;

fn seals(turn: &Turn) -> Vec<(&str, &str, bool, &str)> {
    turn.carriers().map(|(_, c)| (c.kind.as_str(), c.issuer.as_str(), c.sealed, c.payload.get())).collect()
}

#[test]
fn a_session_of_the_reference_system_is_read() {
    let read = import(SESSION).unwrap();
    assert_eq!((read.turns.len(), read.notes.len()), (6, 0));
    assert_eq!(read.new.id.unwrap().as_str(), "20260901_120000_0a1b2c");
    let settings: Vec<_> = read.settings.iter().map(|(key, value)| (key.as_str(), value.get())).collect();
    assert_eq!(
        settings,
        [
            ("max_iterations", "90"),
            ("reasoning_rejected_carriers", r#"[["nous","h","m",["reasoning"]]]"#),
            ("imported", r#"{"source":"cli","model":"claude-opus-4-8","started_at":1788264000.5,"message_count":6}"#),
        ]
    );
    let [user, thinking, result, record, responses, media] = read.turns.try_into().unwrap();

    // Columns are kept and never sent; a name is what a wire knows.
    assert_eq!(user.extras, [("name".into(), raw("\"ann\""))]);
    assert_eq!(user.meta.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), ["id", "session_id", "timestamp"]);

    // Blocks stand before the call and are Claude's, whose model the session names; the display text is no second carrier.
    let blocks = [
        ("thinking_block", "claude", true, r#"{"type":"thinking","thinking":"first","signature":"S1"}"#),
        ("redacted_thinking", "claude", true, r#"{"type":"redacted_thinking","data":"UkVE"}"#),
        ("thinking_block", "claude", false, r#"{"type":"thinking","thinking":"second","signature":""}"#),
        ("extra_content", "-", true, r#"{"google":{"thought_signature":"CALLSIG"}}"#),
    ];
    assert_eq!(seals(&thinking), blocks);
    assert_eq!(thinking.presence, [("reasoning".into(), Presence::Echo), ("content".into(), Presence::Empty)]);
    assert_eq!(thinking.reasoning().unwrap(), "first\n\nsecond");
    assert_eq!(thinking.ending, Some(Ending::Stop(Some(throughline_core::Literal::of("tool_calls")))));
    assert_eq!(thinking.usage.unwrap().output, Some(12));
    let origin = thinking.origin.unwrap();
    assert_eq!((origin.how, origin.model.as_str(), origin.host.as_str()), (How::Claimed, "claude-opus-4-8", ""));

    let Part::Result(answer) = &result.parts[0] else { panic!() };
    assert_eq!((result.role, answer.call.as_ref().unwrap().decode().as_ref()), (Role::Tool, "call_1"));
    assert!(result.extras.is_empty(), "no column of a database reaches a wire");

    // The record is a carrier a member; what is said live counts; the text of the entry is heard once.
    let entry =
        r#"{"type":"reasoning.text","text":"plan it","format":"anthropic-claude-v1","index":0,"signature":"S2"}"#;
    let carriers = [
        ("reasoning_details", "-:-/anthropic-claude-v1", true, entry),
        ("extra_content", "-", true, r#"{"google":{"thought_signature":"SIG"}}"#),
        ("reasoning_opaque", "-", true, "\"LIVE\""),
        ("reasoning_text", "-", false, "\"read me\""),
        ("plugin.native_assistant", "-", true, r#"{"type":"plugin.native_assistant","x":1}"#),
    ];
    assert_eq!(seals(&record), carriers);
    assert_eq!(record.private().count(), 4);
    assert_eq!(record.extras, [("some_day".into(), raw(r#"{"a":1}"#))]);
    assert_eq!(record.meta, [("hermes.native_assistant/later".into(), raw("1")), ("_internal".into(), raw("true"))]);

    // A placeholder is no reasoning. A checkpoint of a server is one.
    let item = r#"{"type":"reasoning","encrypted_content":"E","summary":[{"type":"summary_text","text":"sum"}],"_issuer_kind":"codex_backend"}"#;
    let items = [
        ("reasoning_item", "codex_backend", true, item),
        ("compaction", "-", true, r#"{"type":"compaction","encrypted_content":"K"}"#),
    ];
    assert_eq!(seals(&responses), items);
    assert!(matches!(&responses.parts[0], Part::Checkpoint(checkpoint) if checkpoint.text.is_none()));

    let [Part::Text(_), Part::Media(_), Part::Opaque(_)] = media.parts.as_slice() else { panic!("{:?}", media.parts) };
}

#[test]
fn a_claim_says_whose_the_carriers_are() {
    let route = Route::new("openrouter", "https://openrouter.ai/api/v1", Api::CHAT, "google/gemini-3.5-pro").unwrap();
    let read = import_as(SESSION, &Claim::of(&route, "openrouter")).unwrap();
    let issuers: Vec<_> = seals(&read.turns[3]).into_iter().map(|(_, issuer, ..)| issuer.to_owned()).collect();
    assert_eq!(issuers, ["openrouter:-/anthropic-claude-v1", "openrouter", "openrouter", "openrouter", "openrouter"]);
    let origin = read.turns[3].origin.clone().unwrap();
    assert_eq!(
        (origin.host.as_str(), origin.how, origin.model.as_str()),
        ("openrouter.ai", How::Claimed, route.model.as_str())
    );
}

#[test]
fn a_bare_list_of_messages_is_a_session_without_a_name() {
    let read = import(r#" [{"role":"user","content":null},{"role":"developer","content":"d"}] "#).unwrap();
    assert_eq!((read.turns.len(), read.new.id, read.settings.len()), (2, None, 0));
    assert_eq!(read.turns[0].presence, [("content".into(), Presence::Null)]);
    assert_eq!(import(r#"{"messages":[]}"#).unwrap().turns, []);
}

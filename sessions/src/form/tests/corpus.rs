//! Recorded requests: what clients of real hosts sent, and what this form makes of it.
use super::*;
use std::{fs, path::PathBuf};
use throughline_core::{ReasoningCarrier, json};

/// The recorded requests of a wire; none where there are none, which is said.
fn corpus(test: &str, api: &str) -> Vec<(String, Route, String)> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/corpus/dev");
    let folder = std::env::var("THROUGHLINE_CORPUS").map_or_else(|_| PathBuf::from(beside), PathBuf::from);
    let Ok(files) = fs::read_dir(&folder) else {
        let required = std::env::var("THROUGHLINE_REQUIRE").is_ok_and(|all| all.contains("corpus"));
        assert!(!required, "no corpus at {}", folder.display());
        println!("skipped: {test}: no corpus");
        return vec![];
    };
    let mut all = vec![];
    for path in files.map(|file| file.unwrap().path()).filter(|path| path.extension().is_some_and(|end| end == "json"))
    {
        let text = fs::read_to_string(&path).unwrap();
        let string =
            |key| json::member(&text, key).and_then(|value| serde_json::from_str(value.get()).ok()).unwrap_or_default();
        let (wire, provider, host, model): (String, String, String, String) =
            (string("api"), string("provider"), string("host"), string("model"));
        let host = if host.is_empty() || host.contains(['<', 'R']) { "api.example.com".to_owned() } else { host };
        let body = json::member(&text, "request").and_then(|request| json::member(request.get(), "body"));
        if let Some(body) = body.filter(|body| wire == api && body.get().starts_with('{')) {
            let route = Route::new(&provider, &host, Api::from(wire), &model).unwrap();
            all.push((path.display().to_string(), route, body.get().to_owned()));
        }
    }
    all
}

fn check(test: &str, adapter: &dyn ReasoningCarrier, api: &str) {
    let (mut sessions, mut messages) = (0, 0);
    for (name, route, body) in corpus(test, api) {
        let Ok(ingested) = adapter.ingest(&route, body.as_bytes()) else { continue };
        let session = loaded(ingested.turns.clone());
        for form in [Form::Lines, Form::Messages] {
            let read = import(&export(form, &session).unwrap()).unwrap();
            assert_eq!(read.turns, ingested.turns, "{name}");
            assert!(read.notes.is_empty(), "{name}: {:?}", read.notes);
        }
        // Without our member the form still says the same things, as far as it can.
        let read = import(&stripped(ingested.turns.clone())).unwrap().turns;
        let said = |turns: &[Turn]| {
            let text = |turn: &Turn| (turn.text(), turn.reasoning(), turn.calls().count());
            turns
                .iter()
                .map(text)
                .filter(|(text, thought, calls)| !text.is_empty() || thought.is_some() || *calls > 0)
                .collect::<Vec<_>>()
        };
        assert_eq!(said(&read), said(&ingested.turns), "{name}");
        sessions += 1;
        messages += read.len();
    }
    println!("{test}: {sessions} sessions, {messages} messages");
}

#[test]
fn recorded_chat_completions_come_back_equal() {
    check("recorded_chat_completions_come_back_equal", &throughline_chat::Chat, "chat_completions");
}

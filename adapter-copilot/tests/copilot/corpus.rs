//! Recorded streams, whatever way they are cut.
use crate::common::{copilot, project, try_capture, turn};
use std::{env, fs, path::PathBuf};
use throughline_core::Framing;

fn folder() -> Option<PathBuf> {
    let given = env::var_os("THROUGHLINE_CORPUS").map(PathBuf::from);
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus/dev");
    given.or(Some(beside)).filter(|folder| folder.is_dir())
}

#[test]
fn recordings_keep_their_text_and_their_blob() {
    let Some(folder) = folder() else {
        let required = env::var("THROUGHLINE_REQUIRE").is_ok_and(|all| all.contains("corpus"));
        assert!(!required, "no corpus");
        return println!("skipped: recordings_keep_their_text_and_their_blob: no corpus");
    };
    let mut seen = 0;
    for file in fs::read_dir(folder).unwrap().filter_map(Result::ok) {
        let name = file.file_name().into_string().unwrap();
        if !name.starts_with("copilot--chat_completions--") {
            continue;
        }
        let recorded: serde_json::Value = serde_json::from_str(&fs::read_to_string(file.path()).unwrap()).unwrap();
        let route = copilot(recorded["model"].as_str().unwrap());
        let events: Vec<&str> = recorded["response"]["stream"]["events"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|event| event.as_str())
            .collect();
        let body: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
        let of = |key: &str| -> Vec<String> {
            let deltas = events.iter().filter_map(|event| serde_json::from_str::<serde_json::Value>(event).ok());
            deltas.filter_map(|event| event["choices"][0]["delta"][key].as_str().map(str::to_owned)).collect()
        };
        let whole = turn(try_capture(&route, Framing::Sse, &[body.as_bytes()]).0);
        let pieces: Vec<&[u8]> = body.as_bytes().chunks(7).collect();
        assert_eq!(turn(try_capture(&route, Framing::Sse, &pieces).0), whole, "{name}");
        assert_eq!(whole.reasoning().unwrap(), of("reasoning_text").concat(), "{name}");
        let blob = of("reasoning_opaque").pop().unwrap();
        let sent = project(&route, [whole]);
        assert_eq!(
            sent.matches(&format!("\"reasoning_opaque\":\"{blob}\",\"reasoning_text\":")).count(),
            1,
            "{name}: {sent}"
        );
        seen += 1;
    }
    assert!(seen > 0, "no recording");
}

//! Event streams as others read them: a vendor's own client library is the judge of every byte.

use crate::client::{OPENING, simulator};
use crate::converse::{CLAUDE, Talk, enabled, frames};
use crate::corpus::required;
use base64::Engine;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use throughline_simulator::{Fault, Simulator};

/// Reads lines: what to read, and it in base64. Prints what the library makes of each.
const READER: &str = r#"
import base64, json, sys
from bedrock_try import parse_response, parse_stream
def plain(value):
    if isinstance(value, bytes): return base64.b64encode(value).decode()
    if isinstance(value, dict): return {name: plain(one) for name, one in value.items() if name != 'p'}
    return [plain(one) for one in value] if isinstance(value, list) else value
for line in sys.stdin:
    kind, data = line.split()
    data = base64.b64decode(data)
    try: print(json.dumps(plain(parse_stream(data) if kind == 'stream' else parse_response(json.loads(data)))))
    except Exception as error: print(json.dumps(type(error).__name__))
"#;

/// What the library makes of `replies`; none where it is not here.
fn judged(test: &str, replies: &[(&str, Vec<u8>)]) -> Option<Vec<Value>> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/judges");
    let folder = std::env::var_os("THROUGHLINE_JUDGES_DIR").map_or(beside, PathBuf::from);
    let usual = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache/throughline/judges/bin/python"));
    let python = std::env::var_os("THROUGHLINE_JUDGES").map(PathBuf::from).or_else(usual);
    let Some(python) = python.filter(|python| python.is_file() && folder.is_dir()) else {
        assert!(!required("judges"), "{test}: the judges are required and absent");
        println!("skipped: {test}: no judges");
        return None;
    };
    let mut reader = Command::new(python);
    reader.args(["-c", READER]).env("PYTHONPATH", folder).env("PYTHONDONTWRITEBYTECODE", "1");
    let mut reader = reader.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let base64 = base64::engine::general_purpose::STANDARD;
    let lines: String = replies.iter().map(|(kind, bytes)| format!("{kind} {}\n", base64.encode(bytes))).collect();
    reader.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = String::from_utf8(reader.wait_with_output().unwrap().stdout).unwrap();
    let read: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(read.len(), replies.len(), "the judge stopped");
    Some(read)
}

async fn bytes(simulator: &Simulator, model: &str, opening: &str, stream: bool) -> Vec<u8> {
    let fields = if model == CLAUDE { enabled() } else { Value::Null };
    let mut talk = Talk::new(simulator, model, fields);
    talk.stream = stream;
    talk.user(json!([{"text": opening}]));
    let response = talk.response().await;
    let kind = if stream { "application/vnd.amazon.eventstream" } else { "application/json" };
    assert_eq!((response.status().as_u16(), response.headers()["content-type"].to_str().unwrap()), (200, kind));
    response.bytes().await.unwrap().to_vec()
}

/// The trigger that the vendor documents.
const HIDE: &str =
    "ANTHROPIC_MAGIC_STRING_TRIGGER_REDACTED_THINKING_46C9A13E193C177646C7398A98432ECCCE4C1253D5E2D82641AC0E52CC2876CB";

#[tokio::test]
async fn the_vendors_library_reads_them() {
    let simulator = simulator().await;
    let models =
        [CLAUDE, "us.anthropic.claude-opus-5-5", "openai.gpt-oss-120b-1:0", "us.deepseek.r1-v1:0", "xai.grok-4"];
    let mut replies = Vec::new();
    for model in models {
        for opening in [OPENING, HIDE] {
            replies.push(("stream", bytes(&simulator, model, opening, true).await));
            replies.push(("whole", bytes(&simulator, model, opening, false).await));
        }
    }
    let Some(read) = judged("the_vendors_library_reads_them", &replies) else { return };
    for (at, pair) in read.chunks(2).enumerate() {
        let model = models[at / 2];
        let events = pair[0].as_array().unwrap_or_else(|| panic!("{model}: {}", pair[0]));
        // Every event is one that the library knows, and holds what it must.
        let ours = frames(&replies[at * 2].1);
        assert_eq!(events.len(), ours.len());
        for (event, (_, name, payload)) in events.iter().zip(ours) {
            let mut payload = payload;
            payload.as_object_mut().unwrap().remove("p");
            // Real replies have it, and the library does not know it yet.
            if let Some(usage) = payload.get_mut("usage").and_then(Value::as_object_mut) {
                usage.remove("serverToolUsage");
            }
            assert_eq!(*event, json!({name: payload}), "{model}");
        }
        let whole: Value = serde_json::from_slice(&replies[at * 2 + 1].1).unwrap();
        assert_eq!(pair[1]["output"], whole["output"], "{model}");
        assert_eq!(pair[1]["stopReason"], whole["stopReason"]);
    }
}

#[tokio::test]
async fn a_changed_bit_is_seen() {
    let simulator = simulator().await;
    let whole = bytes(&simulator, CLAUDE, OPENING, true).await;
    simulator.fault_times("bedrock", Fault::Garbage { after: 2 }, 1).unwrap();
    let broken = bytes(&simulator, CLAUDE, OPENING, true).await;
    assert!(broken != whole && broken.len() == whole.len());
    let Some(read) = judged("a_changed_bit_is_seen", &[("stream", broken)]) else { return };
    assert_eq!(read, ["ChecksumMismatch"]);
}

#[tokio::test]
async fn a_stream_of_frames_is_cut_and_is_slow() {
    let simulator = simulator().await;
    let mut talk = Talk::new(&simulator, CLAUDE, enabled());
    talk.stream = true;
    talk.user(json!([{"text": OPENING}]));
    simulator.fault_times("bedrock", Fault::Cut { after: 4 }, 1).unwrap();
    let mut response = talk.response().await;
    let mut came = Vec::new();
    let broken = loop {
        match response.chunk().await {
            Ok(Some(chunk)) => came.extend_from_slice(&chunk),
            Ok(None) => break false,
            Err(_) => break true,
        }
    };
    assert_eq!((broken, frames(&came).len()), (true, 4));
    simulator.fault_times("bedrock", Fault::Slow { millis: 5 }, 1).unwrap();
    let started = Instant::now();
    let count = frames(&talk.response().await.bytes().await.unwrap()).len();
    assert!(started.elapsed() >= Duration::from_millis(5) * u32::try_from(count).unwrap());
}

#[tokio::test]
async fn other_streams_come_damaged_too() {
    let simulator = simulator().await;
    simulator.fault("anthropic", Fault::Garbage { after: 1 }).unwrap();
    let url = simulator.base_url("anthropic").unwrap() + "/v1/messages";
    let ask = async |stream: bool| {
        let body = json!({"model": "claude-sonnet-5", "max_tokens": 9, "stream": stream, "messages": [{"role": "user", "content": "u"}]});
        crate::http().post(&url).json(&body).send().await.unwrap().text().await.unwrap()
    };
    let text = ask(true).await;
    let events: Vec<&str> = text.split("\n\n").filter(|event| !event.is_empty()).collect();
    let whole = |event: &str| serde_json::from_str::<Value>(event.split_once("\ndata: ").unwrap().1).is_ok();
    let broken: Vec<usize> = (0..events.len()).filter(|at| !whole(events[*at])).collect();
    assert_eq!(broken, [1]);
    assert!(serde_json::from_str::<Value>(&ask(false).await).is_err());
}

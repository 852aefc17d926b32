//! What others say of our bodies: the providers' own published schemas and types, run offline.
//!
//! Skipped by name where they are absent: `$THROUGHLINE_JUDGES_DIR`, else `../shared/judges` beside the workspace; the judges that are
//! programs also need `$THROUGHLINE_JUDGES`, a Python with their packages. `THROUGHLINE_REQUIRE=judges` makes a skip a failure.
#![cfg(feature = "all-adapters")]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may fail, and a judge reads values"
)]
use serde_json::{Value, json};
use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use throughline::{Api, Captured, Framing, History, Projector, ReplyHead, Route, Turn};

fn required(what: &str) -> bool {
    std::env::var("THROUGHLINE_REQUIRE").is_ok_and(|list| list.split(',').any(|name| name == what))
}
fn skip(test: &str, what: &str) {
    assert!(!required("judges"), "{test}: the judges are required and {what}");
    println!("skipped: {test}: {what}");
}
fn folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/judges");
    Some(std::env::var_os("THROUGHLINE_JUDGES_DIR").map_or(beside, PathBuf::from)).filter(|folder| folder.is_dir())
}

/// Replies as their hosts send them, each with a thought and a call, then the answer.
const REPLIES: &[(&str, &str, &str)] = &[
    (
        "openrouter/anthropic/claude-sonnet-4.5",
        r#"{"model":"anthropic/claude-sonnet-4.5","provider":"Anthropic","choices":[{"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"refusal":null,"reasoning":"Look first.","reasoning_details":[{"type":"reasoning.text","text":"Look first.","signature":"c2ln","format":"anthropic-claude-v1","index":0}],"tool_calls":[{"type":"function","index":0,"id":"toolu_1","function":{"name":"look","arguments":"{\"at\":\"sky\"}"}}]}}]}"#,
        r#"{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"Clear.","reasoning":"So it is.","reasoning_details":[{"type":"reasoning.text","text":"So it is.","signature":"c2lnMg","format":"anthropic-claude-v1","index":0}]}}]}"#,
    ),
    (
        "deepseek/deepseek-v4-pro",
        r#"{"choices":[{"finish_reason":"tool_calls","message":{"role":"assistant","content":"","reasoning_content":"Look first.","tool_calls":[{"type":"function","index":0,"id":"call_00_x","function":{"name":"look","arguments":"{\"at\":\"sky\"}"}}]}}]}"#,
        r#"{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"Clear.","reasoning_content":"So it is."}}]}"#,
    ),
    (
        "mistral/magistral-medium-latest",
        r#"{"choices":[{"finish_reason":"tool_calls","message":{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"Look first."}],"closed":true}],"tool_calls":[{"id":"D681PevKs","function":{"name":"look","arguments":"{\"at\":\"sky\"}"},"index":0}]}}]}"#,
        r#"{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"So it is."}]},{"type":"text","text":"Clear."}]}}]}"#,
    ),
    (
        "anthropic/claude-opus-4-5",
        r#"{"id":"m","type":"message","role":"assistant","model":"claude-opus-4-5","content":[{"type":"thinking","thinking":"Look first.","signature":"c2ln"},{"type":"text","text":"One moment."},{"type":"tool_use","id":"toolu_1","name":"look","input":{"at":"sky"},"caller":{"type":"direct"}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}"#,
        r#"{"id":"m","type":"message","role":"assistant","model":"claude-opus-4-5","content":[{"type":"thinking","thinking":"","signature":"c2lnMg"},{"type":"redacted_thinking","data":"ZGF0YQ"},{"type":"text","text":"Clear."}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}"#,
    ),
    (
        "native:gemini/gemini-3-pro-preview",
        r#"{"candidates":[{"content":{"parts":[{"text":"Look first.","thought":true},{"functionCall":{"name":"look","args":{"at":"sky"},"id":"a1b2"},"thoughtSignature":"c2ln"}],"role":"model"},"finishReason":"STOP","index":0}],"modelVersion":"gemini-3.1-pro-preview"}"#,
        r#"{"candidates":[{"content":{"parts":[{"executableCode":{"language":"PYTHON","code":"1"},"thoughtSignature":"c2ln"},{"text":"Clear."},{"text":"","thoughtSignature":"c2lnMg=="}],"role":"model"},"finishReason":"STOP","index":0}]}"#,
    ),
    (
        "native:vertex/gemini-2.5-flash",
        r#"{"candidates":[{"content":{"parts":[{"functionCall":{"name":"look","args":{"at":"sky"}},"thoughtSignature":"c2ln"}],"role":"model"},"finishReason":"STOP"}]}"#,
        r#"{"candidates":[{"content":{"parts":[{"text":"So it is.","thought":true,"thoughtSignature":"c2lnMg=="},{"text":"Clear."}],"role":"model"},"finishReason":"STOP"}]}"#,
    ),
    (
        "converse:us.anthropic.claude-opus-4-8",
        r#"{"output":{"message":{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"Look first.","signature":"c2ln"}}},{"text":"One moment."},{"toolUse":{"toolUseId":"tooluse_1","name":"look","input":{"at":"sky"}}}]}},"stopReason":"tool_use","usage":{"inputTokens":1,"outputTokens":1,"totalTokens":2}}"#,
        r#"{"output":{"message":{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"","signature":"c2lnMg=="}}},{"reasoningContent":{"redactedContent":"RW1zQ0FRPT0=","reasoningText":{"text":"So it is.","signature":"c2lnMw=="}}},{"text":"Clear."}]}},"stopReason":"end_turn"}"#,
    ),
    (
        "converse:openai.gpt-oss-120b-1:0",
        r#"{"output":{"message":{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"Look first."}}},{"toolUse":{"toolUseId":"tooluse_1","name":"look","input":{"at":"sky"}}}]}},"stopReason":"tool_use"}"#,
        r#"{"output":{"message":{"role":"assistant","content":[{"text":"Clear."},{"reasoningContent":{"reasoningText":{"text":"So it is."}}}]}},"stopReason":"end_turn"}"#,
    ),
];

/// Gemini's own wire, by provider: it is not the first that these speak.
const NATIVE: &[(&str, &str)] = &[
    ("gemini", "https://generativelanguage.googleapis.com/v1beta"),
    ("vertex", "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/google"),
];

fn route(spec: &str) -> Route {
    if let Some(model) = spec.strip_prefix("converse:") {
        let host = "https://bedrock-runtime.us-east-1.amazonaws.com";
        return Route::new("bedrock", host, Api::new("bedrock_converse"), model).unwrap();
    }
    let native = spec.strip_prefix("native:").and_then(|spec| spec.split_once('/'));
    let Some((provider, model)) = native else { return throughline::resolve(spec, None, None).unwrap() };
    let (_, base) = NATIVE.iter().find(|(name, _)| *name == provider).unwrap();
    Route::new(provider, base, Api::new("gemini_generate"), model).unwrap()
}

/// The conversation that two replies of one host make.
fn history(projector: &Projector, spec: &str, first: &str, second: &str) -> History {
    let route = route(spec);
    let capture =
        |reply: &str| match projector.capture(&route, ReplyHead::ok(Framing::Whole), reply.as_bytes()).unwrap() {
            Captured::Turn(turn) => turn,
            Captured::Refusal(refused) => panic!("{refused:?}"),
        };
    let call = capture(first);
    let id = call.calls().next().unwrap().id.as_ref().map(|id| id.decode().into_owned()).unwrap_or_default();
    [
        Turn::system("Be brief."),
        Turn::user("Is it clear?"),
        call,
        Turn::tool(&id, "no cloud"),
        capture(second),
        Turn::user("Sure?"),
    ]
    .into_iter()
    .collect()
}

/// Every conversation as the body for `spec`.
fn bodies(spec: &str) -> Vec<(&'static str, Value)> {
    let projector = Projector::new(throughline::registry().unwrap());
    let route = route(spec);
    let body = |history: &History| serde_json::from_slice(&projector.project(&route, history).unwrap().bytes).unwrap();
    REPLIES.iter().map(|(from, first, second)| (*from, body(&history(&projector, from, first, second)))).collect()
}

/// A route, the file of its schema, and the name of an assistant message in it.
const SCHEMAS: &[(&str, &str, &str)] = &[
    ("mistral/magistral-medium-latest", "mistral.json", "AssistantMessage"),
    ("groq/openai/gpt-oss-120b", "groq.json", "ChatCompletionAssistantMessageParam"),
    ("cerebras/zai-glm-4.7", "cerebras.json", "MessageAssistantMessageRequest"),
    ("openai/gpt-5", "openai-chat.json", "ChatCompletionAssistantMessageParam"),
];

#[test]
fn strict_schemas_accept_what_we_send_them() {
    let Some(folder) = folder() else { return skip("strict_schemas_accept_what_we_send_them", "they are absent") };
    for (spec, file, message) in SCHEMAS {
        let text = std::fs::read_to_string(folder.join("schemas").join(file)).unwrap();
        let mut schema: Value = serde_json::from_str(&text).unwrap();
        let schema = json!({"$defs": schema["$defs"].take(), "$ref": format!("#/$defs/{message}")});
        let judge = jsonschema::validator_for(&schema).unwrap();
        for (from, body) in bodies(spec) {
            for message in body["messages"].as_array().unwrap().iter().filter(|message| message["role"] == "assistant")
            {
                assert!(judge.is_valid(message), "{from} on {spec}: {message}");
                // The judge can tell: one field too many is one too many.
                let mut more = message.clone();
                more["reasoning_details"] = json!([]);
                assert!(!judge.is_valid(&more), "{spec} would take anything");
            }
        }
    }
}

/// Judges that are programs, with the route whose bodies they read.
const PROGRAMS: &[(&str, &str)] = &[
    ("mistral", "mistral/magistral-medium-latest"),
    ("groq", "groq/openai/gpt-oss-120b"),
    ("cerebras", "cerebras/zai-glm-4.7"),
    ("openai-chat", "openai/gpt-5"),
    ("mistral-common", "mistral/magistral-medium-latest"),
    ("sambanova", "sambanova/gpt-oss-120b"),
    ("hunyuan", "hunyuan/hunyuan-t1-latest"),
    ("openrouter", "openrouter/anthropic/claude-sonnet-4.5"),
    ("openrouter", "openrouter/z-ai/glm-5"),
    ("anthropic", "anthropic/claude-opus-4-5"),
    ("gemini", "native:gemini/gemini-3-pro-preview"),
    ("gemini", "native:gemini/gemini-2.5-flash"),
    ("vertex-gemini", "native:vertex/gemini-3-pro-preview"),
    ("vertex-gemini", "native:vertex/gemini-2.5-flash"),
    ("bedrock", "converse:us.anthropic.claude-opus-4-8"),
    ("bedrock", "converse:eu.anthropic.claude-sonnet-4-5-20250929-v1:0"),
    ("bedrock", "converse:openai.gpt-oss-120b-1:0"),
    ("bedrock", "converse:us.deepseek.r1-v1:0"),
    ("bedrock", "converse:us.amazon.nova-2-lite-v1:0"),
    ("bedrock", "converse:moonshotai.kimi-k3"),
];

/// What a judge says though the host takes it: OpenRouter accepts the alias `reasoning_content`, which its published type lacks.
const KNOWN: &[(&str, &str)] = &[("openrouter", ".assistant.reasoning_content: Extra inputs are not permitted")];

/// Reads `[judge, body]` a line and answers with a list of complaints a line.
const DRIVER: &str = "import json,sys\nsys.path.insert(0,sys.argv[1])\nimport judge\nfor line in sys.stdin:\n j,b=json.loads(line)\n print(json.dumps([str(x) for x in judge.J[j](b)]),flush=True)\n";

#[test]
fn the_vendors_own_types_accept_what_we_send_them() {
    const TEST: &str = "the_vendors_own_types_accept_what_we_send_them";
    let Some(folder) = folder() else { return skip(TEST, "they are absent") };
    let Some(python) = std::env::var_os("THROUGHLINE_JUDGES") else {
        return skip(TEST, "THROUGHLINE_JUDGES names no Python");
    };
    let mut asked = vec![];
    for (judge, spec) in PROGRAMS {
        asked.extend(bodies(spec).into_iter().map(|(from, body)| (format!("{from} on {spec}"), json!([judge, body]))));
    }
    let mut program = Command::new(python)
        .args(["-c", DRIVER])
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = program.stdin.take().unwrap();
    let lines: String = asked.iter().map(|(_, line)| format!("{line}\n")).collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()).unwrap());
    let output = program.wait_with_output().unwrap();
    writer.join().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), asked.len(), "the judges stopped");
    let mut complaints = vec![];
    for ((what, asked), answer) in asked.iter().zip(answers.lines()) {
        let known = |said: &String| KNOWN.iter().any(|(judge, known)| asked[0] == *judge && said.ends_with(known));
        let said: Vec<String> = serde_json::from_str(answer).unwrap();
        complaints.extend(said.iter().filter(|said| !known(said)).map(|said| format!("{what}: {said}")));
    }
    assert!(complaints.is_empty(), "{} of {}:\n{}", complaints.len(), asked.len(), complaints.join("\n"));
}

#[test]
fn every_route_of_these_is_of_the_wire_that_its_judge_reads() {
    for (_, spec) in PROGRAMS {
        let api = route(spec).api;
        assert_eq!(api == Api::MESSAGES, spec.starts_with("anthropic/"), "{spec}");
        assert_eq!(api == Api::new("gemini_generate"), spec.starts_with("native:"), "{spec}");
        assert_eq!(api == Api::new("bedrock_converse"), spec.starts_with("converse:"), "{spec}");
    }
}

/// Frames a stream as the vendor's checks do, and prints it in hexadecimal digits.
const FRAMER: &str = "import sys\nsys.path.insert(0,sys.argv[1])\nimport bedrock_try as b\nD=lambda i,d:b.frame('contentBlockDelta',{'contentBlockIndex':i,'delta':d})\nR=lambda i,d:D(i,{'reasoningContent':d})\nprint(b''.join([b.frame('messageStart',{'role':'assistant'}),R(0,{'text':'Look '}),R(0,{'text':'first.'}),R(0,{'signature':'c2ln'}),b.frame('contentBlockStop',{'contentBlockIndex':0}),R(1,{'redactedContent':'AAECAw=='}),b.frame('contentBlockStop',{'contentBlockIndex':1}),b.frame('messageStop',{'stopReason':'end_turn'})]).hex())\n";

#[test]
fn frames_that_somebody_else_made_are_read() {
    const TEST: &str = "frames_that_somebody_else_made_are_read";
    let Some(folder) = folder() else { return skip(TEST, "they are absent") };
    let Some(python) = std::env::var_os("THROUGHLINE_JUDGES") else {
        return skip(TEST, "THROUGHLINE_JUDGES names no Python");
    };
    let output = Command::new(python).args(["-c", FRAMER]).arg(folder).output().unwrap();
    let hex = String::from_utf8(output.stdout).unwrap();
    let digits = hex.trim().as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
    let mut bytes: Vec<u8> = digits.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect();
    let projector = Projector::new(throughline::registry().unwrap());
    let route = route("converse:us.anthropic.claude-opus-4-8");
    let head = || ReplyHead::ok(Framing::EventStream);
    let Captured::Turn(turn) = projector.capture(&route, head(), &bytes).unwrap() else { panic!() };
    let payloads: Vec<&str> = turn.carriers().map(|(_, carrier)| carrier.payload.get()).collect();
    let want = [
        r#"{"type":"thinking","thinking":"Look first.","signature":"c2ln"}"#,
        r#"{"type":"redacted_thinking","data":"AAECAw=="}"#,
    ];
    assert_eq!(payloads, want);
    // The checksums are looked at: one bit is one too many.
    let middle = bytes.len() / 2;
    *bytes.get_mut(middle).unwrap() ^= 1;
    assert!(!matches!(projector.capture(&route, head(), &bytes), Ok(Captured::Turn(other)) if other == turn));
}

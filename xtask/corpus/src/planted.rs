//! Faults planted in an adapter: each is found in a conversation that it spoils, and nothing is found in one that it does not.
use crate::{
    explain::{Fault, Why},
    folder::Folder,
    report::Report,
    run::run,
};
use std::ops::Range;
use throughline::{
    AdapterId, At, Capture, Captured, Carrier, Delta, DraftPlan, Endpoint, Ingested, Note, Part, Plan,
    ReasoningCarrier, Registration, Registry, RenderError, ReplyHead, Request, Route, RouteRule, Turn, Verbatim,
    WireError, verdict::Spot,
};

const CHAT: &str = r#"{"id":"chat--0N","provider":"openrouter","api":"chat_completions","host":"openrouter.ai",
    "model":"anthropic/claude-opus-4.6","multi_turn_group":{"id":"chat","index":N,"length":2},
    "request":{"path":"/api/v1/chat/completions","body":BODY},"response":{"status":200,"body":REPLY}}"#;
const DETAILS: &str = r#"[{"type":"reasoning.text","text":"Look it up.","signature":"c2lnbmVk","format":"anthropic-claude-v1","index":0},
    {"type":"reasoning.encrypted","data":"c2VhbGVk","format":"anthropic-claude-v1","index":1}]"#;
const MESSAGES: &str = r#"{"id":"messages--0N","provider":"anthropic","api":"anthropic_messages","host":"api.anthropic.com",
    "model":"claude-opus-4-6","multi_turn_group":{"id":"messages","index":N,"length":2},
    "request":{"path":"/v1/messages","body":BODY},"response":{"status":200,"body":REPLY}}"#;
const BLOCKS: &str = r#"[{"type":"thinking","thinking":"Look it up.","signature":"c2lnbmVk"},{"type":"text","text":"One moment."},
    {"type":"tool_use","id":"toolu_1","name":"look","input":{"at":"sky"}}]"#;

/// Two exchanges of one conversation on chat completions; `details` is what the client sent back.
fn chat(details: &str) -> Folder {
    let call = r#"[{"id":"call_1","type":"function","function":{"name":"look","arguments":"{}"}}]"#;
    let reply = |message: &str| format!(r#"{{"choices":[{{"index":0,"message":{message},"finish_reason":"stop"}}]}}"#);
    let asked = r#"{"role":"user","content":"What is up?"}"#;
    let thought = format!(r#"{{"role":"assistant","content":null,"tool_calls":{call},"reasoning_details":{DETAILS}}}"#);
    let back = format!(r#"{{"role":"assistant","content":"","tool_calls":{call}{details}}}"#);
    let body = |rest: &str| format!(r#"{{"model":"anthropic/claude-opus-4.6","messages":[{asked}{rest}]}}"#);
    let next = format!(r#",{back},{{"role":"tool","tool_call_id":"call_1","content":"Blue."}}"#);
    folder(CHAT, [(body(""), reply(&thought)), (body(&next), reply(r#"{"role":"assistant","content":"Blue."}"#))])
}

/// Two exchanges of one conversation on Messages.
fn messages() -> Folder {
    sent_back(BLOCKS)
}

/// The same with other blocks sent back than came.
fn sent_back(blocks: &str) -> Folder {
    let reply = |content: &str| {
        format!(r#"{{"id":"m","type":"message","role":"assistant","content":{content},"stop_reason":"end_turn"}}"#)
    };
    let asked = r#"{"role":"user","content":"What is up?"}"#;
    let body = |rest: &str| format!(r#"{{"model":"claude-opus-4-6","max_tokens":9,"messages":[{asked}{rest}]}}"#);
    let result = r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"Blue."}]}"#;
    let next = format!(r#",{{"role":"assistant","content":{blocks}}},{result}"#);
    folder(MESSAGES, [(body(""), reply(BLOCKS)), (body(&next), reply(r#"[{"type":"text","text":"Blue."}]"#))])
}

fn folder(frame: &str, exchanges: [(String, String); 2]) -> Folder {
    let exchange = |(n, (body, reply)): (usize, (String, String))| {
        let text = frame.replace('N', &n.to_string()).replace("BODY", &body).replace("REPLY", &reply);
        serde_json::from_str(&text).unwrap()
    };
    Folder { exchanges: exchanges.into_iter().enumerate().map(exchange).collect(), broken: vec![] }
}

fn replay(folder: &Folder, fault: Option<Fault>) -> Report {
    let faulty = |registration: &Registration| {
        let spoilt: &'static dyn ReasoningCarrier = Box::leak(Box::new(Faulty(registration.adapter, fault)));
        Registration { adapter: spoilt, ..*registration }
    };
    let adapters: Vec<_> = throughline::registry().unwrap().adapters().iter().map(faulty).collect();
    run(&Registry::builder().with(&adapters).build().unwrap(), folder, None, false)
}

fn faults(report: &Report) -> Vec<(&str, &str, Fault)> {
    report.failures().iter().map(|failure| (failure.check, failure.field.as_str(), failure.fault)).collect()
}

#[test]
fn a_sound_adapter_passes() {
    for folder in [chat(&format!(r#","reasoning_details":{DETAILS}"#)), messages()] {
        let report = replay(&folder, None);
        assert_eq!(faults(&report), []);
        assert!(report.holds() && report.to_string().ends_with("2 passed, 0 failed, 0 skipped"), "{report}");
    }
}

#[test]
fn each_planted_fault_is_found() {
    for fault in [Fault::Lost, Fault::Changed, Fault::Moved] {
        for folder in [chat(&format!(r#","reasoning_details":{DETAILS}"#)), messages()] {
            let report = replay(&folder, Some(fault));
            let found = faults(&report);
            assert!(found.iter().any(|(check, _, kind)| *check == "replay" && *kind == fault), "{fault:?}: {report}");
            assert!(!report.holds());
        }
    }
}

#[test]
fn a_fault_planted_in_the_recording_is_found_too() {
    let details = |list: String| chat(&format!(r#","reasoning_details":{list}"#));
    let more = r#"{"type":"reasoning.encrypted","data":"ZnJvbSBub3doZXJl","format":"anthropic-claude-v1","index":2}]"#;
    let block = r#"{"type":"thinking","thinking":"Elsewhere.","signature":"ZnJvbSBub3doZXJl"},{"type":"text""#;
    for (folder, fault) in [
        (details(DETAILS.replace("c2lnbmVk", "YW5vdGhlcg")), Fault::Changed),
        (details(DETAILS.replace("c2VhbGVk", "YW5vdGhlcg")), Fault::Changed),
        (details(DETAILS.replace("Look it up.", "Look it down.")), Fault::Changed),
        (details(DETAILS.replace("\"index\":1}]", &format!("\"index\":1}},{more}"))), Fault::Lost),
        (chat(r#","reasoning_content":"Said nowhere.""#), Fault::Changed),
        (sent_back(&BLOCKS.replace("c2lnbmVk", "YW5vdGhlcg")), Fault::Changed),
        (sent_back(&BLOCKS.replacen(r#"{"type":"text""#, block, 1)), Fault::Lost),
    ] {
        let report = replay(&folder, None);
        assert!(
            faults(&report).iter().any(|(check, _, kind)| *check == "replay" && *kind == fault),
            "{fault:?}: {report}"
        );
    }
}

#[test]
fn what_the_client_dropped_does_not_hide_what_the_capture_lost() {
    let report = replay(&chat(""), None);
    assert_eq!(faults(&report), []);
    assert!(report.count(Why::ClientDropped) > 0, "{report}");
    let lost = replay(&chat(""), Some(Fault::Lost));
    assert!(faults(&lost).iter().all(|(check, _, fault)| (*check, *fault) == ("capture", Fault::Lost)), "{lost}");
    assert!(!lost.holds());
}

#[test]
fn other_wires_and_broken_files_are_counted() {
    let mut folder = messages();
    folder.exchanges[0].api = "ollama_chat".to_owned();
    folder.broken.push(("odd".to_owned(), "expected value at line 1 column 1".to_owned()));
    let report = replay(&folder, None);
    assert_eq!(faults(&report), [("read", "file", Fault::Error)]);
    assert!(report.to_string().contains("1  api ollama_chat\n"), "{report}");
    assert!(report.to_string().ends_with("\n1 passed, 1 failed, 1 skipped"), "{report}");
}

/// An adapter that spoils the turns which it captures.
struct Faulty(&'static dyn ReasoningCarrier, Option<Fault>);

/// A capture that does.
struct Spoilt(Box<dyn Capture>, Option<Fault>);

fn spoil(turn: &mut Turn, fault: Fault) {
    let changed = |carrier: &mut Carrier| {
        let text = carrier.payload.get().replace("c2lnbmVk", "c2lnbmVL").replace("c2VhbGVk", "c2VhbGVL");
        carrier.payload = Verbatim::parse(&text).unwrap();
    };
    let block = turn.parts.iter().position(|part| matches!(part, Part::Reasoning(_)));
    match (fault, block) {
        (Fault::Lost, Some(block)) => drop(turn.parts.remove(block)),
        (Fault::Lost, None) => drop(turn.carriers.pop()),
        (Fault::Moved, Some(block)) => turn.parts.swap(block, block + 1),
        (Fault::Moved, None) => turn.carriers.reverse(),
        _ => {
            turn.carriers.iter_mut().for_each(changed);
            for part in &mut turn.parts {
                if let Part::Reasoning(carrier) = part {
                    changed(carrier);
                }
            }
        }
    }
}

impl Capture for Spoilt {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn FnMut(Delta<'_>)) -> Result<(), WireError> {
        self.0.feed(bytes, sink)
    }
    fn finish(self: Box<Self>) -> Result<Captured, WireError> {
        let mut captured = self.0.finish()?;
        // The first reply of each conversation is the one with carriers.
        if let (Captured::Turn(turn), Some(fault)) = (&mut captured, self.1)
            && turn.carriers().next().is_some()
        {
            spoil(turn, fault);
        }
        Ok(captured)
    }
}

impl ReasoningCarrier for Faulty {
    fn id(&self) -> AdapterId {
        self.0.id()
    }
    fn rules(&self) -> std::borrow::Cow<'static, [RouteRule]> {
        self.0.rules()
    }
    fn capture(&self, route: &Route, head: &ReplyHead) -> Box<dyn Capture> {
        Box::new(Spoilt(self.0.capture(route, head), self.1))
    }
    fn ingest(&self, route: &Route, request: &[u8]) -> Result<Ingested, WireError> {
        self.0.ingest(route, request)
    }
    fn adopt(&self, route: &Route, request: &Request, notes: &mut Vec<Note>) -> Request {
        self.0.adopt(route, request, notes)
    }
    fn joins(&self, before: &Turn, after: &Turn) -> bool {
        self.0.joins(before, after)
    }
    fn tighten(&self, draft: &mut DraftPlan<'_>) {
        self.0.tighten(draft);
    }
    fn endpoint(&self, route: &Route, streamed: bool) -> Endpoint {
        self.0.endpoint(route, streamed)
    }
    fn locate(&self, plan: &Plan<'_>, spot: Spot) -> Option<(usize, At)> {
        self.0.locate(plan, spot)
    }
    fn head(&self, plan: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        self.0.head(plan, out)
    }
    fn group(&self, plan: &Plan<'_>, turns: Range<usize>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        self.0.group(plan, turns, out)
    }
    fn tail(&self, plan: &Plan<'_>, out: &mut Vec<u8>) -> Result<(), RenderError> {
        self.0.tail(plan, out)
    }
}

//! Recorded exchanges: every reply is captured whole and in any pieces, every request is read and written again.
use serde_json::{Value, value::RawValue};
use std::{collections::BTreeMap, fs, path::PathBuf};
use throughline_core::{
    Api, Captured, Fragments, Framing, History, Ingested, Place, Policy, ReasoningCarrier, Registry, RejectionMemory,
    ReplyHead, Route, Scene, Turn, json, plan, think,
};

struct Exchange {
    name: String,
    text: String,
}

impl Exchange {
    fn get(&self, path: &str) -> Option<&RawValue> {
        let mut text = self.text.as_str();
        let mut found = None;
        for step in path.split('/') {
            let value = json::member(text, step).filter(|value| value.get() != "null")?;
            (text, found) = (value.get(), Some(value));
        }
        found
    }
    fn string(&self, path: &str) -> String {
        self.get(path).map_or_else(String::new, |raw| serde_json::from_str(raw.get()).unwrap())
    }
    fn route(&self) -> Route {
        let host = self.string("host");
        let host = if host.is_empty() || host.contains(['<', 'R']) { "api.example.com".to_owned() } else { host };
        Route::new(&self.string("provider"), &host, Api::CHAT, &self.string("model")).unwrap()
    }
    fn status(&self) -> u16 {
        self.get("response/status").map_or(200, |status| status.get().parse().unwrap())
    }
    fn events(&self) -> Option<Vec<u8>> {
        let events: Vec<String> = serde_json::from_str(self.get("response/stream/events")?.get()).unwrap();
        Some(events.iter().flat_map(|event| format!("data: {event}\n\n").into_bytes()).collect())
    }
}

/// The recordings of this wire; none where there are none, which is said.
fn corpus(test: &str) -> Vec<Exchange> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/corpus/dev");
    let folder = std::env::var("THROUGHLINE_CORPUS").map_or_else(|_| PathBuf::from(beside), PathBuf::from);
    let Ok(files) = fs::read_dir(&folder) else {
        let required = std::env::var("THROUGHLINE_REQUIRE").is_ok_and(|all| all.contains("corpus"));
        assert!(!required, "no corpus at {}", folder.display());
        println!("skipped: {test}: no corpus");
        return vec![];
    };
    let mut names: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    names.sort();
    let read = |path: PathBuf| Exchange {
        name: path.file_stem().unwrap().to_string_lossy().into_owned(),
        text: fs::read_to_string(path).unwrap(),
    };
    let all = names.into_iter().filter(|path| path.extension().is_some_and(|end| end == "json")).map(read);
    all.filter(|exchange| exchange.string("api") == "chat_completions").collect()
}

fn capture(route: &Route, framing: Framing, status: u16, pieces: &[&[u8]]) -> Captured {
    let mut capture = throughline_chat::Chat.capture(route, &ReplyHead { status, ..ReplyHead::ok(framing) });
    for piece in pieces {
        capture.feed(piece, &mut |_| {}).unwrap();
    }
    capture.finish().unwrap()
}

/// Pieces of any size, made of a seed.
fn pieces(bytes: &[u8], mut seed: u64) -> Vec<&[u8]> {
    let mut rest = bytes;
    let mut all = vec![];
    while !rest.is_empty() {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let (piece, after) = rest.split_at(((seed >> 33) as usize % 97).clamp(1, rest.len()));
        all.push(piece);
        rest = after;
    }
    all
}

/// What a reply says, read without our code: text, reasoning by key, calls.
#[derive(Debug, Default, PartialEq)]
struct Said {
    text: String,
    reasoning: BTreeMap<String, String>,
    calls: Vec<(String, String, String)>,
}

impl Said {
    fn delta(&mut self, message: &Value, whole: bool) {
        match &message["content"] {
            Value::String(text) => self.text.push_str(text),
            Value::Array(chunks) => {
                for chunk in chunks {
                    self.text.push_str(chunk["text"].as_str().unwrap_or_default());
                    for inner in chunk["thinking"].as_array().into_iter().flatten() {
                        self.reason("thinking_chunk", inner["text"].as_str());
                    }
                }
            }
            _ => {}
        }
        for key in ["reasoning_content", "reasoning", "reasoning_text"] {
            self.reason(key, message[key].as_str());
        }
        for entry in message["reasoning_details"].as_array().into_iter().flatten() {
            self.reason("reasoning_details", entry["text"].as_str().or(entry["summary"].as_str()));
            for blob in ["data", "signature"] {
                self.reason(blob, entry[blob].as_str());
            }
        }
        for (n, call) in message["tool_calls"].as_array().into_iter().flatten().enumerate() {
            let n = call["index"].as_u64().filter(|_| !whole).map_or(n, |index| index as usize);
            if self.calls.len() <= n {
                self.calls.resize(n + 1, Default::default());
            }
            let held = &mut self.calls[n];
            for (held, more) in [
                (&mut held.0, &call["id"]),
                (&mut held.1, &call["function"]["name"]),
                (&mut held.2, &call["function"]["arguments"]),
            ] {
                held.push_str(more.as_str().unwrap_or_default());
            }
        }
    }
    fn reason(&mut self, key: &str, text: Option<&str>) {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            self.reasoning.entry(key.to_owned()).or_default().push_str(text);
        }
    }
    fn of(turn: &Turn) -> Self {
        let mut said = Self { text: turn.text(), ..Self::default() };
        for (_, carrier) in turn.carriers() {
            said.reason(carrier.kind.as_str(), carrier.readable().as_deref());
            for blob in ["data", "signature"] {
                let value = json::member(carrier.payload.get(), blob)
                    .map(|raw| serde_json::from_str::<String>(raw.get()).unwrap());
                said.reason(blob, value.as_deref());
            }
        }
        for (key, presence) in &turn.presence {
            if *presence == throughline_core::Presence::Echo {
                let text: String = turn.carriers.iter().filter_map(throughline_core::Carrier::readable).collect();
                said.reason(key.as_str(), Some(&text));
            }
        }
        for call in turn.calls() {
            let mut arguments = String::new();
            call.arguments.write_text(&mut arguments);
            let arguments = serde_json::from_str(&format!("\"{arguments}\"")).unwrap();
            let id = call.id.as_ref().map_or_else(String::new, |id| id.decode().into_owned());
            said.calls.push((id, call.name.decode().into_owned(), arguments));
        }
        said
    }
}

#[test]
fn every_whole_reply_says_what_it_said() {
    let mut turns = 0;
    for exchange in corpus("every_whole_reply_says_what_it_said") {
        let Some(body) = exchange.get("response/body").map(RawValue::get) else { continue };
        let bytes = body.as_bytes();
        let captured = capture(&exchange.route(), Framing::Whole, exchange.status(), &[bytes]);
        let Captured::Turn(turn) = captured else {
            assert!(exchange.status() >= 400 || body.contains("error"), "{}", exchange.name);
            continue;
        };
        let mut said = Said::default();
        said.delta(&serde_json::from_str::<Value>(body).unwrap()["choices"][0]["message"], true);
        assert_eq!(Said::of(&turn), said, "{}", exchange.name);
        assert!(!turn.ending.as_ref().unwrap().is_cut() && turn.usage.is_some(), "{}", exchange.name);
        let pieces = pieces(bytes, turns);
        let Captured::Turn(again) = capture(&exchange.route(), Framing::Whole, 200, &pieces) else { unreachable!() };
        assert_eq!(again, turn);
        turns += 1;
    }
    println!("{turns} whole replies");
}

#[test]
fn every_stream_says_what_it_said_in_any_pieces() {
    let mut turns = 0;
    for exchange in corpus("every_stream_says_what_it_said_in_any_pieces") {
        let Some(bytes) = exchange.events() else { continue };
        let route = exchange.route();
        let captured = capture(&route, Framing::Sse, exchange.status(), &[&bytes]);
        let Captured::Turn(turn) = captured else { panic!("{}", exchange.name) };
        let mut said = Said::default();
        for event in bytes.split(|byte| *byte == b'\n').filter_map(|line| line.strip_prefix(b"data: ")) {
            for choice in
                serde_json::from_slice::<Value>(event).unwrap_or_default()["choices"].as_array().into_iter().flatten()
            {
                said.delta(&choice["delta"], false);
            }
        }
        assert_eq!(Said::of(&turn), said, "{}", exchange.name);
        for seed in 0..8 {
            let Captured::Turn(again) = capture(&route, Framing::Sse, 200, &pieces(&bytes, seed)) else {
                unreachable!()
            };
            assert_eq!(again, turn, "{} {seed}", exchange.name);
        }
        turns += 1;
    }
    println!("{turns} streams");
}

fn project(route: &Route, policy: &Policy, request: &Ingested) -> Vec<u8> {
    let history: History = request.turns.iter().cloned().collect();
    let memory = RejectionMemory::new();
    let scene = Scene { route, policy, request: &request.request, history: &history, memory: &memory };
    let mut fragments = Fragments::new();
    let plan = plan(&throughline_chat::Chat, scene, &mut fragments);
    plan.render(&throughline_chat::Chat, &mut fragments).unwrap().bytes
}

/// Keys of a message that are about reasoning.
const REASONING: [&str; 3] = ["reasoning_content", "reasoning", "reasoning_details"];

/// A message without what clients add and leave out as they please: null members, the index of a call, the spelling of an
/// empty content, white space in arguments.
fn plain(message: &Value) -> Value {
    let mut message = message.clone();
    let empty = |value: &Value| value.is_null() || *value == "" || value.as_array().is_some_and(Vec::is_empty);
    message.as_object_mut().unwrap().retain(|_, value| !empty(value));
    for call in message.get_mut("tool_calls").and_then(Value::as_array_mut).into_iter().flatten() {
        call.as_object_mut().unwrap().remove("index");
        let arguments = call["function"]["arguments"].as_str().unwrap();
        call["function"]["arguments"] = serde_json::from_str(arguments).unwrap_or_default();
    }
    message
}

/// Splits a message into what is reasoning and the rest.
fn apart(message: &Value) -> (Vec<Option<Value>>, Value) {
    let mut rest = plain(message);
    (REASONING.iter().map(|key| rest.as_object_mut().unwrap().remove(*key)).collect(), rest)
}

#[test]
fn every_request_is_written_as_it_was_and_stays_so() {
    let registry = Registry::builder().with(&[throughline_chat::ADAPTER]).build().unwrap();
    let mut count = 0;
    for exchange in corpus("every_request_is_written_as_it_was_and_stays_so") {
        let Some(body) = exchange.get("request/body").map(RawValue::get) else { continue };
        let route = exchange.route();
        let (policy, adapter) = registry.find(&route).unwrap();
        let first = project(&route, &policy, &adapter.ingest(&route, body.as_bytes()).unwrap());
        let again = project(&route, &policy, &adapter.ingest(&route, &first).unwrap());
        assert_eq!(String::from_utf8(first.clone()).unwrap(), String::from_utf8(again).unwrap(), "{}", exchange.name);
        let (theirs, ours): (Value, Value) =
            (serde_json::from_str(body).unwrap(), serde_json::from_slice(&first).unwrap());
        for (key, value) in theirs.as_object().unwrap().iter().filter(|(key, _)| *key != "messages") {
            assert_eq!(ours.get(key), Some(value), "{} {key}", exchange.name);
        }
        let (theirs, ours) = (theirs["messages"].as_array().unwrap(), ours["messages"].as_array().unwrap());
        assert_eq!(theirs.len(), ours.len(), "{}", exchange.name);
        for (theirs, ours) in theirs.iter().zip(ours) {
            let ((sent, theirs), (kept, ours)) = (apart(theirs), apart(ours));
            assert_eq!(theirs, ours, "{}", exchange.name);
            for (sent, kept) in sent.into_iter().zip(kept) {
                assert!(sent.is_none() || kept.is_none() || sent == kept, "{}", exchange.name);
            }
        }
        count += 1;
    }
    println!("{count} requests");
}

/// The message that a recorded request holds for an earlier reply: with its calls, or the last without any.
fn place(request: &Value, turn: &Turn) -> Option<usize> {
    let id = turn.calls().next().map(|call| call.id.as_ref().map(|id| id.decode().into_owned()));
    request["messages"].as_array()?.iter().rposition(|message| {
        let calls = message.get("tool_calls").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let first = calls.first().map(|call| call["id"].as_str().map(str::to_owned));
        // A client left a call out whose arguments were broken.
        message["role"] == "assistant" && first == id && calls.len() == turn.calls().count()
    })
}

#[test]
fn every_captured_turn_goes_back_as_its_host_took_it() {
    let registry = Registry::builder().with(&[throughline_chat::ADAPTER]).build().unwrap();
    let all = corpus("every_captured_turn_goes_back_as_its_host_took_it");
    let mut count = 0;
    for later in &all {
        let group = |exchange: &Exchange| exchange.string("multi_turn_group/id");
        let index = |exchange: &Exchange, path| exchange.get(path).map(|raw| raw.get().to_owned());
        let Some(follows) = index(later, "observed/follows_index") else { continue };
        let is_earlier = |exchange: &&Exchange| {
            group(exchange) == group(later) && index(exchange, "multi_turn_group/index").as_ref() == Some(&follows)
        };
        let (Some(earlier), Some(body)) = (all.iter().find(is_earlier), later.get("request/body")) else { continue };
        let captured = match (earlier.events(), earlier.get("response/body")) {
            (Some(events), _) => capture(&earlier.route(), Framing::Sse, 200, &[&events]),
            (_, Some(body)) => capture(&earlier.route(), Framing::Whole, 200, &[body.get().as_bytes()]),
            _ => continue,
        };
        let Captured::Turn(turn) = captured else { continue };
        let route = later.route();
        let (policy, adapter) = registry.find(&route).unwrap();
        let theirs: Value = serde_json::from_str(body.get()).unwrap();
        let Some(at) = place(&theirs, &turn).filter(|_| !turn.text().is_empty() || turn.calls().count() > 0) else {
            continue;
        };
        let mut request = adapter.ingest(&route, body.get().as_bytes()).unwrap();
        request.turns[at] = turn;
        let ours: Value = serde_json::from_slice(&project(&route, &policy, &request)).unwrap();
        let ((sent, mut theirs), (kept, mut ours)) = (apart(&theirs["messages"][at]), apart(&ours["messages"][at]));
        let content = |message: &mut Value| message.as_object_mut().unwrap().remove("content").unwrap_or_default();
        match (content(&mut theirs), content(&mut ours)) {
            // Clients trim text, and one sends back the last piece of it alone, one puts its thinking before it in tags.
            (Value::String(theirs), ours) => {
                let answer = think::split(&theirs).1.trim();
                assert!(ours.as_str().unwrap_or_default().contains(answer), "{}", later.name);
            }
            // Another makes a list of it, a third loses `closed` of a thinking chunk.
            (Value::Array(theirs), Value::String(ours)) => assert_eq!(theirs[0]["text"], ours, "{}", later.name),
            (theirs, ours) if theirs.is_array() => {
                assert_eq!(theirs.to_string(), ours.to_string().replace(r#""closed":true,"#, ""), "{}", later.name);
            }
            (theirs, _) => assert!(theirs.is_null(), "{}", later.name),
        }
        assert_eq!(theirs, ours, "{}", later.name);
        let reads = policy.reads.rule.reads.as_ref().unwrap();
        let reads = reads.slots.iter().any(|slot| slot.place == Place::Message);
        for sent in sent.into_iter().flatten().filter(|_| reads) {
            // A text may go under another name. Two clients rebuild entries: one loses the type, one the id.
            let rebuilt = |entry: &Value| entry.get("type").is_none() || entry.get("id").is_none();
            let rebuilt = sent.as_array().is_some_and(|list| list.iter().any(rebuilt) && kept[2].is_some());
            assert!(rebuilt || kept.contains(&Some(sent)), "{}", later.name);
        }
        count += 1;
    }
    println!("{count} turns");
}

//! Every recorded exchange of this wire: captured however it is cut, read, and written again with nothing lost.
use crate::sample::{REGISTRY, asking, capture, pieces};
use serde_json::Value;
use std::{env, fs, path::PathBuf};
use throughline_anthropic::{Anthropic, claude::Claude};
use throughline_core::{
    Api, Captured, Fragments, Framing, History, Part, ReasoningCarrier, RejectionMemory, ReplyHead, Request, Route,
    Scene, Turn, plan,
};

fn folder() -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus/dev");
    Some(env::var_os("THROUGHLINE_CORPUS").map_or(beside, PathBuf::from)).filter(|folder| folder.is_dir())
}

struct Exchange {
    name: String,
    text: String,
    json: Value,
}

/// The recordings of this wire; none, and a line that says so, where there is no corpus.
fn exchanges(test: &str) -> Vec<Exchange> {
    let Some(folder) = folder() else {
        let demanded = env::var("THROUGHLINE_REQUIRE").is_ok_and(|all| all.contains("corpus"));
        assert!(!demanded, "{test}: no corpus");
        println!("skipped: {test}: no corpus");
        return vec![];
    };
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.to_string_lossy().contains("--anthropic_messages--"));
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let json = serde_json::from_str(&text).unwrap();
        Exchange { name: path.file_stem().unwrap().to_string_lossy().into_owned(), text, json }
    };
    let all: Vec<_> = paths.into_iter().map(read).collect();
    assert!(!all.is_empty(), "{test}: no recording of this wire");
    all
}

impl Exchange {
    fn route(&self) -> Route {
        let provider = self.json["provider"].as_str().unwrap();
        let host = self.json["host"].as_str().filter(|host| !host.is_empty()).unwrap_or("masked.example");
        let model = self.json["model"].as_str().unwrap_or("m");
        Route::new(provider, &format!("https://{host}"), Api::MESSAGES, model).unwrap()
    }
    /// A member as it stands in the file, byte for byte.
    fn raw(&self, path: &[&str]) -> &str {
        path.iter().fold(self.text.as_str(), |json, key| throughline_core::json::member(json, key).unwrap().get())
    }
    fn head(&self) -> ReplyHead {
        let framing = if self.json["response"]["stream"].is_null() { Framing::Whole } else { Framing::Sse };
        let status = self.json["response"]["status"].as_u64().unwrap_or(200);
        ReplyHead { status: u16::try_from(status).unwrap(), ..ReplyHead::ok(framing) }
    }
    fn reply(&self) -> String {
        match self.json["response"]["stream"]["events"].as_array() {
            Some(events) => events.iter().map(|event| format!("data: {}\n\n", event.as_str().unwrap())).collect(),
            None => match &self.json["response"]["body"] {
                Value::String(text) => text.clone(),
                _ => self.raw(&["response", "body"]).to_owned(),
            },
        }
    }
    fn request(&self) -> Option<String> {
        match &self.json["request"]["body"] {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            _ => Some(self.raw(&["request", "body"]).to_owned()),
        }
    }
    fn turn(&self) -> Option<Turn> {
        match capture(&self.route(), &self.head(), &[self.reply().as_bytes()]).unwrap() {
            Captured::Turn(turn) => Some(turn),
            Captured::Refusal(refused) => {
                assert_eq!(refused.status, 400, "{}", self.name);
                None
            }
        }
    }
}

/// A small generator with a fixed seed, so that a failure is the same everywhere.
fn chunks(bytes: &[u8], seed: &mut u64) -> Vec<Vec<u8>> {
    let mut rest = bytes;
    let mut out = vec![];
    while !rest.is_empty() {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (head, tail) = rest.split_at(((*seed >> 33) as usize % 90 + 1).min(rest.len()));
        out.push(head.to_vec());
        rest = tail;
    }
    out
}

#[test]
fn every_reply_is_captured_however_it_is_cut() {
    let mut seed = 7;
    for exchange in exchanges("every_reply_is_captured_however_it_is_cut") {
        let Some(want) = exchange.turn() else { continue };
        assert!(!want.parts.is_empty() && !want.ending.as_ref().unwrap().is_cut(), "{}", exchange.name);
        assert!(want.usage.as_ref().is_some_and(|usage| usage.input.is_some() && usage.output.is_some()));
        let reply = exchange.reply();
        // Every string that was signed or sealed is there, in order and in its own spelling.
        let seals: String = want.carriers().map(|(_, carrier)| carrier.payload.get()).collect();
        for key in ["signature", "data"] {
            let sealed = want.carriers().filter(|(_, carrier)| carrier.sealed);
            for value in sealed.filter_map(|(_, carrier)| throughline_core::json::member(carrier.payload.get(), key)) {
                assert!(reply.contains(value.get()) && seals.contains(value.get()), "{}", exchange.name);
            }
        }
        if exchange.head().framing == Framing::Sse {
            for _ in 0..20 {
                let cut = chunks(reply.as_bytes(), &mut seed);
                let cut: Vec<&[u8]> = cut.iter().map(Vec::as_slice).collect();
                assert_eq!(pieces(&exchange.route(), &cut), want, "{}", exchange.name);
            }
        }
    }
}

fn written(route: &Route, request: &Request, turns: &[Turn]) -> String {
    let (policy, history) = (REGISTRY.rules().find(route).unwrap(), turns.iter().cloned().collect::<History>());
    let memory = RejectionMemory::new();
    let scene = Scene { route, policy: &policy, request, history: &history, memory: &memory };
    let plan = plan(&Anthropic, scene, &mut Fragments::new());
    String::from_utf8(plan.render(&Anthropic, &mut Fragments::new()).unwrap().bytes).unwrap()
}

/// A string and a list of one text are the same to the API.
fn normal(mut body: Value) -> Value {
    let list = |text: &Value| serde_json::from_str(&format!(r#"[{{"type":"text","text":{text}}}]"#)).unwrap();
    for message in body["messages"].as_array_mut().unwrap() {
        if message["content"].is_string() {
            message["content"] = list(&message["content"]);
        }
    }
    body
}

/// The body without the thinking that its model no longer reads: on turns before the last thing that a person said.
fn read(mut body: Value) -> Value {
    let claude = Claude::of(body["model"].as_str().unwrap()).unwrap();
    if claude.keeps_earlier() {
        return body;
    }
    let answers = |message: &Value| message["content"][0]["type"] == "tool_result";
    let messages = body["messages"].as_array_mut().unwrap();
    let last = messages.iter().rposition(|message| message["role"] == "user" && !answers(message)).unwrap();
    for blocks in messages[..last].iter_mut().filter_map(|message| message["content"].as_array_mut()) {
        blocks.retain(|block| block["type"] != "thinking" && block["type"] != "redacted_thinking");
    }
    body
}

#[test]
fn every_request_is_read_and_written_again() {
    let mut count = 0;
    for exchange in exchanges("every_request_is_read_and_written_again") {
        let (Some(body), route) = (exchange.request(), exchange.route()) else { continue };
        let ingested = Anthropic.ingest(&route, body.as_bytes()).unwrap();
        let once = written(&route, &ingested.request, &ingested.turns);
        let again = Anthropic.ingest(&route, once.as_bytes()).unwrap();
        assert_eq!(written(&route, &again.request, &again.turns), once, "{}", exchange.name);
        if route.provider.as_str() == "anthropic" && exchange.json["response"]["status"] == 200 {
            let mut want = normal(serde_json::from_str(&body).unwrap());
            want["model"] = exchange.json["model"].clone();
            let ours = normal(serde_json::from_str(&once).unwrap());
            assert_eq!(ours, read(want), "{}", exchange.name);
            count += 1;
        }
    }
    println!("{count} requests equal to the recorded ones");
}

/// The reply of one exchange in the request of the next: the blocks that the provider answered with 200 are the ones that we send.
#[test]
fn every_conversation_goes_on_as_recorded() {
    let all = exchanges("every_conversation_goes_on_as_recorded");
    let mut replays = 0;
    for exchange in &all {
        let group = &exchange.json["multi_turn_group"];
        let follows = exchange.json["observed"]["follows_index"].as_u64();
        let (Some(follows), Some(body)) = (follows, exchange.request()) else { continue };
        let before = all.iter().find(|other| {
            other.json["multi_turn_group"]["id"] == group["id"] && other.json["multi_turn_group"]["index"] == follows
        });
        let Some(answer) = before.and_then(Exchange::turn) else { continue };
        let turns = Anthropic.ingest(&exchange.route(), body.as_bytes()).unwrap().turns;
        let Some(replayed) = turns.iter().rev().find(|turn| turn.origin.is_some()) else { continue };
        // Answers keep the loop in flight, whose thinking every generation reads.
        let mut next: Vec<_> =
            answer.calls().map(|call| Turn::tool(&call.id.as_ref().unwrap().decode(), "done")).collect();
        if next.is_empty() {
            next.push(Turn::user("and?"));
        }
        let history = [vec![Turn::user("Hi"), answer.clone()], next].concat();
        let sent = written(&exchange.route(), &asking(), &history);
        let sent = Anthropic.ingest(&exchange.route(), sent.as_bytes()).unwrap().turns;
        // What a client sends back, ours sends too, in order; a client may drop and must not add.
        let mut ours = minted(&sent[1]).into_iter();
        let left = answer.calls().next().is_none()
            && Claude::of(&answer.origin.as_ref().unwrap().model).is_some_and(|claude| !claude.keeps_earlier());
        for theirs in minted(replayed).into_iter().filter(|part| !left || !part.is_object()) {
            assert!(ours.any(|part| part == theirs), "{}: {theirs}", exchange.name);
            replays += 1;
        }
        assert_eq!(answer.text(), sent[1].text(), "{}", exchange.name);
    }
    println!("{replays} blocks and calls replayed as recorded");
    assert!(all.is_empty() || replays > 8, "{replays}");
}

/// Reasoning and calls in order, as JSON: the order of keys is the client's.
fn minted(turn: &Turn) -> Vec<Value> {
    let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let part = |part: &Part| match part {
        Part::Reasoning(carrier) => Some(json(carrier.payload.get())),
        Part::Call(call) => {
            Some(json(&format!("[{},{},{}]", call.id.as_ref()?.raw(), call.name.raw(), call.arguments.object()?.get())))
        }
        _ => None,
    };
    turn.parts.iter().filter_map(part).collect()
}

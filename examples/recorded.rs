//! Recorded exchanges, as the tests of these crates read them: never copied here, and skipped by name where they are not.
use serde_json::Value;
use std::{env, fs, path::PathBuf};
use throughline_core::{
    Api, Body, Captured, Fragments, Framing, History, Registration, Registry, RejectionMemory, ReplyHead, Request,
    Route, Scene, Turn, json, plan,
};

/// One recorded exchange.
pub(crate) struct Exchange {
    /// Its file.
    pub(crate) name: String,
    /// The same as text, from which values are cut as they stand.
    text: String,
    /// What the file says.
    pub(crate) json: Value,
}

/// The recordings of `api`; none, and a line that says so, where there are none at all.
pub(crate) fn exchanges(api: &Api, test: &str) -> Vec<Exchange> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/dev");
    let folder = env::var_os("THROUGHLINE_CORPUS").map_or(beside, PathBuf::from);
    if !folder.is_dir() {
        let demanded = env::var("THROUGHLINE_REQUIRE").is_ok_and(|all| all.contains("corpus"));
        assert!(!demanded, "{test}: no corpus");
        println!("skipped: {test}: no corpus");
        return vec![];
    }
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.to_string_lossy().contains(&format!("--{api}--")));
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
    /// Where it was sent.
    pub(crate) fn route(&self, api: &Api) -> Route {
        let host = self.json["host"].as_str().filter(|host| !host.is_empty()).unwrap_or("localhost:11434");
        let scheme = if host.starts_with("localhost") { "http" } else { "https" };
        let (provider, model) = (self.json["provider"].as_str().unwrap(), self.json["model"].as_str().unwrap());
        Route::new(provider, &format!("{scheme}://{host}"), api.clone(), model).unwrap()
    }
    /// A member as it stands in the file, byte for byte.
    fn raw(&self, path: &[&str]) -> String {
        let find = |json: &str, key: &&str| json::member(json, key).unwrap().get().to_owned();
        path.iter().fold(self.text.clone(), |json, key| find(&json, key))
    }
    /// What is known of its reply beforehand.
    pub(crate) fn head(&self) -> ReplyHead {
        let framing = match self.json["response"]["stream"]["format"].as_str() {
            None => Framing::Whole,
            Some("ndjson") => Framing::Lines,
            Some(_) => Framing::Sse,
        };
        let status = self.json["response"]["status"].as_u64().unwrap_or(200);
        ReplyHead { status: u16::try_from(status).unwrap(), ..ReplyHead::ok(framing) }
    }
    /// The events of its reply; none where it is one document.
    pub(crate) fn events(&self) -> Option<Vec<&str>> {
        let events = self.json["response"]["stream"]["events"].as_array()?;
        Some(events.iter().map(|event| event.as_str().unwrap()).collect())
    }
    /// Its reply as it came.
    pub(crate) fn reply(&self) -> String {
        match (self.events(), self.head().framing) {
            (Some(events), Framing::Lines) => events.iter().map(|event| format!("{event}\n")).collect(),
            (Some(events), _) => events.iter().map(|event| format!("data: {event}\n\n")).collect(),
            (None, _) => self.raw(&["response", "body"]),
        }
    }
    /// Its request, where it was recorded.
    pub(crate) fn request(&self) -> Option<String> {
        (!self.json["request"]["body"].is_null()).then(|| self.raw(&["request", "body"]))
    }
    /// The earlier exchange of its conversation that it goes on from.
    pub(crate) fn follows<'a>(&self, all: &'a [Exchange]) -> Option<&'a Exchange> {
        let index = self.json["observed"].get("follows_index")?;
        let group = &self.json["multi_turn_group"]["id"];
        let before = |other: &&Exchange| {
            let place = &other.json["multi_turn_group"];
            place["id"] == *group && place["index"] == *index
        };
        all.iter().find(before)
    }
    /// The turn that its reply is, in one piece or in several.
    pub(crate) fn turn(&self, adapter: Registration, api: &Api, pieces: &[&[u8]]) -> Turn {
        let mut capture = adapter.adapter.capture(&self.route(api), &self.head());
        for piece in pieces {
            capture.feed(piece, &mut |_| ()).unwrap();
        }
        match capture.finish().unwrap() {
            Captured::Turn(turn) => turn,
            Captured::Refusal(refused) => panic!("{}: refused, {}", self.name, refused.status),
        }
    }
}

/// Bytes in pieces of up to ninety, the same for the same seed everywhere.
pub(crate) fn pieces<'a>(mut bytes: &'a [u8], seed: &mut u64) -> Vec<&'a [u8]> {
    let mut out = vec![];
    while !bytes.is_empty() {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (head, tail) = bytes.split_at(((*seed >> 33) as usize % 90 + 1).min(bytes.len()));
        out.push(head);
        bytes = tail;
    }
    out
}

/// The request that these turns are.
pub(crate) fn written(adapter: Registration, route: &Route, request: &Request, turns: &[Turn]) -> String {
    let registry = Registry::builder().with(&[adapter]).build().unwrap();
    let (policy, found) = registry.find(route).unwrap();
    let history: History = turns.iter().cloned().collect();
    let memory = RejectionMemory::new();
    let scene = Scene { route, policy: &policy, request, history: &history, memory: &memory };
    let mut fragments = Fragments::new();
    let plan = plan(found, scene, &mut fragments);
    let Body { bytes, .. } = plan.render(found, &mut fragments).unwrap();
    String::from_utf8(bytes).unwrap()
}

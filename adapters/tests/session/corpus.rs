//! Every recorded conversation: stored turn by turn and read by another process, it is sent byte for byte as the live one was.
use crate::stage::{Home, open};
use serde_json::Value;
use std::{collections::BTreeMap, env, fs, path::PathBuf, sync::Arc};
use throughline::{
    Api, Captured, Fragments, Framing, History, Projection, Projector, RejectionMemory, ReplyHead, Request, Role,
    Route, Turn, json, sessions::NewSession,
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

impl Exchange {
    fn route(&self) -> Route {
        let text = |key: &str| self.json[key].as_str().unwrap_or_default();
        let host = text("host").replace(['<', '>', '_'], "");
        let host = if host.is_empty() { "masked.example".to_owned() } else { host };
        let api = Api::from(text("api").to_owned());
        Route::new(text("provider"), &format!("https://{host}"), api.clone(), text("model"))
            .unwrap_or_else(|_| Route::new(text("provider"), "https://masked.example", api, text("model")).unwrap())
    }
    /// A member as it stands in the file, byte for byte.
    fn raw(&self, path: &[&str]) -> &str {
        path.iter().fold(self.text.as_str(), |json, key| json::member(json, key).unwrap().get())
    }
    fn said(&self, side: &str) -> Option<String> {
        match &self.json[side]["body"] {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            _ => Some(self.raw(&[side, "body"]).to_owned()),
        }
    }
    fn reply(&self, to: &Projection) -> Option<Turn> {
        let events = self.json["response"]["stream"]["events"].as_array();
        let stream = |events: &Vec<Value>| {
            events.iter().map(|event| format!("data: {}\n\n", event.as_str().unwrap_or_default())).collect::<String>()
        };
        let bytes = events.map(stream).or_else(|| self.said("response"))?;
        let framing = if events.is_some() { Framing::Sse } else { Framing::Whole };
        let status = u16::try_from(self.json["response"]["status"].as_u64().unwrap_or(200)).unwrap();
        match to.capture(ReplyHead { status, ..ReplyHead::ok(framing) }, bytes.as_bytes()) {
            Ok(Captured::Turn(turn)) => Some(turn),
            _ => None,
        }
    }
}

/// A conversation: where it goes, what it says beside its messages, and its turns.
struct Told {
    name: String,
    route: Route,
    request: Request,
    turns: Vec<Arc<Turn>>,
}

/// What was recorded, each exchange with its reply; one that goes on from an earlier one holds the reply that was captured there.
fn told(projector: &Projector) -> Vec<Told> {
    let Some(folder) = folder() else { return vec![] };
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| {
        let name = path.to_string_lossy();
        name.contains("--anthropic_messages--") || name.contains("--chat_completions--")
    });
    paths.sort();
    // By group and index: how many turns its request had, and all its turns.
    let mut groups = BTreeMap::<(String, u64), (usize, Vec<Arc<Turn>>)>::new();
    let mut all = vec![];
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let json = serde_json::from_str(&text).unwrap();
        let exchange = Exchange { name: path.file_stem().unwrap().to_string_lossy().into_owned(), text, json };
        let route = exchange.route();
        let Ok(to) = projector.to(&route) else { continue };
        let Some(ingested) = exchange.said("request").and_then(|body| to.ingest(body.as_bytes()).ok()) else {
            continue;
        };
        let group = exchange.json["multi_turn_group"]["id"].as_str().unwrap_or_default().to_owned();
        let follows = exchange.json["observed"]["follows_index"].as_u64();
        let before = follows.and_then(|index| groups.get(&(group.clone(), index)));
        let said = ingested.turns;
        let mut turns: Vec<Arc<Turn>> = match before {
            Some((said_before, before)) if said.get(*said_before).is_some_and(|turn| turn.role == Role::Assistant) => {
                before.iter().cloned().chain(said.iter().skip(said_before + 1).cloned().map(Arc::new)).collect()
            }
            _ => said.iter().cloned().map(Arc::new).collect(),
        };
        turns.extend(exchange.reply(&to).map(Arc::new));
        if let Some(index) = exchange.json["multi_turn_group"]["index"].as_u64() {
            groups.insert((group, index), (said.len(), turns.clone()));
        }
        all.push(Told { name: exchange.name, route, request: ingested.request, turns });
    }
    all
}

/// The bodies of the conversation behind each of its turns, as one process sends them; none where the wire cannot say it.
fn bodies(to: &Projection, request: &Request, turns: &[Arc<Turn>]) -> Vec<Option<Vec<u8>>> {
    let (memory, mut fragments, mut history) = (RejectionMemory::new(), Fragments::new(), History::new());
    let mut bodies = vec![];
    for turn in turns {
        history.push(turn.clone());
        bodies.push(to.project(request, &history, &memory, &mut fragments).ok().map(|(_, body)| body.bytes));
    }
    bodies
}

#[tokio::test]
async fn every_recorded_conversation_is_sent_from_the_store_as_it_was_live() {
    let test = "every_recorded_conversation_is_sent_from_the_store_as_it_was_live";
    let projector = Projector::new(throughline::registry().unwrap());
    let all = told(&projector);
    if folder().is_none() {
        assert!(!env::var("THROUGHLINE_REQUIRE").is_ok_and(|all| all.contains("corpus")), "{test}: no corpus");
        println!("skipped: {test}: no corpus");
        return;
    }
    let home = Home::new();
    let store = home.open().await;
    let mut names = vec![];
    for told in &all {
        let new = NewSession {
            id: None,
            title: Some(told.name.clone()),
            route: Some(told.route.clone()),
            request: Some(told.request.clone()),
        };
        let session = store.create(new).await.unwrap();
        for (at, turn) in told.turns.iter().enumerate() {
            store.append(&session.id, at, std::slice::from_ref(turn)).await.unwrap();
        }
        names.push(session.id);
    }
    drop(store);
    let store = open(home.path()).await;
    let mut compared = 0;
    for (told, id) in all.iter().zip(&names) {
        let loaded = store.load(id).await.unwrap();
        let (route, request) = (loaded.session.route.unwrap(), loaded.request.unwrap());
        assert_eq!((&route, &request), (&told.route, &told.request), "{}", told.name);
        let live = bodies(&projector.to(&told.route).unwrap(), &told.request, &told.turns);
        let fresh = bodies(&projector.to(&route).unwrap(), &request, &loaded.turns);
        assert_eq!(live.len(), fresh.len(), "{}", told.name);
        for (n, (live, fresh)) in live.iter().zip(&fresh).enumerate() {
            assert!(live == fresh, "{}: behind turn {n}", told.name);
            compared += usize::from(live.is_some());
        }
    }
    println!("{} conversations, {compared} bodies", all.len());
    assert!(compared > all.len());
}

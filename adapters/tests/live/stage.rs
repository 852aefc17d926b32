//! What every test stands on: a conversation with the simulator, and a host that answers in given bytes.
use serde_json::Value;
use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};
use throughline::{
    History, Projector, Route, Stored, Taught, Turn,
    client::{Client, Http, Reply, Secret, SendError, Talk, Tried},
};
use throughline_simulator::{Options, Simulator};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

/// A key that must show up nowhere but in its header.
pub(crate) const KEY: &str = "canary-7f3a9c";

/// A simulator whose replies follow from their requests.
pub(crate) fn simulator() -> Simulator {
    Simulator::start(Options { seed: Some(7), ..Options::default() }).unwrap()
}

/// A client that no proxy of the environment comes between.
pub(crate) fn client() -> Client {
    Client::new(throughline::registry().unwrap(), Http::direct().unwrap())
}

/// The route `spec`, dialled at `url`.
pub(crate) fn route(spec: &str, url: &str) -> Route {
    throughline::resolve(spec, Some(url), None).unwrap()
}

/// `provider/model` at the simulator.
pub(crate) fn at(simulator: &Simulator, spec: &str) -> Route {
    route(spec, &simulator.base_url(spec.split('/').next().unwrap()).unwrap())
}

/// A conversation in which somebody said hello.
pub(crate) fn talk(client: &Client, route: Route) -> Talk {
    let mut talk = client.talk(route, Some(Secret::new(KEY))).unwrap();
    talk.push(Turn::user("Hello"));
    talk
}

/// The same with parameters and tools, as a caller of this wire writes them.
pub(crate) fn talk_with(client: &Client, route: Route, members: &str) -> Talk {
    let body = format!(r#"{{"model":"m",{members},"messages":[{{"role":"user","content":"Hello"}}]}}"#);
    let projector = Projector::new(throughline::registry().unwrap());
    let request = projector.to(&route).unwrap().ingest(body.as_bytes()).unwrap().request;
    let mut talk = talk(client, route);
    *talk.request_mut() = request;
    talk
}

/// A tool, as chat completions declares one.
pub(crate) const TOOL: &str =
    r#""tools":[{"type":"function","function":{"name":"look","parameters":{"type":"object","properties":{}}}}]"#;
/// Thinking, as Messages asks for it.
pub(crate) const THINKING: &str = r#""max_tokens":4096,"thinking":{"type":"enabled","budget_tokens":1024}"#;

/// Sends, whole.
pub(crate) async fn send(talk: &mut Talk) -> Result<Reply, SendError> {
    talk.send(false, &mut |_| {}).await
}

/// Says something and sends, whole.
pub(crate) async fn say(talk: &mut Talk, text: &str) -> Result<Reply, SendError> {
    talk.push(Turn::user(text));
    send(talk).await
}

/// The requests of a refusal.
pub(crate) fn refused(sent: Result<Reply, SendError>) -> Vec<Tried> {
    match sent {
        Err(SendError::Refused { tried, .. }) => tried,
        other => panic!("not refused: {other:?}"),
    }
}

/// Answers calls of the last turn.
pub(crate) fn answer(talk: &mut Talk) {
    let calls: Vec<_> = talk.history().turns().last().unwrap().calls().map(|call| call.id.clone().unwrap()).collect();
    assert!(!calls.is_empty(), "the turn calls a tool");
    for id in calls {
        talk.push(Turn::tool(&id.decode(), "clear"));
    }
}

/// Statuses of what was sent.
pub(crate) fn statuses(tried: &[Tried]) -> Vec<u16> {
    tried.iter().map(|tried| tried.status).collect()
}

/// A body that was sent, as JSON.
pub(crate) fn body(tried: &Tried) -> Value {
    serde_json::from_slice(&tried.body).unwrap()
}

/// The reasoning fields of a message that was sent.
pub(crate) fn fields(tried: &Tried, message: usize) -> Vec<&'static str> {
    let body = body(tried);
    let fields = ["reasoning_content", "reasoning", "reasoning_details"];
    fields.into_iter().filter(|field| body["messages"][message].get(field).is_some()).collect()
}

/// What a conversation has learned, but for what was accepted.
pub(crate) fn lessons(talk: &Talk) -> Vec<Taught> {
    let lessons = talk.memory().lessons().iter().map(|lesson| lesson.taught.clone());
    lessons.filter(|taught| !matches!(taught, Taught::Accepts(_))).collect()
}

/// The turns as lines.
pub(crate) fn lines(history: &History) -> Vec<String> {
    history.turns().iter().map(|turn| Stored::Turn((**turn).clone()).line().unwrap()).collect()
}

/// The turns of lines.
pub(crate) fn history(lines: &[String]) -> History {
    let turns = lines.iter().map(|line| match Stored::read(line).unwrap() {
        Stored::Turn(turn) => turn,
        other => panic!("{other:?}"),
    });
    turns.collect()
}

/// A server that answers in bytes of a test's own.
pub(crate) struct Host {
    address: SocketAddr,
    heard: Arc<Mutex<Vec<Vec<u8>>>>,
    closed: Arc<AtomicUsize>,
}

/// What is done once a request was read.
#[derive(Clone)]
pub(crate) enum Act {
    /// These bytes, and the connection closes.
    Say(Vec<u8>),
    /// These bytes, and then nothing until the other end lets go.
    Hang(Vec<u8>),
}

impl Host {
    /// Answers each connection as `acts` say, the last of them again and again.
    pub(crate) async fn start(acts: Vec<Act>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let heard = Arc::new(Mutex::new(vec![]));
        let closed = Arc::new(AtomicUsize::new(0));
        let (ears, ends) = (heard.clone(), closed.clone());
        tokio::spawn(async move {
            let mut last = None;
            let mut acts = acts.into_iter();
            while let Ok((mut stream, _)) = listener.accept().await {
                last = acts.next().or(last);
                let (act, ears, ends) = (last.clone().unwrap(), ears.clone(), ends.clone());
                tokio::spawn(async move {
                    let Some(request) = read(&mut stream).await else { return };
                    ears.lock().unwrap().push(request);
                    let (Act::Say(bytes) | Act::Hang(bytes)) = &act;
                    let _ = stream.write_all(bytes).await;
                    if matches!(act, Act::Hang(_)) {
                        while stream.read_u8().await.is_ok() {}
                        ends.fetch_add(1, Ordering::SeqCst);
                    }
                    let _ = stream.shutdown().await;
                });
            }
        });
        Self { address, heard, closed }
    }
    /// Answers with `bytes`.
    pub(crate) async fn saying(bytes: impl Into<Vec<u8>>) -> Self {
        Self::start(vec![Act::Say(bytes.into())]).await
    }
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }
    /// A base URL here.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }
    /// How many connections that hung were let go of.
    pub(crate) fn closed(&self) -> usize {
        self.closed.load(Ordering::SeqCst)
    }
    /// The requests so far, byte for byte.
    pub(crate) fn heard(&self) -> Vec<Vec<u8>> {
        self.heard.lock().unwrap().clone()
    }
}

/// One request, head and body.
pub(crate) async fn read(stream: &mut (impl AsyncRead + Unpin)) -> Option<Vec<u8>> {
    let mut bytes = vec![];
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length:")).map_or("0", str::trim);
            if bytes.len() >= end + 4 + length.parse::<usize>().unwrap() {
                return Some(bytes);
            }
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
}

/// A whole HTTP answer.
pub(crate) fn http(status: &str, headers: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let head = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\n{headers}\r\n", body.len());
    [head.as_bytes(), body].concat()
}

//! What every test stands on: a store in a folder of its own, a simulator under a name that stays, and sessions between them.
use serde_json::Value;
use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use throughline::{
    Api, History, Route, Stored, Taught, Turn,
    client::{Client, Http, Secret, SendError, Tried},
    session::{Session, SessionError, Spoken},
    sessions::{SessionStore, Sqlite},
};
use throughline_simulator::{Options, Simulator};

/// A key that must show up nowhere but in its header.
pub(crate) const KEY: &str = "canary-7f3a9c";
/// The host of every route here.
pub(crate) const HOST: &str = "sim.localhost";

/// A folder that is gone when the test is.
pub(crate) struct Home(PathBuf);

impl Home {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::SeqCst);
        let folder = std::env::temp_dir().join(format!("throughline-session-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
    /// The store, opened as a process opens it.
    pub(crate) async fn open(&self) -> Arc<dyn SessionStore> {
        open(&self.0).await
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The store in a folder.
pub(crate) async fn open(folder: &Path) -> Arc<dyn SessionStore> {
    Arc::new(Sqlite::open(folder.join("state.db")).await.unwrap())
}

/// A simulator whose replies follow from their requests.
pub(crate) fn simulator() -> Simulator {
    Simulator::start(Options { seed: Some(7), ..Options::default() }).unwrap()
}

/// A client for which [`HOST`] is at that address.
pub(crate) fn client(address: SocketAddr) -> Client {
    Client::new(throughline::registry().unwrap(), Http::pinned(HOST, address).unwrap())
}

/// `provider/model` at the simulator, under the name that stays.
pub(crate) fn at(spec: &str) -> Route {
    let provider = spec.split('/').next().unwrap();
    let listed = Simulator::providers().find(|listed| listed.name == provider).unwrap();
    throughline::resolve(spec, Some(&format!("http://{HOST}{}", listed.path)), None).unwrap()
}

/// A door of the simulator, as the provider whose it is.
pub(crate) fn door(name: &str, model: &str) -> Route {
    let listed = Simulator::providers().find(|listed| listed.name == name).unwrap();
    let url = format!("http://{HOST}{}", listed.path);
    Route::new(listed.provider, &url, Api::new(listed.api), model).unwrap()
}

/// Everything that one process has.
pub(crate) struct Process {
    pub(crate) store: Arc<dyn SessionStore>,
    pub(crate) client: Client,
}

impl Process {
    pub(crate) async fn start(home: &Home, simulator: &Simulator) -> Self {
        Self { store: home.open().await, client: client(simulator.address()) }
    }
    pub(crate) async fn create(&self, spec: &str) -> Session {
        let key = Some(Secret::new(KEY));
        Session::create(self.store.clone(), &self.client, at(spec), key, None).await.unwrap()
    }
    /// With members and tools, as a caller of this wire writes them.
    pub(crate) async fn create_with(&self, spec: &str, members: &str) -> Session {
        let mut session = self.create(spec).await;
        let body = format!(r#"{{"model":"m",{members},"messages":[{{"role":"user","content":"Hello"}}]}}"#);
        let projector = throughline::Projector::new(throughline::registry().unwrap());
        *session.request_mut() = projector.to(&at(spec)).unwrap().ingest(body.as_bytes()).unwrap().request;
        session
    }
    pub(crate) async fn resume(&self, id: &str) -> Session {
        Session::resume(self.store.clone(), &self.client, id, None).await.unwrap()
    }
}

/// A tool, as chat completions declares one.
pub(crate) const TOOL: &str =
    r#""tools":[{"type":"function","function":{"name":"look","parameters":{"type":"object","properties":{}}}}]"#;
/// Thinking and a tool, as Messages asks for them.
pub(crate) const THINKING: &str = r#""max_tokens":4096,"thinking":{"type":"enabled","budget_tokens":1024}"#;
pub(crate) const LOOK: &str = r#""tools":[{"name":"look","input_schema":{"type":"object","properties":{}}}]"#;

/// Says something and sends, whole.
pub(crate) async fn ask(session: &mut Session, text: &str) -> Result<Spoken, SessionError> {
    session.say(Turn::user(text)).await?;
    session.send(false, &mut |_| {}).await
}

/// The same, streamed.
pub(crate) async fn stream(session: &mut Session, text: &str) -> Result<Spoken, SessionError> {
    session.say(Turn::user(text)).await?;
    session.send(true, &mut |_| {}).await
}

/// Answers the calls of the last turn.
pub(crate) async fn answer(session: &mut Session) {
    let calls: Vec<_> =
        session.history().turns().last().unwrap().calls().map(|call| call.id.clone().unwrap()).collect();
    assert!(!calls.is_empty(), "the turn calls a tool");
    let turns = calls.iter().map(|id| Arc::new(Turn::tool(&id.decode(), "clear")));
    session.say_all(turns.collect()).await.unwrap();
}

/// The requests of a refusal.
pub(crate) fn refused(sent: Result<Spoken, SessionError>) -> Vec<Tried> {
    match sent {
        Err(SessionError::Send { source, .. }) => match *source {
            SendError::Refused { tried, .. } => tried,
            other => panic!("not refused: {other}"),
        },
        other => panic!("not refused: {other:?}"),
    }
}

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

/// What a session has learned, but for what was accepted.
pub(crate) fn lessons(session: &Session) -> Vec<Taught> {
    let lessons = session.memory().lessons().iter().map(|lesson| lesson.taught.clone());
    lessons.filter(|taught| !matches!(taught, Taught::Accepts(_))).collect()
}

/// The turns as lines.
pub(crate) fn lines(history: &History) -> Vec<String> {
    history.turns().iter().map(|turn| Stored::Turn((**turn).clone()).line().unwrap()).collect()
}

/// The lines that stand in the store.
pub(crate) async fn stored(store: &Arc<dyn SessionStore>, session: &Session) -> Vec<String> {
    store.lines(session.id()).await.unwrap().into_iter().map(|(_, line)| line).collect()
}

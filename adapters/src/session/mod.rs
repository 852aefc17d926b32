//! A conversation whose turns a store keeps: what was said is on the disk before the next request goes out.
//!
//! A session that is resumed, branched or compacted is the same mind as before. It never changes a turn, and never sends what the store
//! does not hold.
//!
//! ```no_run
//! # use throughline::{Turn, client::{Client, Secret, Transport}, session::Session, sessions::Sqlite};
//! # async fn example(transport: impl Transport + 'static) -> Result<(), Box<dyn std::error::Error>> {
//! let store = std::sync::Arc::new(Sqlite::open(Sqlite::folder()?.join("state.db")).await?);
//! let client = Client::new(throughline::registry()?, transport);
//! let route = throughline::resolve("deepseek/deepseek-v4-pro", None, None)?;
//! let mut session = Session::create(store.clone(), &client, route, Secret::from_env("DEEPSEEK_API_KEY"), None).await?;
//! session.say(Turn::user("Think of a number.")).await?;
//! session.send(true, &mut |delta| print!("{}", delta.text())).await?;
//! // Another process, another day:
//! let mut session = Session::resume(store, &client, "last", None).await?;
//! session.set_key(Secret::from_env("DEEPSEEK_API_KEY"));
//! session.say(Turn::user("Which one was it?")).await?;
//! println!("{}", session.send(false, &mut |_| ()).await?.reply.turn.text());
//! # Ok(())
//! # }
//! ```
mod compact;
mod error;
mod keeper;
mod prefix;
mod record;
#[cfg(test)]
mod tests;
mod write;

pub use compact::CompactedReport;
pub use error::SessionError;

use crate::{
    client::{Client, Reply, Secret, SendError, Talk},
    sessions::{self, Journal, NewSession, Recovered, RequestRecord, SessionId, SessionStore},
};
use keeper::Keeper;
use prefix::Left;
use std::sync::Arc;
use throughline_core::{
    Body, Delta, History, Line, Plan, Priced, RejectionMemory, RenderError, Request, Route, Tariff, Turn,
};

/// A conversation that a store keeps.
///
/// A future of any method may be dropped: what it had begun is finished by the next one. The methods must be called where a tokio
/// runtime runs.
pub struct Session {
    client: Client,
    talk: Talk,
    keeper: Keeper,
    /// Where requests go and what they say beside their messages, as the store knows it.
    directed: (Route, Request),
    recovered: Vec<Recovered>,
    /// The rates that the last compaction went by, and how many turns it left: they hold until a reply reports anew.
    rates: Option<(usize, Tariff)>,
}

/// A reply that the store holds.
#[derive(Debug)]
#[non_exhaustive]
pub struct Spoken {
    /// The reply.
    pub reply: Reply,
    /// The one or two requests that were sent, as logs show them.
    pub records: Vec<RequestRecord>,
    /// Why a record, or what routes accept, could not be kept. The reply was.
    pub unrecorded: Option<sessions::Error>,
}

impl Session {
    /// Begins a session on `route`. It starts from what other sessions have learned of their routes and what still holds.
    ///
    /// # Errors
    /// Where no adapter speaks the route's wire, and where the store cannot begin it.
    pub async fn create(
        store: Arc<dyn SessionStore>,
        client: &Client,
        route: Route,
        key: Option<Secret>,
        title: Option<&str>,
    ) -> Result<Self, SessionError> {
        let talk = client.talk(route, key)?;
        let directed = (talk.route().clone(), talk.request().clone());
        let (route, request) = directed.clone();
        let new = NewSession { id: None, title: title.map(str::to_owned), route: Some(route), request: Some(request) };
        let session = store.create(new).await.map_err(SessionError::Store)?;
        Self::start(store, client, talk, session.id, directed).await
    }
    /// Goes on with a session: its name, the beginning of it, or `last`. Replies that broke off are turns first. Without a route of its
    /// own in `go`, it goes on where it was, and [`Session::set_key`] brings the key.
    ///
    /// # Errors
    /// Where there is no such session or it cannot be read, and where no adapter speaks the route's wire.
    pub async fn resume(
        store: Arc<dyn SessionStore>,
        client: &Client,
        id: &str,
        go: Option<(Route, Option<Secret>)>,
    ) -> Result<Self, SessionError> {
        let recovered = store.recover(client.registry()).await.map_err(SessionError::Store)?;
        let found = store.session(id).await.map_err(SessionError::Store)?;
        let loaded = store.load(&found.id).await.map_err(SessionError::Store)?;
        let (id, stored) = (loaded.session.id, loaded.session.route);
        let Some((route, key)) = go.or_else(|| Some((stored.clone()?, None))) else {
            return Err(SessionError::Unrouted { id });
        };
        let mut talk = client.talk(route.clone(), key)?;
        let request = loaded.request.unwrap_or_else(|| talk.request().clone());
        *talk.request_mut() = request.clone();
        talk.set_history(loaded.turns.into_iter().collect());
        let mut this = Self::start(store, client, talk, id, (stored.unwrap_or(route), request)).await?;
        this.recovered = recovered;
        this.keeper.left = this.left().await;
        this.direct().await?;
        Ok(this)
    }
    /// The request that the store knows as the last one. Where it cannot be read, the doctor says so.
    async fn left(&self) -> Option<Left> {
        let record = self.keeper.store.last_request(&self.keeper.id).await.ok()??;
        let (route, request) = self.directed.clone();
        Left::new(self.client.registry(), record, route, request, self.talk.memory().clone()).ok()
    }
    async fn start(
        store: Arc<dyn SessionStore>,
        client: &Client,
        mut talk: Talk,
        id: SessionId,
        directed: (Route, Request),
    ) -> Result<Self, SessionError> {
        let memory = store.memory(&id).await.map_err(|error| SessionError::store(&id, error))?;
        talk.set_memory(memory.clone());
        let keeper = Keeper::new(store, id, memory);
        Ok(Self { client: client.clone(), talk, keeper, directed, recovered: vec![], rates: None })
    }

    /// Also writes the record of every request to this log.
    #[must_use]
    pub fn journal(mut self, journal: Journal) -> Self {
        self.keeper.journal = Some(journal);
        self
    }
    /// Its name.
    pub fn id(&self) -> &SessionId {
        &self.keeper.id
    }
    /// The turns.
    pub fn history(&self) -> &History {
        self.talk.history()
    }
    /// Where the next request goes.
    pub fn route(&self) -> &Route {
        self.talk.route()
    }
    /// Parameters and tools.
    pub fn request(&self) -> &Request {
        self.talk.request()
    }
    /// Parameters and tools, to change; the store learns of it before the next request goes out.
    pub fn request_mut(&mut self) -> &mut Request {
        self.talk.request_mut()
    }
    /// What routes have taught.
    pub fn memory(&self) -> &RejectionMemory {
        self.talk.memory()
    }
    /// Replies that nobody had finished when this session was resumed, and what became of them; other sessions' too.
    pub fn recovered(&self) -> &[Recovered] {
        &self.recovered
    }
    /// Goes on with another key.
    pub fn set_key(&mut self, key: Option<Secret>) {
        self.talk.set_key(key);
    }
    /// What the next request would hold, without sending it.
    ///
    /// # Errors
    /// Where the wire cannot say what the history holds.
    pub fn preview(&self) -> Result<(Vec<u8>, Vec<Line>), RenderError> {
        self.talk.preview()
    }
    /// What the next request costs, by what this session's replies reported.
    pub fn price(&self) -> Priced {
        self.planned(|plan, _| plan.price(&self.tariff(plan)))
    }
    /// The plan of the next request, and its body as far as the wire can say it.
    pub fn planned<T>(&self, read: impl FnOnce(&Plan<'_>, Result<Body, RenderError>) -> T) -> T {
        self.talk.planned(read)
    }

    /// Appends what a person or a tool said. It is on the disk when this returns.
    ///
    /// # Errors
    /// Conflict, where another process has gone on with the session; where the store cannot keep it. Nothing is appended then.
    pub async fn say(&mut self, turn: impl Into<Arc<Turn>>) -> Result<(), SessionError> {
        self.say_all(vec![turn.into()]).await
    }
    /// The same of several turns, all or none: the answers to calls that were made together.
    ///
    /// # Errors
    /// As [`Session::say`].
    pub async fn say_all(&mut self, turns: Vec<Arc<Turn>>) -> Result<(), SessionError> {
        self.catch_up().await?;
        let turns = self.keeper.append(self.talk.history().turns().len(), turns).await;
        let turns = turns.map_err(|error| self.stored(error))?;
        turns.into_iter().for_each(|turn| self.talk.push(turn));
        Ok(())
    }
    /// Sends the conversation and appends the reply, which is on the disk when this returns. Its bytes are there as they come: where this
    /// is dropped, or the process dies, what came is a turn that is marked cut.
    ///
    /// A refusal that teaches something is learned from, the lesson is stored, and the request is sent once more.
    ///
    /// # Errors
    /// Where there is no reply, and where it cannot be kept; nothing is appended then.
    pub async fn send(
        &mut self,
        streamed: bool,
        sink: &mut (dyn FnMut(Delta<'_>) + Send),
    ) -> Result<Spoken, SessionError> {
        self.catch_up().await?;
        self.talk.ask_for(streamed);
        self.direct().await?;
        self.keeper.alone().await.map_err(|error| self.stored(error))?;
        self.keeper.records();
        let sent = self.talk.send_watched(streamed, sink, &mut self.keeper).await;
        let kept = match &sent {
            Ok(_) => self.keeper.remember(self.talk.memory()).await,
            Err(error) => self.keeper.give_up(matches!(error, SendError::Refused { .. })).await,
        };
        let (records, unrecorded) = self.keeper.records();
        match sent {
            Ok(reply) => Ok(Spoken { reply, records, unrecorded: unrecorded.or(kept.err()) }),
            // Why there is no reply says more than that its beginning could not be taken away.
            Err(error) => Err(SessionError::send(&self.keeper.id, error, records)),
        }
    }
    /// Finishes what was left when a future of this session was dropped: a reply that was on its way is a turn, cut where it broke off.
    /// Every other method begins with this.
    ///
    /// # Errors
    /// As [`Session::say`].
    pub async fn catch_up(&mut self) -> Result<(), SessionError> {
        let turns = self.keeper.catch_up(self.client.registry()).await;
        let turns = turns.map_err(|error| self.stored(error))?;
        turns.into_iter().for_each(|turn| self.talk.push(turn));
        Ok(())
    }
    /// Goes on with another model or provider; the turns stay, and so does their thinking.
    ///
    /// # Errors
    /// Where no adapter speaks its wire, and where the store cannot keep it; the session stays where it was then.
    pub async fn go(&mut self, route: Route, key: Option<Secret>) -> Result<(), SessionError> {
        self.catch_up().await?;
        self.client.registry().find(&route)?;
        self.keep_directed(route.clone()).await?;
        Ok(self.talk.set_route(route, key)?)
    }
    /// Goes on in a new session that begins with the first `at` turns of this one, or with all. Returns the name of the one that is left.
    ///
    /// # Errors
    /// Where there are fewer turns, and where the store cannot begin it; the session stays what it was then.
    pub async fn branch(&mut self, at: Option<usize>, title: Option<&str>) -> Result<SessionId, SessionError> {
        self.catch_up().await?;
        self.direct().await?;
        let at = at.unwrap_or(self.talk.history().turns().len());
        let child = self.keeper.store.branch(&self.keeper.id, at, title).await;
        let child = child.map_err(|error| self.stored(error))?;
        self.talk.set_history(self.talk.history().branch(at));
        Ok(self.keeper.go_on(child.id))
    }

    /// The rates that [`Session::price`] goes by; `plan` is one of this session's.
    pub fn tariff(&self, plan: &Plan<'_>) -> Tariff {
        let reported = |from: usize| plan.history.turns().iter().skip(from).any(|turn| turn.usage.is_some());
        match self.rates {
            Some((turns, tariff)) if !reported(turns) => tariff,
            _ => Tariff::learned(plan),
        }
    }
    fn stored(&self, error: sessions::Error) -> SessionError {
        SessionError::store(&self.keeper.id, error)
    }
    async fn direct(&mut self) -> Result<(), SessionError> {
        self.keep_directed(self.talk.route().clone()).await
    }
    async fn keep_directed(&mut self, route: Route) -> Result<(), SessionError> {
        let next = (route, self.talk.request().clone());
        if self.directed != next {
            let kept = self.keeper.store.direct(&self.keeper.id, &next.0, &next.1).await;
            kept.map_err(|error| self.stored(error))?;
            self.directed = next;
        }
        Ok(())
    }
}

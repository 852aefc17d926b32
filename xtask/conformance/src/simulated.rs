//! One conversation with each provider of the simulator, over HTTP: a tool is called, the turns are stored and read again, and the
//! model is asked for what only its thinking knows.
//!
//! It holds where nothing is refused, and where whatever reasoning the plan sends is really read. What a route reads is never said here.
use crate::table::{OPENINGS, WAYS, Way};
use std::{error::Error, net::SocketAddr, sync::Arc};
use throughline::{
    Api, History, Literal, Outcome, Part, Projector, Role, Route, Stored, ToolCall, ToolResult, Turn,
    client::{Client, Http, Reply, Secret, SendError, Talk, Tried},
    resolve,
};
use throughline_conformance::{
    Breach, Suite,
    report::{Seen, Table},
};
use throughline_simulator::{Listed, Options, Simulator};

const QUESTION: &str = "Which code word did you think of?";
/// What the model answers who finds its thought again.
const KNOWS: &str = "The code word was ";
/// The most requests that one question may take.
const ROUNDS: usize = 5;

/// The table of those providers that `suites` serve.
///
/// # Errors
/// Where no simulator can be started.
pub(crate) fn table(suites: &[Suite]) -> Result<Table, Box<dyn Error>> {
    let mut table = Table::new("simulator", "provider", "framing");
    let simulator = Simulator::spawn(Options { seed: Some(7), ..Options::default() })?;
    let runtime = tokio::runtime::Runtime::new()?;
    let registry = throughline::registry()?;
    for way in WAYS {
        let Some(listed) = Simulator::providers().find(|listed| listed.name == way.name) else {
            return Err(format!("the simulator has no provider `{}`", way.name).into());
        };
        let url = match way.host {
            Some(host) => format!("http://{host}{}", listed.path),
            None => simulator.base_url(way.name)?,
        };
        let spec = format!("{}/{}", listed.provider, way.model);
        let route = resolve(&spec, Some(&url), Some(Api::new(listed.api)))?;
        let id = registry.find(&route)?.1.id().to_string();
        if suites.iter().any(|suite| suite.id() == id) {
            let row = format!("{id}: {} {}", way.name, way.model);
            for (column, streamed, client) in clients(way, &url, simulator.address())? {
                let seen = match client {
                    Some((client, key)) => {
                        runtime.block_on(Ask { way, listed: &listed, streamed }.seen(&client, key, &route))
                    }
                    None => Seen::Skipped { reason: "built without feature bedrock-sdk".to_owned() },
                };
                table.push(&row, column, seen);
            }
        }
    }
    Ok(table)
}

/// A client and its key; none where this build has no such client.
type Ready = Option<(Client, Option<Secret>)>;

/// A way to send: the name of its column, whether it is streamed, and by whom.
type Sender = (&'static str, bool, Ready);

/// Every way to send there, whole and streamed.
fn clients(way: &Way, url: &str, address: SocketAddr) -> Result<Vec<Sender>, Box<dyn Error>> {
    let http = || {
        let http = way.host.map_or_else(Http::direct, |host| Http::pinned(host, address))?;
        Ok::<_, Box<dyn Error>>((Client::new(throughline::registry()?, http), Some(Secret::new("k"))))
    };
    let mut all = vec![("whole", false, Some(http()?)), ("streamed", true, Some(http()?))];
    if way.aws {
        all.push(("sdk", false, signed(url)?));
        all.push(("sdk streamed", true, signed(url)?));
    }
    Ok(all)
}

#[cfg(not(feature = "bedrock-sdk"))]
fn signed(_: &str) -> Result<Ready, Box<dyn Error>> {
    Ok(None)
}
#[cfg(feature = "bedrock-sdk")]
fn signed(url: &str) -> Result<Ready, Box<dyn Error>> {
    use throughline::bedrock::sdk::{
        Aws,
        aws_config::{BehaviorVersion, Region, SdkConfig},
        aws_sdk_bedrockruntime::config::{Credentials, SharedCredentialsProvider},
    };
    let credentials =
        SharedCredentialsProvider::new(Credentials::new("AKIDEXAMPLE", "secret", None, None, "simulated"));
    let config = SdkConfig::builder().behavior_version(BehaviorVersion::latest()).region(Region::new("eu-west-1"));
    let aws = Aws::new(&config.credentials_provider(credentials).build());
    let aws = throughline::client::Aws::new(aws, Http::direct()?).also(throughline::BaseUrl::parse(url)?);
    Ok(Some((Client::new(throughline::registry()?, aws), None)))
}

/// One conversation.
struct Ask<'a> {
    way: &'a Way,
    listed: &'a Listed,
    streamed: bool,
}

impl Ask<'_> {
    async fn seen(&self, client: &Client, key: Option<Secret>, route: &Route) -> Seen {
        match self.held(client, key, route).await {
            Ok(times) => Seen::Held { times },
            Err(breach) => Seen::Broke(breach),
        }
    }
    async fn held(&self, client: &Client, key: Option<Secret>, route: &Route) -> Result<usize, Box<Breach>> {
        let mut talk = self.open(client, key.clone(), route)?;
        talk.push(Turn::user("Hello"));
        let (first, _) = self.rounds(&mut talk).await?;
        if talk.history().turns().iter().all(|turn| turn.calls().next().is_none()) {
            return Err(self.breach("no reply calls the tool"));
        }
        // What follows knows nothing but the lines.
        let history = self.again(talk.history())?;
        let mut talk = self.open(client, key, route)?;
        talk.set_history(history);
        talk.push(Turn::user(QUESTION));
        let sent = |outcome: &Outcome| matches!(outcome, Outcome::Sent(_) | Outcome::Text(_));
        let carried = talk.planned(|plan, _| plan.ledger().iter().any(|line| sent(&line.outcome)));
        let (last, text) = self.rounds(&mut talk).await?;
        match wrong(carried, text.contains(KNOWS), self.way.reads) {
            Some(what) => Err(self.breach(format!("{what}: `{text}`"))),
            None => Ok(first + last),
        }
    }
    fn open(&self, client: &Client, key: Option<Secret>, route: &Route) -> Result<Talk, Box<Breach>> {
        let (_, head, tail) = OPENINGS
            .iter()
            .find(|(api, ..)| *api == route.api)
            .ok_or_else(|| self.breach(format!("nothing opens a conversation on {}", route.api)))?;
        let body = format!("{head}{}{tail}", self.way.members);
        let broke = |error: &dyn Error| self.breach(error.to_string());
        let projector = Projector::new(throughline::registry().map_err(|error| broke(&error))?);
        let opening = projector.to(route).map_err(|error| broke(&error))?.ingest(body.as_bytes());
        let mut talk = client.talk(route.clone(), key).map_err(|error| broke(&error))?;
        *talk.request_mut() = opening.map_err(|error| broke(&error))?.request;
        Ok(talk)
    }
    /// Sends and answers every call until the model has said something: how many requests, and what it said.
    async fn rounds(&self, talk: &mut Talk) -> Result<(usize, String), Box<Breach>> {
        for round in 1..=ROUNDS {
            let turn = self.answered(talk.send(self.streamed, &mut |_| {}).await)?;
            if turn.calls().next().is_none() {
                return Ok((round, turn.text()));
            }
            turn.calls().map(answer).for_each(|answer| talk.push(answer));
        }
        Err(self.breach(format!("{ROUNDS} requests, and it still calls the tool")))
    }
    /// The turn, where nothing was refused on the way to it.
    fn answered(&self, sent: Result<Reply, SendError>) -> Result<Arc<Turn>, Box<Breach>> {
        match sent {
            Ok(Reply { broken: Some(error), .. }) => Err(self.breach(format!("the stream broke off: {error}"))),
            Ok(reply) => reply.tried.iter().find_map(|tried| self.refused(tried)).map_or(Ok(reply.turn), Err),
            Err(SendError::Refused { tried, .. }) if tried.iter().any(|tried| self.refused(tried).is_some()) => {
                Err(tried.iter().find_map(|tried| self.refused(tried)).unwrap_or_default())
            }
            Err(error) => Err(self.breach(error.to_string())),
        }
    }
    /// A refusal with the request that was refused.
    fn refused(&self, tried: &Tried) -> Option<Box<Breach>> {
        let (refused, _) = tried.refusal.as_ref()?;
        let what = format!("refused with status {}: {}", refused.status, refused.body.get());
        Some(self.breach(what).on([String::from_utf8_lossy(&tried.body).into_owned()]))
    }
    /// The turns as another process reads them.
    fn again(&self, history: &History) -> Result<History, Box<Breach>> {
        let again = |turn: &Arc<Turn>| {
            let line = Stored::Turn((**turn).clone()).line().map_err(|error| self.breach(error.to_string()))?;
            match Stored::read(&line) {
                Ok(Stored::Turn(turn)) => Ok(turn),
                Ok(_) => Err(self.breach("a turn came back as something else")),
                Err(error) => Err(self.breach(error.to_string())),
            }
        };
        history.turns().iter().map(again).collect()
    }
    fn breach(&self, what: impl Into<String>) -> Box<Breach> {
        Breach::of("simulator", format!("{} ({})", self.listed.name, self.listed.api), what)
    }
}

/// What is wrong where reasoning was sent or not, the model knows its thought or not, and the provider reads what it takes or not.
fn wrong(carried: bool, knows: bool, reads: bool) -> Option<&'static str> {
    match (carried, knows) {
        (true, false) if reads => Some("its reasoning was sent and not read"),
        (false, true) => Some("no reasoning was sent, and it was read"),
        _ => None,
    }
}

/// The answer to a call, which has an id where the wire gives one.
fn answer(call: &ToolCall) -> Turn {
    let content = Some(Literal::of("clear").verbatim().clone());
    let result = ToolResult { call: call.id.clone(), content, extras: vec![] };
    Turn { parts: vec![Part::Result(result)], ..Turn::new(Role::Tool) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_is_read_and_nothing_else_is() {
        let all = [true, false]
            .map(|carried| [true, false].map(|knows| [true, false].map(|reads| wrong(carried, knows, reads))));
        let (unread, unsent) =
            (Some("its reasoning was sent and not read"), Some("no reasoning was sent, and it was read"));
        assert_eq!(all, [[[None, None], [unread, None]], [[unsent, unsent], [None, None]]]);
    }
    #[test]
    fn every_provider_of_the_simulator_is_asked() {
        let missing: Vec<&str> = Simulator::providers()
            .map(|listed| listed.name)
            .filter(|name| WAYS.iter().all(|way| way.name != *name))
            .collect();
        assert_eq!(missing, Vec::<&str>::new());
    }
}

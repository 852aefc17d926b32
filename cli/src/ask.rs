//! `ask`: one prompt for real: the thinking as it comes, the answer, its carriers, and the plan of the request.
//!
//! The key stands in its header alone: nothing that is printed may hold it.
mod show;

use crate::{
    args::{AskArgs, RulesArgs},
    explain::Report,
    failure::{Failure, caused},
    input,
    output::{self, Paint},
    rules, runtime,
};
use serde::Serialize;
use serde_json::value::RawValue;
use show::Screen;
use std::{net::IpAddr, path::Path};
use throughline::{
    Ending, Fragments, History, Preset, Projector, Refused, RejectionMemory, Route, Stored, Turn, Verbatim,
    client::{Client, Http, Reply, Secret, SendError, Talk},
    resolve,
};

pub(crate) fn run(args: &AskArgs, rules: &RulesArgs) -> Result<(), Failure> {
    let route = resolve(&args.route, args.base_url.as_deref(), args.api.clone().map(Into::into))?;
    let key = key(&route, args.key_env.as_deref())?;
    let http = if is_loopback(&route) { Http::direct()? } else { Http::new()? };
    let mut talk = Client::new(rules::registry(rules)?, http).talk(route.clone(), key.clone())?;
    for (member, value) in &args.set {
        talk.request_mut().set(member.clone(), value.clone());
    }
    talk.request_mut().set("stream", Verbatim::parse(if args.no_stream { "false" } else { "true" })?);
    talk.push(Turn::user(&prompt(&args.prompt)?));
    let explained = explained(&mut talk, rules)?;
    let mut screen = Screen::new(!args.json, Paint::stdout());
    let sent = runtime::run(talk.send(!args.no_stream, &mut |delta| screen.take(&delta)))?;
    let reply = sent.map_err(|error| refused(error, key.as_ref()))?;
    let said = Said::new(route, reply, explained)?;
    if args.json {
        let mut json = serde_json::to_vec_pretty(&said)?;
        json.push(b'\n');
        output::write(&json)?;
    } else {
        screen.end(&said)?;
    }
    match &said.turn_ending {
        Some(Ending::Refused(_)) => output::complain("the provider broke the reply off with an error"),
        Some(Ending::Cut) if said.broken.is_none() => output::complain("the reply ends before its end"),
        _ => {}
    }
    said.broken.map_or(Ok(()), |what| Err(Failure::Network(format!("the reply is not whole: {what}"))))
}

/// A reply, for a reader.
#[derive(Serialize)]
struct Said {
    route: Route,
    status: Option<u16>,
    /// Requests that were sent: two where a refusal was learned from.
    requests: usize,
    /// What the first refusal meant, where there was one.
    learned: Option<String>,
    reasoning: Option<String>,
    answer: String,
    calls: Vec<String>,
    carriers: Vec<Piece>,
    /// The plan of the request.
    explained: Report,
    /// The stored line.
    turn: Box<RawValue>,
    broken: Option<String>,
    #[serde(skip)]
    turn_ending: Option<Ending>,
}

/// A carrier of the reply.
#[derive(Serialize)]
struct Piece {
    kind: String,
    issuer: String,
    bytes: usize,
    tokens: u64,
    hash: String,
    /// Whether only its issuer can read some of it.
    sealed: bool,
}

impl Said {
    fn new(route: Route, reply: Reply, explained: Report) -> Result<Self, Failure> {
        let Reply { turn, tried, broken, .. } = reply;
        let pieces = turn.carriers().map(|(_, carrier)| Piece {
            kind: carrier.kind.to_string(),
            issuer: carrier.issuer.to_string(),
            bytes: carrier.payload.get().len(),
            tokens: throughline::tokens(&turn, carrier),
            hash: carrier.payload.fingerprint(),
            sealed: carrier.sealed,
        });
        Ok(Self {
            route,
            status: tried.last().map(|tried| tried.status),
            requests: tried.len(),
            learned: tried.iter().find_map(|tried| tried.refusal.as_ref()).map(|(_, verdict)| verdict.to_string()),
            reasoning: turn.reasoning(),
            answer: turn.text(),
            calls: turn.calls().map(|call| call.name.decode().into_owned()).collect(),
            carriers: pieces.collect(),
            explained,
            turn: RawValue::from_string(Stored::Turn((*turn).clone()).line()?)?,
            broken: broken.map(|error| caused(&error)),
            turn_ending: turn.ending.clone(),
        })
    }
}

/// The key of the route's provider. A server on one's own network may have none.
fn key(route: &Route, named: Option<&str>) -> Result<Option<Secret>, Failure> {
    let preset = Preset::find(route.provider.as_str()).and_then(|preset| preset.key);
    let Some(name) = named.or(preset) else { return Ok(None) };
    match Secret::from_env(name) {
        None if named.is_some() || !route.is_local() => Err(Failure::Usage(format!(
            "no key for `{}`: set {name}, or name another variable with --key-env NAME",
            route.provider
        ))),
        key => Ok(key),
    }
}

/// A proxy cannot reach this machine's own servers.
fn is_loopback(route: &Route) -> bool {
    let host = route.host().as_str();
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn prompt(given: &str) -> Result<String, Failure> {
    if given != "-" {
        return Ok(given.to_owned());
    }
    let text = String::from_utf8(input::read(Path::new("-"))?);
    let text = text.map_err(|error| {
        Failure::Input(format!("the prompt is not utf-8 at byte {}", error.utf8_error().valid_up_to()))
    })?;
    if text.trim().is_empty() { Err(Failure::Input("the prompt is empty".to_owned())) } else { Ok(text) }
}

/// What the request holds, as `explain` says it.
fn explained(talk: &mut Talk, rules: &RulesArgs) -> Result<Report, Failure> {
    let request = talk.request_mut().clone();
    let history: &History = talk.history();
    let (memory, mut fragments) = (RejectionMemory::new(), Fragments::new());
    let projection = Projector::new(rules::registry(rules)?).to(talk.route())?;
    let (plan, body) = projection.project(&request, history, &memory, &mut fragments)?;
    let mut report = Report::new(&plan);
    report.weigh(&body);
    Ok(report)
}

/// A refusal goes to the output as it came, save that it may quote the key.
fn refused(error: SendError, key: Option<&Secret>) -> Failure {
    let SendError::Refused { refused: Refused { status, body }, .. } = &error else { return error.into() };
    let clean = |text: &str| key.map_or_else(|| text.to_owned(), |key| text.replace(key.reveal(), "…"));
    output::complain(&clean(&error.to_string()));
    match output::write(clean(&format!("{{\"status\":{status},\"body\":{}}}\n", body.get())).as_bytes()) {
        Ok(()) => Failure::Refused,
        Err(failure) => failure,
    }
}

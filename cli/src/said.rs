//! A reply as data, for `--json`.
use crate::{
    explain::Report,
    failure::{Failure, caused},
    words,
};
use serde::Serialize;
use serde_json::value::RawValue;
use std::sync::Arc;
use throughline::{At, Carrier, Ending, Route, Stored, Turn, client::Reply};

/// A reply, for a reader.
#[derive(Serialize)]
pub(crate) struct Said {
    /// None where nothing is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) session: Option<String>,
    route: Route,
    status: Option<u16>,
    /// Requests that were sent: two where a refusal was learned from.
    requests: usize,
    /// What the first refusal meant, where there was one.
    pub(crate) learned: Option<String>,
    reasoning: Option<String>,
    answer: String,
    calls: Vec<String>,
    pub(crate) carriers: Vec<Piece>,
    /// The plan of the request, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) explained: Option<Report>,
    /// The stored line.
    #[serde(rename = "turn")]
    line: Box<RawValue>,
    pub(crate) broken: Option<String>,
    #[serde(skip)]
    pub(crate) turn: Arc<Turn>,
}

/// A carrier of a turn.
#[derive(Serialize)]
pub(crate) struct Piece {
    pub(crate) place: String,
    pub(crate) kind: String,
    pub(crate) issuer: String,
    pub(crate) bytes: usize,
    pub(crate) tokens: u64,
    pub(crate) hash: String,
    /// Whether only its issuer can read some of it.
    pub(crate) sealed: bool,
    /// Whether it stands in the private record of its line.
    pub(crate) private: bool,
}

impl Piece {
    /// The carriers of `turn`, in order.
    pub(crate) fn all(turn: &Turn) -> Vec<Self> {
        let private: Vec<At> = turn.private().map(|(n, _)| At::Message(n)).collect();
        let piece = |(at, carrier): (At, &Carrier)| Self {
            place: words::at(at),
            kind: carrier.kind.to_string(),
            issuer: carrier.issuer.to_string(),
            bytes: carrier.payload.get().len(),
            tokens: throughline::tokens(turn, carrier),
            hash: carrier.payload.fingerprint(),
            sealed: carrier.sealed,
            private: private.contains(&at),
        };
        turn.carriers().map(piece).collect()
    }
}

impl Said {
    pub(crate) fn new(route: Route, reply: Reply) -> Result<Self, Failure> {
        let Reply { turn, tried, broken, .. } = reply;
        Ok(Self {
            session: None,
            route,
            status: tried.last().map(|tried| tried.status),
            requests: tried.len(),
            learned: tried.iter().find_map(|tried| tried.refusal.as_ref()).map(|(_, verdict)| verdict.to_string()),
            reasoning: turn.reasoning(),
            answer: turn.text(),
            calls: turn.calls().map(|call| call.name.decode().into_owned()).collect(),
            carriers: Piece::all(&turn),
            explained: None,
            line: RawValue::from_string(Stored::Turn((*turn).clone()).line()?)?,
            broken: broken.map(|error| caused(&error)),
            turn,
        })
    }
    /// What is wrong with how it ended, in words.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        match &self.turn.ending {
            Some(Ending::Refused(_)) => Some("the provider broke the reply off with an error"),
            Some(Ending::Cut) if self.broken.is_none() => Some("the reply ends before its end"),
            _ => None,
        }
    }
}

//! The plan as lines: what `explain`, logs and verdicts read. A line never holds content, only kinds, lengths and hashes.
use super::{Because, Fate, Plan, Reason, TurnPlan, Value};
use crate::{At, Issuer, Key, Kind, Tariff, Turn};

/// One line of the ledger.
#[derive(Clone, Debug)]
pub struct Line {
    /// The turn.
    pub turn: usize,
    /// The place in it, of a placeholder on a part the one that it fills; none for a message member without a carrier.
    pub at: Option<At>,
    /// What it is.
    pub kind: Kind,
    /// Who can read it; none for a placeholder.
    pub issuer: Option<Issuer>,
    /// What becomes of it.
    pub outcome: Outcome,
    /// Why.
    pub because: Because,
    /// Bytes as stored.
    pub bytes: usize,
    /// Tokens: as the provider reported them, else estimated.
    pub tokens: u64,
    /// The first 16 hex digits of its SHA-256; empty for a placeholder.
    pub hash: String,
}

/// What becomes of a carrier or a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It goes as it is, under this key.
    Sent(Key),
    /// Its readable text goes, under this key.
    Text(Key),
    /// A placeholder is written under this key.
    Padded(Key),
    /// The empty value that the host had sent goes back under this key.
    Empty(Key),
    /// It stays.
    Withheld,
}

impl Outcome {
    /// One word for tables.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Sent(_) => "sent",
            Self::Text(_) => "text sent",
            Self::Padded(_) => "padded",
            Self::Empty(_) => "empty sent",
            Self::Withheld => "withheld",
        }
    }
    /// The key on the wire.
    pub fn key(&self) -> Option<&Key> {
        match self {
            Self::Sent(key) | Self::Text(key) | Self::Padded(key) | Self::Empty(key) => Some(key),
            Self::Withheld => None,
        }
    }
}

impl Plan<'_> {
    /// The ledger, turn by turn, priced by the measured rates.
    pub fn ledger(&self) -> Vec<Line> {
        self.priced_ledger(&Tariff::new())
    }
    /// The ledger, priced by a tariff: what its lines say goes is what [`Plan::price`] adds for carriers.
    pub fn priced_ledger(&self, tariff: &Tariff) -> Vec<Line> {
        let mut lines = vec![];
        for (n, (turn, plan)) in self.history.turns().iter().zip(&self.turns).enumerate() {
            turn_lines(n, turn, plan, &tariff.carriers(self, n), &mut lines);
        }
        lines
    }
}

fn turn_lines(n: usize, turn: &Turn, plan: &TurnPlan, prices: &[(At, u64)], lines: &mut Vec<Line>) {
    for ((at, fate, because), (_, tokens)) in plan.fates.iter().zip(prices) {
        let Some(carrier) = turn.carrier(*at) else { continue };
        let whole = plan.whole.as_ref().filter(|_| *fate != Fate::Withheld);
        let outcome = match fate {
            _ if whole.is_some() => Outcome::Withheld,
            Fate::Sent(key) => Outcome::Sent(key.clone()),
            Fate::Text(key) => Outcome::Text(key.clone()),
            Fate::Withheld => Outcome::Withheld,
        };
        lines.push(Line {
            turn: n,
            at: Some(*at),
            kind: carrier.kind.clone(),
            issuer: Some(carrier.issuer.clone()),
            outcome,
            because: whole.unwrap_or(because).clone(),
            bytes: carrier.payload.get().len(),
            tokens: *tokens,
            hash: carrier.payload.fingerprint(),
        });
    }
    for pad in plan.pads.iter().filter(|_| plan.whole.is_none()) {
        let behind = turn.parts.get(pad.part).map_or(0, |part| part.carriers().count());
        lines.push(Line {
            turn: n,
            at: Some(At::Part(pad.part, behind)),
            kind: pad.key.as_str().to_owned().into(),
            issuer: None,
            outcome: Outcome::Padded(pad.key.clone()),
            because: pad.because.clone(),
            bytes: pad.text.len(),
            tokens: 0,
            hash: String::new(),
        });
    }
    for (key, value, because) in plan.fields.iter().filter(|_| plan.whole.is_none()) {
        let (outcome, bytes) = match value {
            Value::Placeholder(text) => (Outcome::Padded(key.clone()), text.len()),
            Value::Empty(_) => (Outcome::Empty(key.clone()), 0),
            _ => continue,
        };
        lines.push(Line {
            turn: n,
            at: None,
            kind: key.as_str().to_owned().into(),
            issuer: None,
            outcome,
            because: because.clone(),
            bytes,
            tokens: 0,
            hash: String::new(),
        });
    }
    if let (Some(because), true) = (&plan.whole, plan.fates.is_empty()) {
        lines.push(Line {
            turn: n,
            at: None,
            kind: Kind::new("message"),
            issuer: None,
            outcome: Outcome::Withheld,
            because: because.clone(),
            bytes: 0,
            tokens: 0,
            hash: String::new(),
        });
    }
}

impl Because {
    /// The name of the row, where one decided.
    pub fn rule(&self) -> Option<&str> {
        self.rule.as_ref().map(|entry| entry.rule.name.as_ref())
    }
    /// The evidence of the row.
    pub fn evidence(&self) -> Option<&str> {
        self.rule.as_ref().map(|entry| entry.rule.evidence.as_ref())
    }
    /// The row's own reason.
    pub fn why(&self) -> Option<&str> {
        self.rule.as_ref().map(|entry| entry.rule.why.as_ref())
    }
    /// The reason.
    pub fn reason(&self) -> &Reason {
        &self.reason
    }
}

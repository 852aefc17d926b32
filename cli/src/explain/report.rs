//! What `explain` says, as data: `--json` prints it as it is, and the text is written from it.
use crate::words;
use serde::Serialize;
use std::sync::Arc;
use throughline::{
    Body, Difference, Entry, Line, Note, Outcome, Part, PlaceOf, Plan, Policy, Route, RouteRule, Tariff, Turn,
    TurnPlan, Value, verbatim::fingerprint,
};

#[derive(Serialize)]
pub(crate) struct Report {
    pub(crate) route: Route,
    pub(crate) adapter: String,
    /// The winning row of each column; none where no row speaks.
    pub(crate) columns: Columns,
    /// Every carrier and member, turn by turn.
    pub(crate) carriers: Vec<Carrier>,
    /// What else is added, dropped or rewritten.
    pub(crate) notes: Vec<Said>,
    /// The keys that carry reasoning, and in how many turns.
    pub(crate) fields: Vec<Field>,
    pub(crate) turns: usize,
    /// None where the request cannot be written.
    pub(crate) body: Option<Weight>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) previous: Option<Previous>,
}

#[derive(Serialize)]
pub(crate) struct Columns {
    pub(crate) reads: Option<Row>,
    pub(crate) required: Option<Row>,
    pub(crate) flags: Option<Row>,
}

#[derive(Serialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    /// The column in words.
    pub(crate) says: String,
    pub(crate) layer: &'static str,
    pub(crate) why: String,
    pub(crate) evidence: String,
    pub(crate) since: String,
}

#[derive(Serialize)]
pub(crate) struct Carrier {
    pub(crate) turn: usize,
    role: &'static str,
    /// None for a member that no carrier stands behind.
    pub(crate) at: Option<String>,
    pub(crate) kind: String,
    issuer: Option<String>,
    pub(crate) fate: &'static str,
    /// The keys on the wire that hold it as it is, or its placeholder.
    keys: Vec<String>,
    /// The keys that hold its text.
    text_keys: Vec<String>,
    pub(crate) rule: Option<String>,
    pub(crate) reason: String,
    evidence: Option<String>,
    pub(crate) bytes: usize,
    pub(crate) tokens: u64,
    pub(crate) hash: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct Said {
    /// None for what stands beside the messages.
    pub(crate) turn: Option<usize>,
    pub(crate) what: String,
    pub(crate) why: String,
    pub(crate) rule: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct Field {
    pub(crate) key: String,
    pub(crate) turns: usize,
}

#[derive(Serialize)]
pub(crate) struct Weight {
    pub(crate) bytes: usize,
    pub(crate) hash: String,
}

#[derive(Serialize)]
pub(crate) struct Previous {
    /// True where the earlier messages are a byte prefix of these.
    pub(crate) kept: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) first_difference: Option<First>,
}

#[derive(Serialize)]
pub(crate) struct First {
    pub(crate) byte: usize,
    pub(crate) place: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) turn: Option<usize>,
    pub(crate) why: String,
}

impl Report {
    pub(crate) fn new(plan: &Plan<'_>) -> Self {
        let Policy { adapter, reads, required, flags } = plan.policy;
        let row = |entry: &Entry, says: fn(&RouteRule) -> Option<String>| Row::new(entry, says);
        let lines = plan.priced_ledger(&Tariff::learned(plan));
        Self {
            route: plan.route.clone(),
            adapter: adapter.to_string(),
            columns: Columns {
                reads: Some(row(reads, words::reads)),
                required: required.as_deref().map(|entry| row(entry, words::required)),
                flags: flags.as_deref().map(|entry| row(entry, words::flags)),
            },
            carriers: lines.into_iter().map(|line| Carrier::new(line, plan)).collect(),
            notes: notes(plan),
            fields: plan.fields().into_iter().map(|(key, turns)| Field { key: key.to_string(), turns }).collect(),
            turns: plan.len(),
            body: None,
            previous: None,
        }
    }
    pub(crate) fn weigh(&mut self, body: &Body) {
        self.body = Some(Weight { bytes: body.bytes.len(), hash: fingerprint(&body.bytes) });
    }
}

impl Row {
    fn new(entry: &Entry, says: fn(&RouteRule) -> Option<String>) -> Self {
        let rule = &entry.rule;
        Self {
            name: rule.name.to_string(),
            says: says(rule).unwrap_or_default(),
            layer: words::layer(entry.layer),
            why: rule.why.to_string(),
            evidence: rule.evidence.to_string(),
            since: rule.since.to_string(),
        }
    }
}

impl Carrier {
    fn new(line: Line, plan: &Plan<'_>) -> Self {
        let whole = |value: &Value| match value {
            Value::Whole(at) => line.at == Some(*at),
            Value::Entries(places) => line.at.is_some_and(|at| places.contains(&at)),
            _ => false,
        };
        let text =
            |value: &Value| matches!(value, Value::Text(places) if line.at.is_some_and(|at| places.contains(&at)));
        let mut keys = held(plan, line.turn, whole);
        if keys.is_empty() && !matches!(line.outcome, Outcome::Text(_)) {
            keys.extend(line.outcome.key().map(ToString::to_string));
        }
        Self {
            turn: line.turn,
            role: plan.history.turns().get(line.turn).map_or("", |turn| turn.role.as_str()),
            at: line.at.map(words::at),
            kind: line.kind.to_string(),
            issuer: line.issuer.as_ref().map(ToString::to_string),
            fate: line.outcome.as_str(),
            keys,
            text_keys: held(plan, line.turn, text),
            rule: line.because.rule().map(str::to_owned),
            reason: line.because.reason().to_string(),
            evidence: line.because.evidence().map(str::to_owned),
            bytes: line.bytes,
            tokens: line.tokens,
            hash: Some(line.hash).filter(|hash| !hash.is_empty()),
        }
    }
    /// What becomes of it, for a person.
    pub(crate) fn words(&self) -> String {
        let text = self.text_keys.join(", ");
        match self.keys.as_slice() {
            [] if text.is_empty() => self.fate.to_owned(),
            [] => format!("text sent as {text}"),
            [key] if *key == self.kind && text.is_empty() => self.fate.to_owned(),
            [key] if *key == self.kind => format!("{}, its text as {text}", self.fate),
            keys => format!(
                "{} as {}{}{text}",
                self.fate,
                keys.join(", "),
                if text.is_empty() { "" } else { ", its text as " }
            ),
        }
    }
    /// The reason with the row that gave it.
    pub(crate) fn why(&self) -> String {
        let rule = self.rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
        format!("{}{rule}", self.reason)
    }
}

/// The members of a turn's message whose value is as asked; none of a message that stays.
fn held(plan: &Plan<'_>, turn: usize, is: impl Fn(&Value) -> bool) -> Vec<String> {
    let turn = plan.turn(turn).filter(|turn| turn.whole().is_none());
    let fields = turn.into_iter().flat_map(|turn| turn.fields());
    fields.filter(|(_, value)| is(value)).map(|(key, _)| key.to_string()).collect()
}

fn notes(plan: &Plan<'_>) -> Vec<Said> {
    let mut all: Vec<Said> = plan.notes().iter().map(|note| Said::new(None, note)).collect();
    for (n, turn) in (0..plan.len()).filter_map(|n| Some((n, plan.turn(n)?))) {
        all.extend(turn.notes().iter().map(|note| Said::new(Some(n), note)));
        all.extend(parts(n, turn, plan.history.turns().get(n)));
    }
    all
}

/// Parts that stay: calls of a reply that was cut, blocks of another host. Thoughts stand among the carriers.
fn parts<'a>(turn: usize, plan: &'a TurnPlan, said: Option<&'a Arc<Turn>>) -> impl Iterator<Item = Said> + 'a {
    let is_thought =
        move |part: usize| said.is_some_and(|said| matches!(said.parts.get(part), Some(Part::Reasoning(_))));
    plan.withheld().filter(move |(part, _)| !is_thought(*part)).map(move |(part, because)| Said {
        turn: Some(turn),
        what: format!("part {part} stays"),
        why: because.reason().to_string(),
        rule: because.rule().map(str::to_owned),
    })
}

impl Said {
    fn new(turn: Option<usize>, Note { what, why }: &Note) -> Self {
        let (what, rule) = (what.to_string(), why.rule().map(str::to_owned));
        Self { turn, what, why: why.reason().to_string(), rule }
    }
}

impl Previous {
    pub(crate) fn new(found: Option<Difference>) -> Self {
        let kept = found.is_none();
        let first = |Difference { offset: byte, place, why }| {
            let turn = if let PlaceOf::Turn(n) = place { Some(n) } else { None };
            let place = match turn {
                Some(_) => "turn",
                None if matches!(place, PlaceOf::Head) => "head",
                None => "tail",
            };
            First { byte, place, turn, why }
        };
        Self { kept, first_difference: found.map(first) }
    }
}

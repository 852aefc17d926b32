//! What is known of a request that was sent: its bytes, what became of every carrier, and what its answer taught.
//!
//! All but the body is free of content: kinds, numbers, hashes.
use std::{fmt, ops::Range};
use throughline_core::{At, Body, Key, Lesson, Line, Outcome, Plan, Refused, Value, verdict::Verdict};

/// A request that was sent.
///
/// `Debug` prints the length of its body: it holds a conversation.
pub struct Tried {
    /// Its body.
    pub body: Vec<u8>,
    /// Where the messages stand in it, without the brackets of their list.
    pub messages: Range<usize>,
    /// What became of every carrier.
    pub ledger: Vec<Line>,
    /// The fields and block types that carried reasoning, in order of first use.
    pub fields: Vec<Field>,
    /// The HTTP status of the answer.
    pub status: u16,
    /// Headers of the answer, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The refusal, and what it means.
    pub refusal: Option<(Refused, Verdict)>,
    /// What was learned from the refusal, or from what a reply says was dropped of the request.
    pub learned: Vec<Lesson>,
}

/// A field or block type that carried reasoning in a request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// Its key on the wire.
    pub key: Key,
    /// Turns that carried it.
    pub turns: usize,
    /// Of these, turns that carried a placeholder.
    pub padded: usize,
    /// Bytes of its carriers as stored.
    pub bytes: usize,
    /// The fingerprint of each carrier, oldest first.
    pub hashes: Vec<String>,
}

impl fmt::Debug for Tried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { body, messages, ledger, fields, status, headers, refusal, learned } = self;
        let shown = &mut f.debug_struct("Tried");
        shown.field("body", &format_args!("{} bytes", body.len())).field("messages", messages);
        shown.field("ledger", ledger).field("fields", fields);
        shown.field("status", status).field("headers", headers).field("refusal", refusal).field("learned", learned);
        shown.finish()
    }
}

impl Tried {
    /// A request that was written; of its answer nothing is known.
    pub(super) fn new(plan: &Plan<'_>, body: Body) -> Self {
        let ledger = plan.ledger();
        let fields = fields(plan, &ledger);
        let Body { bytes: body, messages } = body;
        Self { body, messages, ledger, fields, status: 0, headers: vec![], refusal: None, learned: vec![] }
    }
}

/// What carried reasoning by this plan; `ledger` is the plan's own.
fn fields(plan: &Plan<'_>, ledger: &[Line]) -> Vec<Field> {
    let mut found: Vec<Field> = vec![];
    for n in 0..plan.len() {
        let Some(decided) = plan.turn(n).filter(|decided| decided.whole().is_none()) else { continue };
        let from = ledger.partition_point(|line| line.turn < n);
        let lines = || ledger.iter().skip(from).take_while(|line| line.turn == n);
        for (key, value) in decided.fields() {
            let Some(field) = Field::among(&mut found, key) else { continue };
            field.turns += 1;
            field.padded += usize::from(matches!(value, Value::Placeholder(_)));
            for line in lines().filter(|line| line.at.is_some_and(|at| places(value).contains(&at))) {
                field.hold(line);
            }
        }
        let mut blocks: Vec<&Key> = vec![];
        for line in lines() {
            let (Some(At::Part(..)), Outcome::Sent(key) | Outcome::Padded(key)) = (line.at, &line.outcome) else {
                continue;
            };
            if decided.fields().any(|(name, _)| name == key) {
                continue;
            }
            let Some(field) = Field::among(&mut found, key) else { continue };
            if !blocks.contains(&key) {
                field.turns += 1;
                field.padded += usize::from(lines().any(|line| line.outcome == Outcome::Padded(key.clone())));
                blocks.push(key);
            }
            if matches!(line.outcome, Outcome::Sent(_)) {
                field.hold(line);
            }
        }
    }
    found
}

impl Field {
    /// The one of that key, last in the list where it is new.
    fn among<'a>(found: &'a mut Vec<Self>, key: &Key) -> Option<&'a mut Self> {
        if !found.iter().any(|field| field.key == *key) {
            found.push(Self { key: key.clone(), turns: 0, padded: 0, bytes: 0, hashes: vec![] });
        }
        found.iter_mut().find(|field| field.key == *key)
    }
    fn hold(&mut self, line: &Line) {
        self.bytes += line.bytes;
        self.hashes.push(line.hash.clone());
    }
}

fn places(value: &Value) -> &[At] {
    match value {
        Value::Whole(at) => std::slice::from_ref(at),
        Value::Entries(places) | Value::Text(places) => places,
        Value::Placeholder(_) | Value::Empty(_) => &[],
    }
}

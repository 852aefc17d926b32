//! A request as a structured line. Nothing of what was said, thought or signed gets here: kinds, numbers, hashes.
use crate::{
    client::{Sending, Tried},
    sessions::{Carried, Evidence, Kept, RequestRecord, SessionId, Spent, now},
};
use sha2::{Digest, Sha256};
use throughline_core::{Ending, Lesson, Outcome, Turn, verbatim::fingerprint};

/// How many carriers of a field are named.
const HASHES: usize = 16;

/// A request that goes out.
pub(super) fn sent(sending: &Sending<'_>, session: &SessionId) -> RequestRecord {
    let (tried, route) = (sending.tried, sending.scene.route);
    let mut record = RequestRecord::default();
    record.at = now();
    record.session = Some(session.clone());
    record.turn = sending.scene.history.turns().len();
    record.provider = route.provider.to_string();
    record.host = route.origin_host();
    record.api = route.api.to_string();
    record.model = route.model.clone();
    record.attempt = sending.attempt;
    record.bytes = tried.body.len();
    record.hash = fingerprint(&tried.body);
    record.carried = carried(tried);
    record.withheld = withheld(tried);
    record
}

/// What came back.
pub(super) fn answered(record: &mut RequestRecord, tried: &Tried) {
    record.status = Some(tried.status);
    record.learned = tried.learned.iter().map(|lesson| lesson.taught.to_string()).collect();
    if let Some((refused, verdict)) = &tried.refusal {
        record.status = Some(refused.status);
        record.verdict = Some(verdict.to_string());
        record.ending = Some("refused".to_owned());
    }
}

/// The turn that came back.
pub(super) fn ended(record: &mut RequestRecord, turn: &Turn) {
    let ending = |ending: &Ending| match ending {
        Ending::Stop(_) => "stop",
        Ending::Cut => "cut",
        Ending::Refused(_) => "refused",
    };
    record.ending = turn.ending.as_ref().map(ending).map(str::to_owned);
    record.usage = turn.usage.as_ref().map(|usage| Spent {
        input: usage.input,
        output: usage.output,
        reasoning: usage.reasoning,
        cached: usage.cached,
    });
}

/// What a refusal taught, with its evidence.
pub(super) fn evidence(tried: &Tried, session: &SessionId) -> Vec<Evidence> {
    let Some((refused, verdict)) = &tried.refusal else { return vec![] };
    let (class, hash, now) = (verdict.class().replace(' ', "_"), hash(refused.body.get()), now());
    let one = |lesson: &Lesson| {
        let mut evidence = Evidence::new(lesson.clone(), class.clone(), refused.status, hash.clone(), now);
        evidence.session = Some(session.clone());
        evidence
    };
    tried.learned.iter().map(one).collect()
}

fn carried(tried: &Tried) -> Vec<Carried> {
    let one = |field: &crate::client::Field| Carried {
        key: field.key.to_string(),
        turns: field.turns,
        padded: field.padded,
        bytes: field.bytes,
        hashes: field.hashes.iter().skip(field.hashes.len().saturating_sub(HASHES)).cloned().collect(),
    };
    tried.fields.iter().map(one).collect()
}

fn withheld(tried: &Tried) -> Vec<Kept> {
    let mut found: Vec<Kept> = vec![];
    for line in tried.ledger.iter().filter(|line| line.outcome == Outcome::Withheld) {
        let (kind, why, rule) = (line.kind.as_str(), line.because.reason().to_string(), line.because.rule());
        match found.iter_mut().find(|kept| kept.kind == kind && kept.why == why && kept.rule.as_deref() == rule) {
            Some(kept) => kept.carriers += 1,
            None => found.push(Kept { kind: kind.to_owned(), carriers: 1, why, rule: rule.map(str::to_owned) }),
        }
    }
    found
}

/// The SHA-256 of a text, in hex.
fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

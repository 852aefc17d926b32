//! A request on one line, for eyes and for `grep`: its columns stand still, its fields have their names on the wire.
use crate::{output, words};
use std::fmt::Write;
use throughline_sessions::{Carried, Kept, Prefix, RequestRecord, Spent};

pub(super) fn of(record: &RequestRecord) -> String {
    let mut line = head(record);
    let _ = write!(line, "  reasoning: {}", list(&record.carried, carried).unwrap_or_else(|| "none".to_owned()));
    if let Some(kept) = list(&record.withheld, kept) {
        let _ = write!(line, "; withheld {kept}");
    }
    if let Some(verdict) = &record.verdict {
        let _ = write!(line, "; verdict {verdict}");
    }
    if let Some(learned) = list(&record.learned, String::clone) {
        let _ = write!(line, "; learned {learned}");
    }
    if record.attempt > 1 {
        line.push_str("; retry");
    }
    if let Some(Prefix { same, of, broke }) = &record.prefix {
        let broke = broke.as_ref().map(|(turn, why)| format!(", broken at turn {turn}: {why}")).unwrap_or_default();
        let _ = write!(line, "; prefix {same} of {of}{broke}");
    }
    if let Some(tokens) = record.usage.as_ref().and_then(spent) {
        let _ = write!(line, "; tokens {tokens}");
    }
    // One request is one line, whatever a model or a host calls itself.
    output::line(&line) + "\n"
}

fn head(record: &RequestRecord) -> String {
    let session = record.session.as_ref().map_or("-", |session| session.as_str());
    let route = output::line(&format!("{}/{}", record.provider, record.model));
    let status = record.status.map_or("-".to_owned(), |status| status.to_string());
    let ending = record.ending.as_deref().unwrap_or("-");
    let (time, turn, bytes) = (words::time(record.at), record.turn, record.bytes);
    format!("{time}  {session:<22} {turn:>4}  {route:<36}  {status:>3} {ending:<7} {bytes:>8} bytes")
}

fn list<T>(all: &[T], one: impl FnMut(&T) -> String) -> Option<String> {
    (!all.is_empty()).then(|| all.iter().map(one).collect::<Vec<_>>().join(", "))
}

fn carried(Carried { key, turns, padded, bytes, .. }: &Carried) -> String {
    let padded = if *padded > 0 { format!(", {padded} padded") } else { String::new() };
    format!("{key} on {} ({bytes} bytes{padded})", words::count(*turns, "turn"))
}

fn kept(Kept { kind, carriers, why, rule }: &Kept) -> String {
    let rule = rule.as_ref().map(|rule| format!(" [{rule}]")).unwrap_or_default();
    format!("{carriers} {kind} ({why}{rule})")
}

fn spent(spent: &Spent) -> Option<String> {
    let parts = [("in", spent.input), ("cached", spent.cached), ("out", spent.output), ("reasoning", spent.reasoning)];
    let known: Vec<_> = parts.into_iter().filter_map(|(name, tokens)| Some((name, tokens?))).collect();
    list(&known, |(name, tokens)| format!("{name} {tokens}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use throughline_sessions::SessionId;

    #[test]
    fn a_request_is_one_line() {
        let mut record = RequestRecord::default();
        record.at = 1_796_068_383_000;
        record.session = Some(SessionId::new("20261130_195303_ab12cd"));
        record.turn = 3;
        (record.provider, record.model) = ("nous".to_owned(), "m\n\u{1b}[2J".to_owned());
        (record.attempt, record.status, record.bytes) = (2, Some(200), 1234);
        record.ending = Some("stop".to_owned());
        let hashes = vec![];
        record.carried = vec![Carried { key: "reasoning".to_owned(), turns: 2, padded: 1, bytes: 90, hashes }];
        let (kind, why) = ("thinking_block".to_owned(), "another issuer".to_owned());
        record.withheld = vec![Kept { kind, carriers: 1, why, rule: Some("nous".to_owned()) }];
        record.prefix = Some(Prefix { same: 900, of: 950, broke: Some((1, "withheld".to_owned())) });
        record.usage = Some(Spent { input: Some(300), output: Some(20), reasoning: None, cached: Some(250) });
        assert_eq!(
            of(&record),
            "2026-11-30 19:53:03  20261130_195303_ab12cd    3  nous/m [2J                            \
             200 stop        1234 bytes  reasoning: reasoning on 2 turns (90 bytes, 1 padded); \
             withheld 1 thinking_block (another issuer [nous]); retry; prefix 900 of 950, broken at turn 1: withheld; \
             tokens in 300, cached 250, out 20\n"
        );
    }
}

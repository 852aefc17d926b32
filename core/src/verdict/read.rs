//! Reading a verdict. Missing reasoning is asked for first, since its wording names the field too; then signatures, pairs, and
//! unknown fields last.
//!
//! Never learns a field from a wording alone: its name must stand beside it, and it must have been sent.
use super::{
    Refusal, Spot, Verdict, grammar,
    table::{self, Means},
    words::{Report, Words},
};
use crate::{Key, Plan};

/// Says what `refusal` means for the request that `plan` describes.
pub fn read(refusal: &Refusal<'_>, plan: &Plan<'_>) -> Verdict {
    let sent: Vec<&Key> = plan.fields().into_iter().map(|(key, _)| key).collect();
    classify(refusal, &sent)
}

/// The same for a request that carried the fields `sent`.
///
/// What a refusal marks as an echo of the request is left out. One that quotes it behind a mere colon cannot be told from a gateway that
/// quotes its upstream, and is read: it can then name a field that was sent, which costs that field on that route.
///
/// ```
/// use throughline_core::{Key, as_json, verdict::{Refusal, Verdict, classify}};
///
/// let body = as_json(br#"{"error":{"message":"'messages.1' : property 'reasoning_content' is unsupported"}}"#);
/// let (content, details) = (Key::new("reasoning_content"), Key::new("reasoning_details"));
/// let refusal = Refusal { status: 400, body: &body };
/// assert_eq!(classify(&refusal, &[&content, &details]), Verdict::UnknownField { fields: vec![content.clone()] });
/// // What was not sent was not refused, and a broken server teaches nothing.
/// assert_eq!(classify(&refusal, &[&details]), Verdict::NotOurs);
/// assert_eq!(classify(&Refusal { status: 503, ..refusal }, &[&content]), Verdict::NotOurs);
/// ```
pub fn classify(refusal: &Refusal<'_>, sent: &[&Key]) -> Verdict {
    let verdict = match refusal.status {
        // Copilot's word for an item of another connection.
        401 => sealed(&Words::of(refusal.body)).filter(|verdict| *verdict == Verdict::Pairing),
        status if teaches(status) => {
            let words = Words::of(refusal.body);
            let known = missing(&words).or_else(|| sealed(&words)).or_else(|| unknown(&words, sent));
            known.or_else(|| blobs(&words, sent))
        }
        _ => None,
    };
    verdict.unwrap_or(Verdict::NotOurs)
}

/// Only a refusal of the request's shape or meaning teaches: never one about access, money, size, time, rate or law, nor a broken
/// server. An error inside a stream that names no status of its own comes as 200.
fn teaches(status: u16) -> bool {
    match status {
        401 | 402 | 403 | 407 | 408 | 413 | 425 | 429 | 431 | 451 => false,
        status => status == 200 || (400..500).contains(&status),
    }
}

fn missing(words: &Words) -> Option<Verdict> {
    let named = |name: &&&str| {
        let says = |report: &Report| report.has(table::MISSING_CODES) && report.names(name).next().is_some();
        words.reports.iter().any(says) || words.texts.iter().any(|text| grammar::misses(text, name))
    };
    let field = || table::DEMANDED.iter().find(named).map(|name| Verdict::MissingField { field: Key::new(name) });
    phrase(words, table::ABSENT).or_else(field)
}

fn sealed(words: &Words) -> Option<Verdict> {
    phrase(words, table::SEALED)
}

/// What the first row means that some text holds.
fn phrase(words: &Words, rows: &[(&str, Means)]) -> Option<Verdict> {
    rows.iter().find_map(|(phrase, means)| {
        let mut texts = words.texts.iter().filter(|text| text.has(phrase)).peekable();
        texts.peek()?;
        let mut places: Vec<Spot> = vec![];
        for spot in texts.flat_map(|text| text.spots()) {
            if !places.contains(&spot) {
                places.push(spot);
            }
        }
        let place = places.first().copied();
        Some(match *means {
            Means::Missing(field) => Verdict::MissingField { field: Key::new(field) },
            Means::ThinkingRequired => Verdict::ThinkingRequired { place },
            Means::PrefixBound => Verdict::PrefixBound { place },
            Means::Frozen => Verdict::Frozen { place },
            Means::WrongIssuer => Verdict::WrongIssuer,
            Means::BadSignature => Verdict::BadSignature { places },
            Means::Pairing => Verdict::Pairing,
        })
    })
}

/// What is said of sealed members without a place and without a known wording: it is about all of them, and about nothing else.
fn blobs(words: &Words, sent: &[&Key]) -> Option<Verdict> {
    let said = |words_of: &[&str]| words.texts.iter().any(|text| words_of.iter().any(|word| text.has(word)));
    let fields: Vec<Key> =
        table::BLOBS.iter().filter(|(_, words)| said(words)).map(|(name, _)| Key::new(name)).collect();
    let fields: Vec<Key> = fields.into_iter().filter(|field| sent.contains(&field)).collect();
    (!fields.is_empty()).then_some(Verdict::Unreadable { fields })
}

/// A report that says where comes before prose.
fn unknown(words: &Words, sent: &[&Key]) -> Option<Verdict> {
    let pick = |unknown: &dyn Fn(&str) -> bool| {
        let mut fields: Vec<Key> =
            sent.iter().copied().filter(|key| unknown(&key.as_str().to_lowercase())).cloned().collect();
        fields.sort();
        fields.dedup();
        (!fields.is_empty()).then_some(Verdict::UnknownField { fields })
    };
    // A union reports every branch; one that does not know the role either is not the branch that was meant.
    let meant = |place: &[String]| !words.reports.iter().any(|report| report.is_about_role_beside(place));
    let reported = |name: &str| words.reports.iter().any(|report| report.unknown() && report.names(name).any(meant));
    let written =
        |name: &str| words.texts.iter().any(|text| grammar::unknown(text, name) || grammar::spoken(text, name));
    pick(&reported).or_else(|| pick(&written))
}

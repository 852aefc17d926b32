//! Reading a verdict. Missing reasoning is asked for first, since its wording names the field too; then signatures, pairs, and
//! unknown fields last.
use super::{Refusal, Spot, Verdict, words::Words};
use crate::{Key, Plan};

/// Says what `refusal` means for the request that `plan` describes.
pub fn read(refusal: &Refusal<'_>, plan: &Plan<'_>) -> Verdict {
    let sent: Vec<&Key> = plan.fields().into_iter().map(|(key, _)| key).collect();
    classify(refusal, &sent)
}

/// The same for a request that carried the fields `sent`.
pub fn classify(refusal: &Refusal<'_>, sent: &[&Key]) -> Verdict {
    let words = Words::of(refusal.body);
    let text = words.joined();
    if !teaches(refusal.status) {
        return if refusal.status == 401 && has(&text, PAIRING) { Verdict::Pairing } else { Verdict::NotOurs };
    }
    missing(&text)
        .or_else(|| signature(&text))
        .or_else(|| has(&text, PAIRING).then_some(Verdict::Pairing))
        .or_else(|| unknown(&words, sent))
        .unwrap_or(Verdict::NotOurs)
}

/// Only a refusal of the request's shape or meaning teaches: never one about money, size, rate, access or a broken server.
fn teaches(status: u16) -> bool {
    matches!(status, 400 | 404 | 409 | 422)
}

fn has(text: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| text.contains(phrase))
}

const PAIRING: &[&str] = &[
    "without its required following item",
    "without its required 'reasoning' item",
    "items are not persisted when",
    "does not belong to this connection",
];

fn missing(text: &str) -> Option<Verdict> {
    if has(text, &["expected `thinking` or `redacted_thinking`", "must start with a thinking block"]) {
        return Some(Verdict::ThinkingRequired { place: spots(text).into_iter().next() });
    }
    if text.contains("require openrouter reasoning details") {
        return Some(Verdict::MissingField { field: Key::new("reasoning_details") });
    }
    let signature = text.contains("thought_signature") || text.contains("thought signature");
    if signature
        && has(
            text,
            &["is missing a thought_signature", "is missing a `thought_signature`", "missing_thought_signature"],
        )
    {
        return Some(Verdict::MissingField { field: Key::new("thought_signature") });
    }
    let asks = has(
        text,
        &[
            "must be passed back",
            "reasoning_content is missing in assistant",
            "missing `reasoning_content`",
            "missing reasoning_content",
        ],
    );
    if !asks {
        return None;
    }
    let thinking = text.contains("content[].thinking");
    Some(Verdict::MissingField { field: Key::new(if thinking { "thinking" } else { "reasoning_content" }) })
}

fn signature(text: &str) -> Option<Verdict> {
    let place = || spots(text).into_iter().next();
    if text.contains("bound to a different conversation") {
        return Some(Verdict::PrefixBound { place: place() });
    }
    if has(
        text,
        &[
            "blocks in the latest assistant message cannot be modified",
            "must remain as they were in the original response",
        ],
    ) {
        return Some(Verdict::Frozen { place: place() });
    }
    if has(
        text,
        &[
            "could not be verified",
            "could not decrypt",
            "invalid_encrypted_content",
            "not issued to this caller",
            "continuation identities",
            "decode the compaction blob",
        ],
    ) {
        return Some(Verdict::WrongIssuer);
    }
    let bad = has(
        text,
        &[
            "invalid `signature` in `thinking`",
            "invalid signature in thinking",
            "thinking.signature: field required",
            "thinking.signature.str: input should be a valid string",
            "each thinking block must contain thinking",
            "corrupted thought signature",
            "invalid thought signature",
            "thought signature is not valid",
        ],
    ) || (text.contains("thought_signature") && text.contains("base64 decoding failed"));
    bad.then(|| Verdict::BadSignature { places: spots(text) })
}

/// Every `messages.N.content.M` (or `messages[N].content[M]`) in the text, once.
fn spots(text: &str) -> Vec<Spot> {
    let mut found = vec![];
    for piece in text.split("messages").skip(1) {
        let mut rest = piece;
        let Some(message) = index(&mut rest) else { continue };
        let Some(after) = rest.strip_prefix(".content") else { continue };
        rest = after;
        let Some(content) = index(&mut rest) else { continue };
        let spot = Spot { message, content };
        if !found.contains(&spot) {
            found.push(spot);
        }
    }
    found
}

/// Takes `.N` or `[N]` off the front.
fn index(text: &mut &str) -> Option<usize> {
    let rest = text.strip_prefix(['.', '['])?;
    let end = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest.get(..end)?.parse().ok()?;
    *text = rest.get(end..)?.trim_start_matches(']');
    Some(number)
}

/// Wordings for a member that the schema does not know. `*` stands for the member; the words around it may be further off.
const UNKNOWN: &[&str] = &[
    "extra inputs are not permitted",
    "extra fields not permitted",
    "extra_forbidden",
    "is unsupported",
    "no such field",
    "unknown field",
    "unknown name",
    "unknown key",
    "unknown parameter",
    "unexpected field",
    "unexpected property",
    "unrecognized request argument",
    "unrecognized field",
    "unrecognized key",
    "additional propert",
    "is not supported with this model",
    "is not allowed",
    "invalid parameter",
    "request contains",
    "cannot find field",
    "doesn't support the",
];

/// Wordings for a member that the schema does know, and whose value it refuses.
const VALUE: &[&str] = &[
    "must not be empty",
    "not allowed to be empty",
    "expected string",
    "should be a valid",
    "unknown variant",
    "value error",
];

/// How far a wording may stand from the member that it is about.
const NEAR: usize = 160;

fn unknown(words: &Words, sent: &[&Key]) -> Option<Verdict> {
    let mut fields: Vec<Key> = vec![];
    let structured = words.unknown.iter().filter(|path| path.iter().any(|step| step == "messages"));
    for path in structured {
        fields.extend(
            sent.iter().filter(|key| path.last().is_some_and(|last| key.as_str() == last)).map(|key| (*key).clone()),
        );
    }
    if fields.is_empty() {
        let texts = || words.texts.iter().flat_map(|text| text.split(['\n', ';']));
        fields
            .extend(sent.iter().filter(|key| texts().any(|line| names(line, key.as_str()))).map(|key| (*key).clone()));
    }
    fields.sort();
    fields.dedup();
    (!fields.is_empty()).then_some(Verdict::UnknownField { fields })
}

/// True where `line` says that the schema does not know `field`.
fn names(line: &str, field: &str) -> bool {
    // A list of what is known may hold the field's name without complaining of it.
    let line = line.split("expected one of").next().unwrap_or(line);
    if has(line, VALUE) {
        return false;
    }
    mentions(line, field).any(|at| {
        let near = window(line, at, field.len());
        has(near, UNKNOWN) && (field != "reasoning" || on_a_message(line, at))
    })
}

/// Where `field` stands as a whole word.
fn mentions<'a>(line: &'a str, field: &'a str) -> impl Iterator<Item = usize> + 'a {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    line.match_indices(field).map(|(at, _)| at).filter(move |at| {
        let before = line.get(..*at).unwrap_or_default();
        let after = line.get(at + field.len()..).unwrap_or_default();
        !before.ends_with(word) && !after.starts_with(word)
    })
}

fn window(line: &str, at: usize, length: usize) -> &str {
    let start = (at.saturating_sub(NEAR)..=at).find(|n| line.is_char_boundary(*n)).unwrap_or(at);
    let end = (at + length + NEAR).min(line.len());
    let end = (at + length..=end).rev().find(|n| line.is_char_boundary(*n)).unwrap_or(line.len());
    line.get(start..end).unwrap_or(line)
}

/// `reasoning` alone is also a request parameter: it counts only where the path of a message leads to it.
fn on_a_message(line: &str, at: usize) -> bool {
    let before = line.get(..at).unwrap_or_default();
    let after = line.get(at..).unwrap_or_default();
    let path = |text: &str| {
        text.match_indices("messages").any(|(n, _)| text.get(n + 8..).is_some_and(|rest| rest.starts_with(['.', '['])))
    };
    path(window(before, before.len(), 0)) || path(window(after, 0, 0))
}

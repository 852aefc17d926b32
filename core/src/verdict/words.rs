//! Everything that a refusal says, wherever its provider put it: nested JSON, JSON in strings, Python's spelling, prose around it.
//!
//! Never hands on what is marked as an echo of the request.
use super::{echo, literal, prose::Prose};
use crate::{Verbatim, json, verbatim};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// What was found in a refusal.
#[derive(Debug)]
pub(super) struct Words {
    /// Every piece of text.
    pub texts: Vec<Prose>,
    /// Every object that names a place.
    pub reports: Vec<Report>,
    /// How much text may still be read.
    left: usize,
    /// How many bytes may still be parsed.
    scan: usize,
}

/// An object that names places in the request and says something about them.
#[derive(Debug)]
pub(super) struct Report {
    /// The steps to each place, lower case.
    pub places: Vec<Vec<String>>,
    /// What is said.
    pub says: Prose,
}

/// How deep values in values and JSON in strings are followed.
const DEPTH: usize = 32;
/// How many bytes of text are read, a value counting for some: a provider's own words are few, and what is long is an echo.
const MOST: usize = 1 << 16;
/// What one value counts for.
const VALUE: usize = 16;
/// How many bytes of one text.
const LONGEST: usize = 1 << 13;
/// How often one text is tried for values.
const TRIES: usize = 8;
/// How many bytes are parsed, a byte counting once for every value around it: nesting must not cost more than size.
const SCAN: usize = 16 << 20;

/// Members whose value is a place.
const PLACES: &[&str] = &["loc", "param", "path", "field", "property", "pointer", "instancePath"];
/// Members that name what is too many at the place.
const NAMES: &[&str] = &["keys", "additionalProperty", "unevaluatedProperty"];

impl Words {
    pub(super) fn of(body: &Verbatim) -> Self {
        let mut words = Self { texts: vec![], reports: vec![], left: MOST, scan: SCAN };
        words.value(body.get(), DEPTH);
        words
    }

    fn value(&mut self, raw: &str, depth: usize) {
        let Some(depth) = depth.checked_sub(1).filter(|_| self.left > 0 && self.parses(raw.len())) else { return };
        self.left = self.left.saturating_sub(VALUE);
        match raw.bytes().next() {
            Some(b'{') => self.object(raw, depth),
            Some(b'[') => {
                let _ = json::elements(raw, |value| self.value(value.get(), depth));
            }
            Some(b'"') => self.text(&decoded(raw), depth),
            _ => {}
        }
    }

    fn object(&mut self, raw: &str, depth: usize) {
        let Ok(object) = json::Object::read(raw) else { return };
        // One with a role is a message of the conversation, shown again.
        if object.get("role").is_some() {
            return;
        }
        self.report(&object);
        for (_, value) in object.iter().filter(|(key, _)| !echo::holds(key)) {
            self.value(value.get(), depth);
        }
    }

    fn report(&mut self, object: &json::Object<'_>) {
        let params = object.get("params").and_then(|params| json::Object::read(params.get()).ok()).unwrap_or_default();
        let names: Vec<String> = object.iter().chain(params.iter()).flat_map(|member| steps(member, NAMES)).collect();
        let mut places: Vec<Vec<String>> = object.iter().map(|member| steps(member, PLACES)).collect();
        places.retain(|place| !place.is_empty());
        if !names.is_empty() {
            let place = places.pop().unwrap_or_default();
            places = names.into_iter().map(|name| [place.as_slice(), &[name]].concat()).collect();
        }
        if places.is_empty() {
            return;
        }
        let strings = object.iter().filter(|(key, value)| !echo::holds(key) && value.get().starts_with('"'));
        let says: String = strings.flat_map(|(_, value)| [decoded(value.get()), "\n".into()]).collect();
        let says = clip(&says, LONGEST);
        self.left = self.left.saturating_sub(says.len());
        self.reports.push(Report { places, says: Prose::of(&echo::without_quotations(says)) });
    }

    /// Reads prose, and the values that stand in it as values.
    fn text(&mut self, text: &str, depth: usize) {
        let trimmed = text.trim();
        if trimmed.starts_with(['"', '['])
            && let Some((value, "")) = self.literal(trimmed)
        {
            return self.value(&value, depth);
        }
        let (mut prose, mut rest, mut tries) = (String::new(), text, TRIES);
        while !rest.is_empty() {
            let head = clip(rest, LONGEST.saturating_sub(prose.len()));
            let start = literal::opening(head).filter(|_| tries > 0).unwrap_or(head.len());
            if let Some((end, until)) = echo::begins(head).filter(|(end, _)| *end <= start) {
                prose.push_str(head.get(..end).unwrap_or_default());
                rest = until.behind(rest.get(end..).unwrap_or_default());
                continue;
            }
            prose.push_str(head.get(..start).unwrap_or_default());
            rest = rest.get(start..).unwrap_or_default();
            if start == head.len() {
                break;
            }
            tries -= 1;
            if let Some((value, behind)) = self.literal(rest) {
                let body = [&value, &*decoded(&value)].iter().any(|text| text.trim_start().starts_with(['{', '[']));
                if body || !echo::follows(&prose) {
                    self.value(&value, depth);
                }
                // What stands on both sides of a value is no one sentence.
                prose.push_str(" ; ");
                rest = behind;
            } else {
                prose.push(' ');
                rest = rest.get(1..).unwrap_or_default();
            }
        }
        self.left = self.left.saturating_sub(prose.len());
        self.texts.push(Prose::of(&echo::without_quotations(&prose)));
    }

    /// The value at the start of `text` and what stands behind it, as long as there is something to spend on it.
    fn literal<'a>(&mut self, text: &'a str) -> Option<(Cow<'a, str>, &'a str)> {
        self.parses(text.len()).then(|| literal::read(text)).flatten()
    }

    fn parses(&mut self, bytes: usize) -> bool {
        let left = self.scan.checked_sub(bytes);
        self.scan = left.unwrap_or(self.scan);
        left.is_some()
    }
}

/// The steps of a place, where the member is one of `members`: a list, or a path without white space.
fn steps((key, value): (&str, &RawValue), members: &[&str]) -> Vec<String> {
    let mut found = vec![];
    if !members.contains(&key) {
        return found;
    }
    let mut step = |raw: &str| {
        let text = if raw.starts_with('"') { decoded(raw) } else { Cow::Borrowed(raw) };
        if !text.contains(char::is_whitespace) {
            let steps = text.split(['.', '[', ']', '/', '#', '$', '\'']).filter(|step| !step.is_empty());
            found.extend(steps.map(str::to_lowercase));
        }
    };
    match value.get().bytes().next() {
        Some(b'"') => step(value.get()),
        Some(b'[') => {
            let _ = json::elements(value.get(), |value| step(value.get()));
        }
        _ => {}
    }
    found
}

/// What a raw JSON string says; a lone surrogate becomes U+FFFD.
fn decoded(raw: &str) -> Cow<'_, str> {
    let inner = verbatim::inner(raw);
    if !inner.contains('\\') {
        return Cow::Borrowed(inner);
    }
    Cow::Owned(serde_json::from_str(raw).unwrap_or_else(|_| String::from_utf16_lossy(&verbatim::units(inner))))
}

/// The first `most` bytes of `text`, or a few less.
fn clip(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

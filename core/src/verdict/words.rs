//! Everything that a refusal says, wherever its provider put it: nested JSON, JSON in strings, prose around it, and paths.
use crate::{Verbatim, json, verbatim::units};

/// How deep JSON inside strings inside JSON is followed.
const DEPTH: usize = 8;

/// What was found in a refusal.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// Every piece of text, lower case.
    pub texts: Vec<String>,
    /// Paths to members that the schema does not know, from structured reports: (path, last member).
    pub unknown: Vec<Vec<String>>,
}

impl Words {
    pub(super) fn of(body: &Verbatim) -> Self {
        let mut words = Self::default();
        words.value(body.get(), DEPTH);
        words
    }
    /// All texts as one, a line each.
    pub(super) fn joined(&self) -> String {
        self.texts.join("\n")
    }

    fn value(&mut self, raw: &str, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        match raw.bytes().next() {
            Some(b'{') => self.object(raw, depth),
            Some(b'[') => {
                let _ = json::elements(raw, |value| self.value(value.get(), depth));
            }
            Some(b'"') => self.text(String::from_utf16_lossy(&units(crate::verbatim::inner(raw))), depth),
            _ => {}
        }
    }

    fn object(&mut self, raw: &str, depth: usize) {
        let kind = json::member(raw, "type").map_or("", |v| v.get());
        let code = json::member(raw, "code").map_or("", |v| v.get());
        if let Some(loc) = json::member(raw, "loc").filter(|_| kind == "\"extra_forbidden\"") {
            let mut path = vec![];
            let _ = json::elements(loc.get(), |step| path.push(step.get().trim_matches('"').to_lowercase()));
            self.unknown.push(path);
        }
        let param = json::member(raw, "param")
            .map(|value| crate::verbatim::inner(value.get()))
            .filter(|param| !param.is_empty());
        if let Some(param) = param.filter(|_| code == "\"unknown_parameter\"") {
            self.unknown.push(steps(param));
        }
        let _ = json::members(raw, |key, value| {
            // What the client sent is no word of the provider.
            if key != "input" && key != "value" {
                self.value(value.get(), depth);
            }
        });
    }

    fn text(&mut self, text: String, depth: usize) {
        let nested = text.find(['{', '[']).and_then(|start| {
            let rest = text.get(start..)?;
            let end = rest.rfind(if rest.starts_with('{') { '}' } else { ']' })?;
            Verbatim::parse(rest.get(..=end)?).ok()
        });
        if let Some(json) = nested.filter(|json| {
            json.get().len() > 2 && !json.get().bytes().all(|b| b.is_ascii_digit() || b"[]".contains(&b))
        }) {
            self.value(json.get(), depth);
        }
        let lower = text.to_lowercase();
        self.python(&lower);
        self.texts.push(lower);
    }

    /// `{'type': 'extra_forbidden', 'loc': ('body', 'messages', 1, 'assistant', 'reasoning_content'), …}`: Python's own spelling.
    fn python(&mut self, text: &str) {
        for report in text.split("extra_forbidden").skip(1) {
            let Some((_, rest)) = report.split_once("'loc': (") else { continue };
            let Some((loc, _)) = rest.split_once(')') else { continue };
            let path =
                loc.split(',').map(|step| step.trim().trim_matches('\'').to_owned()).filter(|step| !step.is_empty());
            self.unknown.push(path.collect());
        }
    }
}

/// `messages[2].reasoning` and `messages.2.assistant.reasoning` as steps.
fn steps(path: &str) -> Vec<String> {
    path.to_lowercase().split(['.', '[', ']']).filter(|step| !step.is_empty()).map(str::to_owned).collect()
}

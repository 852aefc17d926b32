//! Refusals: a row of words, filled in. Every body comes from the table; what is filled in can never break its JSON.

use crate::provider::{Provider, Words};
use crate::wire::inside;

/// A refusal, ready to send.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) body: String,
    /// The row that it is.
    pub(crate) name: String,
    pub(crate) evidence: &'static str,
}

/// What a place in a template is filled with.
#[derive(Clone)]
pub(crate) enum Fill {
    /// Text, for the inside of a JSON string.
    Text(String),
    /// JSON.
    Json(String),
}

/// Places and what fills them.
pub(crate) type Fills = Vec<(&'static str, Fill)>;

impl From<&str> for Fill {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}
impl From<String> for Fill {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}
impl From<usize> for Fill {
    fn from(number: usize) -> Self {
        Self::Json(number.to_string())
    }
}

/// `fills! { "at": 1, "id": id }`.
macro_rules! fills {
    ($($key:literal : $value:expr),* $(,)?) => { vec![$(($key, $crate::refusal::Fill::from($value))),*] };
}
pub(crate) use fills;

impl Words {
    /// These words about one thing.
    pub(crate) fn say(&self, fills: &Fills) -> Refusal {
        self.tell(std::slice::from_ref(fills))
    }

    /// These words about all `findings`, or about the first where one is all that the host tells.
    pub(crate) fn tell(&self, findings: &[Fills]) -> Refusal {
        let mut all = findings.first().cloned().unwrap_or_default();
        for each in self.each {
            let told: Vec<String> = findings.iter().map(|fills| fill(each.one, fills)).collect();
            all.push((each.place, Fill::Json(told.join(each.between))));
        }
        Refusal {
            status: self.status,
            body: fill(self.body, &all),
            name: self.name.to_owned(),
            evidence: self.evidence,
        }
    }
}

impl Refusal {
    /// The same, as the gateway of `provider` passes it on from `upstream`; unchanged where there is no gateway.
    pub(crate) fn behind(self, provider: &Provider, upstream: &str) -> Self {
        let Some(nest) = provider.nest else { return self };
        let body = nest.say(&fills! { "raw": self.body, "upstream": upstream }).body;
        Self { body, ..self }
    }

    /// An error that no rule has words for, in the shape of `provider`'s errors.
    pub(crate) fn plain(provider: &Provider, status: u16, message: &str) -> Self {
        Self::enveloped(provider, status, message, provider.envelope.name, provider.envelope.evidence)
    }

    /// Words that stand for a message, in the shape of `provider`'s errors.
    pub(crate) fn worded(provider: &Provider, words: &Words, fills: &Fills) -> Self {
        let message = fill_plainly(words.body, fills);
        Self::enveloped(provider, words.status, &message, words.name, words.evidence)
    }

    fn enveloped(provider: &Provider, status: u16, message: &str, name: &str, evidence: &'static str) -> Self {
        let fills = fills! {
            "message": message, "kind": kind(status), "canonical": canonical(status), "status": usize::from(status),
        };
        Self { status, body: fill(provider.envelope.body, &fills), name: name.to_owned(), evidence }
    }
}

fn kind(status: u16) -> &'static str {
    match status {
        404 => "not_found_error",
        413 => "request_too_large",
        429 => "rate_limit_error",
        529 => "overloaded_error",
        500.. => "api_error",
        _ => "invalid_request_error",
    }
}

/// The name that RPC has for a status.
fn canonical(status: u16) -> &'static str {
    match status {
        401 => "UNAUTHENTICATED",
        403 => "PERMISSION_DENIED",
        404 => "NOT_FOUND",
        429 => "RESOURCE_EXHAUSTED",
        503 | 529 => "UNAVAILABLE",
        500.. => "INTERNAL",
        _ => "INVALID_ARGUMENT",
    }
}

/// `template` with its places filled; a name that nobody fills stands as it is.
fn fill(template: &str, fills: &Fills) -> String {
    fill_as(template, fills, inside)
}

/// The same where the template is text and no JSON.
fn fill_plainly(template: &str, fills: &Fills) -> String {
    fill_as(template, fills, str::to_owned)
}

fn fill_as(template: &str, fills: &Fills, spell: impl Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let place = after.split_once('}').and_then(|(name, after)| {
            let (_, fill) = fills.iter().find(|(known, _)| *known == name)?;
            Some((fill, after))
        });
        rest = match place {
            Some((Fill::Text(text), after)) => {
                out.push_str(&spell(text));
                after
            }
            Some((Fill::Json(json), after)) => {
                out.push_str(json);
                after
            }
            None => {
                out.push('{');
                after
            }
        };
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::Each;

    const WORDS: Words = Words {
        name: "test",
        status: 400,
        body: r#"{"a":{"b":"{id} {other}"},"all":[{each}]}"#,
        each: &[Each { place: "each", one: "{at}", between: "," }],
        evidence: "synthetic",
    };

    #[test]
    fn places_are_filled_and_nothing_else() {
        let refusal = WORDS.tell(&[fills! { "id": "\"{at}\"", "at": 1 }, fills! { "at": 2 }]);
        assert_eq!(refusal.body, r#"{"a":{"b":"\"{at}\" {other}"},"all":[1,2]}"#);
        assert_eq!(fill("{", &Vec::new()), "{");
        assert_eq!(fill("{}{a}", &fills! { "a": "x" }), "{}x");
    }
}

//! Names that this API does not know. Every one of them is told, each with the path of what has it; both spellings of a known one
//! will do.

use crate::provider::{Body, Words};
use crate::refusal::{Fill, Fills, Refusal, fills};
use serde_json::Value;

/// The members that an object may have, as they are spelled in camels, and what is known of those that are objects themselves.
pub(crate) struct Message(pub(crate) &'static [(&'static str, Option<&'static Message>)]);

impl Message {
    /// Refuses `body` where anything in it has a name that nobody knows.
    pub(crate) fn check(&self, body: &Body, words: &Words) -> Result<(), Box<Refusal>> {
        let mut findings = Vec::new();
        self.find(body, "", &mut findings);
        if findings.is_empty() { Ok(()) } else { Err(Box::new(words.tell(&findings))) }
    }

    fn find(&self, object: &Body, path: &str, findings: &mut Vec<Fills>) {
        for (name, value) in object {
            let Some((known, holds)) = self.0.iter().find(|(known, _)| *known == name || snake(known) == *name) else {
                findings.push(stranger(name, path));
                continue;
            };
            let Some(message) = holds else { continue };
            let path = if path.is_empty() { snake(known) } else { format!("{path}.{}", snake(known)) };
            match value {
                Value::Object(inner) => message.find(inner, &path, findings),
                Value::Array(list) => {
                    let objects = list.iter().enumerate().filter_map(|(at, one)| Some((at, one.as_object()?)));
                    objects.for_each(|(at, inner)| message.find(inner, &format!("{path}[{at}]"), findings));
                }
                _ => {}
            }
        }
    }
}

/// What is told of the name `name` in the object at `path`.
pub(crate) fn stranger(name: &str, path: &str) -> Fills {
    let (place, field) = match path {
        "" => (String::new(), String::new()),
        path => (format!(" at '{path}'"), format!(r#""field":{},"#, Value::from(path))),
    };
    fills! { "field": name, "place": place, "named": Fill::Json(field) }
}

/// A member under either spelling.
pub(crate) fn member<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    value.as_object().and_then(|object| named(object, name))
}

/// A member under either spelling; `null` is none.
pub(super) fn named<'a>(object: &'a Body, name: &str) -> Option<&'a Value> {
    object.get(name).or_else(|| object.get(&snake(name))).filter(|value| !value.is_null())
}

/// `thoughtSignature` as `thought_signature`.
pub(super) fn snake(camel: &str) -> String {
    let mut snake = String::with_capacity(camel.len() + 4);
    for letter in camel.chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{REQUEST, UNKNOWN_NAME};

    #[test]
    fn every_unknown_name_is_told_with_its_path() {
        let body = r#"{"contents":[{"role":"model","parts":[{"text":"a"},{"function_call":{"name":"f","x":1},"thoughtSignature":"a","reasoning":1}]}],"generationConfig":{"thinking_config":{"include_thoughts":true,"effort":1}},"system_instruction":{"parts":{"text":"s"}},"model":"m"}"#;
        let body: Body = serde_json::from_str(body).unwrap();
        let refusal = REQUEST.check(&body, &UNKNOWN_NAME).unwrap_err();
        let told: Value = serde_json::from_str(&refusal.body).unwrap();
        let told = told["error"]["message"].as_str().unwrap();
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines.len(), 4, "{told}");
        for line in [
            r#"Invalid JSON payload received. Unknown name "x" at 'contents[0].parts[1].function_call': Cannot find field."#,
            r#"Invalid JSON payload received. Unknown name "reasoning" at 'contents[0].parts[1]': Cannot find field."#,
            r#"Invalid JSON payload received. Unknown name "effort" at 'generation_config.thinking_config': Cannot find field."#,
            r#"Invalid JSON payload received. Unknown name "model": Cannot find field."#,
        ] {
            assert!(lines.contains(&line), "{told}");
        }
        assert_eq!((snake("topP"), snake("functionCall")), ("top_p".to_owned(), "function_call".to_owned()));
    }
}

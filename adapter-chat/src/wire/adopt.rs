//! The request members of other wires, said in this one's. What has no counterpart is left out and noted.
use super::{dialect::Dialect, path};
use throughline_core::{Api, Note, Request, Verbatim, json};

/// Members that mean the same under another name, or under the same one.
const NAMES: [(&str, &str); 12] = [
    ("model", "model"),
    ("stream", "stream"),
    ("temperature", "temperature"),
    ("top_p", "top_p"),
    ("topP", "top_p"),
    ("max_tokens", "max_tokens"),
    ("maxTokens", "max_tokens"),
    ("max_output_tokens", "max_tokens"),
    ("maxOutputTokens", "max_tokens"),
    ("stop_sequences", "stop"),
    ("stopSequences", "stop"),
    ("parallel_tool_calls", "parallel_tool_calls"),
];

/// Objects of other wires whose members are parameters like those above.
const NESTED: [&str; 2] = ["generationConfig", "inferenceConfig"];

/// What a wire calls its choices of tools; this wire has `auto`, `none` and `required`.
const CHOICES: [(&str, &str); 4] =
    [("auto", "\"auto\""), ("none", "\"none\""), ("any", "\"required\""), ("required", "\"required\"")];

impl Dialect {
    /// Says a request of another wire in this one's parameters.
    pub fn adopt(&self, request: &Request, notes: &mut Vec<Note>) -> Request {
        let mut adopted = Request { api: Api::CHAT, tools: None, members: vec![] };
        for (key, value) in &request.members {
            if NESTED.contains(&key.as_str()) {
                let inside = json::members(value.get(), |key, value| member(key, &value.into(), &mut adopted, notes));
                if inside.is_ok() {
                    continue;
                }
            }
            member(key.as_str(), value, &mut adopted, notes);
        }
        for tool in request.tools.iter().flatten() {
            match &tool.name {
                Some(_) => adopted.tools.get_or_insert_default().push(tool.clone()),
                None => {
                    let kind = path::string(tool.payload.get(), "type").unwrap_or("unnamed");
                    notes.push(Note::plain(format!("tool `{kind}`"), "a server's own tool stays on its wire"));
                }
            }
        }
        adopted
    }
}

fn member(key: &str, value: &Verbatim, adopted: &mut Request, notes: &mut Vec<Note>) {
    if let Some((_, name)) = NAMES.iter().find(|(theirs, _)| *theirs == key) {
        return adopted.set(*name, value.clone());
    }
    match (key, choice(value.get())) {
        ("tool_choice", Some(choice)) => {
            adopted.set(key.to_owned(), choice);
            if json::member(value.get(), "disable_parallel_tool_use").is_some_and(|single| single.get() == "true") {
                adopted.members.extend(Verbatim::parse("false").ok().map(|no| ("parallel_tool_calls".into(), no)));
            }
        }
        _ => notes.push(Note::plain(format!("request member `{key}`"), "this wire has no counterpart")),
    }
}

/// A choice of tools: a word, or an object with a `type` and perhaps the name of one tool.
fn choice(value: &str) -> Option<Verbatim> {
    let word = path::string(value, "type").or_else(|| path::string(value, ""))?;
    let said = CHOICES.iter().find(|(theirs, _)| *theirs == word).map(|(_, ours)| (*ours).to_owned());
    let named = || Some(format!(r#"{{"type":"function","function":{{"name":"{}"}}}}"#, path::string(value, "name")?));
    Verbatim::parse(&said.or_else(named)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::CHAT;
    use throughline_core::{Literal, Tool};

    fn adopt(members: &str, tools: Option<Vec<Tool>>) -> (String, Vec<String>) {
        let mut request = Request { api: Api::MESSAGES, tools, members: vec![] };
        json::members(members, |key, value| request.set(key.to_owned(), value.into())).unwrap();
        let mut notes = vec![];
        let adopted = CHAT.adopt(&request, &mut notes);
        let said: Vec<_> = adopted.members.iter().map(|(key, value)| format!("{key}={}", value.get())).collect();
        let tools = adopted.tools.map_or(0, |tools| tools.len());
        (format!("{} tools={tools}", said.join(" ")), notes.iter().map(|note| note.what.to_string()).collect())
    }
    #[test]
    fn parameters_get_their_names_here_and_the_rest_is_noted() {
        let request = r#"{"model":"m","max_tokens":5,"stop_sequences":["x"],"top_k":3,"thinking":{"type":"enabled"},"tool_choice":{"type":"any","disable_parallel_tool_use":true}}"#;
        let tool = |name| Tool {
            payload: Verbatim::parse(r#"{"type":"web_search_1"}"#).unwrap(),
            api: Api::MESSAGES,
            name,
            description: None,
            schema: None,
        };
        let (said, notes) = adopt(request, Some(vec![tool(None), tool(Some(Literal::of("f")))]));
        assert_eq!(
            said,
            r#"model="m" max_tokens=5 stop=["x"] tool_choice="required" parallel_tool_calls=false tools=1"#
        );
        assert_eq!(notes, ["request member `top_k`", "request member `thinking`", "tool `web_search_1`"]);
        let (said, notes) =
            adopt(r#"{"generationConfig":{"maxOutputTokens":9,"x":1},"tool_choice":{"type":"tool","name":"f"}}"#, None);
        assert_eq!(said, r#"max_tokens=9 tool_choice={"type":"function","function":{"name":"f"}} tools=0"#);
        assert_eq!(notes, ["request member `x`"]);
    }
}

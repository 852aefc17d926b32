//! What a request says beside its messages: tools and parameters, in the caller's spelling.
use crate::{
    Api, Key, Literal, Note, Verbatim, WireError,
    json::{self, Extras, Object},
    write,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The members of a request beside its messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The wire whose parameter names `members` uses.
    pub api: Api,
    /// The tools on offer; none where the member was absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<Tool>>,
    /// Every other member, in order. The value of `model` is the route's when it is written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Extras,
}

/// A tool on offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// The declaration in the shape of its wire.
    pub payload: Verbatim,
    /// The wire whose shape it has.
    pub api: Api,
    /// Its name; none for a server's own tool, which stays on its wire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Literal>,
    /// What it does.
    #[serde(default, deserialize_with = "crate::verbatim::present", skip_serializing_if = "Option::is_none")]
    pub description: Option<Verbatim>,
    /// The JSON schema of its arguments.
    #[serde(default, deserialize_with = "crate::verbatim::present", skip_serializing_if = "Option::is_none")]
    pub schema: Option<Verbatim>,
}

impl Tool {
    /// Reads a declaration that stands under `function`, as chat completions and wires like it have it. A tool that is no function is the
    /// server's own: it has no name.
    ///
    /// # Errors
    /// Where it is no object, or has a name twice.
    pub fn of_function(raw: &RawValue, api: Api, place: &str) -> Result<Self, WireError> {
        let function = Object::strict(raw.get(), place)?.take("function");
        let member = |key| function.and_then(|function| json::member(function.get(), key));
        Ok(Self {
            payload: raw.into(),
            api,
            name: member("name").and_then(Literal::read),
            description: member("description").map(Verbatim::from),
            schema: member("parameters").map(Verbatim::from),
        })
    }
    /// What it does, as JSON; none where that is no string.
    pub fn about(&self) -> Option<&str> {
        self.description.as_ref().filter(|about| about.literal().is_some()).map(Verbatim::get)
    }
    /// The schema of its arguments, as JSON; of a tool that has none, the one that asks for nothing.
    pub fn parameters(&self) -> &str {
        let schema = self.schema.as_ref().filter(|schema| schema.is_object());
        schema.map_or(r#"{"type":"object","properties":{}}"#, Verbatim::get)
    }
    /// The declaration that [`Tool::of_function`] reads; none without a name.
    pub fn as_function(&self) -> Option<String> {
        let mut out = br#"{"type":"function","function":{"#.to_vec();
        write::member(&mut out, "name", self.name.as_ref()?.raw());
        self.about().into_iter().for_each(|about| write::member(&mut out, "description", about));
        write::member(&mut out, "parameters", self.parameters());
        out.extend_from_slice(b"}}");
        String::from_utf8(out).ok()
    }
}

impl Request {
    /// Its tools as `api` declares them, in the words that `declare` finds; one for which it finds none stays, with a note.
    pub fn declared(
        &self,
        api: &Api,
        notes: &mut Vec<Note>,
        declare: impl Fn(&Tool) -> Option<String>,
    ) -> Option<Vec<Tool>> {
        let mut declared = |tool: &Tool| {
            if tool.api == *api {
                return Some(tool.clone());
            }
            let payload = declare(tool).and_then(|json| Verbatim::parse(&json).ok());
            if payload.is_none() {
                notes.push(Note::plain("a tool", "its own host's, and unknown to this wire"));
            }
            payload.map(|payload| Tool { payload, api: api.clone(), ..tool.clone() })
        };
        self.tools.as_ref().map(|tools| tools.iter().filter_map(&mut declared).collect())
    }
    /// Sets a member to JSON that an adapter wrote; false where that is none.
    pub fn put(&mut self, key: impl Into<Key>, json: &str) -> bool {
        Verbatim::parse(json).ok().map(|value| self.set(key, value)).is_some()
    }
    /// A request with nothing but its model.
    pub fn new(api: Api) -> Self {
        let model = Literal::of("").verbatim().clone();
        Self { api, tools: None, members: vec![(Key::new("model"), model)] }
    }
    /// A member that stands twice, or that has a place of its own.
    pub(crate) fn strange(&self) -> Option<&str> {
        let mut names: Vec<&str> = self.members.iter().map(|(key, _)| key.as_str()).collect();
        if let Some(own) = names.iter().find(|name| matches!(**name, "messages" | "tools")) {
            return Some(own);
        }
        names.sort_unstable();
        names.windows(2).find(|pair| pair.first() == pair.last()).and_then(|pair| pair.first().copied())
    }
    /// The member called `key`.
    pub fn get(&self, key: &str) -> Option<&Verbatim> {
        self.members.iter().rfind(|(name, _)| name == key).map(|(_, value)| value)
    }
    /// Sets a member, in place where it was.
    pub fn set(&mut self, key: impl Into<Key>, value: Verbatim) {
        let key = key.into();
        match self.members.iter_mut().rfind(|(name, _)| *name == key) {
            Some((_, old)) => *old = value,
            None => self.members.push((key, value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FUNCTION: &str = r#"{"type":"function","function":{"name":"f\u00e9","description":"d","parameters":{"type":"object","required":["a"]}}}"#;

    fn read(json: &str) -> Result<Tool, String> {
        let raw: &RawValue = serde_json::from_str(json).unwrap();
        Tool::of_function(raw, Api::CHAT, "tools[3]").map_err(|error| error.to_string())
    }

    #[test]
    fn a_function_is_read_and_written_and_a_server_s_own_tool_has_no_name() {
        let tool = read(FUNCTION).unwrap();
        assert_eq!(tool.as_function().as_deref(), Some(FUNCTION));
        let bare = Tool { description: Some(RawValue::NULL.into()), schema: Some(RawValue::TRUE.into()), ..tool };
        let asks_nothing =
            r#"{"type":"function","function":{"name":"f\u00e9","parameters":{"type":"object","properties":{}}}}"#;
        assert_eq!(bare.as_function().as_deref(), Some(asks_nothing));
        let own = read(r#"{"type":"web_search"}"#).unwrap();
        assert_eq!((own.name.as_ref(), own.as_function()), (None, None));
        assert_eq!(read("7").unwrap_err(), "tools[3]: expected an object, found a number");
        assert_eq!(read(r#"{"a":1,"a":2}"#).unwrap_err(), "tools[3]: expected each name once, found `a` twice");
    }

    #[test]
    fn tools_are_declared_once_and_those_that_cannot_be_are_noted() {
        let (function, own) = (read(FUNCTION).unwrap(), read(r#"{"type":"web_search"}"#).unwrap());
        let here = Tool { api: Api::MESSAGES, ..own.clone() };
        let request = Request { tools: Some(vec![function, own, here.clone()]), ..Request::new(Api::CHAT) };
        let mut notes = vec![];
        let declared = request.declared(&Api::MESSAGES, &mut notes, Tool::as_function).unwrap();
        assert_eq!(declared.iter().map(|tool| tool.payload.get()).collect::<Vec<_>>(), [FUNCTION, here.payload.get()]);
        assert!(declared.iter().all(|tool| tool.api == Api::MESSAGES));
        assert_eq!(notes.iter().map(|note| note.what.as_ref()).collect::<Vec<_>>(), ["a tool"]);
        assert_eq!(Request::new(Api::CHAT).declared(&Api::CHAT, &mut notes, |_| None), None);
    }

    #[test]
    fn what_is_no_json_is_not_put() {
        let mut request = Request::new(Api::CHAT);
        assert!(request.put("a", "[1.50]") && !request.put("a", "[") && !request.put("b", ""));
        assert_eq!((request.get("a").map(Verbatim::get), request.get("b")), (Some("[1.50]"), None));
    }
}

//! The scripted model. It thinks of a code word and keeps it to itself; asked for it later it can only say what it finds in
//! the thinking that came back with the request. It has no memory of its own, and must never be given one.

use crate::seal::Keys;
use serde_json::{Map, Value};

/// One thing that was said before, as the model sees it.
#[derive(Debug, PartialEq)]
pub(crate) enum Said {
    User(String),
    /// The model's own turn: thoughts that reached it, and whether it called tools.
    Model {
        thoughts: Vec<String>,
        calls: bool,
    },
    Result(String),
}

/// A tool that the request declares.
#[derive(Debug, PartialEq)]
pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) schema: Value,
}

/// Whether a tool may be called.
#[derive(Debug, PartialEq)]
pub(crate) enum Choice {
    Free,
    Never,
    Any,
    This(String),
}

/// What the model is asked.
pub(crate) struct Ask {
    pub(crate) provider: &'static str,
    pub(crate) said: Vec<Said>,
    pub(crate) tools: Vec<Tool>,
    pub(crate) choice: Choice,
    pub(crate) thinks: bool,
}

/// What it does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Act {
    pub(crate) thought: Option<String>,
    /// What people may be told of the thought: never the code word.
    pub(crate) summary: &'static str,
    pub(crate) text: String,
    /// Names of tools and their arguments: one, or all at once where that was asked for.
    pub(crate) calls: Vec<(String, Value)>,
    /// The number of its turn: tool calls are numbered by it.
    pub(crate) turn: usize,
}

const MARK: &str = "the code word is ";
const NOUNS: &[&str] = &[
    "AMBER", "BADGER", "CEDAR", "DELTA", "EMBER", "FALCON", "GARNET", "HARBOR", "INDIGO", "JUNIPER", "KESTREL",
    "LANTERN", "MARBLE", "NECTAR", "OCTAVE", "PEPPER", "QUARTZ", "RAVEN", "SAFFRON", "THISTLE", "UMBRA", "VELVET",
    "WILLOW", "YARROW",
];

impl Act {
    /// Tokens that were thought and tokens that were said.
    pub(crate) fn tokens(&self) -> (usize, usize) {
        let thought = self.thought.as_deref().map_or(0, str::len).div_ceil(4);
        let calls: usize = self.calls.iter().map(|(name, arguments)| name.len() + arguments.to_string().len()).sum();
        (thought, (self.text.len() + calls).div_ceil(4).max(1))
    }
}

impl Ask {
    /// Thoughts that reach the model.
    pub(crate) fn thoughts(&self) -> impl Iterator<Item = &str> {
        let turns = self.said.iter().filter_map(|said| match said {
            Said::Model { thoughts, .. } => Some(thoughts),
            _ => None,
        });
        turns.flatten().map(String::as_str)
    }

    /// The model's turn.
    pub(crate) fn answer(&self, keys: &Keys) -> Act {
        let turn = self.said.iter().filter(|said| matches!(said, Said::Model { .. })).count();
        let asked = self.said.iter().rposition(|said| matches!(said, Said::User(_)));
        let since = self.said.get(asked.map_or(0, |at| at + 1)..).unwrap_or_default();
        let result = since.iter().rev().find_map(|said| match said {
            Said::Result(text) => Some(text),
            _ => None,
        });
        let question = asked.and_then(|at| self.said.get(at)).and_then(|said| match said {
            Said::User(text) => Some(text.as_str()),
            _ => None,
        });
        let recalls = turn > 0 && result.is_none() && question.is_some_and(asks_for_the_word);
        let tool = if result.is_some() { None } else { self.tool(recalls) };
        let all = tool.is_some() && question.is_some_and(asks_for_all);
        let called = tool.into_iter().chain(self.tools.iter().skip(1).filter(|_| all));
        let calls: Vec<_> = called.map(|tool| (tool.name.clone(), arguments(&tool.schema))).collect();
        let text = match (calls.first(), result) {
            (Some(_), _) => String::new(),
            (None, Some(result)) => format!("The tool says: {}. That settles it.", short(result)),
            (None, None) if recalls => match self.word() {
                Some(word) => format!("The code word was {word}."),
                None => "I do not remember any code word.".to_owned(),
            },
            (None, None) => format!("Understood: {}", short(question.unwrap_or("nothing was asked"))),
        };
        let (thought, summary) = match turn {
            0 => (self.first_thought(keys), "Settling on something to keep in mind before answering."),
            _ => (later_thought(turn, recalls), "Weighing what came before."),
        };
        Act { thought: self.thinks.then_some(thought), summary, text, calls, turn }
    }

    /// The tool to call, where one is.
    fn tool(&self, recalls: bool) -> Option<&Tool> {
        match &self.choice {
            Choice::Never => None,
            Choice::This(name) => self.tools.iter().find(|tool| tool.name == *name).or_else(|| self.tools.first()),
            Choice::Any => self.tools.first(),
            Choice::Free => self.tools.first().filter(|_| !recalls),
        }
    }

    /// The code word, as far as a thought that came back names it; the first is the one that was asked for.
    fn word(&self) -> Option<&str> {
        self.thoughts().find_map(named_in)
    }

    /// Leading space, quotes, a line's end and letters of many bytes: all of it has to survive.
    fn first_thought(&self, keys: &Keys) -> String {
        let opening = self.said.iter().find_map(|said| match said {
            Said::User(text) => Some(text.as_str()),
            _ => None,
        });
        let number = keys.number(&["word", self.provider, opening.unwrap_or_default()]);
        let noun = usize::try_from(number).ok().and_then(|number| NOUNS.get(number % NOUNS.len())).unwrap_or(&"AMBER");
        format!(
            " Before I answer I settle on something that nobody hears: {MARK}{noun}-{:04}.\nIt stays \"unsaid\" \\ naïve, 静か, ☕ until I am asked.",
            number / 97 % 10_000
        )
    }
}

/// A word in the form that the model makes, where the thought names one.
fn named_in(thought: &str) -> Option<&str> {
    let (_, rest) = thought.split_once(MARK)?;
    let letters = rest.find(|c: char| !c.is_ascii_uppercase())?;
    let digits = rest.get(letters..)?.strip_prefix('-')?.get(..4)?;
    let whole = letters > 0 && digits.bytes().all(|byte| byte.is_ascii_digit());
    rest.get(..letters + 5).filter(|_| whole)
}

fn later_thought(turn: usize, recalls: bool) -> String {
    let about = if recalls { "I am asked for my secret; what did I think before?" } else { "I have what I need." };
    format!(" Step {}: {about}\n\tNow the answer – no more than asked.", turn + 1)
}

fn asks_for_the_word(question: &str) -> bool {
    let plain: String = question.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    plain.contains("codeword")
}

/// All its tools at once.
fn asks_for_all(question: &str) -> bool {
    question.to_lowercase().contains("all tools")
}

fn short(text: &str) -> String {
    text.trim().chars().take(80).collect()
}

/// Arguments that a schema asks for: every required property, of its type.
fn arguments(schema: &Value) -> Value {
    let required = schema.get("required").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let properties = schema.get("properties");
    let members = required.iter().filter_map(Value::as_str).map(|name| {
        let property = properties.and_then(|all| all.get(name)).unwrap_or(&Value::Null);
        (name.to_owned(), example(property))
    });
    Value::Object(members.collect::<Map<_, _>>())
}

fn example(property: &Value) -> Value {
    if let Some(value) = property.get("enum").and_then(|values| values.get(0)).or_else(|| property.get("const")) {
        return value.clone();
    }
    let kind = property.get("type").and_then(|kind| kind.as_str().or_else(|| kind.get(0)?.as_str()));
    match kind.map(str::to_ascii_lowercase).as_deref() {
        Some("number") => Value::from(2.5),
        Some("integer") => Value::from(2),
        Some("boolean") => Value::from(true),
        Some("array") => Value::Array(Vec::new()),
        Some("object") => arguments(property),
        Some("null") => Value::Null,
        _ => Value::from("Florence, \"Italy\" – città"),
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a test builds its schemas as JSON")]
mod tests {
    use super::*;
    use serde_json::json;

    fn ask(said: Vec<Said>, tools: bool) -> Ask {
        let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}, "x": {}}, "required": ["n"]});
        let tools = if tools { vec![Tool { name: "look".to_owned(), schema }] } else { Vec::new() };
        Ask { provider: "p", said, tools, choice: Choice::Free, thinks: true }
    }
    fn user(text: &str) -> Said {
        Said::User(text.to_owned())
    }
    fn model(thoughts: &[&str]) -> Said {
        Said::Model { thoughts: thoughts.iter().map(|&thought| thought.to_owned()).collect(), calls: true }
    }
    fn word(act: &Act) -> String {
        named_in(act.thought.as_deref().unwrap()).unwrap().to_owned()
    }

    #[test]
    fn a_word_is_thought_of_and_a_tool_is_called() {
        let keys = Keys::new(1);
        let act = ask(vec![user("hello")], true).answer(&keys);
        let word = word(&act);
        assert_eq!(act.calls, [("look".to_owned(), json!({"n": 2}))]);
        assert!(act.text.is_empty() && !act.summary.contains(&word));
        let other = ask(vec![user("hello there")], false).answer(&keys);
        assert_eq!(other.calls, []);
        assert_eq!(other.text, "Understood: hello there");
        assert_ne!(other.thought, act.thought, "another conversation, another word");
        assert_ne!(ask(vec![user("hello")], true).answer(&Keys::new(2)).thought, act.thought);
    }

    #[test]
    fn it_recalls_what_came_back_and_nothing_else() {
        let keys = Keys::new(1);
        let thought = ask(vec![user("hello")], true).answer(&keys).thought.unwrap();
        let word = named_in(&thought).unwrap().to_owned();
        let later = |thoughts: &[&str]| {
            let said = vec![
                user("hello"),
                model(thoughts),
                Said::Result("42".to_owned()),
                model(&[]),
                user("Which code word did you think of?"),
            ];
            ask(said, true).answer(&keys).text
        };
        assert_eq!(later(&["x", &thought]), format!("The code word was {word}."));
        for lost in [&[][..], &[" "], &["the code word is secret"], &["the code word is ABC-12"]] {
            assert_eq!(later(lost), "I do not remember any code word.");
        }
    }

    #[test]
    fn a_result_is_answered_and_not_asked_for_again() {
        let said = vec![user("a"), model(&[]), Said::Result("42".to_owned())];
        let act = ask(said, true).answer(&Keys::new(1));
        assert_eq!((act.text.as_str(), act.calls), ("The tool says: 42. That settles it.", Vec::new()));
        let said = vec![user("a"), model(&[]), Said::Result("42".to_owned()), model(&[]), user("and now?")];
        assert!(ask(said, true).answer(&Keys::new(1)).calls.len() == 1);
    }

    #[test]
    fn all_tools_are_called_at_once_where_that_is_asked_for() {
        let mut asked = ask(vec![user("Use all tools.")], true);
        let schema = json!({"type": "OBJECT", "required": ["b"], "properties": {"b": {"type": "BOOLEAN"}}});
        asked.tools.push(Tool { name: "hear".to_owned(), schema });
        let calls = asked.answer(&Keys::new(1)).calls;
        assert_eq!(calls, [("look".to_owned(), json!({"n": 2})), ("hear".to_owned(), json!({"b": true}))]);
    }

    #[test]
    fn nothing_asked_is_still_an_answer() {
        assert_eq!(ask(Vec::new(), false).answer(&Keys::new(1)).text, "Understood: nothing was asked");
    }
}

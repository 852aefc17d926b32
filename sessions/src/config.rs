//! A session's model config: one JSON object of which each system that shares it knows some members. Those that we do not write keep
//! their bytes and their order.
use crate::{Error, ErrorKind};
use throughline_core::{Literal, Verbatim, json};

/// The members of a model config.
#[derive(Default)]
pub(crate) struct Config {
    members: Vec<Member>,
}

struct Member {
    name: String,
    /// The name as it is spelled, quotes included.
    key: String,
    value: String,
}

impl Config {
    /// Reads a model config; none is an empty one.
    ///
    /// # Errors
    /// Unreadable, where it is not one JSON object. Whoever cannot read it must not write it either.
    pub(crate) fn read(text: Option<&str>) -> Result<Self, Error> {
        let Some(text) = text else { return Ok(Self::default()) };
        let (mut members, mut behind) = (vec![], text.as_ptr() as usize);
        let read = json::members(text, |name, value| {
            let (from, start) =
                (behind - text.as_ptr() as usize, value.get().as_ptr() as usize - text.as_ptr() as usize);
            let key = text.get(from..start).unwrap_or_default();
            let key = key.trim_start_matches(|c: char| matches!(c, '{' | ',') || c.is_whitespace());
            let key = key.trim_end_matches(|c: char| c == ':' || c.is_whitespace());
            behind = value.get().as_ptr() as usize + value.get().len();
            members.push(Member { name: name.to_owned(), key: key.to_owned(), value: value.get().to_owned() });
        });
        match read {
            Ok(()) => Ok(Self { members }),
            Err(source) => {
                let what = "the model config is not one JSON object; it was left as it is: mend it with sqlite3, or set it to NULL";
                Err(Error::caused(ErrorKind::Unreadable, what, source))
            }
        }
    }
    /// The last member of that name, as every JSON parser reads a duplicate.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.members.iter().rfind(|member| member.name == name).map(|member| member.value.as_str())
    }
    /// Sets a member, in place where it was; none takes it away.
    pub(crate) fn set(&mut self, name: &str, value: Option<String>) {
        match (value, self.members.iter_mut().rfind(|member| member.name == name)) {
            (Some(value), Some(member)) => member.value = value,
            (Some(value), None) => {
                self.members.push(Member { name: name.to_owned(), key: Literal::of(name).raw().to_owned(), value });
            }
            (None, _) => self.members.retain(|member| member.name != name),
        }
    }
    /// The members by name.
    pub(crate) fn settings(&self) -> Vec<(String, Verbatim)> {
        let read = |member: &Member| Some((member.name.clone(), Verbatim::parse(&member.value).ok()?));
        self.members.iter().filter_map(read).collect()
    }
    /// The object; none where it is empty.
    pub(crate) fn text(&self) -> Option<String> {
        let members: Vec<_> = self.members.iter().map(|member| format!("{}:{}", member.key, member.value)).collect();
        (!members.is_empty()).then(|| format!("{{{}}}", members.join(",")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_ours_keeps_its_bytes_and_its_order() {
        let text = r#" { "z" : 1.50e0 , "\u0061{,:" :{"b": [1, "\ud800"]},"a":"\/" }"#;
        let mut config = Config::read(Some(text)).unwrap();
        config.set("new", Some("[1]".to_owned()));
        config.set("a", Some("2".to_owned()));
        assert_eq!(config.text().unwrap(), r#"{"z":1.50e0,"\u0061{,:":{"b": [1, "\ud800"]},"a":2,"new":[1]}"#);
        config.set("a{,:", None);
        assert_eq!(config.text().unwrap(), r#"{"z":1.50e0,"a":2,"new":[1]}"#);
        assert_eq!((config.get("z"), config.get("b")), (Some("1.50e0"), None));
        assert_eq!(config.settings().iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["z", "a", "new"]);
    }
    #[test]
    fn of_two_of_one_name_the_last_is_read_and_written() {
        let mut config = Config::read(Some(r#"{"a":1,"a":2}"#)).unwrap();
        assert_eq!(config.get("a"), Some("2"));
        config.set("a", Some("3".to_owned()));
        assert_eq!(config.text().unwrap(), r#"{"a":1,"a":3}"#);
        config.set("a", None);
        assert_eq!(config.text(), None);
    }
    #[test]
    fn what_is_no_object_is_an_error() {
        for text in ["", "{", "[]", "null", r#"{"a":1} x"#, r#"{"a":}"#] {
            assert_eq!(Config::read(Some(text)).err().map(|error| error.kind()), Some(ErrorKind::Unreadable), "{text}");
        }
        assert_eq!(Config::read(Some(" {} ")).unwrap().text(), None);
        assert_eq!(Config::read(None).unwrap().text(), None);
    }
}

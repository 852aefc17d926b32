//! Where requests are taken: a path that may hold a model's name and say that the reply is streamed, and the places where a
//! host looks for a key. A key is never asked for and never read; one in a place where nobody looks is refused.

use crate::provider::{Keep, Words};

/// A path that takes requests, by segments: `{version}` stands for a version, any other `{name}` for what stands there.
pub(crate) struct Door {
    pub(crate) path: &'static str,
    /// What is kept for whoever comes in here, whatever the table says.
    pub(crate) keep: Option<Keep>,
    /// Replies come piece by piece here, whatever the body says.
    pub(crate) streams: bool,
    pub(crate) locks: Option<&'static Locks>,
}

/// Places for a key: names of headers, and `?key` in the address.
pub(crate) struct Locks {
    pub(crate) at: &'static [&'static str],
    pub(crate) words: &'static Words,
}

/// A door that a request came in at, and what the address said.
pub(crate) struct Entry {
    pub(crate) door: &'static Door,
    pub(crate) model: Option<String>,
    /// Pieces come as events, and not as the members of one list.
    pub(crate) events: bool,
    /// Features before their time that a header asks for.
    pub(crate) betas: Vec<String>,
}

/// Everywhere that some host looks for a key.
const PLACES: &[&str] = &["authorization", "x-goog-api-key", "x-api-key", "api-key", "?key"];

impl Door {
    /// This door, where `path` leads to it.
    pub(crate) fn open(&'static self, path: &str, query: &str) -> Option<Entry> {
        let mut model = None;
        let mut segments = path.trim_matches('/').split('/');
        for wanted in self.path.trim_matches('/').split('/') {
            let segment = segments.next()?;
            match wanted.strip_prefix('{').and_then(|wanted| wanted.split_once('}')) {
                None if wanted == segment => {}
                Some(("version", "")) if is_version(segment) => {}
                Some((name, after)) if name != "version" => {
                    let found = segment.strip_suffix(after).filter(|found| !found.is_empty())?;
                    if name == "model" {
                        model = Some(found.to_owned());
                    }
                }
                _ => return None,
            }
        }
        let events = query.split('&').any(|pair| pair == "alt=sse");
        segments.next().is_none().then_some(Entry { door: self, model, events, betas: Vec::new() })
    }

    /// The words to a request that brings its key where nobody looks; `has` says what came.
    pub(crate) fn locked(&self, has: impl Fn(&str) -> bool) -> Option<&'static Words> {
        let locks = self.locks?;
        let came = PLACES.iter().any(|place| has(place));
        (came && !locks.at.iter().any(|place| has(place))).then_some(locks.words)
    }
}

/// `text` of a path with its escapes read; what is no escape stands as it is.
pub(crate) fn plain(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        bytes.extend(before.as_bytes());
        let read = after.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(read.unwrap_or(b'%'));
        rest = if read.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    bytes.extend(rest.as_bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}

/// `v1`, `v1beta`, `v1beta1`.
fn is_version(segment: &str) -> bool {
    segment.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    static DOOR: Door = Door {
        path: "/{version}/projects/{project}/models/{model}:say",
        keep: None,
        streams: false,
        locks: Some(&Locks { at: &["x-goog-api-key", "?key"], words: &crate::table::UNAUTHENTICATED }),
    };

    #[test]
    fn a_path_opens_its_door_alone() {
        for (path, model) in
            [("v1/projects/p/models/m:say", "m"), ("/v1beta1/projects/p/models/a%3Ab:x:say/", "a%3Ab:x")]
        {
            assert_eq!(DOOR.open(path, "").unwrap().model.as_deref(), Some(model), "{path}");
        }
        for path in [
            "",
            "v1",
            "x/projects/p/models/m:say",
            "v1/projects//models/m:say",
            "v1/projects/p/models/:say",
            "v1/projects/p/models/m:tell",
            "v1/projects/p/models/m:say/x",
            "v1/project/p/models/m:say",
        ] {
            assert!(DOOR.open(path, "").is_none(), "{path}");
        }
        let events = |query| DOOR.open("v1/projects/p/models/m:say", query).unwrap().events;
        assert!(events("alt=sse") && events("key=k&alt=sse") && !events("alt=json") && !events(""));
    }

    #[test]
    fn escapes_are_read() {
        let read = ["a%3Ab%2fc", "100%", "%zz%4", "%E9%9D%99", ""].map(plain);
        assert_eq!(read, ["a:b/c", "100%", "%zz%4", "静", ""]);
    }

    #[test]
    fn a_key_where_nobody_looks_is_refused() {
        let locked = |came: &'static [&'static str]| DOOR.locked(|place| came.contains(&place)).is_some();
        assert!(locked(&["authorization"]) && locked(&["x-api-key"]));
        assert!(!locked(&[]) && !locked(&["?key"]) && !locked(&["x-goog-api-key", "authorization"]));
    }
}

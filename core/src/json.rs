//! Reading JSON by borrowing: members and elements are handed on as raw values, in order, duplicates included.
//!
//! Never builds a tree and never allocates a value.
use crate::{Key, Verbatim, WireError, WirePlace};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor},
};
use serde_json::value::RawValue;
use std::{borrow::Cow, fmt};

/// Unknown members of an object, in the order they came.
pub type Extras = Vec<(Key, Verbatim)>;

/// Calls `each` with every member of the object `json`, in order.
///
/// # Errors
/// Where `json` is not an object; the error names line and column.
pub fn members<'a>(json: &'a str, each: impl FnMut(&str, &'a RawValue)) -> Result<(), serde_json::Error> {
    let mut from = serde_json::Deserializer::from_str(json);
    Members(each).deserialize(&mut from)?;
    from.end()
}

/// Calls `each` with every element of the array `json`, in order.
///
/// # Errors
/// Where `json` is not an array; the error names line and column.
pub fn elements<'a>(json: &'a str, each: impl FnMut(&'a RawValue)) -> Result<(), serde_json::Error> {
    let mut from = serde_json::Deserializer::from_str(json);
    Elements(each).deserialize(&mut from)?;
    from.end()
}

/// The last member called `name`, as every JSON parser reads a duplicate.
pub fn member<'a>(json: &'a str, name: &str) -> Option<&'a RawValue> {
    let mut found = None;
    members(json, |key, value| {
        if key == name {
            found = Some(value);
        }
    })
    .ok()?;
    found
}

/// The text that `bytes` hold, without the byte order mark and the space around it; it may be empty.
///
/// # Errors
/// Where it is not UTF-8; the error names `place`.
pub fn text(bytes: &[u8], place: impl FnOnce() -> WirePlace) -> Result<&str, WireError> {
    match str::from_utf8(bytes) {
        Ok(text) => Ok(text.trim_start_matches('\u{feff}').trim()),
        Err(error) => Err(WireError::Utf8 { place: place(), at: error.valid_up_to() }),
    }
}

/// The one JSON value that `bytes` hold, behind a byte order mark where there is one.
///
/// # Errors
/// Where they are empty, not UTF-8 or not JSON; the error names `place`.
pub fn document<'a>(bytes: &'a [u8], place: &'static str) -> Result<&'a RawValue, WireError> {
    let text = text(bytes, || place.into())?;
    if text.is_empty() {
        return Err(WireError::Empty { place: place.into() });
    }
    serde_json::from_str(text).map_err(|source| WireError::Json { place: place.into(), source })
}

/// The elements of the list at `place`; `expected` is what an error says should be there.
///
/// # Errors
/// Where `json` is no list; the error names `place`.
pub fn list<'a>(json: &'a str, place: &str, expected: &'static str) -> Result<Vec<&'a RawValue>, WireError> {
    if !json.starts_with('[') {
        return Err(WireError::shape(place.to_owned(), expected, json));
    }
    let mut all = vec![];
    elements(json, |element| all.push(element))
        .map_err(|source| WireError::Json { place: place.to_owned().into(), source })?;
    Ok(all)
}

/// The members of an object, to be taken one by one; what is left over is what nobody knew.
#[derive(Default)]
pub struct Object<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'a> Object<'a> {
    /// Reads an object.
    ///
    /// # Errors
    /// Where `json` is not an object; the error names line and column.
    pub fn read(json: &'a str) -> Result<Self, serde_json::Error> {
        let mut all = Vec::with_capacity(8);
        members(json, |key, value| all.push((Cow::Owned(key.to_owned()), value)))?;
        Ok(Self(all))
    }
    /// Reads an object that somebody else reads too: a name that stands twice would mean one thing to us and another to them.
    ///
    /// # Errors
    /// Where `json` is not an object, or has a name twice; the error names the place.
    pub fn strict(json: &'a str, place: &str) -> Result<Self, WireError> {
        if !json.starts_with('{') {
            return Err(WireError::shape(place.to_owned(), "an object", json));
        }
        let object = Self::read(json).map_err(|source| WireError::Json { place: place.to_owned().into(), source })?;
        match object.duplicate() {
            Some(name) => Err(WireError::twice(place.to_owned(), name)),
            None => Ok(object),
        }
    }
    /// Takes the last member called `key`; earlier duplicates stay and end among the rest.
    pub fn take(&mut self, key: &str) -> Option<&'a RawValue> {
        self.take_where(|name, _| name == key)
    }
    /// Takes the last member for which `which` holds.
    pub fn take_where(&mut self, which: impl Fn(&str, &RawValue) -> bool) -> Option<&'a RawValue> {
        let at = self.0.iter().rposition(|(name, value)| which(name, value))?;
        Some(self.0.remove(at).1)
    }
    /// Takes it where it is a string.
    pub fn take_str(&mut self, key: &str) -> Option<crate::Literal> {
        self.take_where(|name, value| name == key && value.get().starts_with('"')).and_then(crate::Literal::read)
    }
    /// Takes a string that may be absent or `null`.
    ///
    /// # Errors
    /// Where it is something else; the error names it as a member of `place`, or alone where that is empty.
    pub fn string(&mut self, key: &str, place: &str) -> Result<Option<crate::Literal>, WireError> {
        let Some(value) = self.take(key).filter(|value| value.get() != "null") else { return Ok(None) };
        let text = crate::Literal::read(value);
        text.map(Some).ok_or_else(|| WireError::shape(below(place, key), "a string", value.get()))
    }
    /// Takes the elements of a list that may be absent or `null`.
    ///
    /// # Errors
    /// Likewise.
    pub fn list(&mut self, key: &str, place: &str) -> Result<Option<Vec<&'a RawValue>>, WireError> {
        let value = self.take(key).filter(|value| value.get() != "null");
        value.map(|value| list(value.get(), &below(place, key), "an array")).transpose()
    }
    /// A name that stands more than once. Hosts differ in which of the two they read.
    pub fn duplicate(&self) -> Option<&str> {
        let mut names: Vec<&str> = self.0.iter().map(|(name, _)| name.as_ref()).collect();
        names.sort_unstable();
        names.windows(2).find(|pair| pair.first() == pair.last()).and_then(|pair| pair.first().copied())
    }
    /// Looks at the last member called `key`.
    pub fn get(&self, key: &str) -> Option<&'a RawValue> {
        self.0.iter().rfind(|(name, _)| name == key).map(|(_, value)| *value)
    }
    /// What was not taken, in order.
    pub fn rest(self) -> Extras {
        self.0.into_iter().map(|(key, value)| (key.into_owned().into(), value.into())).collect()
    }
    /// The members left, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &'a RawValue)> {
        self.0.iter().map(|(key, value)| (key.as_ref(), *value))
    }
}

/// The place of a member.
fn below(place: &str, key: &str) -> String {
    if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") }
}

struct Members<F>(F);
impl<'de, F: FnMut(&str, &'de RawValue)> DeserializeSeed<'de> for Members<F> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}
impl<'de, F: FnMut(&str, &'de RawValue)> Visitor<'de> for Members<F> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }
    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some(Name(key)) = map.next_key()? {
            (self.0)(&key, map.next_value()?);
        }
        Ok(())
    }
}

struct Elements<F>(F);
impl<'de, F: FnMut(&'de RawValue)> DeserializeSeed<'de> for Elements<F> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}
impl<'de, F: FnMut(&'de RawValue)> Visitor<'de> for Elements<F> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }
    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<(), A::Error> {
        while let Some(value) = seq.next_element()? {
            (self.0)(value);
        }
        Ok(())
    }
}

/// A member's name, borrowed unless it holds an escape.
struct Name<'a>(Cow<'a, str>);
impl<'de: 'a, 'a> Deserialize<'de> for Name<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Cow<'de, str>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }
            fn visit_borrowed_str<E: serde::de::Error>(self, v: &'de str) -> Result<Self::Value, E> {
                Ok(Cow::Borrowed(v))
            }
            fn visit_str<E: serde::de::Error>(self, v: &str) -> Result<Self::Value, E> {
                Ok(Cow::Owned(v.to_owned()))
            }
            fn visit_borrowed_bytes<E: serde::de::Error>(self, v: &'de [u8]) -> Result<Self::Value, E> {
                std::str::from_utf8(v).map_or_else(|_| self.visit_bytes(v), |text| Ok(Cow::Borrowed(text)))
            }
            fn visit_bytes<E: serde::de::Error>(self, v: &[u8]) -> Result<Self::Value, E> {
                Ok(Cow::Owned(String::from_utf8(v.to_vec()).unwrap_or_else(|_| spelled(v))))
            }
        }
        // As bytes, because a name may hold half of a surrogate pair, and the other members are not to be lost for it.
        from.deserialize_bytes(V).map(Name).map_err(D::Error::custom)
    }
}

/// A name in which bytes that are no text are spelled `\\xNN`.
fn spelled(bytes: &[u8]) -> String {
    let mut name = String::new();
    for chunk in bytes.utf8_chunks() {
        name.push_str(chunk.valid());
        // Half a pair comes as three bytes, each of which is invalid by itself.
        for byte in chunk.invalid() {
            let _ = fmt::Write::write_fmt(&mut name, format_args!("\\x{byte:02x}"));
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_duplicate_is_read_and_the_first_is_kept() {
        let mut object = Object::read(r#"{"a":1,"b":2,"a":3}"#).unwrap();
        assert_eq!(object.take("a").unwrap().get(), "3");
        let rest: Vec<_> = object.rest().into_iter().map(|(k, v)| (k.to_string(), v.get().to_owned())).collect();
        assert_eq!(rest, [("a".to_owned(), "1".to_owned()), ("b".to_owned(), "2".to_owned())]);
    }
    #[test]
    fn depth_costs_nothing() {
        let deep = format!("{{\"x\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(member(&deep, "x").unwrap().get().len(), 200_000);
    }
    #[test]
    fn half_a_pair_in_a_name_costs_no_sibling() {
        let mut names = vec![];
        members(r#"{"a":1,"\ud800":2,"\ud801":3,"b":4}"#, |key, value| names.push(format!("{key}={}", value.get())))
            .unwrap();
        assert_eq!(names, ["a=1", "\\xed\\xa0\\x80=2", "\\xed\\xa0\\x81=3", "b=4"]);
        assert_eq!(member(r#"{"\ud800":2,"b":4,"\u0063":5}"#, "c").unwrap().get(), "5");
    }
    #[test]
    fn an_error_names_its_place() {
        let error = members("{\"a\":1,\n\"b\":}", |_, _| ()).unwrap_err();
        assert_eq!((error.line(), error.column()), (2, 5));
        let told = |bytes: &[u8]| document(bytes, "event").unwrap_err().at("event 7".to_owned()).to_string();
        assert_eq!(told(b" \xef\xbb\xbf"), "event 7: not valid json: expected value at line 1 column 1");
        assert_eq!(told(b"\xef\xbb\xbf \n"), "event 7: empty, nothing to read");
        assert_eq!(told(b"{\"a\":\xff}"), "event 7: not utf-8 at byte 5");
        assert_eq!(told(b"{"), "event 7: not valid json: EOF while parsing an object at line 1 column 1");
        let mut object = Object::read(r#"{"a":7,"b":null,"c":{},"d":["x"],"e":"\u00e9"}"#).unwrap();
        let told = |error: WireError| error.to_string();
        assert_eq!(told(object.string("a", "tools[1]").unwrap_err()), "tools[1].a: expected a string, found a number");
        assert_eq!(told(object.list("c", "").unwrap_err()), "c: expected an array, found an object");
        assert!(object.string("b", "").unwrap().is_none() && object.list("z", "").unwrap().is_none());
        assert_eq!(object.list("d", "").unwrap().unwrap()[0].get(), "\"x\"");
        assert_eq!(object.string("e", "").unwrap().unwrap().raw(), "\"\\u00e9\"");
        assert_eq!(object.rest(), []);
        let shape = WireError::shape("event", "an object", "[]").at("event 7");
        assert_eq!(shape.to_string(), "event 7: expected an object, found an array");
        assert_eq!(text(b"\xef\xbb\xbf {} \n", || "reply".into()).unwrap(), "{}");
        assert_eq!(text(b"", || "reply".into()).unwrap(), "");
    }
}

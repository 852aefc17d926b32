//! JSON text in the order it is said. Real providers do not sort their members, and an echo that did would be a change;
//! so a reply is written here and never built from a map.

use serde_json::Value;

/// JSON text, known to be whole.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Raw(String);

impl Raw {
    /// Text of a table that is JSON already.
    pub(crate) fn new(text: &str) -> Self {
        Self(text.to_owned())
    }
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
    pub(crate) fn into_string(self) -> String {
        self.0
    }
}

/// What can be written as JSON.
pub(crate) trait Json {
    /// Adds itself to `out`.
    fn write(&self, out: &mut String);
}

/// An object, member by member.
#[derive(Default)]
pub(crate) struct Object(String);

impl Object {
    pub(crate) fn with(mut self, key: &str, value: &(impl Json + ?Sized)) -> Self {
        self.comma();
        key.write(&mut self.0);
        self.0.push(':');
        value.write(&mut self.0);
        self
    }
    /// The member, where there is a value.
    pub(crate) fn maybe(self, key: &str, value: Option<&(impl Json + ?Sized)>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }
    /// Members as a table spells them: `"a":1,"b":null`; none where that is empty.
    pub(crate) fn members(mut self, text: &str) -> Self {
        if !text.is_empty() {
            self.comma();
            self.0.push_str(text);
        }
        self
    }
    pub(crate) fn done(self) -> Raw {
        Raw(format!("{{{}}}", self.0))
    }
    fn comma(&mut self) {
        if !self.0.is_empty() {
            self.0.push(',');
        }
    }
}

/// `object! { "a": 1, "b": text }`, in that order.
macro_rules! object {
    ($($key:literal : $value:expr),* $(,)?) => {
        $crate::wire::Object::default()$(.with($key, &$value))*
    };
}
pub(crate) use object;

/// `text` as the inside of a JSON string: for templates whose quotes stand already.
pub(crate) fn inside(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or_default().to_owned()
}

impl Json for str {
    fn write(&self, out: &mut String) {
        out.push_str(&Value::from(self).to_string());
    }
}
impl Json for String {
    fn write(&self, out: &mut String) {
        self.as_str().write(out);
    }
}
impl Json for Raw {
    fn write(&self, out: &mut String) {
        out.push_str(&self.0);
    }
}
impl Json for Object {
    fn write(&self, out: &mut String) {
        out.push('{');
        out.push_str(&self.0);
        out.push('}');
    }
}
impl<T: Json + ?Sized> Json for &T {
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }
}
impl<T: Json> Json for Option<T> {
    fn write(&self, out: &mut String) {
        match self {
            Some(value) => value.write(out),
            None => out.push_str("null"),
        }
    }
}
impl<T: Json> Json for [T] {
    fn write(&self, out: &mut String) {
        out.push('[');
        for (at, value) in self.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            value.write(out);
        }
        out.push(']');
    }
}
impl<T: Json> Json for Vec<T> {
    fn write(&self, out: &mut String) {
        self.as_slice().write(out);
    }
}
impl<T: Json, const N: usize> Json for [T; N] {
    fn write(&self, out: &mut String) {
        self.as_slice().write(out);
    }
}

macro_rules! plain {
    ($($kind:ty)*) => {$(
        impl Json for $kind {
            fn write(&self, out: &mut String) {
                out.push_str(&self.to_string());
            }
        }
    )*};
}
plain!(bool u16 u64 usize i32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_stand_in_the_order_they_were_said() {
        let raw = object! { "type": "b", "a": [1, 2], "none": None::<&str> }
            .members(r#""x":1e5"#)
            .members("")
            .maybe("left", None::<&str>)
            .with("\"", "\n")
            .done();
        assert_eq!(raw.as_str(), r#"{"type":"b","a":[1,2],"none":null,"x":1e5,"\"":"\n"}"#);
        assert_eq!(object! {}.done().as_str(), "{}");
    }

    #[test]
    fn the_inside_of_a_string_has_no_quotes_of_its_own() {
        assert_eq!(inside("a\"b\\\u{1}é"), "a\\\"b\\\\\\u0001é");
    }
}

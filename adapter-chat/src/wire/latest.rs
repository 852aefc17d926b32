//! Members of which the last value counts, in the order in which their names first came.
//!
//! Built anew once a reply and written over once a delta: an equal value costs a comparison, another one no allocation.
use throughline_core::{Key, Presence, Verbatim, json::Extras};

/// Values by name.
#[derive(Default)]
pub(super) struct Latest(Vec<(String, String)>);

impl Latest {
    /// Takes a value. `null` never takes the place of one that says more.
    pub(super) fn put(&mut self, key: &str, json: &str) {
        match self.0.iter_mut().find(|(name, _)| name == key) {
            Some((_, held)) if held == json || json == "null" => {}
            Some((_, held)) => {
                held.clear();
                held.push_str(json);
            }
            None => self.0.push((key.to_owned(), json.to_owned())),
        }
    }
    /// Appends the elements of a list to the one that is held.
    pub(super) fn append(&mut self, key: &str, json: &str) {
        let more = json.strip_prefix('[').map(str::trim_start);
        match (self.0.iter_mut().find(|(name, held)| name == key && held.starts_with('[')), more) {
            (Some(_), Some("]")) => {}
            (Some((_, held)), Some(more)) => {
                held.pop();
                if held.trim_end().len() > 1 {
                    held.push(',');
                }
                held.push_str(more);
            }
            _ => self.put(key, json),
        }
    }
    /// Appends a string to the one that is held.
    pub(super) fn concat(&mut self, key: &str, json: &str) {
        match (self.0.iter_mut().find(|(name, held)| name == key && held.starts_with('"')), json.strip_prefix('"')) {
            (Some((_, held)), Some(more)) => {
                held.pop();
                held.push_str(more);
            }
            _ => self.put(key, json),
        }
    }
    /// The value of `key`.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, held)| held.as_str())
    }
    /// True where nothing but empty values came.
    pub(super) fn is_blank(&self) -> bool {
        self.0.iter().all(|(_, held)| Presence::of(held).is_some())
    }
    /// All of them.
    pub(super) fn finish(self) -> Extras {
        let parsed = |(key, json): (String, String)| Some((Key::from(key), Verbatim::parse(&json).ok()?));
        self.0.into_iter().filter_map(parsed).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(latest: Latest) -> String {
        latest.finish().iter().map(|(key, value)| format!("{key}={};", value.get())).collect()
    }

    #[test]
    fn the_last_value_counts_and_null_never_does() {
        let mut latest = Latest::default();
        for (key, json) in [("a", "null"), ("b", "1"), ("a", "2"), ("b", "null"), ("a", "3 ")] {
            latest.put(key, json.trim());
        }
        assert!(!latest.is_blank());
        assert_eq!(text(latest), "a=3;b=1;");
    }
    #[test]
    fn strings_and_lists_are_joined_and_nothing_else_is() {
        let mut latest = Latest::default();
        for json in ["null", r#""a\""#, r#""""#, r#""b""#, "null"] {
            latest.concat("s", json);
        }
        for json in ["[]", "[[1]]", "[ ]", "[ 2 ]", "[\n3]", "null"] {
            latest.append("l", json);
        }
        for json in ["[1]", "{}"] {
            latest.append("o", json);
        }
        assert_eq!(text(latest), r#"s="a\b";l=[[1],2,3];o={};"#);
    }
}

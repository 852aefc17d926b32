//! Rejection memory as it stands in a model config, twice: folded as other systems read and write it, and in full.
//!
//! Another system may add folded rows at any time, and a newer version lessons that this one cannot read. Neither is lost when we write.
use crate::{Error, ErrorKind, config::Config};
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};
use throughline_core::{Lesson, RejectionMemory, json};

/// The folded form: `[[provider, host, model, [fields]]]`.
pub(crate) const FOLDED: &str = "reasoning_rejected_carriers";
/// All lessons in full.
pub(crate) const FULL: &str = "throughline_lessons";

/// The members of a model config that this module reads.
pub(crate) const MEMBERS: [&str; 2] = [FOLDED, FULL];

/// Refused fields by provider, host and model.
type Fields = BTreeMap<(String, String, String), BTreeSet<String>>;

/// What a model config says of rejections.
#[derive(Default)]
pub(crate) struct Lessons {
    known: RejectionMemory,
    /// Lessons that this version cannot read, each with its place.
    strange: Vec<(usize, String)>,
    folded: Fields,
    /// Folded rows that are not of the known form, each with its place.
    odd: Vec<(usize, String)>,
}

impl Lessons {
    /// Reads both forms.
    ///
    /// # Errors
    /// Unreadable, where one of them is not a list.
    pub(crate) fn read(config: &Config) -> Result<Self, Error> {
        let mut lessons = Self::default();
        each(config, FULL, |n, raw| match serde_json::from_str::<Lesson>(raw.get()) {
            Ok(lesson) => _ = lessons.known.add(lesson),
            Err(_) => lessons.strange.push((n, raw.get().to_owned())),
        })?;
        each(config, FOLDED, |n, raw| match row(raw) {
            Some((route, fields)) => lessons.folded.entry(route).or_default().extend(fields),
            None => lessons.odd.push((n, raw.get().to_owned())),
        })?;
        Ok(lessons)
    }
    /// All lessons: those in full, and those that only the folded form has.
    pub(crate) fn memory(&self) -> RejectionMemory {
        let mut memory = self.known.clone();
        // What we wrote ourselves is of the form that is read.
        let _ = memory.unfold(&text(&self.foreign(), &[]));
        memory
    }
    /// Puts `memory` in place of what we wrote; what others wrote meanwhile stays.
    pub(crate) fn replace(&mut self, memory: &RejectionMemory) {
        let foreign = self.foreign();
        self.known = memory.clone();
        self.folded = fold(memory);
        for (route, fields) in foreign {
            self.folded.entry(route).or_default().extend(fields);
        }
    }
    /// Forgets a lesson, whoever wrote it; false where it was not there.
    pub(crate) fn forget(&mut self, lesson: &Lesson) -> bool {
        let mut memory = self.memory();
        let gone = memory.forget(|known| known == lesson);
        if gone {
            self.folded = fold(&memory);
            self.known = memory;
        }
        gone
    }
    /// Adds a lesson as it was stored, whether this version can read it or not.
    pub(crate) fn add(&mut self, raw: String) {
        match serde_json::from_str::<Lesson>(&raw) {
            Ok(lesson) => {
                self.known.add(lesson);
                self.folded = fold(&self.known);
            }
            Err(_) => self.strange.push((usize::MAX, raw)),
        }
    }
    /// Writes both forms.
    pub(crate) fn write(&self, config: &mut Config) {
        let full = self.known.lessons().iter().filter_map(|lesson| serde_json::to_string(lesson).ok()).collect();
        let full = list(full, &self.strange);
        config.set(FULL, (full != "[]").then_some(full));
        let folded = text(&self.folded, &self.odd);
        config.set(FOLDED, (folded != "[]").then_some(folded));
    }
    /// Folded rows that the full form does not account for.
    fn foreign(&self) -> Fields {
        let ours = fold(&self.known);
        let left = self.folded.iter().map(|(route, fields)| {
            let known = ours.get(route);
            let fields = fields.iter().filter(|field| known.is_none_or(|known| !known.contains(*field)));
            (route.clone(), fields.cloned().collect::<BTreeSet<_>>())
        });
        left.filter(|(_, fields)| !fields.is_empty()).collect()
    }
}

/// The folded form of `memory`, read back.
fn fold(memory: &RejectionMemory) -> Fields {
    let rows: Vec<Box<RawValue>> = serde_json::from_str(&memory.folded()).unwrap_or_default();
    rows.iter().filter_map(|raw| row(raw)).collect()
}

/// A row of the folded form, its provider as routes spell it.
fn row(raw: &RawValue) -> Option<((String, String, String), BTreeSet<String>)> {
    let (provider, host, model, fields): (String, String, String, _) = serde_json::from_str(raw.get()).ok()?;
    Some(((provider.trim().to_lowercase(), host, model), fields))
}

fn text(fields: &Fields, odd: &[(usize, String)]) -> String {
    let rows = fields.iter().map(|((provider, host, model), fields)| (provider, host, model, fields));
    list(rows.filter_map(|row| serde_json::to_string(&row).ok()).collect(), odd)
}

/// A list of `entries` with others put in where they stood.
fn list(mut entries: Vec<String>, others: &[(usize, String)]) -> String {
    for (at, other) in others {
        entries.insert((*at).min(entries.len()), other.clone());
    }
    format!("[{}]", entries.join(","))
}

fn each(config: &Config, name: &str, mut take: impl FnMut(usize, &RawValue)) -> Result<(), Error> {
    let Some(value) = config.get(name).filter(|value| *value != "null") else { return Ok(()) };
    let mut n = 0;
    json::elements(value, |raw| {
        take(n, raw);
        n += 1;
    })
    .map_err(|source| {
        let what = format!("the model config's `{name}` is not a list; it was left as it is: mend it with sqlite3");
        Error::caused(ErrorKind::Unreadable, what, source)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use throughline_core::{Api, Route, Taught};

    fn route(url: &str) -> Route {
        Route::new("nous", url, Api::CHAT, "M").unwrap()
    }
    fn read(text: &str) -> Lessons {
        Lessons::read(&Config::read(Some(text)).unwrap()).unwrap()
    }
    fn written(lessons: &Lessons, text: &str) -> String {
        let mut config = Config::read(Some(text)).unwrap();
        lessons.write(&mut config);
        config.text().unwrap_or_default()
    }

    #[test]
    fn both_forms_are_written_and_say_one_thing() {
        let mut memory = RejectionMemory::new();
        memory.record(&route("https://a.example:8443/v1"), "reasoning_details");
        memory.learn(&route("https://a.example/v1"), Some("Upstream"), Taught::Requires("reasoning".into(), true));
        let mut lessons = Lessons::default();
        lessons.replace(&memory);
        let text = written(&lessons, r#"{"other":1}"#);
        assert_eq!(
            text,
            concat!(
                r#"{"other":1,"throughline_lessons":["#,
                r#"{"provider":"nous","host":"a.example:8443","api":"chat_completions","model":"M","taught":{"refuses":"reasoning_details"}},"#,
                r#"{"provider":"nous","host":"a.example","api":"chat_completions","model":"M","upstream":"Upstream","taught":{"requires":["reasoning",true]}}],"#,
                r#""reasoning_rejected_carriers":[["nous","a.example","M",["reasoning_details"]]]}"#
            )
        );
        assert_eq!(read(&text).memory(), memory);
    }
    #[test]
    fn what_others_wrote_is_read_and_stays() {
        let text = r#"{"throughline_lessons":[{"future":1}],"reasoning_rejected_carriers":[7,["Nous ","a.example","M",["reasoning"]],["b","c"]]}"#;
        let mut lessons = read(text);
        assert!(lessons.memory().refuses(&route("https://a.example"), None, &"reasoning".into()));
        // Written by somebody who never read that row:
        let mut memory = RejectionMemory::new();
        memory.record(&route("https://a.example"), "reasoning_details");
        lessons.replace(&memory);
        let text = written(&lessons, text);
        assert_eq!(
            text,
            concat!(
                r#"{"throughline_lessons":[{"future":1},{"provider":"nous","host":"a.example","api":"chat_completions","model":"M","taught":{"refuses":"reasoning_details"}}],"#,
                r#""reasoning_rejected_carriers":[7,["nous","a.example","M",["reasoning","reasoning_details"]],["b","c"]]}"#
            )
        );
        assert_eq!(read(&text).memory().lessons().len(), 2);
    }
    #[test]
    fn a_lesson_that_is_forgotten_leaves_both_forms_whoever_wrote_it() {
        let text = r#"{"a":1,"reasoning_rejected_carriers":[["nous","a.example","M",["reasoning"]]]}"#;
        let mut lessons = read(text);
        let lesson = lessons.memory().lessons().first().cloned().unwrap();
        assert!(lessons.forget(&lesson) && !lessons.forget(&lesson));
        assert_eq!(written(&lessons, text), r#"{"a":1}"#);
    }
    #[test]
    fn what_is_no_list_is_an_error() {
        for name in [FULL, FOLDED] {
            let config = Config::read(Some(&format!(r#"{{"{name}":{{}}}}"#))).unwrap();
            assert_eq!(Lessons::read(&config).err().map(|error| error.kind()), Some(ErrorKind::Unreadable));
            let null = Config::read(Some(&format!(r#"{{"{name}":null}}"#))).unwrap();
            assert!(Lessons::read(&null).is_ok());
        }
    }
}

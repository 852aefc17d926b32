//! Rejection memory: what a route has refused, and what it asked for. Learned from verdicts, obeyed by plans.
//!
//! Never forgets a host's port, and never outranks a strict row or a required field.
use crate::{Api, Key, PrefixDigest, Route, Scope};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

/// What routes have taught.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RejectionMemory {
    lessons: Vec<Lesson>,
}

/// One lesson of one route.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Who was asked.
    pub provider: String,
    /// Host, with its port where the URL named one.
    pub host: String,
    /// The wire.
    pub api: String,
    /// The model.
    pub model: String,
    /// The upstream that refused, where a gateway named one. The lesson then holds while that upstream serves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upstream: Option<String>,
    /// What it taught.
    pub taught: Taught,
}

/// What a route taught.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Taught {
    /// It does not know this field.
    Refuses(Key),
    /// It has accepted this field: the retry after a refusal keeps it.
    Accepts(Key),
    /// It demands this field: on turns that call tools, or on all.
    Requires(Key, bool),
    /// It cannot read the sealed carrier with this fingerprint.
    Dead(String),
    /// It does not take the sealed carrier with this fingerprint behind this prefix.
    Dropped(String, PrefixDigest),
}

impl fmt::Display for Taught {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refuses(field) => write!(f, "refuses `{field}`"),
            Self::Accepts(field) => write!(f, "accepts `{field}`"),
            Self::Requires(field, false) => write!(f, "requires `{field}` on turns that call tools"),
            Self::Requires(field, true) => write!(f, "requires `{field}` on every turn"),
            Self::Dead(seal) => write!(f, "cannot read the seal {seal}"),
            Self::Dropped(seal, _) => write!(f, "does not take the seal {seal} behind the prefix that it had"),
        }
    }
}

impl Lesson {
    fn new(route: &Route, upstream: Option<&str>, taught: Taught) -> Self {
        Self {
            provider: route.provider.to_string(),
            host: route.origin_host(),
            api: route.api.to_string(),
            model: route.model.clone(),
            upstream: upstream.map(str::to_owned),
            taught,
        }
    }
    fn is_for(&self, route: &Route, upstream: Option<&str>) -> bool {
        self.provider == route.provider.as_str()
            && self.model == route.model
            && self.api == route.api.as_str()
            && self.host == route.origin_host()
            && (self.upstream.is_none() || upstream.is_none() || self.upstream.as_deref() == upstream)
    }
}

impl RejectionMemory {
    /// Nothing was refused yet.
    pub fn new() -> Self {
        Self::default()
    }
    /// All lessons, oldest first.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }
    /// Remembers a lesson; false where it was known.
    pub fn learn(&mut self, route: &Route, upstream: Option<&str>, taught: Taught) -> bool {
        self.add(Lesson::new(route, upstream, taught))
    }
    /// Adds a lesson that was learned elsewhere; false where it was known.
    pub fn add(&mut self, lesson: Lesson) -> bool {
        let new = !self.lessons.contains(&lesson);
        if new {
            self.lessons.push(lesson);
        }
        new
    }
    /// Forgets every lesson that `gone` is true of; true where there was one.
    pub fn forget(&mut self, gone: impl Fn(&Lesson) -> bool) -> bool {
        let before = self.lessons.len();
        self.lessons.retain(|lesson| !gone(lesson));
        self.lessons.len() < before
    }
    /// The refused fields as other systems store them: `[[provider, host, model, [fields]]]`, sorted, as JSON. The port, the wire and the
    /// upstream are folded away.
    pub fn folded(&self) -> String {
        let mut routes: BTreeMap<(&str, &str, &str), BTreeSet<&str>> = BTreeMap::new();
        for lesson in &self.lessons {
            if let Taught::Refuses(field) = &lesson.taught {
                let host = lesson.host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok());
                let host = host.map_or(lesson.host.as_str(), |(host, _)| host);
                routes.entry((&lesson.provider, host, &lesson.model)).or_default().insert(field.as_str());
            }
        }
        let rows: Vec<_> =
            routes.iter().map(|((provider, host, model), fields)| (provider, host, model, fields)).collect();
        serde_json::to_string(&rows).unwrap_or_else(|_| "[]".to_owned())
    }
    /// Adds what [`folded`](Self::folded) wrote, here or in another system, as lessons about chat completions on the host's own port. Rows
    /// that are not of that form come back as their number with the reason.
    ///
    /// # Errors
    /// Where the text is not a JSON list.
    pub fn unfold(&mut self, json: &str) -> Result<Vec<(usize, String)>, serde_json::Error> {
        let rows: Vec<&RawValue> = serde_json::from_str(json)?;
        let mut strange = vec![];
        for (n, row) in rows.into_iter().enumerate() {
            match serde_json::from_str::<(String, String, String, Vec<String>)>(row.get()) {
                Ok((provider, host, model, fields)) => {
                    for field in fields {
                        let (provider, host, model) = (provider.trim().to_lowercase(), host.clone(), model.clone());
                        let (api, taught) = (Api::CHAT.to_string(), Taught::Refuses(field.into()));
                        self.add(Lesson { provider, host, api, model, upstream: None, taught });
                    }
                }
                Err(error) => strange.push((n, error.to_string())),
            }
        }
        Ok(strange)
    }
    /// Remembers that `route` refused `field`; false where that was known.
    pub fn record(&mut self, route: &Route, field: impl Into<Key>) -> bool {
        self.learn(route, None, Taught::Refuses(field.into()))
    }
    /// True where `route` has refused `field`, and its `upstream` is not known to be another one.
    pub fn refuses(&self, route: &Route, upstream: Option<&str>, field: &Key) -> bool {
        self.about(route, upstream).any(|taught| matches!(taught, Taught::Refuses(key) if key == field))
    }
    /// True where `route` has accepted `field`.
    pub fn accepts(&self, route: &Route, field: &Key) -> bool {
        self.about(route, None).any(|taught| matches!(taught, Taught::Accepts(key) if key == field))
    }
    /// On which turns `route` has asked for `field`.
    pub fn requires(&self, route: &Route, field: &Key) -> Option<Scope> {
        let asked = |all: bool| self.about(route, None).any(|taught| *taught == Taught::Requires(field.clone(), all));
        if asked(true) { Some(Scope::All) } else { asked(false).then_some(Scope::ToolCalls) }
    }
    /// The fields that `route` has asked for.
    pub fn required(&self, route: &Route) -> Option<&Key> {
        self.about(route, None).find_map(|taught| if let Taught::Requires(key, _) = taught { Some(key) } else { None })
    }
    /// True where `route` could not read the carrier with this fingerprint.
    pub fn is_dead(&self, route: &Route, fingerprint: &str) -> bool {
        self.about(route, None).any(|taught| matches!(taught, Taught::Dead(dead) if dead == fingerprint))
    }
    /// True where `route` could not read some carrier.
    pub fn has_dead(&self, route: &Route) -> bool {
        self.about(route, None).any(|taught| matches!(taught, Taught::Dead(_)))
    }
    /// True where `route` does not take the carrier with this fingerprint behind this prefix.
    pub(crate) fn is_dropped(&self, route: &Route, fingerprint: &str, prefix: &PrefixDigest) -> bool {
        let it =
            |taught: &Taught| matches!(taught, Taught::Dropped(seal, at) if seal == fingerprint && at.same(prefix));
        self.about(route, None).any(it)
    }
    /// True where `route` does not take some carrier behind some prefix.
    pub(crate) fn has_dropped(&self, route: &Route) -> bool {
        self.about(route, None).any(|taught| matches!(taught, Taught::Dropped(..)))
    }
    /// Everything that holds on `route` while `upstream` serves it, but for what it accepts: equal lists give equal plans.
    pub(crate) fn holding(&self, route: &Route, upstream: Option<&str>) -> Vec<Taught> {
        self.about(route, upstream).filter(|taught| !matches!(taught, Taught::Accepts(_))).cloned().collect()
    }
    fn about(&self, route: &Route, upstream: Option<&str>) -> impl Iterator<Item = &Taught> {
        self.lessons.iter().filter(move |lesson| lesson.is_for(route, upstream)).map(|lesson| &lesson.taught)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(model: &str) -> Route {
        Route::new("nous", "https://inference-api.nousresearch.com/v1", Api::CHAT, model).unwrap()
    }
    #[test]
    fn a_lesson_is_for_its_route_alone() {
        let (mut memory, rd) = (RejectionMemory::new(), Key::new("reasoning_details"));
        assert!(memory.record(&route("z-ai/glm-5.3-flash:US"), "reasoning_details"));
        assert!(!memory.record(&route("z-ai/glm-5.3-flash:US"), "reasoning_details"));
        assert!(memory.refuses(&route("z-ai/glm-5.3-flash:US"), None, &rd));
        assert!(!memory.refuses(&route("moonshotai/kimi-k3"), None, &rd));
        let port =
            Route::new("nous", "https://inference-api.nousresearch.com:8443/v1", Api::CHAT, "z-ai/glm-5.3-flash:US")
                .unwrap();
        assert!(!memory.refuses(&port, None, &rd));
    }
    #[test]
    fn an_upstream_answers_for_itself() {
        let (mut memory, rd, route) = (RejectionMemory::new(), Key::new("reasoning_details"), route("m"));
        memory.learn(&route, Some("Amazon Bedrock"), Taught::Refuses(rd.clone()));
        let refuses = |upstream| memory.refuses(&route, upstream, &rd);
        assert_eq!((refuses(Some("Amazon Bedrock")), refuses(Some("Google")), refuses(None)), (true, false, true));
    }
    #[test]
    fn the_folded_form_is_that_of_other_systems() {
        let mut memory = RejectionMemory::new();
        for field in ["reasoning_details", "reasoning"] {
            memory.record(&route("z-ai/glm-5.3-flash:US"), field);
        }
        memory.learn(&route("m"), None, Taught::Accepts("reasoning".into()));
        let folded =
            r#"[["nous","inference-api.nousresearch.com","z-ai/glm-5.3-flash:US",["reasoning","reasoning_details"]]]"#;
        assert_eq!(memory.folded(), folded);
        let mut other = RejectionMemory::new();
        assert_eq!(other.unfold(folded).unwrap(), []);
        assert!(other.refuses(&route("z-ai/glm-5.3-flash:US"), None, &"reasoning".into()));
        assert_eq!(other.folded(), folded);
        let strange = other.unfold(r#"[["a","b","c"],["a","b","c",["reasoning"]],7]"#).unwrap();
        assert_eq!(strange.iter().map(|(n, _)| *n).collect::<Vec<_>>(), [0, 2]);
        assert!(other.unfold("{").is_err() && other.forget(|lesson| lesson.provider == "a"));
        assert_eq!(other.folded(), folded);
    }
    #[test]
    fn the_stored_form_reads_back() {
        let mut memory = RejectionMemory::new();
        memory.record(&route("m"), "reasoning");
        memory.learn(&route("m"), None, Taught::Requires("reasoning_content".into(), false));
        let json = serde_json::to_string(&memory).unwrap();
        assert_eq!(serde_json::from_str::<RejectionMemory>(&json).unwrap(), memory);
        assert!(json.starts_with(r#"[{"provider":"nous","host":"inference-api.nousresearch.com","api":"chat_completions","model":"m","taught":{"refuses":"reasoning"}}"#), "{json}");
    }
}

//! Where providers are: base URL, API and key variable by name, so that `openrouter/z-ai/glm-5` is a route.
//!
//! A preset only says where to dial. What a route reads is the table's to say, and no key is ever read here.
mod table;

use crate::near::{meant, near};
use throughline_core::{Api, Route, RouteError};

/// What is known of a provider.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The provider's id, as the route table has it.
    pub id: &'static str,
    /// Other names that people use.
    pub aliases: &'static [&'static str],
    /// Its wires and where each is spoken; the first is taken where none is asked for. A `{word}` in a URL is the caller's to fill.
    pub bases: &'static [(Api, &'static str)],
    /// The variable that the vendor's own tools read the key from; none where no key is needed.
    pub key: Option<&'static str>,
}

impl Preset {
    /// Every preset, by kind of provider.
    pub fn all() -> &'static [Self] {
        table::PRESETS
    }
    /// The preset called `name`; case and surrounding space do not matter.
    pub fn find(name: &str) -> Option<&'static Self> {
        let name = name.trim();
        let is = |id: &&'static str| id.eq_ignore_ascii_case(name);
        Self::all().iter().find(|preset| is(&preset.id) || preset.aliases.iter().any(is))
    }
    /// The base URL of `api`, or the first one.
    fn base(&self, api: Option<&Api>) -> Option<&'static (Api, &'static str)> {
        self.bases.iter().find(|(known, _)| api.is_none_or(|api| api == known))
    }
    /// The wire that is spoken at `url`, where one of the bases leads there; the longest is the closest.
    fn api_at(&self, url: &str) -> Option<&'static Api> {
        let leads = self.bases.iter().rev().filter(|(_, base)| leads(base, url.trim()));
        leads.max_by_key(|(_, base)| base.len()).map(|(api, _)| api)
    }
}

/// The route that `PROVIDER/MODEL` means. The provider ends at the first `/`, so models may hold more of them.
///
/// ```
/// let route = throughline::resolve("OpenRouter/anthropic/claude-sonnet-4.5", None, None)?;
/// assert_eq!((route.provider.as_str(), route.model.as_str()), ("openrouter", "anthropic/claude-sonnet-4.5"));
/// let error = throughline::resolve("opnrouter/x", None, None).unwrap_err();
/// assert_eq!(error.to_string(), "unknown provider `opnrouter`; did you mean `openrouter`? any other host needs --base-url URL");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A base URL that is given wins over the preset's. Without an API, a known provider's own is taken and
/// `chat_completions` for any other.
///
/// # Errors
/// Where the spelling is not `PROVIDER/MODEL`, where no base URL is known, and where the base URL is broken.
pub fn resolve(spec: &str, base_url: Option<&str>, api: Option<Api>) -> Result<Route, ResolveError> {
    let (provider, model) = spec
        .split_once('/')
        .filter(|(provider, model)| !provider.trim().is_empty() && !model.trim().is_empty())
        .ok_or_else(|| ResolveError::Spec { spec: spec.to_owned() })?;
    let preset = Preset::find(provider);
    let id = preset.map_or(provider, |preset| preset.id);
    if let Some(url) = base_url {
        let known = || preset.and_then(|preset| preset.api_at(url).or_else(|| Some(&preset.base(None)?.0)));
        let api = api.or_else(|| known().cloned()).unwrap_or(Api::CHAT);
        return Ok(Route::new(id, url, api, model)?);
    }
    let preset = preset.ok_or_else(|| ResolveError::unknown(provider))?;
    match (preset.base(api.as_ref()), api) {
        (Some((_, url)), api) if url.contains('{') => {
            Err(ResolveError::Template { provider: preset.id, url, forms: preset.forms(api.as_ref()) })
        }
        (Some((api, url)), _) => Ok(Route::new(id, url, api.clone(), model)?),
        (None, Some(api)) => Err(ResolveError::Api { provider: preset.id, api, known: preset.apis() }),
        (None, None) => Err(ResolveError::Custom { provider: preset.id }),
    }
}

/// Why there is no route.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// Not `PROVIDER/MODEL`.
    #[error("route `{spec}`: expected PROVIDER/MODEL, such as `deepseek/deepseek-v4-pro`")]
    Spec {
        /// As it was spelled.
        spec: String,
    },
    /// No preset has that name, and no base URL came with it.
    #[error("unknown provider `{provider}`{meant} any other host needs --base-url URL")]
    Unknown {
        /// As it was spelled.
        provider: String,
        /// Ids that it may have been meant to be.
        near: Vec<&'static str>,
        /// The same in words.
        meant: String,
    },
    /// Each of its users has a base URL of their own.
    #[error("provider `{provider}` is at a base url of your own, of the form {forms}: give it with --base-url URL")]
    Template {
        /// The provider.
        provider: &'static str,
        /// The form of its base URL.
        url: &'static str,
        /// The same in words, with that of its other wires where none was asked for.
        forms: String,
    },
    /// It can be anywhere.
    #[error("provider `{provider}` can be anywhere: say where with --base-url URL")]
    Custom {
        /// The provider.
        provider: &'static str,
    },
    /// It is not known to speak that wire.
    #[error("provider `{provider}` has no base url for `{api}` (it has one for {known}): give one with --base-url URL")]
    Api {
        /// The provider.
        provider: &'static str,
        /// The wire.
        api: Api,
        /// The wires that it is known to speak.
        known: String,
    },
    /// The base URL is broken.
    #[error(transparent)]
    Route(#[from] RouteError),
}

impl ResolveError {
    fn unknown(provider: &str) -> Self {
        let names = Preset::all().iter().flat_map(|preset| preset.aliases.iter().copied().chain([preset.id]));
        let mut near: Vec<_> =
            near(provider, names).into_iter().filter_map(Preset::find).map(|preset| preset.id).collect();
        near.dedup();
        let meant = if near.is_empty() { ":".to_owned() } else { meant(&near) };
        Self::Unknown { provider: provider.trim().to_owned(), near, meant }
    }
}

impl Preset {
    fn apis(&self) -> String {
        let apis: Vec<&str> = self.bases.iter().map(|(api, _)| api.as_str()).collect();
        if apis.is_empty() { "none".to_owned() } else { apis.join(", ") }
    }
    /// The forms of the base URL of `api`, or of every wire.
    fn forms(&self, api: Option<&Api>) -> String {
        let asked = self.bases.iter().filter(|(known, _)| api.is_none_or(|api| api == known));
        let mut forms: Vec<&(Api, &str)> = vec![];
        for base in asked.filter(|base| self.base(Some(&base.0)) == Some(*base)) {
            if !forms.iter().any(|(_, url)| *url == base.1) {
                forms.push(base);
            }
        }
        match forms.as_slice() {
            [(_, url)] => format!("`{url}`"),
            forms => forms.iter().map(|(api, url)| format!("`{url}` ({api})")).collect::<Vec<_>>().join(", "),
        }
    }
}

/// Whether `base` leads to `url`. Where its host is the caller's, its path tells: a `{word}` is any segment.
fn leads(base: &str, url: &str) -> bool {
    if !base.contains('{') {
        return url.starts_with(base);
    }
    let mut below = path(url);
    path(base).all(|part| below.next().is_some_and(|found| part == found || part.starts_with('{')))
}

/// The segments of a URL's path.
fn path(url: &str) -> impl Iterator<Item = &str> {
    url.split_once("://").map_or(url, |(_, rest)| rest).split('/').skip(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(spec: &str, base_url: Option<&str>, api: Option<&'static str>) -> String {
        match resolve(spec, base_url, api.map(Api::new)) {
            Ok(route) => route.to_string(),
            Err(error) => error.to_string(),
        }
    }
    #[test]
    fn presets_are_sound() {
        let mut names: Vec<&str> = vec![];
        for preset in Preset::all() {
            names.extend(preset.aliases.iter().chain([&preset.id]));
            for (api, url) in preset.bases {
                let (open, close) = (url.matches('{').count(), url.matches('}').count());
                assert_eq!(open, close, "{url}");
                let filled = url.replace(['{', '}'], "");
                let route =
                    Route::new(preset.id, &filled, api.clone(), "m").unwrap_or_else(|error| panic!("{url}: {error}"));
                assert!(route.is_local() || url.starts_with("https://"), "{url}");
                let first = preset.bases.iter().find(|(_, base)| base == url).map(|(api, _)| api);
                assert_eq!(Preset::find(preset.id).unwrap().api_at(url), first, "{url}");
            }
            let key = preset.key.unwrap_or("KEY");
            assert!(
                key.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_' || byte.is_ascii_digit()),
                "{key}"
            );
        }
        assert!(names.iter().all(|name| !name.is_empty() && name.to_lowercase() == **name));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "a name stands for one preset");
    }
    #[test]
    fn every_provider_of_the_table_has_a_preset() {
        let registry = crate::registry().unwrap();
        let rows = registry.rules().entries().iter().flat_map(|entry| entry.rule.pattern.providers.iter());
        let missing: Vec<_> = rows.filter(|id| Preset::find(id).is_none()).collect();
        assert!(missing.is_empty(), "{missing:?}");
        for preset in Preset::all() {
            let known = registry.rules().knows(preset.id);
            let by_alias = preset.aliases.iter().find(|alias| registry.rules().knows(alias));
            assert!(known || by_alias.is_none(), "the table calls `{}` {by_alias:?}", preset.id);
        }
    }
    #[cfg(all(feature = "chat", feature = "anthropic"))]
    #[test]
    fn every_door_to_messages_has_its_row() {
        let registry = crate::registry().unwrap();
        for preset in Preset::all() {
            let Some((api, url)) = preset.base(Some(&Api::MESSAGES)) else { continue };
            let url = url.replace("{region}", "us-east-1").replace("{location}", "us-east5");
            let url = url.replace("{project}", "p").replace("{resource}", "r");
            for provider in [preset.id, "custom"] {
                let route = Route::new(provider, &url, api.clone(), "claude-opus-4-8").unwrap();
                let row = registry.find(&route).unwrap().0.reads.rule.name.to_string();
                // Nothing is known of what this one takes back.
                assert_eq!(row == "messages-elsewhere", preset.id == "fireworks", "{route}: {row}");
            }
        }
    }
    #[test]
    fn routes() {
        for (spec, base_url, api, want) in [
            (
                "groq/openai/gpt-oss-120b",
                None,
                None,
                "groq/openai/gpt-oss-120b at https://api.groq.com/openai/v1 (chat_completions)",
            ),
            (
                " Anthropic /claude-opus-5",
                None,
                None,
                "anthropic/claude-opus-5 at https://api.anthropic.com (anthropic_messages)",
            ),
            (
                "deepseek/m",
                None,
                Some("anthropic_messages"),
                "deepseek/m at https://api.deepseek.com/anthropic (anthropic_messages)",
            ),
            (
                "deepseek/m",
                Some("https://api.deepseek.com/anthropic"),
                None,
                "deepseek/m at https://api.deepseek.com/anthropic (anthropic_messages)",
            ),
            (
                "deepseek/m",
                Some("https://proxy.example"),
                None,
                "deepseek/m at https://proxy.example (chat_completions)",
            ),
            ("mine/m", Some("http://10.0.0.1:8000/v1"), None, "mine/m at http://10.0.0.1:8000/v1 (chat_completions)"),
            ("mine/m", Some("h.example"), Some("any_wire"), "mine/m at h.example (any_wire)"),
            ("custom/m", None, None, "provider `custom` can be anywhere: say where with --base-url URL"),
            ("mine/m", None, None, "unknown provider `mine`: any other host needs --base-url URL"),
            (
                "antropic/m",
                None,
                None,
                "unknown provider `antropic`; did you mean `anthropic`? any other host needs --base-url URL",
            ),
            (
                "groq/m",
                None,
                Some("anthropic_messages"),
                "provider `groq` has no base url for `anthropic_messages` (it has one for chat_completions, openai_responses): give one with --base-url URL",
            ),
            (
                "bedrock/m",
                None,
                None,
                "provider `bedrock` is at a base url of your own, of the form `https://bedrock-runtime.{region}.amazonaws.com`: give it with --base-url URL",
            ),
            (
                "azure-foundry/m",
                None,
                Some("anthropic_messages"),
                "provider `azure-foundry` is at a base url of your own, of the form `https://{resource}.services.ai.azure.com/anthropic`: give it with --base-url URL",
            ),
            (
                "azure-foundry/m",
                None,
                None,
                "provider `azure-foundry` is at a base url of your own, of the form `https://{resource}.services.ai.azure.com/anthropic` (anthropic_messages), `https://{resource}.services.ai.azure.com/models` (chat_completions), `https://{resource}.services.ai.azure.com/openai/v1` (openai_responses): give it with --base-url URL",
            ),
            (
                "vertex/claude-opus-5",
                Some("https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/anthropic"),
                None,
                "vertex/claude-opus-5 at https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/anthropic (anthropic_messages)",
            ),
            (
                "foundry/m",
                Some("https://r.services.ai.azure.com/models"),
                None,
                "azure-foundry/m at https://r.services.ai.azure.com/models (chat_completions)",
            ),
            (
                "bedrock/m",
                Some("https://bedrock-runtime.eu-west-1.amazonaws.com"),
                None,
                "bedrock/m at https://bedrock-runtime.eu-west-1.amazonaws.com (bedrock_converse)",
            ),
            (
                "bedrock/m",
                Some("https://bedrock-runtime.eu-west-1.amazonaws.com/anthropic"),
                None,
                "bedrock/m at https://bedrock-runtime.eu-west-1.amazonaws.com/anthropic (anthropic_messages)",
            ),
            ("groq", None, None, "route `groq`: expected PROVIDER/MODEL, such as `deepseek/deepseek-v4-pro`"),
            ("/m", None, None, "route `/m`: expected PROVIDER/MODEL, such as `deepseek/deepseek-v4-pro`"),
            ("groq/ ", None, None, "route `groq/ `: expected PROVIDER/MODEL, such as `deepseek/deepseek-v4-pro`"),
            (
                "groq/m",
                Some("ftp://h"),
                None,
                "unknown scheme at the start of the base url: expected `http://` or `https://`",
            ),
        ] {
            assert_eq!(route(spec, base_url, api), want);
        }
    }
}

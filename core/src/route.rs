//! Where a request goes: provider, base URL, API and model. The rules read it, and a carrier's origin is written from it.
//!
//! It must never dial, complete or correct a URL, and never show a secret: user info is forgotten as soon as it is read, a
//! query is neither printed nor stored, and an error repeats no text of the URL. What URL parsers read in more than one way
//! (a backslash, `https:/host`) is refused, so that the host which the rules saw is the host that is dialled.
use crate::host::Host;
use crate::name::{Api, ProviderId};
use serde::{Deserialize, Deserializer, Serialize};
use std::{fmt, num::NonZeroU16};

/// Where a request goes.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Route {
    /// Who is asked; names the policy. Lower case.
    #[serde(deserialize_with = "provider")]
    pub provider: ProviderId,
    /// Where to dial. Stored as a string.
    pub base_url: BaseUrl,
    /// The wire that is spoken there.
    pub api: Api,
    /// The model as that host names it, case kept.
    pub model: String,
}

impl Route {
    /// A route from its spelled parts; space around any of them and the case of the provider do not matter. Fails only on the
    /// base URL, see [`BaseUrl::parse`].
    pub fn new(provider: &str, base_url: &str, api: Api, model: &str) -> Result<Self, RouteError> {
        let base_url = BaseUrl::parse(base_url)?;
        Ok(Self { provider: ProviderId::parse(provider), base_url, api, model: model.trim().to_owned() })
    }
    /// The host that is dialled.
    pub fn host(&self) -> &Host {
        self.base_url.host()
    }
    /// The port, if the URL gives one.
    pub fn port(&self) -> Option<u16> {
        self.base_url.port()
    }
    /// The path of the base URL: empty, or with a leading and without a trailing slash.
    pub fn path(&self) -> &str {
        self.base_url.path()
    }
    /// True for this machine and its private networks, see [`Host::is_local`].
    pub fn is_local(&self) -> bool {
        self.host().is_local()
    }
    /// The model without the folders before it: `kimi-k2` of `accounts/fireworks/models/kimi-k2`.
    pub fn model_segment(&self) -> &str {
        let model = self.model.trim_end_matches('/');
        model.rsplit_once('/').map_or(model, |(_, last)| last)
    }
    /// True when `host`, as in `api.groq.com` or `localhost:8080`, is this route's host. A port counts only where `host` has
    /// one; then a port that this URL leaves out is its scheme's default.
    pub fn same_host(&self, host: &str) -> bool {
        let dialled = self.port().unwrap_or(if self.base_url.tls { 443 } else { 80 });
        let same = |(host, port): (Host, Option<u16>)| host == *self.host() && port.is_none_or(|port| port == dialled);
        self.host().is(host) || authority(host.trim()).is_ok_and(same)
    }
    /// The host for a carrier's origin, with the port when the URL gives one: `api.groq.com`, `localhost:8080`, `[::1]:8080`.
    pub fn origin_host(&self) -> String {
        match (self.port(), self.host()) {
            (None, host) => host.to_string(),
            (Some(port), host) if host.is_v6() => format!("[{host}]:{port}"),
            (Some(port), host) => format!("{host}:{port}"),
        }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{} at {} ({})", self.provider, self.model, self.base_url, self.api)
    }
}

/// A base URL, parsed once. `Display`, `Debug` and the stored form leave the query out: some put a key there.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BaseUrl {
    text: String,
    tls: bool,
    host: Host,
    port: Option<u16>,
    path: String,
}

impl BaseUrl {
    /// Reads `[scheme://][user info@]host[:port][/path][?query]`. Surrounding space, the path's trailing slashes, user info
    /// and a fragment are dropped. A missing scheme is `http` for local hosts and `https` for others. Fails on an empty or
    /// ill-formed host, another scheme, a bad port, IPv6 without brackets, and a space, control character or backslash inside.
    pub fn parse(text: &str) -> Result<Self, RouteError> {
        let text = text.trim();
        let odd = |c: char| c.is_whitespace() || c.is_control() || c == '\\';
        if let Some((at, found)) = text.chars().enumerate().find(|&(_, c)| odd(c)) {
            return Err(RouteError::Character(found, at));
        }
        let (address, query) = cut(cut(text, '#').0, '?');
        let rest = address.split_once("://").filter(|(to, _)| !to.contains('/')).map_or(address, |(_, rest)| rest);
        let front = address.strip_suffix(rest).unwrap_or_default();
        let (place, path) = cut(rest.trim_end_matches('/'), '/');
        let place = place.rsplit_once('@').map_or(place, |(_, place)| place);
        let (host, port) = authority(place)?;
        // `https:/host`, `http:80`: HTTP clients dial what stands behind the colon.
        let slip = place.ends_with(':') || (port.is_some() && (host.is("http") || host.is("https")));
        let tls = match front.to_ascii_lowercase().as_str() {
            "http://" => false,
            "https://" => true,
            "" if !slip => !host.is_local(),
            _ => return Err(RouteError::Scheme),
        };
        Ok(Self { text: format!("{front}{place}{path}{query}"), tls, host, port, path: path.to_owned() })
    }
    /// The URL as it was spelled, even without scheme; user info, fragment and trailing slashes are gone, but its query may
    /// hold a key: to dial, not to print.
    pub fn as_str(&self) -> &str {
        &self.text
    }
    /// `http` or `https`.
    pub fn scheme(&self) -> &'static str {
        if self.tls { "https" } else { "http" }
    }
    /// The host.
    pub fn host(&self) -> &Host {
        &self.host
    }
    /// The port, if the URL gives one.
    pub fn port(&self) -> Option<u16> {
        self.port
    }
    /// Empty, or with a leading and without a trailing slash: `/openai/v1`.
    pub fn path(&self) -> &str {
        &self.path
    }
    /// The URL with `suffix` behind its path and its scheme in front. It may hold a key: to dial, not to print.
    pub fn dial(&self, suffix: &str) -> String {
        let (address, query) = (self.shown(), self.text.get(self.shown().len()..).unwrap_or_default());
        let address = address.split_once("://").map_or(address, |(_, rest)| rest);
        let query = if suffix.contains('?') { query.replacen('?', "&", 1) } else { query.to_owned() };
        format!("{}://{address}{suffix}{query}", self.scheme())
    }
    fn shown(&self) -> &str {
        cut(&self.text, '?').0
    }
}

/// What is wrong with a base URL. Repeats one odd character of it at most: in a broken URL any part may be a password.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RouteError {
    /// No text, or nothing between the scheme and the path.
    #[error("no host in the base url")]
    Empty,
    /// White space, a control character or a backslash inside; its place counts characters, without leading space.
    #[error("{0:?} behind {1} characters of the base url: expected no space, control character or backslash")]
    Character(char, usize),
    /// A scheme other than http and https, or one without its `//`.
    #[error("unknown scheme at the start of the base url: expected `http://` or `https://`")]
    Scheme,
    /// Not a number, zero, or too large.
    #[error("bad port behind the host of the base url: expected 1 to 65535")]
    Port,
    /// A bracket that does not close, that holds something else, or that is missing.
    #[error("bad host in the base url: expected an IPv6 address in brackets, such as `[::1]`")]
    Ipv6,
    /// An empty label, or a character that no host name has.
    #[error("bad host in the base url: expected labels of letters, digits, `-` and `_` (other scripts in punycode)")]
    Host,
}

/// Reads `host[:port]`. Nothing behind the colon is the scheme's default, as in RFC 3986 §3.2.3.
fn authority(text: &str) -> Result<(Host, Option<u16>), RouteError> {
    let (name, digits) = text.rsplit_once(':').filter(|(_, port)| !port.contains(']')).unwrap_or((text, ""));
    let wrong = match name {
        "" | "." => RouteError::Empty,
        _ if name.contains([':', '[', ']']) => RouteError::Ipv6,
        _ => RouteError::Host,
    };
    let host = Host::parse(name).filter(|host| !host.is_v6() || name.starts_with('[')).ok_or(wrong)?;
    match digits.parse::<NonZeroU16>() {
        _ if digits.is_empty() => Ok((host, None)),
        Ok(port) if !digits.starts_with('+') => Ok((host, Some(port.get()))),
        _ => Err(RouteError::Port),
    }
}

/// Splits before the first `sign`.
fn cut(text: &str, sign: char) -> (&str, &str) {
    text.find(sign).and_then(|at| text.split_at_checked(at)).unwrap_or((text, ""))
}

fn provider<'de, D: Deserializer<'de>>(from: D) -> Result<ProviderId, D::Error> {
    String::deserialize(from).map(|name| ProviderId::parse(&name))
}

impl TryFrom<String> for BaseUrl {
    type Error = RouteError;
    fn try_from(text: String) -> Result<Self, RouteError> {
        Self::parse(&text)
    }
}
impl From<BaseUrl> for String {
    fn from(url: BaseUrl) -> Self {
        url.shown().to_owned()
    }
}
impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.shown())
    }
}
impl fmt::Debug for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.shown(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dials() {
        for (url, want) in [
            ("https://api.example.com/v1/", "https://api.example.com/v1/chat"),
            ("localhost:11434/v1", "http://localhost:11434/v1/chat"),
            ("https://r.openai.azure.com/openai?api-version=1", "https://r.openai.azure.com/openai/chat?api-version=1"),
        ] {
            assert_eq!(BaseUrl::parse(url).unwrap().dial("/chat"), want);
        }
        let keyed = BaseUrl::parse("https://api.example.com/v1?key=k").unwrap();
        assert_eq!(keyed.dial("/m:stream?alt=sse"), "https://api.example.com/v1/m:stream?alt=sse&key=k");
    }
    #[test]
    fn reads() {
        // as spelled, scheme, host, port, path, as shown where that differs
        let table = "
            http://[::1]:8080/v1                http    ::1             8080    /v1
            localhost:11434/v1                  http    localhost       11434   /v1
            ollama                              http    ollama          -       -
            api.groq.com/to/http://x            https   api.groq.com    -       /to/http://x
            https://API.Groq.COM./openai/v1/    https   api.groq.com    -       /openai/v1  https://API.Groq.COM./openai/v1
            HTTP://h:///                        http    h               -       -           HTTP://h:
            https://h//v1//                     https   h               -       //v1        https://h//v1
            https://api.groq.com@evil.com/v1    https   evil.com        -       /v1         https://evil.com/v1
            https://u:p@w@h:1/v1?key=k/#t       https   h               1       /v1         https://h:1/v1
            u:p@h.com:1?to=http://x             https   h.com           1       -           h.com:1
            https://evil.com#@groq.com          https   evil.com        -       -           https://evil.com
            https://evil.com/@groq.com          https   evil.com        -       /@groq.com
            http://[fe80::1%25eth0]             http    fe80::1%eth0    -       -";
        for line in table.trim().lines() {
            let words: Vec<_> = line.split_whitespace().map(|word| if word == "-" { "" } else { word }).collect();
            let url = BaseUrl::parse(words[0]).unwrap();
            let (port, shown) = (url.port().map(|port| port.to_string()).unwrap_or_default(), url.to_string());
            assert_eq!([url.scheme(), url.host().as_str(), &port, url.path()], words[1..5], "{line}");
            assert_eq!(&shown, words.get(5).unwrap_or(&words[0]));
            assert_eq!(BaseUrl::parse(url.as_str()), Ok(url), "reads its own text");
        }
        assert_eq!(BaseUrl::parse(" https://u@h/v1/?key=k/#t\n").unwrap().as_str(), "https://h/v1?key=k/");
    }
    #[test]
    fn refuses() {
        use RouteError::{Character, Empty, Host, Ipv6, Port, Scheme};
        for (words, want) in [
            (" / // https:// https:/// https://:80 https://u:p@/v1 https://. ?q #f", Empty),
            ("ftp://h://h httpx://h a@b://h https:/h htps:/h.com/v1 http:80 HTTPS:", Scheme),
            ("https:h h:x h:-1 h:+80 h:0 h:65536 h:８０ https://u:secret/x@h mailto:a", Port),
            ("::1 fd00::1:80 [::1 [::1]x [::1]] [[::1]] [] [h] [127.0.0.1] [::1%] ] http://u:p:q", Ipv6),
            ("https://a..b https://h%2eb https://münchen.de https://a,b https://*", Host),
        ] {
            for text in words.split(' ') {
                assert_eq!(BaseUrl::parse(text), Err(want.clone()), "{text}");
            }
        }
        for found in [' ', '\n', '\t', '\0', '\u{a0}', '\u{7f}', '\\'] {
            let text = format!(" https://api.groq.com{found}@evil.com");
            assert_eq!(BaseUrl::parse(&text), Err(Character(found, 20)));
        }
    }
    #[test]
    fn asks() {
        let route = |url, model| Route::new(" OpenRouter ", url, Api::CHAT, model).unwrap();
        assert!(!route("https://evil.com/moonshot.ai/v1", "").host().within("moonshot.ai"));
        assert!(!route("http://notgroq.com", "").host().within("groq.com"));
        for (model, last) in [("a/b/kimi-k2 ", "kimi-k2"), ("m:free", "m:free"), ("a/b/", "b"), ("/", ""), ("", "")] {
            assert_eq!(route("h", model).model_segment(), last);
        }
        for (url, origin, same, other) in [
            ("https://API.groq.com/v1", "api.groq.com", "API.groq.com:443", "groq.com"),
            ("http://[::1]:8080", "[::1]:8080", "0::1", "[::1]:80"),
            ("localhost", "localhost", "localhost:80", "localhost:443"),
            ("https://h:443", "h:443", " h. ", "u@h"),
        ] {
            let route = route(url, "m");
            assert_eq!(route.origin_host(), origin);
            assert_eq!([origin, same, other, ""].map(|host| route.same_host(host)), [true, true, false, false]);
        }
        assert!(route("http://10.0.0.1:1/v1", "").is_local() && !route("10.0.0.1.evil.com", "").is_local());
    }
    #[test]
    fn stores_without_secrets() {
        let route = Route::new(" OpenRouter", "https://u:s3cret@h:1/v1/?key=s3cret", Api::CHAT, " a/M ").unwrap();
        let stored = r#"{"provider":"openrouter","base_url":"https://h:1/v1","api":"chat_completions","model":"a/M"}"#;
        assert_eq!(serde_json::to_string(&route).unwrap(), stored);
        assert!(!format!("{route:?} {route:#?} {}", route.base_url).contains("s3cret"));
        let loaded: Route = serde_json::from_reader(stored.replace("openrouter", "OpenRouter ").as_bytes()).unwrap();
        assert_eq!(serde_json::to_string(&loaded).unwrap(), stored);
        let broken = stored.replace("https://h", "ftp://u:s3cret@h");
        assert!(!serde_json::from_str::<Route>(&broken).unwrap_err().to_string().contains("s3cret"));
    }
    #[test]
    fn never_panics() {
        let odd =
            "http:// HTTPS:// :// // / : @ [ ] % ? # . .. * 0 99999 010 localhost é \u{200b} \u{1f600} ::1 \\ \0  \t";
        let odd: Vec<_> = odd.split(' ').collect();
        let pairs: Vec<_> = odd.iter().flat_map(|a| odd.iter().map(move |b| format!("{a}{b}"))).collect();
        for text in pairs.iter().flat_map(|a| pairs.iter().map(move |b| format!("{a}{b}"))) {
            let Ok(route) = Route::new(&text, &text, Api::from(text.clone()), &text) else { continue };
            assert_eq!(BaseUrl::parse(route.base_url.as_str()).as_ref(), Ok(&route.base_url), "{text:?}");
            assert!(route.same_host(&route.origin_host()) && !route.host().as_str().is_empty(), "{text:?}");
            let _ = (route.same_host(&text), route.host().within(&text), route.host().like(&text));
            let _ = (route.is_local(), route.model_segment().len(), format!("{route:?}"));
        }
    }
}

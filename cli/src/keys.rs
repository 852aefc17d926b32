//! Keys of providers, from the environment. A key stands in its header alone: nothing that is printed may hold it.
use crate::{failure::Failure, output, place, sim};
use throughline::{
    Preset, Refused, ResolveError, Route,
    client::{Secret, SendError},
};

/// The key of the route's provider. A server on one's own network may have none.
pub(crate) fn find(route: &Route, named: Option<&str>) -> Result<Option<Secret>, Failure> {
    if sim::is(route) {
        return Ok(None);
    }
    let preset = Preset::find(route.provider.as_str()).and_then(|preset| preset.key);
    let Some(name) = named.or(preset) else { return Ok(None) };
    let signed = named.is_none() && place::is_signed(route);
    match Secret::from_env(name) {
        None if signed && place::SIGNS => Ok(None),
        None if named.is_some() || !route.is_local() => Err(Failure::Usage(format!(
            "no key for `{}`: set {name}, or name another variable with --key-env NAME{}",
            route.provider,
            if signed { "; a build with `--features bedrock-sdk` signs with AWS credentials" } else { "" }
        ))),
        key => Ok(key),
    }
}

/// The key of a route that was stored and not typed. A session may come from a file of somebody else: what its provider's tools would
/// send goes to that provider's own hosts alone, and elsewhere only by the name of its variable.
pub(crate) fn stored(route: &Route, named: Option<&str>) -> Result<Option<Secret>, Failure> {
    if named.is_some() || sim::is(route) || is_home(route) {
        return find(route, named);
    }
    match Preset::find(route.provider.as_str()).and_then(|preset| preset.key) {
        Some(key) if !route.is_local() => Err(Failure::Usage(format!(
            "the session goes to {}, which is no host of `{}`: no key is sent there unasked; say --key-env {key} to send it, or go \
             elsewhere with --model PROVIDER/MODEL",
            route.host(),
            route.provider
        ))),
        _ => Ok(None),
    }
}

/// Whether the route dials where its provider's preset does.
fn is_home(route: &Route) -> bool {
    let spec = format!("{}/{}", route.provider, route.model);
    match throughline::resolve(&spec, None, Some(route.api.clone())) {
        Ok(own) => own.origin_host() == route.origin_host() && own.base_url.scheme() == route.base_url.scheme(),
        Err(ResolveError::Template { url, .. }) => place::is_at(url, &route.base_url.dial("")),
        Err(_) => false,
    }
}

/// A refusal goes to the output as it came, save that it may quote the key; so may a header that an error names, in small letters.
pub(crate) fn refused(error: SendError, key: Option<&Secret>) -> Failure {
    let spelled = key.map(|key| [key.reveal().to_owned(), key.reveal().to_ascii_lowercase()]);
    let clean = |text: &str| spelled.iter().flatten().fold(text.to_owned(), |text, key| text.replace(key, "…"));
    let SendError::Refused { refused: Refused { status, body }, .. } = &error else {
        return match error.into() {
            Failure::Network(text) => Failure::Network(clean(&text)),
            other => other,
        };
    };
    output::complain(&clean(&error.to_string()));
    match output::write(clean(&format!("{{\"status\":{status},\"body\":{}}}\n", body.get())).as_bytes()) {
        Ok(()) => Failure::Refused,
        Err(failure) => failure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use throughline::{Api, Route};

    #[test]
    fn a_stored_route_sends_a_key_home_alone() {
        let route = |url| Route::new("deepseek", url, Api::CHAT, "deepseek-v4-pro").unwrap();
        assert!(is_home(&route("https://api.deepseek.com")));
        for url in ["https://api.deepseek.com.example", "http://api.deepseek.com", "https://api.deepseek.com:8443"] {
            assert!(!is_home(&route(url)));
            let failure = stored(&route(url), None).unwrap_err();
            let text = failure.text().unwrap();
            assert!(
                failure.code() == 2
                    && text.contains("no host of `deepseek`")
                    && text.contains("--key-env DEEPSEEK_API_KEY")
            );
        }
        let aws = |url| Route::new("bedrock", url, Api::new("bedrock_converse"), "m").unwrap();
        assert!(is_home(&aws("https://bedrock-runtime.eu-west-1.amazonaws.com")));
        assert!(!is_home(&aws("https://bedrock-runtime.eu-west-1.amazonaws.com.example")));
        assert!(stored(&route("http://127.0.0.1:8080"), None).unwrap().is_none());
        assert!(stored(&route("http://sim.localhost/deepseek"), None).unwrap().is_none());
    }
}

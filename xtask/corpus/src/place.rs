//! The route of a recorded exchange: provider, host and path as far as the recorder kept them.
use crate::{
    exchange::Exchange,
    table::{DOORS, ENDPOINTS, LOCAL, MASKS, METHODS, SPOKEN},
};
use throughline::{Api, Route, RouteError, json};

/// Where the exchange went. A masked name is replaced, a masked host is invented: local for servers that people run themselves.
pub fn route(exchange: &Exchange) -> Result<Route, RouteError> {
    let path = exchange.request.path.as_deref().unwrap_or_default();
    let path = path.split(['?', '#']).next().unwrap_or_default();
    // A placeholder for the whole base URL can stand in the path.
    let (masked, path) = match path.split_once('>').filter(|_| path.starts_with('<')) {
        Some((_, rest)) => (true, rest),
        None => (false, path),
    };
    let host = exchange.host.as_deref().filter(|host| !masked && !host.trim().is_empty() && !host.contains('<'));
    let origin = match host {
        Some(host) => unmask(host),
        None if LOCAL.contains(&exchange.provider.as_str()) => "http://localhost".to_owned(),
        None => "https://masked.invalid".to_owned(),
    };
    let url = format!("{origin}{}", base(path));
    let api = SPOKEN.iter().find(|(door, _)| *door == exchange.api).map_or(exchange.api.as_str(), |(_, api)| api);
    Route::new(&exchange.provider, &url, Api::from(api.to_owned()), &model(exchange))
}

fn unmask(host: &str) -> String {
    let labels = host.split('.').map(|label| if MASKS.contains(&label) { "masked" } else { label });
    labels.collect::<Vec<_>>().join(".")
}

/// The path without what a client adds to its base URL. One that names the model and a method that no adapter here asks for
/// (`…/models/NAME:method`) stays whole.
fn base(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    if let Some(named) = METHODS.iter().find_map(|method| path.strip_suffix(method)) {
        return named.rsplit_once("/models/").map_or(named, |(base, _)| base);
    }
    if let Some(named) = DOORS.iter().find_map(|door| path.strip_suffix(door)) {
        return named.rsplit_once("/model/").map_or(named, |(base, _)| base);
    }
    ENDPOINTS.iter().find_map(|end| path.strip_suffix(end)).unwrap_or(path)
}

fn model(exchange: &Exchange) -> String {
    let body = exchange.request.body.as_deref().and_then(|body| json::member(body.get(), "model"));
    let named = body.and_then(throughline::Literal::read).map(|name| name.decode().into_owned());
    named.or_else(|| exchange.model.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(provider: &str, host: &str, path: &str) -> String {
        let text = format!(
            r#"{{"id":"x","provider":"{provider}","api":"chat_completions","host":{host},"model":"m",
            "request":{{"path":{path},"body":{{"model":"n"}}}},"response":{{}}}}"#
        );
        let route = route(&serde_json::from_str(&text).unwrap()).unwrap();
        assert_eq!(route.model, "n");
        route.base_url.to_string()
    }
    #[test]
    fn what_was_kept_is_used_and_what_was_masked_is_invented() {
        for (provider, host, path, want) in [
            ("groq", r#""api.groq.com""#, r#""/openai/v1/chat/completions""#, "https://api.groq.com/openai/v1"),
            ("anthropic", r#""api.anthropic.com""#, r#""/v1/messages?beta=true""#, "https://api.anthropic.com"),
            ("azure", r#""RESOURCE.azure.com""#, r#""/anthropic/v1/messages""#, "https://masked.azure.com/anthropic"),
            ("ollama", r#""""#, r#""<OLLAMA_API_BASE>/chat/completions""#, "http://localhost"),
            ("ollama", r#""127.0.0.1:11434""#, r#""/v1/chat/completions""#, "127.0.0.1:11434/v1"),
            ("nobody", "null", "null", "https://masked.invalid"),
            ("cloud", r#""h.com""#, r#""/v1beta/models/m-1:generateContent?x=y""#, "https://h.com/v1beta"),
            (
                "cloud",
                r#""h.com""#,
                r#""/v1/locations/<L>/models/m:streamGenerateContent""#,
                "https://h.com/v1/locations/<L>",
            ),
            ("cloud", r#""h.com""#, r#""/model/us.a.m-v1%3A0/converse-stream""#, "https://h.com"),
            ("cloud", r#""h.com""#, r#""/model/us.a.m-v1%3A0/invoke-with-response-stream""#, "https://h.com"),
            ("cloud", r#""h.com""#, r#""/v1/publishers/p/models/m@1:rawPredict""#, "https://h.com/v1/publishers/p"),
            ("cloud", r#""h.com""#, r#""/v1/models/m@1:countTokens""#, "https://h.com/v1/models/m@1:countTokens"),
        ] {
            let want = want.replace("https://", "").replace("http://", "");
            let got = shown(provider, host, path).replace("https://", "").replace("http://", "");
            assert_eq!(got, want, "{provider} {host} {path}");
        }
    }
}

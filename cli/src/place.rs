//! Providers whose host has a region in it: where that comes from, and which hosts are theirs.
//!
//! Only a region is ever filled in. What else a base URL leaves open names a customer, and a wrong one would be sent somebody's key.
use crate::failure::Failure;
use throughline::{Api, ResolveError, Route, bedrock};

/// What stands for the region in a base URL.
const REGION: &str = "{region}";
/// The variables that vendors' own tools read it from, the first that is set.
const VARIABLES: [&str; 2] = ["AWS_REGION", "AWS_DEFAULT_REGION"];

/// Whether this build signs with AWS credentials.
pub(crate) const SIGNS: bool = cfg!(feature = "bedrock-sdk");

/// The route that `PROVIDER/MODEL` means, in the region that the environment names.
pub(crate) fn resolve(spec: &str, base_url: Option<&str>, api: Option<Api>) -> Result<Route, Failure> {
    let error = match throughline::resolve(spec, base_url, api.clone()) {
        Err(error @ ResolveError::Template { url, .. }) if leaves_region(url) => match region() {
            Some(region) => return Ok(throughline::resolve(spec, Some(&url.replace(REGION, &region)), api)?),
            None => error,
        },
        other => return Ok(other?),
    };
    Err(Failure::Route(format!("{error}, or set {}", VARIABLES[0])))
}

/// Whether `url` is the base URL `template` in some region.
pub(crate) fn is_at(template: &str, url: &str) -> bool {
    let inner = |(front, back)| url.strip_prefix(front)?.strip_suffix(back);
    leaves_region(template) && template.split_once(REGION).and_then(inner).is_some_and(is_region)
}

/// Whether AWS credentials do there in place of a key.
pub(crate) fn is_signed(route: &Route) -> bool {
    route.base_url.scheme() == "https" && bedrock::region(route.host().as_str()).is_some()
}

/// A region, and nothing else, is left open.
fn leaves_region(template: &str) -> bool {
    template.matches('{').count() == 1 && template.contains(REGION)
}

fn is_region(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

fn region() -> Option<String> {
    let set = VARIABLES.iter().find_map(|name| std::env::var(name).ok()).map(|region| region.trim().to_owned());
    set.or_else(configured).filter(|region| is_region(region))
}

/// What the profile or the machine says. It is asked on a thread of its own: whoever asks may be waiting in a runtime already.
#[cfg(feature = "bedrock-sdk")]
fn configured() -> Option<String> {
    let ask = || crate::runtime::run(async { bedrock::sdk::Aws::from_env().await.region().map(str::to_owned) });
    std::thread::spawn(ask).join().ok()?.ok()?
}
#[cfg(not(feature = "bedrock-sdk"))]
fn configured() -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_is_all_that_is_filled_in() {
        let template = "https://bedrock-runtime.{region}.amazonaws.com";
        for (url, want) in [
            ("https://bedrock-runtime.eu-west-1.amazonaws.com", true),
            ("https://bedrock-runtime..amazonaws.com", false),
            ("https://bedrock-runtime.a.b.amazonaws.com", false),
            ("https://bedrock-runtime.x/.amazonaws.com", false),
            ("https://bedrock-runtime.x@.amazonaws.com", false),
            ("http://bedrock-runtime.eu-west-1.amazonaws.com", false),
            ("https://bedrock-runtime.eu-west-1.amazonaws.com/x", false),
        ] {
            assert_eq!(is_at(template, url), want, "{url}");
        }
        assert!(!is_at("https://{resource}.openai.azure.com/openai/v1", "https://x.openai.azure.com/openai/v1"));
        assert!(!is_at("https://{region}.{tenant}.h", "https://r.t.h"));
    }
}

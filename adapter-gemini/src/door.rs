//! Where a request of this wire is sent: the model and the method stand in the path.
//!
//! Never completes a path that says more already, and never lets the name of a model end it.
use crate::table::{self, FOLDERS, OWN_FOLDERS};
use throughline_core::{Endpoint, Route, segment::segment};

pub(crate) fn endpoint(route: &Route, streamed: bool) -> Endpoint {
    let path = route.path();
    let method = if streamed { ":streamGenerateContent?alt=sse" } else { ":generateContent" };
    let Some(door) = table::door(route) else { return Endpoint::bearer("") };
    let mut suffix = String::new();
    let named = ["/projects/", "/publishers/"].iter().any(|folder| path.contains(folder));
    if !named && !path.split('/').any(is_version) {
        suffix.push_str(door.version);
    }
    if !path.contains("/publishers/") {
        suffix.push_str(door.folder);
    }
    let model = model(&route.model);
    suffix.push_str(if OWN_FOLDERS.iter().any(|folder| model.starts_with(folder)) { "/" } else { "/models/" });
    suffix.push_str(&spelled(model));
    suffix.push_str(method);
    let auth = if path.contains("/projects/") { door.auth } else { door.express };
    Endpoint { suffix: suffix.into(), auth, headers: vec![] }
}

/// The id of a model without the folder that clients write before it.
pub(crate) fn model(name: &str) -> &str {
    let name = name.trim_matches('/');
    FOLDERS.iter().find_map(|folder| name.strip_prefix(folder)).unwrap_or(name)
}

/// `v1`, `v1beta`, `v1beta1`.
fn is_version(segment: &str) -> bool {
    segment.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// A model may stand in a folder; no name of one is a step out of it.
fn spelled(model: &str) -> String {
    model.split('/').map(segment).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::API;

    fn at(provider: &str, base: &str, model: &str, streamed: bool) -> (String, &'static str) {
        let route = Route::new(provider, base, API, model).unwrap();
        let endpoint = endpoint(&route, streamed);
        (route.base_url.dial(&endpoint.suffix), endpoint.auth.0)
    }
    #[test]
    fn every_form_of_a_base_url_leads_to_the_model() {
        let studio = "https://generativelanguage.googleapis.com";
        let vertex = "https://us-east5-aiplatform.googleapis.com";
        let global = "https://aiplatform.googleapis.com";
        let region = "https://aiplatform.eu.rep.googleapis.com";
        let (key, bearer) = ("x-goog-api-key", "authorization");
        for (base, path, want, auth) in [
            (studio, "", "/v1beta/models/m", key),
            (studio, "/", "/v1beta/models/m", key),
            (studio, "/v1", "/v1/models/m", key),
            (studio, "/v1beta", "/v1beta/models/m", key),
            (
                vertex,
                "/v1/projects/p/locations/global/publishers/google",
                "/v1/projects/p/locations/global/publishers/google/models/m",
                bearer,
            ),
            (
                vertex,
                "/v1beta1/projects/p/locations/global",
                "/v1beta1/projects/p/locations/global/publishers/google/models/m",
                bearer,
            ),
            (region, "/v1/projects/p/locations/eu", "/v1/projects/p/locations/eu/publishers/google/models/m", bearer),
            (global, "", "/v1/publishers/google/models/m", key),
            (global, "/v1beta1", "/v1beta1/publishers/google/models/m", key),
            (global, "/v1/publishers/google", "/v1/publishers/google/models/m", key),
            ("https://proxy.example.org", "/google", "/google/v1beta/models/m", key),
        ] {
            let (url, header) = at("custom", &format!("{base}{path}"), "m", false);
            assert_eq!((url, header), (format!("{base}{want}:generateContent"), auth), "{base}{path}");
        }
    }
    #[test]
    fn a_model_is_named_without_its_folder_and_never_ends_the_path() {
        let base = "https://generativelanguage.googleapis.com/v1beta";
        let url = |model: &str, streamed| at("gemini", base, model, streamed).0.split_off(base.len());
        assert_eq!(url("models/gemini-3-pro", true), "/models/gemini-3-pro:streamGenerateContent?alt=sse");
        assert_eq!(url("google/gemini-3-pro", false), "/models/gemini-3-pro:generateContent");
        assert_eq!(url("tunedModels/mine", false), "/tunedModels/mine:generateContent");
        assert_eq!(url("a:b?c#d", false), "/models/a%3Ab%3Fc%23d:generateContent");
    }
}

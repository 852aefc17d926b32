//! Where a request goes: the path names the model and says whether the reply is streamed.
//!
//! Never lets a model's name change the path around it: what is no plain letter is spelled as its bytes.
use throughline_core::{
    Endpoint, Route,
    segment::{asked, segment},
};

/// `/model/MODEL/converse`, or `converse-stream`; the key is a bearer token.
pub(crate) fn endpoint(route: &Route, streamed: bool) -> Endpoint {
    let method = if streamed { "converse-stream" } else { "converse" };
    let suffix = format!("/model/{}/{method}", segment(&asked(&route.model)));
    let kind = if streamed { "application/vnd.amazon.eventstream" } else { "application/json" };
    Endpoint { suffix: suffix.into(), headers: vec![("accept", kind.into())], ..Endpoint::bearer("") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::API;

    #[test]
    fn a_model_is_one_segment_of_the_path() {
        let route =
            |model| Route::new("bedrock", "https://bedrock-runtime.us-east-1.amazonaws.com", API, model).unwrap();
        let arn = "arn:aws:bedrock:us-east-1:1:application-inference-profile/x";
        assert_eq!(
            endpoint(&route(arn), true).suffix,
            "/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Aapplication-inference-profile%2Fx/converse-stream"
        );
        assert_eq!(
            endpoint(&route("openai.gpt-oss-120b-1:0"), false).suffix,
            "/model/openai.gpt-oss-120b-1%3A0/converse"
        );
        // Escaped once, however it is spelled; what stands behind it for the table alone is not sent.
        for model in ["openai.gpt-oss-120b-1%3A0", "openai.gpt-oss-120b-1%3a0#openai.gpt-oss-120b"] {
            assert_eq!(endpoint(&route(model), false).suffix, "/model/openai.gpt-oss-120b-1%3A0/converse");
        }
        // No step out of the folder of models.
        for model in ["..", "%2e%2E"] {
            assert_eq!(endpoint(&route(model), false).suffix, "/model/%252E%252E/converse");
        }
    }
}

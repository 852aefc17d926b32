//! The transport to Bedrock: signed with AWS credentials over the AWS SDK, and everything else over another transport.
//!
//! It must never sign for a host that nobody named: who is asked with credentials of AWS is AWS, or was let in by [`Aws::also`].
use super::{Answer, Call, Chunks, Transport, TransportError};
use async_trait::async_trait;
use throughline_bedrock::{region, sdk};
use throughline_core::BaseUrl;
use tokio::sync::OnceCell;

/// Sends to Bedrock with AWS credentials, and elsewhere by another way. A call that has a key goes that other way too.
///
/// ```no_run
/// use throughline::client::{Aws, Client, Http};
///
/// let client = Client::new(throughline::registry()?, Aws::from_env(Http::new()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Aws<T> {
    aws: OnceCell<sdk::Aws>,
    rest: T,
    also: Vec<BaseUrl>,
}

impl<T: Transport> Aws<T> {
    /// Signs what goes to a Bedrock runtime of AWS, an endpoint inside a VPC among them, with what the environment has. Nothing is
    /// looked up before the first call that needs it.
    pub fn from_env(rest: T) -> Self {
        Self { aws: OnceCell::new(), rest, also: vec![] }
    }
    /// As [`Aws::from_env`], with these credentials.
    pub fn new(aws: sdk::Aws, rest: T) -> Self {
        Self { aws: OnceCell::new_with(Some(aws)), rest, also: vec![] }
    }
    /// Signs for this host too: a proxy of one's own, a simulator.
    #[must_use]
    pub fn also(mut self, base_url: BaseUrl) -> Self {
        self.also.push(base_url);
        self
    }
    fn signs(&self, call: &Call) -> bool {
        let keyed = call.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("authorization"));
        let Ok(url) = BaseUrl::parse(&call.url) else { return false };
        let same = |also: &BaseUrl| (also.scheme(), also.host(), also.port()) == (url.scheme(), url.host(), url.port());
        let home = url.scheme() == "https" && region(url.host().as_str()).is_some();
        !keyed && (home || self.also.iter().any(same))
    }
}

#[async_trait]
impl<T: Transport> Transport for Aws<T> {
    async fn send(&self, call: Call) -> Result<Answer, TransportError> {
        if !self.signs(&call) {
            return self.rest.send(call).await;
        }
        let headers = call.headers.iter().map(|(name, value)| (name.clone(), value.reveal().to_owned()));
        let headers: Vec<(String, String)> = headers.collect();
        let aws = self.aws.get_or_init(sdk::Aws::from_env).await;
        let sent = aws.send(sdk::Call { url: &call.url, headers: &headers, body: call.body }).await;
        let sdk::Sent { status, headers, body } = sent.map_err(error)?;
        Ok(Answer { status, headers, body: Box::new(Body(body)) })
    }
}

struct Body(sdk::Body);

#[async_trait]
impl Chunks for Body {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, TransportError> {
        self.0.next().await.map_err(error)
    }
}

fn error(error: sdk::Error) -> TransportError {
    TransportError { what: error.to_string(), passing: error.passing(), source: error.into_source() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::Secret;
    use sdk::aws_config::{BehaviorVersion, SdkConfig};

    struct Nowhere;

    #[async_trait]
    impl Transport for Nowhere {
        async fn send(&self, _: Call) -> Result<Answer, TransportError> {
            Err(TransportError { what: "the rest".to_owned(), passing: false, source: None })
        }
    }

    fn aws() -> Aws<Nowhere> {
        Aws::new(sdk::Aws::new(&SdkConfig::builder().behavior_version(BehaviorVersion::latest()).build()), Nowhere)
    }
    fn call(url: &str) -> Call {
        Call { url: url.to_owned(), headers: vec![], body: b"{}".to_vec(), streamed: false }
    }

    #[test]
    fn aws_is_signed_for_and_nobody_else() {
        let aws = aws().also(BaseUrl::parse("http://127.0.0.1:8188").unwrap());
        for (url, want) in [
            ("https://bedrock-runtime.eu-west-1.amazonaws.com/model/m/converse", true),
            ("https://vpce-1.bedrock-runtime.eu-west-1.vpce.amazonaws.com/model/m/converse", true),
            ("http://127.0.0.1:8188/model/m/converse", true),
            ("http://bedrock-runtime.eu-west-1.amazonaws.com/model/m/converse", false),
            ("https://bedrock-runtime.eu-west-1.amazonaws.com.example/model/m/converse", false),
            ("https://example/bedrock-runtime.eu-west-1.amazonaws.com/model/m/converse", false),
            ("http://127.0.0.1:8189/model/m/converse", false),
            ("https://127.0.0.1:8188/model/m/converse", false),
            ("https://bedrock-mantle.eu-west-1.api.aws/v1/chat/completions", false),
            ("", false),
        ] {
            assert_eq!(aws.signs(&call(url)), want, "{url}");
        }
        let mut keyed = call("https://bedrock-runtime.eu-west-1.amazonaws.com/model/m/converse");
        keyed.headers.push(("Authorization".to_owned(), Secret::new("Bearer k")));
        assert!(!aws.signs(&keyed));
    }
    #[tokio::test]
    async fn each_goes_its_way() {
        let said = async |url: &str| match aws().send(call(url)).await {
            Ok(_) => panic!("{url} was answered"),
            Err(error) => error,
        };
        assert_eq!(said("https://h/v1").await.what, "the rest");
        let error = said("https://bedrock-runtime.eu-west-1.amazonaws.com/model/m/converse").await;
        assert!(error.what.contains("AWS_PROFILE") && !error.passing, "{}", error.what);
        assert!(error.source.is_some());
    }
}

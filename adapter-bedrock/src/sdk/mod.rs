//! Sending with AWS credentials: aws-sdk-bedrockruntime finds and renews them, signs, connects, and repeats what was throttled or
//! never arrived.
//!
//! The bytes are ours: a body goes out as it was handed in, whatever the SDK would have written, and a reply comes back as it came,
//! refusals included. The SDK must never read a reply in our place: what it does not know it drops.
//!
//! ```no_run
//! use throughline_bedrock::sdk::{Aws, Call};
//!
//! # async fn send() -> Result<(), throughline_bedrock::sdk::Error> {
//! let aws = Aws::from_env().await;
//! let url = "https://bedrock-runtime.eu-west-1.amazonaws.com/model/amazon.nova-2-lite-v1%3A0/converse";
//! let body = br#"{"messages":[{"role":"user","content":[{"text":"2 + 2?"}]}]}"#.to_vec();
//! let mut sent = aws.send(Call { url, headers: &[], body }).await?;
//! while let Some(bytes) = sent.body.next().await? {
//!     // Of the status that `sent.status` says, a refusal's too.
//! }
//! # Ok(())
//! # }
//! ```
mod connect;
mod door;
mod error;
mod sent;
mod tap;

pub use error::Error;
pub use sent::{Body, Sent};
/// Where credentials and regions come from, and their types: to say what the environment does not.
pub use {aws_config, aws_sdk_bedrockruntime};

use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_sdk_bedrockruntime::{
    Client,
    config::{Builder, StalledStreamProtectionConfig},
};
use door::{Door, Place};
use std::time::Duration;
use tap::Tap;

/// How long a model may say nothing; some think for minutes before the first byte.
const SILENCE: Duration = Duration::from_secs(600);

/// Somebody's credentials, and connections.
#[derive(Clone, Debug)]
pub struct Aws {
    client: Client,
    region: Option<Region>,
    silence: Duration,
}

/// A request to send.
pub struct Call<'a> {
    /// The whole URL: any endpoint of the Bedrock runtime, then `/model/MODEL/` and the operation.
    pub url: &'a str,
    /// Headers to sign and send beside those that the SDK sets.
    pub headers: &'a [(String, String)],
    /// The body, JSON.
    pub body: Vec<u8>,
}

impl Aws {
    /// As AWS's own tools find them: environment (`AWS_BEARER_TOKEN_BEDROCK` too), profile, SSO, a process, web identity, the
    /// machine's role. Reads files, and asks the machine for its region where nothing else names one.
    pub async fn from_env() -> Self {
        let loader = aws_config::defaults(BehaviorVersion::latest()).http_client(connect::client());
        Self::new(&loader.load().await)
    }
    /// With a configuration of one's own; where it has no HTTP client it gets ours.
    pub fn new(config: &SdkConfig) -> Self {
        let mut builder = Builder::from(config);
        if config.http_client().is_none() {
            builder = builder.http_client(connect::client());
        }
        // It takes a model that thinks for a line that is dead.
        builder.set_stalled_stream_protection(Some(StalledStreamProtectionConfig::disabled()));
        let client = Client::from_conf(builder.build());
        Self { client, region: config.region().cloned(), silence: SILENCE }
    }
    /// How long a model may say nothing before the call is given up: ten minutes unless this says otherwise.
    #[must_use]
    pub fn silence(self, silence: Duration) -> Self {
        Self { silence, ..self }
    }
    /// The region that the environment or the profile names.
    pub fn region(&self) -> Option<&str> {
        self.region.as_ref().map(AsRef::as_ref)
    }

    /// Sends, and waits for the head of the answer. What the host refuses comes back like any answer, with its status and body.
    ///
    /// # Errors
    /// Where nothing was answered: no credentials, no region, no connection, silence.
    pub async fn send(&self, call: Call<'_>) -> Result<Sent, Error> {
        let place = Place::of(call.url)?;
        let region = place.region.clone().map(Region::new).or_else(|| self.region.clone()).ok_or(Error::Region)?;
        let over = Builder::new().endpoint_url(place.endpoint).region(region);
        let tap = Tap::new(call.headers, call.body);
        let client = &self.client;
        // The operations differ in type alone.
        macro_rules! send {
            ($operation:expr) => {{
                let sending = $operation.customize().config_override(over).interceptor(tap.clone()).send();
                match tokio::time::timeout(self.silence, sending).await {
                    Ok(answer) => tap.answer(answer.err(), self.silence),
                    Err(_) => Err(Error::Silence(self.silence)),
                }
            }};
        }
        match place.door {
            Door::Converse => send!(client.converse().model_id(place.model)),
            Door::ConverseStream => send!(client.converse_stream().model_id(place.model)),
            Door::Invoke => send!(client.invoke_model().model_id(place.model)),
            Door::InvokeStream => send!(client.invoke_model_with_response_stream().model_id(place.model)),
        }
    }
}

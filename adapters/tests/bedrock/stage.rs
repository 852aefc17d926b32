//! The two ways to Bedrock, and a conversation over a tool call.
use throughline::{
    Projector, Route, Turn,
    client::{Client, Http, Reply, Secret, Talk},
};

const MODEL: &str = "bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0";
/// What opens the conversation, as a caller of this wire writes it.
const OPENING: &str = r#"{"messages":[{"role":"user","content":[{"text":"How is the weather in Florence?"}]}],
    "inferenceConfig":{"maxTokens":4096},"additionalModelRequestFields":{"thinking":{"type":"enabled","budget_tokens":1024}},
    "toolConfig":{"tools":[{"toolSpec":{"name":"weather","inputSchema":{"json":{"type":"object","properties":{"city":{"type":"string"}},
    "required":["city"]}}}}]}}"#;

type Way = (&'static str, Client, Option<Secret>);

/// Each way to send to `url`: over HTTP with a bearer token, and over the AWS SDK where this build has it.
pub(crate) fn ways(url: &str) -> Vec<Way> {
    let client = Client::new(throughline::registry().unwrap(), Http::direct().unwrap());
    [("bearer", client, Some(Secret::new("k")))].into_iter().chain(sdk(url)).collect()
}

#[cfg(feature = "bedrock-sdk")]
fn sdk(url: &str) -> Option<Way> {
    let also = throughline::BaseUrl::parse(url).unwrap();
    let aws = throughline::client::Aws::new(signing(), Http::direct().unwrap()).also(also);
    Some(("sdk", Client::new(throughline::registry().unwrap(), aws), None))
}
#[cfg(not(feature = "bedrock-sdk"))]
fn sdk(_: &str) -> Option<Way> {
    None
}

#[cfg(feature = "bedrock-sdk")]
fn signing() -> throughline::bedrock::sdk::Aws {
    use throughline::bedrock::sdk::{
        Aws,
        aws_config::{BehaviorVersion, Region, SdkConfig},
        aws_sdk_bedrockruntime::config::{Credentials, SharedCredentialsProvider},
    };
    let credentials = Credentials::new("AKIDEXAMPLE", "secret", None, None, "test");
    let config = SdkConfig::builder().behavior_version(BehaviorVersion::latest()).region(Region::new("eu-west-1"));
    Aws::new(&config.credentials_provider(SharedCredentialsProvider::new(credentials)).build())
}

/// The route to Claude at `url`.
pub(crate) fn route(url: &str) -> Route {
    throughline::resolve(MODEL, Some(url), None).unwrap()
}

/// Somebody asked about the weather, and may be called back.
pub(crate) fn talk(client: &Client, key: Option<Secret>, url: &str) -> Talk {
    let route = route(url);
    let projector = Projector::new(throughline::registry().unwrap());
    let opening = projector.to(&route).unwrap().ingest(OPENING.as_bytes()).unwrap();
    let mut talk = client.talk(route, key).unwrap();
    *talk.request_mut() = opening.request;
    opening.turns.into_iter().for_each(|turn| talk.push(turn));
    talk
}

/// Answers the calls of the last turn.
pub(crate) fn answer(talk: &mut Talk) {
    let calls: Vec<_> = talk.history().turns().last().unwrap().calls().map(|call| call.id.clone().unwrap()).collect();
    assert!(!calls.is_empty(), "the turn calls a tool");
    for id in calls {
        talk.push(Turn::tool(&id.decode(), "18 degrees"));
    }
}

/// The one request that led to this reply, as text.
pub(crate) fn sent(reply: &Reply) -> &str {
    assert_eq!((reply.tried.len(), reply.tried[0].status), (1, 200));
    std::str::from_utf8(&reply.tried[0].body).unwrap()
}

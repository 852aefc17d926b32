//! How requests leave: past every proxy to this machine, through the proxy to others, and to the simulator inside this process under
//! its own name. The simulator starts with the first request for it.
use crate::{sim, stop::Stop};
use async_trait::async_trait;
use std::net::IpAddr;
use throughline::{
    BaseUrl,
    client::{Answer, Call, Chunks, Http, Transport, TransportError},
};
use throughline_simulator::Simulator;
use tokio::sync::OnceCell;

/// To others. Where this build has the AWS SDK, it signs what goes to Bedrock without a key.
#[cfg(feature = "bedrock-sdk")]
type Far = throughline::client::Aws<Http>;
#[cfg(not(feature = "bedrock-sdk"))]
type Far = Http;

fn far() -> Result<Far, TransportError> {
    #[cfg(feature = "bedrock-sdk")]
    return Http::new().map(Far::from_env);
    #[cfg(not(feature = "bedrock-sdk"))]
    Http::new()
}

/// The transport of `ask` and `chat`.
pub(crate) struct Dial {
    stop: Stop,
    far: OnceCell<Far>,
    near: OnceCell<Http>,
    simulated: OnceCell<(Http, Simulator)>,
}

impl Dial {
    /// Ready; `stop` breaks an answer off.
    pub(crate) fn new(stop: Stop) -> Self {
        Self { stop, far: OnceCell::new(), near: OnceCell::new(), simulated: OnceCell::new() }
    }
    async fn to(&self, url: &str) -> Result<&dyn Transport, TransportError> {
        let url = BaseUrl::parse(url).ok();
        let host = url.as_ref().map_or("", |url| url.host().as_str());
        if host == sim::HOST {
            return Ok(&self.simulated.get_or_try_init(|| async { simulated() }).await?.0);
        }
        if host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback()) {
            return Ok(self.near.get_or_try_init(|| async { Http::direct() }).await?);
        }
        Ok(self.far.get_or_try_init(|| async { far() }).await?)
    }
}

fn simulated() -> Result<(Http, Simulator), TransportError> {
    let simulator = sim::start().map_err(|error| TransportError {
        what: "the simulator cannot start".to_owned(),
        passing: false,
        source: Some(Box::new(error)),
    })?;
    Ok((Http::pinned(sim::HOST, simulator.address())?, simulator))
}

#[async_trait]
impl Transport for Dial {
    async fn send(&self, call: Call) -> Result<Answer, TransportError> {
        let transport = self.to(&call.url).await?;
        let Answer { status, headers, body } = self.stop.or(transport.send(call)).await?;
        Ok(Answer { status, headers, body: Box::new(Body { body, stop: self.stop.clone() }) })
    }
}

struct Body {
    body: Box<dyn Chunks>,
    stop: Stop,
}

#[async_trait]
impl Chunks for Body {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, TransportError> {
        self.stop.or(self.body.next()).await
    }
}

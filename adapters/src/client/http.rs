//! The transport over reqwest: HTTP/1 and 2, TLS, time-outs, and the proxy variables of the environment.
use super::{Answer, Call, Chunks, Transport, TransportError};
use async_trait::async_trait;
use std::{net::SocketAddr, sync::Arc, time::Duration};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(15);
/// How long a provider may say nothing; reasoning models think for minutes before the first byte.
const SILENCE: Duration = Duration::from_secs(600);

/// Sends over HTTP.
#[derive(Clone, Debug)]
pub struct Http(reqwest::Client);

impl Http {
    /// With the default time-outs: 15 seconds to connect, ten minutes of silence.
    ///
    /// # Errors
    /// Where TLS or a proxy variable of the environment cannot be set up.
    pub fn new() -> Result<Self, TransportError> {
        Self::with(CONNECT, SILENCE)
    }
    /// As [`Http::new`], past every proxy: for a server on this machine.
    ///
    /// # Errors
    /// Where TLS cannot be set up.
    pub fn direct() -> Result<Self, TransportError> {
        Self::built(builder(CONNECT, SILENCE)?.no_proxy())
    }
    /// As [`Http::direct`], and `host` is at `address` whatever the network says: for a server on this machine under a name that outlives
    /// its port. A URL that names a port of its own keeps it.
    ///
    /// # Errors
    /// Where TLS cannot be set up.
    pub fn pinned(host: &str, address: SocketAddr) -> Result<Self, TransportError> {
        Self::built(builder(CONNECT, SILENCE)?.no_proxy().resolve(host, address))
    }
    /// With time-outs of your own.
    ///
    /// # Errors
    /// As [`Http::new`].
    pub fn with(connect: Duration, silence: Duration) -> Result<Self, TransportError> {
        Self::built(builder(connect, silence)?)
    }
    fn built(builder: reqwest::ClientBuilder) -> Result<Self, TransportError> {
        let agent = concat!("throughline/", env!("CARGO_PKG_VERSION"));
        // A redirect would carry a conversation to a host that no rule was asked about.
        builder.user_agent(agent).redirect(reqwest::redirect::Policy::none()).build().map(Self).map_err(error)
    }
}

fn builder(connect: Duration, silence: Duration) -> Result<reqwest::ClientBuilder, TransportError> {
    let builder = reqwest::Client::builder().tls_backend_preconfigured(tls()?);
    Ok(builder.connect_timeout(connect).read_timeout(silence))
}

/// TLS with the certificates that this machine trusts; Mozilla's where it has none.
fn tls() -> Result<rustls::ClientConfig, TransportError> {
    let mut roots = rustls::RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(|source| TransportError {
        what: "TLS cannot be set up".to_owned(),
        passing: false,
        source: Some(Box::new(source)),
    })?;
    Ok(builder.with_root_certificates(roots).with_no_client_auth())
}

#[async_trait]
impl Transport for Http {
    async fn send(&self, call: Call) -> Result<Answer, TransportError> {
        let mut request = self.0.post(&call.url).header("content-type", "application/json");
        // Some wires are streamed in a form of their own, and say so.
        if !call.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("accept")) {
            request = request.header("accept", if call.streamed { "text/event-stream" } else { "application/json" });
        }
        for (name, value) in &call.headers {
            let mut value = reqwest::header::HeaderValue::from_str(value.reveal()).map_err(|_| TransportError {
                what: format!("the value of header `{name}` cannot be sent"),
                passing: false,
                source: None,
            })?;
            value.set_sensitive(true);
            request = request.header(name.as_str(), value);
        }
        let response = request.body(call.body).send().await.map_err(error)?;
        let text = |value: &reqwest::header::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let headers = response.headers().iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect();
        Ok(Answer { status: response.status().as_u16(), headers, body: Box::new(Body(response)) })
    }
}

struct Body(reqwest::Response);

#[async_trait]
impl Chunks for Body {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, TransportError> {
        Ok(self.0.chunk().await.map_err(error)?.map(|bytes| bytes.to_vec()))
    }
}

fn error(source: reqwest::Error) -> TransportError {
    let source = source.without_url();
    let what = if source.is_timeout() {
        "the provider did not answer in time"
    } else if source.is_connect() {
        "no connection to the provider"
    } else if source.is_body() || source.is_decode() {
        "the connection broke off inside the answer"
    } else if source.is_builder() {
        "the request cannot be sent as it is"
    } else {
        "the request was not answered"
    };
    TransportError { what: what.to_owned(), passing: !source.is_builder(), source: Some(Box::new(source)) }
}

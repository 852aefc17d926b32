//! Connections: the TLS that the rest of this build uses, and the proxy variables of the environment.
use aws_sdk_bedrockruntime::config::SharedHttpClient;
use aws_smithy_http_client::{
    Connector,
    proxy::ProxyConfig,
    tls::{Provider, rustls_provider::CryptoMode},
};
use aws_smithy_runtime_api::client::http::{HttpConnectorSettings, SharedHttpConnector, http_client_fn};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// The SDK's HTTP client. Its connectors are kept, for each keeps its connections; there is one for each pair of time-outs.
pub(super) fn client() -> SharedHttpClient {
    type Times = (Option<Duration>, Option<Duration>);
    let kept: Mutex<HashMap<Times, SharedHttpConnector>> = Mutex::default();
    http_client_fn(move |settings, _| {
        let times = (settings.connect_timeout(), settings.read_timeout());
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.entry(times).or_insert_with(|| connector(settings)).clone()
    })
}

fn connector(settings: &HttpConnectorSettings) -> SharedHttpConnector {
    let builder = Connector::builder().connector_settings(settings.clone()).proxy_config(ProxyConfig::from_env());
    SharedHttpConnector::new(builder.tls_provider(Provider::Rustls(CryptoMode::Ring)).build())
}

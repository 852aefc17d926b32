//! A client that plans, sends, captures, and on a refusal learns and sends once more.
//!
//! It never sends a third time, and never again once a piece of a reply was handed on.
#[cfg(feature = "bedrock-sdk")]
mod aws;
mod error;
#[cfg(feature = "transport")]
mod http;
mod talk;
mod transport;
mod tried;
mod watch;

#[cfg(feature = "bedrock-sdk")]
pub use aws::Aws;
pub use error::SendError;
#[cfg(feature = "transport")]
pub use http::Http;
pub use talk::{Reply, Talk};
pub use transport::{Answer, Call, Chunks, Secret, Transport, TransportError};
pub use tried::{Field, Tried};
pub use watch::{Sending, Unkept, Watch};

use std::sync::Arc;
use throughline_core::{FindError, Registry, Route};

/// Adapters with a way to send.
#[derive(Clone)]
pub struct Client {
    registry: Arc<Registry>,
    transport: Arc<dyn Transport>,
}

impl Client {
    /// A client over any transport.
    pub fn new(registry: Registry, transport: impl Transport + 'static) -> Self {
        Self { registry: Arc::new(registry), transport: Arc::new(transport) }
    }
    /// The adapters and their rules.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }
    /// A conversation on `route`. The key, where the host wants one, goes into its header and nowhere else.
    ///
    /// # Errors
    /// Where no adapter speaks the route's wire.
    pub fn talk(&self, route: Route, key: Option<Secret>) -> Result<Talk, FindError> {
        Talk::new(self.registry.clone(), self.transport.clone(), route, key)
    }
}

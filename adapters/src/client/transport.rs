//! How bytes get to a provider and back. A transport knows nothing of what they say.
//!
//! An error never repeats a URL, a header or a body: each may hold a secret.
use async_trait::async_trait;
use std::{error::Error as StdError, fmt};

/// Sends requests.
#[async_trait]
pub trait Transport: Send + Sync {
    /// Sends one request and waits for the head of its answer.
    ///
    /// # Errors
    /// Where no answer came.
    async fn send(&self, call: Call) -> Result<Answer, TransportError>;
}

/// A request to send.
pub struct Call {
    /// The whole URL.
    pub url: String,
    /// Headers, the one with the key among them.
    pub headers: Vec<(String, Secret)>,
    /// The body, JSON.
    pub body: Vec<u8>,
    /// Whether the answer should come as a stream.
    pub streamed: bool,
}

/// The head of an answer, and its body to come.
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// Headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Box<dyn Chunks>,
}

impl Answer {
    /// The header called `name`, lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }
}

/// A body that comes in pieces.
#[async_trait]
pub trait Chunks: Send {
    /// The next piece; none at the end.
    ///
    /// # Errors
    /// Where the connection broke.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, TransportError>;
}

/// Text that no log may show.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps it.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
    /// A key from the environment variable `name`, where it is set and not empty.
    pub fn from_env(name: &str) -> Option<Self> {
        std::env::var(name).ok().filter(|key| !key.trim().is_empty()).map(Self)
    }
    /// The text itself, for the one who sends it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Why no answer came, or why it broke off.
#[derive(Debug, thiserror::Error)]
#[error("{what}")]
pub struct TransportError {
    /// What went wrong, without content.
    pub what: String,
    /// Whether sending again may help.
    pub passing: bool,
    /// What lies beneath, without URL.
    #[source]
    pub source: Option<Box<dyn StdError + Send + Sync>>,
}

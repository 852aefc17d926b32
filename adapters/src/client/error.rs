//! Why a conversation got no reply.
use super::{TransportError, Tried, Unkept};
use throughline_core::{Refused, RenderError, WireError, verdict::Verdict};

/// Why there is no reply.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SendError {
    /// The provider refused, and refused once more where there was something to learn.
    #[error("{} refused the request with status {}: {}", route, refused.status, verdict)]
    Refused {
        /// The route.
        route: String,
        /// The last refusal as it came.
        refused: Refused,
        /// What it means.
        verdict: Verdict,
        /// The requests that were sent.
        tried: Vec<Tried>,
    },
    /// No answer came.
    #[error("no answer from {route}: {source}")]
    Transport {
        /// The route.
        route: String,
        /// Why.
        source: TransportError,
    },
    /// The host sends us elsewhere, where no rule was asked about.
    #[error("{route} redirects with status {status}, which is not followed: give the base url that it leads to")]
    Redirected {
        /// The route.
        route: String,
        /// The HTTP status.
        status: u16,
    },
    /// The answer is not of this wire.
    #[error("the answer of {route} cannot be read (status {status}, {kind}): {source}")]
    Wire {
        /// The route.
        route: String,
        /// The HTTP status.
        status: u16,
        /// What the host says it is.
        kind: String,
        /// Why.
        source: WireError,
    },
    /// The wire cannot say what the history holds.
    #[error("the history cannot be said on this wire: {0}")]
    Render(#[from] RenderError),
    /// What looks on could not keep what it must, and nothing goes on without it.
    #[error("what was sent and said cannot be kept: {source}")]
    Unkept {
        /// Why.
        source: Unkept,
    },
}

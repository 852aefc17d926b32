//! Why there is no answer.
//!
//! An error never repeats a header, a body or a key.
use std::{error::Error as StdError, time::Duration};

/// What lies beneath.
type Source = Box<dyn StdError + Send + Sync>;

/// Why nothing was answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The URL is none of the runtime's.
    #[error(
        "not a url of the Bedrock runtime: it ends in `/model/MODEL/` and `converse`, `converse-stream`, `invoke` or \
         `invoke-with-response-stream`, without a query"
    )]
    Url,
    /// Nothing names a region.
    #[error(
        "no AWS region to sign for: set AWS_REGION, give the profile one, or dial bedrock-runtime.REGION.amazonaws.com"
    )]
    Region,
    /// Nothing could be sent: most of all, there are no credentials.
    #[error(
        "nothing to sign with: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE or AWS_BEARER_TOKEN_BEDROCK, or log in \
         with `aws sso login`"
    )]
    Credentials(#[source] Source),
    /// The request cannot be made of what was given.
    #[error("the request cannot be sent as it is")]
    Request(#[source] Source),
    /// No connection, or it broke before the answer began.
    #[error("no connection to the Bedrock runtime")]
    Connection(#[source] Source),
    /// The answer broke off.
    #[error("the connection broke off inside the answer")]
    Broken(#[source] Source),
    /// Nothing came.
    #[error("the Bedrock runtime said nothing for {} seconds", .0.as_secs())]
    Silence(Duration),
    /// The SDK read an answer that was ours.
    #[error("the AWS SDK kept the answer to itself: this version of it is not known to work")]
    Unread,
}

impl Error {
    /// Whether sending again may help.
    pub fn passing(&self) -> bool {
        matches!(self, Self::Connection(_) | Self::Broken(_) | Self::Silence(_))
    }
    /// What lies beneath.
    pub fn into_source(self) -> Option<Box<dyn StdError + Send + Sync>> {
        match self {
            Self::Credentials(source) | Self::Request(source) | Self::Connection(source) | Self::Broken(source) => {
                Some(source)
            }
            Self::Url | Self::Region | Self::Silence(_) | Self::Unread => None,
        }
    }
}

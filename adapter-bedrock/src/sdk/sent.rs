//! An answer as it came.
use super::Error;
use aws_sdk_bedrockruntime::config::http::HttpResponse;
use aws_smithy_types::byte_stream::ByteStream;
use std::{fmt, time::Duration};

/// The head of an answer, and its body to come.
#[derive(Debug)]
pub struct Sent {
    /// The HTTP status.
    pub status: u16,
    /// Headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Body,
}

/// A body that comes in pieces: JSON, or the frames of an event stream.
pub struct Body {
    stream: ByteStream,
    silence: Duration,
}

impl Body {
    /// The next piece; none at the end.
    ///
    /// # Errors
    /// Where the connection broke, or nothing came for too long.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, Error> {
        match tokio::time::timeout(self.silence, self.stream.try_next()).await {
            Ok(Ok(piece)) => Ok(piece.map(Vec::from)),
            Ok(Err(error)) => Err(Error::Broken(error.into())),
            Err(_) => Err(Error::Silence(self.silence)),
        }
    }
}

impl Sent {
    pub(super) fn new(response: HttpResponse, silence: Duration) -> Self {
        let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
        let headers = response.headers().iter_bytes().map(|(name, value)| (name.to_ascii_lowercase(), text(value)));
        let (status, headers) = (response.status().as_u16(), headers.collect());
        Self { status, headers, body: Body { stream: ByteStream::new(response.into_body()), silence } }
    }
}

/// Says nothing of what it holds.
impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Body(…)")
    }
}

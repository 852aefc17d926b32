//! One recorded exchange, as its file holds it.
//!
//! It must never change a byte of a recorded body: bodies are borrowed raw.
use serde::Deserialize;
use serde_json::value::RawValue;

/// One file.
#[derive(Debug, Deserialize)]
pub struct Exchange {
    /// Its name; the file is called so too.
    pub id: String,
    /// Who answered.
    pub provider: String,
    /// The wire.
    pub api: String,
    /// The host; masked, empty or none where the recorder did not keep it.
    #[serde(default)]
    pub host: Option<String>,
    /// The model.
    #[serde(default)]
    pub model: Option<String>,
    /// Its place in a conversation.
    #[serde(default)]
    pub multi_turn_group: Option<Group>,
    /// What was asked.
    pub request: Request,
    /// What was answered.
    pub response: Response,
    /// What the collector computed.
    #[serde(default)]
    pub observed: Option<Observed>,
}

/// A place in a conversation.
#[derive(Clone, Debug, Deserialize)]
pub struct Group {
    /// The conversation.
    pub id: String,
    /// The place in it.
    pub index: usize,
}

/// What was asked.
#[derive(Debug, Deserialize)]
pub struct Request {
    /// The path with its query.
    #[serde(default)]
    pub path: Option<String>,
    /// The body; none where the recorder kept replies alone.
    #[serde(default)]
    pub body: Option<Box<RawValue>>,
}

/// What was answered.
#[derive(Debug, Deserialize)]
pub struct Response {
    /// The HTTP status.
    #[serde(default)]
    pub status: Option<u16>,
    /// The body of a whole reply.
    #[serde(default)]
    pub body: Option<Box<RawValue>>,
    /// The events of a streamed one.
    #[serde(default)]
    pub stream: Option<Stream>,
}

/// A streamed reply.
#[derive(Debug, Deserialize)]
pub struct Stream {
    /// How it was framed: `sse` or another word.
    #[serde(default)]
    pub format: Option<String>,
    /// The data of the events.
    pub events: Vec<String>,
    /// Their names, where the data does not say them.
    #[serde(default)]
    pub event_names: Option<Vec<Option<String>>>,
    /// The bytes as they came, in base64, where they are no text.
    #[serde(default)]
    pub raw_base64: Option<String>,
    /// Comment lines, each with the number of the event that it came before.
    #[serde(default)]
    pub comments: Option<Vec<(usize, String)>>,
}

/// What the collector computed.
#[derive(Debug, Deserialize)]
pub struct Observed {
    /// The exchange of the group that this one continues.
    #[serde(default)]
    pub follows_index: Option<usize>,
}

impl Exchange {
    /// The exchange in its conversation that this one continues.
    pub fn follows(&self) -> Option<(&str, usize)> {
        let group = self.multi_turn_group.as_ref()?;
        let observed = self.observed.as_ref().and_then(|observed| observed.follows_index);
        Some((&group.id, observed.or_else(|| group.index.checked_sub(1))?))
    }
    /// The bytes of the request, where they were kept.
    pub fn request(&self) -> Option<Vec<u8>> {
        self.request.body.as_deref().and_then(bytes)
    }
    /// True where the provider refused.
    pub fn refused(&self) -> bool {
        self.response.status.is_some_and(|status| status >= 400)
    }
}

/// A body: the text of a string, or the JSON itself; nothing for `null`.
pub fn bytes(body: &RawValue) -> Option<Vec<u8>> {
    match throughline::Literal::read(body) {
        Some(text) => Some(text.decode().into_owned().into_bytes()),
        None if body.get() == "null" => None,
        None => Some(body.get().into()),
    }
}

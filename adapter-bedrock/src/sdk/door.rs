//! What a URL of the Bedrock runtime says: where to dial, which model, which operation.
use super::Error;
use crate::home;
use throughline_core::BaseUrl;

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Door {
    Converse,
    ConverseStream,
    Invoke,
    InvokeStream,
}

/// The last segment of the path, and what it asks for.
const DOORS: &[(&str, Door)] = &[
    ("converse", Door::Converse),
    ("converse-stream", Door::ConverseStream),
    ("invoke", Door::Invoke),
    ("invoke-with-response-stream", Door::InvokeStream),
];

/// A URL, taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Scheme, host, port and the path before `/model/`.
    pub(super) endpoint: String,
    /// The region that the host names.
    pub(super) region: Option<String>,
    /// The model, as it is called and not as the path spells it.
    pub(super) model: String,
    pub(super) door: Door,
}

impl Place {
    /// # Errors
    /// Where the URL is none of the runtime's.
    pub(super) fn of(url: &str) -> Result<Self, Error> {
        let parsed = BaseUrl::parse(url).map_err(|_| Error::Url)?;
        let whole = parsed.dial("");
        // A query could not be signed where it stands, and the runtime knows none.
        let front = whole.strip_suffix(parsed.path()).ok_or(Error::Url)?;
        let (rest, last) = parsed.path().rsplit_once('/').ok_or(Error::Url)?;
        let (prefix, model) = rest.rsplit_once("/model/").ok_or(Error::Url)?;
        let door = DOORS.iter().find(|(name, _)| *name == last).ok_or(Error::Url)?.1;
        let model = decoded(model).filter(|model| !model.is_empty()).ok_or(Error::Url)?;
        let region = home::region(parsed.host().as_str()).map(str::to_owned);
        Ok(Self { endpoint: format!("{front}{prefix}"), region, model, door })
    }
}

/// `%3A` read as `:`; none where that is no text.
fn decoded(spelled: &str) -> Option<String> {
    if !spelled.contains('%') {
        return Some(spelled.to_owned());
    }
    let mut pieces = spelled.split('%');
    let mut bytes = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        let (code, rest) = piece.split_at_checked(2)?;
        let code = Some(code).filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(code, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_of_the_runtime() {
        let arn = "arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Aapplication-inference-profile%2Fx";
        let place =
            Place::of(&format!("https://bedrock-runtime.us-east-1.amazonaws.com/model/{arn}/converse-stream")).unwrap();
        assert_eq!(place.endpoint, "https://bedrock-runtime.us-east-1.amazonaws.com");
        assert_eq!(place.region.as_deref(), Some("us-east-1"));
        assert_eq!(place.model, "arn:aws:bedrock:us-east-1:1:application-inference-profile/x");
        assert_eq!(place.door, Door::ConverseStream);
        let place = Place::of("http://[::1]:8188/bedrock/model/model/model/invoke").unwrap();
        assert_eq!((place.endpoint.as_str(), place.region), ("http://[::1]:8188/bedrock/model", None));
        assert_eq!((place.model.as_str(), place.door), ("model", Door::Invoke));
    }
    #[test]
    fn others_are_told_apart() {
        for url in [
            "",
            "https://h",
            "https://h/model",
            "https://h/model/m",
            "https://h/model/m/count-tokens",
            "https://h/model//converse",
            "https://h/model/%zz/converse",
            "https://h/model/%3/converse",
            "https://h/model/%ff/converse",
            "https://h/model/m/converse?x=1",
            "https://h/v1/chat/completions",
        ] {
            assert!(matches!(Place::of(url), Err(Error::Url)), "{url}");
        }
    }
}

//! The stored form: one JSON line a turn, one for a request. No adapter is needed to read it.
//!
//! A line begins with the schema number. A newer one is refused with advice; nothing is dropped in silence.
mod fault;
mod private;

use crate::{Request, Turn, json};

/// The schema that this version writes.
pub const SCHEMA: u64 = 1;

/// The members of a turn's line.
const TURN: [&str; 9] = ["role", "parts", "carriers", "extras", "presence", "origin", "ending", "usage", "meta"];

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub enum Stored {
    /// What a request says beside its messages.
    Request(Request),
    /// A turn.
    Turn(Turn),
}

impl Stored {
    /// The line, without a line end.
    ///
    /// # Errors
    /// Where a request has a member that [`Stored::read`] refuses: what is written can be read.
    pub fn line(&self) -> Result<String, StoredError> {
        match self {
            Self::Request(request) => {
                sound(request)?;
                Ok(format!("{{\"throughline\":{SCHEMA},\"request\":{}}}", serde_json::to_string(request)?))
            }
            Self::Turn(turn) => turn.line(),
        }
    }
    /// Reads a line.
    ///
    /// # Errors
    /// Where it is not one of ours, or of a newer schema.
    pub fn read(line: &str) -> Result<Self, StoredError> {
        let (mut schema, mut request, mut record, mut turn) = (None, None, None, false);
        let (mut strange, mut twice) = (None, false);
        json::members(line, |key, value| match key {
            "throughline" if schema.is_some() => strange = Some(key.to_owned()),
            "throughline" => schema = value.get().parse().ok(),
            "request" => request = Some(value),
            private::KEY => twice |= record.replace(value).is_some(),
            _ if TURN.contains(&key) => turn = true,
            _ => strange = Some(key.to_owned()),
        })?;
        match schema {
            Some(SCHEMA) => {}
            Some(newer) if newer > SCHEMA => return Err(StoredError::Newer { found: newer }),
            _ => return Err(StoredError::NotOurs),
        }
        let both = request.is_some() && (turn || record.is_some());
        if let Some(member) = strange.or_else(|| both.then(|| "request".to_owned())) {
            return Err(StoredError::Strange { member });
        }
        if twice {
            return Err(StoredError::Twice { member: private::KEY });
        }
        Ok(match request {
            Some(raw) => {
                let request: Request = serde_json::from_str(raw.get())?;
                sound(&request)?;
                Self::Request(request)
            }
            None => {
                let mut turn: Turn = serde_json::from_str(line)?;
                if let Some(record) = record {
                    private::restore(record, &mut turn)?;
                }
                Self::Turn(turn)
            }
        })
    }
}

impl Turn {
    /// The turn's line, without a line end: [`Stored::line`] for a turn that is shared.
    ///
    /// # Errors
    /// Where the serializer fails, which no turn makes it do.
    pub fn line(&self) -> Result<String, StoredError> {
        let members = private::write(self)?;
        Ok(format!("{{\"throughline\":{SCHEMA},{}", members.strip_prefix('{').unwrap_or(&members)))
    }
}

/// An error where a member of `request` stands twice or has a place of its own.
fn sound(request: &Request) -> Result<(), StoredError> {
    let strange = |member: &str| Err(StoredError::Strange { member: member.to_owned() });
    request.strange().map_or(Ok(()), strange)
}

/// Why a line could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoredError {
    /// A newer version wrote it.
    #[error("schema {found} is newer than {SCHEMA}, the newest that this version reads: update throughline")]
    Newer {
        /// Its schema.
        found: u64,
    },
    /// A member that no turn has: it would be lost.
    #[error("not a stored turn: the member `{member}` is none of this schema's")]
    Strange {
        /// Its name.
        member: String,
    },
    /// A member that no line has twice.
    #[error("not a stored turn: the member `{member}` stands twice")]
    Twice {
        /// Its name.
        member: &'static str,
    },
    /// A carrier of the private record whose place no order of carriers has.
    #[error(
        "not a stored turn: carrier {at} of `{}` cannot stand there: expected ascending places among the carriers",
        private::KEY
    )]
    Misplaced {
        /// The place that it claims.
        at: usize,
    },
    /// It has no schema number.
    #[error("not a stored turn: the member `throughline` with a schema number is missing")]
    NotOurs,
    /// Not the JSON it should be.
    #[error("not a stored turn: {what} at column {column}")]
    Json {
        /// What is wrong, without what the line says.
        what: String,
        /// Where.
        column: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Api, Carrier, Role, TextAt, Verbatim};

    #[test]
    fn a_turn_reads_back_byte_for_byte() {
        let payload = Verbatim::parse(r#"{"b":1.50,"a":"\ud800\/","text":"x"}"#).unwrap();
        let mut turn = Turn::user("hi");
        turn.role = Role::Assistant;
        turn.carriers.push(Carrier::plain("reasoning_details", "openrouter:x/y", payload, TextAt::path("text")));
        let line = Stored::Turn(turn.clone()).line().unwrap();
        assert!(
            line.starts_with(r#"{"throughline":1,"role":"assistant""#)
                && line.contains(r#"{"b":1.50,"a":"\ud800\/","text":"x"}"#)
        );
        assert_eq!(Stored::read(&line).unwrap(), Stored::Turn(turn));
        let request = Stored::Request(Request::new(Api::CHAT));
        assert_eq!(Stored::read(&request.line().unwrap()).unwrap(), request);
    }
    #[test]
    fn what_could_not_be_read_is_not_written() {
        for member in ["messages", "tools"] {
            let mut request = Request::new(Api::CHAT);
            request.set(member, Verbatim::parse("[]").unwrap());
            let error = Stored::Request(request).line().unwrap_err();
            assert!(matches!(error, StoredError::Strange { member: found } if found == member));
        }
    }
    #[test]
    fn null_is_not_absence() {
        let mut turn = Turn::tool("c", "");
        turn.usage = Some(crate::Usage { raw: Verbatim::parse("null").ok(), ..Default::default() });
        if let crate::Part::Result(result) = &mut turn.parts[0] {
            result.content = Verbatim::parse("null").ok();
        }
        let line = Stored::Turn(turn.clone()).line().unwrap();
        assert_eq!(Stored::read(&line).unwrap(), Stored::Turn(turn));
    }
    #[test]
    fn a_newer_schema_and_a_strange_line_are_refused_with_advice() {
        let newer = Stored::read(r#"{"throughline":2,"role":"user"}"#).unwrap_err();
        assert_eq!(
            newer.to_string(),
            "schema 2 is newer than 1, the newest that this version reads: update throughline"
        );
        assert!(matches!(Stored::read(r#"{"role":"user"}"#), Err(StoredError::NotOurs)));
        assert!(Stored::read("").is_err());
        let part = r#"{"throughline":1,"role":"user","parts":[{"text":{"text":"a","future":1}}]}"#;
        assert!(Stored::read(part).unwrap_err().to_string().contains("unknown field `future`"));
        for (line, member) in [
            (r#"{"throughline":1,"role":"user","future":1}"#, "future"),
            (r#"{"throughline":1,"throughline":1,"role":"user"}"#, "throughline"),
            (r#"{"throughline":1,"request":{"api":"chat_completions","members":[["messages",[]]]}}"#, "messages"),
            (r#"{"throughline":1,"request":{"api":"chat_completions","members":[["a",1],["a",2]]}}"#, "a"),
            (r#"{"throughline":1,"role":"user","request":{"api":"chat_completions"}}"#, "request"),
        ] {
            let error = Stored::read(line).unwrap_err().to_string();
            assert_eq!(error, format!("not a stored turn: the member `{member}` is none of this schema's"));
        }
    }
}

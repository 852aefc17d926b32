//! Replies that are no message: errors, also inside a 200, and replies of other wires.
use super::{path, scan};
use throughline_core::{Presence, Refused, Verbatim};

/// Members by which a reply without choices says that it is an error.
const ERRORS: [&str; 5] = ["error", "errors", "message", "msg", "detail"];

/// Where an error names its HTTP status.
const STATUS: [&str; 7] =
    ["error/code", "error/status", "error/status_code", "error/http_code", "code", "status", "status_code"];

/// Where a gateway that answers 200 to everything counts its errors; 0 is none.
pub(super) const COUNTED: (&str, &str) = ("base_resp", "status_code");

/// What the replies of other wires look like: a member, how its value begins, and the wire.
const OTHERS: [(&str, &str, &str); 14] = [
    ("type", "\"message", "a reply of Anthropic Messages"),
    ("type", "\"content_block", "a stream of Anthropic Messages"),
    ("type", "\"content-", "a stream of Cohere chat"),
    ("type", "\"response.", "a stream of OpenAI Responses"),
    ("object", "\"response\"", "a reply of OpenAI Responses"),
    ("object", "\"list\"", "a list"),
    ("output", "[", "a reply of OpenAI Responses"),
    ("output", "{", "a reply of Bedrock Converse"),
    ("messageStart", "{", "a stream of Bedrock Converse"),
    ("contentBlockDelta", "{", "a stream of Bedrock Converse"),
    ("candidates", "[", "a reply of Gemini generateContent"),
    ("promptFeedback", "{", "a reply of Gemini generateContent"),
    ("done", "", "a reply of Ollama's own chat"),
    ("message", "{", "a reply of another chat wire"),
];

/// The error inside a reply, if it holds one. `choices` says whether the reply has any.
pub(super) fn holds(reply: &str, choices: bool) -> bool {
    let mut found = false;
    scan::members(reply, |key, value| {
        found |= match key {
            "error" => says(value),
            _ if key == COUNTED.0 => path::number(value, COUNTED.1).is_some_and(|count| count != 0),
            _ => !choices && ERRORS.contains(&key) && value.starts_with(['"', '[']) && says(value),
        };
    });
    found
}

/// True where a value of `error` says that there is one.
pub(super) fn says(value: &str) -> bool {
    Presence::of(value).is_none() && !matches!(value, "{}" | "false" | "0")
}

/// The refusal that `body` is; its status is the reply's, or the one that the error names.
pub(super) fn refused(status: u16, body: &str) -> Option<Refused> {
    let error = listed(body).unwrap_or(body);
    let named = STATUS.iter().find_map(|path| spelled(error, path).filter(|status| (400..600).contains(status)));
    let status = if status >= 400 { status } else { named.unwrap_or(status) };
    Some(Refused { status, body: Verbatim::parse(body).ok()? })
}

/// A status as a number or as a string.
fn spelled(body: &str, path: &str) -> Option<u16> {
    match path::number(body, path) {
        Some(number) => u16::try_from(number).ok(),
        None => path::string(body, path)?.parse().ok(),
    }
}

/// The wire whose reply this looks like.
pub(super) fn stranger(reply: &str) -> Option<&'static str> {
    let looks =
        |(key, start, _): &&(&str, &str, &str)| scan::member(reply, key).is_some_and(|value| value.starts_with(start));
    OTHERS.iter().find(looks).map(|(_, _, wire)| *wire)
}

/// The first element of a list: some hosts put their errors into one.
pub(super) fn listed(list: &str) -> Option<&str> {
    let mut first = None;
    scan::elements(list, |value| first = first.or(Some(value)));
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_many_shapes() {
        for (reply, choices, want) in [
            (r#"{"error":{"message":"m","code":429}}"#, false, Some(429)),
            (r#"{"error":{"message":"m","code":"400"}}"#, true, Some(400)),
            (r#"{"code":"invalid-argument","error":"m"}"#, false, Some(200)),
            (r#"{"message":"m","type":"t","code":"wrong_api_format"}"#, false, Some(200)),
            (r#"{"message":"m"}"#, true, None),
            (r#"{"detail":[{"type":"extra_forbidden"}]}"#, false, Some(200)),
            (r#"{"base_resp":{"status_code":1004,"status_msg":"m"}}"#, true, Some(200)),
            (r#"{"base_resp":{"status_code":0}}"#, false, None),
            (r#"{"error":null}"#, false, None),
            (r#"{"error":""}"#, false, None),
            (r#"{"message":{"role":"assistant"},"done":true}"#, false, None),
        ] {
            let found = holds(reply, choices).then(|| refused(200, reply).unwrap().status);
            assert_eq!(found, want, "{reply}");
        }
        assert_eq!(refused(422, r#"{"error":{"code":400}}"#).unwrap().status, 422);
        assert_eq!(refused(200, r#"[{"error":{"code":400}}]"#).unwrap().status, 400);
    }
    #[test]
    fn other_wires_are_named() {
        for (reply, want) in [
            (r#"{"type":"message","role":"assistant","content":[]}"#, Some("a reply of Anthropic Messages")),
            (r#"{"candidates":[{"content":{}}]}"#, Some("a reply of Gemini generateContent")),
            (r#"{"id":"resp_1","object":"response","output":[]}"#, Some("a reply of OpenAI Responses")),
            (r#"{"id":"x","object":"chat.completion.chunk"}"#, None),
        ] {
            assert_eq!(stranger(reply), want, "{reply}");
        }
    }
}

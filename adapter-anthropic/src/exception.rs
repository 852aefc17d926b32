//! What AWS throws inside of a stream of frames, where the head of the reply had said that all is well.
//!
//! Never reads a status out of what an exception says to a person.
use crate::table::EXCEPTIONS;
use throughline_core::json;

/// The status of an exception. What the model's own server had answered comes first, then the exception's name, then a number in its place.
pub fn status(name: &str, payload: &str) -> Option<u16> {
    let original = json::member(payload, "originalStatusCode").and_then(|code| code.get().parse().ok());
    let fails = |status: &u16| (400..600).contains(status);
    original.filter(fails).or_else(|| named(name)).or_else(|| name.parse().ok().filter(fails))
}

/// The status that the name of an exception says; it may stand behind a namespace, and may begin with a capital.
///
/// ```
/// use throughline_anthropic::exception::named;
/// assert_eq!(named("com.amazon.coral.service#ThrottlingException"), Some(429));
/// assert_eq!(named("overloaded_error"), None);
/// ```
pub fn named(name: &str) -> Option<u16> {
    let name = name.rsplit('#').next().unwrap_or(name);
    EXCEPTIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, status)| *status)
}

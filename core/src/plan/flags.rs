//! The keep-thinking flags of a route, written into requests that lack them.
use super::{AddedFlag, Because, Note, Reason};
use crate::{Key, Policy, Request, Verbatim, json};

/// The keep-thinking flags that the request lacks.
pub(super) fn flags(policy: &Policy, request: &Request, notes: &mut Vec<Note>) -> Vec<AddedFlag> {
    let mut added: Vec<AddedFlag> = vec![];
    let Some(entry) = &policy.flags else { return added };
    for flag in entry.rule.flags.iter().flat_map(|flags| flags.iter()) {
        if flag.unless.iter().any(|key| request.get(key.as_str()).is_some()) {
            continue;
        }
        let earlier = added.iter().position(|old| old.member == flag.member);
        let present = earlier
            .and_then(|n| added.get(n))
            .map(|old| old.json.clone())
            .or_else(|| request.get(flag.member.as_str()).map(|v| v.get().to_owned()));
        let json = match (&present, &flag.inner) {
            (None, _) => flag.whole.to_string(),
            (Some(_), None) => continue,
            (Some(object), Some(inner)) => match with_member(object, inner, &flag.value) {
                Some(json) => json,
                None => continue,
            },
        };
        let what = format!("request member `{}`: {json}", flag.member);
        notes.push(Note {
            what: what.into(),
            why: Because::new(entry, Reason::Adapter("keeps the thinking of earlier turns".into())),
        });
        if let Some(n) = earlier {
            added.remove(n);
        }
        added.push(AddedFlag { member: flag.member.clone(), json });
    }
    added
}

/// The object with one more member at its end; none where it has it, is no object, or says `"type":"disabled"`.
fn with_member(object: &str, inner: &Key, value: &str) -> Option<String> {
    let body = object.strip_suffix('}')?;
    let disabled = json::member(object, "type").is_some_and(|kind| kind.get() == "\"disabled\"");
    if disabled || json::member(object, inner.as_str()).is_some() {
        return None;
    }
    let comma = if body.trim_end().ends_with('{') { "" } else { "," };
    Verbatim::parse(&format!("{body}{comma}\"{inner}\":{value}}}")).ok().map(|json| json.get().to_owned())
}

//! How a host of this wire is asked: path, headers, and what its bodies may hold. The words are the table's.
//!
//! Never drops a member in silence: what a host refuses becomes a note that names it.
use crate::{
    table::{self, Form},
    thinking::{self, BETAS},
};
use std::borrow::Cow;
use throughline_core::{
    Endpoint, Key, Literal, Note, Part, Plan, Request, Role, Route, Verbatim, json,
    segment::{asked, segment},
};

/// The member of a body that holds the version, where it stands there.
pub(crate) const VERSION: &str = "anthropic_version";
/// Members that are the form's, not the caller's.
const EDITING: &str = "context_management";

/// Where and how a request is sent.
pub(crate) fn endpoint(route: &Route, streamed: bool) -> Endpoint {
    let form = table::form(route);
    let path = if streamed { form.streamed } else { form.path };
    let headers = form.headers.iter().map(|(name, value)| (*name, Cow::Borrowed(*value)));
    Endpoint {
        suffix: behind(route.path(), path).replace("{model}", &segment(&asked(&route.model))).into(),
        auth: form.auth,
        headers: headers.collect(),
    }
}

/// What of `path` a base URL does not end in already: `/messages` of `/v1/messages` behind `/v1`.
fn behind<'p>(base: &str, path: &'p str) -> &'p str {
    let cuts = path.match_indices('/').map(|(at, _)| at).skip(1);
    let said = |at: &usize| path.get(..*at).is_some_and(|head| base.ends_with(head));
    cuts.filter(said).last().and_then(|at| path.get(at..)).unwrap_or(path)
}

/// Headers that name betas; and who has the word and that there is a picture, where the host asks.
pub(crate) fn marks(plan: &Plan<'_>) -> Vec<(&'static str, Cow<'static, str>)> {
    let form = table::form(plan.route);
    let turns = || plan.sent(0..plan.len()).map(|(turn, _)| turn);
    let is_result = |part: &Part| matches!(part, Part::Result(_));
    let betas = form.betas.and_then(|name| Some((name, Cow::Owned(thinking::header(&plan.request)?))));
    let mut all: Vec<_> = betas.into_iter().collect();
    if let Some((name, person, agent)) = form.initiator {
        let asks = turns().last().is_none_or(|turn| turn.role == Role::User && !turn.parts.iter().any(is_result));
        all.push((name, Cow::Borrowed(if asks { person } else { agent })));
    }
    let shows = || turns().flat_map(|turn| &turn.parts).any(|part| matches!(part, Part::Media(_)));
    all.extend(form.vision.filter(|_| shows()).map(|(name, value)| (name, Cow::Borrowed(value))));
    all
}

/// The request without what the route's bodies may not hold; none where all of it may go. What it is written with beside its members is
/// not among them: see [`member`].
pub(crate) fn fit(route: &Route, request: &Request, notes: &mut Vec<Note>) -> Option<Request> {
    let form = table::form(route);
    let mut new = Request { members: vec![], ..request.clone() };
    let mut changed = false;
    for (key, value) in &request.members {
        let refused = form.refuses.iter().find(|(name, _)| key == name);
        let edited = if key == EDITING { editing(form, value, notes) } else { None };
        changed |= refused.is_some() || edited.is_some();
        match (refused, edited) {
            // The route's own name for the model is no news to anybody.
            (Some(("model", _)), _) => {}
            (Some((name, why)), _) => notes.push(Note::plain(format!("request member `{name}`"), *why)),
            (None, Some(None)) => {}
            (None, Some(Some(rest))) => new.members.push((key.clone(), rest)),
            (None, None) => new.members.push((key.clone(), value.clone())),
        }
    }
    changed.then_some(new)
}

/// `context_management` without the edits that the host refuses; nothing of it where no other is left; none where it goes as it is.
fn editing(form: &Form, value: &Verbatim, notes: &mut Vec<Note>) -> Option<Option<Verbatim>> {
    let edits = json::member(value.get(), "edits")?;
    let (mut kept, mut lost) = (vec![], vec![]);
    json::elements(edits.get(), |edit| {
        let kind = json::member(edit.get(), "type").and_then(Literal::read).map(|kind| kind.decode().into_owned());
        match kind.filter(|kind| form.edits.contains(&kind.as_str())) {
            Some(kind) => lost.push(kind),
            None => kept.push(edit.get()),
        }
    })
    .ok()?;
    for kind in &lost {
        notes.push(Note::plain(format!("edit `{kind}` of `{EDITING}`"), "this host refuses it"));
    }
    if lost.is_empty() {
        return None;
    }
    let list = format!("[{}]", kept.join(","));
    let mut members = vec![];
    json::members(value.get(), |key, member| {
        let json = if key == "edits" { &list } else { member.get() };
        members.push((key.to_owned(), json.to_owned()));
    })
    .ok()?;
    Some((!kept.is_empty()).then(|| crate::growing::object(members.into_iter())))
}

/// The version that a body states, where it states one and the caller stated no other.
pub(crate) fn version(plan: &Plan<'_>) -> Option<&'static str> {
    table::form(plan.route).version.filter(|_| plan.request.get(VERSION).is_none())
}

/// True for a member that goes as a header.
pub(crate) fn is_header(plan: &Plan<'_>, key: &Key) -> bool {
    key == BETAS && table::form(plan.route).betas.is_some()
}

/// True where the model stands in the path of a request, and not in its body.
pub(crate) fn is_nameless(route: &Route) -> bool {
    table::form(route).version.is_some()
}

/// True for a member of a body that says only what the route says anyway.
pub(crate) fn is_said(route: &Route, key: &str, value: &Verbatim) -> bool {
    let version = table::form(route).version;
    key == VERSION && version.is_some_and(|version| value.literal().is_some_and(|said| said.decode() == version))
}

#[cfg(test)]
mod tests {
    use super::*;
    use throughline_core::Api;

    #[test]
    fn a_path_is_not_said_twice() {
        for (base, path, want) in [
            ("", "/v1/messages", "/v1/messages"),
            ("/v1", "/v1/messages", "/messages"),
            ("/anthropic", "/v1/messages", "/v1/messages"),
            ("/api/v1", "/v1/messages", "/messages"),
            ("/v1/projects/p/locations/l", "/publishers/anthropic/models/m", "/publishers/anthropic/models/m"),
            ("/v1/projects/p/locations/l/publishers/anthropic", "/publishers/anthropic/models/m", "/models/m"),
            ("/mypublishers", "/publishers/anthropic/models/m", "/publishers/anthropic/models/m"),
        ] {
            assert_eq!(behind(base, path), want, "{base} {path}");
        }
    }
    /// The same name leads to the same model on every door of its host.
    #[test]
    fn a_model_is_one_segment_escaped_once() {
        for (model, want) in [
            ("us.anthropic.claude-opus-4-8-v1%3A0", "us.anthropic.claude-opus-4-8-v1%3A0"),
            (
                "arn:aws:bedrock:us-east-1:1:p/x#us.anthropic.claude-opus-4-8",
                "arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Ap%2Fx",
            ),
            ("..", "%252E%252E"),
        ] {
            let host = "https://bedrock-runtime.us-east-1.amazonaws.com";
            let route = Route::new("bedrock", host, Api::MESSAGES, model).unwrap();
            assert_eq!(endpoint(&route, false).suffix, format!("/model/{want}/invoke"));
        }
    }
}

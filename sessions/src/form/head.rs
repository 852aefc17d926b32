//! What either form says of a session beside its turns.
use super::{
    Imported,
    object::{Members, column, string, take},
    unwritable,
};
use crate::{Error, NewSession, Session, SessionId, lessons};
use throughline_core::{Literal, Request, Stored, Verbatim, WireError, json::Object};

/// Of the session: what no other program has a column for.
const OWN: &str = "throughline";
/// The setting that keeps what no store has a column for.
const KEPT: &str = "imported";

/// The members of a session, in the names of the message form.
pub(super) fn write(session: &Session, request: Option<&Request>) -> Result<Members, Error> {
    let text = |text: &str| Literal::of(text).raw().to_owned();
    let mut head = Members::default();
    head.push("id", &text(session.id.as_str()));
    if let Some(title) = &session.title {
        head.push("title", &text(title));
    }
    if let Some(route) = &session.route {
        head.push("model", &text(&route.model));
    }
    if let Some(parent) = &session.parent {
        head.push("parent_session_id", &text(parent.as_str()));
    }
    let (seconds, rest) = (session.created_at.div_euclid(1000), session.created_at.rem_euclid(1000));
    head.push("started_at", &format!("{seconds}.{rest:03}"));
    if let Some(ended) = session.ended {
        head.push("end_reason", &text(ended.as_str()));
    }
    let mut settings = Members::default();
    for (key, value) in session.model_config.iter().filter(|(key, _)| key != KEPT) {
        settings.push(key, value.get());
    }
    if !settings.is_empty() {
        head.push("model_config", &settings.finish());
    }
    for (key, tokens) in [
        ("input_tokens", session.input_tokens),
        ("output_tokens", session.output_tokens),
        ("reasoning_tokens", session.reasoning_tokens),
    ] {
        head.push(key, &tokens.to_string());
    }
    let mut own = Members::default();
    if let Some(route) = &session.route {
        own.push("route", &serde_json::to_string(route).map_err(unwritable)?);
    }
    if let Some(request) = request {
        own.push("request", &Stored::Request(request.clone()).line().map_err(unwritable)?);
    }
    if let Some(at) = session.branched_at {
        own.push("branched_at", &at.to_string());
    }
    own.push("updated_at", &session.updated_at.to_string());
    head.push(OWN, &own.finish());
    let kept = session.model_config.iter().find(|(key, _)| key == KEPT);
    for (key, value) in kept.and_then(|(_, kept)| Object::read(kept.get()).ok()).iter().flat_map(Object::iter) {
        head.push(key, value.get());
    }
    Ok(head)
}

/// The session that `head` describes, without turns, and the model that it names.
pub(super) fn read(mut head: Object<'_>) -> Result<(Imported, String), WireError> {
    let mut new = NewSession::default();
    let (mut notes, mut settings, mut kept) = (vec![], vec![], Members::default());
    let place = "session";
    let text = |text: Literal| Some(text.decode().into_owned()).filter(|text| !text.is_empty());
    new.id = string(&mut head, "id", place)?.and_then(text).map(SessionId::new);
    new.title = string(&mut head, "title", place)?.and_then(text);
    match column(&mut head, "model_config", place) {
        Ok(Some(config)) => {
            let config = Object::strict(config.get(), "session.model_config")?;
            settings = config.rest().into_iter().map(|(key, value)| (key.as_str().to_owned(), value)).collect();
        }
        Ok(None) => {}
        Err(error) => notes.push(format!("{error}; the session begins without settings")),
    }
    // A memory that no version can read would lock the session.
    settings.retain(|(key, value): &(String, Verbatim)| {
        let sound = !lessons::MEMBERS.contains(&key.as_str()) || value.is_null() || value.get().starts_with('[');
        if !sound {
            let error = WireError::shape(format!("session.model_config.{key}"), "a list", value.get());
            notes.push(format!("{error}; the session begins without it"));
            kept.push(key, value.get());
        }
        sound
    });
    if let Some(own) = take(&mut head, OWN) {
        let mut own = Object::strict(own.get(), "session.throughline")?;
        let wrong = |member: &str, expected, raw: &str| {
            WireError::shape(format!("session.throughline.{member}"), expected, raw)
        };
        if let Some(route) = take(&mut own, "route") {
            let read = serde_json::from_str(route.get());
            new.route = Some(read.map_err(|_| wrong("route", "a route", route.get()))?);
        }
        if let Some(line) = take(&mut own, "request") {
            let Ok(Stored::Request(request)) = Stored::read(line.get()) else {
                return Err(wrong("request", "a request line", line.get()));
            };
            new.request = Some(request);
        }
        own.rest().iter().for_each(|(key, value)| {
            kept.push(key.as_str(), value.get());
        });
    }
    let model = head.get("model").and_then(Literal::read).map(|model| model.decode().into_owned()).unwrap_or_default();
    for (key, value) in head.iter().filter(|(_, value)| value.get() != "null") {
        kept.push(key, value.get());
    }
    if !kept.is_empty() {
        settings.retain(|(key, _)| key != KEPT);
        settings.extend(Verbatim::parse(&kept.finish()).ok().map(|kept| (KEPT.to_owned(), kept)));
    }
    Ok((Imported { new, settings, turns: vec![], notes }, model))
}

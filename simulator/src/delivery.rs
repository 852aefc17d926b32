//! How an answer leaves: as slowly and as brokenly as the faults say, with headers that tell what a body cannot.

use crate::answer::{Answer, Content};
use crate::fault::Fault;
use crate::frame;
use crate::provider::{Provider, Wire};
use crate::refusal::Refusal;
use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use futures_util::stream;
use std::collections::VecDeque;
use std::io;
use std::time::Duration;

/// Sends `answer`, as slowly and as brokenly as the faults say.
pub(crate) fn deliver(provider: &Provider, mut answer: Answer, faults: &[Fault]) -> Response {
    let mut delay = Duration::ZERO;
    let mut broken = false;
    for fault in faults {
        match (fault, &mut answer.content) {
            (Fault::Slow { millis }, _) => delay = Duration::from_millis(*millis),
            (Fault::Cut { after }, Content::Events(pieces) | Content::List(pieces)) => {
                pieces.truncate(*after);
                broken = true;
            }
            (Fault::Cut { after }, Content::Frames(frames)) => {
                frames.truncate(*after);
                broken = true;
            }
            (Fault::Cut { .. }, Content::Whole(text)) => {
                let half = text.chars().count() / 2;
                *text = text.chars().take(half).collect();
                broken = true;
            }
            (Fault::Fail { after }, Content::Events(events)) => {
                events.truncate(*after);
                events.push(error_event(provider));
            }
            (Fault::Fail { after }, Content::List(list)) => {
                list.truncate(*after);
                let error = upstream_failed(provider);
                list.push(format!("{}{error}{}", Content::before(list.len()), Content::END));
            }
            (Fault::Fail { after }, Content::Frames(frames)) => {
                frames.truncate(*after);
                frames.push(frame::exception("modelStreamErrorException", &upstream_failed(provider)));
            }
            (Fault::Exception { after, name }, Content::Frames(frames)) => {
                frames.truncate(*after);
                frames.push(match name.ends_with("Exception") {
                    true => frame::exception(name, &upstream_failed(provider)),
                    false => frame::error(name, "the upstream failed"),
                });
            }
            (Fault::Garbage { after }, content) => damage(content, *after),
            (Fault::Fail { .. }, Content::Whole(_)) if answer.status == 200 => {
                answer = refusal(Refusal::plain(provider, 500, "the upstream failed"));
            }
            _ => {}
        }
    }
    let bytes = |texts: Vec<String>| texts.into_iter().map(String::into_bytes).collect::<Vec<_>>();
    let (kind, pieces) = match answer.content {
        Content::Whole(text) => ("application/json", bytes(vec![text])),
        Content::Events(events) => ("text/event-stream", bytes(events)),
        Content::List(list) => ("application/json", bytes(list)),
        Content::Frames(frames) => ("application/vnd.amazon.eventstream", frames),
    };
    let plain = pieces.len() == 1 && !broken && delay.is_zero();
    let body = if plain { Body::from(pieces.concat()) } else { broken_or_slow(pieces, delay, broken) };
    let mut response = Response::new(body);
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let (came, reached) = answer.thoughts;
    let (rule, evidence) = answer.rule.unwrap_or_default();
    for (name, value) in [
        ("x-simulator-body-bytes", answer.bytes.to_string()),
        ("x-simulator-cached-bytes", answer.cached.to_string()),
        ("x-simulator-thoughts", format!("came={came} read={reached}")),
        ("x-simulator-rule", rule),
        ("x-simulator-evidence", evidence.to_owned()),
        ("x-amzn-errortype", exception(provider, answer.status).to_owned()),
    ] {
        if let (false, Ok(value)) = (value.is_empty(), HeaderValue::from_str(&value)) {
            headers.insert(HeaderName::from_static(name), value);
        }
    }
    response
}

/// A refusal that nothing was read for.
pub(crate) fn refusal(refusal: Refusal) -> Answer {
    Answer {
        status: refusal.status,
        content: Content::Whole(refusal.body),
        bytes: 0,
        cached: 0,
        thoughts: (0, 0),
        rule: Some((refusal.name, refusal.evidence)),
    }
}

/// The pieces one by one; at the end the connection breaks, where it is to.
fn broken_or_slow(pieces: Vec<Vec<u8>>, delay: Duration, broken: bool) -> Body {
    let state = (VecDeque::from(pieces), broken);
    let events = stream::unfold(state, move |(mut pieces, broken)| async move {
        if !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        match pieces.pop_front() {
            Some(piece) => Some((Ok(Bytes::from(piece)), (pieces, broken))),
            None if broken => {
                // What was said must have left before the line goes dead.
                tokio::time::sleep(Duration::from_millis(20)).await;
                Some((Err(io::Error::from(io::ErrorKind::ConnectionAborted)), (pieces, false)))
            }
            None => None,
        }
    });
    Body::from_stream(events)
}

/// Event `at` is not what was sent: a byte is another one. Of a whole reply the end is.
fn damage(content: &mut Content, at: usize) {
    let text = |text: &mut String| {
        if let Some(last) = text.trim_end().char_indices().next_back() {
            text.replace_range(last.0.., "\u{fffd}\n\n");
        }
    };
    match content {
        Content::Whole(whole) => text(whole),
        Content::Events(pieces) | Content::List(pieces) => pieces.get_mut(at).into_iter().for_each(text),
        Content::Frames(frames) => {
            let last = frames.get_mut(at).and_then(|frame| frame.last_mut());
            last.into_iter().for_each(|byte| *byte ^= 1);
        }
    }
}

/// What kind of error a header says that it is, where one does.
fn exception(provider: &Provider, status: u16) -> &'static str {
    match status {
        _ if !provider.exceptions => "",
        200..=399 => "",
        403 => "AccessDeniedException",
        404 => "ResourceNotFoundException",
        408 => "ModelTimeoutException",
        424 => "ModelErrorException",
        429 => "ThrottlingException",
        503 => "ServiceUnavailableException",
        500.. => "InternalServerException",
        _ => "ValidationException",
    }
}

fn upstream_failed(provider: &Provider) -> String {
    Refusal::plain(provider, 500, "the upstream failed").body
}

/// An error inside a stream that began well.
fn error_event(provider: &Provider) -> String {
    let body = upstream_failed(provider);
    match provider.wire {
        Wire::Chat | Wire::Generate | Wire::Converse => format!("data: {}\n\n", body.replace('\n', "")),
        Wire::Messages => format!("event: error\ndata: {body}\n\n"),
    }
}

//! HTTP: which provider is meant, how its answer is delivered, and the simulator's own pages.

use crate::answer::{Answer, Content, answer};
use crate::door::Entry;
use crate::fault::Fault;
use crate::frame;
use crate::provider::{Provider, Wire};
use crate::refusal::Refusal;
use crate::simulator::{Shared, Simulator, check};
use crate::table;
use crate::terms::Terms;
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use axum::serve::ListenerExt;
use futures_util::stream;
use serde::Deserialize;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// The longest request body.
const LONGEST: usize = 64 << 20;
const BETAS: &str = "anthropic-beta";
const FAULT: &str = "x-simulator-fault";

/// Serves until `stopped`.
pub(crate) async fn serve(listener: TcpListener, shared: Arc<Shared>, stopped: oneshot::Receiver<()>) {
    let router = Router::new().fallback(handle).with_state(shared);
    // An event leaves when it is said. Where that cannot be had, it leaves a little later.
    let prompt = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    let stopped = async {
        // The other end may be gone: that means stop as well.
        let _ = stopped.await;
    };
    // Only accepting can fail, and then nobody is left to be told.
    let _ = axum::serve(prompt, router).with_graceful_shutdown(stopped).await;
}

async fn handle(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    let path = path.trim_matches('/');
    match (request.method(), path) {
        (&Method::GET, "") => page(StatusCode::OK, index()),
        (&Method::GET, "health") => page(StatusCode::OK, "ok\n".to_owned()),
        (_, "_faults") => faults(&shared, request).await,
        _ => {
            let (name, rest) = path.split_once('/').unwrap_or((path, ""));
            let query = request.uri().query().unwrap_or_default();
            match table::at(name, rest, query) {
                Some((provider, entry)) => provide(&shared, provider, entry, rest, request).await,
                None => page(StatusCode::NOT_FOUND, format!("no provider `{}`\n\n{}", clipped(name), index())),
            }
        }
    }
}

/// A request to a provider.
async fn provide(
    shared: &Shared,
    provider: &'static Provider,
    entry: Option<Entry>,
    path: &str,
    request: Request,
) -> Response {
    let refuse = |status, message: String| deliver(provider, refusal(Refusal::plain(provider, status, &message)), &[]);
    let Some(mut entry) = entry else {
        let doors: Vec<_> = provider.doors.iter().map(|door| door.path).collect();
        return refuse(404, format!("no such path: /{}; there is {}", clipped(path), doors.join(", ")));
    };
    if request.method() != Method::POST {
        return refuse(405, "method not allowed: POST a request".to_owned());
    }
    let came = |place: &str| match place.strip_prefix('?') {
        Some(name) => {
            request.uri().query().unwrap_or_default().split('&').any(|pair| pair.split('=').next() == Some(name))
        }
        None => request.headers().contains_key(place),
    };
    if let Some(words) = entry.door.locked(came) {
        return deliver(provider, refusal(Refusal::worded(provider, words, &Vec::new())), &[]);
    }
    let betas = request.headers().get_all(BETAS).iter().filter_map(|value| value.to_str().ok());
    let betas = betas.flat_map(|value| value.split(',')).map(str::trim).filter(|beta| !beta.is_empty());
    entry.betas = betas.map(str::to_owned).collect();
    let mut faults = shared.faults.of(provider.name);
    if let Some(value) = request.headers().get(FAULT) {
        let fault = serde_json::from_slice::<Fault>(value.as_bytes()).map_err(|error| error.to_string());
        match fault.and_then(|fault| check(provider, &fault).map(|()| fault).map_err(|error| error.to_string())) {
            Ok(fault) => faults.push(fault),
            Err(error) => return refuse(400, format!("{FAULT}: {error}")),
        }
    }
    let body = match to_bytes(request.into_body(), LONGEST).await {
        Ok(body) => body,
        Err(_) => return refuse(413, format!("the body could not be read, or is longer than {LONGEST} bytes")),
    };
    let terms = Terms { keys: &shared.keys, lenient: shared.lenient, faults: &faults, now: shared.now() };
    let answer = answer(&terms, &shared.cache, provider, &entry, &body);
    deliver(provider, answer, &faults)
}

fn refusal(refusal: Refusal) -> Answer {
    Answer {
        status: refusal.status,
        content: Content::Whole(refusal.body),
        bytes: 0,
        cached: 0,
        thoughts: (0, 0),
        rule: Some((refusal.name, refusal.evidence)),
    }
}

/// Sends `answer`, as slowly and as brokenly as the faults say.
fn deliver(provider: &Provider, mut answer: Answer, faults: &[Fault]) -> Response {
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

/// A fault over HTTP.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    provider: String,
    fault: Fault,
    #[serde(default)]
    times: Option<u32>,
}

/// `POST` makes a fault hold, `DELETE` takes all back, `GET` lists them.
async fn faults(shared: &Shared, request: Request) -> Response {
    let method = request.method().clone();
    if method == Method::POST {
        let Ok(body) = to_bytes(request.into_body(), LONGEST).await else {
            return page(StatusCode::PAYLOAD_TOO_LARGE, "the body could not be read\n".to_owned());
        };
        let held = serde_json::from_slice::<Wanted>(&body).map_err(|error| error.to_string()).and_then(|wanted| {
            shared.hold(&wanted.provider, wanted.fault, wanted.times).map_err(|error| error.to_string())
        });
        if let Err(error) = held {
            return page(StatusCode::BAD_REQUEST, format!("{error}\n"));
        }
    } else if method == Method::DELETE {
        shared.faults.clear(None);
    } else if method != Method::GET {
        return page(StatusCode::METHOD_NOT_ALLOWED, "GET, POST or DELETE\n".to_owned());
    }
    let list = serde_json::to_string(&shared.faults.all()).unwrap_or_default();
    let mut response = Response::new(Body::from(list));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

fn page(status: StatusCode, text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

fn index() -> String {
    let mut text = String::from("throughline simulator\n\nproviders, by the path of their base URL:\n\n");
    for row in Simulator::providers() {
        text.push_str(&format!("{:<34} {:<18} {}\n", row.path, row.api, row.about));
    }
    text.push_str("\nfaults: POST, GET or DELETE /_faults, or the header x-simulator-fault\n");
    text
}

fn clipped(text: &str) -> String {
    text.chars().take(80).collect()
}

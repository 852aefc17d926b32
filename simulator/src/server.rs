//! HTTP: which provider is meant, and the simulator's own pages.

use crate::answer::answer;
use crate::delivery::{deliver, refusal};
use crate::door::Entry;
use crate::fault::Fault;
use crate::provider::Provider;
use crate::refusal::Refusal;
use crate::simulator::{Shared, Simulator, check};
use crate::table;
use crate::terms::Terms;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use axum::serve::ListenerExt;
use serde::Deserialize;
use std::sync::Arc;
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

//! The two forms of a session, tried.
mod corpus;
mod hostile;
mod round;
mod sample;
mod signed;

use super::*;
use crate::{Session, SessionId};
use std::sync::Arc;
use throughline_core::{Api, Carrier, Request, Route, TextAt};

fn raw(json: &str) -> Verbatim {
    Verbatim::parse(json).unwrap()
}

/// A session as a store holds it.
fn loaded(turns: Vec<Turn>) -> Loaded {
    let mut session = Session::new(SessionId::new("20261103_101500_a1b2c3"), 1_762_164_900_123);
    session.title = Some("prime \"numbers\"".to_owned());
    session.route =
        Some(Route::new("deepseek", "https://api.deepseek.com/v1?key=s3cret", Api::CHAT, "deepseek-v4").unwrap());
    session.model_config = vec![("reasoning_rejected_carriers".to_owned(), raw(r#"[["nous","h","m",["reasoning"]]]"#))];
    let mut request = Request::new(Api::CHAT);
    request.set("temperature", raw("1.50"));
    let lines = turns.iter().map(|turn| turn.line().unwrap()).collect();
    Loaded { session, request: Some(request), turns: turns.into_iter().map(Arc::new).collect(), lines }
}

fn text(kind: &'static str, text: &str) -> Carrier {
    Carrier::plain(kind, "i", throughline_core::Literal::of(text).verbatim().clone(), TextAt::WHOLE)
}

/// The document of `turns`, as a parser reads it that knows no lone surrogates.
fn document(turns: Vec<Turn>) -> serde_json::Value {
    serde_json::from_str(&export(Form::Messages, &loaded(turns)).unwrap().replace(r"\ud800", r"\ufffd")).unwrap()
}

/// The document of `turns` as another program hands it on: without our member.
fn stripped(turns: Vec<Turn>) -> String {
    let mut document = document(turns);
    for message in document["messages"].as_array_mut().unwrap() {
        message.as_object_mut().unwrap().remove("throughline").unwrap();
    }
    document.to_string()
}

//! Hosts that are no providers: every error says what was wrong, and nothing hangs.
use crate::stage::{Act, Host, client, http, refused, route, send, talk};
use std::{error::Error, time::Duration};
use throughline::{
    Delta, Ending, Literal,
    client::{Client, Http, SendError},
};

const SPEC: &str = "nous/z-ai/glm-5";

/// What is said where `url` is dialled, whole and streamed.
async fn errors(client: &Client, url: &str) -> [String; 2] {
    let mut said = vec![];
    for streamed in [false, true] {
        let mut talk = talk(client, route(SPEC, url));
        let error = talk.send(streamed, &mut |_| {}).await.unwrap_err();
        assert_eq!(talk.history().turns().len(), 1);
        said.push(error.to_string().replace(&talk.route().to_string(), "ROUTE"));
    }
    said.try_into().unwrap()
}

#[tokio::test]
async fn what_is_no_provider_is_said_to_be_none() {
    let gzip = [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3][..], &[0xff; 20]].concat();
    let page = "<html><body><h1>502 Bad Gateway</h1></body></html>";
    const JSON: &str = "content-type: application/json\r\n";
    const EVENTS: &str = "content-type: text/event-stream\r\n";
    let client = client();
    let to = Host::saying("").await;
    let location = format!("location: {}/chat/completions\r\ncontent-type: text/html\r\n", to.url());
    let none = "no answer from ROUTE: the request was not answered";
    let moved = "ROUTE redirects with status 307, which is not followed: give the base url that it leads to";
    let unread = |how: &str| format!("the answer of ROUTE cannot be read ({how}");
    for (answer, whole, streamed) in [
        (b"SSH-2.0-OpenSSH_9.9\r\n".to_vec(), none.to_owned(), none.to_owned()),
        (vec![], none.to_owned(), none.to_owned()),
        (http("307 Temporary Redirect", &location, page), moved.to_owned(), moved.to_owned()),
        (
            http("200 OK", "content-type: text/html; charset=utf-8\r\n", page),
            unread("status 200, text/html): reply: not valid json: expected value at line 1 column 1"),
            unread("status 200, text/html): reply: expected server-sent events, found text without any"),
        ),
        (
            http("502 Bad Gateway", "content-type: text/html\r\n", page),
            "ROUTE refused the request with status 502: not ours".to_owned(),
            "ROUTE refused the request with status 502: not ours".to_owned(),
        ),
        (
            http("200 OK", JSON, ""),
            unread("status 200, application/json): reply: empty, nothing to read"),
            unread("status 200, application/json): reply: empty, nothing to read"),
        ),
        (
            http("200 OK", EVENTS, ""),
            unread("status 200, text/event-stream): reply: empty, nothing to read"),
            unread("status 200, text/event-stream): reply: empty, nothing to read"),
        ),
        (
            http("204 No Content", "", ""),
            unread("status 204, no content type): reply: empty, nothing to read"),
            unread("status 204, no content type): reply: empty, nothing to read"),
        ),
        (
            http("200 OK", &format!("{JSON}content-encoding: gzip\r\n"), &gzip),
            unread("status 200, application/json): reply: not utf-8 at byte 1"),
            unread("status 200, application/json): reply: not utf-8 at byte 1"),
        ),
        (
            http("200 OK", JSON, "[]"),
            unread("status 200, application/json): reply: expected an object with choices, found an array"),
            unread("status 200, application/json): reply: expected an object with choices, found an array"),
        ),
    ] {
        let host = Host::saying(answer).await;
        assert_eq!(errors(&client, &host.url()).await, [whole, streamed]);
        assert_eq!(host.heard().len(), 2, "sent once each");
    }
    assert!(to.heard().is_empty(), "a redirect is not followed");
    let nobody = errors(&client, "http://127.0.0.2:9/v1").await;
    assert_eq!(nobody, ["no answer from ROUTE: no connection to the provider"; 2]);
}

#[tokio::test]
async fn a_stream_is_known_by_its_bytes() {
    let whole = r#"{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"Hi."}}]}"#;
    let events = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi.\"}}]}\n\ndata: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    for (kind, body) in [
        ("content-type: application/json\r\n", whole),
        ("content-type: text/html\r\n", whole),
        ("content-type: text/event-stream\r\n", whole),
        ("", whole),
        ("content-type: Text/Event-Stream; charset=utf-8\r\n", events),
        ("content-type: text/plain\r\n", events),
        ("", events),
    ] {
        let host = Host::saying(http("200 OK", kind, body)).await;
        let mut talk = talk(&client(), route(SPEC, &host.url()));
        let turn = talk.send(true, &mut |_| {}).await.unwrap().turn;
        let stop = Some(Ending::Stop(Some(Literal::of("stop"))));
        assert_eq!((turn.text().as_str(), &turn.ending), ("Hi.", &stop), "{kind}{body}");
    }
}

#[tokio::test]
async fn silence_ends() {
    let spoken = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n";
    let silent = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n: wait\n\n";
    let host = Host::start(["", silent, spoken].map(|said| Act::Hang(said.into())).to_vec()).await;
    let http = Http::with(Duration::from_secs(5), Duration::from_millis(150)).unwrap();
    let client = Client::new(throughline::registry().unwrap(), http);
    for _ in 0..2 {
        let mut talk = talk(&client, route(SPEC, &host.url()));
        let error = talk.send(true, &mut |_| {}).await.unwrap_err();
        let SendError::Transport { source, .. } = &error else { panic!("{error}") };
        assert_eq!(source.what, "the provider did not answer in time");
        assert!(source.passing && error.source().is_some(), "{error:?}");
    }
    let mut talk = talk(&client, route(SPEC, &host.url()));
    let mut shown = String::new();
    let reply = talk
        .send(true, &mut |delta| {
            if let Delta::Text(_) = delta {
                shown.push_str(&delta.text())
            }
        })
        .await;
    let reply = reply.unwrap();
    assert_eq!((shown.as_str(), &reply.turn.ending), ("Hi", &Some(Ending::Cut)));
    assert_eq!(reply.broken.unwrap().what, "the provider did not answer in time");
    // The lines are let go of.
    for _ in 0..100 {
        if host.closed() == 3 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{} of 3 connections were closed", host.closed());
}

#[tokio::test]
async fn a_page_that_refuses_is_a_refusal() {
    let page = "<html><body><h1>400 Bad Request</h1></body></html>";
    let host = Host::saying(http("400 Bad Request", "content-type: text/html\r\n", page)).await;
    let tried = refused(send(&mut talk(&client(), route(SPEC, &host.url()))).await);
    assert_eq!(tried.len(), 1);
    assert!(tried[0].refusal.as_ref().unwrap().0.body.get().contains("400 Bad Request"));
}

//! Replies that break off: what came is kept and said to be cut, nothing is made up, and nothing is sent twice.
use crate::stage::{
    Act, Host, THINKING, TOOL, at, body, client, http, lessons, route, send, simulator, statuses, talk_with,
};
use std::sync::Arc;
use throughline::{
    Delta, Ending, Turn,
    client::{Call, Client, Http, Reply, SendError, Talk, Transport},
};
use throughline_simulator::{Fault, Simulator};

/// A route, and what its callers write beside the messages.
fn routes() -> Vec<(&'static str, String)> {
    let messages = r#""tools":[{"name":"look","input_schema":{"type":"object","properties":{}}}]"#;
    let chat = [
        "openrouter/anthropic/claude-opus-4.5",
        "openrouter/openai/gpt-5.6",
        "deepseek/deepseek-v4-pro",
        "mistral/magistral-medium",
    ];
    let mut routes: Vec<_> = chat.into_iter().map(|spec| (spec, TOOL.to_owned())).collect();
    routes.push(("anthropic/claude-opus-4-5", format!("{THINKING},{messages}")));
    routes
}

/// Sends, streamed; what was shown comes too.
async fn stream(talk: &mut Talk) -> (Result<Reply, SendError>, String) {
    let mut shown = String::new();
    let sent = talk
        .send(true, &mut |delta| {
            if let Delta::Text(_) = delta {
                shown.push_str(&delta.text())
            }
        })
        .await;
    (sent, shown)
}

/// The whole turn, and the bytes it came in.
async fn whole(client: &Client, simulator: &Simulator, spec: &str, members: &str) -> (Arc<Turn>, Vec<u8>) {
    let mut talk = talk_with(client, at(simulator, spec), members);
    let reply = stream(&mut talk).await.0.unwrap();
    let suffix = if spec.starts_with("anthropic/") { "/v1/messages" } else { "/chat/completions" };
    let url = talk.route().base_url.dial(suffix);
    let call = Call { url, headers: vec![], body: reply.tried[0].body.clone(), streamed: true };
    let mut answer = Http::direct().unwrap().send(call).await.unwrap();
    let mut bytes = vec![];
    while let Some(piece) = answer.body.next().await.unwrap() {
        bytes.extend(piece);
    }
    (reply.turn, bytes)
}

/// What holds of every reply that broke off.
fn check(part: &Turn, whole: &Turn, shown: &str, place: &str) {
    let starts =
        |whole: Option<String>, part: Option<String>| whole.unwrap_or_default().starts_with(&part.unwrap_or_default());
    assert!(starts(Some(whole.text()), Some(part.text())) && starts(whole.reasoning(), part.reasoning()), "{place}");
    assert_eq!(shown, part.text(), "{place}");
    let minted: Vec<_> =
        whole.carriers().filter(|(_, carrier)| carrier.sealed).map(|(_, carrier)| &carrier.payload).collect();
    for (_, carrier) in part.carriers().filter(|(_, carrier)| carrier.sealed) {
        assert!(minted.contains(&&carrier.payload), "{place}: a seal that nobody minted: {}", carrier.payload.get());
    }
}

/// The conversation goes on, and calls of the cut turn stay at home.
async fn goes_on(talk: &mut Talk, simulator: &Simulator, spec: &str, place: &str) {
    talk.set_route(at(simulator, spec), None).unwrap();
    talk.push(Turn::user("Go on."));
    let reply = send(talk).await.unwrap_or_else(|error| panic!("{place}: {error}"));
    let sent = body(&reply.tried[0]).to_string();
    assert_eq!(statuses(&reply.tried), [200], "{place}");
    assert!(!sent.contains(r#""tool_calls""#) && !sent.contains(r#""tool_use""#), "{place}: {sent}");
}

#[tokio::test]
async fn a_stream_that_is_cut_at_any_event() {
    let (simulator, client) = (simulator(), client());
    for (spec, members) in routes() {
        let (full, _) = whole(&client, &simulator, spec, &members).await;
        let provider = spec.split('/').next().unwrap();
        let mut cuts = 0;
        for after in 0.. {
            let place = format!("{spec}, {after} events");
            simulator.fault_times(provider, Fault::Cut { after }, 1).unwrap();
            let mut talk = talk_with(&client, at(&simulator, spec), &members);
            let (sent, shown) = stream(&mut talk).await;
            let reply = match sent {
                // A comment is the first event of some.
                Err(SendError::Transport { source, .. }) if after <= 1 => {
                    assert_eq!(source.what, "the connection broke off inside the answer", "{place}");
                    continue;
                }
                sent => sent.unwrap_or_else(|error| panic!("{place}: {error}")),
            };
            assert!(reply.broken.is_some() && reply.tried.len() == 1, "{place}");
            check(&reply.turn, &full, &shown, &place);
            if let Some(Ending::Stop(_)) = reply.turn.ending {
                break;
            }
            assert_eq!(reply.turn.ending, Some(Ending::Cut), "{place}");
            goes_on(&mut talk, &simulator, spec, &place).await;
            cuts += 1;
        }
        assert!(cuts > 4, "{spec}: {cuts}");
    }
}

#[tokio::test]
async fn a_connection_that_breaks_at_any_byte() {
    let (simulator, client) = (simulator(), client());
    for (spec, members) in routes() {
        let (full, bytes) = whole(&client, &simulator, spec, &members).await;
        // Every other connection has no length: it ends as if all were said.
        let cuts: Vec<usize> = (0..bytes.len()).step_by(61).collect();
        let acts = cuts.iter().enumerate().map(|(n, cut)| {
            let length = if n % 2 == 0 { format!("content-length: {}\r\n", bytes.len()) } else { String::new() };
            let head = format!("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n{length}\r\n");
            Act::Say([head.as_bytes(), &bytes[..*cut]].concat())
        });
        let host = Host::start(acts.collect()).await;
        for (n, cut) in cuts.iter().enumerate() {
            let place = format!("{spec}, {cut} of {} bytes", bytes.len());
            let mut talk = talk_with(&client, route(spec, &format!("http://{}", host.address())), &members);
            let (sent, shown) = stream(&mut talk).await;
            assert_eq!(host.heard().len(), n + 1, "{place}");
            match sent {
                Ok(reply) => {
                    assert_eq!(reply.broken.is_some(), n % 2 == 0, "{place}");
                    check(&reply.turn, &full, &shown, &place);
                    if n % 8 == 0 && reply.turn.ending == Some(Ending::Cut) {
                        goes_on(&mut talk, &simulator, spec, &place).await;
                    }
                }
                Err(SendError::Transport { .. } | SendError::Wire { .. }) => {
                    assert!(shown.is_empty() && talk.history().turns().len() == 1, "{place}");
                }
                Err(error) => panic!("{place}: {error}"),
            }
        }
    }
}

#[tokio::test]
async fn a_whole_reply_that_breaks_off_is_none() {
    let (simulator, client) = (simulator(), client());
    for (spec, members) in routes() {
        simulator.fault_times(spec.split('/').next().unwrap(), Fault::Cut { after: 0 }, 1).unwrap();
        let mut talk = talk_with(&client, at(&simulator, spec), &members);
        let error = send(&mut talk).await.unwrap_err();
        assert!(matches!(error, SendError::Transport { .. }), "{spec}: {error}");
        assert_eq!(talk.history().turns().len(), 1);
        assert_eq!(statuses(&send(&mut talk).await.unwrap().tried), [200]);
    }
}

#[tokio::test]
async fn an_error_inside_a_200() {
    let (simulator, client) = (simulator(), client());
    for (spec, members) in routes() {
        let provider = spec.split('/').next().unwrap();
        let mut after_words = 0;
        for after in [0, 1, 2, 4, 6] {
            let place = format!("{spec}, {after} events");
            simulator.fault_times(provider, Fault::Fail { after }, 1).unwrap();
            let mut talk = talk_with(&client, at(&simulator, spec), &members);
            match stream(&mut talk).await.0 {
                Err(SendError::Refused { tried, .. }) => {
                    assert_eq!((tried.len(), lessons(&talk), talk.history().turns().len()), (1, vec![], 1), "{place}");
                }
                Ok(reply) => {
                    assert!(matches!(reply.turn.ending, Some(Ending::Refused(_))) && reply.tried.len() == 1, "{place}");
                    after_words += 1;
                    goes_on(&mut talk, &simulator, spec, &place).await;
                }
                Err(error) => panic!("{place}: {error}"),
            }
        }
        assert!((1..5).contains(&after_words), "{spec}: {after_words}");
    }
}

#[tokio::test]
async fn a_refusal_inside_a_200_is_learned_from_while_nothing_was_shown() {
    const SPEC: &str = "nous/z-ai/glm-5.3-flash:US";
    let events = "content-type: text/event-stream\r\nconnection: close\r\n";
    let thought = r#"{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"Hi.","reasoning":"t","reasoning_details":[{"type":"reasoning.text","text":"t"}]}}]}"#;
    let refused = "data: {\"error\":{\"code\":400,\"message\":\"Extra inputs are not permitted, field: 'messages[1].reasoning_details'\"}}\n\n";
    let spoken = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n";
    for (body, requests) in [(refused.to_owned(), 3), (format!("{spoken}{refused}"), 2)] {
        let say = |headers, body: &str| Act::Say(http("200 OK", headers, body));
        let acts = vec![
            say("content-type: application/json\r\nconnection: close\r\n", thought),
            say(events, &body),
            say(events, &format!("{spoken}data: [DONE]\n\n")),
        ];
        let host = Host::start(acts).await;
        let mut talk = crate::stage::talk(&client(), route(SPEC, &host.url()));
        send(&mut talk).await.unwrap();
        talk.push(Turn::user("And now?"));
        assert!(stream(&mut talk).await.0.is_ok());
        assert_eq!((host.heard().len(), lessons(&talk).len()), (requests, requests - 2));
    }
}

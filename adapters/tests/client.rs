//! The client over a transport that plays a script: what it sends, what it learns, and that it stops.
#![cfg(feature = "chat")]
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]
use async_trait::async_trait;
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};
use throughline::{
    Api, Delta, Ending, Route, Turn,
    client::{Answer, Call, Chunks, Client, Secret, SendError, Talk, Transport, TransportError},
    verdict::Verdict,
};

/// An answer: its status, and what comes of its body.
type Answered = (u16, Vec<Result<&'static str, &'static str>>);
type Script = Vec<Answered>;

#[derive(Clone)]
struct Played {
    script: Arc<Mutex<VecDeque<Answered>>>,
    sent: Arc<Mutex<Vec<Call>>>,
}

#[async_trait]
impl Transport for Played {
    async fn send(&self, call: Call) -> Result<Answer, TransportError> {
        let kind = if call.streamed { "text/event-stream; charset=utf-8" } else { "application/json" };
        self.sent.lock().unwrap().push(call);
        let (status, pieces) = self.script.lock().unwrap().pop_front().expect("the script has no further answer");
        let headers = vec![("content-type".to_owned(), kind.to_owned())];
        Ok(Answer { status, headers, body: Box::new(Pieces(pieces.into())) })
    }
}

struct Pieces(VecDeque<Result<&'static str, &'static str>>);

#[async_trait]
impl Chunks for Pieces {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, TransportError> {
        match self.0.pop_front() {
            Some(Ok(text)) => Ok(Some(text.as_bytes().to_vec())),
            Some(Err(what)) => Err(TransportError { what: what.to_owned(), passing: true, source: None }),
            None => Ok(None),
        }
    }
}

fn talk(provider: &str, url: &str, script: Script) -> (Talk, Arc<Mutex<Vec<Call>>>) {
    let played = Played { script: Arc::new(Mutex::new(script.into())), sent: Arc::default() };
    let sent = played.sent.clone();
    let client = Client::new(throughline::registry().unwrap(), played);
    let route = Route::new(provider, url, Api::CHAT, "z-ai/glm-5.3-flash:US").unwrap();
    let mut talk = client.talk(route, Some(Secret::new("canary-key"))).unwrap();
    talk.push(Turn::user("hi"));
    (talk, sent)
}
fn nous(script: Script) -> (Talk, Arc<Mutex<Vec<Call>>>) {
    talk("nous", "https://inference-api.nousresearch.com/v1", script)
}
fn bodies(sent: &Mutex<Vec<Call>>) -> Vec<serde_json::Value> {
    sent.lock().unwrap().iter().map(|call| serde_json::from_slice(&call.body).unwrap()).collect()
}
fn keys(message: &serde_json::Value) -> Vec<&str> {
    ["reasoning_content", "reasoning", "reasoning_details"]
        .into_iter()
        .filter(|key| message.get(key).is_some())
        .collect()
}

const THOUGHT: &str = r#"{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"Hello.","reasoning":"thought","reasoning_details":[{"type":"reasoning.text","text":"thought"}]}}]}"#;
const REFUSED: &str =
    r#"{"error":{"message":"Extra inputs are not permitted, field: 'messages[1].reasoning_details'"}}"#;

#[tokio::test]
async fn a_refused_field_is_learned_and_the_request_goes_once_more_without_it() {
    let (mut talk, sent) = nous(vec![
        (200, vec![Ok(THOUGHT)]),
        (400, vec![Ok(REFUSED)]),
        (200, vec![Ok(THOUGHT)]),
        (200, vec![Ok(THOUGHT)]),
    ]);
    talk.send(false, &mut |_| {}).await.unwrap();
    talk.push(Turn::user("and now?"));
    let reply = talk.send(false, &mut |_| {}).await.unwrap();
    let unknown = Verdict::UnknownField { fields: vec!["reasoning_details".into()] };
    assert_eq!(reply.tried.iter().map(|tried| tried.status).collect::<Vec<_>>(), [400, 200]);
    assert_eq!(reply.tried[0].refusal.as_ref().unwrap().1, unknown);
    let sent_bodies = bodies(&sent);
    assert_eq!(keys(&sent_bodies[1]["messages"][1]), ["reasoning_content", "reasoning", "reasoning_details"]);
    // The retry also leaves out an alias of the same text, and does not hold it against the route.
    assert_eq!(keys(&sent_bodies[2]["messages"][1]), ["reasoning_content"]);
    talk.push(Turn::user("third"));
    talk.send(false, &mut |_| {}).await.unwrap();
    assert_eq!(keys(&bodies(&sent)[3]["messages"][1]), ["reasoning_content", "reasoning"]);
    assert_eq!(talk.history().turns().len(), 6);
}

#[tokio::test]
async fn a_second_refusal_ends_and_nothing_is_appended() {
    let (mut talk, sent) = nous(vec![(200, vec![Ok(THOUGHT)]), (400, vec![Ok(REFUSED)]), (400, vec![Ok(REFUSED)])]);
    talk.send(false, &mut |_| {}).await.unwrap();
    talk.push(Turn::user("and now?"));
    let error = talk.send(false, &mut |_| {}).await.unwrap_err();
    let SendError::Refused { tried, .. } = &error else { panic!("{error}") };
    assert!(format!("{tried:?}").contains(&format!("body: {} bytes", tried[0].body.len())));
    assert_eq!((tried.len(), sent.lock().unwrap().len(), talk.history().turns().len()), (2, 3, 3));
    assert!(error.to_string().contains("400") && !format!("{error:?}").contains("canary-key"), "{error}");
}

#[tokio::test]
async fn a_refusal_that_is_about_something_else_is_sent_once() {
    for (status, body) in [(400, r#"{"error":{"message":"Provider returned error"}}"#), (429, REFUSED), (500, REFUSED)]
    {
        let (mut talk, sent) = nous(vec![(200, vec![Ok(THOUGHT)]), (status, vec![Ok(body)])]);
        talk.send(false, &mut |_| {}).await.unwrap();
        talk.push(Turn::user("and now?"));
        assert!(talk.send(false, &mut |_| {}).await.is_err());
        assert_eq!((sent.lock().unwrap().len(), talk.memory().lessons().len()), (2, 0), "{status}");
    }
}

#[tokio::test]
async fn a_required_field_is_never_learned_away() {
    let call = r#"{"choices":[{"finish_reason":"tool_calls","message":{"content":"","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}}]}"#;
    let refused = r#"{"error":{"message":"Extra inputs are not permitted, field: 'messages[1].reasoning_content'"}}"#;
    let (mut talk, sent) =
        talk("deepseek", "https://api.deepseek.com", vec![(200, vec![Ok(call)]), (400, vec![Ok(refused)])]);
    talk.send(false, &mut |_| {}).await.unwrap();
    talk.push(Turn::tool("c", "r"));
    assert!(talk.send(false, &mut |_| {}).await.is_err());
    assert_eq!(sent.lock().unwrap().len(), 2);
    assert_eq!(bodies(&sent)[1]["messages"][1]["reasoning_content"], " ");
}

#[tokio::test]
async fn an_unknown_host_teaches_that_it_must_have_its_reasoning_back() {
    let call = r#"{"choices":[{"finish_reason":"tool_calls","message":{"content":"","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}}]}"#;
    let missing = r#"{"error":{"message":"thinking is enabled but reasoning_content is missing in assistant tool call message at index 1"}}"#;
    let script = vec![(200, vec![Ok(call)]), (400, vec![Ok(missing)]), (200, vec![Ok(THOUGHT)])];
    let (mut talk, sent) = talk("custom", "https://reseller.example/v1", script);
    talk.send(false, &mut |_| {}).await.unwrap();
    talk.push(Turn::tool("c", "r"));
    talk.send(false, &mut |_| {}).await.unwrap();
    let sent = bodies(&sent);
    assert_eq!(
        (sent[1]["messages"][1].get("reasoning_content"), &sent[2]["messages"][1]["reasoning_content"]),
        (None, &" ".into())
    );
}

#[tokio::test]
async fn a_stream_that_breaks_is_a_cut_turn_and_is_not_sent_again() {
    let pieces = vec![
        Ok("data: {\"choices\":[{\"delta\":{\"content\":\"Hel"),
        Ok("lo\"}}]}\n\n"),
        Err("the connection broke off"),
    ];
    let (mut talk, sent) = nous(vec![(200, pieces)]);
    let mut shown = String::new();
    let reply = talk
        .send(true, &mut |delta| {
            if let Delta::Text(_) = delta {
                shown.push_str(&delta.text())
            }
        })
        .await
        .unwrap();
    assert_eq!(
        (shown.as_str(), reply.turn.text().as_str(), &reply.turn.ending),
        ("Hello", "Hello", &Some(Ending::Cut))
    );
    assert!(reply.broken.is_some() && sent.lock().unwrap().len() == 1);
}

#[tokio::test]
async fn an_error_inside_a_stream_after_its_first_piece_is_not_sent_again() {
    let refused = "data: {\"error\":{\"code\":400,\"message\":\"Extra inputs are not permitted, field: 'messages[1].reasoning_details'\"}}\n\n";
    let piece = "data: {\"choices\":[{\"delta\":{\"content\":\"Hello\"}}]}\n\n";
    let (mut talk, sent) = nous(vec![(200, vec![Ok(THOUGHT)]), (200, vec![Ok(piece), Ok(refused)])]);
    talk.send(false, &mut |_| {}).await.unwrap();
    talk.push(Turn::user("and now?"));
    let reply = talk.send(true, &mut |_| {}).await.unwrap();
    assert!(matches!(reply.turn.ending, Some(Ending::Refused(_))) && sent.lock().unwrap().len() == 2);
    // The same before anything was handed on is a refusal like any other.
    let (mut talk, sent) =
        nous(vec![(200, vec![Ok(THOUGHT)]), (200, vec![Ok(refused)]), (200, vec![Ok(piece), Ok("data: [DONE]\n\n")])]);
    talk.send(false, &mut |_| {}).await.unwrap();
    talk.push(Turn::user("and now?"));
    talk.send(true, &mut |_| {}).await.unwrap();
    assert_eq!(sent.lock().unwrap().len(), 3);
}

#[tokio::test]
async fn the_key_stands_in_its_header_and_nowhere_else() {
    let (mut talk, sent) = nous(vec![(401, vec![Ok(r#"{"error":{"message":"bad key"}}"#)])]);
    let error = talk.send(false, &mut |_| {}).await.unwrap_err();
    let sent = sent.lock().unwrap();
    let key: Vec<_> = sent[0].headers.iter().filter(|(_, value)| value.reveal().contains("canary-key")).collect();
    assert_eq!((key.len(), key[0].0.as_str(), key[0].1.reveal()), (1, "authorization", "Bearer canary-key"));
    assert_eq!(sent[0].url, "https://inference-api.nousresearch.com/v1/chat/completions");
    assert!(!format!("{error:?}{:?}", sent[0].headers).contains("canary-key"));
    assert!(!String::from_utf8_lossy(&sent[0].body).contains("canary-key"));
}

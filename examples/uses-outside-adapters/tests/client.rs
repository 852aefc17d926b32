//! The client of `throughline` over a wire that it has never heard of: a reply that comes line by line, and the request after it.
use async_trait::async_trait;
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};
use throughline::{
    Api, Delta, Ending, Literal, Route, Turn,
    client::{Answer, Call, Chunks, Client, Transport, TransportError},
};
use throughline_ollama as _;

/// Answers in lines, and keeps what it was asked.
#[derive(Clone, Default)]
struct Server(Arc<Mutex<Vec<(String, String)>>>);

#[async_trait]
impl Transport for Server {
    async fn send(&self, call: Call) -> Result<Answer, TransportError> {
        let mut asked = self.0.lock().map_err(|_| broken())?;
        asked.push((call.url, String::from_utf8_lossy(&call.body).into_owned()));
        let headers = vec![("content-type".to_owned(), "application/x-ndjson".to_owned())];
        let pieces = [
            "{\"message\":{\"role\":\"assistant\",\"content\":\"\",\"thin",
            "king\":\"2+2\"},\"done\":false}\n{\"message\":{\"role\":\"assistant\",\"content\":\"4\"},\"do",
            "ne\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":9,\"eval_count\":3}\n",
        ];
        Ok(Answer { status: 200, headers, body: Box::new(Pieces(pieces.into())) })
    }
}

struct Pieces(VecDeque<&'static str>);

#[async_trait]
impl Chunks for Pieces {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, TransportError> {
        Ok(self.0.pop_front().map(|piece| piece.as_bytes().to_vec()))
    }
}

fn broken() -> TransportError {
    TransportError { what: "the test broke".to_owned(), passing: false, source: None }
}

#[tokio::test]
async fn what_came_in_lines_goes_back_in_the_next_request() {
    let server = Server::default();
    let client = Client::new(throughline::registry().unwrap(), server.clone());
    let route = Route::new("ollama", "http://localhost:11434", Api::new("ollama_chat"), "qwen3:8b").unwrap();
    let mut talk = client.talk(route, None).unwrap();
    talk.push(Turn::user("2 + 2?"));
    let mut shown = vec![];
    let reply = talk.send(true, &mut |delta: Delta<'_>| shown.push(format!("{delta:?}"))).await.unwrap();
    assert_eq!(shown, ["Reasoning(\"2+2\")", "Text(\"4\")"]);
    assert_eq!(reply.turn.ending, Some(Ending::Stop(Some(Literal::of("stop")))));
    talk.push(Turn::user("and doubled?"));
    talk.send(true, &mut |_| ()).await.unwrap();
    let asked = server.0.lock().unwrap();
    let (url, body) = asked.last().unwrap();
    assert_eq!(url, "http://localhost:11434/api/chat");
    assert_eq!(
        body,
        r#"{"model":"qwen3:8b","messages":[{"role":"user","content":"2 + 2?"},{"role":"assistant","content":"4","thinking":"2+2"},{"role":"user","content":"and doubled?"}],"stream":true}"#
    );
}

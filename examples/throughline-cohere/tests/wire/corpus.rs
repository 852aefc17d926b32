//! Every recorded exchange of this wire: captured however it is cut, read, and written again with nothing lost.
use crate::recorded::{Exchange, exchanges, pieces, written};
use serde_json::Value;
use throughline_cohere::{ADAPTER, API};
use throughline_core::{Carrier, Ending, Turn};

fn turn(exchange: &Exchange) -> Turn {
    exchange.turn(ADAPTER, &API, &[exchange.reply().as_bytes()])
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// What the blocks of a reply say under `key`, joined, however they came.
fn said(exchange: &Exchange, key: &str) -> String {
    let text = |content: &Value| content[key].as_str().map(str::to_owned);
    match exchange.events() {
        Some(events) => {
            let events = events.into_iter().filter(|event| *event != "[DONE]").map(json);
            events.filter_map(|event| text(&event["delta"]["message"]["content"])).collect()
        }
        None => {
            let content = exchange.json["response"]["body"]["message"]["content"].as_array();
            content.into_iter().flatten().filter_map(text).collect()
        }
    }
}

#[test]
fn every_reply_is_captured_however_it_is_cut() {
    let (mut seed, mut thoughts) = (7, 0);
    let all = exchanges(&API, "every_reply_is_captured_however_it_is_cut");
    for exchange in &all {
        let (turn, reply) = (turn(exchange), exchange.reply());
        let thought: String = turn.carriers().filter_map(|(_, carrier)| Carrier::readable(carrier)).collect();
        assert_eq!(thought, said(exchange, "thinking"), "{}", exchange.name);
        assert_eq!(turn.text(), said(exchange, "text"), "{}", exchange.name);
        assert!(matches!(&turn.ending, Some(Ending::Stop(Some(word))) if !word.is_empty()), "{}", exchange.name);
        assert!(turn.usage.as_ref().is_some_and(|usage| usage.input > Some(1000) && usage.output.is_some()));
        assert!(!turn.meta.iter().any(|(key, _)| *key == "unknown_events"), "{}", exchange.name);
        for call in turn.calls() {
            assert!(call.arguments.object().is_some() && call.id.is_some(), "{}", exchange.name);
        }
        for _ in 0..20 {
            assert_eq!(exchange.turn(ADAPTER, &API, &pieces(reply.as_bytes(), &mut seed)), turn, "{}", exchange.name);
        }
        thoughts += usize::from(!thought.is_empty());
    }
    println!("{} replies, {thoughts} of them with a thought", all.len());
    assert!(all.is_empty() || thoughts > 4);
}

#[test]
fn every_request_is_read_and_written_again() {
    let mut count = 0;
    for exchange in exchanges(&API, "every_request_is_read_and_written_again") {
        let (Some(body), route) = (exchange.request(), exchange.route(&API)) else { continue };
        let read = |body: &str| ADAPTER.adapter.ingest(&route, body.as_bytes()).unwrap();
        let ingested = read(&body);
        let once = written(ADAPTER, &route, &ingested.request, &ingested.turns);
        let again = read(&once);
        assert_eq!(written(ADAPTER, &route, &again.request, &again.turns), once, "{}", exchange.name);
        assert_eq!(json(&once), json(&body), "{}", exchange.name);
        count += 1;
    }
    println!("{count} requests equal to the recorded ones");
}

/// The reply of one exchange in the request of the next: what the client sent back ours sends too, and the thought that it left out.
#[test]
fn every_conversation_goes_on_as_recorded() {
    let all = exchanges(&API, "every_conversation_goes_on_as_recorded");
    let mut replays = 0;
    for exchange in &all {
        let (Some(before), Some(body)) = (exchange.follows(&all), exchange.request()) else { continue };
        let route = exchange.route(&API);
        let theirs = ADAPTER.adapter.ingest(&route, body.as_bytes()).unwrap();
        let at = theirs.turns.iter().rposition(|turn| turn.origin.is_some()).unwrap();
        let mut turns = theirs.turns.clone();
        turns[at] = turn(before);
        let (mut ours, mut body) = (json(&written(ADAPTER, &route, &theirs.request, &turns)), json(&body));
        let (mine, recorded) = (ours["messages"][at].take(), body["messages"][at].take());
        assert_eq!(ours, body, "{}", exchange.name);
        let calls = |message: &Value| -> Vec<Value> {
            let call = |call: &Value| {
                let arguments = json(call["function"]["arguments"].as_str().unwrap());
                Value::Array(vec![call["id"].clone(), call["function"]["name"].clone(), arguments])
            };
            message["tool_calls"].as_array().into_iter().flatten().map(call).collect()
        };
        assert_eq!(calls(&mine), calls(&recorded), "{}", exchange.name);
        let thought: String =
            mine["content"].as_array().unwrap().iter().filter_map(|block| block["thinking"].as_str()).collect();
        assert_eq!(thought, said(before, "thinking"), "{}", exchange.name);
        assert!(!thought.is_empty() && recorded["content"].is_null(), "{}", exchange.name);
        replays += 1;
    }
    println!("{replays} conversations go on with their thought");
    assert!(all.is_empty() || replays > 1, "{replays}");
}

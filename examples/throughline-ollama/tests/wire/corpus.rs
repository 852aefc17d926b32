//! Every recorded exchange of this wire: captured however it is cut, read, and written again with nothing lost.
use crate::recorded::{Exchange, exchanges, pieces, written};
use serde_json::Value;
use throughline_core::{Carrier, Ending, Turn};
use throughline_ollama::{ADAPTER, API};

fn turn(exchange: &Exchange) -> Turn {
    exchange.turn(ADAPTER, &API, &[exchange.reply().as_bytes()])
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// What the messages of a reply say under `key`, joined.
fn said(exchange: &Exchange, key: &str) -> String {
    let whole = [exchange.json["response"]["body"].to_string()];
    let events = exchange.events().map(|events| events.into_iter().map(str::to_owned).collect());
    let documents: Vec<String> = events.unwrap_or(whole.to_vec());
    documents.iter().filter_map(|text| json(text)["message"][key].as_str().map(str::to_owned)).collect()
}

#[test]
fn every_reply_is_captured_however_it_is_cut() {
    let (mut seed, mut thoughts) = (7, 0);
    let all = exchanges(&API, "every_reply_is_captured_however_it_is_cut");
    for exchange in &all {
        let turn = turn(exchange);
        let thought = turn.carriers.first().and_then(Carrier::readable).unwrap_or_default();
        assert_eq!(thought, said(exchange, "thinking"), "{}", exchange.name);
        assert_eq!(turn.text(), said(exchange, "content"), "{}", exchange.name);
        assert!(matches!(&turn.ending, Some(Ending::Stop(Some(word))) if !word.is_empty()), "{}", exchange.name);
        assert!(turn.usage.as_ref().is_some_and(|usage| usage.input.is_some() && usage.output.is_some()));
        let calls =
            exchange.reply().matches(r#""function":{"#).count() + exchange.reply().matches(r#""function": {"#).count();
        assert_eq!(turn.calls().count(), calls, "{}", exchange.name);
        let reply = exchange.reply();
        for _ in 0..20 {
            assert_eq!(exchange.turn(ADAPTER, &API, &pieces(reply.as_bytes(), &mut seed)), turn, "{}", exchange.name);
        }
        thoughts += usize::from(!thought.is_empty());
    }
    println!("{} replies, {thoughts} of them with a thought", all.len());
    assert!(all.is_empty() || thoughts > 10);
}

/// A message as any server reads it: an answer says its tool's name where the client did not, and no content is an empty one.
fn normal(mut body: Value) -> Value {
    for message in body["messages"].as_array_mut().unwrap() {
        let message = message.as_object_mut().unwrap();
        message.entry("content").or_insert_with(|| "".into());
        if message["role"] == "tool" {
            message.remove("tool_name");
        }
    }
    body
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
        assert_eq!(normal(json(&once)), normal(json(&body)), "{}", exchange.name);
        count += 1;
    }
    println!("{count} requests equal to the recorded ones");
}

/// The reply of one exchange stands in the request of the next as the server takes it: what clients sent back with a 200, ours sends too.
#[test]
fn every_conversation_goes_on_as_recorded() {
    let all = exchanges(&API, "every_conversation_goes_on_as_recorded");
    let (mut replays, mut thoughts) = (0, 0);
    for exchange in &all {
        let (Some(before), Some(body)) = (exchange.follows(&all), exchange.request()) else { continue };
        let route = exchange.route(&API);
        let theirs = ADAPTER.adapter.ingest(&route, body.as_bytes()).unwrap();
        let at = theirs.turns.iter().rposition(|turn| turn.origin.is_some()).unwrap();
        let mut turns = theirs.turns.clone();
        turns[at] = turn(before);
        let (ours, body) = (json(&written(ADAPTER, &route, &theirs.request, &turns)), json(&body));
        let (mut ours, mut body) = (normal(ours), normal(body));
        let (mine, recorded) = (ours["messages"][at].take(), body["messages"][at].take());
        // Whatever else the request holds is the client's.
        assert_eq!(ours, body, "{}", exchange.name);
        let calls = |message: &Value| -> Vec<Value> {
            let calls = message["tool_calls"].as_array().into_iter().flatten();
            calls
                .map(|call| Value::Array(vec![call["function"]["name"].clone(), call["function"]["arguments"].clone()]))
                .collect()
        };
        assert_eq!(calls(&mine), calls(&recorded), "{}", exchange.name);
        let said = |key: &str| mine[key].as_str().unwrap_or_default().to_owned();
        // A client may leave the thought out, or take it out of the answer's text; it never comes from elsewhere.
        let thought = recorded["thinking"].as_str().unwrap_or_default().trim();
        assert!((said("thinking") + &said("content")).contains(thought), "{}", exchange.name);
        assert_eq!(mine["thinking"].as_str().unwrap_or_default(), self::said(before, "thinking"), "{}", exchange.name);
        thoughts += usize::from(!mine["thinking"].is_null());
        replays += 1;
    }
    println!("{replays} conversations go on, {thoughts} of them with their thought");
    assert!(all.is_empty() || (replays > 4 && thoughts > 2), "{replays} {thoughts}");
}

//! Gemini's own wire, against a provider that checks place, order and bytes of every signature: on both backends, whole and streamed,
//! through tools and resume; from one backend to the other; and from wires that sign nothing.
use crate::stage::{KEY, at, client, history, lines, say, simulator, statuses, talk};
use serde_json::Value;
use throughline::{
    Api, Literal, Part, Role, Route, ToolCall, ToolResult, Turn, Verbatim,
    client::{Client, Secret, Talk},
};
use throughline_simulator::Simulator;

const QUESTION: &str = "Which code word did you think of?";

fn native(simulator: &Simulator, provider: &str, model: &str) -> Route {
    let base = simulator.base_url(provider).unwrap();
    Route::new(provider, &base, Api::new("gemini_generate"), model).unwrap()
}
/// A conversation with a tool on offer.
fn equipped(client: &Client, route: Route) -> Talk {
    let mut talk = talk(client, route);
    offer(&mut talk);
    talk
}
fn offer(talk: &mut Talk) {
    let asked =
        br#"{"contents":[],"tools":[{"functionDeclarations":[{"name":"look","parameters":{"type":"OBJECT"}}]}]}"#;
    let projector = throughline::Projector::new(throughline::registry().unwrap());
    *talk.request_mut() = projector.to(talk.route()).unwrap().ingest(asked).unwrap().request;
}
/// Sends, answers every call, and sends again until the model has said something; the statuses of all that was sent.
async fn rounds(talk: &mut Talk, streamed: bool) -> Vec<u16> {
    let mut all = vec![];
    for _ in 0..5 {
        let reply = talk.send(streamed, &mut |_| {}).await.unwrap();
        all.extend(statuses(&reply.tried));
        if reply.turn.calls().next().is_none() {
            break;
        }
        // The second generation gives its calls no ids.
        let answer = |call: &ToolCall| {
            let content = Some(Literal::of("clear").verbatim().clone());
            let result = ToolResult { call: call.id.clone(), content, extras: vec![] };
            Turn { parts: vec![Part::Result(result)], ..Turn::new(Role::Tool) }
        };
        reply.turn.calls().map(answer).for_each(|answer| talk.push(answer));
    }
    all
}
async fn asked(talk: &mut Talk, streamed: bool) -> String {
    talk.push(Turn::user(QUESTION));
    rounds(talk, streamed).await;
    talk.history().turns().last().unwrap().text()
}
fn recalls(text: &str) -> bool {
    assert!(text.contains("The code word was ") || text.contains("I do not remember"), "{text}");
    text.contains("The code word was ")
}

#[tokio::test]
async fn a_thought_survives_tools_and_resume_on_both_backends() {
    let (simulator, client) = (simulator(), client());
    for (provider, model) in [
        ("gemini", "gemini-3-pro-preview"),
        ("gemini", "gemini-3.8-flash"),
        ("gemini", "models/gemini-flash-latest"),
        ("gemini", "gemini-2.5-pro"),
        ("vertex", "gemini-3-flash-preview"),
        ("vertex", "gemini-2.5-flash"),
    ] {
        for streamed in [false, true] {
            let mut talk = equipped(&client, native(&simulator, provider, model));
            let sent = rounds(&mut talk, streamed).await;
            assert!(sent.iter().all(|status| *status == 200), "{provider} {model} {streamed}: {sent:?}");
            talk.set_history(history(&lines(talk.history())));
            assert!(recalls(&asked(&mut talk, streamed).await), "{provider} {model} {streamed}");
        }
    }
}

#[tokio::test]
async fn the_other_backend_is_sent_nothing_that_it_cannot_read() {
    let (simulator, client) = (simulator(), client());
    let routes = [("gemini", "gemini-3-pro-preview"), ("vertex", "gemini-3-flash-preview")];
    for (from, to) in [(0, 1), (1, 0)] {
        let route = |n: usize| native(&simulator, routes[n].0, routes[n].1);
        let mut talk = equipped(&client, route(from));
        rounds(&mut talk, false).await;
        talk.set_route(route(to), Some(Secret::new(KEY))).unwrap();
        talk.push(Turn::user(QUESTION));
        let reply = talk.send(false, &mut |_| {}).await.unwrap();
        assert_eq!(statuses(&reply.tried), [200]);
        assert!(!recalls(&reply.turn.text()));
        // And home again.
        talk.set_route(route(from), Some(Secret::new(KEY))).unwrap();
        assert!(recalls(&asked(&mut talk, false).await));
    }
}

#[tokio::test]
async fn calls_that_others_made_are_said_to_be_theirs() {
    let (simulator, client) = (simulator(), client());
    let mut talk = talk(&client, at(&simulator, "deepseek/deepseek-v4-pro"));
    let tools = r#"[{"type":"function","function":{"name":"look","parameters":{"type":"object","properties":{}}}}]"#;
    let asked = format!(r#"{{"model":"m","messages":[],"tools":{tools},"reasoning_effort":"high","max_tokens":512}}"#);
    let projector = throughline::Projector::new(throughline::registry().unwrap());
    *talk.request_mut() = projector.to(talk.route()).unwrap().ingest(asked.as_bytes()).unwrap().request;
    rounds(&mut talk, false).await;
    assert!(talk.history().turns().iter().any(|turn| turn.calls().next().is_some()));
    talk.set_route(native(&simulator, "gemini", "gemini-3-pro-preview"), Some(Secret::new(KEY))).unwrap();
    let (before, _) = talk.preview().unwrap();
    let sent: Value = serde_json::from_slice(&before).unwrap();
    talk.push(Turn::user("Look again."));
    assert!(rounds(&mut talk, false).await.iter().all(|status| *status == 200));
    assert_eq!(sent["generationConfig"]["thinkingConfig"]["thinkingLevel"], "high");
    let calls = sent["contents"].as_array().unwrap().iter().flat_map(|content| content["parts"].as_array().unwrap());
    let marks: Vec<&Value> =
        calls.filter(|part| part.get("functionCall").is_some()).map(|part| &part["thoughtSignature"]).collect();
    assert!(!marks.is_empty() && marks.iter().all(|mark| **mark == "skip_thought_signature_validator"), "{sent}");
    // Back where they were made, the thoughts are there again.
    talk.set_route(at(&simulator, "deepseek/deepseek-v4-pro"), Some(Secret::new(KEY))).unwrap();
    assert_eq!(statuses(&say(&mut talk, "Thanks.").await.unwrap().tried), [200]);
}

#[tokio::test]
async fn a_changed_signature_costs_itself_and_is_not_sent_again() {
    let simulator = simulator();
    let mut talk = equipped(&client(), native(&simulator, "gemini", "gemini-3-pro-preview"));
    rounds(&mut talk, false).await;
    let mut turns = lines(talk.history());
    for line in turns.iter_mut().filter(|line| line.contains(r#""kind":"thoughtSignature""#)) {
        let at = line.find(r#""payload":""#).unwrap() + 40;
        let other = if line[at..].starts_with('A') { "B" } else { "A" };
        line.replace_range(at..at + 1, other);
    }
    talk.set_history(history(&turns));
    let reply = say(&mut talk, QUESTION).await.unwrap();
    assert_eq!(statuses(&reply.tried), [400, 200]);
    let sent = String::from_utf8_lossy(&reply.tried[1].body).into_owned();
    assert!(sent.contains("skip_thought_signature_validator"), "{sent}");
    assert_eq!(statuses(&say(&mut talk, "Thanks.").await.unwrap().tried), [200]);
    assert!(Verbatim::parse(&sent).is_ok());
}

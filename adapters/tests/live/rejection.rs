//! A field that a route refuses: learned for that route, by name, once; and kept over a restart.
use crate::stage::{at, body, client, fields, history, lessons, lines, refused, say, send, simulator, statuses, talk};
use throughline::{RejectionMemory, Taught, Turn, client::Talk, verdict::Verdict};
use throughline_simulator::{Fault, Simulator};

const SPEC: &str = "nous/z-ai/glm-5.3-flash:US";
const ALL: [&str; 3] = ["reasoning_content", "reasoning", "reasoning_details"];

/// An answer that nobody's rules make.
fn answer(status: u16, message: &str) -> Fault {
    Fault::Answer { status, body: format!(r#"{{"error":{{"message":"{message}","code":{status}}}}}"#) }
}

async fn thoughtful(simulator: &Simulator) -> Talk {
    let mut talk = talk(&client(), at(simulator, SPEC));
    let reply = send(&mut talk).await.unwrap();
    assert!(reply.turn.reasoning().is_some());
    talk
}

#[tokio::test]
async fn a_field_is_learned_where_it_was_named_and_a_restart_knows_it() {
    let simulator = simulator();
    let mut talk = thoughtful(&simulator).await;
    let thought = talk.history().turns()[1].reasoning().unwrap();
    talk.push(Turn::user("And now?"));

    // A refusal that names nothing teaches nothing.
    simulator.fault_times("nous", answer(400, "Provider returned error"), 1).unwrap();
    let tried = refused(send(&mut talk).await);
    assert_eq!((statuses(&tried), fields(&tried[0], 1)), (vec![400], ALL.to_vec()));
    assert_eq!(lessons(&talk), []);

    // A field that is named is recorded; the one retry also leaves out the other copy of its text.
    let words = Some("fireworks".to_owned());
    let fault = Fault::Refuse { field: "reasoning_details".to_owned(), wording: words };
    simulator.fault("nous", fault).unwrap();
    let reply = send(&mut talk).await.unwrap();
    assert_eq!(statuses(&reply.tried), [400, 200]);
    let (refusal, verdict) = reply.tried[0].refusal.as_ref().unwrap();
    assert!(refusal.body.get().contains("Extra inputs are not permitted, field: 'messages[1].reasoning_details'"));
    assert_eq!(*verdict, Verdict::UnknownField { fields: vec!["reasoning_details".into()] });
    assert_eq!(fields(&reply.tried[0], 1), ALL);
    assert_eq!(fields(&reply.tried[1], 1), ["reasoning_content"]);
    assert_eq!(body(&reply.tried[1])["messages"][1]["reasoning_content"], thought.as_str());
    assert_eq!(lessons(&talk), [Taught::Refuses("reasoning_details".into())]);

    // The same words about a field that did not go are about something else.
    simulator.clear();
    let again = answer(400, "Extra inputs are not permitted, field: 'messages[1].reasoning_details'");
    simulator.fault_times("nous", again, 1).unwrap();
    let tried = refused(say(&mut talk, "Once more?").await);
    assert_eq!((tried.len(), &tried[0].refusal.as_ref().unwrap().1), (1, &Verdict::NotOurs));
    assert_eq!(lessons(&talk), [Taught::Refuses("reasoning_details".into())]);

    // What comes after a restart knows the lines and the memory, and nothing else.
    let (turns, memory) = (lines(talk.history()), serde_json::to_string(talk.memory()).unwrap());
    drop(talk);
    let mut fresh = client().talk(at(&simulator, SPEC), None).unwrap();
    fresh.set_history(history(&turns));
    fresh.set_memory(serde_json::from_str::<RejectionMemory>(&memory).unwrap());
    let fault = Fault::Refuse { field: "reasoning_details".to_owned(), wording: None };
    simulator.fault("nous", fault).unwrap();
    let reply = send(&mut fresh).await.unwrap();
    assert_eq!((statuses(&reply.tried), fields(&reply.tried[0], 1)), (vec![200], ALL[..2].to_vec()));

    // Another model of the same host has refused nothing.
    simulator.clear();
    fresh.set_route(at(&simulator, "nous/moonshotai/kimi-k3"), None).unwrap();
    let reply = say(&mut fresh, "And you?").await.unwrap();
    assert_eq!((statuses(&reply.tried), fields(&reply.tried[0], 1)), (vec![200], ALL.to_vec()));
}

#[tokio::test]
async fn a_refusal_that_is_ours_to_learn_from_has_a_status_that_says_so() {
    let simulator = simulator();
    let mut talk = thoughtful(&simulator).await;
    talk.push(Turn::user("And now?"));
    let named = "Extra inputs are not permitted, field: 'messages[1].reasoning_details'";
    for status in [401, 402, 403, 413, 429, 500, 502, 503, 529] {
        simulator.fault_times("nous", answer(status, named), 1).unwrap();
        let tried = refused(send(&mut talk).await);
        assert_eq!((statuses(&tried), lessons(&talk)), (vec![status], vec![]));
    }
    assert_eq!(talk.history().turns().len(), 3, "nothing was appended");
    assert_eq!(statuses(&send(&mut talk).await.unwrap().tried), [200]);
}

#[tokio::test]
async fn a_second_refusal_ends() {
    let simulator = simulator();
    let mut talk = thoughtful(&simulator).await;
    for field in ["reasoning_details", "reasoning_content"] {
        let fault = Fault::Refuse { field: field.to_owned(), wording: Some("fireworks".to_owned()) };
        simulator.fault("nous", fault).unwrap();
    }
    let tried = refused(say(&mut talk, "And now?").await);
    assert_eq!(statuses(&tried), [400, 400]);
    assert!(tried.iter().all(|tried| matches!(tried.refusal, Some((_, Verdict::UnknownField { .. })))), "{tried:?}");
    assert_eq!((lessons(&talk).len(), talk.history().turns().len()), (1, 3));
    // The next request is a first attempt again.
    assert_eq!(statuses(&send(&mut talk).await.unwrap().tried), [400, 200]);
    assert_eq!(lessons(&talk).len(), 2);
}

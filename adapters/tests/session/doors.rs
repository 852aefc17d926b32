//! One conversation with Claude through three doors, a restart and a compaction: each request carries exactly the thinking that its
//! model can still read, byte for byte.
use crate::stage::{Home, KEY, LOOK, Process, answer, ask, body, door, simulator, statuses, stream};
use serde_json::Value;
use throughline::{
    Part,
    client::{Secret, Tried},
    compact::Goal,
    session::Session,
};

async fn enter(session: &mut Session, name: &str, model: &str) {
    session.go(door(name, model), Some(Secret::new(KEY))).await.unwrap();
}

/// Thinking as a body holds it, in order: text and signature, or what is sealed. `None` for what holds none.
fn thoughts(value: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    match value {
        Value::Array(list) => list.iter().flat_map(thoughts).collect(),
        Value::Object(object) => {
            if let Some(inner) = object.get("reasoningContent") {
                let shown = &inner["reasoningText"];
                return vec![(text(&shown["text"]), text(&shown["signature"]) + &text(&inner["redactedContent"]))];
            }
            match object.get("type").and_then(Value::as_str) {
                Some("thinking") => vec![(text(&value["thinking"]), text(&value["signature"]))],
                Some("redacted_thinking") => vec![(String::new(), text(&value["data"]))],
                _ => object.values().flat_map(thoughts).collect(),
            }
        }
        _ => vec![],
    }
}

/// Thinking as the turns from `from` on hold it.
fn minted(session: &Session, from: usize) -> Vec<(String, String)> {
    let turns = session.history().turns().iter().skip(from);
    let parts = turns.flat_map(|turn| &turn.parts);
    let payloads =
        parts.filter_map(|part| if let Part::Reasoning(carrier) = part { Some(&carrier.payload) } else { None });
    payloads.flat_map(|payload| thoughts(&serde_json::from_str(payload.get()).unwrap())).collect()
}

/// What the one request that was sent carried; it was answered.
fn carried(tried: &[Tried]) -> Vec<(String, String)> {
    assert_eq!(
        statuses(tried),
        [200],
        "{:?}",
        tried[0].refusal.as_ref().map(|(refused, verdict)| (refused.body.get(), verdict))
    );
    thoughts(&body(&tried[0])["messages"])
}

/// Says something; what was sent for it. Tools that the model then calls are answered.
async fn tell(session: &mut Session, text: &str, streamed: bool) -> Vec<(String, String)> {
    let spoken = if streamed { stream(session, text).await } else { ask(session, text).await };
    let carried = carried(&spoken.unwrap().reply.tried);
    while session.history().turns().last().unwrap().calls().next().is_some() {
        answer(session).await;
        session.send(streamed, &mut |_| {}).await.unwrap();
    }
    carried
}

#[tokio::test]
async fn thinking_goes_through_every_door_and_behind_a_summary_what_still_holds() {
    for (native, bedrock, vertex, bound) in [
        ("claude-opus-4-8", "us.anthropic.claude-opus-4-8-v1:0", "claude-opus-4-8", false),
        ("claude-fable-5-1", "global.anthropic.claude-fable-5-1-v1:0", "claude-fable-5-1", true),
    ] {
        let (simulator, home) = (simulator(), Home::new());
        let process = Process::start(&home, &simulator).await;
        let members = format!(r#""max_tokens":4096,"thinking":{{"type":"adaptive"}},{LOOK}"#);
        let mut session = process.create_with(&format!("anthropic/{native}"), &members).await;
        let remark = "the river runs past the mill and nobody asks it why. ".repeat(40);
        for n in 0..6 {
            let text = format!("Remark {n}: {remark}");
            session.say(throughline::Turn::user(&text)).await.unwrap();
        }

        // Native, streamed, with a tool.
        let spoken = stream(&mut session, "Hello").await.unwrap();
        assert_eq!(carried(&spoken.reply.tried), [], "{native}");
        answer(&mut session).await;
        let before = minted(&session, 0);
        assert!(!before.is_empty(), "{native} thought");
        let spoken = session.send(true, &mut |_| {}).await.unwrap();
        assert_eq!(carried(&spoken.reply.tried), before, "{native}");

        // The same mind behind another door, by frames and whole.
        enter(&mut session, "bedrock", bedrock).await;
        for streamed in [true, false] {
            let before = minted(&session, 0);
            assert_eq!(tell(&mut session, "And now?", streamed).await, before, "{bedrock}");
        }

        // Another process, from what is on disk.
        let (id, held) = (session.id().to_string(), minted(&session, 0));
        drop((session, process));
        let process = Process::start(&home, &simulator).await;
        let mut session = process.resume(&id).await;
        session.go(door("bedrock", bedrock), Some(Secret::new(KEY))).await.unwrap();
        assert_eq!(minted(&session, 0), held);
        assert_eq!(tell(&mut session, "Still there?", true).await, held, "{bedrock}, resumed");

        // Behind a summary, at a third door: a seal that is bound to the old prefix is known not to hold, and stays.
        let goal = Goal { threshold: session.price().total() / 2, keep: 400, summary: 200 };
        let report = session.compact(Some(goal), true).await.unwrap();
        assert!(report.summarised > 0, "{report:?}");
        let retained = minted(&session, 0);
        assert!(!retained.is_empty() && held.len() >= retained.len(), "{native}: {retained:?}");
        enter(&mut session, "vertex-anthropic", vertex).await;
        let turns = session.history().turns().len();
        let carried = tell(&mut session, "And behind the summary?", false).await;
        assert_eq!(carried, if bound { vec![] } else { retained.clone() }, "{vertex}");

        // What was thought since is bound to the new prefix, and goes.
        let new = minted(&session, turns);
        assert!(!new.is_empty());
        let expected = if bound { new } else { minted(&session, 0)[..retained.len() + new.len()].to_vec() };
        assert_eq!(tell(&mut session, "And at last?", true).await, expected, "{vertex}, once more");
    }
}

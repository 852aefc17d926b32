//! A signature that its issuer refuses is paid for once: whoever sends the conversation afterwards sends every thought but those that were
//! refused, and the turns stay what they were.
use crate::stage::{Home, KEY, Process, ask, at, body, door, lessons, lines, refused, simulator, statuses, stored};
use std::sync::Arc;
use throughline::{
    Part, Role, Taught, Turn, Verbatim,
    client::{Secret, Tried},
    compact::Goal,
    session::Session,
    sessions::{EndReason, Piece},
    verdict::Verdict,
};
use throughline_simulator::Fault;

const ADAPTIVE: &str = r#""max_tokens":4096,"thinking":{"type":"adaptive"}"#;
const BAD: &str = "messages.1.content.0: Invalid `signature` in `thinking` block";

fn refuses(message: &str) -> Fault {
    let body = format!(r#"{{"type":"error","error":{{"type":"invalid_request_error","message":"{message}"}}}}"#);
    Fault::Answer { status: 400, body }
}

/// The signatures in the turns from `from` on.
fn minted(session: &Session, from: usize) -> Vec<String> {
    let parts = session.history().turns().iter().skip(from).flat_map(|turn| &turn.parts);
    let signature = |part: &Part| match part {
        Part::Reasoning(carrier) => {
            let payload: serde_json::Value = serde_json::from_str(carrier.payload.get()).unwrap();
            payload["signature"].as_str().map(str::to_owned)
        }
        _ => None,
    };
    parts.filter_map(signature).collect()
}
/// Those that a request carried, in order.
fn carried(tried: &Tried) -> Vec<String> {
    let body = body(tried);
    let blocks = body["messages"].as_array().unwrap().iter().filter_map(|message| message["content"].as_array());
    blocks.flatten().filter_map(|block| block["signature"].as_str()).map(str::to_owned).collect()
}
/// What one request carried, which was answered.
async fn goes(session: &mut Session, text: &str) -> Vec<String> {
    let spoken = ask(session, text).await.unwrap();
    assert_eq!(statuses(&spoken.reply.tried), [200], "{text}");
    carried(&spoken.reply.tried[0])
}
async fn resume(process: &Process, id: &str) -> Session {
    let mut session = process.resume(id).await;
    session.set_key(Some(Secret::new(KEY)));
    session
}

/// Three rounds with Claude behind one with a host that signs nothing; on the way to the store the second signature lost a letter.
async fn damaged(process: &Process, spec: &str) -> Session {
    let mut session = process.create("deepseek/deepseek-v4-pro").await;
    for n in 0..6 {
        let text = format!("Remark {n}: {}", "the river runs past the mill and nobody asks it why. ".repeat(40));
        session.say(Turn::user(&text)).await.unwrap();
    }
    ask(&mut session, "Hello").await.unwrap();
    let request = process.create_with(spec, ADAPTIVE).await.request_mut().clone();
    session.go(at(spec), Some(Secret::new(KEY))).await.unwrap();
    *session.request_mut() = request;
    for asked in ["And now?", "And then?", "And at last?"] {
        ask(&mut session, asked).await.unwrap();
    }
    let second = minted(&session, 0).swap_remove(1);
    let other = format!("{}{}", if second.starts_with('E') { "F" } else { "E" }, &second[1..]);
    let swap = |n: usize, turn: &Arc<Turn>| {
        let mut turn = turn.as_ref().clone();
        let mut found = false;
        for part in &mut turn.parts {
            if let Part::Reasoning(carrier) = part
                && carrier.payload.get().contains(&second)
            {
                carrier.payload = Verbatim::parse(&carrier.payload.get().replace(&second, &other)).unwrap();
                found = true;
            }
        }
        if found { Piece::New(Arc::new(turn)) } else { Piece::Kept(n) }
    };
    let pieces: Vec<Piece> = session.history().turns().iter().enumerate().map(|(n, turn)| swap(n, turn)).collect();
    let child = process.store.derive(session.id(), &pieces, EndReason::Compacted, None).await.unwrap();
    resume(process, child.id.as_str()).await
}

#[tokio::test]
async fn a_refused_signature_stays_wherever_the_conversation_goes_on() {
    // A model of a family that nobody has heard of is one whose signatures are bound to what stands before them.
    for (spec, bound) in [("anthropic/claude-opus-4-8", false), ("anthropic/claude-newfamily-7", true)] {
        let (simulator, home) = (simulator(), Home::new());
        let process = Process::start(&home, &simulator).await;
        let mut session = damaged(&process, spec).await;
        let (held, turns) = (minted(&session, 0), session.history().turns().to_vec());
        let rows = stored(&process.store, &session).await;
        let [first, second, third] = &held[..] else { panic!("{held:?}") };

        // The same process.
        let spoken = ask(&mut session, "One?").await.unwrap();
        let tried = &spoken.reply.tried;
        assert_eq!(statuses(tried), [400, 200], "{spec}");
        assert!(matches!(tried[0].refusal.as_ref().unwrap().1, Verdict::BadSignature { .. }), "{spec}");
        let sent = if bound { vec![first, second] } else { vec![first, second, third] };
        assert_eq!(carried(&tried[0]).iter().collect::<Vec<_>>(), sent, "{spec}");
        let mut good = if bound { vec![first.clone()] } else { vec![first.clone(), third.clone()] };
        assert_eq!(carried(&tried[1]), good, "{spec}");
        let learned = lessons(&session);
        assert!(matches!(&learned[..], [Taught::Dead(_)]), "{spec}: {learned:?}");
        assert!(turns.iter().zip(session.history().turns()).all(|(a, b)| Arc::ptr_eq(a, b)));
        assert_eq!(stored(&process.store, &session).await[..rows.len()], rows);
        good.extend(minted(&session, turns.len()));
        let next = |session: &Session, good: &mut Vec<String>| {
            let last = session.history().turns().len() - 1;
            good.extend(minted(session, last));
        };
        assert_eq!(goes(&mut session, "Two?").await, good, "{spec}");
        next(&session, &mut good);

        // Another session between.
        let mut other = process.create_with(spec, ADAPTIVE).await;
        ask(&mut other, "Hello").await.unwrap();
        let own = minted(&other, 0);
        assert_eq!(goes(&mut other, "And now?").await, own, "{spec}, another session");
        assert_eq!(goes(&mut session, "Three?").await, good, "{spec}");
        next(&session, &mut good);

        // Another process, and a branch.
        let id = session.id().to_string();
        drop((session, other, process));
        let process = Process::start(&home, &simulator).await;
        let mut session = resume(&process, &id).await;
        assert_eq!(lessons(&session), learned, "{spec}");
        assert_eq!(goes(&mut session, "Four?").await, good, "{spec}, resumed");
        next(&session, &mut good);
        session.branch(None, None).await.unwrap();
        assert_eq!(goes(&mut session, "Five?").await, good, "{spec}, in a branch");
        next(&session, &mut good);

        // The host that signs nothing gets its own thought back, and nobody's signature.
        let here = session.request_mut().clone();
        session.go(at("deepseek/deepseek-v4-pro"), None).await.unwrap();
        let spoken = ask(&mut session, "Six?").await.unwrap();
        assert_eq!(statuses(&spoken.reply.tried), [200], "{spec}");
        let text = String::from_utf8(spoken.reply.tried[0].body.clone()).unwrap();
        assert!(text.contains("reasoning_content") && held.iter().all(|seal| !text.contains(seal)), "{spec}");
        session.go(at(spec), Some(Secret::new(KEY))).await.unwrap();
        *session.request_mut() = here;

        // Behind a summary.
        let goal = Goal { threshold: session.price().total() / 2, keep: 4000, summary: 200 };
        assert!(session.compact(Some(goal), false).await.unwrap().summarised > 0, "{spec}");
        assert_eq!(lessons(&session), learned, "{spec}");
        let retained = minted(&session, 0);
        assert!(retained.contains(second), "{spec}: what was refused is retained as all else is");
        let want: Vec<_> = retained.into_iter().filter(|seal| !bound && seal != second).collect();
        assert_eq!(goes(&mut session, "Seven?").await, want, "{spec}, behind a summary");
        assert_eq!(lines(session.history()), stored(&process.store, &session).await);
    }
}

#[tokio::test]
async fn where_no_signature_went_none_is_refused() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    // Nothing was thought, or nothing of it is signed.
    let mut session = process.create_with("anthropic/claude-opus-4-8", r#""max_tokens":4096"#).await;
    let said = Turn { parts: vec![Part::text("Hi.")], ..Turn::new(Role::Assistant) };
    session.say_all(vec![Arc::new(Turn::user("Hello")), Arc::new(said)]).await.unwrap();
    simulator.fault_times("anthropic", refuses(BAD), 1).unwrap();
    assert_eq!((refused(ask(&mut session, "And?").await).len(), lessons(&session)), (1, vec![]));

    let (route, key) = (door("moonshot-anthropic", "kimi-k2.6"), Some(Secret::new(KEY)));
    let mut session = Session::create(process.store.clone(), &process.client, route, key, None).await.unwrap();
    ask(&mut session, "Hello").await.unwrap();
    simulator.fault_times("moonshot-anthropic", refuses(BAD), 1).unwrap();
    let tried = refused(ask(&mut session, "And now?").await);
    assert_eq!((tried.len(), lessons(&session)), (1, vec![]));
    let before = body(&tried[0]);
    let spoken = session.send(false, &mut |_| {}).await.unwrap();
    assert_eq!((statuses(&spoken.reply.tried), body(&spoken.reply.tried[0])), (vec![200], before));
}

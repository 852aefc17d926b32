//! A reply that broke off: its cut turn is there after a restart, its calls never travel, and the conversation goes on.
use crate::stage::{Home, LOOK, Process, THINKING, TOOL, body, simulator, statuses};
use throughline::{Ending, Role, Turn, sessions::Recovered};
use throughline_simulator::Fault;

#[tokio::test]
async fn a_call_of_a_cut_turn_never_travels_nor_does_what_answers_it() {
    let (simulator, home) = (simulator(), Home::new());
    for (spec, members) in [
        ("deepseek/deepseek-v4-pro", TOOL.to_owned()),
        ("openrouter/anthropic/claude-opus-4.5", TOOL.to_owned()),
        ("anthropic/claude-opus-4-5", format!("{THINKING},{LOOK}")),
    ] {
        let provider = spec.split('/').next().unwrap();
        let first = Process::start(&home, &simulator).await;
        let mut cuts = 0;
        for after in 2..60 {
            let place = format!("{spec}, {after} events");
            simulator.clear();
            simulator.fault_times(provider, Fault::Cut { after }, 1).unwrap();
            let mut session = first.create_with(spec, &members).await;
            session.say(Turn::user("Hello")).await.unwrap();
            let Ok(spoken) = session.send(true, &mut |_| {}).await else { continue };
            if spoken.reply.turn.ending != Some(Ending::Cut) {
                break;
            }
            if spoken.reply.turn.calls().next().is_none() {
                continue;
            }
            let (id, turn) = (session.id().to_string(), spoken.reply.turn.clone());
            drop(session);

            let process = Process::start(&home, &simulator).await;
            let mut session = process.resume(&id).await;
            assert_eq!(*session.history().turns()[1], *turn, "{place}");
            // A client that ran the half call brings its result.
            let calls: Vec<_> = turn.calls().filter_map(|call| call.id.clone()).collect();
            for call in &calls {
                session.say(Turn::tool(&call.decode(), "clear")).await.unwrap();
            }
            session.say(Turn::user("Go on.")).await.unwrap();
            let spoken = session.send(false, &mut |_| {}).await.unwrap_or_else(|error| panic!("{place}: {error}"));
            let sent = body(&spoken.reply.tried[0]);
            let words = ["\"tool_calls\"", "\"tool_use\"", "\"tool_result\"", "\"role\":\"tool\"", "tool_call_id"];
            let found: Vec<_> = words.into_iter().filter(|word| sent["messages"].to_string().contains(word)).collect();
            assert_eq!((statuses(&spoken.reply.tried), found), (vec![200], vec![]), "{place}: {sent}");
            assert_eq!(session.history().turns().iter().filter(|turn| turn.role == Role::Tool).count(), calls.len());
            cuts += 1;
        }
        assert!(cuts > 0, "{spec}: never cut behind the beginning of a call");
    }
}

#[tokio::test]
async fn nothing_of_a_reply_that_never_came_is_kept() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let mut session = process.create("deepseek/deepseek-v4-pro").await;
    session.say(Turn::user("Hello")).await.unwrap();
    for fault in [Fault::Status { code: 500 }, Fault::Fail { after: 0 }] {
        simulator.fault_times("deepseek", fault.clone(), 1).unwrap();
        let error = session.send(false, &mut |_| {}).await.unwrap_err();
        assert!(process.store.pending().await.unwrap().is_empty(), "{fault:?}: {error}");
        assert_eq!(session.history().turns().len(), 1);
    }
    assert_eq!(process.store.requests(session.id()).await.unwrap().len(), 2);
    assert_eq!(statuses(&session.send(true, &mut |_| {}).await.unwrap().reply.tried), [200]);
}

#[tokio::test]
async fn an_answer_that_nobody_can_read_stays_as_its_bytes_and_the_conversation_goes_on() {
    let (simulator, home) = (simulator(), Home::new());
    let page = Fault::Answer { status: 200, body: "<html>who are you?</html>".to_owned() };
    for fault in [page, Fault::Cut { after: 0 }] {
        let first = Process::start(&home, &simulator).await;
        let mut session = first.create("deepseek/deepseek-v4-pro").await;
        let id = session.id().clone();
        session.say(Turn::user("Hello")).await.unwrap();
        simulator.fault_times("deepseek", fault.clone(), 1).unwrap();
        session.send(false, &mut |_| {}).await.unwrap_err();
        assert_eq!(statuses(&session.send(true, &mut |_| {}).await.unwrap().reply.tried), [200]);
        drop((session, first));

        let process = Process::start(&home, &simulator).await;
        let session = process.resume(id.as_str()).await;
        let left = session.recovered().iter().filter_map(|recovered| match recovered {
            Recovered::Left { session, bytes, .. } if *session == id => Some(*bytes),
            _ => None,
        });
        assert!(matches!(left.collect::<Vec<_>>()[..], [bytes] if bytes > 20), "{fault:?}: {:?}", session.recovered());
        assert_eq!(session.history().turns().len(), 2);
    }
}

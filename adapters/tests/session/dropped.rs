//! A sending that is dropped (somebody presses Ctrl-C): what came is a turn that says it is cut, and the session goes on.
use crate::stage::{Home, Process, TOOL, ask, body, lines, simulator, statuses, stored};
use std::time::Duration;
use throughline::{Delta, Ending, Turn, session::Session};
use throughline_simulator::Fault;
use tokio::time::{sleep, timeout};

const SPEC: &str = "deepseek/deepseek-v4-pro";

/// Sends, streamed, and lets go after so many milliseconds. What was shown, and whether it was let go.
async fn drop_after(session: &mut Session, millis: u64) -> (String, bool) {
    let mut shown = String::new();
    let mut sink = |delta: Delta<'_>| {
        if let Delta::Reasoning(_) = delta {
            shown.push_str(&delta.text());
        }
    };
    let sent = timeout(Duration::from_millis(millis), session.send(true, &mut sink)).await;
    let dropped = sent.is_err();
    sent.into_iter().for_each(|sent| drop(sent.unwrap()));
    (shown, dropped)
}

#[tokio::test]
async fn what_came_is_a_cut_turn_in_the_same_process() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let mut session = process.create(SPEC).await;
    session.say(Turn::user("Hello")).await.unwrap();
    simulator.fault_times("deepseek", Fault::Slow { millis: 40 }, 1).unwrap();
    let (shown, dropped) = drop_after(&mut session, 300).await;
    assert!(dropped && !shown.is_empty(), "{shown}");
    assert_eq!(session.history().turns().len(), 1, "nothing is made up meanwhile");

    session.catch_up().await.unwrap();
    let turn = session.history().turns()[1].clone();
    assert_eq!((&turn.ending, turn.reasoning().as_deref()), (&Some(Ending::Cut), Some(shown.as_str())));
    assert_eq!(stored(&process.store, &session).await, lines(session.history()));
    assert!(process.store.pending().await.unwrap().is_empty());
    let records = process.store.requests(session.id()).await.unwrap();
    let ends: Vec<_> = records.iter().map(|record| (record.status, record.ending.as_deref())).collect();
    assert_eq!(ends, [(Some(200), Some("cut"))]);

    // Without being asked to, every other step begins with it.
    session.say(Turn::user("Again")).await.unwrap();
    simulator.fault_times("deepseek", Fault::Slow { millis: 40 }, 1).unwrap();
    drop_after(&mut session, 300).await;
    let spoken = ask(&mut session, "Go on.").await.unwrap();
    let roles: Vec<_> = session.history().turns().iter().map(|turn| turn.role.as_str()).collect();
    assert_eq!(roles, ["user", "assistant", "user", "assistant", "user", "assistant"]);
    assert_eq!(statuses(&spoken.reply.tried), [200]);
    assert_eq!(stored(&process.store, &session).await, lines(session.history()));
}

#[tokio::test]
async fn wherever_it_is_dropped_the_store_and_the_session_agree() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let mut session = process.create_with(SPEC, TOOL).await;
    let (mut cut, mut whole) = (0, 0);
    for n in 0..40_u64 {
        session.say(Turn::user("Hello")).await.unwrap();
        let before = session.history().turns().len();
        simulator.fault_times("deepseek", Fault::Slow { millis: 1 }, 1).unwrap();
        drop_after(&mut session, n).await;
        simulator.clear();
        session.catch_up().await.unwrap();
        assert_eq!(stored(&process.store, &session).await, lines(session.history()), "after {n} ms");
        assert!(process.store.pending().await.unwrap().is_empty(), "after {n} ms");
        match session.history().turns().get(before).map(|turn| turn.ending.clone().unwrap()) {
            Some(Ending::Cut) => cut += 1,
            Some(_) => {
                whole += 1;
                crate::stage::answer(&mut session).await;
            }
            None => {}
        }
    }
    assert!(cut > 0, "{cut} cut, {whole} whole");
    let spoken = ask(&mut session, "Which code word did you think of?").await.unwrap();
    assert_eq!(statuses(&spoken.reply.tried), [200], "{}", body(&spoken.reply.tried[0]));
}

#[tokio::test]
async fn words_that_were_dropped_on_their_way_are_said_once_or_not_at_all() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let mut session = process.create(SPEC).await;
    for n in 0..60_u64 {
        let before = session.history().turns().len();
        let _ = timeout(Duration::from_micros(n * 40), session.say(Turn::user(&format!("word {n}")))).await;
        session.catch_up().await.unwrap();
        let after = session.history().turns().len();
        assert!(after - before <= 1, "after {n}");
        assert_eq!(stored(&process.store, &session).await, lines(session.history()), "after {n}");
    }
}

#[tokio::test]
async fn a_session_that_is_dropped_with_its_sending_is_found_when_it_is_resumed() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let mut session = process.create(SPEC).await;
    session.say(Turn::user("Hello")).await.unwrap();
    simulator.fault_times("deepseek", Fault::Slow { millis: 40 }, 1).unwrap();
    let (shown, dropped) = drop_after(&mut session, 300).await;
    let id = session.id().to_string();
    drop(session);
    // The last bytes are written, and the row is nobody's then.
    sleep(Duration::from_millis(500)).await;
    let mut session = process.resume(&id).await;
    assert_eq!(session.recovered().len(), 1);
    let turn = &session.history().turns()[1];
    assert!(dropped && turn.ending == Some(Ending::Cut));
    assert_eq!(turn.reasoning().as_deref(), Some(shown.as_str()));
    assert_eq!(statuses(&ask(&mut session, "Go on.").await.unwrap().reply.tried), [200]);
}

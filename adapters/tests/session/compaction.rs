//! Compaction: the child means the same; what was retained is the very same, thinking and all.
use crate::stage::{Home, Process, THINKING, ask, body, lessons, lines, simulator, statuses, stored};
use std::sync::Arc;
use throughline::{
    Arguments, Literal, Part, Role, ToolCall, Turn,
    compact::Goal,
    session::{Session, SessionError},
    sessions::EndReason,
};
use throughline_simulator::Fault;

/// Much was said before the model thought of its word.
async fn long(session: &mut Session) {
    for n in 0..6 {
        let text = format!("Remark {n}: {}", "the river runs past the mill and nobody asks it why. ".repeat(40));
        session.say(Turn::user(&text)).await.unwrap();
    }
    ask(session, "Hello").await.unwrap();
    ask(session, "And now?").await.unwrap();
}

fn goal(session: &Session) -> Goal {
    Goal { threshold: session.price().total() / 2, keep: 400, summary: 200 }
}

#[tokio::test]
async fn the_word_outlives_compaction() {
    let (simulator, home) = (simulator(), Home::new());
    for (spec, members) in [
        ("nous/z-ai/glm-5.3", r#""temperature":1"#),
        ("openrouter/anthropic/claude-opus-4.5", r#""temperature":1"#),
        ("anthropic/claude-opus-4-5", THINKING),
    ] {
        for summarise in [true, false] {
            let place = format!("{spec}, summarise={summarise}");
            let process = Process::start(&home, &simulator).await;
            let mut session = process.create_with(spec, members).await;
            long(&mut session).await;
            let (parent, turns) = (session.id().clone(), session.history().turns().to_vec());
            let rows = stored(&process.store, &session).await;
            let due = goal(&session);
            assert!(session.needs_compaction(&due), "{place}");

            let report = session.compact(Some(due), summarise).await.unwrap();
            assert_eq!(
                (report.left.as_ref(), report.limit, report.digest),
                (Some(&parent), None, !summarise),
                "{place}"
            );
            assert!(
                report.unsummarised.is_none() && report.after < report.before && report.summarised > 0,
                "{report:?}"
            );
            assert_eq!(report.records.len(), usize::from(summarise));
            assert_eq!((session.price().total(), session.needs_compaction(&due)), (report.after, false), "{place}");
            // What stays is shared, in memory and in the store; the parent is as it was.
            let now = session.history().turns();
            let kept = now.iter().filter(|turn| turns.iter().any(|old| Arc::ptr_eq(old, turn))).count();
            assert_eq!(kept, now.len() - 1, "{place}");
            assert!(now.iter().any(|turn| matches!(turn.parts[..], [Part::Checkpoint(_)])), "{place}");
            assert_eq!(stored(&process.store, &session).await, lines(session.history()));
            let elder = process.store.session(parent.as_str()).await.unwrap();
            assert_eq!(elder.ended, Some(EndReason::Compacted));
            let elder = process.resume(parent.as_str()).await;
            assert_eq!((stored(&process.store, &elder).await, elder.history().turns()), (rows, &turns[..]));

            let id = session.id().to_string();
            drop((session, elder, process));
            let process = Process::start(&home, &simulator).await;
            let mut session = process.resume(&id).await;
            // Replies that were retained speak of a prompt that is no more: it stays small, and small behind the next reply.
            assert!(!session.needs_compaction(&due), "{place}: {} of {due:?}", session.price().total());
            let spoken = ask(&mut session, "Which code word did you think of?").await.unwrap();
            assert!(!session.needs_compaction(&due), "{place}: {} of {due:?}", session.price().total());
            let said = spoken.reply.turn.text();
            assert!(said.starts_with("The code word was "), "{place}: {said}");
            assert_eq!(statuses(&spoken.reply.tried), [200]);
        }
    }
}

#[tokio::test]
async fn a_summary_that_cannot_be_had_costs_nothing_else() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let mut session = process.create("deepseek/deepseek-v4-pro").await;
    long(&mut session).await;
    simulator.fault_times("deepseek", Fault::Status { code: 500 }, 1).unwrap();
    let report = session.compact(Some(goal(&session)), true).await.unwrap();
    assert!(report.digest && report.left.is_some(), "{report:?}");
    assert!(report.unsummarised.unwrap().to_string().contains("500"));
    let ends: Vec<_> = report.records.iter().map(|record| record.status).collect();
    assert_eq!(ends, [Some(500)]);
    ask(&mut session, "And then?").await.unwrap();
}

#[tokio::test]
async fn the_summary_is_asked_for_aside_and_without_a_thought() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let mut session = process.create_with("deepseek/deepseek-v4-pro", r#""max_tokens":4096"#).await;
    long(&mut session).await;
    let parent = session.id().clone();
    session.compact(Some(goal(&session)), true).await.unwrap();
    let records = process.store.requests(&parent).await.unwrap();
    let aside = records.last().unwrap();
    assert_eq!((records.len(), aside.carried.len(), aside.prefix.as_ref()), (3, 0, None));
    assert_eq!((aside.ending.as_deref(), aside.status), (Some("stop"), Some(200)));
    // The simulator's summary repeats the beginning of what it was asked.
    let turns = session.history().turns().iter();
    let told = turns.filter(|turn| turn.text().contains("<transcript>")).collect::<Vec<_>>();
    assert!(matches!(&told[..], [turn] if matches!(turn.parts[..], [Part::Checkpoint(_)])), "{told:?}");
}

#[tokio::test]
async fn what_is_short_already_stays_what_it_is() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let mut session = process.create("deepseek/deepseek-v4-pro").await;
    ask(&mut session, "Hello").await.unwrap();
    let id = session.id().clone();
    let report = session.compact(None, true).await.unwrap();
    assert_eq!((report.left, session.id(), report.before), (None, &id, report.after));
}

#[tokio::test]
async fn no_child_is_begun_for_nothing() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let mut session = process.create("deepseek/deepseek-v4-pro").await;
    let mut turns = vec![Arc::new(Turn::user("Look everywhere."))];
    for n in 0..40 {
        let call = ToolCall {
            id: Some(Literal::of(&format!("c{n}"))),
            name: Literal::of("look"),
            arguments: Arguments::Text(Literal::of("{}")),
            extras: vec![],
            inner: vec![],
            carriers: vec![],
        };
        turns.push(Arc::new(Turn { parts: vec![Part::Call(call)], ..Turn::new(Role::Assistant) }));
        turns.push(Arc::new(Turn::tool(&format!("c{n}"), &"nothing here ".repeat(40))));
    }
    session.say_all(turns).await.unwrap();
    let mut left = 0;
    for _ in 0..6 {
        let id = session.id().clone();
        let report = session.compact(None, false).await.unwrap();
        match report.left {
            Some(_) => assert!(report.after < report.before, "{report:?}"),
            None => {
                assert_eq!((session.id(), report.after, report.shortened), (&id, report.before, 0));
                left += 1;
            }
        }
    }
    assert!(left > 0, "it ends");
}

#[tokio::test]
async fn what_was_learned_is_inherited() -> Result<(), SessionError> {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let mut session = process.create("nous/z-ai/glm-5.3-flash:US").await;
    long(&mut session).await;
    let fault = Fault::Refuse { field: "reasoning_details".to_owned(), wording: Some("fireworks".to_owned()) };
    simulator.fault("nous", fault).unwrap();
    ask(&mut session, "And?").await?;
    let before = lessons(&session);
    session.compact(Some(goal(&session)), false).await?;
    let id = session.id().to_string();
    drop((session, process));
    let process = Process::start(&home, &simulator).await;
    let mut session = process.resume(&id).await;
    assert_eq!((lessons(&session), before.len()), (before, 1));
    let spoken = ask(&mut session, "Still?").await?;
    assert_eq!(statuses(&spoken.reply.tried), [200], "{}", body(&spoken.reply.tried[0]));
    Ok(())
}

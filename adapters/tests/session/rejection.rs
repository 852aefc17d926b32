//! A refusal is paid for once: it is learned for its route by the name that it gave, kept with the session, and asked again when it is old.
use crate::stage::{Home, Process, ask, at, body, fields, lessons, lines, refused, simulator, statuses, stored};
use std::sync::Arc;
use throughline::{Taught, Turn, session::Session, verdict::Verdict};
use throughline_simulator::{Fault, Simulator};

const SPEC: &str = "nous/z-ai/glm-5.3-flash:US";
const SIBLING: &str = "nous/moonshotai/kimi-k3";
const ALL: [&str; 3] = ["reasoning_content", "reasoning", "reasoning_details"];

fn says(status: u16, message: &str) -> Fault {
    Fault::Answer { status, body: format!(r#"{{"error":{{"message":"{message}","code":{status}}}}}"#) }
}

/// From now on the field is refused.
fn refuse(simulator: &Simulator, field: &str) {
    let fault = Fault::Refuse { field: field.to_owned(), wording: Some("fireworks".to_owned()) };
    simulator.fault("nous", fault).unwrap();
}

async fn settings(process: &Process, session: &Session) -> Vec<(String, String)> {
    let stored = process.store.session(session.id().as_str()).await.unwrap();
    stored.model_config.iter().map(|(name, value)| (name.clone(), value.get().to_owned())).collect()
}

#[tokio::test]
async fn a_verdict_is_learned_stored_and_obeyed_after_a_restart() {
    let (simulator, home) = (simulator(), Home::new());
    let id = {
        let process = Process::start(&home, &simulator).await;
        let mut session = process.create(SPEC).await;
        ask(&mut session, "Hello").await.unwrap();
        let (turns, before) = (session.history().turns().to_vec(), stored(&process.store, &session).await);
        let thought = turns[1].reasoning().unwrap();
        session.say(Turn::user("And now?")).await.unwrap();

        // Words that name nothing teach nothing.
        simulator.fault_times("nous", says(400, "Provider returned error"), 1).unwrap();
        let tried = refused(session.send(false, &mut |_| {}).await);
        assert_eq!((statuses(&tried), fields(&tried[0], 1)), (vec![400], ALL.to_vec()));
        assert_eq!(lessons(&session), []);

        // What is named is recorded; the one retry goes without it and without the other copy of its text.
        refuse(&simulator, "reasoning_details");
        let spoken = session.send(false, &mut |_| {}).await.unwrap();
        assert_eq!(statuses(&spoken.reply.tried), [400, 200]);
        assert_eq!(
            (fields(&spoken.reply.tried[0], 1), fields(&spoken.reply.tried[1], 1)),
            (ALL.to_vec(), vec![ALL[0]])
        );
        assert_eq!(body(&spoken.reply.tried[1])["messages"][1]["reasoning_content"], thought.as_str());
        assert_eq!(lessons(&session), [Taught::Refuses("reasoning_details".into())]);

        // The turns are the very same, in memory and on the disk.
        assert!(turns.iter().zip(session.history().turns()).all(|(a, b)| Arc::ptr_eq(a, b)));
        let after = stored(&process.store, &session).await;
        assert_eq!((&after[..2], after.len()), (&before[..], 4));
        assert_eq!(after, lines(session.history()));
        let folded = r#"[["nous","sim.localhost","z-ai/glm-5.3-flash:US",["reasoning_details"]]]"#;
        let settings = settings(&process, &session).await;
        assert!(settings.contains(&("reasoning_rejected_carriers".to_owned(), folded.to_owned())), "{settings:?}");
        session.id().to_string()
    };

    // Another process finds it in the store, and leaves the field out at once.
    let process = Process::start(&home, &simulator).await;
    let mut session = process.resume(&id).await;
    assert_eq!(lessons(&session), [Taught::Refuses("reasoning_details".into())]);
    let spoken = ask(&mut session, "Once more?").await.unwrap();
    assert_eq!((statuses(&spoken.reply.tried), fields(&spoken.reply.tried[0], 1)), (vec![200], ALL[..2].to_vec()));

    // The same words about a field that did not go are about something else.
    let named = "Extra inputs are not permitted, field: 'messages[1].reasoning_details'";
    simulator.fault_times("nous", says(400, named), 1).unwrap();
    let tried = refused(ask(&mut session, "And?").await);
    assert_eq!((tried.len(), &tried[0].refusal.as_ref().unwrap().1), (1, &Verdict::NotOurs));
    assert_eq!(lessons(&session).len(), 1);

    // Another model of the same host has refused nothing.
    simulator.clear();
    session.go(at(SIBLING), None).await.unwrap();
    let spoken = session.send(false, &mut |_| {}).await.unwrap();
    assert_eq!((statuses(&spoken.reply.tried), fields(&spoken.reply.tried[0], 1)), (vec![200], ALL.to_vec()));
}

#[tokio::test]
async fn what_was_learned_is_on_the_disk_before_the_retry_goes_out() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let mut session = process.create(SPEC).await;
    ask(&mut session, "Hello").await.unwrap();
    // Both are refused: the retry fails, and its lesson was paid for all the same.
    refuse(&simulator, "reasoning_details");
    refuse(&simulator, "reasoning_content");
    let tried = refused(ask(&mut session, "And now?").await);
    assert_eq!(statuses(&tried), [400, 400]);
    let id = session.id().to_string();
    drop((session, process));

    let process = Process::start(&home, &simulator).await;
    let mut session = process.resume(&id).await;
    assert_eq!(lessons(&session), [Taught::Refuses("reasoning_details".into())]);
    assert_eq!(session.history().turns().len(), 3, "what was said is there, and no reply");
    // The next request is a first attempt again.
    let spoken = session.send(false, &mut |_| {}).await.unwrap();
    assert_eq!((statuses(&spoken.reply.tried), lessons(&session).len()), (vec![400, 200], 2));
}

#[tokio::test]
async fn a_field_that_a_route_demands_is_never_learned_away() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let mut session = process.create_with("deepseek/deepseek-v4-flash", crate::stage::TOOL).await;
    ask(&mut session, "Hello").await.unwrap();
    crate::stage::answer(&mut session).await;
    for message in [
        "reasoning_content is not allowed to be empty",
        "Extra inputs are not permitted, field: 'messages[1].reasoning_content'",
    ] {
        simulator.fault_times("deepseek", says(400, message), 1).unwrap();
        let tried = refused(session.send(false, &mut |_| {}).await);
        assert_eq!((tried.len(), fields(&tried[0], 1), lessons(&session)), (1, vec![ALL[0]], vec![]));
    }
    assert_eq!(process.store.evidence(None).await.unwrap().0, []);
    let session = process.resume(session.id().as_str()).await;
    assert_eq!(lessons(&session), []);
}

#[tokio::test]
async fn a_new_session_starts_from_what_others_paid_for() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let mut first = process.create(SPEC).await;
    ask(&mut first, "Hello").await.unwrap();
    refuse(&simulator, "reasoning_details");
    ask(&mut first, "And now?").await.unwrap();

    let evidence = process.store.evidence(None).await.unwrap().0;
    let [one] = &evidence[..] else { panic!("{evidence:?}") };
    assert_eq!((one.class.as_str(), one.status, one.times), ("unknown_field", 400, 1));
    assert_eq!((&one.lesson.taught, one.session.as_ref()), (&lessons(&first)[0], Some(first.id())));
    assert!(one.error_hash.len() == 64 && one.error_hash.bytes().all(|byte| byte.is_ascii_hexdigit()));

    drop(process);
    let process = Process::start(&home, &simulator).await;
    let mut second = process.create(SPEC).await;
    assert_eq!(lessons(&second), lessons(&first));
    ask(&mut second, "Hello").await.unwrap();
    let spoken = ask(&mut second, "And now?").await.unwrap();
    assert_eq!((statuses(&spoken.reply.tried), fields(&spoken.reply.tried[0], 1)), (vec![200], ALL[..2].to_vec()));
}

#[tokio::test]
async fn what_is_old_is_asked_again_by_new_sessions_alone() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let mut first = process.create(SPEC).await;
    ask(&mut first, "Hello").await.unwrap();
    refuse(&simulator, "reasoning_details");
    ask(&mut first, "And now?").await.unwrap();
    // The same lesson, long ago. Providers change: this one has.
    let mut evidence = process.store.evidence(None).await.unwrap().0;
    process.store.forget(&[evidence[0].id]).await.unwrap();
    evidence[0].expires_at = 1;
    process.store.learned(&evidence).await.unwrap();
    process.store.remember(first.id(), first.memory()).await.unwrap();
    simulator.clear();

    drop(process);
    let process = Process::start(&home, &simulator).await;
    let mut second = process.create(SPEC).await;
    assert_eq!(lessons(&second), []);
    ask(&mut second, "Hello").await.unwrap();
    let spoken = ask(&mut second, "And now?").await.unwrap();
    assert_eq!((statuses(&spoken.reply.tried), fields(&spoken.reply.tried[0], 1)), (vec![200], ALL.to_vec()));
    // The one that learned it keeps it.
    assert_eq!(lessons(&process.resume(first.id().as_str()).await), [Taught::Refuses("reasoning_details".into())]);
}

#[tokio::test]
async fn what_is_forgotten_while_a_session_runs_stays_forgotten() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let mut session = process.create(SPEC).await;
    ask(&mut session, "Hello").await.unwrap();
    refuse(&simulator, "reasoning_details");
    ask(&mut session, "And now?").await.unwrap();
    let refused: Vec<_> = process.store.evidence(None).await.unwrap().0.iter().map(|evidence| evidence.id).collect();
    assert_eq!(process.store.forget(&refused).await.unwrap(), 1);

    // The session that runs learns something else.
    simulator.clear();
    refuse(&simulator, "reasoning");
    ask(&mut session, "And then?").await.unwrap();
    let taught: Vec<_> =
        process.store.memory(session.id()).await.unwrap().lessons().iter().map(|l| l.taught.clone()).collect();
    assert!(taught.contains(&Taught::Refuses("reasoning".into())), "{taught:?}");
    assert!(!taught.contains(&Taught::Refuses("reasoning_details".into())), "{taught:?}");
}

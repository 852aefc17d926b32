//! A model whose seals are bound to everything before them: what no longer holds is known before it is sent, whatever becomes of the
//! session, and what the server knows better is remembered with it.
use crate::stage::{Home, Process, ask, lessons, refused, simulator, statuses};
use std::{sync::Arc, time::Duration};
use throughline::{
    Outcome, Part, PrefixDigest, Role, Taught, Turn, Verbatim,
    client::Tried,
    session::Session,
    sessions::{EndReason, Piece},
    verdict::{Spot, Verdict},
};
use throughline_simulator::Fault;
use tokio::time::{sleep, timeout};

const SPEC: &str = "anthropic/claude-fable-5-1";
const MEMBERS: &str = r#""max_tokens":4096,"thinking":{"type":"adaptive"}"#;

/// Three rounds behind instructions.
async fn talk(process: &Process) -> Session {
    let mut session = process.create_with(SPEC, MEMBERS).await;
    session.say(Turn::system("Be brief.")).await.unwrap();
    for asked in ["Hello", "And now?", "And then?"] {
        assert_eq!(statuses(&ask(&mut session, asked).await.unwrap().reply.tried), [200]);
    }
    session
}
/// What each seal was minted under.
fn minted(session: &Session) -> Vec<Option<PrefixDigest>> {
    let carriers = session.history().turns().iter().flat_map(|turn| turn.carriers());
    carriers.filter(|(_, carrier)| carrier.sealed).map(|(_, carrier)| carrier.minted_under.clone()).collect()
}
/// How many seals a request carried, and why others stayed.
fn carried(tried: &Tried) -> (usize, Vec<String>) {
    let stays = tried.ledger.iter().filter(|line| line.outcome == Outcome::Withheld);
    let goes = tried.ledger.iter().filter(|line| matches!(line.outcome, Outcome::Sent(_))).count();
    (goes, stays.map(|line| line.because.reason().to_string()).collect())
}
/// The session with other turns, read from the store again.
async fn changed(process: &Process, session: Session, change: impl Fn(&Turn) -> Option<Turn>) -> Session {
    let turns = session.history().turns().iter().enumerate();
    let pieces: Vec<Piece> =
        turns.map(|(n, turn)| change(turn).map_or(Piece::Kept(n), |turn| Piece::New(Arc::new(turn)))).collect();
    let child = process.store.derive(session.id(), &pieces, EndReason::Compacted, None).await.unwrap();
    process.resume(child.id.as_str()).await
}
fn other_instructions(turn: &Turn) -> Option<Turn> {
    (turn.role == Role::System).then(|| Turn::system("Be long."))
}
/// Nobody knows what anything was minted under.
fn forgotten(turn: &Turn) -> Turn {
    let mut turn = turn.clone();
    for part in &mut turn.parts {
        if let Part::Reasoning(carrier) = part {
            carrier.minted_under = None;
        }
    }
    turn
}
fn wanting(session: &mut Session, behaviour: &str) {
    let thinking = format!(r#"{{"type":"adaptive","block_binding":{{"prefix_mismatch_behavior":"{behaviour}"}}}}"#);
    session.request_mut().set("thinking", Verbatim::parse(&thinking).unwrap());
}

#[tokio::test]
async fn what_holds_goes_and_what_does_not_is_known_before_it_is_sent() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let session = talk(&process).await;
    let digests = minted(&session);
    assert_eq!(digests.len(), 3);
    assert!(
        digests.iter().all(|digest| digest.as_ref().is_some_and(|digest| digest.0.starts_with("1:"))),
        "{digests:?}"
    );

    // Another process.
    let id = session.id().to_string();
    drop((session, process));
    let process = Process::start(&home, &simulator).await;
    let mut session = process.resume(&id).await;
    session.set_key(Some(throughline::client::Secret::new(crate::stage::KEY)));
    assert_eq!(minted(&session), digests);
    let spoken = ask(&mut session, "Still there?").await.unwrap();
    assert_eq!((statuses(&spoken.reply.tried), carried(&spoken.reply.tried[0])), (vec![200], (4 - 1, vec![])));

    // Other instructions: nothing that was thought under the old ones goes, and nothing is refused.
    let mut session = changed(&process, session, other_instructions).await;
    session.set_key(Some(throughline::client::Secret::new(crate::stage::KEY)));
    let spoken = ask(&mut session, "And under new rules?").await.unwrap();
    let (goes, why) = carried(&spoken.reply.tried[0]);
    assert_eq!((statuses(&spoken.reply.tried), goes, why.len()), (vec![200], 0, 4));
    assert_eq!(why[0], "sealed under another prefix: the system prompt changed");
    let spoken = ask(&mut session, "And then?").await.unwrap();
    assert_eq!((statuses(&spoken.reply.tried), carried(&spoken.reply.tried[0]).0), (vec![200], 1));
    assert_eq!(lessons(&session), []);
}

#[tokio::test]
async fn what_the_server_drops_is_remembered_with_its_prefix() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let session = talk(&process).await;
    let mut session = changed(&process, session, other_instructions).await;
    session.set_key(Some(throughline::client::Secret::new(crate::stage::KEY)));
    wanting(&mut session, "drop_block");
    let spoken = ask(&mut session, "And under new rules?").await.unwrap();
    assert_eq!((statuses(&spoken.reply.tried), carried(&spoken.reply.tried[0])), (vec![200], (3, vec![])));
    let learned = lessons(&session);
    assert!(learned.len() == 3 && learned.iter().all(|taught| matches!(taught, Taught::Dropped(..))), "{learned:?}");
    assert_eq!(spoken.records[0].learned, learned.iter().map(Taught::to_string).collect::<Vec<_>>());

    // Another process knows it.
    let id = session.id().to_string();
    drop((session, process));
    let process = Process::start(&home, &simulator).await;
    let mut session = process.resume(&id).await;
    session.set_key(Some(throughline::client::Secret::new(crate::stage::KEY)));
    let spoken = ask(&mut session, "And then?").await.unwrap();
    let (goes, why) = carried(&spoken.reply.tried[0]);
    assert_eq!((statuses(&spoken.reply.tried), goes), (vec![200], 1));
    assert_eq!(why, ["the route did not take this seal behind the same prefix before"; 3]);
    assert_eq!(lessons(&session), learned, "nothing more was dropped");
}

#[tokio::test]
async fn a_caller_who_wants_a_refusal_gets_it_once() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let session = talk(&process).await;
    let mut session = changed(&process, session, other_instructions).await;
    session.set_key(Some(throughline::client::Secret::new(crate::stage::KEY)));
    wanting(&mut session, "error");
    let tried = refused(ask(&mut session, "And under new rules?").await);
    assert_eq!((statuses(&tried), carried(&tried[0]).0), (vec![400], 3));
    let verdict = &tried[0].refusal.as_ref().unwrap().1;
    assert_eq!(*verdict, Verdict::PrefixBound { place: Some(Spot { message: 1, content: 0 }) });
    assert_eq!(lessons(&session), []);
}

#[tokio::test]
async fn what_nobody_knew_is_learned_from_one_refusal() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let session = talk(&process).await;
    let mut session =
        changed(&process, session, |turn| Some(other_instructions(turn).unwrap_or_else(|| forgotten(turn)))).await;
    session.set_key(Some(throughline::client::Secret::new(crate::stage::KEY)));
    let spoken = ask(&mut session, "And under new rules?").await.unwrap();
    let tried = &spoken.reply.tried;
    assert_eq!((statuses(tried), carried(&tried[0]).0, carried(&tried[1]).0), (vec![400, 200], 3, 0));
    assert!(matches!(lessons(&session)[..], [Taught::Dropped(..)]));
    let spoken = ask(&mut session, "And then?").await.unwrap();
    assert_eq!((statuses(&spoken.reply.tried), carried(&spoken.reply.tried[0]).0), (vec![200], 1));
}

#[tokio::test]
async fn a_reply_that_nobody_finished_knows_what_it_was_minted_under() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let (mut here, mut resumed) = (0, 0);
    for n in 0..40_u64 {
        let mut session = talk(&process).await;
        session.say(Turn::user("Slowly?")).await.unwrap();
        let digest = session.planned(|plan, _| plan.digest());
        simulator.fault_times("anthropic", Fault::Slow { millis: 5 }, 1).unwrap();
        let sent = timeout(Duration::from_millis(20 + n * 10), session.send(true, &mut |_| {})).await;
        if sent.is_ok() {
            break;
        }
        simulator.clear();
        if n % 2 == 0 {
            session.catch_up().await.unwrap();
            here += known(&session, digest.as_ref());
        } else {
            let id = session.id().to_string();
            drop(session);
            sleep(Duration::from_millis(300)).await;
            resumed += known(&process.resume(&id).await, digest.as_ref());
        }
        if here > 0 && resumed > 0 {
            return;
        }
    }
    panic!("{here} here, {resumed} resumed");
}

/// How many seals of the fourth reply there are; all know the digest.
fn known(session: &Session, digest: Option<&PrefixDigest>) -> usize {
    let seals = minted(session).split_off(3);
    assert!(seals.iter().all(|minted| minted.as_ref() == digest && digest.is_some()), "{seals:?}");
    seals.len()
}

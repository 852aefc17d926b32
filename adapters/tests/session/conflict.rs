//! Two writers on one session: the second hears of it before it spends anything, and loses nothing.
use crate::stage::{Home, Process, ask, simulator};
use throughline::{Turn, session::SessionError};

const SPEC: &str = "deepseek/deepseek-v4-pro";

#[tokio::test]
async fn the_second_writer_is_told_and_stays_what_it_was() {
    let (simulator, home) = (simulator(), Home::new());
    let (one, two) = (Process::start(&home, &simulator).await, Process::start(&home, &simulator).await);
    let mut first = one.create(SPEC).await;
    ask(&mut first, "Hello").await.unwrap();
    let mut second = two.resume("last").await;
    assert_eq!(second.history().turns(), first.history().turns());

    ask(&mut first, "And now?").await.unwrap();
    let before = second.history().turns().to_vec();
    let error = second.say(Turn::user("Me too")).await.unwrap_err();
    assert!(matches!(error, SessionError::Conflict { .. }), "{error}");
    let want = format!("session {} has gone on elsewhere: resume it once more to go on from there", first.id());
    assert_eq!((error.to_string(), second.history().turns()), (want, &before[..]));

    let mut second = two.resume(first.id().as_str()).await;
    assert_eq!(second.history().turns(), first.history().turns());
    ask(&mut second, "Me too").await.unwrap();
    let error = ask(&mut first, "And then?").await.unwrap_err();
    assert!(matches!(error, SessionError::Conflict { .. }), "{error}");
}

#[tokio::test]
async fn a_reply_that_another_process_waits_for_is_not_asked_for_twice() {
    let (simulator, home) = (simulator(), Home::new());
    let (one, two) = (Process::start(&home, &simulator).await, Process::start(&home, &simulator).await);
    let mut first = one.create(SPEC).await;
    first.say(Turn::user("Hello")).await.unwrap();
    let mut second = two.resume("last").await;
    simulator.fault_times("deepseek", throughline_simulator::Fault::Slow { millis: 60 }, 1).unwrap();
    let sink = &mut |_: throughline::Delta<'_>| {};
    let waiting = first.send(true, sink);
    let later = async {
        tokio::time::sleep(std::time::Duration::from_millis(250)).await;
        second.send(true, &mut |_| {}).await
    };
    let (whole, error) = tokio::join!(waiting, later);
    assert!(whole.is_ok(), "{whole:?}");
    assert!(matches!(error, Err(SessionError::Conflict { .. })), "{error:?}");
    assert_eq!((first.history().turns().len(), second.history().turns().len()), (2, 1));
}

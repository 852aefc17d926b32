//! Two real processes: what one had learned and thought is there in the other, also what it was saying when it died.
use crate::stage::{Home, ask, at, client, fields, lessons, open, statuses, stream};
use std::{env, process::Command};
use throughline::{Delta, Ending, Taught, Turn, session::Session};
use throughline_simulator::{Fault, Options, Simulator};

const SPEC: &str = "nous/z-ai/glm-5.3-flash:US";
const FOLDER: &str = "THROUGHLINE_TEST_FOLDER";
const ADDRESS: &str = "THROUGHLINE_TEST_ADDRESS";

/// The other process: goes on with what it finds, and dies in the middle of a reply.
#[tokio::test]
#[ignore = "the test below runs it as a process of its own"]
async fn the_other_process() {
    let (Some(folder), Some(address)) = (env::var_os(FOLDER), env::var_os(ADDRESS)) else { return };
    let client = client(address.to_string_lossy().parse().unwrap());
    let store = open(folder.as_ref()).await;
    let mut session = Session::resume(store, &client, "last", None).await.unwrap();
    assert_eq!(lessons(&session), [Taught::Refuses("reasoning_details".into())]);
    let spoken = ask(&mut session, "Which code word did you think of?").await.unwrap();
    assert!(spoken.reply.turn.text().starts_with("The code word was "));
    assert_eq!((statuses(&spoken.reply.tried), fields(&spoken.reply.tried[0], 1).len()), (vec![200], 2));
    session.say(Turn::user("Say more.")).await.unwrap();
    let mut heard = 0;
    let mut sink = |_: Delta<'_>| {
        heard += 1;
        if heard == 6 {
            std::thread::sleep(std::time::Duration::from_millis(300));
            std::process::abort();
        }
    };
    panic!("it lived: {:?}", session.send(true, &mut sink).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_process_is_the_same_mind() {
    let simulator = Simulator::start(Options { seed: Some(7), ..Options::default() }).unwrap();
    let home = Home::new();
    let here = client(simulator.address());
    let id = {
        let mut session = Session::create(home.open().await, &here, at(SPEC), None, None).await.unwrap();
        ask(&mut session, "Hello").await.unwrap();
        let fault = Fault::Refuse { field: "reasoning_details".to_owned(), wording: Some("fireworks".to_owned()) };
        simulator.fault("nous", fault).unwrap();
        stream(&mut session, "And now?").await.unwrap();
        session.id().to_string()
    };
    simulator.fault("nous", Fault::Slow { millis: 20 }).unwrap();

    let mut other = Command::new(env::current_exe().unwrap());
    other.args(["--exact", "process::the_other_process", "--ignored", "--nocapture", "--test-threads", "1"]);
    other.env(FOLDER, home.path()).env(ADDRESS, simulator.address().to_string());
    let output = tokio::task::spawn_blocking(move || other.output()).await.unwrap().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && !said.contains("panicked"), "{said}");
    simulator.clear();

    let mut session = Session::resume(home.open().await, &here, &id, None).await.unwrap();
    let turns = session.history().turns();
    assert_eq!((turns.len(), session.recovered().len()), (8, 1));
    assert!(turns[5].text().starts_with("The code word was "));
    assert_eq!((turns[6].text().as_str(), &turns[7].ending), ("Say more.", &Some(Ending::Cut)));
    assert!(turns[7].reasoning().is_some_and(|thought| !thought.is_empty()));
    let spoken = ask(&mut session, "Go on.").await.unwrap();
    assert_eq!(statuses(&spoken.reply.tried), [200]);
}

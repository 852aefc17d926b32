//! Replies on their way, and those that nobody finished.
use crate::{Folder, begun, registry, route, said, thought};
use std::{path::PathBuf, process::Command, sync::Arc, time::Duration};
use throughline_core::{
    Ending, Fragments, Framing, History, Registry, RejectionMemory, Request, Route, Scene, Turn, plan,
};
use throughline_sessions::{ErrorKind, PendingHead, Recorder, Recovered, SessionId, SessionStore, Sqlite};

pub(crate) fn head() -> PendingHead {
    PendingHead { route: route(), status: 200, framing: Framing::Sse, served_by: None, minted_under: None }
}

/// The pieces of a streamed reply that thinks, answers and calls a tool, whole.
pub(crate) fn reply(n: usize) -> Vec<String> {
    let event = |delta: &str, finish: &str| {
        format!(
            r#"data: {{"id":"r{n}","model":"deepseek-v4-pro","choices":[{{"index":0,"delta":{delta},"finish_reason":{finish}}}]}}"#
        ) + "\n\n"
    };
    let mut pieces = vec![];
    for word in 0..6 {
        pieces.push(event(&format!(r#"{{"role":"assistant","reasoning_content":"thought {n}.{word} "}}"#), "null"));
    }
    pieces.push(event(&format!(r#"{{"content":"answer {n}"}}"#), "null"));
    let call = format!(
        r#"{{"tool_calls":[{{"index":0,"id":"call_{n}","type":"function","function":{{"name":"run","arguments":"{{\"n\":{n}}}"}}}}]}}"#
    );
    pieces.push(event(&call, "null"));
    pieces.push(event("{}", r#""tool_calls""#));
    pieces.push("data: [DONE]\n\n".to_owned());
    pieces
}

/// The body that goes out next.
pub(crate) fn body(turns: &[Arc<Turn>]) -> String {
    let (registry, memory, request) = (registry(), RejectionMemory::new(), Request::new(route().api));
    let (route, history) = (route(), turns.iter().cloned().collect::<History>());
    let (policy, adapter) = registry.find(&route).unwrap();
    let mut fragments = Fragments::default();
    let scene = Scene { route: &route, policy: &policy, request: &request, history: &history, memory: &memory };
    let plan = plan(adapter, scene, &mut fragments);
    String::from_utf8(plan.render(adapter, &mut fragments).unwrap().bytes.to_vec()).unwrap()
}

/// A store that was dropped like a process that was killed: a reply of session `id` is left with the first `pieces`.
async fn left(folder: &Folder, pieces: &[String]) -> SessionId {
    let store = folder.open().await;
    let id = begun(&store).await;
    store.append(&id, 0, &[said("why?")]).await.unwrap();
    let pending = store.begin(&id, 1, &head()).await.unwrap();
    for piece in pieces {
        store.feed(pending, piece.as_bytes()).await.unwrap();
    }
    id
}

#[tokio::test]
async fn a_reply_takes_its_place_when_it_is_settled() {
    let folder = Folder::new("settle");
    let store = folder.open().await;
    let id = begun(&store).await;
    let pending = store.begin(&id, 0, &head()).await.unwrap();
    store.feed(pending, b"bytes").await.unwrap();
    let all = store.pending().await.unwrap();
    assert_eq!(
        (all.len(), all[0].id, &all[0].session, all[0].at, all[0].bytes, all[0].live),
        (1, pending, &id, 0, 5, true)
    );
    assert!(store.recover(&registry()).await.unwrap().is_empty(), "its reader lives");
    store.settle(pending, Some(&thought(0))).await.unwrap();
    assert!(store.pending().await.unwrap().is_empty());
    let refused = store.begin(&id, 1, &head()).await.unwrap();
    store.settle(refused, None).await.unwrap();
    assert_eq!(store.load(&id).await.unwrap().turns, [thought(0)]);
    for error in [store.feed(refused, b"x").await.unwrap_err(), store.settle(refused, None).await.unwrap_err()] {
        assert_eq!(error.kind(), ErrorKind::Conflict);
    }
}

#[tokio::test]
async fn a_half_reply_is_a_turn_marked_cut_whose_call_never_travels() {
    let folder = Folder::new("half");
    let pieces = reply(1);
    let id = left(&folder, &pieces[..8]).await;
    let store = folder.open().await;
    assert!(!store.pending().await.unwrap()[0].live);
    let recovered = store.recover(&registry()).await.unwrap();
    assert!(
        matches!(&recovered[..], [Recovered::Turn { session, at: 1, cut: true }] if *session == id),
        "{recovered:?}"
    );
    assert!(store.recover(&registry()).await.unwrap().is_empty() && store.pending().await.unwrap().is_empty());
    let turns = store.load(&id).await.unwrap().turns;
    assert_eq!((turns.len(), turns[1].ending.clone(), turns[1].calls().count()), (2, Some(Ending::Cut), 1));
    assert!(turns[1].reasoning().unwrap().starts_with("thought 1.0 thought 1.1"));
    let body = body(&turns);
    assert!(body.contains("answer 1") && !body.contains("call_1"), "{body}");
}

#[tokio::test]
async fn a_reply_that_was_whole_is_a_whole_turn() {
    let folder = Folder::new("whole");
    let pieces = reply(1);
    let id = left(&folder, &pieces).await;
    let store = folder.open().await;
    let recovered = store.recover(&registry()).await.unwrap();
    assert!(matches!(&recovered[..], [Recovered::Turn { at: 1, cut: false, .. }]), "{recovered:?}");
    let turns = store.load(&id).await.unwrap().turns;
    assert!(body(&turns).contains("call_1"));
    let (_, adapter) = registry().find(&route()).unwrap();
    let mut live = adapter.capture(&route(), &throughline_core::ReplyHead::ok(Framing::Sse));
    live.feed(pieces.concat().as_bytes(), &mut |_| {}).unwrap();
    let throughline_core::Captured::Turn(live) = live.finish().unwrap() else { panic!("a refusal") };
    assert_eq!(*turns[1], live);
}

#[tokio::test]
async fn a_refusal_and_silence_leave_nothing() {
    let folder = Folder::new("nothing");
    let silent = left(&folder, &[]).await;
    let breath = left(&folder, &[": keep-alive\n\n".to_owned()]).await;
    let refused = left(&folder, &["data: {\"error\":{\"message\":\"overloaded\",\"code\":529}}\n\n".to_owned()]).await;
    let store = folder.open().await;
    let recovered = store.recover(&registry()).await.unwrap();
    assert_eq!(recovered.len(), 3);
    for (recovered, id) in recovered.iter().zip([&silent, &breath, &refused]) {
        assert!(matches!(recovered, Recovered::Nothing { session } if session == id), "{recovered:?}");
        assert_eq!(store.load(id).await.unwrap().turns.len(), 1);
    }
    assert!(store.pending().await.unwrap().is_empty());
}

#[tokio::test]
async fn what_no_adapter_can_read_stays_until_one_can() {
    let folder = Folder::new("no-adapter");
    let id = left(&folder, &reply(1)[..7]).await;
    let garbage = left(&folder, &["<html>".to_owned(), "\u{0}".to_owned()]).await;
    let store = folder.open().await;
    let none = Registry::builder().build().unwrap();
    for _ in 0..2 {
        let recovered = store.recover(&none).await.unwrap();
        let Recovered::Left { session, bytes, why } = &recovered[0] else { panic!("{recovered:?}") };
        assert_eq!((session, *bytes), (&id, reply(1)[..7].concat().len()));
        assert!(why.starts_with("no adapter speaks chat_completions"), "{why}");
    }
    // A session opens and shows without the adapter that captured it.
    assert_eq!(store.load(&id).await.unwrap().turns.len(), 1);
    let recovered = store.recover(&registry()).await.unwrap();
    assert!(matches!(&recovered[0], Recovered::Turn { session, .. } if *session == id), "{recovered:?}");
    assert!(matches!(&recovered[1], Recovered::Left { session, bytes: 7, .. } if *session == garbage), "{recovered:?}");
    let thoughts = store.load(&id).await.unwrap().turns[1].reasoning();
    assert!(thoughts.unwrap().contains("thought 1.5"));
    // What cannot be read does not stop its session.
    let again = store.begin(&garbage, 1, &head()).await.unwrap();
    store.settle(again, Some(&thought(1))).await.unwrap();
    let recovered = store.recover(&registry()).await.unwrap();
    assert!(matches!(&recovered[..], [Recovered::Left { .. }]), "{recovered:?}");
}

#[tokio::test]
async fn where_its_place_is_taken_its_bytes_stay() {
    let folder = Folder::new("taken");
    let id = left(&folder, &reply(1)).await;
    let store = folder.open().await;
    store.append(&id, 1, &[said("never mind")]).await.unwrap();
    let recovered = store.recover(&registry()).await.unwrap();
    let Recovered::Left { why, .. } = &recovered[0] else { panic!("{recovered:?}") };
    assert_eq!(why, "the session has 2 turns, so that its place, turn 1, is another one's");
    assert_eq!(store.load(&id).await.unwrap().turns.len(), 2);
}

#[tokio::test]
async fn while_one_waits_for_a_reply_the_other_is_told() {
    let folder = Folder::new("waits");
    let (one, two) = (folder.open().await, folder.open().await);
    let id = begun(&one).await;
    let pending = one.begin(&id, 0, &head()).await.unwrap();
    let errors = [
        two.begin(&id, 0, &head()).await.unwrap_err(),
        two.append(&id, 0, &[said("x")]).await.unwrap_err(),
        two.delete(&id).await.unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::Conflict);
        assert!(error.to_string().starts_with(&format!("another process waits for turn 0 of session {id}")), "{error}");
    }
    assert_eq!(two.settle(pending, None).await.unwrap_err().kind(), ErrorKind::Conflict);
    assert!(two.pending().await.unwrap()[0].live);
    one.abandon(pending).await.unwrap();
    two.begin(&id, 0, &head()).await.unwrap();
}

#[tokio::test]
async fn a_reply_whose_place_was_taken_keeps_its_bytes() {
    let folder = Folder::new("lost-place");
    let store = folder.open().await;
    let id = begun(&store).await;
    let pending = store.begin(&id, 0, &head()).await.unwrap();
    store.feed(pending, reply(1).concat().as_bytes()).await.unwrap();
    store.append(&id, 0, &[said("meanwhile")]).await.unwrap();
    assert_eq!(store.settle(pending, Some(&thought(1))).await.unwrap_err().kind(), ErrorKind::Conflict);
    let left = store.pending().await.unwrap();
    assert_eq!((left.len(), left[0].live, left[0].bytes), (1, false, reply(1).concat().len()));
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_open_at_once_recover_a_reply_exactly_once() {
    let folder = Folder::new("once");
    let id = left(&folder, &reply(1)[..5]).await;
    let mut opened = vec![];
    for _ in 0..8 {
        let file = folder.file();
        opened.push(tokio::spawn(async move { Sqlite::open(file).await.unwrap().recover(&registry()).await.unwrap() }));
    }
    let mut turns = 0;
    for recovered in opened {
        turns += recovered.await.unwrap().len();
    }
    assert_eq!((turns, folder.open().await.load(&id).await.unwrap().turns.len()), (1, 2));
}

/// Recovers as another process.
#[test]
fn the_recovering_child() {
    let Some(file) = std::env::var_os("STORE_TEST_RECOVER").map(PathBuf::from) else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let recovered = runtime.block_on(async { Sqlite::open(file).await.unwrap().recover(&registry()).await.unwrap() });
    println!("recovered={}", recovered.len());
}

#[tokio::test]
async fn processes_that_start_at_once_recover_a_reply_exactly_once() {
    let folder = Folder::new("processes");
    let id = left(&folder, &reply(1)[..5]).await;
    let child = || {
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "pending::the_recovering_child", "--nocapture"])
            .env("STORE_TEST_RECOVER", folder.file())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap()
    };
    let children: Vec<_> = (0..5).map(|_| child()).collect();
    let mut sum = 0;
    for child in children {
        let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        let count = out.lines().find_map(|line| line.split_once("recovered=")?.1.parse::<usize>().ok());
        sum += count.unwrap_or_else(|| panic!("{out}"));
    }
    assert_eq!((sum, folder.open().await.load(&id).await.unwrap().turns.len()), (1, 2));
}

#[tokio::test]
async fn a_recorder_writes_the_first_bytes_at_once_and_later_ones_in_a_tenth_of_a_second() {
    let folder = Folder::new("recorder");
    let store: Arc<Sqlite> = Arc::new(folder.open().await);
    let id = begun(&store).await;
    let recorder = Recorder::begin(store.clone(), &id, 0, &head()).await.unwrap();
    let written = async |count| {
        while store.pending().await.unwrap()[0].bytes < count {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    recorder.take(b"one");
    written(3).await;
    for _ in 0..1000 {
        recorder.take(b"x");
    }
    written(1003).await;
    let chunks: i64 =
        sqlx::query_scalar("SELECT count(*) FROM pending_bytes").fetch_one(&mut folder.shell().await).await.unwrap();
    assert!(chunks < 100, "gathered: {chunks}");
    recorder.take(b"last");
    recorder.settle(Some(&thought(0))).await.unwrap();
    assert_eq!(store.load(&id).await.unwrap().turns, [thought(0)]);
    assert!(store.pending().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_recorder_that_is_dropped_leaves_all_it_took_to_recovery() {
    let folder = Folder::new("dropped");
    let store: Arc<Sqlite> = Arc::new(folder.open().await);
    let id = begun(&store).await;
    let recorder = Recorder::begin(store.clone(), &id, 0, &head()).await.unwrap();
    for piece in &reply(3)[..7] {
        recorder.take(piece.as_bytes());
    }
    drop(recorder);
    tokio::time::sleep(Duration::from_millis(150)).await;
    let recovered = store.recover(&registry()).await.unwrap();
    assert!(matches!(&recovered[..], [Recovered::Turn { cut: true, .. }]), "{recovered:?}");
    assert_eq!(store.load(&id).await.unwrap().turns[0].text(), "answer 3");
}

#[tokio::test]
async fn where_a_recorder_s_place_is_taken_all_bytes_are_kept() {
    let folder = Folder::new("recorder-conflict");
    let store: Arc<Sqlite> = Arc::new(folder.open().await);
    let id = begun(&store).await;
    let recorder = Recorder::begin(store.clone(), &id, 0, &head()).await.unwrap();
    recorder.take(b"12345");
    store.append(&id, 0, &[said("x")]).await.unwrap();
    let error = recorder.settle(Some(&thought(0))).await.unwrap_err();
    assert_eq!((error.kind(), store.pending().await.unwrap()[0].bytes), (ErrorKind::Conflict, 5));
}

#[test]
fn a_route_with_a_secret_in_its_url_is_stored_without() {
    let route = Route::new("p", "https://h.example/v1?key=secret", route().api, "m").unwrap();
    assert!(!serde_json::to_string(&route).unwrap().contains("secret"));
}

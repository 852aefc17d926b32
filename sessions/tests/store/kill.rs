//! `kill -9` at random points of a hundred streamed turns: every turn that was acknowledged is there, none twice, a half one once and
//! marked cut, and its calls never travel.
use crate::{
    Folder, begun,
    pending::{body, head, reply},
    registry, said,
};
use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, SystemTime},
};
use throughline_core::{Captured, Framing, ReplyHead, Role, Turn};
use throughline_sessions::{Recorder, SessionStore, Sqlite};

/// Turns that the test asks for.
const TURNS: usize = 100;

/// Talks until it is killed, and says on its output what is durable.
#[test]
fn the_talking_child() {
    let Some(file) = std::env::var_os("STORE_TEST_TALK").map(PathBuf::from) else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store: Arc<Sqlite> = Arc::new(Sqlite::open(file).await.unwrap());
        store.recover(&registry()).await.unwrap();
        let loaded = store.load(&store.session("last").await.unwrap().id).await.unwrap();
        let (id, mut at) = (loaded.session.id, loaded.turns.len());
        let (_, adapter) = registry().find(&crate::route()).unwrap();
        loop {
            store.append(&id, at, &[said(&format!("question {at}"))]).await.unwrap();
            acknowledge(at);
            at += 1;
            let recorder = Recorder::begin(store.clone(), &id, at, &head()).await.unwrap();
            let mut capture = adapter.capture(&crate::route(), &ReplyHead::ok(Framing::Sse));
            for piece in reply(at) {
                recorder.take(piece.as_bytes());
                capture.feed(piece.as_bytes(), &mut |_| {}).unwrap();
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            let Captured::Turn(turn) = capture.finish().unwrap() else { panic!("a refusal") };
            recorder.settle(Some(&Arc::new(turn))).await.unwrap();
            acknowledge(at);
            at += 1;
        }
    });
}

fn acknowledge(at: usize) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "\ndurable={at}").unwrap();
    out.flush().unwrap();
}

#[tokio::test]
async fn nothing_that_was_acknowledged_is_lost_and_nothing_is_there_twice() {
    let folder = Folder::new("kill");
    let id = begun(&folder.open().await).await;
    let seed = std::env::var("STORE_TEST_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed: u64 = seed.unwrap_or_else(clock);
    println!("STORE_TEST_SEED={seed}");
    let mut random = seed | 1;
    let mut draw = move |below: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % below
    };
    let (mut durable, mut cuts, mut kills) = (BTreeSet::new(), 0, 0);
    let mut before: Vec<String> = vec![];
    while before.len() < TURNS {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "kill::the_talking_child", "--nocapture"])
            .env("STORE_TEST_TALK", folder.file())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let reader = std::thread::spawn(move || {
            let lines = out.lines().map_while(Result::ok);
            lines.filter_map(|line| line.strip_prefix("durable=")?.parse::<usize>().ok()).collect::<Vec<_>>()
        });
        std::thread::sleep(Duration::from_millis(20 + draw(400)));
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        durable.extend(reader.join().unwrap());

        if draw(2) == 0 {
            // The next one finds what this one left, and may be killed while it mends it.
            continue;
        }
        let store = folder.open().await;
        store.recover(&registry()).await.unwrap();
        assert!(store.pending().await.unwrap().is_empty());
        let loaded = store.load(&id).await.unwrap();
        assert!(durable.iter().all(|at| *at < loaded.turns.len()), "lost: {durable:?} of {}", loaded.turns.len());
        assert_eq!(loaded.lines[..before.len()], before, "what was there has changed");
        cuts = check(&loaded.turns, &durable);
        before = loaded.lines;
        assert_eq!(store.check().await.unwrap(), []);
    }
    let locks = std::fs::read_dir(folder.join("writers")).unwrap().count();
    assert!(locks <= 2, "{locks} lock files were left");
    assert!(cuts > 0 && durable.len() > TURNS / 2, "{cuts} cut, {} durable", durable.len());
    println!("{} turns, {kills} kills, {cuts} cut", before.len());
}

/// Each turn is that of its place; those that were not acknowledged may be cut. Returns how many are.
fn check(turns: &[Arc<Turn>], durable: &BTreeSet<usize>) -> usize {
    let body = body(turns);
    let mut cuts = 0;
    for (at, turn) in turns.iter().enumerate() {
        if turn.role == Role::User {
            assert_eq!(turn.text(), format!("question {at}"));
            continue;
        }
        assert!(turn.reasoning().is_none_or(|text| text.starts_with(&format!("thought {at}.0"))), "turn {at}");
        let cut = turn.ending.as_ref().is_some_and(|ending| ending.is_cut());
        cuts += usize::from(cut);
        assert!(!(cut && durable.contains(&at)), "turn {at} was whole");
        assert_eq!(body.contains(&format!("\"call_{at}\"")), !cut, "turn {at}, cut: {cut}");
    }
    cuts
}

fn clock() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().unwrap().subsec_nanos().into()
}

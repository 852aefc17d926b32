//! Turns, byte for byte; branches that share them; two that write at once.
use crate::{Folder, begun, said, thought};
use std::{sync::Arc, time::Instant};
use throughline_core::{Stored, Turn};
use throughline_sessions::{EndReason, ErrorKind, Piece, SessionId, SessionStore};

/// Lines in spellings that a parser and a writer would make others of.
const ODD: [&str; 3] = [
    r#"{"throughline":1,"role":"assistant","parts":[{"text":{"text":"\u0061\/b\ud800 \ud83d\ude00 😀"}}],"carriers":[{"kind":"reasoning_details","issuer":"i","payload":{"z":1.50,"a":1E+2,"z":-0.0,"s":"\/\u00e9\ud800"},"text":"s","sealed":true}],"ending":{"stop":"st\u006fp"},"meta":[["n",1.50],["n",1.5]]}"#,
    r#"{"throughline":1,"role":"user","parts":[{"text":{"text":"\u0000 ' \" ; DROP TABLE turns; --"}}]}"#,
    r#"{"throughline":1,"role":"assistant","hermes.native_assistant":[[0,{"kind":"reasoning_opaque","issuer":"i","payload":"b\u002bb=="}]]}"#,
];

fn turn(line: &str) -> Arc<Turn> {
    let Stored::Turn(turn) = Stored::read(line).unwrap() else { panic!("a request") };
    Arc::new(turn)
}

#[tokio::test]
async fn a_turn_comes_back_byte_for_byte_in_another_process_s_handle() {
    let folder = Folder::new("bytes");
    let id = {
        let store = folder.open().await;
        let id = begun(&store).await;
        let turns = ODD.map(turn);
        store.append(&id, 0, &turns).await.unwrap();
        store.append(&id, 3, &[said(&"é😀\u{10ffff}".repeat(100_000))]).await.unwrap();
        id
    };
    let store = folder.open().await;
    let loaded = store.load(&id).await.unwrap();
    assert_eq!(loaded.lines[..3], ODD);
    assert_eq!(loaded.turns[..3], ODD.map(turn));
    assert_eq!(loaded.turns[3].text(), "é😀\u{10ffff}".repeat(100_000));
    let session = store.session("last").await.unwrap();
    assert_eq!((session.turns, session.carriers, session.private), (4, 2, 1));
    let lines: Vec<_> = store.lines(&id).await.unwrap().into_iter().map(|(_, line)| line).collect();
    assert_eq!(lines, loaded.lines);
    assert_eq!(store.check().await.unwrap(), []);
}

#[tokio::test]
async fn the_second_writer_is_told_and_nothing_of_it_is_stored() {
    let folder = Folder::new("conflict");
    let (one, two) = (folder.open().await, folder.open().await);
    let id = begun(&one).await;
    one.append(&id, 0, &[said("one")]).await.unwrap();
    let error = two.append(&id, 0, &[said("two"), said("three")]).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert_eq!(
        error.to_string(),
        format!(
            "session {id} has 1 turns and not 0: another process has gone on with it. resume it again, or branch it at turn 0"
        )
    );
    assert_eq!(one.append(&id, 2, &[said("gap")]).await.unwrap_err().kind(), ErrorKind::Conflict);
    assert_eq!(two.load(&id).await.unwrap().turns, [said("one")]);
    two.append(&id, 1, &[said("two")]).await.unwrap();
}

#[tokio::test]
async fn of_many_that_write_one_place_at_once_one_has_it() {
    let folder = Folder::new("race");
    let id = begun(&folder.open().await).await;
    let mut writers = vec![];
    for n in 0..8 {
        let (store, id) = (folder.open().await, id.clone());
        writers.push(tokio::spawn(async move { store.append(&id, 0, &[thought(n)]).await.is_ok() }));
    }
    let mut won = 0;
    for writer in writers {
        won += usize::from(writer.await.unwrap());
    }
    assert_eq!((won, folder.open().await.load(&id).await.unwrap().turns.len()), (1, 1));
}

#[tokio::test]
async fn a_branch_holds_the_very_rows_and_outlives_its_parent() {
    let folder = Folder::new("branch");
    let store = folder.open().await;
    let id = begun(&store).await;
    let turns: Vec<_> = (0..6).map(thought).collect();
    store.append(&id, 0, &turns).await.unwrap();
    store.configure(&id, &[("effort".to_owned(), throughline_core::Verbatim::parse("1.50").ok())]).await.unwrap();
    let child = store.branch(&id, 4, Some("other way")).await.unwrap();
    assert_eq!((child.parent.as_ref(), child.branched_at, child.turns, child.carriers), (Some(&id), Some(4), 4, 4));
    assert_eq!((child.title.as_deref(), child.route), (Some("other way"), Some(crate::route())));
    assert_eq!(child.model_config[0].1.get(), "1.50");
    assert_eq!(store.session(id.as_str()).await.unwrap().ended, Some(EndReason::Branched));
    assert_eq!(store.session("last").await.unwrap().id, child.id);
    let before = store.load(&id).await.unwrap();
    store.append(&child.id, 4, &[said("else")]).await.unwrap();
    assert_eq!(store.load(&child.id).await.unwrap().lines[..4], before.lines[..4]);
    assert_eq!(lines(&folder).await, 7, "shared, not copied");
    let error = store.branch(&id, 7, None).await.unwrap_err();
    assert_eq!(error.to_string(), format!("session {id} has 6 turns: there is no turn 7"));

    store.delete(&id).await.unwrap();
    assert_eq!(store.load(&child.id).await.unwrap().turns, [&turns[..4], &[said("else")]].concat());
    assert_eq!(lines(&folder).await, 5, "what nobody holds is gone");
    assert_eq!(store.check().await.unwrap(), []);
    store.delete(&child.id).await.unwrap();
    assert_eq!(lines(&folder).await, 0);
}

#[tokio::test]
async fn what_goes_on_again_was_not_left() {
    let folder = Folder::new("again");
    let store = folder.open().await;
    let id = begun(&store).await;
    store.branch(&id, 0, None).await.unwrap();
    store.append(&id, 0, &[said("on")]).await.unwrap();
    let session = store.session("last").await.unwrap();
    assert_eq!((session.id, session.ended), (id, None));
}

#[tokio::test]
async fn a_compacted_child_is_made_of_kept_rows_and_new_turns() {
    let folder = Folder::new("derive");
    let store = folder.open().await;
    let id = begun(&store).await;
    let turns: Vec<_> = (0..6).map(thought).collect();
    store.append(&id, 0, &turns).await.unwrap();
    let pieces = [Piece::Kept(0), Piece::New(said("summary")), Piece::Kept(4), Piece::Kept(5)];
    let child = store.derive(&id, &pieces, EndReason::Compacted, None).await.unwrap();
    assert_eq!((child.turns, child.branched_at), (4, Some(1)));
    let loaded = store.load(&child.id).await.unwrap();
    assert_eq!(loaded.turns, [turns[0].clone(), said("summary"), turns[4].clone(), turns[5].clone()]);
    assert_eq!(lines(&folder).await, 7);
    assert_eq!(store.session(id.as_str()).await.unwrap().ended, Some(EndReason::Compacted));
    let error = store.derive(&id, &[Piece::Kept(6)], EndReason::Compacted, None).await.unwrap_err();
    assert_eq!((error.kind(), store.sessions(&Default::default()).await.unwrap().len()), (ErrorKind::Usage, 2));
}

/// As a later version would: the columns that a table grows are a child's too, without a word in the code that makes one.
#[tokio::test]
async fn a_child_has_every_column_of_its_parent() {
    let folder = Folder::new("columns");
    let id = {
        let store = folder.open().await;
        let id = begun(&store).await;
        store.append(&id, 0, &[said("a"), thought(1)]).await.unwrap();
        store.rename(&id, Some("title")).await.unwrap();
        store.direct(&id, &crate::route(), &throughline_core::Request::new(throughline_core::Api::CHAT)).await.unwrap();
        store.configure(&id, &[("effort".to_owned(), throughline_core::Verbatim::parse("1.50").ok())]).await.unwrap();
        store.close().await;
        id
    };
    folder
        .sql(
            r#"ALTER TABLE sessions ADD COLUMN "a ""colour""" TEXT; UPDATE sessions SET "a ""colour""" = 'red';
               ALTER TABLE turns ADD COLUMN weight INTEGER; UPDATE turns SET weight = 10 + position"#,
        )
        .await;
    let store = folder.open().await;
    let branch = store.branch(&id, 2, None).await.unwrap().id;
    let derived = store.derive(&id, &[Piece::Kept(0), Piece::Kept(1)], EndReason::Compacted, None).await.unwrap().id;
    let mut shell = folder.shell().await;
    let mut own = vec![];
    for (table, whose) in [("sessions", "id = ?"), ("turns", "session = (SELECT number FROM sessions WHERE id = ?)")] {
        let names = sqlx::query_scalar("SELECT name FROM pragma_table_info(?)").bind(table);
        let names: Vec<String> = names.fetch_all(&mut shell).await.unwrap();
        for name in names {
            let sql =
                format!(r#"SELECT group_concat(quote("{}")) FROM {table} WHERE {whose}"#, name.replace('"', r#""""#));
            let mut values = vec![];
            for id in [&id, &branch, &derived] {
                let value: Option<String> =
                    sqlx::query_scalar(&sql).bind(id.as_str()).fetch_one(&mut shell).await.unwrap();
                values.push(value);
            }
            if values.iter().any(|value| *value != values[0]) {
                own.push(name);
            } else {
                assert_ne!(values[0].as_deref(), Some("NULL"), "{name} proves nothing");
            }
        }
    }
    // Two sessions may begin in one millisecond.
    own.retain(|name| !matches!(name.as_str(), "created_at" | "updated_at"));
    assert_eq!(own, ["number", "id", "parent", "branched_at", "changed", "ended", "session"]);
}

#[tokio::test]
async fn a_shell_reads_what_was_said_and_thought() {
    let folder = Folder::new("shell");
    let store = folder.open().await;
    let id = begun(&store).await;
    store.append(&id, 0, &[said("why?"), thought(1)]).await.unwrap();
    let rows: Vec<(String, i64, String, String, Option<String>)> =
        sqlx::query_as("SELECT session, position, role, text, reasoning FROM messages")
            .fetch_all(&mut folder.shell().await)
            .await
            .unwrap();
    assert_eq!(rows[0], (id.to_string(), 0, "user".into(), "why?".into(), None));
    assert_eq!(rows[1], (id.to_string(), 1, "assistant".into(), "answer 1".into(), Some("thought 1".into())));
    folder.sql("UPDATE lines SET line = 'no json' WHERE id = 1").await;
    let count: i64 =
        sqlx::query_scalar("SELECT count(text) FROM messages").fetch_one(&mut folder.shell().await).await.unwrap();
    assert_eq!(count, 1);
}

#[tokio::test]
async fn appending_takes_the_same_time_in_any_session() {
    let folder = Folder::new("constant");
    let store = folder.open().await;
    let (short, long) = (begun(&store).await, begun(&store).await);
    let all: Vec<_> = (0..10_000).map(thought).collect();
    store.append(&long, 0, &all).await.unwrap();
    let mut best = [f64::MAX; 2];
    for n in 0..30 {
        for (best, (id, at)) in best.iter_mut().zip([(&short, n), (&long, 10_000 + n)]) {
            let start = Instant::now();
            store.append(id, at, &[thought(n)]).await.unwrap();
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    assert!(best[1] < best[0] * 4.0, "{best:?}");
    let start = Instant::now();
    assert_eq!(store.load(&long).await.unwrap().turns.len(), 10_030);
    println!("10,000 turns load in {:?}, append {best:?}", start.elapsed());
}

async fn lines(folder: &Folder) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM lines").fetch_one(&mut folder.shell().await).await.unwrap()
}

#[tokio::test]
async fn a_session_that_is_not_there_is_an_error_everywhere() {
    let folder = Folder::new("absent");
    let store = folder.open().await;
    let id = SessionId::new("nobody");
    let errors = [
        store.load(&id).await.err(),
        store.append(&id, 0, &[]).await.err(),
        store.delete(&id).await.err(),
        store.rename(&id, None).await.err(),
        store.configure(&id, &[]).await.err(),
        store.memory(&id).await.err(),
        store.requests(&id).await.err(),
        store.branch(&id, 0, None).await.err(),
    ];
    for error in errors {
        let error = error.unwrap();
        assert_eq!(error.kind(), ErrorKind::NotFound);
        assert_eq!(error.to_string(), "no session `nobody`; there are no sessions yet");
    }
}

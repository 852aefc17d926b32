//! Rows and pages that are not what they should be: named, never skipped, never mended in silence.
use crate::{Folder, begun, said, thought};
use std::io::{Seek, SeekFrom, Write};
use throughline_sessions::{ErrorKind, Filter, SessionStore, Sqlite};

#[tokio::test]
async fn an_unreadable_line_is_named_and_the_others_can_be_seen() {
    let folder = Folder::new("line");
    let store = folder.open().await;
    let (id, other) = (begun(&store).await, begun(&store).await);
    store.append(&id, 0, &[said("a"), thought(1), said("c")]).await.unwrap();
    store.append(&other, 0, &[said("fine")]).await.unwrap();
    folder.sql("UPDATE lines SET line = 'torn' WHERE id = 2").await;
    let error = store.load(&id).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unreadable);
    let place = format!("session {id}, turn 1: ");
    assert!(error.to_string().starts_with(&place), "{error}");
    let lines = store.lines(&id).await.unwrap();
    assert_eq!((lines.len(), &lines[1]), (3, &(1, "torn".to_owned())));
    assert_eq!(store.load(&other).await.unwrap().turns.len(), 1);
    assert_eq!(store.sessions(&Filter::default()).await.unwrap().len(), 2);
    let found = store.check().await.unwrap();
    assert_eq!((found.len(), found[0].place.as_str()), (1, format!("session {id}, turn 1 (row 2 of lines)").as_str()));
}

#[tokio::test]
async fn each_thing_that_cannot_be_read_has_its_line() {
    let folder = Folder::new("each");
    let store = folder.open().await;
    let id = begun(&store).await;
    store.append(&id, 0, &[said("a"), said("b"), said("c"), said("d")]).await.unwrap();
    folder
        .sql(
            "UPDATE lines SET line = CAST(x'ff41' AS TEXT) WHERE id = 1;
             UPDATE lines SET line = '{\"throughline\":2,\"role\":\"user\"}' WHERE id = 2;
             DELETE FROM lines WHERE id = 3;
             UPDATE turns SET position = 9 WHERE position = 3;
             UPDATE sessions SET route = '{}', request = '{}', ended = 'eaten';
             INSERT INTO evidence VALUES (1, '{\"future\":1}', '', 400, '', 0, 0, 1, 9e15, NULL);
             INSERT INTO requests VALUES (1, 1, 0, '', '', NULL, '[');
             INSERT INTO pending VALUES (1, 1, 4, 'x', 200, 'sse', NULL, NULL, 0, NULL)",
        )
        .await;
    let found: Vec<_> = store.check().await.unwrap().into_iter().map(|found| (found.place, found.why)).collect();
    let says = |place: String, why: &str| {
        assert!(found.iter().any(|(p, w)| *p == place && w.contains(why)), "{place}: {why} is not in {found:#?}");
    };
    says(format!("session {id}, turn 0 (row 1 of lines)"), "invalid utf-8");
    says(format!("session {id}, turn 1 (row 2 of lines)"), "schema 2 is newer than 1");
    says(format!("session {id}, turn 2 (row 3 of lines)"), "its line is gone");
    says(format!("session {id}, turn 9 (row 4 of lines)"), "missing, the next one is turn 9");
    says(format!("session {id}, route"), "missing field");
    says(format!("session {id}, ended"), "no reason");
    says(format!("session {id}, request"), "no stored request");
    says("row 1 of evidence".into(), "future");
    says("row 1 of requests".into(), "EOF");
    says("row 1 of pending".into(), "expected value");
    let (all, strange) = store.evidence(None).await.unwrap();
    assert_eq!((all, strange.len(), strange[0].place.as_str()), (vec![], 1, "row 1 of evidence"));
    assert_eq!(store.requests(&id).await.unwrap_err().kind(), ErrorKind::Unreadable);
    assert_eq!(store.last_request(&id).await.unwrap_err().kind(), ErrorKind::Unreadable);
    // What a newer version has taught is handed on, though this one cannot read it.
    let child = store.create(Default::default()).await.unwrap();
    assert_eq!(child.model_config[0].1.get(), r#"[{"future":1}]"#);
}

#[tokio::test]
async fn a_damaged_page_is_an_error_with_advice() {
    let folder = Folder::new("page");
    let store = folder.open().await;
    let id = begun(&store).await;
    let turns: Vec<_> = (0..200).map(thought).collect();
    store.append(&id, 0, &turns).await.unwrap();
    store.close().await;
    drop(store);
    let root: i64 = sqlx::query_scalar("SELECT rootpage FROM sqlite_schema WHERE name = 'lines'")
        .fetch_one(&mut folder.shell().await)
        .await
        .unwrap();
    let mut file = std::fs::OpenOptions::new().write(true).open(folder.file()).unwrap();
    file.seek(SeekFrom::Start(u64::try_from(root - 1).unwrap() * 4096)).unwrap();
    file.write_all(&[0xa5; 4096]).unwrap();
    let store = Sqlite::open(folder.file()).await.unwrap();
    let error = store.load(&id).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unreadable);
    assert!(error.to_string().starts_with("the store is damaged: keep a copy of its folder"), "{error}");
    let found = store.check().await.unwrap();
    assert!(found.iter().any(|found| found.place == "the file"), "{found:?}");
    assert!(found.iter().any(|found| found.place.contains("turn 199")), "{found:?}");
}

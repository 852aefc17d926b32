//! The ladder of schemas: each version's own file climbs to the newest; a newer one is left alone.
use crate::{Folder, begun, said};
use throughline_sessions::{ErrorKind, SessionStore, Sqlite};

/// The steps as they were published. A step never changes.
const STEPS: [&str; 3] = [
    include_str!("../../src/sqlite/schema/1.sql"),
    include_str!("../../src/sqlite/schema/2.sql"),
    include_str!("../../src/sqlite/schema/3.sql"),
];
/// Their SHA-256, the first 16 hex digits.
const PUBLISHED: [&str; 3] = ["a2c31c3e14ac78f7", "b3f3839fc7846e2b", "21a957f19f8fdf6b"];

/// What a session with one turn looks like in the tables of version 1.
const ROWS: &str = r#"
    INSERT INTO sessions VALUES (1, 's', 'title', NULL, NULL, 5, 6, 1, NULL, NULL, NULL, '{"a":1.50}');
    INSERT INTO lines VALUES (1, 'user', 0, 0, NULL, NULL, NULL, '{"throughline":1,"role":"user","parts":[{"text":{"text":"\u0061"}}]}');
    INSERT INTO turns VALUES (1, 0, 1);
"#;

async fn at(folder: &Folder, version: usize) {
    for sql in &STEPS[..version] {
        folder.sql(sql).await;
    }
    folder.sql(&format!("PRAGMA application_id = 0x74687275; PRAGMA user_version = {version}; INSERT INTO written_by VALUES ('0.0.9')")).await;
}

async fn version(folder: &Folder) -> (i64, String) {
    let mut shell = folder.shell().await;
    let version = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut shell).await.unwrap();
    (version, sqlx::query_scalar("SELECT version FROM written_by").fetch_one(&mut shell).await.unwrap())
}

#[test]
fn a_step_that_was_published_never_changes() {
    let steps = STEPS.map(|sql| throughline_core::verbatim::fingerprint(sql.as_bytes()));
    assert_eq!(steps, PUBLISHED, "add a step in place of changing one");
}

#[tokio::test]
async fn a_file_of_every_version_climbs_and_keeps_what_it_holds() {
    for from in 1..=STEPS.len() {
        let folder = Folder::new(&format!("ladder-{from}"));
        at(&folder, from).await;
        folder.sql(ROWS).await;
        let store = folder.open().await;
        let loaded = store.load(&store.session("last").await.unwrap().id).await.unwrap();
        assert_eq!(loaded.lines, [r#"{"throughline":1,"role":"user","parts":[{"text":{"text":"\u0061"}}]}"#]);
        assert_eq!(loaded.session.model_config[0].1.get(), "1.50");
        store.append(&loaded.session.id, 1, &[said("b")]).await.unwrap();
        assert_eq!(store.check().await.unwrap(), []);
        let writer = if from < STEPS.len() { env!("CARGO_PKG_VERSION") } else { "0.0.9" };
        assert_eq!(version(&folder).await, (3, writer.to_owned()));
        let texts: Vec<String> =
            sqlx::query_scalar("SELECT text FROM messages").fetch_all(&mut folder.shell().await).await.unwrap();
        assert_eq!(texts, ["a", "b"]);
    }
}

#[tokio::test]
async fn an_empty_file_becomes_a_store() {
    let folder = Folder::new("empty");
    std::fs::write(folder.file(), "").unwrap();
    begun(&folder.open().await).await;
    assert_eq!(version(&folder).await, (3, env!("CARGO_PKG_VERSION").to_owned()));
}

#[tokio::test]
async fn a_newer_file_is_left_as_it_is_and_says_who_wrote_it() {
    let folder = Folder::new("newer");
    drop(folder.open().await);
    folder.sql("PRAGMA user_version = 7; UPDATE written_by SET version = '3.1.4'; PRAGMA journal_mode = DELETE").await;
    let before = std::fs::read(folder.file()).unwrap();
    let Err(error) = Sqlite::open(folder.file()).await else { panic!("opened") };
    assert_eq!(error.kind(), ErrorKind::Newer);
    let said = format!(
        "{} has schema 7, written by throughline 3.1.4; this is throughline {}, which knows schemas up to 3. it was left as it is: \
         update throughline, or set THROUGHLINE_HOME to another folder",
        folder.file().display(),
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(error.to_string(), said);
    assert_eq!(std::fs::read(folder.file()).unwrap(), before);
    folder.sql("PRAGMA user_version = -1; DROP TABLE written_by").await;
    let Err(error) = Sqlite::open(folder.file()).await else { panic!("opened") };
    assert!(error.to_string().contains("written by a newer throughline;"), "{error}");
}

#[tokio::test]
async fn many_may_open_a_new_store_at_once() {
    let folder = Folder::new("many");
    let opened: Vec<_> = (0..12).map(|_| tokio::spawn(Sqlite::open(folder.file()))).collect();
    let mut stores = vec![];
    for store in opened {
        stores.push(store.await.unwrap().unwrap());
    }
    for store in &stores {
        begun(store).await;
    }
    assert_eq!(stores[0].sessions(&Default::default()).await.unwrap().len(), 12);
}

//! Sessions by name, their settings, and names that mean harm.
use crate::{Folder, begun, said};
use throughline_core::{Api, Request, Verbatim};
use throughline_sessions::{ErrorKind, Filter, NewSession, RequestRecord, SessionId, SessionStore, Sqlite};

async fn named(store: &Sqlite, id: &str) -> SessionId {
    store.create(NewSession { id: Some(SessionId::new(id)), ..NewSession::default() }).await.unwrap().id
}

#[tokio::test]
async fn a_session_is_found_by_its_name_or_the_only_name_that_begins_so() {
    let folder = Folder::new("find");
    let store = folder.open().await;
    assert_eq!(store.session("last").await.unwrap_err().to_string(), "there are no sessions yet");
    for id in ["20260101_000000_aaaaaa", "20260101_000000_aaaaab", "20260202_000000_bbbbbb", "2026"] {
        named(&store, id).await;
    }
    let found =
        async |id: &str| store.session(id).await.map(|session| session.id.to_string()).map_err(|e| e.to_string());
    assert_eq!(found("20260202").await.unwrap(), "20260202_000000_bbbbbb");
    assert_eq!(found("2026").await.unwrap(), "2026");
    assert_eq!(found("last").await.unwrap(), "2026");
    assert_eq!(
        found("202601").await.unwrap_err(),
        "`202601` begins more than one session: 20260101_000000_aaaaaa, 20260101_000000_aaaaab; type more of it"
    );
    assert_eq!(
        found("20260202_000000_bbbbbc").await.unwrap_err(),
        "no session `20260202_000000_bbbbbc`; near it: 20260202_000000_bbbbbb"
    );
    assert_eq!(
        found("zzz").await.unwrap_err(),
        "no session `zzz`; the newest are: 2026, 20260202_000000_bbbbbb, 20260101_000000_aaaaab, 20260101_000000_aaaaaa"
    );
    assert!(found("").await.unwrap_err().starts_with("no session ``; "));
    assert!(found("2026%").await.is_err() && found("2026_").await.is_err());
}

#[tokio::test]
async fn last_is_the_one_that_changed_last() {
    let folder = Folder::new("last");
    let store = folder.open().await;
    let (one, two) = (begun(&store).await, begun(&store).await);
    assert_eq!(store.session("last").await.unwrap().id, two);
    store.append(&one, 0, &[said("a")]).await.unwrap();
    assert_eq!(store.session("last").await.unwrap().id, one);
    store.direct(&two, &crate::route(), &Request::new(Api::CHAT)).await.unwrap();
    let ids: Vec<_> = store.sessions(&Filter::default()).await.unwrap().into_iter().map(|s| s.id).collect();
    assert_eq!(ids, [two, one]);
}

#[tokio::test]
async fn a_made_name_is_a_time_and_six_hex_digits() {
    let folder = Folder::new("made");
    let id = begun(&folder.open().await).await;
    let shape: String = id.as_str().chars().map(|c| if c.is_ascii_hexdigit() { '0' } else { c }).collect();
    assert_eq!(shape, "00000000_000000_000000");
}

#[tokio::test]
async fn names_that_mean_harm_are_names() {
    let folder = Folder::new("harm");
    let store = folder.open().await;
    let big = "x".repeat(1 << 20);
    let names = ["", "last", "'; DROP TABLE sessions; --", "a\0b", "a", "../../etc/passwd", "😀\u{10ffff}", "%", &big];
    for name in names {
        named(&store, name).await;
        store.rename(&SessionId::new(name), Some(name)).await.unwrap();
        store.append(&SessionId::new(name), 0, &[said(name)]).await.unwrap();
    }
    for name in names {
        let session = store.session(name).await.unwrap();
        assert_eq!((session.id.as_str(), session.title.as_deref(), session.turns), (name, Some(name), 1));
        assert_eq!(store.load(&session.id).await.unwrap().turns[0].text(), name);
    }
    let error =
        store.create(NewSession { id: Some(SessionId::new("a\0b")), ..NewSession::default() }).await.unwrap_err();
    assert_eq!(error.to_string(), "there is a session `a\u{fffd}b` already: choose another name");
    let error = store.session(&format!("y{big}")).await.unwrap_err().to_string();
    assert!(error.len() < 1000, "{} bytes", error.len());
    for name in names {
        store.delete(&SessionId::new(name)).await.unwrap();
    }
    assert_eq!(store.sessions(&Filter::default()).await.unwrap(), []);
}

#[tokio::test]
async fn a_list_is_filtered_without_case() {
    let folder = Folder::new("list");
    let store = folder.open().await;
    for (id, title) in [("a1", "Über Wien"), ("b2", "other"), ("c3", "ÜBER Graz")] {
        let id = named(&store, id).await;
        store.rename(&id, Some(title)).await.unwrap();
    }
    let list = async |holds: &str, most| {
        let filter = Filter { holds: Some(holds.to_owned()), most };
        store.sessions(&filter).await.unwrap().into_iter().map(|s| s.id.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(list("über", None).await, ["c3", "a1"]);
    assert_eq!(list("über", Some(1)).await, ["c3"]);
    assert_eq!(list("B2", None).await, ["b2"]);
    assert_eq!(list("nobody", None).await, [""; 0]);
    store.rename(&SessionId::new("b2"), None).await.unwrap();
    assert_eq!(store.session("b2").await.unwrap().title, None);
}

#[tokio::test]
async fn settings_of_others_keep_their_bytes() {
    let folder = Folder::new("config");
    let store = folder.open().await;
    let id = begun(&store).await;
    folder.sql(r#"UPDATE sessions SET model_config = '{ "_x": {"b": 1.50, "a": "\/"}, "max_iterations":90 }'"#).await;
    let value = |json| Verbatim::parse(json).ok();
    let settings = [("new".to_owned(), value("[1,2]")), ("max_iterations".to_owned(), None)];
    store.configure(&id, &settings).await.unwrap();
    assert_eq!(config(&folder).await.unwrap(), r#"{"_x":{"b": 1.50, "a": "\/"},"new":[1,2]}"#);
    store.configure(&id, &[("_x".to_owned(), None), ("new".to_owned(), None)]).await.unwrap();
    assert_eq!(config(&folder).await, None);
}

#[tokio::test]
async fn settings_that_cannot_be_read_are_named_and_never_overwritten() {
    let folder = Folder::new("broken-config");
    let store = folder.open().await;
    let id = begun(&store).await;
    store.append(&id, 0, &[said("a")]).await.unwrap();
    folder.sql("UPDATE sessions SET model_config = '{half'").await;
    let errors = [
        store.configure(&id, &[("a".to_owned(), None)]).await.unwrap_err(),
        store.remember(&id, &Default::default()).await.unwrap_err(),
        store.memory(&id).await.unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::Unreadable);
        assert!(error.to_string().starts_with("the model config is not one JSON object; it was left as it is"));
    }
    assert_eq!(config(&folder).await.unwrap(), "{half");
    let loaded = store.load(&id).await.unwrap();
    assert_eq!(loaded.turns.len(), 1);
    assert_eq!(loaded.session.unreadable[0].place, format!("session {id}, model_config"));
    assert_eq!(store.check().await.unwrap(), loaded.session.unreadable);
}

async fn config(folder: &Folder) -> Option<String> {
    sqlx::query_scalar("SELECT model_config FROM sessions").fetch_one(&mut folder.shell().await).await.unwrap()
}

#[tokio::test]
async fn where_it_goes_and_what_it_says_come_back() {
    let folder = Folder::new("direct");
    let store = folder.open().await;
    let id = begun(&store).await;
    assert_eq!(store.load(&id).await.unwrap().request, None);
    let mut request = Request::new(Api::CHAT);
    request.set("temperature", Verbatim::parse("1.50").unwrap());
    store.direct(&id, &crate::route(), &request).await.unwrap();
    let loaded = folder.open().await.load(&id).await.unwrap();
    assert_eq!((loaded.session.route, loaded.request), (Some(crate::route()), Some(request)));
}

#[tokio::test]
async fn records_are_kept_with_their_session() {
    let folder = Folder::new("records");
    let store = folder.open().await;
    let id = begun(&store).await;
    let mut record = RequestRecord::default();
    (record.session, record.at, record.model) = (Some(id.clone()), 7, "m".into());
    assert_eq!(store.last_request(&id).await.unwrap(), None);
    store.record(&record).await.unwrap();
    record.attempt = 2;
    store.record(&record).await.unwrap();
    let records = store.requests(&id).await.unwrap();
    assert_eq!((records.len(), records[0].attempt, &records[1]), (2, 0, &record));
    assert_eq!(store.last_request(&id).await.unwrap(), Some(record));
    store.delete(&id).await.unwrap();
    let left: i64 =
        sqlx::query_scalar("SELECT count(*) FROM requests").fetch_one(&mut folder.shell().await).await.unwrap();
    assert_eq!(left, 0);
}

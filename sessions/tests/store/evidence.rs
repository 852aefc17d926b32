//! What routes have taught: a session's own memory and the store's evidence.
use crate::{Folder, begun, route};
use throughline_core::{Lesson, RejectionMemory, Taught};
use throughline_sessions::{ErrorKind, Evidence, SessionStore};

fn memory(fields: &[&'static str]) -> RejectionMemory {
    let mut memory = RejectionMemory::new();
    for field in fields {
        memory.record(&route(), *field);
    }
    memory
}

fn lesson(field: &'static str) -> Lesson {
    memory(&[field]).lessons()[0].clone()
}

fn evidence(field: &'static str, now: i64) -> Evidence {
    Evidence::new(lesson(field), "unknown_field", 400, "0abc".into(), now)
}

fn now() -> i64 {
    i64::try_from(std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap()
}

#[tokio::test]
async fn a_session_remembers_in_the_form_of_other_systems_too() {
    let folder = Folder::new("remember");
    let store = folder.open().await;
    let id = begun(&store).await;
    let mut taught = memory(&["reasoning_content"]);
    taught.learn(&route(), Some("Upstream"), Taught::Requires("reasoning".into(), true));
    store.remember(&id, &taught).await.unwrap();
    assert_eq!(folder.open().await.memory(&id).await.unwrap(), taught);
    let config = store.session("last").await.unwrap().model_config;
    let folded = config.iter().find(|(name, _)| name == "reasoning_rejected_carriers").unwrap();
    assert_eq!(folded.1.get(), r#"[["deepseek","api.deepseek.com","deepseek-v4-pro",["reasoning_content"]]]"#);
    let child = store.branch(&id, 0, None).await.unwrap();
    assert_eq!(store.memory(&child.id).await.unwrap(), taught);
    store.remember(&id, &RejectionMemory::new()).await.unwrap();
    assert_eq!(store.session(id.as_str()).await.unwrap().model_config, []);
    assert_eq!(store.memory(&child.id).await.unwrap(), taught);
}

#[tokio::test]
async fn rows_of_another_system_are_obeyed_and_kept() {
    let folder = Folder::new("foreign");
    let store = folder.open().await;
    let id = begun(&store).await;
    folder.sql(r#"UPDATE sessions SET model_config = '{"reasoning_rejected_carriers":[["Deepseek","api.deepseek.com","deepseek-v4-pro",["reasoning"]],{"odd":1}]}'"#).await;
    let mut known = store.memory(&id).await.unwrap();
    assert!(known.refuses(&route(), None, &"reasoning".into()));
    known.record(&route(), "reasoning_details");
    store.remember(&id, &known).await.unwrap();
    assert_eq!(store.memory(&id).await.unwrap(), known);
    let config = store.session("last").await.unwrap().model_config;
    assert_eq!(
        config[0].1.get(),
        r#"[["deepseek","api.deepseek.com","deepseek-v4-pro",["reasoning","reasoning_details"]],{"odd":1}]"#
    );
}

#[tokio::test]
async fn the_same_lesson_again_counts_once_more_and_holds_longer() {
    let folder = Folder::new("again");
    let store = folder.open().await;
    store.learned(&[evidence("reasoning", 1000), evidence("reasoning_content", 1500)]).await.unwrap();
    store.learned(&[evidence("reasoning", 2000)]).await.unwrap();
    let found = store.evidence(None).await.unwrap().0;
    assert_eq!(
        found.iter().map(|e| (&e.lesson, e.times)).collect::<Vec<_>>(),
        [(&lesson("reasoning"), 2), (&lesson("reasoning_content"), 1)]
    );
    let again = &found[0];
    assert_eq!((again.first_at, again.last_at, again.expires_at), (1000, 2000, 2000 + Evidence::HOLDS));
    assert_eq!((again.class.as_str(), again.status, again.error_hash.as_str()), ("unknown_field", 400, "0abc"));
    assert_eq!(store.evidence(Some(1600 + Evidence::HOLDS)).await.unwrap().0, found[..1]);
}

#[tokio::test]
async fn a_new_session_starts_from_what_has_not_expired() {
    let folder = Folder::new("start");
    let store = folder.open().await;
    let now = now();
    store
        .learned(&[evidence("reasoning", now), evidence("reasoning_details", now - Evidence::HOLDS - 1)])
        .await
        .unwrap();
    let id = begun(&store).await;
    assert_eq!(store.memory(&id).await.unwrap(), memory(&["reasoning"]));
}

#[tokio::test]
async fn what_is_forgotten_is_gone_from_every_session() {
    let folder = Folder::new("forget");
    let store = folder.open().await;
    store.learned(&[evidence("reasoning", now()), evidence("reasoning_content", now())]).await.unwrap();
    let (one, two, broken) = (begun(&store).await, begun(&store).await, begun(&store).await);
    folder.sql(&format!("UPDATE sessions SET model_config = '{{' WHERE id = '{broken}'")).await;
    folder.sql(&format!(r#"UPDATE sessions SET model_config = '{{"a":1.50,"reasoning_rejected_carriers":[["deepseek","api.deepseek.com","deepseek-v4-pro",["reasoning"]]]}}' WHERE id = '{two}'"#)).await;
    let row = store.evidence(None).await.unwrap().0.into_iter().find(|e| e.lesson == lesson("reasoning")).unwrap();
    let error = store.forget(&[row.id, 999]).await.unwrap_err();
    assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::NotFound, "no verdict 999"));
    assert_eq!(store.forget(&[row.id]).await.unwrap(), 1, "nothing was forgotten before");
    assert_eq!(store.memory(&one).await.unwrap(), memory(&["reasoning_content"]));
    assert_eq!(store.memory(&two).await.unwrap(), RejectionMemory::new());
    assert_eq!(store.session(two.as_str()).await.unwrap().model_config.len(), 1);
    assert_eq!(store.memory(&broken).await.unwrap_err().kind(), ErrorKind::Unreadable);
    assert_eq!(store.evidence(None).await.unwrap().0.len(), 1);
}

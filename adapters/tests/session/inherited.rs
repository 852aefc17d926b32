//! Branches: the very turns, the very rows, and all that was learned.
use crate::stage::{Home, Process, ask, fields, lessons, simulator, statuses, stored};
use std::sync::Arc;
use throughline::{session::SessionError, sessions::ErrorKind};
use throughline_simulator::Fault;

const SPEC: &str = "nous/z-ai/glm-5.3-flash:US";

#[tokio::test]
async fn a_branch_is_the_same_mind_up_to_its_point() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let mut session = process.create(SPEC).await;
    ask(&mut session, "Hello").await.unwrap();
    let fault = Fault::Refuse { field: "reasoning_details".to_owned(), wording: None };
    simulator.fault("nous", fault).unwrap();
    ask(&mut session, "And now?").await.unwrap();
    ask(&mut session, "And then?").await.unwrap();
    let (parent, before, rows) =
        (session.id().clone(), session.history().turns().to_vec(), stored(&process.store, &session).await);

    let left = session.branch(Some(4), Some("another way")).await.unwrap();
    assert_eq!(left, parent);
    assert_ne!(*session.id(), parent);
    assert_eq!(session.history().turns().len(), 4);
    assert!(before.iter().zip(session.history().turns()).all(|(a, b)| Arc::ptr_eq(a, b)));
    assert_eq!(stored(&process.store, &session).await, rows[..4]);
    let child = process.store.session(session.id().as_str()).await.unwrap();
    assert_eq!(
        (child.parent, child.branched_at, child.title.as_deref()),
        (Some(parent.clone()), Some(4), Some("another way"))
    );

    // The child leaves the refused field out at once; the parent knows nothing of what the child says.
    let spoken = ask(&mut session, "Differently?").await.unwrap();
    assert_eq!(statuses(&spoken.reply.tried), [200]);
    assert_eq!(fields(&spoken.reply.tried[0], 1), ["reasoning_content", "reasoning"]);
    let elder = process.resume(parent.as_str()).await;
    assert_eq!((elder.history().turns().len(), lessons(&elder)), (6, lessons(&session)));

    // Both write the same bytes up to the point.
    let fresh = Process::start(&home, &simulator).await;
    let (one, two) = (fresh.resume(parent.as_str()).await, fresh.resume(session.id().as_str()).await);
    let prefix = |session: &throughline::session::Session| {
        session.planned(|_, body| {
            let body = body.unwrap();
            body.bytes[..body.messages.end].to_vec()
        })
    };
    let (one, two) = (prefix(&one), prefix(&two));
    let same = one.iter().zip(&two).take_while(|(a, b)| a == b).count();
    let text = String::from_utf8(one[..same].to_vec()).unwrap();
    assert!(text.contains("And now?") && text.matches("\"role\":\"assistant\"").count() >= 2, "{text}");
}

#[tokio::test]
async fn a_point_that_is_not_there_changes_nothing() {
    let (simulator, home) = (simulator(), Home::new());
    let process = Process::start(&home, &simulator).await;
    let mut session = process.create(SPEC).await;
    ask(&mut session, "Hello").await.unwrap();
    let id = session.id().clone();
    let error = session.branch(Some(3), None).await.unwrap_err();
    assert!(matches!(&error, SessionError::Store(error) if error.kind() != ErrorKind::Storage), "{error}");
    assert_eq!((session.id(), session.history().turns().len()), (&id, 2));
    assert_eq!(session.branch(None, None).await.unwrap(), id);
}

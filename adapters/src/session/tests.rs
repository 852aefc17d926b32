//! What holds of the types alone.
use super::Session;
use crate::client::Client;
use std::sync::Arc;
use throughline_core::{Route, Turn};

/// A gateway runs sessions in tasks of a runtime with many threads.
#[test]
fn every_step_may_move_between_threads() {
    fn moves<T: Send>(_: impl FnOnce(T)) {}
    fn may(_: impl Send) {}
    moves::<Session>(|mut session| {
        may(session.say(Turn::user("x")));
        may(session.send(true, &mut |_| ()));
        may(session.catch_up());
        may(session.branch(None, None));
        may(session.compact(None, true));
    });
    moves::<(Arc<dyn crate::sessions::SessionStore>, Client, Route)>(|(store, client, route)| {
        may(Session::resume(store.clone(), &client, "last", None));
        may(Session::create(store, &client, route, None, None));
    });
}

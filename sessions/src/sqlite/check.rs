//! Looks at everything in the store, row by row, and names what cannot be read. It changes nothing.
use super::{find, session, turns};
use crate::{RequestRecord, Unreadable};
use sqlx::SqliteConnection;
use std::fmt::Display;
use throughline_core::{Lesson, Route};

/// How many faults of the file itself are named.
const FAULTS: usize = 100;

/// Everything that cannot be read.
pub(super) async fn check(work: &mut SqliteConnection) -> Vec<Unreadable> {
    let mut found = vec![];
    file(work, &mut found).await;
    let all = sqlx::query_as("SELECT number, id FROM sessions ORDER BY number").fetch_all(&mut *work).await;
    let sessions: Vec<(i64, String)> = keep(all, "the table of sessions", &mut found).unwrap_or_default();
    for (number, id) in sessions {
        let place = format!("session {}", find::shown(&id));
        row(work, number, &place, &mut found).await;
        lines(work, number, &place, &mut found).await;
    }
    texts(work, "evidence", "lesson", &mut found, |text| serde_json::from_str::<Lesson>(text).err()).await;
    texts(work, "requests", "record", &mut found, |text| serde_json::from_str::<RequestRecord>(text).err()).await;
    texts(work, "pending", "route", &mut found, |text| serde_json::from_str::<Route>(text).err()).await;
    found
}

/// The pages of the file.
async fn file(work: &mut SqliteConnection, found: &mut Vec<Unreadable>) {
    let sql = format!("PRAGMA quick_check({FAULTS})");
    let faults: Vec<String> =
        keep(sqlx::query_scalar(&sql).fetch_all(work).await, "the file", found).unwrap_or_default();
    found.extend(
        faults.into_iter().filter(|fault| fault != "ok").map(|why| Unreadable { place: "the file".into(), why }),
    );
}

/// A session's own columns.
async fn row(work: &mut SqliteConnection, number: i64, place: &str, found: &mut Vec<Unreadable>) {
    let session = keep(session::read(work, number).await, place, found);
    let configured = session.as_ref().is_some_and(|session| session.unreadable.is_empty());
    found.extend(session.into_iter().flat_map(|session| session.unreadable));
    keep(session::request(work, number).await, &format!("{place}, request"), found);
    if configured {
        keep(session::memory(work, number).await, &format!("{place}, model_config"), found);
    }
}

/// A session's turns, each by itself: one that cannot be read hides no other.
async fn lines(work: &mut SqliteConnection, number: i64, place: &str, found: &mut Vec<Unreadable>) {
    let all = sqlx::query_as("SELECT position, line FROM turns WHERE session = ? ORDER BY position").bind(number);
    let turns: Vec<(i64, i64)> =
        keep(all.fetch_all(&mut *work).await, &format!("{place}, turns"), found).unwrap_or_default();
    let mut next = 0;
    for (at, line) in turns {
        let bytes = sqlx::query_scalar("SELECT line FROM lines WHERE id = ?").bind(line);
        let place = format!("{place}, turn {at} (row {line} of lines)");
        if let Some(bytes) = keep(bytes.fetch_optional(&mut *work).await, &place, found) {
            keep(turns::read(next, at, bytes), &place, found);
        }
        next = super::size(at) + 1;
    }
}

/// A column that holds a text of a known form.
async fn texts<E: Display>(
    work: &mut SqliteConnection,
    table: &str,
    column: &str,
    found: &mut Vec<Unreadable>,
    fault: impl Fn(&str) -> Option<E>,
) {
    let sql = format!("SELECT id, {column} FROM {table} ORDER BY id");
    let rows: Vec<(i64, String)> =
        keep(sqlx::query_as(&sql).fetch_all(work).await, &format!("the table {table}"), found).unwrap_or_default();
    for (id, text) in rows {
        let place = format!("row {id} of {table}");
        found.extend(fault(&text).map(|why| Unreadable { place, why: why.to_string() }));
    }
}

/// What was read; what was not is named.
fn keep<T, E: Display>(read: Result<T, E>, place: &str, found: &mut Vec<Unreadable>) -> Option<T> {
    read.map_err(|why| found.push(Unreadable { place: place.to_owned(), why: why.to_string() })).ok()
}

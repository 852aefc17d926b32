//! Replies on their way: their bytes are kept while they come, and one step makes a turn of them.
use super::{count, find, now, session, size, turns, writer::Writer};
use crate::{Error, ErrorKind, Pending, PendingHead, PendingId, SessionId};
use sqlx::SqliteConnection;
use std::sync::Arc;
use throughline_core::{Framing, Turn};

/// A reply begins.
pub(super) async fn begin(
    work: &mut SqliteConnection,
    id: &SessionId,
    at: usize,
    head: &PendingHead,
    writer: &Writer,
) -> Result<PendingId, Error> {
    let number = find::exact(work, id).await?;
    free(work, number, id, writer).await?;
    let there = session::turns(work, number).await?;
    if there != at {
        return Err(session::conflict(id, at, there));
    }
    let framing = match FRAMINGS.iter().find(|(_, framing)| *framing == head.framing) {
        Some((word, _)) => *word,
        None => return Err(Error::new(ErrorKind::Usage, "this store has no word for how the reply is framed")),
    };
    let sql = "INSERT INTO pending (session, position, route, status, framing, served_by, writer, began_at, minted_under) \
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let made = sqlx::query(sql)
        .bind(number)
        .bind(count(at))
        .bind(session::json(&head.route)?)
        .bind(head.status)
        .bind(framing)
        .bind(&head.served_by)
        .bind(writer.name())
        .bind(now())
        .bind(head.minted_under.as_ref().map(|digest| &digest.0))
        .execute(&mut *work)
        .await?;
    session::touch(work, number).await?;
    Ok(made.last_insert_rowid())
}

/// Words of the store for how a reply is framed.
const FRAMINGS: [(&str, Framing); 4] = [
    ("whole", Framing::Whole),
    ("sse", Framing::Sse),
    ("event_stream", Framing::EventStream),
    ("lines", Framing::Lines),
];

/// The framing that a word in the store names.
pub(super) fn framing(word: &str) -> Option<Framing> {
    FRAMINGS.iter().find(|(name, _)| *name == word).map(|(_, framing)| *framing)
}

/// More of it came.
pub(super) async fn feed(work: &mut SqliteConnection, pending: PendingId, bytes: &[u8]) -> Result<(), Error> {
    // A row that is gone takes no more.
    let sql = "INSERT INTO pending_bytes (pending, came_at, bytes) SELECT id, ?2, ?3 FROM pending WHERE id = ?1";
    match sqlx::query(sql).bind(pending).bind(now()).bind(bytes).execute(work).await?.rows_affected() {
        0 => Err(gone()),
        _ => Ok(()),
    }
}

/// The reply is over: its turn takes its place.
pub(super) async fn settle(
    work: &mut SqliteConnection,
    pending: PendingId,
    turn: Option<&Arc<Turn>>,
    writer: &Writer,
) -> Result<(), Error> {
    let sql = "SELECT session, sessions.id, position, writer FROM pending \
               JOIN sessions ON sessions.number = session WHERE pending.id = ?";
    let row: Option<(i64, String, i64, Option<String>)> =
        sqlx::query_as(sql).bind(pending).fetch_optional(&mut *work).await?;
    let (number, id, at, owner) = row.ok_or_else(gone)?;
    if owner.is_some_and(|owner| owner != writer.name() && writer.lives(&owner)) {
        return Err(Error::new(ErrorKind::Conflict, "another process reads this reply: wait for it, or end it"));
    }
    if let Some(turn) = turn {
        let placed = turns::append(work, number, &SessionId::new(id), size(at), std::slice::from_ref(turn)).await;
        if placed.as_ref().is_err_and(|error| error.kind() == ErrorKind::Conflict) {
            abandon(work, pending, writer).await?;
        }
        placed?;
    }
    drop(work, pending).await
}

/// Takes a row and its bytes away.
pub(super) async fn drop(work: &mut SqliteConnection, pending: PendingId) -> Result<(), Error> {
    sqlx::query("DELETE FROM pending WHERE id = ?").bind(pending).execute(work).await?;
    Ok(())
}

/// Nobody reads it any more.
pub(super) async fn abandon(work: &mut SqliteConnection, pending: PendingId, writer: &Writer) -> Result<(), Error> {
    let sql = "UPDATE pending SET writer = NULL WHERE id = ? AND writer = ?";
    sqlx::query(sql).bind(pending).bind(writer.name()).execute(work).await?;
    Ok(())
}

/// An error where another process waits for a reply of the session.
pub(super) async fn free(
    work: &mut SqliteConnection,
    number: i64,
    id: &SessionId,
    writer: &Writer,
) -> Result<(), Error> {
    let sql = "SELECT writer, position FROM pending WHERE session = ? AND writer <> ?";
    let others: Vec<(String, i64)> = sqlx::query_as(sql).bind(number).bind(writer.name()).fetch_all(work).await?;
    match others.iter().find(|(other, _)| writer.lives(other)) {
        None => Ok(()),
        Some((_, at)) => {
            let id = find::shown(id.as_str());
            let what = format!(
                "another process waits for turn {at} of session {id}: let it end and resume the session again, or branch it at turn {at}"
            );
            Err(Error::new(ErrorKind::Conflict, what))
        }
    }
}

/// All of them.
pub(super) async fn list(work: &mut SqliteConnection, writer: &Writer) -> Result<Vec<Pending>, Error> {
    let sql = "SELECT p.id, s.id, p.position, p.writer, coalesce(sum(length(b.bytes)), 0), \
                      coalesce(max(b.came_at), p.began_at) \
               FROM pending p JOIN sessions s ON s.number = p.session LEFT JOIN pending_bytes b ON b.pending = p.id \
               GROUP BY p.id ORDER BY p.id";
    let rows: Vec<(i64, String, i64, Option<String>, i64, i64)> = sqlx::query_as(sql).fetch_all(work).await?;
    let pending = |(id, session, at, owner, bytes, updated_at): (i64, String, i64, Option<String>, i64, i64)| Pending {
        id,
        session: SessionId::new(session),
        at: size(at),
        bytes: size(bytes),
        updated_at,
        live: owner.is_some_and(|owner| writer.lives(&owner)),
    };
    Ok(rows.into_iter().map(pending).collect())
}

fn gone() -> Error {
    let what = "this reply is not pending: another process has made a turn of it, or its session was deleted. resume the session again";
    Error::new(ErrorKind::Conflict, what)
}

//! Makes turns of replies that nobody finished.
//!
//! The adapter alone says what a reply is: bytes that end early give a turn that is marked cut, whole ones a whole turn. What it cannot
//! read stays as it is.
use super::{pending, session, size, turns, writer::Writer};
use crate::{Error, PendingHead, PendingId, Recovered, SessionId};
use sqlx::{Row, SqliteConnection, sqlite::SqliteRow};
use throughline_core::{Captured, Framing, PrefixDigest, Registry, Route, Turn, WireErrorKind};

/// What became of one reply; none where another process was here first.
pub(super) async fn recover(
    work: &mut SqliteConnection,
    pending: PendingId,
    registry: &Registry,
    writer: &Writer,
) -> Result<Option<Recovered>, Error> {
    let sql = "SELECT session, sessions.id, position, pending.route, status, framing, served_by, minted_under, writer \
               FROM pending \
               JOIN sessions ON sessions.number = session WHERE pending.id = ?";
    let Some(row) = sqlx::query(sql).bind(pending).fetch_optional(&mut *work).await? else { return Ok(None) };
    if row.try_get::<Option<String>, _>("writer")?.is_some_and(|owner| writer.lives(&owner)) {
        return Ok(None);
    }
    let (number, at): (i64, i64) = (row.try_get("session")?, row.try_get("position")?);
    let (session, at) = (SessionId::new(row.try_get::<String, _>("id")?), size(at));
    let sql = "SELECT bytes FROM pending_bytes WHERE pending = ? ORDER BY id";
    let chunks: Vec<Vec<u8>> = sqlx::query_scalar(sql).bind(pending).fetch_all(&mut *work).await?;
    let bytes = chunks.iter().map(Vec::len).sum();
    let left = |why: String| Ok(Some(Recovered::Left { session: session.clone(), bytes, why }));
    let turn = match read(&row, &chunks, registry) {
        Ok(turn) => turn,
        Err(why) => return left(why),
    };
    if let Some(turn) = &turn {
        let there = session::turns(work, number).await?;
        if there != at {
            return left(format!("the session has {there} turns, so that its place, turn {at}, is another one's"));
        }
        turns::place(work, number, at, turn).await?;
        session::touch(work, number).await?;
    }
    pending::drop(work, pending).await?;
    Ok(Some(match turn {
        Some(turn) => Recovered::Turn { session, at, cut: turn.ending.is_some_and(|ending| ending.is_cut()) },
        None => Recovered::Nothing { session },
    }))
}

/// The turn that the bytes are; none where they are a refusal or nothing.
fn read(row: &SqliteRow, chunks: &[Vec<u8>], registry: &Registry) -> Result<Option<Turn>, String> {
    let text = |column| row.try_get::<&str, _>(column).map_err(|error| error.to_string());
    let route: Route = serde_json::from_str(text("route")?).map_err(|error| format!("its route: {error}"))?;
    let framing = pending::framing(text("framing")?).ok_or("no framing that this version knows")?;
    let status = row.try_get("status").map_err(|error| error.to_string())?;
    let served_by = row.try_get("served_by").map_err(|error| error.to_string())?;
    let minted_under = row.try_get::<Option<String>, _>("minted_under").map_err(|error| error.to_string())?;
    let head = PendingHead { route, status, framing, served_by, minted_under: minted_under.map(PrefixDigest) };
    match head.capture(chunks.iter().map(Vec::as_slice), registry).map_err(|error| error.to_string())? {
        Ok(Captured::Turn(turn)) => Ok(Some(turn)),
        Ok(Captured::Refusal(_)) => Ok(None),
        Err(error) if error.kind() == WireErrorKind::Empty || is_silent(framing, &chunks.concat()) => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// True where nothing was said: a stream of comments alone, by which a host shows that it still lives.
fn is_silent(framing: Framing, bytes: &[u8]) -> bool {
    let comments = || bytes.split(|byte| matches!(byte, b'\r' | b'\n')).all(|line| matches!(line, [] | [b':', ..]));
    bytes.is_empty() || framing == Framing::Sse && comments()
}

//! Turns: each the line that it is, in the place that a session gives it.
use super::{count, find, session, size};
use crate::{Error, ErrorKind, Loaded, SessionId};
use sqlx::SqliteConnection;
use std::sync::Arc;
use throughline_core::{Stored, Turn};

/// Appends turns to a session that has exactly `at`.
pub(super) async fn append(
    work: &mut SqliteConnection,
    number: i64,
    id: &SessionId,
    at: usize,
    turns: &[Arc<Turn>],
) -> Result<(), Error> {
    let there = session::turns(work, number).await?;
    if there != at {
        return Err(session::conflict(id, at, there));
    }
    for (n, turn) in turns.iter().enumerate() {
        place(work, number, at + n, turn).await?;
    }
    session::touch(work, number).await
}

/// Stores a turn and gives it a place.
pub(super) async fn place(work: &mut SqliteConnection, number: i64, at: usize, turn: &Turn) -> Result<(), Error> {
    let line =
        turn.line().map_err(|source| Error::caused(ErrorKind::Usage, format!("turn {at} cannot be stored"), source))?;
    // Sums stay in bounds whatever a provider claims; the line itself holds its figure.
    let tokens = |n: Option<u64>| n.map(|n| i64::try_from(n.min(1 << 40)).unwrap_or_default());
    let usage = turn.usage.as_ref();
    let sql = "INSERT INTO lines (role, carriers, private, input_tokens, output_tokens, reasoning_tokens, line) \
               VALUES (?, ?, ?, ?, ?, ?, ?)";
    let row = sqlx::query(sql)
        .bind(turn.role.as_str())
        .bind(count(turn.carriers().count()))
        .bind(count(turn.private().count()))
        .bind(tokens(usage.and_then(|usage| usage.input)))
        .bind(tokens(usage.and_then(|usage| usage.output)))
        .bind(tokens(usage.and_then(|usage| usage.reasoning)))
        .bind(line)
        .execute(&mut *work)
        .await?
        .last_insert_rowid();
    let sql = "INSERT INTO turns (session, position, line) VALUES (?, ?, ?)";
    sqlx::query(sql).bind(number).bind(count(at)).bind(row).execute(work).await?;
    Ok(())
}

/// All of a session.
pub(super) async fn load(work: &mut SqliteConnection, id: &SessionId) -> Result<Loaded, Error> {
    let number = find::exact(work, id).await?;
    let session = session::read(work, number).await?;
    let request = session::request(work, number).await?;
    let rows = rows(work, number).await?;
    let (mut turns, mut lines) = (Vec::with_capacity(rows.len()), Vec::with_capacity(rows.len()));
    for (n, (at, bytes)) in rows.into_iter().enumerate() {
        let (line, turn) = read(n, at, bytes).map_err(|why| {
            let what = format!("session {}, turn {n}: {why}; `check` lists all such rows", find::shown(id.as_str()));
            Error::new(ErrorKind::Unreadable, what)
        })?;
        turns.push(Arc::new(turn));
        lines.push(line);
    }
    Ok(Loaded { session, request, turns, lines })
}

/// The lines of a session as they stand.
pub(super) async fn lines(work: &mut SqliteConnection, id: &SessionId) -> Result<Vec<(usize, String)>, Error> {
    let number = find::exact(work, id).await?;
    let text =
        |bytes: Vec<u8>| String::from_utf8(bytes).unwrap_or_else(|bad| String::from_utf8_lossy(bad.as_bytes()).into());
    let rows = rows(work, number).await?.into_iter();
    Ok(rows.map(|(at, line)| (size(at), text(line.unwrap_or_default()))).collect())
}

/// The turn in a row that should be the n-th, with its line.
pub(super) fn read(n: usize, at: i64, bytes: Option<Vec<u8>>) -> Result<(String, Turn), String> {
    if size(at) != n {
        return Err(format!("missing, the next one is turn {at}"));
    }
    let line = String::from_utf8(bytes.ok_or("its line is gone")?).map_err(|error| error.to_string())?;
    match Stored::read(&line) {
        Ok(Stored::Turn(turn)) => Ok((line, turn)),
        Ok(Stored::Request(_)) => Err("a request stands where a turn should be".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// The places of a session with their lines, as bytes: what is no text is still to be named.
async fn rows(work: &mut SqliteConnection, number: i64) -> Result<Vec<(i64, Option<Vec<u8>>)>, Error> {
    let sql = "SELECT position, lines.line FROM turns LEFT JOIN lines ON lines.id = turns.line \
               WHERE session = ? ORDER BY position";
    Ok(sqlx::query_as(sql).bind(number).fetch_all(work).await?)
}

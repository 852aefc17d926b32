//! Sessions made of another one: its very rows, its settings and its memory.
use super::{count, find, now, session, turns};
use crate::{EndReason, Error, ErrorKind, Piece, Session, SessionId};
use sqlx::SqliteConnection;

/// A session that begins with the first `at` turns of another.
pub(super) async fn branch(
    work: &mut SqliteConnection,
    id: &SessionId,
    at: usize,
    title: Option<&str>,
) -> Result<Session, Error> {
    let parent = find::exact(work, id).await?;
    let there = session::turns(work, parent).await?;
    if at > there {
        return Err(beyond(id, at, there));
    }
    let child = child(work, parent, at, title).await?;
    let sql = "INSERT INTO turns (session, position, line) SELECT ?, position, line FROM turns WHERE session = ? AND position < ?";
    sqlx::query(sql).bind(child).bind(parent).bind(count(at)).execute(&mut *work).await?;
    leave(work, parent, EndReason::Branched).await?;
    session::read(work, child).await
}

/// A session that is made of turns of another and of new ones.
pub(super) async fn derive(
    work: &mut SqliteConnection,
    id: &SessionId,
    pieces: &[Piece],
    ended: EndReason,
    title: Option<&str>,
) -> Result<Session, Error> {
    let parent = find::exact(work, id).await?;
    let shared = pieces.iter().enumerate().take_while(|(n, piece)| matches!(piece, Piece::Kept(at) if at == n)).count();
    let child = child(work, parent, shared, title).await?;
    for (place, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::New(turn) => turns::place(work, child, place, turn).await?,
            Piece::Kept(at) => {
                let sql = "INSERT INTO turns (session, position, line) SELECT ?, ?, line FROM turns WHERE session = ? AND position = ?";
                let kept = sqlx::query(sql).bind(child).bind(count(place)).bind(parent).bind(count(*at));
                if kept.execute(&mut *work).await?.rows_affected() == 0 {
                    return Err(beyond(id, *at, session::turns(work, parent).await?));
                }
            }
        }
    }
    leave(work, parent, ended).await?;
    session::read(work, child).await
}

/// A session like its parent, without turns.
async fn child(work: &mut SqliteConnection, parent: i64, shared: usize, title: Option<&str>) -> Result<i64, Error> {
    let id = session::fresh(work).await?;
    let sql = "INSERT INTO sessions (id, title, parent, branched_at, created_at, updated_at, changed, route, request, model_config) \
               SELECT ?1, coalesce(?2, title), id, ?3, ?4, ?4, (SELECT max(changed) + 1 FROM sessions), route, request, model_config \
               FROM sessions WHERE number = ?5";
    let made = sqlx::query(sql).bind(id.as_str()).bind(title).bind(count(shared)).bind(now()).bind(parent);
    Ok(made.execute(work).await?.last_insert_rowid())
}

async fn leave(work: &mut SqliteConnection, number: i64, ended: EndReason) -> Result<(), Error> {
    let sql = "UPDATE sessions SET ended = ? WHERE number = ?";
    sqlx::query(sql).bind(ended.as_str()).bind(number).execute(work).await?;
    Ok(())
}

fn beyond(id: &SessionId, at: usize, there: usize) -> Error {
    let what = format!("session {} has {there} turns: there is no turn {at}", find::shown(id.as_str()));
    Error::new(ErrorKind::Usage, what)
}

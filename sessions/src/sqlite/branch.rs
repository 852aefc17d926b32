//! Sessions made of another one: its very rows, its settings and its memory.
//!
//! What is copied is every column that is not named here as the child's own, so that none is forgotten when a table grows.
use super::{count, find, now, session, turns};
use crate::{EndReason, Error, ErrorKind, Piece, Session, SessionId};
use sqlx::SqliteConnection;

/// Columns that say which session it is and when it changed. All others are the parent's.
const OWN: [&str; 9] =
    ["number", "id", "title", "parent", "branched_at", "created_at", "updated_at", "changed", "ended"];
/// Columns that say where a turn stands. All others are the turn's.
const PLACE: [&str; 2] = ["session", "position"];

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
    let others = others(work, "turns", &PLACE).await?;
    let sql = format!(
        "INSERT INTO turns (session, position{others}) SELECT ?, position{others} FROM turns WHERE session = ? AND position < ?"
    );
    sqlx::query(&sql).bind(child).bind(parent).bind(count(at)).execute(&mut *work).await?;
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
    let others = others(work, "turns", &PLACE).await?;
    let sql = format!(
        "INSERT INTO turns (session, position{others}) SELECT ?, ?{others} FROM turns WHERE session = ? AND position = ?"
    );
    for (place, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::New(turn) => turns::place(work, child, place, turn).await?,
            Piece::Kept(at) => {
                let kept = sqlx::query(&sql).bind(child).bind(count(place)).bind(parent).bind(count(*at));
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
    let others = others(work, "sessions", &OWN).await?;
    let sql = format!(
        "INSERT INTO sessions (id, title, parent, branched_at, created_at, updated_at, changed{others}) \
         SELECT ?1, coalesce(?2, title), id, ?3, ?4, ?4, (SELECT max(changed) + 1 FROM sessions){others} \
         FROM sessions WHERE number = ?5"
    );
    let made = sqlx::query(&sql).bind(id.as_str()).bind(title).bind(count(shared)).bind(now()).bind(parent);
    Ok(made.execute(work).await?.last_insert_rowid())
}

/// The columns of a table but for `own`, each behind a comma.
async fn others(work: &mut SqliteConnection, table: &str, own: &[&str]) -> Result<String, Error> {
    let names = sqlx::query_scalar("SELECT name FROM pragma_table_info(?) ORDER BY cid").bind(table);
    let names: Vec<String> = names.fetch_all(work).await?;
    let others = names.iter().filter(|name| !own.contains(&name.as_str()));
    Ok(others.map(|name| format!(", \"{}\"", name.replace('"', "\"\""))).collect())
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

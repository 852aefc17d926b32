//! Records of requests.
use super::{find, session};
use crate::{Error, ErrorKind, RequestRecord, SessionId};
use sqlx::SqliteConnection;

pub(super) async fn record(work: &mut SqliteConnection, request: &RequestRecord) -> Result<(), Error> {
    let number = match &request.session {
        Some(id) => Some(find::exact(work, id).await?),
        None => None,
    };
    let sql = "INSERT INTO requests (session, at, provider, model, status, record) VALUES (?, ?, ?, ?, ?, ?)";
    sqlx::query(sql)
        .bind(number)
        .bind(request.at)
        .bind(&request.provider)
        .bind(&request.model)
        .bind(request.status)
        .bind(session::json(request)?)
        .execute(work)
        .await?;
    Ok(())
}

/// Records of a session, the oldest first.
pub(super) async fn list(work: &mut SqliteConnection, id: &SessionId) -> Result<Vec<RequestRecord>, Error> {
    let number = find::exact(work, id).await?;
    let sql = "SELECT id, record FROM requests WHERE session = ? ORDER BY id";
    let rows: Vec<(i64, String)> = sqlx::query_as(sql).bind(number).fetch_all(work).await?;
    rows.into_iter().map(read).collect()
}

/// The newest record of a session.
pub(super) async fn last(work: &mut SqliteConnection, id: &SessionId) -> Result<Option<RequestRecord>, Error> {
    let number = find::exact(work, id).await?;
    let sql = "SELECT id, record FROM requests WHERE session = ? ORDER BY id DESC LIMIT 1";
    let row: Option<(i64, String)> = sqlx::query_as(sql).bind(number).fetch_optional(work).await?;
    row.map(read).transpose()
}

fn read((row, text): (i64, String)) -> Result<RequestRecord, Error> {
    serde_json::from_str(&text).map_err(|source| {
        let what = format!("request {row} is no record of one; it was left as it is");
        Error::caused(ErrorKind::Unreadable, what, source)
    })
}

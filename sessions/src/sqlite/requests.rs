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
    let read = |(row, text): (i64, String)| {
        serde_json::from_str(&text).map_err(|source| {
            Error::caused(
                ErrorKind::Unreadable,
                format!("request {row} is no record of one; it was left as it is"),
                source,
            )
        })
    };
    rows.into_iter().map(read).collect()
}

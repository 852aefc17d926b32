//! A session's own row.
use super::{evidence, find, now, pending, size, writer::Writer};
use crate::{
    EndReason, Error, ErrorKind, Filter, NewSession, Session, SessionId, Unreadable, config::Config, id::noise,
    lessons::Lessons,
};
use sqlx::{Row, SqliteConnection};
use throughline_core::{RejectionMemory, Request, Route, Stored};

/// Begins a session, with what other sessions have learned.
pub(super) async fn create(work: &mut SqliteConnection, new: NewSession) -> Result<Session, Error> {
    let id = match new.id {
        Some(id) => id,
        None => fresh(work).await?,
    };
    let mut config = Config::default();
    let mut lessons = Lessons::default();
    for lesson in evidence::unexpired(work, now()).await? {
        lessons.add(lesson);
    }
    lessons.write(&mut config);
    let sql = "INSERT INTO sessions (id, title, created_at, updated_at, changed, route, request, model_config) \
               VALUES (?1, ?2, ?3, ?3, (SELECT coalesce(max(changed), 0) + 1 FROM sessions), ?4, ?5, ?6)";
    let made = sqlx::query(sql)
        .bind(id.as_str())
        .bind(new.title)
        .bind(now())
        .bind(new.route.as_ref().map(json).transpose()?)
        .bind(new.request.map(line).transpose()?)
        .bind(config.text())
        .execute(&mut *work)
        .await;
    match made {
        Err(error) if error.as_database_error().is_some_and(|error| error.is_unique_violation()) => {
            let what = format!("there is a session `{}` already: choose another name", find::shown(id.as_str()));
            Err(Error::new(ErrorKind::Usage, what))
        }
        made => read(work, made?.last_insert_rowid()).await,
    }
}

/// A name that no session has.
pub(super) async fn fresh(work: &mut SqliteConnection) -> Result<SessionId, Error> {
    loop {
        let id = SessionId::made(now(), noise());
        let taken = sqlx::query("SELECT 1 FROM sessions WHERE id = ?").bind(id.as_str());
        if taken.fetch_optional(&mut *work).await?.is_none() {
            return Ok(id);
        }
    }
}

/// Sessions, those that changed last first.
pub(super) async fn list(work: &mut SqliteConnection, filter: &Filter) -> Result<Vec<Session>, Error> {
    let all = sqlx::query_as("SELECT number, id, title FROM sessions ORDER BY changed DESC");
    let all: Vec<(i64, String, Option<String>)> = all.fetch_all(&mut *work).await?;
    let part = filter.holds.as_ref().map(|part| part.to_lowercase());
    let holds = |text: &str| part.as_ref().is_none_or(|part| text.to_lowercase().contains(part));
    let kept = all.into_iter().filter(|(_, id, title)| holds(id) || title.as_deref().is_some_and(holds));
    let mut sessions = vec![];
    for (number, ..) in kept.take(filter.most.unwrap_or(usize::MAX)) {
        sessions.push(read(work, number).await?);
    }
    Ok(sessions)
}

/// A session with its figures. What of its row cannot be read is named, so that the rest can be seen.
pub(super) async fn read(work: &mut SqliteConnection, number: i64) -> Result<Session, Error> {
    let sql = "SELECT s.*, count(t.position) AS turns, \
                      count(nullif(l.carriers, 0)) AS carriers, \
                      count(nullif(l.private, 0)) AS private, \
                      coalesce(sum(l.input_tokens), 0) AS input_tokens, \
                      coalesce(sum(l.output_tokens), 0) AS output_tokens, \
                      coalesce(sum(l.reasoning_tokens), 0) AS reasoning_tokens \
               FROM sessions s LEFT JOIN turns t ON t.session = s.number LEFT JOIN lines l ON l.id = t.line \
               WHERE s.number = ? GROUP BY s.number";
    let row = sqlx::query(sql).bind(number).fetch_one(work).await?;
    let id: String = row.try_get("id")?;
    let text = |column| row.try_get::<Option<String>, _>(column);
    let tokens = |column| row.try_get(column).map(|n: i64| u64::try_from(n).unwrap_or_default());
    let mut unreadable = vec![];
    let mut strange = |column: &str, why: String| {
        unreadable.push(Unreadable { place: format!("session {}, {column}", find::shown(&id)), why });
    };
    let route = text("route")?.as_deref().map(serde_json::from_str).transpose().unwrap_or_else(|error| {
        strange("route", error.to_string());
        None
    });
    let config = Config::read(text("model_config")?.as_deref()).unwrap_or_else(|error| {
        strange("model_config", error.to_string());
        Config::default()
    });
    let word = text("ended")?;
    let ended = word.as_deref().and_then(EndReason::read);
    if word.is_some() && ended.is_none() {
        strange("ended", "no reason that this version knows".to_owned());
    }
    Ok(Session {
        title: text("title")?,
        parent: text("parent")?.map(SessionId::new),
        branched_at: row.try_get::<Option<i64>, _>("branched_at")?.map(size),
        created_at: row.try_get("created_at")?,
        updated_at: row.try_get("updated_at")?,
        ended,
        route,
        model_config: config.settings(),
        turns: size(row.try_get("turns")?),
        carriers: size(row.try_get("carriers")?),
        private: size(row.try_get("private")?),
        input_tokens: tokens("input_tokens")?,
        output_tokens: tokens("output_tokens")?,
        reasoning_tokens: tokens("reasoning_tokens")?,
        unreadable,
        id: SessionId::new(id),
    })
}

/// The session has gone on: it is the last one, and nobody has left it.
pub(super) async fn touch(work: &mut SqliteConnection, number: i64) -> Result<(), Error> {
    let sql = "UPDATE sessions SET updated_at = ?, changed = (SELECT max(changed) + 1 FROM sessions), ended = NULL \
               WHERE number = ?";
    sqlx::query(sql).bind(now()).bind(number).execute(work).await?;
    Ok(())
}

pub(super) async fn rename(work: &mut SqliteConnection, id: &SessionId, title: Option<&str>) -> Result<(), Error> {
    let number = find::exact(work, id).await?;
    sqlx::query("UPDATE sessions SET title = ? WHERE number = ?").bind(title).bind(number).execute(work).await?;
    Ok(())
}

/// Forgets a session, and the lines that no other one holds.
pub(super) async fn delete(work: &mut SqliteConnection, id: &SessionId, writer: &Writer) -> Result<(), Error> {
    let number = find::exact(work, id).await?;
    pending::free(work, number, id, writer).await?;
    let alone = "DELETE FROM lines WHERE id IN (SELECT line FROM turns WHERE session = ?1) \
                 AND NOT EXISTS (SELECT 1 FROM turns WHERE turns.line = lines.id AND turns.session <> ?1)";
    for sql in [alone, "DELETE FROM sessions WHERE number = ?1"] {
        sqlx::query(sql).bind(number).execute(&mut *work).await?;
    }
    Ok(())
}

pub(super) async fn direct(
    work: &mut SqliteConnection,
    id: &SessionId,
    route: &Route,
    request: &Request,
) -> Result<(), Error> {
    let number = find::exact(work, id).await?;
    let (route, request) = (json(route)?, line(request.clone())?);
    let sql = "UPDATE sessions SET route = ?, request = ? WHERE number = ?";
    sqlx::query(sql).bind(route).bind(request).bind(number).execute(&mut *work).await?;
    touch(work, number).await
}

/// The request of a session.
pub(super) async fn request(work: &mut SqliteConnection, number: i64) -> Result<Option<Request>, Error> {
    let sql = "SELECT request FROM sessions WHERE number = ?";
    let line: Option<String> = sqlx::query_scalar(sql).bind(number).fetch_one(work).await?;
    let what = "the session's request is no stored request; it was left as it is";
    match line.map(|line| Stored::read(&line)).transpose() {
        Ok(Some(Stored::Request(request))) => Ok(Some(request)),
        Ok(Some(Stored::Turn(_))) => Err(Error::new(ErrorKind::Unreadable, what)),
        Ok(None) => Ok(None),
        Err(source) => Err(Error::caused(ErrorKind::Unreadable, what, source)),
    }
}

/// The model config of a session, to be changed.
pub(super) async fn config(work: &mut SqliteConnection, number: i64) -> Result<Config, Error> {
    let sql = "SELECT model_config FROM sessions WHERE number = ?";
    let text: Option<String> = sqlx::query_scalar(sql).bind(number).fetch_one(work).await?;
    Config::read(text.as_deref())
}

/// Writes a model config.
pub(super) async fn configure(work: &mut SqliteConnection, number: i64, config: &Config) -> Result<(), Error> {
    let sql = "UPDATE sessions SET model_config = ? WHERE number = ?";
    sqlx::query(sql).bind(config.text()).bind(number).execute(work).await?;
    Ok(())
}

pub(super) async fn memory(work: &mut SqliteConnection, number: i64) -> Result<RejectionMemory, Error> {
    Ok(Lessons::read(&config(work, number).await?)?.memory())
}

pub(super) async fn remember(work: &mut SqliteConnection, number: i64, memory: &RejectionMemory) -> Result<(), Error> {
    let mut config = config(work, number).await?;
    let mut lessons = Lessons::read(&config)?;
    lessons.replace(memory);
    lessons.write(&mut config);
    configure(work, number, &config).await
}

/// How many turns a session has.
pub(super) async fn turns(work: &mut SqliteConnection, number: i64) -> Result<usize, Error> {
    let sql = "SELECT coalesce(max(position) + 1, 0) FROM turns WHERE session = ?";
    Ok(size(sqlx::query_scalar(sql).bind(number).fetch_one(work).await?))
}

/// The error for a place that is not the next one.
pub(super) fn conflict(id: &SessionId, at: usize, turns: usize) -> Error {
    let id = find::shown(id.as_str());
    let what = format!(
        "session {id} has {turns} turns and not {at}: another process has gone on with it. resume it again, or branch it at turn {}",
        at.min(turns)
    );
    Error::new(ErrorKind::Conflict, what)
}

pub(super) fn json<T: serde::Serialize>(value: &T) -> Result<String, Error> {
    serde_json::to_string(value)
        .map_err(|source| Error::caused(ErrorKind::Usage, "this cannot be written as json", source))
}

fn line(request: Request) -> Result<String, Error> {
    Stored::Request(request)
        .line()
        .map_err(|source| Error::caused(ErrorKind::Usage, "this request cannot be stored", source))
}

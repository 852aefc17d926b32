//! What routes have taught any session, with the refusals that taught it.
use super::session;
use crate::{Error, ErrorKind, Evidence, EvidenceId, Millis, SessionId, Unreadable, lessons::Lessons};
use sqlx::{Row, SqliteConnection, sqlite::SqliteRow};
use throughline_core::Lesson;

/// Adds evidence, or counts it once more.
pub(super) async fn learn(work: &mut SqliteConnection, new: &Evidence) -> Result<(), Error> {
    let sql = "INSERT INTO evidence (lesson, class, status, error_hash, first_at, last_at, times, expires_at, session) \
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) \
               ON CONFLICT (lesson) DO UPDATE SET \
                   class = excluded.class, status = excluded.status, error_hash = excluded.error_hash, \
                   first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at), \
                   times = times + 1, expires_at = max(expires_at, excluded.expires_at)";
    sqlx::query(sql)
        .bind(session::json(&new.lesson)?)
        .bind(&new.class)
        .bind(new.status)
        .bind(&new.error_hash)
        .bind(new.first_at)
        .bind(new.last_at)
        .bind(i64::try_from(new.times.min(1 << 40)).unwrap_or_default())
        .bind(new.expires_at)
        .bind(new.session.as_ref().map(SessionId::as_str))
        .execute(work)
        .await?;
    Ok(())
}

/// The lessons that have not expired, as they are stored, oldest first.
pub(super) async fn unexpired(work: &mut SqliteConnection, now: Millis) -> Result<Vec<String>, Error> {
    let sql = "SELECT lesson FROM evidence WHERE expires_at > ? ORDER BY id";
    Ok(sqlx::query_scalar(sql).bind(now).fetch_all(work).await?)
}

/// Evidence, the newest first. A row that cannot be read hides no other.
pub(super) async fn list(
    work: &mut SqliteConnection,
    now: Option<Millis>,
) -> Result<(Vec<Evidence>, Vec<Unreadable>), Error> {
    let sql = "SELECT * FROM evidence WHERE expires_at > ? ORDER BY last_at DESC, id DESC";
    let rows = sqlx::query(sql).bind(now.unwrap_or(Millis::MIN)).fetch_all(work).await?;
    let (mut all, mut strange) = (vec![], vec![]);
    for row in &rows {
        match read(row) {
            Ok(evidence) => all.push(evidence),
            Err(why) => {
                let place = format!("row {} of evidence", row.try_get::<i64, _>("id")?);
                strange.push(Unreadable { place, why: why.to_string() });
            }
        }
    }
    Ok((all, strange))
}

/// Forgets evidence, and its lesson in every session.
pub(super) async fn forget(work: &mut SqliteConnection, ids: &[EvidenceId]) -> Result<usize, Error> {
    let mut lessons = vec![];
    for id in ids {
        let gone = sqlx::query_scalar("DELETE FROM evidence WHERE id = ? RETURNING lesson").bind(id);
        let gone: Option<String> = gone.fetch_optional(&mut *work).await?;
        lessons.push(gone.ok_or_else(|| Error::new(ErrorKind::NotFound, format!("no verdict {id}")))?);
    }
    // A lesson that this version cannot read is in no session's memory as one.
    let readable: Vec<Lesson> = lessons.iter().filter_map(|lesson| serde_json::from_str(lesson).ok()).collect();
    let configured = sqlx::query_scalar("SELECT number FROM sessions WHERE model_config IS NOT NULL");
    for number in configured.fetch_all(&mut *work).await? {
        // Nor does a config that cannot be read hold one; it is named wherever its session is.
        let Ok(mut config) = session::config(work, number).await else { continue };
        let Ok(mut memory) = Lessons::read(&config) else { continue };
        if readable.iter().fold(false, |gone, lesson| memory.forget(lesson) | gone) {
            memory.write(&mut config);
            session::configure(work, number, &config).await?;
        }
    }
    Ok(lessons.len())
}

/// A row as evidence.
fn read(row: &SqliteRow) -> Result<Evidence, Error> {
    let (id, times): (i64, i64) = (row.try_get("id")?, row.try_get("times")?);
    let lesson = serde_json::from_str(row.try_get("lesson")?).map_err(|source| {
        let what = "it holds no lesson that this version knows; it was left as it is";
        Error::caused(ErrorKind::Unreadable, what, source)
    })?;
    let (class, error_hash): (String, String) = (row.try_get("class")?, row.try_get("error_hash")?);
    Ok(Evidence {
        id,
        last_at: row.try_get("last_at")?,
        times: u64::try_from(times).unwrap_or_default(),
        expires_at: row.try_get("expires_at")?,
        session: row.try_get::<Option<String>, _>("session")?.map(SessionId::new),
        ..Evidence::new(lesson, class, row.try_get("status")?, error_hash, row.try_get("first_at")?)
    })
}

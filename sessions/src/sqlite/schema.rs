//! The ladder of schemas: a file climbs it a step at a time, each in one transaction, and a step that was published never changes.
//!
//! A file that a newer version wrote, or another program, is told about and left as it is.
use crate::{Error, ErrorKind};
use sqlx::{Connection, Executor, SqliteConnection};
use std::path::Path;

/// The step from each version to the next.
const STEPS: [&str; 3] = [include_str!("schema/1.sql"), include_str!("schema/2.sql"), include_str!("schema/3.sql")];

/// Marks a SQLite file as ours: `thru`.
const MARK: i64 = 0x7468_7275;

/// What is in a file.
struct Found {
    mark: i64,
    version: usize,
    tables: i64,
}

/// Says whether this version can go on with the file. Reads only.
pub(super) async fn inspect(read: &mut SqliteConnection, path: &Path) -> Result<(), Error> {
    let found = found(read).await?;
    let path = path.display();
    if found.mark != MARK && (found.tables > 0 || found.mark != 0) {
        let advice = "it was left as it is: move it away, or set THROUGHLINE_HOME to another folder";
        return Err(Error::new(ErrorKind::Usage, format!("{path} is another program's database; {advice}")));
    }
    if found.version > STEPS.len() {
        let writer: Result<String, _> = sqlx::query_scalar("SELECT version FROM written_by").fetch_one(read).await;
        let writer =
            writer.map_or_else(|_| "a newer throughline".to_owned(), |version| format!("throughline {version}"));
        let (ours, steps) = (env!("CARGO_PKG_VERSION"), STEPS.len());
        return Err(Error::new(
            ErrorKind::Newer,
            format!(
                "{path} has schema {}, written by {writer}; this is throughline {ours}, which knows schemas up to {steps}. it was left \
                 as it is: update throughline, or set THROUGHLINE_HOME to another folder",
                found.version
            ),
        ));
    }
    Ok(())
}

/// Climbs from where the file is to the newest schema.
pub(super) async fn climb(write: &mut SqliteConnection, path: &Path) -> Result<(), Error> {
    loop {
        let mut step = write.begin_with("BEGIN IMMEDIATE").await?;
        inspect(&mut step, path).await?;
        let version = found(&mut step).await?.version;
        let Some(sql) = STEPS.get(version) else { return Ok(()) };
        step.execute(*sql).await?;
        step.execute("DELETE FROM written_by").await?;
        sqlx::query("INSERT INTO written_by VALUES (?)").bind(env!("CARGO_PKG_VERSION")).execute(&mut *step).await?;
        let marks = format!("PRAGMA application_id = {MARK}; PRAGMA user_version = {}", version + 1);
        step.execute(marks.as_str()).await?;
        step.commit().await?;
    }
}

async fn found(read: &mut SqliteConnection) -> Result<Found, Error> {
    let mark = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *read).await?;
    let version: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *read).await?;
    let tables = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema").fetch_one(&mut *read).await?;
    // A negative version is nobody's: it counts as newer than all.
    Ok(Found { mark, version: usize::try_from(version).unwrap_or(usize::MAX), tables })
}

//! The store in one SQLite file, `state.db`.
//!
//! Each module holds the statements of one idea as functions over a connection; `store.rs` alone says which of them make one
//! transaction. Nothing above this folder knows which database it is.
mod branch;
mod check;
mod evidence;
mod fault;
mod find;
mod pending;
mod place;
mod recover;
mod requests;
mod schema;
mod session;
mod store;
mod turns;
mod writer;

use crate::{Error, ErrorKind, now};
use sqlx::{
    ConnectOptions, Connection, SqlitePool, Transaction,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use std::{
    path::{Path, PathBuf},
    pin::Pin,
    time::Duration,
};
use writer::Writer;

/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// A store in one SQLite file.
pub struct Sqlite {
    /// The one connection that writes: SQLite has one writer, so that a queue in front of it is fair where its own lock is not.
    write: SqlitePool,
    read: SqlitePool,
    writer: Writer,
    path: PathBuf,
}

type Work = Transaction<'static, sqlx::Sqlite>;

impl Sqlite {
    /// Opens the store at `path`, a file such as `state.db`; makes it where there is none. Must be called where a tokio runtime runs.
    ///
    /// # Errors
    /// Where the folder or the file cannot be used; newer, where a newer version wrote it. The text says what to do.
    pub async fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path =
            std::path::absolute(path.as_ref()).map_err(|source| place::refused("find", path.as_ref(), source))?;
        // Whoever reaches the file by another name must find the same locks beside it.
        let path = path.canonicalize().unwrap_or(path);
        // Named as a type that is `Send`: whoever opens a store in a task of its own need not prove it.
        let opening: Pin<Box<dyn Future<Output = Result<Self, Error>> + Send>> = Box::pin(Self::opened(path));
        opening.await
    }
    async fn opened(path: PathBuf) -> Result<Self, Error> {
        let folder = path.parent().unwrap_or(&path);
        place::make(folder)?;
        let (writer, _gate) = Writer::new(folder).await?;
        place::claim(&path)?;
        // The first look changes nothing, not even the mode of the journal.
        let options = SqliteConnectOptions::new().filename(&path).busy_timeout(PATIENCE).disable_statement_logging();
        let mut look = options.clone().read_only(true).connect().await?;
        schema::inspect(&mut look, &path).await?;
        look.close().await?;
        place::shut(&path);

        let pool = || SqlitePoolOptions::new().idle_timeout(None).max_lifetime(None).test_before_acquire(false);
        let durable = options
            .clone()
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            // On macOS only this reaches the disk itself.
            .pragma("fullfsync", "ON")
            // What is forgotten is overwritten.
            .pragma("secure_delete", "ON");
        let write = pool().max_connections(1).acquire_timeout(PATIENCE * 3).before_acquire(|connection, _| {
            // A full disk makes SQLite roll back by itself, and then the driver counts a transaction that is over.
            let sound = !connection.is_in_transaction();
            Box::pin(async move { Ok(sound) })
        });
        let write = write.connect_with(durable).await?;
        schema::climb(&mut *write.acquire().await?, &path).await?;
        let read = pool().max_connections(4).connect_lazy_with(options.pragma("query_only", "ON").row_buffer_size(512));
        Ok(Self { write, read, writer, path })
    }
    /// The folder of this user's store: `$THROUGHLINE_HOME`, else `$XDG_STATE_HOME/throughline`, else `~/.local/state/throughline`.
    ///
    /// # Errors
    /// Where none of the three is known.
    pub fn folder() -> Result<PathBuf, Error> {
        place::folder()
    }
    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
    /// Ends all work on the file, so that everything stands in it and nothing beside it. A store that is dropped is as safe.
    pub async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }
    /// Work that other writers see whole or not at all.
    async fn write(&self) -> Result<Work, Error> {
        let pool = self.write.clone();
        begun(async move { pool.begin_with("BEGIN IMMEDIATE").await }).await
    }
    /// Work that sees one state of the store, whatever others write meanwhile.
    async fn read(&self) -> Result<Work, Error> {
        let pool = self.read.clone();
        begun(async move { pool.begin().await }).await
    }
}

/// Begins in a task of its own. Where whoever asked has gone away meanwhile, the work is rolled back by the task; half begun it would stay
/// open on a connection that others get next.
async fn begun(begin: impl Future<Output = Result<Work, sqlx::Error>> + Send + 'static) -> Result<Work, Error> {
    let work = tokio::spawn(begin).await;
    Ok(work.map_err(|broken| Error::caused(ErrorKind::Storage, "work on the store broke off", broken))??)
}

/// A count as SQLite holds it. What is out of bounds is as good as endless.
fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// A count that SQLite held.
fn size(n: i64) -> usize {
    usize::try_from(n).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NewSession, SessionStore};
    use std::sync::Arc;
    use throughline_core::Turn;

    #[tokio::test]
    async fn a_disk_that_was_full_is_written_again_once_there_is_room() {
        let folder = std::env::temp_dir().join(format!("throughline-{}-full", std::process::id()));
        let store = Sqlite::open(folder.join("state.db")).await.unwrap();
        let id = store.create(NewSession::default()).await.unwrap().id;
        let pages: i64 = sqlx::query_scalar("PRAGMA page_count").fetch_one(&store.write).await.unwrap();
        sqlx::query(&format!("PRAGMA max_page_count = {pages}")).execute(&store.write).await.unwrap();
        let large = Arc::new(Turn::user(&"x".repeat(1 << 20)));
        let error = store.append(&id, 0, std::slice::from_ref(&large)).await.unwrap_err();
        assert!(error.to_string().starts_with("the disk is full: "), "{error}");
        store.append(&id, 0, &[large]).await.unwrap();
        assert_eq!(store.session("last").await.unwrap().turns, 1);
        store.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }
}

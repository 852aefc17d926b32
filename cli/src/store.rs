//! The store of this user's sessions. What only looks must never make one.
use crate::failure::{Failure, caused};
use std::{path::PathBuf, sync::Arc};
pub(crate) use throughline_sessions::now;
use throughline_sessions::{SessionStore, Sqlite};

/// Sessions on disk.
pub(crate) type Store = Arc<dyn SessionStore>;

/// Where everything stands that outlives this process.
fn folder() -> Result<PathBuf, Failure> {
    Ok(Sqlite::folder()?)
}

/// Where the log of requests stands.
pub(crate) fn logs() -> Result<PathBuf, Failure> {
    Ok(folder()?.join("logs"))
}

/// The store, made where there is none.
pub(crate) async fn open() -> Result<Store, Failure> {
    let file = file()?;
    let opened = Sqlite::open(&file).await;
    Ok(Arc::new(opened.map_err(|error| Failure::Store(format!("{}: {}", file.display(), caused(&error))))?))
}

/// The store, where there is one.
pub(crate) async fn look() -> Result<Option<Store>, Failure> {
    match file()?.try_exists() {
        Ok(false) => Ok(None),
        // Opening says what is wrong with the way there, and what to do.
        Ok(true) | Err(_) => open().await.map(Some),
    }
}

/// The store, for what is about a session or a verdict: without a store there is none of either.
pub(crate) async fn need() -> Result<Store, Failure> {
    let none = || Failure::Usage("there are no sessions yet: `throughline chat` begins one".to_owned());
    look().await?.ok_or_else(none)
}

fn file() -> Result<PathBuf, Failure> {
    Ok(folder()?.join("state.db"))
}

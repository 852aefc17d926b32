//! The store on real files: what it returned `Ok` for is there, whoever is killed when.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]
mod damage;
mod evidence;
mod folder;
mod kill;
mod ladder;
mod pending;
mod sessions;
mod turns;

use std::{
    ops::Deref,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use throughline_core::{Api, Carrier, Part, Registry, Role, Route, TextAt, Turn, Verbatim};
use throughline_sessions::{NewSession, SessionId, SessionStore, Sqlite};

/// A folder of its own for a test, removed behind it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("throughline-{}-{n}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
    fn file(&self) -> PathBuf {
        self.0.join("state.db")
    }
    async fn open(&self) -> Sqlite {
        Sqlite::open(self.file()).await.unwrap()
    }
    /// Runs SQL as a person with a shell would.
    async fn sql(&self, sql: &str) {
        let mut shell = self.shell().await;
        sqlx::raw_sql(sql).execute(&mut shell).await.unwrap();
        sqlx::Connection::close(shell).await.unwrap();
    }
    async fn shell(&self) -> sqlx::SqliteConnection {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.file()).create_if_missing(true);
        sqlx::ConnectOptions::connect(&options.foreign_keys(false)).await.unwrap()
    }
}
impl Deref for Folder {
    type Target = Path;
    fn deref(&self) -> &Path {
        &self.0
    }
}
impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn route() -> Route {
    Route::new("deepseek", "https://api.deepseek.com", Api::CHAT, "deepseek-v4-pro").unwrap()
}

fn registry() -> Registry {
    Registry::builder().with(&[throughline_chat::ADAPTER]).build().unwrap()
}

/// A turn with a thought, as a reply would give it.
fn thought(n: usize) -> Arc<Turn> {
    let payload = Verbatim::parse(&format!(r#""thought {n}""#)).unwrap();
    let carrier = Carrier::plain("reasoning_content", "text", payload, TextAt::WHOLE);
    let parts = vec![Part::text(&format!("answer {n}"))];
    Arc::new(Turn { parts, carriers: vec![carrier], ..Turn::new(Role::Assistant) })
}

fn said(text: &str) -> Arc<Turn> {
    Arc::new(Turn::user(text))
}

async fn begun(store: &Sqlite) -> SessionId {
    store.create(NewSession { route: Some(route()), ..NewSession::default() }).await.unwrap().id
}

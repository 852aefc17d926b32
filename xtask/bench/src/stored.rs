//! What a store costs: a long session resumed as by a new process, and one turn more.
use crate::{
    convo::Wire,
    rows::{Row, copier, timed},
    sample::Pair,
    session::{Failed, Session},
};
use serde_json::Value;
use std::{fs, hint::black_box, path::PathBuf, sync::Arc};
use throughline::{
    Fragments, History, Registry, Turn,
    sessions::{Error, NewSession, SessionId, SessionStore, Sqlite},
};
use tokio::runtime::{Builder, Runtime};

/// Rounds of three turns and a last question: ten thousand turns.
const ROUNDS: usize = 3333;
/// Turns of the session that the long one is compared with.
const FEW: usize = 10;

/// Resume and projection of ten thousand turns, and an append to them.
pub(crate) fn stored(registry: &Registry, wire: Wire, reps: usize) -> Result<Vec<Row>, Failed> {
    let folder = Folder(std::env::temp_dir().join(format!("throughline-bench-{}", std::process::id())));
    let session = Session::new(registry, wire, ROUNDS)?;
    let turns = session.history.turns();
    let runtime = Builder::new_current_thread().enable_time().build()?;
    let store = runtime.block_on(Sqlite::open(folder.0.join("state.db")))?;
    let long = begun(&runtime, &store, turns)?;
    let short = begun(&runtime, &store, turns.get(..FEW).unwrap_or_default())?;

    let resume = || -> Result<(Vec<String>, Vec<u8>), Failed> {
        let loaded = runtime.block_on(async {
            let fresh = Sqlite::open(folder.0.join("state.db")).await?;
            fresh.load(&long).await
        })?;
        let (history, mut body) = (loaded.turns.into_iter().collect::<History>(), vec![]);
        session.project(&history, &mut Fragments::new(), &mut body)?;
        Ok((loaded.lines, body))
    };
    let (lines, body) = resume()?;
    let mut bytes = lines.concat().into_bytes();
    bytes.extend_from_slice(&body);
    let parse = || timed(|| lines.iter().for_each(|line| drop(black_box(serde_json::from_str::<Value>(line)))));
    let copied = Pair::measure(reps, || timed(|| black_box(resume()).ok()), copier(&bytes));
    let parsed = Pair::measure(reps, || timed(|| black_box(resume()).ok()), parse);

    let append = |id: &SessionId, from: usize| {
        let (mut at, store, runtime) = (from, &store, &runtime);
        let (id, turn) = (id.clone(), turns.get(1).cloned().into_iter().collect::<Vec<_>>());
        move || {
            let time = timed(|| runtime.block_on(store.append(&id, at, &turn)).ok());
            at += 1;
            time
        }
    };
    let appended = Pair::measure(reps * 4, append(&long, turns.len()), append(&short, FEW));
    let row = |what, against, pair, goal| Row {
        wire: wire.as_str(),
        rounds: None,
        what,
        against,
        pair,
        goal,
        allocations: None,
    };
    Ok(vec![
        row("10,000 turns, resumed and projected", "one copy of their lines and the body", copied, None),
        row("10,000 turns, resumed and projected", "their lines parsed to Values", parsed, None),
        row("append to 10,000 turns", "append to 10", appended, Some(1.5)),
    ])
}

fn begun(runtime: &Runtime, store: &Sqlite, turns: &[Arc<Turn>]) -> Result<SessionId, Error> {
    runtime.block_on(async {
        let id = store.create(NewSession::default()).await?.id;
        store.append(&id, 0, turns).await?;
        Ok(id)
    })
}

/// Removed behind the measurement.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

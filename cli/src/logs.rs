//! `logs`: one line a request, from the journal: what it carried, what stayed and why, what became of it.
//!
//! The journal holds no text, no blob and no key, so neither does this.
mod line;

use crate::{args::LogsArgs, failure::Failure, output, runtime, store};
use std::time::Duration;
use throughline_sessions::{
    RequestRecord, SessionId, Unreadable,
    journal::{Follow, Journal, Wanted},
};
use tokio::{signal, time::sleep};

/// How often the journal is looked at.
const PAUSE: Duration = Duration::from_millis(200);

pub(crate) fn run(args: &LogsArgs) -> Result<(), Failure> {
    runtime::run(async {
        let wanted = Wanted { session: session(args.session.as_deref()).await?, last: args.last };
        if args.follow {
            return tokio::select! {
                ended = signal::ctrl_c() => ended.map_err(Failure::from),
                followed = follow(args, &wanted) => followed,
            };
        }
        let Some(journal) = journal()? else {
            output::complain("no requests yet");
            return Ok(());
        };
        let read = journal.read(&wanted)?;
        read.records.iter().try_for_each(|record| write(args, record))?;
        tell(&read.unreadable);
        Ok(())
    })?
}

/// The session that is meant. The log may know one that the store has forgotten.
async fn session(named: Option<&str>) -> Result<Option<SessionId>, Failure> {
    let Some(named) = named else { return Ok(None) };
    let known = match store::look().await? {
        Some(store) => store.session(named).await.ok().map(|session| session.id),
        None => None,
    };
    Ok(Some(known.unwrap_or_else(|| SessionId::new(named))))
}

/// The journal, where anybody has written one.
fn journal() -> Result<Option<Journal>, Failure> {
    let folder = store::logs()?;
    Ok(if folder.is_dir() { Some(Journal::open(folder)?) } else { None })
}

async fn follow(args: &LogsArgs, wanted: &Wanted) -> Result<(), Failure> {
    let mut open: Option<Follow> = None;
    loop {
        if open.is_none() {
            open = journal()?.map(|journal| journal.follow(wanted)).transpose()?;
        }
        if let Some(follow) = &mut open {
            while let Some(record) = follow.next()? {
                write(args, &record)?;
            }
            tell(&follow.unreadable());
        }
        sleep(PAUSE).await;
    }
}

fn write(args: &LogsArgs, record: &RequestRecord) -> Result<(), Failure> {
    if args.json { output::json_line(record) } else { output::write(line::of(record).as_bytes()) }
}

fn tell(unreadable: &[Unreadable]) {
    for Unreadable { place, why } in unreadable {
        output::complain(&format!("{place}: {why}"));
    }
}

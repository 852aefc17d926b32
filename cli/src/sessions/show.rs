//! `sessions show`: first whether a private record is there, then each turn with its carriers.
//!
//! No adapter is needed, and no blob is shown: kinds, issuers, lengths and hashes. A line that cannot be read is named in its place.
mod report;
mod text;

use crate::{
    args::ShowArgs,
    failure::Failure,
    output::{self, Paint},
    store::{self, Store},
};
use report::Report;
use throughline_sessions::Session;

pub(super) async fn run(args: &ShowArgs) -> Result<(), Failure> {
    let store = store::need().await?;
    let session = store.session(&args.id).await?;
    if args.raw {
        let lines: String = store.lines(&session.id).await?.into_iter().map(|(_, line)| line + "\n").collect();
        return output::write(lines.as_bytes());
    }
    let report = Report::new(&store, session, args.thinking).await?;
    if args.json {
        output::json(&report)?;
    } else {
        output::write(text::of(&report, Paint::stdout()).as_bytes())?;
    }
    report.broken().map_or(Ok(()), |what| Err(Failure::Store(what)))
}

/// The same of a session at hand, as text.
pub(crate) async fn text(store: &Store, session: Session, paint: Paint) -> Result<String, Failure> {
    Ok(text::of(&Report::new(store, session, false).await?, paint))
}

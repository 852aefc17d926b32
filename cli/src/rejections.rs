//! `rejections`: what routes have refused or demanded, for every session of the store, on what evidence.
//!
//! Of a refusal's own text only a hash is known: it may quote a conversation.
mod export;
mod forget;
mod import;
mod list;
mod verdict;

use crate::{
    args::{RejectionsArgs, RejectionsCommand},
    failure::Failure,
    output, runtime,
    store::Store,
};
use throughline_sessions::{Evidence, Unreadable};

/// Every verdict that can be read; of the others it is said where they stand.
async fn all(store: &Store) -> Result<Vec<Evidence>, Failure> {
    let (all, strange) = store.evidence(None).await?;
    strange.iter().for_each(|Unreadable { place, why }| output::complain(&format!("{place}: {why}")));
    Ok(all)
}

pub(crate) fn run(args: &RejectionsArgs) -> Result<(), Failure> {
    runtime::run(async {
        match &args.command {
            RejectionsCommand::List { json } => list::run(*json).await,
            RejectionsCommand::Why { number } => list::why(*number).await,
            RejectionsCommand::Forget(args) => forget::run(args).await,
            RejectionsCommand::Export => export::run().await,
            RejectionsCommand::Import { file } => import::run(file).await,
        }
    })?
}

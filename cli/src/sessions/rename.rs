//! `sessions rename`: another title, or none.
use crate::{args::RenameArgs, failure::Failure, store};

pub(super) async fn run(args: &RenameArgs) -> Result<(), Failure> {
    let store = store::need().await?;
    let session = store.session(&args.id).await?;
    Ok(store.rename(&session.id, args.title.as_deref()).await?)
}

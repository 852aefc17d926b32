//! `sessions branch`: a session that begins with the first turns of another, carriers and memory among them.
use crate::{args::BranchArgs, failure::Failure, output, store};

pub(super) async fn run(args: &BranchArgs) -> Result<(), Failure> {
    let store = store::need().await?;
    let session = store.session(&args.id).await?;
    let branch = store.branch(&session.id, args.at.unwrap_or(session.turns), args.title.as_deref()).await?;
    output::write(format!("{}\n", branch.id).as_bytes())
}

//! `rejections forget`: the route is asked again, in every session.
use crate::{args::ForgetArgs, failure::Failure, output, store};

pub(super) async fn run(args: &ForgetArgs) -> Result<(), Failure> {
    let store = store::need().await?;
    let all: Vec<i64> = store.evidence(None).await?.iter().map(|evidence| evidence.id).collect();
    let gone = if args.all { &all } else { &args.numbers };
    if let Some(strange) = gone.iter().find(|number| !all.contains(number)) {
        return Err(Failure::Usage(format!("no verdict {strange}; `throughline rejections list` has their numbers")));
    }
    let gone = store.forget(gone).await?;
    output::write(format!("forgot {gone}\n").as_bytes())
}

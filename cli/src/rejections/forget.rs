//! `rejections forget`: the route is asked again, in every session.
use crate::{args::ForgetArgs, failure::Failure, output, store};
use throughline_sessions::ErrorKind;

pub(super) async fn run(args: &ForgetArgs) -> Result<(), Failure> {
    let store = store::need().await?;
    let mut numbers: Vec<i64> = match args.all {
        true => super::all(&store).await?.iter().map(|evidence| evidence.id).collect(),
        false => args.numbers.clone(),
    };
    numbers.sort_unstable();
    numbers.dedup();
    let gone = store.forget(&numbers).await.map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::Usage(format!("{error}; `throughline rejections list` has their numbers")),
        _ => error.into(),
    })?;
    output::write(format!("forgot {gone}\n").as_bytes())
}

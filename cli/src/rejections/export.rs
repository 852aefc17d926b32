//! `rejections export`: all verdicts, one JSON line each.
use super::verdict::Verdict;
use crate::{failure::Failure, output, store};

pub(super) async fn run() -> Result<(), Failure> {
    let Some(store) = store::look().await? else { return Ok(()) };
    super::all(&store).await?.into_iter().map(Verdict::from).try_for_each(|verdict| output::json_line(&verdict))
}

//! The runtime of commands that wait for the network. The others have none.
use crate::failure::Failure;
use std::future::Future;
use tokio::runtime::Builder;

/// Runs `work` to its end.
pub(crate) fn run<T>(work: impl Future<Output = T>) -> Result<T, Failure> {
    let built = Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = built.map_err(|error| Failure::Network(format!("cannot start: {error}")))?;
    Ok(runtime.block_on(work))
}

//! Ctrl-C while an answer comes: the answer stops and what came of it is kept. It must never end the process by itself.
use std::sync::Arc;
use throughline::client::TransportError;
use tokio::{signal, sync::watch};

/// Whether a person has had enough.
#[derive(Clone)]
pub(crate) struct Stop(Arc<watch::Sender<bool>>);

impl Stop {
    pub(crate) fn new() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }
    /// From now on Ctrl-C stops an answer in place of the process.
    pub(crate) fn listen(&self) {
        let stop = self.clone();
        tokio::spawn(async move {
            while signal::ctrl_c().await.is_ok() {
                stop.0.send_replace(true);
            }
        });
    }
    /// The next answer is wanted.
    pub(crate) fn reset(&self) {
        self.0.send_replace(false);
    }
    pub(crate) fn is_asked(&self) -> bool {
        *self.0.borrow()
    }
    /// What `work` gives, or an error as soon as it is stopped.
    pub(crate) async fn or<T>(
        &self,
        work: impl Future<Output = Result<T, TransportError>>,
    ) -> Result<T, TransportError> {
        let mut asked = self.0.subscribe();
        tokio::select! {
            biased;
            Ok(_) = asked.wait_for(|asked| *asked) => {
                Err(TransportError { what: "stopped".to_owned(), passing: false, source: None })
            }
            done = work => done,
        }
    }
}

//! Looking on while a conversation is sent: what a store, a log or a test wants to know, when it happens.
//!
//! A watcher changes nothing of what is sent. Where it cannot keep what it must, the sending ends before anything else goes out.
use super::Tried;
use async_trait::async_trait;
use std::{error::Error, sync::Arc};
use throughline_core::{Plan, ReasoningCarrier, RejectionMemory, ReplyHead, Scene, Turn};

/// Why a watcher could not keep something.
pub type Unkept = Box<dyn Error + Send + Sync>;

/// Looks on. Every method does nothing unless it is written.
#[async_trait]
pub trait Watch: Send {
    /// A request goes out next.
    fn sending(&mut self, _sending: &Sending<'_>) {}
    /// Its answer begins; nothing of its body was looked at yet.
    ///
    /// # Errors
    /// Where the answer cannot be kept: it is not read then.
    async fn head(&mut self, _head: &ReplyHead) -> Result<(), Unkept> {
        Ok(())
    }
    /// The next bytes of the answer, as they came and before they are read. Cheap: the stream waits.
    fn bytes(&mut self, _bytes: &[u8]) {}
    /// The answer is there. `memory` holds what it taught; a retry goes out only behind this.
    ///
    /// # Errors
    /// Where what was learned cannot be kept: there is no retry then.
    async fn tried(&mut self, _tried: &Tried, _memory: &RejectionMemory) -> Result<(), Unkept> {
        Ok(())
    }
    /// The turn that the conversation holds next.
    ///
    /// # Errors
    /// Where it cannot be kept: the conversation does not hold it then.
    async fn turn(&mut self, _turn: &Arc<Turn>) -> Result<(), Unkept> {
        Ok(())
    }
}

/// A request that goes out next.
#[derive(Clone, Copy)]
pub struct Sending<'a> {
    /// 1, or 2 for the one retry.
    pub attempt: u8,
    /// What it is made of.
    pub scene: Scene<'a>,
    /// Who writes it.
    pub adapter: &'static dyn ReasoningCarrier,
    /// What was decided.
    pub plan: &'a Plan<'a>,
    /// The request itself; of its answer nothing is known.
    pub tried: &'a Tried,
}

/// Sees nothing.
pub(super) struct Blind;

impl Watch for Blind {}

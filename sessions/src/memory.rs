//! What routes have taught, with the refusal that taught it.
use crate::{Millis, SessionId};
use throughline_core::Lesson;

/// The number of a row of evidence.
pub type EvidenceId = i64;

/// A lesson with its evidence, shared by all sessions of a store.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Evidence {
    /// Its number; zero before it is stored.
    pub id: EvidenceId,
    /// What was learned, of which route.
    pub lesson: Lesson,
    /// The class of the verdict: `unknown_field`, `missing_field`, …
    pub class: String,
    /// The HTTP status of the refusal.
    pub status: u16,
    /// The SHA-256 of the error's text, in hex. The text itself may quote a conversation.
    pub error_hash: String,
    /// When it was first seen.
    pub first_at: Millis,
    /// When it was last seen.
    pub last_at: Millis,
    /// How often.
    pub times: u64,
    /// From when on the route is asked again.
    pub expires_at: Millis,
    /// The session that learned it first.
    pub session: Option<SessionId>,
}

impl Evidence {
    /// A lesson that was learned now and holds for [`Evidence::HOLDS`].
    pub fn new(lesson: Lesson, class: impl Into<String>, status: u16, error_hash: String, now: Millis) -> Self {
        Self {
            id: 0,
            lesson,
            class: class.into(),
            status,
            error_hash,
            first_at: now,
            last_at: now,
            times: 1,
            expires_at: now.saturating_add(Self::HOLDS),
            session: None,
        }
    }
    /// How long a lesson holds for sessions that did not learn it: thirty days. Providers change.
    pub const HOLDS: Millis = 30 * 24 * 60 * 60 * 1000;
}

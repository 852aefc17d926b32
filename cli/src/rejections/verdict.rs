//! A verdict with its evidence, as a JSON line: what `export` writes and `import` reads.
use serde::{Deserialize, Serialize};
use throughline::Lesson;
use throughline_sessions::{Evidence, Millis, SessionId};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Verdict {
    /// Its number in this store; it means nothing in another.
    #[serde(default)]
    pub(super) id: i64,
    pub(super) lesson: Lesson,
    class: String,
    status: u16,
    /// The SHA-256 of the refusal's text.
    error_hash: String,
    first_at: Millis,
    last_at: Millis,
    times: u64,
    expires_at: Millis,
    #[serde(default)]
    session: Option<SessionId>,
}

impl From<Evidence> for Verdict {
    fn from(evidence: Evidence) -> Self {
        Self {
            id: evidence.id,
            lesson: evidence.lesson,
            class: evidence.class,
            status: evidence.status,
            error_hash: evidence.error_hash,
            first_at: evidence.first_at,
            last_at: evidence.last_at,
            times: evidence.times,
            expires_at: evidence.expires_at,
            session: evidence.session,
        }
    }
}

impl From<Verdict> for Evidence {
    fn from(verdict: Verdict) -> Self {
        let Verdict { lesson, class, status, error_hash, first_at, .. } = verdict;
        let mut evidence = Self::new(lesson, class, status, error_hash, first_at);
        (evidence.last_at, evidence.times) = (verdict.last_at, verdict.times);
        (evidence.expires_at, evidence.session) = (verdict.expires_at, verdict.session);
        evidence
    }
}

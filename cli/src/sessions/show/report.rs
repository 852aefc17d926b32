//! What `sessions show` says, as data: `--json` prints it as it is, and the text is written from it.
use crate::{
    failure::{Failure, caused},
    said::Piece,
    sessions::list::{Head, unread},
    store::Store,
    words,
};
use serde::Serialize;
use throughline::{Lesson, LiteralBuf, Origin, Part, RejectionMemory, Stored, StoredError, ToolCall, Turn};
use throughline_sessions::{Millis, Pending, Session};

#[derive(Serialize)]
pub(super) struct Report {
    /// The turns that hold a private record.
    pub(super) private_record: Vec<usize>,
    pub(super) session: Head,
    /// What of its own row cannot be read, and why.
    pub(super) unreadable: Vec<String>,
    /// What its routes have taught it.
    pub(super) memory: Vec<String>,
    pub(super) turns: Vec<Shown>,
    /// Replies that are on their way or that nobody finished.
    pub(super) pending: Vec<Waiting>,
}

#[derive(Serialize)]
pub(super) struct Shown {
    pub(super) turn: usize,
    /// None where the line cannot be read.
    pub(super) role: Option<&'static str>,
    /// Why it cannot.
    pub(super) unreadable: Option<String>,
    /// Where it was minted.
    pub(super) origin: Option<String>,
    /// `stop`, `cut` or `refused`; none for what was not captured.
    pub(super) ending: Option<&'static str>,
    /// Whether a summary or a server's item stands here for earlier turns.
    pub(super) checkpoint: bool,
    /// The beginning of what it says.
    pub(super) text: String,
    /// Only where it is asked for.
    pub(super) thinking: Option<String>,
    pub(super) calls: Vec<String>,
    pub(super) carriers: Vec<Piece>,
}

#[derive(Serialize)]
pub(super) struct Waiting {
    pub(super) turn: usize,
    pub(super) bytes: usize,
    pub(super) updated_at: Millis,
    /// Whether the process that reads it lives.
    pub(super) live: bool,
}

impl Report {
    pub(super) async fn new(store: &Store, session: Session, thinking: bool) -> Result<Self, Failure> {
        let (mut private_record, mut turns) = (vec![], vec![]);
        for (place, line) in store.lines(&session.id).await? {
            let read = Stored::read(&line);
            if matches!(&read, Ok(Stored::Turn(turn)) if turn.private().next().is_some()) {
                private_record.push(place);
            }
            turns.push(Shown::new(place, read, thinking));
        }
        let mut unreadable = unread(&session);
        let memory = store.memory(&session.id).await.unwrap_or_else(|error| {
            if unreadable.is_empty() {
                unreadable.push(caused(&error));
            }
            RejectionMemory::new()
        });
        let pending = store.pending().await?.into_iter().filter(|pending| pending.session == session.id);
        Ok(Self {
            private_record,
            unreadable,
            memory: memory.lessons().iter().filter_map(lesson).collect(),
            turns,
            pending: pending.map(Waiting::new).collect(),
            session: Head::new(session),
        })
    }
    /// What cannot be read, in words.
    pub(super) fn broken(&self) -> Option<String> {
        let broken = self.turns.iter().filter_map(|turn| Some((turn.turn, turn.unreadable.as_ref()?)));
        let broken = broken.map(|(turn, why)| format!("turn {turn} cannot be read: {why}"));
        let broken: Vec<String> = self.unreadable.iter().cloned().chain(broken).collect();
        (!broken.is_empty()).then(|| broken.join("; "))
    }
}

impl Shown {
    fn new(place: usize, read: Result<Stored, StoredError>, thinking: bool) -> Self {
        let (turn, unreadable) = match read {
            Ok(Stored::Turn(turn)) => (Some(turn), None),
            Ok(Stored::Request(_)) => (None, Some("a request stands in the place of a turn".to_owned())),
            Err(error) => (None, Some(error.to_string())),
        };
        let role = turn.as_ref().map(|turn| turn.role.as_str());
        let turn = turn.unwrap_or_else(|| Turn::user(""));
        let origin = |origin: &Origin| format!("{}/{} at {}", origin.provider, origin.model, origin.host);
        Self {
            turn: place,
            role,
            unreadable,
            origin: turn.origin.as_deref().map(origin),
            ending: turn.ending.as_ref().map(words::ending),
            checkpoint: turn.parts.iter().any(|part| matches!(part, Part::Checkpoint(_))),
            text: saying(&turn),
            thinking: turn.reasoning().filter(|_| thinking),
            calls: turn.calls().map(call).collect(),
            carriers: Piece::all(&turn),
        }
    }
}

impl Waiting {
    fn new(pending: Pending) -> Self {
        Self { turn: pending.at, bytes: pending.bytes, updated_at: pending.updated_at, live: pending.live }
    }
}

/// What the turn says aloud, its tool results among it.
fn saying(turn: &Turn) -> String {
    let results =
        turn.parts.iter().filter_map(|part| if let Part::Result(result) = part { Some(result) } else { None });
    let results = results.filter_map(|result| result.content.as_ref()).map(|content| match content.literal() {
        Some(text) => text.decode().into_owned(),
        None => content.get().to_owned(),
    });
    [turn.text()].into_iter().chain(results).filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
}

fn call(call: &ToolCall) -> String {
    let (mut inner, mut arguments) = (String::new(), LiteralBuf::default());
    call.arguments.write_text(&mut inner);
    arguments.push_inner(&inner);
    format!("{} {}", call.name.decode(), arguments.finish().decode())
}

/// What a route taught; none of what it merely accepted.
fn lesson(lesson: &Lesson) -> Option<String> {
    let Lesson { provider, host, model, upstream, taught, .. } = lesson;
    let upstream = upstream.as_ref().map(|upstream| format!(", {upstream},")).unwrap_or_default();
    Some(format!("{provider}/{model} at {host}{upstream} {}", words::taught(taught)?))
}

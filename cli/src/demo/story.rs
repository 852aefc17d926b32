//! The conversation: a question, a thought and a tool call, its result, a tool call without a thought, the answer, and the
//! next question. Its assistant turns are captured from the raw bytes of replies, as any others are.
use crate::{failure::Failure, input::Lines};
use throughline::{Captured, Framing, History, Projector, ReplyHead, Stored, Turn, resolve};

/// Where the replies came from.
#[derive(Clone, Copy)]
pub(super) enum Story {
    /// Claude behind a gateway, over chat completions.
    Gateway,
    /// Claude at home, over its own wire.
    Home,
}

type Reply = (&'static [u8], Framing);

const GATEWAY: [Reply; 3] = [
    (include_bytes!("openrouter-1.sse"), Framing::Sse),
    (include_bytes!("openrouter-2.json"), Framing::Whole),
    (include_bytes!("openrouter-3.json"), Framing::Whole),
];
const HOME: [Reply; 3] = [
    (include_bytes!("anthropic-1.sse"), Framing::Sse),
    (include_bytes!("anthropic-2.json"), Framing::Whole),
    (include_bytes!("anthropic-3.json"), Framing::Whole),
];

/// The client's first request, over chat completions: instructions, question, tools.
const OPENING: &[u8] = include_bytes!("opening.json");
/// What the tools answer, call by call.
const RESULTS: [&str; 2] =
    [r#"{"mon":90,"tue":20,"wed":85,"thu":60}"#, r#"{"road":"7","open":true,"note":"black ice after midnight"}"#];
const NEXT: &str = "And will the moon be in the way by then?";

impl Story {
    pub(super) fn asked(self) -> &'static str {
        match self {
            Self::Gateway => "openrouter/anthropic/claude-sonnet-4.5",
            Self::Home => "anthropic/claude-sonnet-4-5",
        }
    }
    pub(super) fn tell(self, projector: &Projector) -> Result<Lines, Failure> {
        let client = projector.to(&resolve(Self::Gateway.asked(), None, None)?)?;
        let opening = client.ingest(OPENING)?;
        let asked = projector.to(&resolve(self.asked(), None, None)?)?;
        let mut history: History = opening.turns.into_iter().collect();
        let mut results = RESULTS.iter();
        let replies = match self {
            Self::Gateway => GATEWAY,
            Self::Home => HOME,
        };
        for (bytes, framing) in replies {
            let Captured::Turn(turn) = asked.capture(ReplyHead::ok(framing), bytes)? else {
                return Err(Failure::Input("a reply of the demo is a refusal".to_owned()));
            };
            let calls: Vec<String> =
                turn.calls().filter_map(|call| Some(call.id.as_ref()?.decode().into_owned())).collect();
            history.push(stored(turn)?);
            history.extend(calls.iter().zip(&mut results).map(|(id, result)| Turn::tool(id, result)));
        }
        history.push(Turn::user(NEXT));
        Ok(Lines { request: opening.request, history })
    }
}

/// The turn as a session would have it again: written down and read back.
fn stored(turn: Turn) -> Result<Turn, Failure> {
    match Stored::read(&Stored::Turn(turn).line()?)? {
        Stored::Turn(turn) => Ok(turn),
        Stored::Request(_) => Err(Failure::Input("a turn came back as a request".to_owned())),
    }
}

//! What holds for any bytes that come from outside, as functions of those bytes.
//!
//! A [`Target`] is one place where they come in. The same functions run under cargo-fuzz (the folder `fuzz/`), in a bounded run among the
//! tests, and for as long as one likes with a mutator of our own that needs neither nightly nor another tool. A target must never read
//! anything but its input: what was found once is found again.
mod capture;
mod cuts;
mod described;
mod ingest;
mod kept;
mod mutate;
mod run;
mod seeds;
mod splitters;
mod stage;
mod table;

pub use run::{Count, Found, Until, run};
pub use seeds::{Seeds, seeds};

use throughline::Framing::{EventStream, Sse, Whole};

/// What came of one input: whether it was accepted as what the target reads, or what does not hold.
pub type Looked = Result<bool, String>;

/// One place where bytes come in.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, as cargo-fuzz calls it.
    pub name: &'static str,
    /// What it reads.
    pub door: Door,
}

/// What a target reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// A reply to an adapter's route, in a framing.
    Reply(&'static str, throughline::Framing),
    /// A request on an adapter's route.
    Request(&'static str),
    /// Server-sent events.
    Events,
    /// Frames of an event stream.
    Frames,
    /// A line of the store.
    Line,
    /// The user's table.
    Table,
}

const fn target(name: &'static str, door: Door) -> Target {
    Target { name, door }
}

/// All of them.
pub const TARGETS: &[Target] = &[
    target("capture_chat_whole", Door::Reply("chat", Whole)),
    target("capture_chat_sse", Door::Reply("chat", Sse)),
    target("capture_chat_frames", Door::Reply("chat", EventStream)),
    target("capture_anthropic_whole", Door::Reply("anthropic", Whole)),
    target("capture_anthropic_sse", Door::Reply("anthropic", Sse)),
    target("capture_anthropic_frames", Door::Reply("anthropic", EventStream)),
    target("capture_gemini_whole", Door::Reply("gemini", Whole)),
    target("capture_gemini_sse", Door::Reply("gemini", Sse)),
    target("capture_gemini_frames", Door::Reply("gemini", EventStream)),
    target("capture_gemini_compatible_whole", Door::Reply("gemini-compatible", Whole)),
    target("capture_gemini_compatible_sse", Door::Reply("gemini-compatible", Sse)),
    target("capture_gemini_compatible_frames", Door::Reply("gemini-compatible", EventStream)),
    target("capture_copilot_whole", Door::Reply("copilot", Whole)),
    target("capture_copilot_sse", Door::Reply("copilot", Sse)),
    target("capture_copilot_frames", Door::Reply("copilot", EventStream)),
    target("capture_bedrock_whole", Door::Reply("bedrock", Whole)),
    target("capture_bedrock_sse", Door::Reply("bedrock", Sse)),
    target("capture_bedrock_frames", Door::Reply("bedrock", EventStream)),
    target("ingest_chat", Door::Request("chat")),
    target("ingest_anthropic", Door::Request("anthropic")),
    target("ingest_gemini", Door::Request("gemini")),
    target("ingest_gemini_compatible", Door::Request("gemini-compatible")),
    target("ingest_copilot", Door::Request("copilot")),
    target("ingest_bedrock", Door::Request("bedrock")),
    target("sse", Door::Events),
    target("frames", Door::Frames),
    target("stored_line", Door::Line),
    target("user_table", Door::Table),
];

impl Target {
    /// The target called `name`.
    pub fn find(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }
    /// Looks at one input.
    ///
    /// # Errors
    /// Where something does not hold; the text says what.
    pub fn look(&self, input: &[u8]) -> Looked {
        match self.door {
            Door::Reply(adapter, framing) => capture::look(adapter, framing, input),
            Door::Request(adapter) => ingest::look(adapter, input),
            Door::Events => splitters::events(input),
            Door::Frames => splitters::frames(input),
            Door::Line => kept::line(input),
            Door::Table => kept::table(input),
        }
    }
}

/// Looks at one input of the target called `name`, for a fuzzer that learns from a panic alone.
///
/// # Panics
/// Where something does not hold, or no target is called so.
#[expect(clippy::panic, reason = "a fuzzer learns from a panic alone")]
pub fn must(name: &str, input: &[u8]) {
    let Some(target) = Target::find(name) else { panic!("no target is called `{name}`") };
    if let Err(what) = target.look(input) {
        panic!("{name}: {what}");
    }
}

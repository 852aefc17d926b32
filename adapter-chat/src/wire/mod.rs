//! The chat completions wire: a reader and a writer of its messages with slots for the extension members of a family.
//!
//! A [`Dialect`] says as data which members of a message, of a tool call and of its `function` hold reasoning; everything else
//! is the same for all who speak this wire. It knows no host, and no family beside what the dialect says.
//!
//! # What a stream changes
//!
//! A reply says the same whole and streamed: text, calls, readable reasoning, minted strings. The wire itself makes these
//! differences: texts and chunks of reasoning that follow each other are one, entries have their members in the order in which
//! these first came, a signature that stayed `""` is left out, and of members that nobody knows the last value is kept, in an
//! object that of each of its members.
//!
//! ```
//! use throughline_chat::wire::{Dialect, Field};
//!
//! static MINE: Dialect = Dialect {
//!     message: &[Field::text("musings"), Field::blob("musings_opaque")],
//!     call: &[Field::holding("extra", &["mine/signature"])],
//!     ..Dialect::PLAIN
//! };
//! # use throughline_core::{Api, Captured, Framing, ReplyHead, Route};
//! let route = Route::new("mine", "https://api.mine.example/v1", Api::CHAT, "m-1")?;
//! let mut capture = MINE.capture(&route, &ReplyHead::ok(Framing::Whole));
//! capture.feed(br#"{"choices":[{"message":{"content":"Hi.","musings":"A greeting."}}]}"#, &mut |_| {})?;
//! let Captured::Turn(turn) = capture.finish()? else { unreachable!() };
//! assert_eq!(turn.reasoning().as_deref(), Some("A greeting."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod adopt;
mod bare;
mod body;
mod calls;
mod capture;
mod content;
mod dialect;
mod entries;
mod foreign;
mod gathered;
mod grown;
mod ingest;
mod latest;
mod message;
mod mint;
mod named;
mod out;
mod path;
mod private;
mod refusal;
mod reply;
mod scan;
mod tags;
mod tighten;
mod usage;
mod write;

pub use dialect::{Chunk, Dialect, Field, Holds, LISTS, Mint, STRINGS, Tags, Wrap};
pub use message::Reader;

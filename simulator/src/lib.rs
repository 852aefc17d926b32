//! A provider on loopback that enforces each provider's rules about reasoning.
//!
//! It is a real HTTP server that speaks like some forty providers, each under its own path, streamed and not, over chat
//! completions, Anthropic Messages at every door that it has, Bedrock Converse with its binary event streams, and Gemini's own
//! wire beside its compatible one; its index lists them, with what each reads and requires. Its model is scripted: it thinks of a
//! code word and tells nobody; asked for the word later it can only say what it finds in its own thinking, if that came back in a
//! carrier that the route reads. It has no memory of conversations, so an answer that names the word proves the carrier. What a
//! provider refuses is refused in the provider's own words.
//!
//! Claude's signatures are made with one key at all its doors, of the text, the model and what stood before; models of the
//! generation that asks for it refuse a block whose prefix is another one, or drop it and say so. Asked to use all tools the model
//! calls every one at once; a message that begins with the vendor's documented trigger makes Claude hide its thinking.
//!
//! ```
//! use throughline_simulator::{Fault, Options, Simulator};
//!
//! let simulator = Simulator::spawn(Options { seed: Some(7), ..Options::default() })?;
//! let url = simulator.base_url("groq")?;
//! assert!(url.starts_with("http://127.0.0.1:") && url.ends_with("/groq/openai/v1"));
//! simulator.fault("groq", Fault::Status { code: 429 })?;
//! # Ok::<(), throughline_simulator::Error>(())
//! ```
//!
//! Every reply says in its headers what the body cannot: `x-simulator-cached-bytes` and `x-simulator-body-bytes` (how much of
//! the request's beginning was read before), `x-simulator-thoughts` (thoughts that came, and those that reached the model),
//! and of a refusal `x-simulator-rule` and `x-simulator-evidence`.

mod answer;
mod cache;
mod chat;
mod converse;
mod delivery;
mod door;
mod error;
mod fault;
mod frame;
mod generate;
mod messages;
mod mind;
mod parts;
mod pattern;
mod provider;
mod refusal;
mod seal;
mod server;
mod simulator;
mod style;
mod table;
mod terms;
mod wire;

pub use error::{Error, ErrorKind};
pub use fault::Fault;
pub use simulator::{Listed, Options, Simulator};

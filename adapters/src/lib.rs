//! Carry a model's thinking across turns, routes and providers.
//!
//! A reasoning model answers with its thinking in some carrier: readable text, a signed block, an encrypted blob. Some providers
//! need it back unaltered, others refuse a request with one field too many. Capture replies into a [`History`], and project the
//! history to whatever route comes next: it is sent exactly what it reads.
//!
#![cfg_attr(feature = "chat", doc = "```")]
#![cfg_attr(not(feature = "chat"), doc = "```ignore")]
//! use throughline::{Captured, Framing, History, Projector, ReplyHead, Turn};
//!
//! let projector = Projector::new(throughline::registry()?);
//! let gateway = throughline::resolve("openrouter/z-ai/glm-5", None, None)?;
//! let reply = br#"{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"4","reasoning":"2+2"}}]}"#;
//! let mut history: History = [Turn::user("2 + 2?")].into_iter().collect();
//! let Captured::Turn(turn) = projector.capture(&gateway, ReplyHead::ok(Framing::Whole), reply)? else { return Ok(()) };
//! history.push(turn);
//! history.push(Turn::user("and doubled?"));
//! let deepseek = throughline::resolve("deepseek/deepseek-v4-pro", None, None)?;
//! let body = projector.project(&deepseek, &history)?;
//! assert!(String::from_utf8(body.bytes)?.contains(r#""content":"4","reasoning_content":"2+2""#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Projector::to`] makes one route ready: its [`Plan`] says for every carrier what becomes of it, by which row and on what
//! evidence ([`Plan::ledger`]), and [`Fragments`] keeps the last request of a session, so that the next one costs its new turns
//! alone. [`user`] reads a table of one's own rows.
//!
//! # Features
//!
//! Each adds an adapter and nothing else: `chat` (default), `anthropic`, `gemini`, `copilot`, `bedrock`, `all-adapters` for all of them.
//! `discover` also takes in the adapters of other crates that are linked. `transport` lets [`client`] send over HTTP, and
//! `bedrock-sdk` to Bedrock with AWS credentials; that one needs Rust 1.94.1. `sessions` adds the module `session`: a conversation whose
//! turns a store keeps.
pub mod client;
mod list;
mod near;
mod presets;
mod projector;
#[cfg(feature = "sessions")]
pub mod session;
pub mod user;

pub use list::{adapters, builder, registry};
pub use near::near;
pub use presets::{Preset, ResolveError, resolve};
pub use projector::{Error, Projection, Projector};
pub use throughline_core::*;

#[cfg(feature = "anthropic")]
pub use throughline_anthropic as anthropic;
#[cfg(feature = "bedrock")]
pub use throughline_bedrock as bedrock;
#[cfg(feature = "chat")]
pub use throughline_chat as chat;
#[cfg(feature = "copilot")]
pub use throughline_copilot as copilot;
#[cfg(feature = "gemini")]
pub use throughline_gemini as gemini;
#[cfg(feature = "sessions")]
pub use throughline_sessions as sessions;

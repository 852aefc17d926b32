//! The pure core of throughline: a model's thinking, kept with its turn and sent to each route exactly as that route reads it.
//!
//! A reply becomes a [`Turn`] whose carriers are held byte for byte ([`Verbatim`]). A [`History`] shares turns and is never changed by
//! replay. [`Rules`] say as dated data what a [`Route`] reads and requires. [`plan()`] decides, for every carrier of every turn, what
//! becomes of it, and a [`ReasoningCarrier`] writes what the plan lets through.
//!
//! No IO, no clock, no async, no network crate.
//!
//! # For authors of adapters
//!
//! Implement [`ReasoningCarrier`], export a `pub const ADAPTER: Registration`, submit it to `inventory`, and let the laws of
//! `throughline-conformance` judge it. In a checkout `cargo xtask new-adapter NAME` writes a whole one, to be changed file by file.
//!
//! A crate that writes structs with their base ([`RouteRule::EMPTY`], [`Pattern::ANY`],
//! [`Reads::NOTHING`], [`Turn::new`]) compiles under every later minor version: methods of the trait that are added have defaults, and
//! an enum that may grow is `#[non_exhaustive]`. One that is not, such as [`Part`], grows in a major version alone: who writes a turn must decide
//! about each piece of it.
//!
//! ```
//! use throughline_core::{Api, History, Route, Stored, Turn};
//!
//! let route = Route::new("deepseek", "https://api.deepseek.com", Api::CHAT, "deepseek-v4-pro")?;
//! let history: History = [Turn::system("Be brief."), Turn::user("Hello")].into_iter().collect();
//! let line = Stored::Turn(Turn::user("Hello")).line()?;
//! assert_eq!(line, r#"{"throughline":1,"role":"user","parts":[{"text":{"text":"Hello"}}]}"#);
//! # assert_eq!((route.host().as_str(), history.turns().len()), ("api.deepseek.com", 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod adapter;
mod attempt;
mod beside;
pub mod bytes;
mod carrier;
pub mod compact;
mod digest;
pub mod frames;
mod host;
pub mod json;
pub mod medium;
mod memory;
mod name;
mod named;
mod part;
mod plan;
mod price;
mod registry;
mod request;
mod route;
pub mod rule;
pub mod segment;
pub mod sse;
mod stored;
pub mod think;
mod turn;
pub mod verbatim;
pub mod verdict;
pub mod write;

pub use adapter::{
    Capture, Captured, Delta, Endpoint, Framing, Ingested, Place as WirePlace, ReasoningCarrier, Refused, RenderError,
    ReplyHead, Strictness, WireError, WireErrorKind, as_json,
};
pub use attempt::{Attempt, First, Last};
pub use beside::Beside;
pub use carrier::{Carrier, How, Origin, TextAt};
pub use digest::PrefixDigest;
pub use host::Host;
pub use json::Extras;
pub use memory::{Lesson, RejectionMemory, Taught};
pub use name::{AdapterId, Api, Issuer, Key, Kind, ProviderId};
pub use named::Named;
pub use part::{Arguments, Checkpoint, Foreign, Part, Text, ToolCall, ToolResult};
pub use plan::{
    Because, Body, Difference, DraftPlan, Fate, Fragments, Line, Note, Outcome, PlaceOf, Plan, Reason, Scene, TurnPlan,
    Value, difference, plan,
};
pub use price::{Priced, Tariff, tokens};
pub use registry::{Builder, Registration, Registry, RegistryError};
pub use request::{Request, Tool};
pub use route::{BaseUrl, Route, RouteError};
pub use rule::{
    Absent, Accept, Column, Entry, Family, FindError, Flag, Form, Ids, Keeps, Layer, Mismatch, Model, Pattern, Place,
    Policy, Reads, Required, RouteRule, Rules, Scope, Slot, When,
};
pub use stored::{SCHEMA, Stored, StoredError};
pub use turn::{At, Ending, History, Presence, Role, Turn, Usage};
pub use verbatim::{Literal, LiteralBuf, Verbatim};

#[cfg(feature = "discover")]
#[doc(hidden)]
pub use inventory;

//! The laws of throughline as functions, and a harness for anybody's adapter.
//!
//! An author brings [`Case`]s: replies as they came over the wire, the routes that the adapter serves, the carriers that the replies hold, the
//! refusals that may follow.
//! [`conformance!`] makes one test a law of them. Each law is looked at on the cases and on generated conversations ([`HISTORIES`] of
//! them, always the same), made of the cases' own carriers and of those that other wires mint.
//!
//! A law that a case has no sample for is [`Outcome::Skipped`], and a skip must be declared: nothing passes because nothing was looked at.
//! A failure names the law, the case and the first difference; with `THROUGHLINE_INPUT` in the environment it shows the smallest
//! input that it was found on, as lines that `throughline project` reads.
//!
//! ```
//! use throughline_conformance::{Case, Expected};
//! use throughline_core::{Api, Route};
//!
//! let home = Route::new("acme", "https://api.acme.example/v1", Api::CHAT, "acme-think-2")?;
//! let case = Case::new("thinks, then answers", home)
//!     .whole(r#"{"choices":[{"message":{"role":"assistant","content":"42","reasoning_content":"6 by 7"},"finish_reason":"stop"}]}"#)
//!     .carriers([Expected::text("reasoning_content", "6 by 7")]);
//! # assert_eq!(case.name, "thinks, then answers");
//! # Ok::<(), throughline_core::RouteError>(())
//! ```
mod case;
mod frames;
mod generate;
pub mod laws;
mod outcome;
mod outside;
mod refusal;
pub mod report;
mod run;
mod subject;
mod suite;
mod tokens;

pub use case::{Aspect, Case, Expected};
pub use frames::{frame, frames};
pub use generate::HISTORIES;
pub use laws::{LAWS, Law};
pub use outcome::{Breach, Differs, Outcome};
pub use outside::outside;
pub use refusal::Refusal;
pub use run::{Failure, complete, hold};
pub use subject::Subject;
pub use suite::Suite;

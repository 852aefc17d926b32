//! Sessions on disk: turns as the lines they are, branches that share them, what routes have taught, and replies that broke off.
//!
//! [`SessionStore`] is what a conversation needs of a store. It never changes a turn, never drops a line that it cannot read, and
//! never needs an adapter to show one.
mod config;
pub mod doctor;
mod error;
pub mod form;
mod id;
pub mod journal;
mod lessons;
mod memory;
mod record;
mod recorder;
mod session;
mod sqlite;
mod store;
mod time;

pub use error::{Error, ErrorKind};
pub use id::SessionId;
pub use journal::Journal;
pub use memory::{Evidence, EvidenceId};
pub use record::{Carried, Kept, Prefix, RequestRecord, Spent};
pub use recorder::Recorder;
pub use session::{EndReason, Filter, Loaded, NewSession, Piece, Session, Unreadable};
pub use sqlite::Sqlite;
pub use store::{Pending, PendingHead, PendingId, Recovered, SessionStore};
pub use time::{Millis, now, utc};

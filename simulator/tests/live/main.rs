//! The simulator over real HTTP, as a client meets it.

mod client;
mod corpus;
mod faults;
mod forms;
mod hostile;
mod judges;
mod messages;
mod recall;
mod refusals;

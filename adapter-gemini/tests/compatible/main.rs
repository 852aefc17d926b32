//! The endpoints that speak chat completions: what is kept, and what goes back to whom.
mod capture;
mod common;
mod project;
mod travel;

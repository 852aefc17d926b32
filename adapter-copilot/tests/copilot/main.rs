//! GitHub Copilot: what is kept of a reply, and what goes back to whom.
mod anthropic;
mod capture;
mod common;
mod corpus;
mod project;
mod verdicts;

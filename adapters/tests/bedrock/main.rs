//! Bedrock from both ends: our client at servers that others wrote, and the client that others wrote at our simulator.
//!
//! Skipped by name where the judges are absent: `$THROUGHLINE_JUDGES`, a Python with their packages, and `$THROUGHLINE_JUDGES_DIR`, else
//! `../shared/judges` beside the workspace. `THROUGHLINE_REQUIRE=judges` makes a skip a failure.
#[cfg(test)]
mod boto;
#[cfg(test)]
mod judge;
#[cfg(test)]
mod python;
#[cfg(test)]
mod stage;

//! Gemini's own wire from outside: reply bytes to turns, request bytes to turns, turns to request bytes.
#[cfg(test)]
mod adopt;
#[cfg(test)]
mod capture;
#[cfg(test)]
mod corpus;
#[cfg(test)]
mod ingest;
mod kept;
#[cfg(test)]
mod refusals;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod signs;
#[cfg(test)]
mod stream;
#[cfg(test)]
mod travel;

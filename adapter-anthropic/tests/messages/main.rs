//! The Messages wire from outside: reply bytes to turns, request bytes to turns, turns to request bytes.
#[cfg(test)]
mod accounting;
#[cfg(test)]
mod adopt;
#[cfg(test)]
mod around;
#[cfg(test)]
mod checkpoint;
#[cfg(test)]
mod corpus;
#[cfg(test)]
mod doors;
#[cfg(test)]
mod forms;
#[cfg(test)]
mod frames;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod ingest;
#[cfg(test)]
mod judged;
#[cfg(test)]
mod odd;
#[cfg(test)]
mod project;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod signed;
#[cfg(test)]
mod stream;
#[cfg(test)]
mod text;
#[cfg(test)]
mod thinking;
#[cfg(test)]
mod travel;
#[cfg(test)]
mod whole;

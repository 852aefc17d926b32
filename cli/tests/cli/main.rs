//! The program as scripts see it: bytes in, bytes out, words on standard error, exit codes.
#[cfg(test)]
mod ask;
#[cfg(test)]
mod capture;
#[cfg(test)]
mod demo;
#[cfg(test)]
mod explain;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod ingest;
#[cfg(test)]
mod project;
#[cfg(test)]
mod routes;
#[cfg(test)]
mod rules;
#[cfg(test)]
mod run;
#[cfg(test)]
mod shell;
#[cfg(test)]
mod usage;

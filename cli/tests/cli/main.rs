//! The program as scripts see it: bytes in, bytes out, words on standard error, exit codes.
#[cfg(test)]
mod ask;
#[cfg(test)]
mod bedrock;
#[cfg(test)]
mod capture;
#[cfg(test)]
mod chat;
#[cfg(test)]
mod demo;
#[cfg(test)]
mod explain;
#[cfg(test)]
mod home;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod ingest;
#[cfg(test)]
mod logs;
#[cfg(test)]
mod project;
#[cfg(test)]
mod rejections;
#[cfg(test)]
mod routes;
#[cfg(test)]
mod rules;
#[cfg(test)]
mod run;
#[cfg(test)]
mod sessions;
#[cfg(test)]
mod shell;
#[cfg(test)]
mod simulated;
#[cfg(test)]
mod state;
#[cfg(test)]
mod usage;

//! What the AWS SDK does with our bytes: nothing. Each of these may break with an update of it, and is to.
#[cfg(test)]
mod recorder;
#[cfg(test)]
mod sending;
#[cfg(test)]
mod sigv4;

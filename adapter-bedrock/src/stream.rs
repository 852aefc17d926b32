//! Reading a streamed reply frame by frame.
//!
//! Never makes an ending of a stream that only stopped, and never calls a block signed whose end did not come.

//! Reading a request that a client wrote or a recording holds.
//!
//! Never guesses at a member of the wrong type: the error names its place. What is unknown is kept.
use crate::table::API;
use throughline_core::{
    Ingested, Request, Route, WireError,
    json::{self, Object},
};

pub(crate) fn request(_route: &Route, bytes: &[u8]) -> Result<Ingested, WireError> {
    let body = Object::strict(json::document(bytes, "request")?.get(), "request")?;
    Ok(Ingested { request: Request { api: API, tools: None, members: body.rest() }, turns: vec![] })
}

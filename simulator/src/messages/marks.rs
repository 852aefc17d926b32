//! Markers for the cache: what they may say, and under which beta more.

use super::Request;
use crate::provider::Vouch;
use crate::refusal::{Refusal, fills};
use crate::table::CLAUDE;
use serde_json::Value;

/// The beta under which a marker says for whom it is.
const SCOPED: &str = "prompt-caching-scope";

pub(super) fn check(request: &Request<'_>) -> Result<(), Box<Refusal>> {
    if !matches!(request.asked.manner().vouches, Vouch::Claude) || request.asked.has(SCOPED) {
        return Ok(());
    }
    let listed = ["system", "tools"].into_iter().flat_map(|name| {
        let list = request.body.get(name).and_then(Value::as_array).into_iter().flatten().enumerate();
        list.map(move |(at, one)| (format!("{name}.{at}"), one.get("cache_control")))
    });
    let said = request.messages.iter().enumerate().flat_map(|(at, message)| {
        let blocks = message.blocks.iter().enumerate();
        blocks.map(move |(part, block)| {
            (format!("messages.{at}.content.{part}.{}", block.tag), block.members.get("cache_control"))
        })
    });
    match listed.chain(said).find_map(|(path, mark)| Some((path, stranger(mark?)?))) {
        Some((path, name)) => {
            let path = format!("{path}.cache_control.ephemeral.{name}");
            Err(request.refuse(&CLAUDE.extra, &fills! { "path": path }))
        }
        None => Ok(()),
    }
}

/// A member that a marker does not have.
fn stranger(mark: &Value) -> Option<&str> {
    mark.as_object()?.keys().map(String::as_str).find(|name| !matches!(*name, "type" | "ttl"))
}

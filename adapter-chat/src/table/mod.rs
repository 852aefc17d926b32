//! The route table of chat completions, as dated data: a row a place, each with its reason, evidence and day.
//!
//! | row of the mission | where |
//! |---|---|
//! | S1 gateways: `reasoning_content`, `reasoning`, `reasoning_details` | `reads.rs`, `gateways` |
//! | S2 `reasoning_content`, `reasoning_details` | `reads.rs`, `detailed` |
//! | S3 local servers: `reasoning_content`, `reasoning` | `reads.rs`, `servers` |
//! | S4 everybody else: `reasoning_content` | `reads.rs`, `otherwise` |
//! | S5 strict schemas: nothing | `reads.rs`, `strict` and `refusing` |
//! | S6 must-echo | `required.rs`, and `echoing` in `reads.rs` |
//! | S7 keep-thinking flags | `flags.rs` |
//!
//! Never looks at a conversation, and knows no rule that is not a row or stands in `details.rs`.
mod details;
mod flags;
mod places;
mod reads;
mod required;
mod row;
#[cfg(test)]
mod tests;

pub(crate) use details::{Details, details};

use std::sync::LazyLock;
use throughline_core::{AdapterId, Key, Layer, Route, RouteRule, Rules};

/// Every row.
pub fn rows() -> Vec<RouteRule> {
    [reads::rows(), required::rows(), flags::rows()].concat()
}

/// Under which name what `route` seals is held: its row's, so that a host is the same under any provider id; else the
/// provider's, else the host's.
pub fn issuer(route: &Route) -> String {
    let reads = RULES.find(route).ok().map(|policy| policy.reads);
    match reads.as_ref().and_then(|entry| entry.rule.reads.as_ref()?.issuer.as_deref()) {
        Some(name) => name.to_owned(),
        None if route.provider.is_custom() => route.origin_host(),
        None => route.provider.to_string(),
    }
}

/// The members of `route`'s messages that look like text and are blobs.
pub(crate) fn opaque(route: &Route) -> Vec<Key> {
    let reads = RULES.find(route).ok().map(|policy| policy.reads);
    let slots = reads.iter().filter_map(|entry| entry.rule.reads.as_ref()).flat_map(|reads| reads.slots.iter());
    slots.filter(|slot| slot.opaque).map(|slot| slot.key.clone()).collect()
}

/// These rows alone.
static RULES: LazyLock<Rules> = LazyLock::new(|| {
    let mut rules = Rules::new();
    for row in rows() {
        rules.push(Layer::General, Some(AdapterId::new("chat")), row);
    }
    rules
});

//! The route table of chat completions, as dated data.
use throughline_core::RouteRule;

/// Every row.
pub fn rows() -> Vec<RouteRule> {
    vec![]
}

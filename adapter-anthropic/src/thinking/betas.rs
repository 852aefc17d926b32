//! Betas: what a request has to name so that the API knows its members.
//!
//! Never takes a caller's beta away, and adds one only where the request uses what it is for.
use super::Around;
use std::borrow::Cow;
use throughline_core::{Literal, Part, Plan, Request, Role, Verbatim, json};

/// The member that lists betas in a body. Where the door wants a header, it stands there until the body is written.
pub const BETAS: &str = "anthropic_beta";

/// Where callers say theirs: the body's own member, and what SDKs call it.
pub(super) const CALLERS: &[&str] = &[BETAS, "betas"];

/// A member of the request, a member inside it, what its value begins with; and the beta. Names of the API's published types:
/// <https://github.com/anthropics/anthropic-sdk-python/tree/main/src/anthropic/types/beta>.
const MEMBERS: &[(&str, &str, &str, &str)] = &[
    ("thinking", "block_binding", "{", "thinking-binding-controls-2026-08-01"),
    ("thinking", "display", "\"updates\"", "thinking-display-updates-2026-08-18"),
    ("output_config", "task_budget", "{", "task-budgets-2026-03-13"),
    ("context_management", "", "{", "context-management-2025-06-27"),
    ("fallbacks", "", "", "server-side-fallback-2026-07-01"),
];

/// Kinds of edits in `context_management`, and the beta beside its own.
const EDITS: &[(&str, &str)] = &[("compact_20260112", "compact-2026-01-12")];

/// Members of messages, and the beta.
const SAID: &[(&str, &str)] = &[
    ("output_config", "mid-conversation-output-config-2026-07-01"),
    ("clear_at", "mid-conversation-system-clear-at-2026-08-21"),
];

/// Types of blocks, and the beta.
const BLOCKS: &[(&str, &str)] = &[
    ("tool_addition", "mid-conversation-tool-changes-2026-07-01"),
    ("tool_removal", "mid-conversation-tool-changes-2026-07-01"),
];

/// The betas that a conversation asks for by what goes of its turns.
pub(super) fn said(plan: &Plan<'_>) -> Vec<&'static str> {
    let mut found = vec![];
    for (turn, decided) in plan.sent(0..plan.len()).filter(|(turn, _)| turn.role != Role::Assistant) {
        let extras = turn.extras.iter().map(|(key, _)| crate::table::lookup(SAID, key.as_str()));
        let blocks = turn.parts.iter().enumerate().filter(|(n, _)| decided.sends(*n)).map(|(_, part)| match part {
            Part::Opaque(block) => {
                let kind = json::member(block.payload.get(), "type").and_then(Literal::read)?;
                crate::table::lookup(BLOCKS, &kind.decode())
            }
            _ => None,
        });
        found.extend(extras.chain(blocks).flatten());
    }
    found
}

/// The list with what is needed behind what the caller named, each once; none where the request says it already, or nothing.
pub(super) fn list(request: &Request, around: &Around, interleaved: Option<&'static str>) -> Option<Verbatim> {
    let mut all: Vec<Cow<'_, str>> = vec![];
    let callers = CALLERS.iter().filter_map(|key| request.get(key)).flat_map(named).map(Cow::Owned);
    let needed = MEMBERS.iter().filter(|(key, inner, start, _)| uses(request, key, inner, start)).map(|row| row.3);
    let edits = request.get("context_management").into_iter().flat_map(edits);
    let needed = interleaved.into_iter().chain(needed).chain(edits).chain(around.betas.iter().copied());
    for beta in callers.chain(needed.map(Cow::Borrowed)) {
        if !all.contains(&beta) {
            all.push(beta);
        }
    }
    let items: Vec<_> = all.iter().map(|beta| Literal::of(beta).raw().to_owned()).collect();
    (!items.is_empty()).then(|| Verbatim::parse(&format!("[{}]", items.join(","))).ok())?
}

/// The betas as a header has them; none where there are none.
pub(crate) fn header(request: &Request) -> Option<String> {
    let all = request.get(BETAS).map(named)?;
    (!all.is_empty()).then(|| all.join(","))
}

/// Betas as callers write them: a list of strings, or one string with commas.
fn named(value: &Verbatim) -> Vec<String> {
    let mut all = vec![];
    let mut take = |text: Option<Literal>| all.extend(text.map(|text| text.decode().into_owned()));
    match value.literal() {
        Some(text) => take(Some(text)),
        None => _ = json::elements(value.get(), |item| take(Literal::read(item))),
    }
    let names = all.iter().flat_map(|text| text.split(',')).map(str::trim);
    // What no header can hold is no beta.
    names
        .filter(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic()))
        .map(str::to_owned)
        .collect()
}

fn uses(request: &Request, key: &str, inner: &str, start: &str) -> bool {
    let value = request.get(key).map(Verbatim::raw);
    let value = if inner.is_empty() { value } else { value.and_then(|value| json::member(value.get(), inner)) };
    value.is_some_and(|value| value.get() != "null" && value.get().starts_with(start))
}

fn edits(management: &Verbatim) -> Vec<&'static str> {
    let mut found = vec![];
    if let Some(edits) = json::member(management.get(), "edits") {
        let _ = json::elements(edits.get(), |edit| {
            let kind = json::member(edit.get(), "type").and_then(Literal::read);
            found.extend(kind.and_then(|kind| crate::table::lookup(EDITS, &kind.decode())));
        });
    }
    found
}

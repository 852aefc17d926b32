//! A request of another wire in this one's parameters.
//!
//! Never drops a member in silence: what has no counterpart here becomes a note that names it.
use crate::{API, table::SAME};
use throughline_core::{Note, Request, Tool, Verbatim, write::member};

pub(crate) fn request(request: &Request, notes: &mut Vec<Note>) -> Request {
    let declare = |tool: &Tool| {
        let declared = declared(tool);
        if declared.is_none() {
            notes.push(Note::plain("a tool", "its own host's, and unknown to this wire"));
        }
        declared
    };
    let tools = request.tools.as_ref().map(|tools| tools.iter().filter_map(declare).collect());
    let (same, other): (Vec<_>, Vec<_>) =
        request.members.iter().cloned().partition(|(key, _)| SAME.contains(&key.as_str()));
    for (key, _) in other {
        notes.push(Note::plain(format!("request member `{key}`"), "this wire has no counterpart"));
    }
    Request { api: API, tools, members: same }
}

/// The tool as this wire declares it; none for another wire's own, which has no name.
fn declared(tool: &Tool) -> Option<Tool> {
    let mut json = b"{".to_vec();
    member(&mut json, "name", tool.name.as_ref()?.raw());
    if let Some(about) = tool.description.as_ref().filter(|about| about.literal().is_some()) {
        member(&mut json, "about", about.get());
    }
    if let Some(schema) = &tool.schema {
        member(&mut json, "input", schema.get());
    }
    json.push(b'}');
    let payload = Verbatim::parse(str::from_utf8(&json).ok()?).ok()?;
    Some(Tool { payload, api: API, ..tool.clone() })
}

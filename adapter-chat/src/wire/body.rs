//! The request around its messages: what stays the same in a session before them, what may change behind them.
use super::{
    dialect::Dialect,
    out::{list, member, name},
};
use throughline_core::{Plan, Tool};

impl Dialect {
    /// Writes the body up to the opening bracket of its messages.
    pub fn head(&self, plan: &Plan<'_>, out: &mut Vec<u8>) {
        out.push(b'{');
        if let Some(model) = plan.model() {
            member(out, "model", model.get());
        }
        if let Some(tools) = &plan.request.tools {
            name(out, "tools");
            list(out, tools.iter(), |out, tool| write(tool, tool.api == plan.route.api, out));
        }
        for (key, value) in plan.members(false).filter(|(key, _)| **key != *"model") {
            member(out, key.as_str(), value);
        }
        name(out, "messages");
        out.push(b'[');
    }
    /// Writes the body from the closing bracket of its messages on.
    pub fn tail(&self, plan: &Plan<'_>, out: &mut Vec<u8>) {
        out.push(b']');
        for (key, value) in plan.members(true) {
            member(out, key.as_str(), value);
        }
        out.push(b'}');
    }
}

fn write(tool: &Tool, own: bool, out: &mut Vec<u8>) {
    let Some(called) = tool.name.as_ref().filter(|_| !own) else {
        return out.extend_from_slice(tool.payload.get().as_bytes());
    };
    out.push(b'{');
    member(out, "type", "\"function\"");
    name(out, "function");
    out.push(b'{');
    member(out, "name", called.raw());
    if let Some(description) = &tool.description {
        member(out, "description", description.get());
    }
    if let Some(schema) = &tool.schema {
        member(out, "parameters", schema.get());
    }
    out.extend_from_slice(b"}}");
}

//! The columns of a row, and places, in a few words.
use throughline::{
    Api, At, Ending, Family, Flag, Form, Keeps, Layer, Mismatch, Model, Pattern, Place, Reads, Required, RouteRule,
    Scope, Slot, Taught,
};
/// A moment, UTC.
pub(crate) use throughline_sessions::utc as time;

/// Whose row it is.
pub(crate) fn layer(layer: Layer) -> &'static str {
    match layer {
        Layer::User => "user",
        Layer::Outside => "outside",
        Layer::Family => "family",
        Layer::General => "general",
    }
}

/// Which routes a row is for.
pub(crate) fn place(pattern: &Pattern) -> String {
    let mut words: Vec<String> =
        pattern.providers.iter().chain(pattern.hosts.iter()).map(ToString::to_string).collect();
    if pattern.local {
        words.push("private addresses".to_owned());
    }
    if words.is_empty() {
        words.push(format!("any host of {}", list(&pattern.apis)));
    }
    let mut text = words.join(", ");
    if let Some(path) = &pattern.path {
        text.push_str(&format!(" at {path}"));
    }
    if !pattern.models.is_empty() {
        let models: Vec<String> = pattern.models.iter().map(model).collect();
        text.push_str(&format!("; models {}", models.join(", ")));
    }
    text
}

fn list(apis: &[Api]) -> String {
    let apis: Vec<&str> = apis.iter().map(Api::as_str).collect();
    if apis.is_empty() { "any wire".to_owned() } else { apis.join(", ") }
}

fn model(model: &Model) -> String {
    match model {
        Model::Exact(id) | Model::Glob(id) => id.to_string(),
        Model::Prefix(start) => format!("{start}*"),
        Model::Family(Family { stem, since, before, .. }) => {
            let from = since.map(|(major, minor)| format!(" {major}.{minor}+")).unwrap_or_default();
            let to = before.map(|(major, minor)| format!(" before {major}.{minor}")).unwrap_or_default();
            format!("{stem}{from}{to}")
        }
        Model::Named(family) => family.name.to_owned(),
    }
}

/// The first column; none where the row leaves it empty.
pub(crate) fn reads(rule: &RouteRule) -> Option<String> {
    let Reads { slots, keeps, bound, .. } = rule.reads.as_ref()?;
    let mut words: Vec<String> = vec![];
    // Slots of several kinds may share a key.
    for word in slots.iter().map(slot) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    let mut text = if words.is_empty() { "nothing".to_owned() } else { words.join(", ") };
    if *keeps == Keeps::Loop {
        text.push_str("; of the tool loop in flight alone");
    }
    if let Some(mismatch) = bound {
        text.push_str("; bound to the prefix, and behind another one ");
        text.push_str(match mismatch {
            Mismatch::Withhold => "withheld",
            Mismatch::Drop => "for the server to drop",
            Mismatch::Fail => "an error",
        });
    }
    Some(if rule.strict { format!("{text} (strict)") } else { text })
}

fn slot(slot: &Slot) -> String {
    let what = match (slot.place, slot.form) {
        (Place::Parts, _) => " blocks",
        _ if slot.opaque => " (sealed)",
        (_, Form::Whole) => " (as it came)",
        _ => "",
    };
    format!("{}{what}", slot.key)
}

/// The second column.
pub(crate) fn required(rule: &RouteRule) -> Option<String> {
    let Required { field, scope, placeholder } = rule.required.as_ref()?;
    let turns = match scope {
        Scope::ToolCalls => "tool turns",
        Scope::All => "all turns",
    };
    Some(format!("{field} on {turns}, else \"{placeholder}\""))
}

/// The third column.
pub(crate) fn flags(rule: &RouteRule) -> Option<String> {
    let flags = rule.flags.as_ref()?;
    let words: Vec<String> = flags.iter().map(flag).collect();
    Some(if words.is_empty() { "none".to_owned() } else { words.join(", ") })
}

fn flag(Flag { member, inner, value, .. }: &Flag) -> String {
    let inner = inner.as_ref().map(|inner| format!(".{inner}")).unwrap_or_default();
    format!("{member}{inner}: {value}")
}

/// `1 turn`, `2 turns`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// How a captured turn ended.
pub(crate) fn ending(ending: &Ending) -> &'static str {
    match ending {
        Ending::Stop(_) => "stop",
        Ending::Cut => "cut",
        Ending::Refused(_) => "refused",
    }
}

/// What a route taught; none where it merely accepted something.
pub(crate) fn taught(taught: &Taught) -> Option<String> {
    (!matches!(taught, Taught::Accepts(_))).then(|| taught.to_string())
}

/// The place of a carrier in its turn.
pub(crate) fn at(at: At) -> String {
    match at {
        At::Message(n) => format!("message {n}"),
        At::Part(part, 0) => format!("part {part}"),
        At::Part(part, n) => format!("part {part}, {n}"),
    }
}

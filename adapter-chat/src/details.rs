//! What a gateway's own client does to `reasoning_details` before it sends them back, done from the table's rules.
use crate::table::{self, Details};
use throughline_core::{At, Carrier, DraftPlan, Key, Literal, json, rule::glob};

/// The list that the rules are about, and the text that may need it.
const LIST: &str = "reasoning_details";
const TEXT: Key = Key::new("reasoning");

/// Withholds entries as the table says.
pub(crate) fn tighten(draft: &mut DraftPlan<'_>) {
    let route = draft.scene().route;
    let Some(rules) = table::details(&table::issuer(route)) else { return };
    let model = route.model.to_lowercase();
    let beside = rules.beside.iter().any(|pattern| glob(pattern, &model));
    for n in draft.fresh() {
        let Some(turn) = draft.turn(n) else { continue };
        for (at, entry) in turn.carriers().filter(|(_, carrier)| carrier.kind == *LIST) {
            if !carries(draft, n, at) {
                continue;
            }
            match fate(rules, entry) {
                Fate::Goes => {}
                Fate::Once(identity) => draft.once(n, at, &identity),
                Fate::Stays(why) => draft.unlist(n, at, why),
            }
        }
        if beside && !turn.carriers().any(|(at, carrier)| carrier.kind == *LIST && carries(draft, n, at)) {
            draft.drop_field(n, &TEXT, "on this model it goes only beside entries");
        }
    }
}

fn carries(draft: &DraftPlan<'_>, n: usize, at: At) -> bool {
    draft.plan(n).is_some_and(|plan| plan.carries(at))
}

/// What becomes of an entry.
enum Fate {
    Goes,
    /// Where the request holds none of this identity yet.
    Once(String),
    Stays(&'static str),
}

fn fate(rules: &Details, entry: &Carrier) -> Fate {
    let mut members = vec![];
    let wanted =
        || ["type", "format"].into_iter().chain(rules.identity.iter().flat_map(|(_, all)| all.iter().copied()));
    // One look at a payload that may be long. One that cannot be read has no members, and so no identity.
    let _ = json::members(entry.payload.get(), |name, value| {
        members.extend(wanted().find(|wanted| *wanted == name).map(|name| (name, value)));
    });
    let text = |member: &str| {
        let (_, value) = members.iter().rfind(|(name, _)| *name == member)?;
        Some(Literal::read(value)?.decode().into_owned()).filter(|value| !value.is_empty())
    };
    let (kind, format) = (text("type").unwrap_or_default(), text("format").unwrap_or_default());
    let is_text = kind == "reasoning.text";
    if is_text && rules.mute.contains(&format.as_str()) {
        return Fate::Stays("of this format only sealed entries go");
    }
    if is_text && rules.signed.contains(&format.as_str()) && !entry.sealed {
        return Fate::Stays("of this format text goes only with its signature");
    }
    match rules.identity.iter().find(|(name, _)| *name == kind) {
        None => Fate::Goes,
        Some((_, members)) => match members.iter().find_map(|member| text(member)) {
            Some(identity) => Fate::Once(identity),
            None => Fate::Stays("an entry with nothing to tell it by"),
        },
    }
}

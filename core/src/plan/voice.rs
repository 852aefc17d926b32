//! Which carriers of a turn speak: the readable reasoning, once, whatever number of keys it came under.
use crate::{At, Carrier, Kind, Part, Turn};

/// The carriers whose texts, in order, are the readable reasoning of `turn`; `prefer` is heard first where it has text.
///
/// A string on the message speaks for the whole message. Without one its entries do, else the blocks among its parts.
pub(crate) fn voice(turn: &Turn, prefer: Option<&Kind>) -> Vec<At> {
    // Whether a carrier says anything is asked last: it may have to be looked for in a long payload.
    let spoken = |(_, carrier): &(At, &Carrier)| carrier.text.is_some() && !carrier.is_blank();
    let on_message = || turn.carriers.iter().enumerate().map(|(n, carrier)| (At::Message(n), carrier));
    let strings = || on_message().filter(|(_, carrier)| carrier.payload.get().starts_with('"'));
    let preferred = prefer.and_then(|kind| strings().filter(|(_, carrier)| carrier.kind == *kind).find(spoken));
    if let Some((at, _)) = preferred.or_else(|| strings().find(spoken)) {
        return vec![at];
    }
    let entries: Vec<At> = on_message().filter(spoken).map(|(at, _)| at).collect();
    if !entries.is_empty() {
        return entries;
    }
    let blocks = turn.parts.iter().enumerate().filter_map(|(p, part)| match part {
        Part::Reasoning(carrier) => Some((At::Part(p, 0), carrier)),
        _ => None,
    });
    blocks.filter(spoken).map(|(at, _)| at).collect()
}

//! Which carriers of a turn speak: the readable reasoning, once, whatever number of keys it came under.
use crate::{At, Kind, Part, Turn};

/// The carriers whose texts, in order, are the readable reasoning of `turn`; `prefer` is heard first where it has text.
///
/// A string on the message speaks for the whole message. Without one its entries do, else the blocks among its parts.
pub(crate) fn voice(turn: &Turn, prefer: Option<&Kind>) -> Vec<At> {
    let spoken = |at: &(At, &crate::Carrier)| at.1.text.is_some() && !at.1.is_blank();
    let on_message = || turn.carriers.iter().enumerate().map(|(n, carrier)| (At::Message(n), carrier)).filter(spoken);
    let is_string = |carrier: &crate::Carrier| carrier.payload.get().starts_with('"');
    let preferred =
        prefer.and_then(|kind| on_message().find(|(_, carrier)| is_string(carrier) && carrier.kind == *kind));
    if let Some((at, _)) = preferred.or_else(|| on_message().find(|(_, carrier)| is_string(carrier))) {
        return vec![at];
    }
    let entries: Vec<At> = on_message().map(|(at, _)| at).collect();
    if !entries.is_empty() {
        return entries;
    }
    let blocks = turn.parts.iter().enumerate().filter_map(|(p, part)| match part {
        Part::Reasoning(carrier) => Some((At::Part(p, 0), carrier)),
        _ => None,
    });
    blocks.filter(spoken).map(|(at, _)| at).collect()
}

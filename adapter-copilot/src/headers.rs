//! Headers that say something of the conversation. Never more than who has the word and that there is a picture.
use crate::table::{INITIATOR, VISION};
use throughline_core::{Part, Plan, Role};

/// The headers for a request.
pub(crate) fn of(plan: &Plan<'_>) -> Vec<(&'static str, &'static str)> {
    let turns = || plan.sent(0..plan.len()).map(|(turn, _)| turn);
    let (name, person, agent) = INITIATOR;
    let asks = turns().last().is_none_or(|turn| turn.role == Role::User && !turn.parts.iter().any(is_result));
    let mut all = vec![(name, if asks { person } else { agent })];
    all.extend(turns().flat_map(|turn| &turn.parts).any(|part| matches!(part, Part::Media(_))).then_some(VISION));
    all
}

fn is_result(part: &Part) -> bool {
    matches!(part, Part::Result(_))
}

//! Where the tool loop in flight begins: behind the last thing that a person said.
//!
//! What is said right behind a tool's answer steers the loop and does not end it; neither do instructions.
use crate::{Ending, Keeps, Part, Reads, Role, Turn};
use std::sync::Arc;

/// The first turn of the loop in flight; the first of all where the route keeps the thinking of every turn.
pub(super) fn begins(reads: Option<&Reads>, turns: &[Arc<Turn>]) -> usize {
    if reads.is_none_or(|reads| reads.keeps == Keeps::All) { 0 } else { start(turns) }
}

/// The first turn behind the last thing that a person said.
pub(super) fn start(turns: &[Arc<Turn>]) -> usize {
    (0..turns.len()).rev().find(|n| ends(turns, *n)).map_or(0, |n| n + 1)
}

/// True where a person says something at `n` that no tool's answer stands right before.
fn ends(turns: &[Arc<Turn>], n: usize) -> bool {
    let answers =
        |turn: &Turn| turn.role == Role::Tool || turn.parts.iter().any(|part| matches!(part, Part::Result(_)));
    let asks = |turn: &Turn| turn.role == Role::User && !answers(turn) && says(turn);
    let before = turns.get(..n).unwrap_or_default().iter().rev();
    // Whatever a person says in a row is one message to the model.
    let instructs = |turn: &Turn| matches!(turn.role, Role::System | Role::Developer);
    let mut before = before.skip_while(|turn| instructs(turn) || asks(turn)).peekable();
    let answered = before.peek().is_some_and(|turn| answers(turn));
    let steers = answered && before.find(|turn| !answers(turn) && !instructs(turn)).is_some_and(|turn| calls(turn));
    turns.get(n).is_some_and(|turn| asks(turn)) && !steers
}

/// True where answers right behind the turn travel: those to nobody's calls do not, and neither do those to a reply that was cut.
fn calls(turn: &Turn) -> bool {
    turn.calls().next().is_some() && !turn.ending.as_ref().is_some_and(Ending::is_cut)
}

fn says(turn: &Turn) -> bool {
    turn.parts.iter().any(|part| match part.visible() {
        Some(text) => !text.text.is_blank(),
        None => matches!(part, Part::Media(_) | Part::Opaque(_)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arguments, Literal, ToolCall};

    const LOOP: Reads = Reads { keeps: Keeps::Loop, ..Reads::NOTHING };

    fn call() -> Turn {
        let arguments = Arguments::Text(Literal::of("{}"));
        let (name, id) = (Literal::of("n"), Some(Literal::of("c")));
        let call = ToolCall { id, name, arguments, extras: vec![], inner: vec![], carriers: vec![] };
        Turn { parts: vec![Part::Call(call)], ..Turn::new(Role::Assistant) }
    }
    fn begins(roles: &str) -> usize {
        let turn = |role| match role {
            's' => Turn::system("s"),
            'u' => Turn::user("u"),
            'b' => Turn::user(" "),
            't' => Turn::tool("c", "r"),
            // An answer that its wire lets the user bring, alone and with something said beside it.
            'r' => Turn { role: Role::User, ..Turn::tool("c", "r") },
            'w' => {
                let mut turn = Turn { role: Role::User, ..Turn::tool("c", "r") };
                turn.parts.push(Part::text("steer"));
                turn
            }
            'n' => Turn::new(Role::Assistant),
            'c' => Turn { ending: Some(Ending::Cut), ..call() },
            _ => call(),
        };
        let turns: Vec<_> = roles.chars().map(turn).map(Arc::new).collect();
        super::begins(Some(&LOOP), &turns)
    }
    #[test]
    fn a_loop_begins_behind_the_last_question() {
        for (roles, from) in
            [("", 0), ("su", 2), ("suau", 4), ("suatatat", 2), ("suarara", 2), ("suatau", 6), ("auata", 2), ("ata", 0)]
        {
            assert_eq!(begins(roles), from, "{roles}");
        }
    }
    #[test]
    fn a_steer_instructions_and_silence_do_not_end_it() {
        for roles in ["suatu", "suatua", "suwaw", "suawa", "suaru", "suatuu", "suatsu", "suatus", "suatab", "suatasa"] {
            assert_eq!(begins(roles), 2, "{roles}");
        }
        assert_eq!(begins("suatuau"), 7);
    }
    #[test]
    fn an_answer_that_does_not_travel_is_none() {
        for (roles, from) in [("suctu", 5), ("suatntu", 7), ("suntu", 5), ("sutu", 4), ("suattu", 2), ("suastu", 2)] {
            assert_eq!(begins(roles), from, "{roles}");
        }
    }
    #[test]
    fn a_route_that_keeps_all_never_looks() {
        assert_eq!(super::begins(Some(&Reads::NOTHING), &[Arc::new(Turn::user("u"))]), 0);
        assert_eq!(super::begins(None, &[Arc::new(Turn::user("u"))]), 0);
    }
}

//! A conversation goes on: the captured reply of one exchange stands in the request of the next, and the two requests are compared.
use crate::{minted::Minted, subject::Subject};
use std::{rc::Rc, sync::Arc};
use throughline::{Checkpoint, Ingested, Part, Role, Turn, json::Extras};

/// What one exchange knew, for the one that follows.
#[derive(Clone)]
pub(crate) struct Told {
    /// The turns of its request as they were read from it.
    said: Vec<Turn>,
    /// The same, where they are known with what was captured for them.
    turns: Vec<Known>,
    /// Its reply.
    answer: Option<Known>,
}

/// A turn, with what the provider minted in it where it was captured.
pub(crate) type Known = (Arc<Turn>, Option<Rc<Minted>>);

impl Told {
    /// What an exchange knew whose request was read, and perhaps built on an earlier one.
    pub(crate) fn new(ingested: &Ingested, history: Option<Vec<Known>>, answer: Option<Known>) -> Self {
        let turns =
            history.unwrap_or_else(|| ingested.turns.iter().map(|turn| (Arc::new(turn.clone()), None)).collect());
        Self { said: ingested.turns.clone(), turns, answer }
    }
    /// The next request's history: what was captured, and what the client added. None where the next request does not go on from
    /// this reply.
    pub(crate) fn next(&self, ingested: &Ingested) -> Option<Next> {
        let (answer, minted) = self.answer.as_ref()?;
        let said = &ingested.turns;
        let end = self.said.len();
        let begins = said.len() > end && self.said.iter().zip(said).all(|(a, b)| unmarked(a) == unmarked(b));
        let spoken = |n: usize| said.get(n).is_some_and(|turn| turn.role == Role::Assistant);
        let place = match begins && spoken(end) {
            true => end,
            // A client that edited what came before still names the same calls, or says the same.
            false => match (0..said.len())
                .rev()
                .find(|n| spoken(*n) && said.get(*n).is_some_and(|turn| answers(turn, answer)))
            {
                Some(place) => place,
                None if begins && silent(answer) => return Some(self.dropped(ingested)),
                None => return None,
            },
        };
        let before = said.iter().take(place).enumerate().map(|(n, turn)| match self.turns.get(n) {
            Some(known) if begins => known.clone(),
            _ => (Arc::new(turn.clone()), None),
        });
        let mut named = 0;
        let mut answer = Turn::clone(answer);
        if let Some(theirs) = said.get(place) {
            named = name_calls(&mut answer, theirs);
        }
        let after = said.iter().skip(place + 1).map(|turn| (Arc::new(turn.clone()), None));
        let history = before.chain([(Arc::new(answer), minted.clone())]).chain(after).collect();
        Some(Next { history, named })
    }
    fn dropped(&self, ingested: &Ingested) -> Next {
        let after = ingested.turns.iter().skip(self.said.len()).map(|turn| (Arc::new(turn.clone()), None));
        let history = self.turns.iter().cloned().chain(self.answer.clone()).chain(after).collect();
        Next { history, named: 0 }
    }
}

/// How a conversation goes on.
pub(crate) struct Next {
    /// The turns.
    pub(crate) history: Vec<Known>,
    /// How many calls the client gave an id that the provider had left out.
    pub(crate) named: usize,
}

impl Next {
    /// Writes the request and compares it with the recorded one.
    pub(crate) fn compare(&self, subject: &mut Subject<'_>, ingested: &Ingested, recorded: &crate::tree::Tree) {
        let history = self.history.iter().map(|(turn, _)| turn.clone()).collect();
        let minted: Vec<_> = self.history.iter().map(|(_, minted)| minted.clone()).collect();
        subject.explained.extend((0..self.named).map(|_| crate::explain::Why::ClientNamedCall.of("id")));
        subject.project("replay", &ingested.request, &history, &minted, recorded);
    }
}

fn silent(turn: &Turn) -> bool {
    turn.text().trim().is_empty() && turn.calls().next().is_none()
}

/// True where `turn` can be what a client made of `answer`.
fn answers(turn: &Turn, answer: &Turn) -> bool {
    let ids = |turn: &Turn| {
        turn.calls().filter_map(|call| call.id.as_ref()).map(|id| id.decode().into_owned()).collect::<Vec<_>>()
    };
    let (own, theirs) = (ids(answer), ids(turn));
    match own.is_empty() {
        true => !silent(answer) && turn.text().trim().ends_with(answer.text().trim()),
        false => own == theirs,
    }
}

/// Gives calls without an id the one that the client gave them.
fn name_calls(answer: &mut Turn, theirs: &Turn) -> usize {
    let mut ids = theirs.calls().map(|call| call.id.clone());
    let mut named = 0;
    for part in &mut answer.parts {
        let Part::Call(call) = part else { continue };
        let id = ids.next().flatten();
        if call.id.as_ref().is_none_or(|id| id.is_empty()) && id.is_some() {
            call.id = id;
            named += 1;
        }
    }
    named
}

/// A turn without cache markers, which clients move from request to request.
fn unmarked(turn: &Turn) -> Turn {
    let mut turn = turn.clone();
    let clean = |extras: &mut Extras| extras.retain(|(key, _)| *key != "cache_control");
    for part in &mut turn.parts {
        match part {
            Part::Text(text) | Part::Checkpoint(Checkpoint { text: Some(text), .. }) => clean(&mut text.extras),
            Part::Call(call) => clean(&mut call.extras),
            Part::Result(result) => clean(&mut result.extras),
            _ => {}
        }
    }
    clean(&mut turn.extras);
    turn
}

//! Compaction ends, and loses nothing that must stay: over generated conversations, routes and goals.
use crate::stage::*;
use proptest::{collection::vec, prelude::*, sample::select};
use std::{collections::BTreeSet, sync::Arc};
use throughline_core::{
    Checkpoint, History, Part, Role, Turn,
    compact::{Compacted, Compaction, Goal, Limit, Lot, Piece, Why},
};

/// What a tool answers, in characters: mostly little, sometimes a file.
fn content() -> impl Strategy<Value = String> {
    prop_oneof![3 => 0usize..40, 2 => 190usize..210, 1 => 400usize..3000]
        .prop_map(|n| "é r1 ".chars().cycle().take(n).collect())
}

/// A question, and what the model does about it: thinks, says something or not, calls tools that answer apart or together.
fn round() -> impl Strategy<Value = Vec<Turn>> {
    let step = (0usize..4000, any::<bool>(), vec(content(), 0..4), any::<(bool, bool)>(), 0u8..12);
    let asks = prop::option::weighted(0.7, 1usize..300);
    (asks, vec(step, 0..4)).prop_map(|(asks, steps)| {
        let mut turns: Vec<Turn> = asks.map(|words| Turn::user(&long(words))).into_iter().collect();
        for (seal, says, results, (together, late), odd) in steps {
            let mut parts = vec![thought("Hm.", &"c2Vh".repeat(seal / 4 + 1))];
            parts.extend(says.then(|| Part::text("So.")));
            parts.extend((0..results.len()).map(|n| call(&format!("c{n}"), "read")));
            parts.extend((odd == 0).then(|| item(&format!("item {seal}"))));
            turns.push(model(parts));
            let answers = results.iter().enumerate().map(|(n, text)| result(&format!("c{n}"), text));
            if together {
                turns.push(Turn { parts: answers.collect(), ..Turn::new(Role::User) });
            } else {
                turns.extend(answers.map(|part| Turn { parts: vec![part], ..Turn::new(Role::Tool) }));
            }
            if late {
                turns.push(Turn::user("Hurry."));
            }
            turns.extend((odd == 1).then(|| Turn::tool("nobody", "asked")));
        }
        turns
    })
}

fn histories() -> impl Strategy<Value = History> {
    let summary = prop::option::weighted(0.3, (0usize..400).prop_map(|words| summary(&long(words))));
    (prop::option::of(1usize..200), summary, vec(round(), 0..9)).prop_map(|(system, summary, rounds)| {
        let head = system.map(|words| Turn::system(&long(words)));
        head.into_iter().chain(summary).chain(rounds.concat()).collect()
    })
}

fn goals() -> impl Strategy<Value = (u64, u64, u64)> {
    (0u64..130, 0u64..100, 0u64..600)
}

/// What a person said last, and what the model answered last.
fn last(history: &History) -> [Option<&Arc<Turn>>; 2] {
    let asks =
        |turn: &&Arc<Turn>| turn.role == Role::User && turn.parts.iter().any(|part| matches!(part, Part::Text(_)));
    let answers = |turn: &&Arc<Turn>| turn.role == Role::Assistant && !turn.text().is_empty();
    let find = |such: &dyn Fn(&&Arc<Turn>) -> bool| history.turns().iter().rfind(|turn| such(turn));
    [find(&asks), find(&answers)]
}

/// For each turn of results, the turn that it answers.
fn answered(history: &History) -> Vec<(*const Turn, usize)> {
    let turns = history.turns();
    let mut pairs = vec![];
    for (n, turn) in turns.iter().enumerate() {
        let results = turn
            .parts
            .iter()
            .filter_map(|part| if let Part::Result(result) = part { result.call.clone() } else { None });
        for id in results {
            let calls = |turn: &&Arc<Turn>| turn.calls().any(|call| call.id.as_ref() == Some(&id));
            pairs.extend(turns[..n].iter().rfind(calls).map(|caller| (Arc::as_ptr(caller), n)));
        }
    }
    pairs
}

fn holds(history: &History, compaction: &Compaction, compacted: &Compacted) -> Result<(), TestCaseError> {
    let (old, new) = (history.turns(), compacted.history.turns());
    prop_assert_eq!((new.len(), new.len()), (compacted.pieces.len(), compacted.from.len()));
    prop_assert!(compacted.from.iter().flatten().is_sorted());
    for ((piece, from), turn) in compacted.pieces.iter().zip(&compacted.from).zip(new) {
        match (piece, from) {
            (Piece::Kept(n), Some(from)) => prop_assert!(n == from && Arc::ptr_eq(&old[*n], turn)),
            (Piece::New(piece), Some(from)) => {
                prop_assert!(Arc::ptr_eq(piece, turn));
                let items = |turn: &Turn| turn.parts.iter().filter(|part| matches!(part, Part::Checkpoint(_))).count();
                let stays = |turn: &Turn| {
                    turn.carriers().map(|(_, c)| c.clone()).filter(|c| c.kind != "item").collect::<Vec<_>>()
                };
                prop_assert_eq!(stays(&old[*from]), stays(turn));
                prop_assert_eq!(old[*from].parts.len() - turn.parts.len(), items(&old[*from]) - items(turn));
                prop_assert_ne!(&old[*from], turn);
            }
            (Piece::New(piece), None) => {
                let is_summary =
                    matches!(&piece.parts[..], [Part::Checkpoint(Checkpoint { text: Some(_), item: None })]);
                prop_assert!(is_summary && piece.carriers().next().is_none() && Arc::ptr_eq(piece, turn));
            }
            (Piece::Kept(_), None) => prop_assert!(false, "kept from nowhere"),
        }
    }
    // No group is split: of a call and its answer both are there or neither.
    let there: BTreeSet<usize> = compacted.from.iter().flatten().copied().collect();
    for (caller, n) in answered(history) {
        let caller = old.iter().position(|turn| Arc::as_ptr(turn) == caller).unwrap();
        prop_assert_eq!(there.contains(&caller), there.contains(&n), "{} {}", caller, n);
    }
    for last in last(history).into_iter().flatten() {
        let at = old.iter().rposition(|turn| Arc::ptr_eq(turn, last)).unwrap();
        prop_assert!(there.contains(&at));
    }
    for (n, lot) in compaction.lots().iter().enumerate().filter(|(_, lot)| **lot == Lot::Kept(Why::Loop)) {
        let untouched = compacted.pieces.contains(&Piece::Kept(n))
            || old[n].parts.iter().any(|part| matches!(part, Part::Checkpoint(_)));
        prop_assert!(untouched, "{} {:?}", n, lot);
    }
    // The newest item and one summary are all that is left of checkpoints.
    let newest = |such: fn(&Checkpoint) -> bool| {
        let holds = |turn: &Arc<Turn>| turn.parts.iter().any(|part| matches!(part, Part::Checkpoint(c) if such(c)));
        new.iter().filter(|turn| holds(turn)).count()
    };
    prop_assert!(newest(|c| c.text.is_some()) <= 1 && newest(|c| c.item.is_some()) <= 1);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn compaction_ends_and_keeps_what_must_stay(
        history in histories(),
        provider in select(vec!["signed", "open", "strict"]),
        (threshold, keep, summary) in goals(),
        words in prop::option::of(0usize..300),
    ) {
        let stage = Stage::new(provider);
        let before = stage.price(&history);
        let threshold = before.total() * threshold / 100;
        let goal = Goal { threshold, keep: threshold * keep / 100, summary };
        let compaction = stage.plan(&history, &goal);
        prop_assert_eq!(compaction.before(), before.head + before.tail(0));
        let told = words.map(long);
        let compacted = compaction.apply(&history, told.as_deref());
        holds(&history, &compaction, &compacted)?;

        let after = stage.price(&compacted.history);
        let over = compaction.over(&compacted, &after);
        prop_assert_eq!(over.is_some(), after.total() > goal.threshold);
        let digest = words.is_none_or(|words| words == 0);
        if digest {
            // What a model writes may be too long; what is made without one never is.
            prop_assert!(after.total() <= before.total());
            if compacted.summarised > 0 {
                prop_assert!(after.total() < before.total());
                prop_assert!(after.total() <= compaction.after(), "{} {}", after.total(), compaction.after());
            }
            if after.total() > goal.threshold {
                prop_assert!(compaction.limit().is_some());
            }
        }
        if let Some(limit) = over {
            let kept = compaction.lots().iter().zip(&before.turns).filter(|(lot, _)| match limit {
                Limit::Head => **lot == Lot::Head,
                Limit::Loop => matches!(lot, Lot::Head | Lot::Kept(Why::Loop)),
                _ => **lot != Lot::Summarised,
            });
            let cost = before.head + kept.map(|(_, price)| price).sum::<u64>();
            prop_assert!(limit == Limit::Summary || cost > goal.threshold, "{:?} {}", limit, cost);
        }

        // Once more is a fixed point, or smaller.
        let again = stage.plan(&compacted.history, &goal);
        let twice = again.apply(&compacted.history, None);
        holds(&compacted.history, &again, &twice)?;
        prop_assert!(twice.is_same() || stage.price(&twice.history).total() < after.total());
        let mut last = twice.history;
        for _ in 0..8 {
            last = stage.plan(&last, &goal).apply(&last, None).history;
        }
        prop_assert!(stage.plan(&last, &goal).apply(&last, None).is_same(), "it does not come to rest");
    }

    #[test]
    fn a_summary_never_leaves_more_than_there_was(history in histories(), words in 0usize..2000) {
        let stage = Stage::new("open");
        let goal = Goal::under(stage.price(&history).total() / 2);
        let (compacted, after) = stage.compact(&history, &goal, Some(&mut Writes(words)));
        let salvaged = stage.price(&stage.plan(&history, &goal).apply(&history, None).history);
        prop_assert!(salvaged.total() > goal.threshold || after.total() <= goal.threshold);
        prop_assert!(after.total() <= stage.price(&history).total(), "{:?}", compacted.pieces);
    }
}

struct Writes(usize);
impl throughline_core::compact::Summariser for Writes {
    fn summarise(
        &mut self,
        _: &throughline_core::Request,
        asked: &History,
    ) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
        assert!(asked.turns().iter().all(|turn| turn.carriers().next().is_none() && turn.calls().next().is_none()));
        Ok(long(self.0))
    }
}

//! What is summarised, what stays, and why nothing more can be gained.
use crate::stage::*;
use std::sync::Arc;
use throughline_core::{
    Ending, History, Part, Priced, Role, Turn,
    compact::{Compaction, Goal, Limit, Lot, Piece, Why, plan},
};

const GOAL: Goal = Goal { threshold: 1000, keep: 400, summary: 100 };

/// The decisions where each turn costs what `prices` say.
fn priced(provider: &str, history: &History, prices: &[u64], goal: &Goal) -> Compaction {
    let priced = Priced { head: 10, turns: prices.to_vec() };
    assert_eq!(prices.len(), history.turns().len());
    Stage::new(provider).with(history, |_, now, _| plan(now, &priced, goal))
}

/// H: head, s: summarised, and a letter for why a turn is kept.
fn lots(compaction: &Compaction) -> String {
    let letter = |lot: &Lot| match lot {
        Lot::Head => 'H',
        Lot::Summarised => 's',
        Lot::Kept(Why::Loop) => 'L',
        Lot::Kept(Why::User) => 'U',
        Lot::Kept(Why::Answer) => 'A',
        Lot::Kept(Why::Last) => 'E',
        Lot::Kept(Why::Recent) => 'R',
        Lot::Kept(Why::Checkpoint) => 'C',
        Lot::Kept(Why::Small) => 'x',
        Lot::Kept(_) => '?',
    };
    compaction.lots().iter().map(letter).collect()
}

fn chat(rounds: usize) -> Vec<Turn> {
    let round = |n: usize| [Turn::user(&format!("{n}?")), says(&format!("{n}."))];
    [Turn::system("Be brief.")].into_iter().chain((0..rounds).flat_map(round)).collect()
}

#[test]
fn the_tail_is_kept_and_the_middle_becomes_one_checkpoint_behind_the_head() {
    let history = history(chat(8));
    let compaction = priced("signed", &history, &[100; 17], &GOAL);
    assert_eq!(lots(&compaction), "HssssssssssssRRUA");
    assert_eq!((compaction.cut(), compaction.limit(), compaction.is_due()), (13, None, true));
    // The head's ten and five turns are what is kept, and the summary may have its hundred in a message.
    assert_eq!((compaction.before(), compaction.after(), compaction.room()), (1710, 510 + 116, 100));
    let compacted = compaction.apply(&history, Some("They counted."));
    assert_eq!(compacted.from, [Some(0), None, Some(13), Some(14), Some(15), Some(16)]);
    assert_eq!((compacted.summarised, compacted.shortened, compacted.digest), (12, 0, false));
    for (piece, turn) in compacted.pieces.iter().zip(compacted.history.turns()) {
        match piece {
            Piece::Kept(n) => assert!(Arc::ptr_eq(turn, &history.turns()[*n])),
            Piece::New(new) => assert!(Arc::ptr_eq(turn, new)),
        }
    }
    let checkpoint = &compacted.history.turns()[1];
    assert_eq!(checkpoint.role, Role::User);
    assert!(matches!(&checkpoint.parts[..], [Part::Checkpoint(only)] if only.item.is_none()));
    assert_eq!(checkpoint.text(), "[Summary of the earlier conversation]\nThey counted.");
}
#[test]
fn the_budget_is_what_is_free_and_no_turn_behind_a_gap_is_kept() {
    let history = history(chat(4));
    let prices = [0, 100, 100, 900, 50, 100, 100, 100, 100];
    let with = |threshold, keep| lots(&priced("signed", &history, &prices, &Goal { threshold, keep, summary: 100 }));
    assert_eq!(with(2000, 400), "HssssRRUA");
    // Of 600, ten are the head's and a hundred the summary's: the 490 that are left hold four turns and the small one.
    assert_eq!(with(600, 5000), "HsssRRRUA");
    assert_eq!(with(559, 5000), "HssssRRUA");
    assert_eq!(with(0, 5000), "HssssssUA");
    assert_eq!(with(2000, 5000), "HRRRRRRUA");
    // A middle that is hardly larger than a checkpoint stays.
    let small = priced("signed", &history, &[0, 60, 60, 0, 0, 0, 0, 100, 100], &Goal { keep: 0, ..GOAL });
    assert_eq!((lots(&small).as_str(), small.is_idle()), ("HxxxxxxUA", true));
}
#[test]
fn calls_and_all_their_results_stay_together() {
    let mut turns = vec![Turn::user("q"), model(vec![call("a", "read"), call("b", "read")])];
    turns.extend([Turn::tool("a", "1"), Turn::user("Hurry."), Turn::tool("b", "2")]);
    turns.extend([says("Hm."), Turn::user("next"), says("done")]);
    // An answer to nothing in sight binds nothing, and a second one to the same call belongs to it.
    turns.insert(6, Turn::tool("a", "again"));
    turns.insert(5, Turn::tool("b", "again"));
    let prices = [100, 10, 100, 10, 100, 10, 100, 10, 10, 10];
    let with = |keep| lots(&priced("open", &history(turns.clone()), &prices, &Goal { keep, ..GOAL }));
    assert_eq!(with(130), "ssssssRRUA");
    assert_eq!(with(359), "ssssssRRUA");
    assert_eq!(with(360), "xRRRRRRRUA");
}
#[test]
fn the_last_question_and_the_last_answer_stay_wherever_they_are() {
    let mut turns = vec![Turn::user("q"), says("So it is."), Turn::user("Go on.")];
    for n in 0..6 {
        turns.extend([model(vec![call(&n.to_string(), "read")]), Turn::tool(&n.to_string(), "r")]);
    }
    let compaction = priced("open", &history(turns.clone()), &[100; 15], &Goal { keep: 600, ..GOAL });
    assert_eq!(lots(&compaction), "sAUssssssssRREE");
    assert_eq!(compaction.cut(), 11);
    let compacted = compaction.apply(&history(turns), Some("s"));
    assert_eq!(compacted.from, [None, Some(1), Some(2), Some(11), Some(12), Some(13), Some(14)]);
}
#[test]
fn a_tool_loop_in_flight_is_not_cut_where_the_route_is_sent_its_seals() {
    let mut turns = vec![Turn::user(&long(300)), says("Well."), Turn::user("Go on.")];
    for n in 0..6 {
        let parts = vec![thought("I see.", "c2VhbA=="), call(&n.to_string(), "read")];
        turns.extend([model(parts), Turn::tool(&n.to_string(), &long(150))]);
    }
    let in_flight = history(turns.clone());
    let compaction = priced("signed", &in_flight, &[200; 15], &GOAL);
    assert_eq!((lots(&compaction).as_str(), compaction.limit()), ("sALLLLLLLLLLLLL", Some(Limit::Loop)));
    for summary in [Some("s"), None] {
        let compacted = compaction.apply(&in_flight, summary);
        assert_eq!(compacted.pieces[1..], (1..15).map(Piece::Kept).collect::<Vec<_>>());
    }
    // Where its seals stay at home, where it was cut, and once it has ended, it is like any other turns.
    assert_eq!(lots(&priced("strict", &in_flight, &[200; 15], &GOAL)), "sAUssssssssssEE");
    let mut cut = turns.clone();
    cut[13].ending = Some(Ending::Cut);
    assert!(!lots(&priced("signed", &history(cut), &[200; 15], &GOAL)).contains('L'));
    turns.push(says("All read."));
    assert_eq!(lots(&priced("signed", &history(turns), &[100; 16], &GOAL)), "ssUssssssssssRRA");
}
#[test]
fn an_earlier_summary_goes_into_the_new_one_and_alone_is_left_as_it_is() {
    let history = history(chat(8));
    let first = priced("signed", &history, &[100; 17], &GOAL).apply(&history, Some("They counted."));
    assert_eq!(lots(&priced("signed", &first.history, &[100, 900, 100, 100, 100, 100], &GOAL)), "HCRRUA");
    let more = chat(5).into_iter().skip(1).map(Arc::new);
    let longer: History = first.history.turns().iter().cloned().chain(more).collect();
    let compaction = priced("signed", &longer, &[100; 16], &GOAL);
    assert_eq!(lots(&compaction), "HsssssssssssRRUA");
    let second = compaction.apply(&longer, Some("They went on counting."));
    let texts = second.history.turns().iter().map(|turn| turn.text()).filter(|text| text.contains("Summary"));
    assert_eq!(texts.collect::<Vec<_>>(), ["[Summary of the earlier conversation]\nThey went on counting."]);
}
#[test]
fn a_server_s_checkpoint_is_shadowed_by_a_newer_one_and_what_stands_beside_it_stays() {
    let old = model(vec![item("old"), thought("t", "c2VhbA=="), Part::text("a")]);
    let alone = model(vec![item("alone")]);
    let new = model(vec![item("new")]);
    let history = history([Turn::user("q"), old, Turn::user("r"), alone, Turn::user("s"), new, Turn::user("t")]);
    let compaction = priced("signed", &history, &[1; 7], &GOAL);
    assert!(!compaction.summarises());
    let compacted = compaction.apply(&history, None);
    let kinds =
        |n: usize| compacted.history.turns()[n].carriers().map(|(_, c)| c.payload.get().to_owned()).collect::<Vec<_>>();
    assert_eq!(compacted.history.turns().len(), 7);
    assert_eq!(kinds(1), [r#"{"type":"thinking","thinking":"t","signature":"c2VhbA=="}"#]);
    assert_eq!((kinds(3), kinds(5)), (vec![], vec!["\"new\"".to_owned()]));
    assert_eq!(compacted.pieces.iter().filter(|piece| matches!(piece, Piece::New(_))).count(), 2);
    assert!(Arc::ptr_eq(&compacted.history.turns()[5], &history.turns()[5]));
    // A summary has other readers than an item: neither shadows the other.
    let mixed = self::history([summary("s"), Turn::user("q"), model(vec![item("new")]), Turn::user("r")]);
    assert!(priced("signed", &mixed, &[1; 4], &GOAL).apply(&mixed, None).is_same());
}
#[test]
fn the_plan_says_why_it_stays_above_the_threshold() {
    let history = history([Turn::system("s"), Turn::user("a"), says("b"), Turn::user("c"), says("d")]);
    let limit = |prices: [u64; 5]| priced("signed", &history, &prices, &GOAL).limit();
    assert_eq!(limit([991, 0, 0, 0, 0]), Some(Limit::Head));
    assert_eq!(limit([10, 300, 300, 500, 500]), Some(Limit::Retained));
    assert_eq!(limit([10, 300, 300, 500, 450]), Some(Limit::Summary));
    assert_eq!(limit([10, 300, 300, 400, 450]), None);
    assert_eq!(Stage::new("open").plan(&History::new(), &Goal::under(0)).limit(), Some(Limit::Head));
}
#[test]
fn what_a_route_does_not_read_costs_it_nothing_so_that_it_keeps_more() {
    let thinks = || model(vec![thought(&long(1000), "cw=="), Part::text("ok")]);
    let history = history((0..30).flat_map(|n| [Turn::user(&format!("{n}")), thinks()]));
    let goal = Goal { threshold: 8000, keep: 3000, summary: 500 };
    let kept = |provider: &str| {
        let compaction = Stage::new(provider).plan(&history, &goal);
        compaction.lots().iter().filter(|lot| matches!(lot, Lot::Kept(_))).count()
    };
    assert_eq!(kept("strict"), 60);
    for reads in ["signed", "open"] {
        assert!((2..10).contains(&kept(reads)), "{reads}: {}", kept(reads));
    }
}

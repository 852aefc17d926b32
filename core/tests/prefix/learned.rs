//! What a refusal and a reply teach about seals that are bound.
use crate::stage::{Plain, Stage, bound, fates, goes, stage, thought};
use throughline_core::{
    Attempt, First, Keeps, Last, Literal, Mismatch, Part, PrefixDigest, Taught, Turn,
    verdict::{Spot, Verdict},
};

fn talk(mut stage: Stage) -> Stage {
    ["one", "two", "three"].into_iter().for_each(|asked| stage.round(asked)); // thinking at 1, 3 and 5
    stage
}
fn refused(stage: &mut Stage, verdict: &Verdict) -> Option<Attempt<Last>> {
    let mut memory = stage.memory.clone();
    let last = Attempt::<First>::new(&memory).refused(verdict, &stage.cold(), &mut memory, &Plain);
    stage.memory = memory;
    last
}
fn spot(message: usize, content: usize) -> Spot {
    Spot { message, content }
}
fn bad(places: &[Spot]) -> Verdict {
    Verdict::BadSignature { places: places.to_vec() }
}
/// The turns whose seals are dead on the route.
fn dead(stage: &Stage) -> Vec<usize> {
    let is_dead = |turn: &Turn| {
        turn.carriers().any(|(_, carrier)| stage.memory.is_dead(&stage.route, &carrier.payload.fingerprint()))
    };
    stage.history.turns().iter().enumerate().filter(|(_, turn)| is_dead(turn)).map(|(n, _)| n).collect()
}

#[test]
fn a_bad_signature_costs_the_block_that_it_names() {
    let mut stage = talk(stage(Keeps::All, None));
    assert!(refused(&mut stage, &bad(&[spot(3, 0)])).is_some());
    assert_eq!((dead(&stage), goes(&stage.cold())), (vec![3], vec![1, 5]));
    assert!(refused(&mut stage, &bad(&[spot(3, 0)])).is_none(), "the same once more is no news");
}
#[test]
fn on_a_bound_route_those_behind_it_too() {
    let mut stage = talk(bound(Mismatch::Withhold));
    assert!(refused(&mut stage, &bad(&[spot(3, 0)])).is_some());
    assert_eq!((dead(&stage), goes(&stage.cold())), (vec![3, 5], vec![1]));
    stage.round("four");
    assert_eq!(goes(&stage.cold()), [1, 7], "what was thought since goes");
}
#[test]
fn a_place_behind_the_thinking_means_it_and_none_means_all() {
    for (places, gone) in
        [(vec![spot(3, 1)], vec![3]), (vec![], vec![1, 3, 5]), (vec![spot(1, 0), spot(5, 0)], vec![1, 5])]
    {
        let mut stage = talk(stage(Keeps::All, None));
        assert!(refused(&mut stage, &bad(&places)).is_some());
        assert_eq!(dead(&stage), gone, "{places:?}");
    }
    let mut stage = talk(stage(Keeps::All, None));
    assert!(refused(&mut stage, &bad(&[spot(usize::MAX, usize::MAX)])).is_some());
    assert_eq!(dead(&stage), [1, 3, 5]);
}
#[test]
fn a_prefix_that_the_server_knows_better_is_remembered_with_the_seal() {
    let mut stage = talk(bound(Mismatch::Withhold));
    let original = stage.history.clone();
    [1, 3, 5].into_iter().for_each(|n| stage.forget(n));
    stage.change(|turns| turns[0] = std::sync::Arc::new(Turn::user("uno")));
    assert_eq!(goes(&stage.cold()), [1, 3, 5], "nobody knows");
    let place = Some(spot(1, 0));
    assert!(refused(&mut stage, &Verdict::PrefixBound { place }).is_some());
    assert_eq!(
        fates(&stage.cold()),
        [
            "1 withheld: the route did not take this seal behind the same prefix before",
            "3 withheld: the seal of turn 1 stays, and this one may be bound to it",
            "5 withheld: the seal of turn 1 stays, and this one may be bound to it",
        ]
    );
    assert!(matches!(stage.memory.lessons()[0].taught, Taught::Dropped(..)) && stage.memory.lessons().len() == 1);
    // Behind its own prefix it is as good as ever.
    stage.history = original;
    assert_eq!(goes(&stage.cold()), [1, 3, 5]);
}
#[test]
fn a_bound_seal_on_a_route_that_binds_nothing_is_dead_with_those_behind_it() {
    let mut stage = talk(stage(Keeps::All, None));
    assert!(refused(&mut stage, &Verdict::PrefixBound { place: Some(spot(3, 0)) }).is_some());
    assert_eq!(dead(&stage), [3, 5]);
    let mut stage = talk(bound(Mismatch::Withhold));
    assert!(refused(&mut stage, &Verdict::PrefixBound { place: None }).is_some());
    assert_eq!(goes(&stage.cold()), [0; 0]);
}
#[test]
fn a_caller_who_wants_errors_gets_them_once() {
    let mut stage = talk(bound(Mismatch::Withhold));
    stage.request.set("on_mismatch", Literal::of("error").verbatim().clone());
    assert!(refused(&mut stage, &Verdict::PrefixBound { place: Some(spot(1, 0)) }).is_none());
    assert_eq!(stage.memory.lessons(), []);
}
#[test]
fn a_frozen_turn_goes_without_any_of_its_thinking() {
    let frozen = |place| Verdict::Frozen { place };
    let mut long = stage(Keeps::All, None);
    long.say(Turn::user("one"));
    long.reply(vec![Part::text("a"), thought("b"), Part::text("c")]);
    long.round("two");
    for (place, gone, left) in
        [(Some(spot(1, 2)), vec![1], vec![3]), (Some(spot(1, 3)), vec![1], vec![3]), (None, vec![3], vec![1, 1])]
    {
        let mut stage = long.clone();
        assert!(refused(&mut stage, &frozen(place)).is_some());
        assert_eq!((dead(&stage), goes(&stage.cold())), (gone, left), "{place:?}");
    }
    let mut bare = stage(Keeps::All, None);
    bare.say(Turn::user("one"));
    assert!(refused(&mut bare, &frozen(Some(spot(0, 0)))).is_none(), "there is nothing to leave out");
}
#[test]
fn missing_thinking_teaches_nothing() {
    let mut stage = talk(stage(Keeps::All, None));
    assert!(refused(&mut stage, &Verdict::ThinkingRequired { place: Some(spot(1, 0)) }).is_none());
}

#[test]
fn what_a_reply_says_was_dropped_stays_behind_that_prefix() {
    let mut stage = talk(bound(Mismatch::Drop));
    stage.change(|turns| turns[2] = std::sync::Arc::new(Turn::user("due")));
    assert_eq!(goes(&stage.cold()), [1, 3, 5]);
    stage.say(Turn::user("four"));
    stage.reply_with(vec![Part::text("so")], &[3, 5]); // 7
    let dropped = stage.memory.lessons().iter().filter(|lesson| matches!(lesson.taught, Taught::Dropped(..))).count();
    assert_eq!(dropped, 2);
    // The next one does not send them, and the reply was minted under just that.
    assert_eq!(goes(&stage.cold()), [1, 7]);
    let minted = stage.history.turns()[7].carriers().next().unwrap().1.minted_under.clone().unwrap();
    assert_eq!(
        minted.0.split(':').nth(1),
        {
            let mut before = stage.clone();
            before.history = before.history.branch(7);
            before.cold().digest().unwrap().0.split(':').nth(1).map(str::to_owned)
        }
        .as_deref()
    );
    let plan = stage.cold();
    assert!(
        fates(&plan)[1].ends_with("the route did not take this seal behind the same prefix before"),
        "{:?}",
        fates(&plan)
    );
}
#[test]
fn a_lesson_reads_back_and_says_what_it_is() {
    let taught = Taught::Dropped("aa".into(), PrefixDigest("1:b".into()));
    let mut memory = throughline_core::RejectionMemory::new();
    memory.learn(&talk(bound(Mismatch::Drop)).route, None, taught.clone());
    let json = serde_json::to_string(&memory).unwrap();
    assert!(json.contains(r#""taught":{"dropped":["aa","1:b"]}"#), "{json}");
    assert_eq!(serde_json::from_str::<throughline_core::RejectionMemory>(&json).unwrap(), memory);
    assert_eq!(taught.to_string(), "does not take the seal aa behind the prefix that it had");
}

//! A model that keeps the thinking of the tool loop in flight alone.
use crate::stage::{Stage, call, fates, goes, stage};
use throughline_core::{Fragments, Keeps, Part, Role, Turn};

fn looping() -> Stage {
    let mut stage = stage(Keeps::Loop, None);
    stage.say(Turn::system("Be brief."));
    stage.round("one"); // 1, 2
    stage.say(Turn::user("two"));
    stage.step("a"); // 4, 5
    stage.step("b"); // 6, 7
    stage
}

#[test]
fn the_loop_in_flight_keeps_its_thinking_and_no_other_turn_does() {
    let left = "the turn left the tool loop, and this model keeps no thinking of earlier turns";
    assert_eq!(fates(&looping().cold()), [format!("2 withheld: {left}"), "4 sent".into(), "6 sent".into()]);
}
#[test]
fn a_steer_behind_an_answer_does_not_end_it() {
    let mut beside = looping();
    beside.change(|turns| {
        let answer = std::sync::Arc::make_mut(&mut turns[7]);
        answer.role = Role::User;
        answer.parts.push(Part::text("steer"));
    });
    let mut behind = looping();
    behind.say(Turn::user("steer"));
    for stage in [&mut beside, &mut behind] {
        assert_eq!(goes(&stage.cold()), [4, 6]);
        stage.reply(vec![call("c")]);
        stage.say(Turn::tool("c", "r"));
        stage.say(Turn::system("Hurry."));
        assert_eq!(goes(&stage.cold()).len(), 3);
    }
}
#[test]
fn the_next_question_ends_it() {
    let mut stage = looping();
    stage.reply(vec![Part::text("done")]); // 8
    assert_eq!(goes(&stage.cold()), [4, 6, 8]);
    stage.say(Turn::user("three"));
    assert_eq!(goes(&stage.cold()), [0; 0]);
}
#[test]
fn what_changes_is_decided_anew_and_nothing_else() {
    let mut stage = looping();
    let mut warm = Fragments::new();
    let mut fresh = |stage: &Stage| {
        let plan = stage.plan(&mut warm);
        let (fresh, body) = (plan.fresh(), plan.render(&crate::stage::Plain, &mut warm).unwrap());
        let cold = stage.cold().render(&crate::stage::Plain, &mut Fragments::new()).unwrap();
        assert_eq!(String::from_utf8(body.bytes).unwrap(), String::from_utf8(cold.bytes).unwrap());
        fresh
    };
    assert_eq!(fresh(&stage), 0);
    stage.step("c"); // 8, 9: within the loop
    assert_eq!(fresh(&stage), 8);
    stage.say(Turn::user("steer")); // 10
    stage.reply(vec![Part::text("done")]); // 11
    assert_eq!(fresh(&stage), 10);
    stage.say(Turn::user("three")); // 12: the loop began behind turn 3, and ends
    assert_eq!(fresh(&stage), 4);
    // Taken back, the turns are in it again.
    stage.history = stage.history.branch(10);
    assert_eq!(fresh(&stage), 4);
    assert_eq!(goes(&stage.cold()), [4, 6, 8]);
}
#[test]
fn a_model_that_keeps_all_decides_new_turns_alone() {
    let mut stage = stage(Keeps::All, None);
    let mut warm = Fragments::new();
    for n in 0..4 {
        stage.round("q");
        assert_eq!(stage.plan(&mut warm).fresh(), 2 * n);
    }
    assert_eq!(goes(&stage.cold()), [1, 3, 5, 7]);
}
#[test]
fn what_leaves_costs_nothing() {
    let mut stage = looping();
    let price = |stage: &Stage| stage.cold().price(&throughline_core::Tariff::new()).turns;
    let before = price(&stage);
    stage.reply(vec![Part::text("done")]);
    stage.say(Turn::user("three"));
    let after = price(&stage);
    assert!(after[4] < before[4] && after[6] < before[6] && after[3] == before[3], "{before:?} {after:?}");
}

//! A seal whose prefix changed: known before it is sent, named, and treated as the row or the caller says.
use crate::stage::{Plain, Stage, bound, call, fates, goes, notes, seal, stage, thought, tool};
use std::sync::Arc;
use throughline_core::{Fragments, Keeps, Literal, Mismatch, Part, PrefixDigest, Turn};

/// Three rounds: thinking at 2, 4 and 6.
fn talk(mismatch: Mismatch) -> Stage {
    let mut stage = bound(mismatch);
    stage.request.tools = Some(vec![tool("f", "{}")]);
    stage.say(Turn::system("Be brief."));
    ["one", "two", "three"].into_iter().for_each(|asked| stage.round(asked));
    stage
}
fn sent(turns: &[usize]) -> Vec<String> {
    turns.iter().map(|turn| format!("{turn} sent")).collect()
}
fn on(stage: &mut Stage, member: &str) {
    stage.request.set("on_mismatch", Literal::of(member).verbatim().clone());
}

#[test]
fn what_did_not_change_goes() {
    let mut stage = talk(Mismatch::Withhold);
    assert_eq!(fates(&stage.cold()), sent(&[2, 4, 6]));
    stage.say(Turn::user("four"));
    assert_eq!(fates(&stage.cold()), sent(&[2, 4, 6]));
    // A branch has the same prefix, and so has another model and another door.
    stage.history = stage.history.branch(5);
    stage.route.model = "other".into();
    assert_eq!(fates(&stage.cold()), sent(&[2, 4]));
}
/// What is said, at which turn, of which change.
type Case = (&'static str, usize, fn(&mut Stage));

#[test]
fn the_first_thing_that_changed_is_named() {
    let cases: [Case; 8] = [
        ("the system prompt changed", 2, |s| s.change(|turns| turns[0] = Arc::new(Turn::system("Be long.")))),
        ("the system prompt changed", 2, |s| s.change(|turns| drop(turns.remove(0)))),
        ("the tools changed", 2, |s| s.request.tools = None),
        ("the tools changed", 2, |s| s.request.tools = Some(vec![tool("f", "{}"), tool("g", "{}")])),
        ("turn 1 (user) changed", 2, |s| s.change(|turns| turns[1] = Arc::new(Turn::user("uno")))),
        ("turn 3 (user) changed", 4, |s| s.change(|turns| turns[3] = Arc::new(Turn::user("due")))),
        ("a turn was added or removed before turn 5", 4, |s| {
            s.change(|turns| turns.insert(4, Arc::new(Turn::user("more"))))
        }),
        ("turn 2 (assistant) changed", 4, |s| {
            s.change(|turns| {
                Arc::make_mut(&mut turns[2]).parts[1] = Part::text("otherwise");
            })
        }),
    ];
    for (n, (what, first, change)) in cases.into_iter().enumerate() {
        let mut stage = talk(Mismatch::Withhold);
        change(&mut stage);
        let fates = fates(&stage.cold());
        let said = fates
            .iter()
            .find(|fate| fate.contains("another prefix"))
            .unwrap_or_else(|| panic!("{n} {what}: {fates:?}"));
        assert!(said.ends_with(&format!("withheld: sealed under another prefix: {what}")), "{n}: {fates:?}");
        // Nothing behind it goes, everything before it does.
        assert_eq!(
            goes(&stage.cold()),
            [2, 4].into_iter().filter(|turn| *turn < first).collect::<Vec<_>>(),
            "{what}: {fates:?}"
        );
    }
}
#[test]
fn thinking_that_stays_for_another_reason_changes_what_stands_behind_it() {
    let mut stage = talk(Mismatch::Withhold);
    let seal = stage.history.turns()[2].carriers().next().unwrap().1.payload.fingerprint();
    let route = stage.route.clone();
    stage.memory.learn(&route, None, throughline_core::Taught::Dead(seal));
    stage.round("four");
    assert_eq!(
        fates(&stage.cold()),
        [
            "2 withheld: the route could not read this seal before",
            "4 withheld: sealed under another prefix: thinking of turn 2 does not go",
            "6 withheld: sealed under another prefix: thinking of turn 4 does not go",
            "8 sent",
        ]
    );
}
#[test]
fn what_is_thought_behind_the_change_holds_again() {
    let mut stage = talk(Mismatch::Withhold);
    stage.change(|turns| turns[1] = Arc::new(Turn::user("uno")));
    stage.round("four"); // 7, 8
    stage.round("five"); // 9, 10
    assert_eq!(goes(&stage.cold()), [8, 10]);
    // And it is what the first conversation had, once the change is undone: then the later ones do not hold.
    stage.change(|turns| turns[1] = Arc::new(Turn::user("one")));
    assert_eq!(goes(&stage.cold()), [2, 4, 6]);
}
#[test]
fn what_nobody_knows_goes_unless_it_stands_behind_one_that_stays() {
    let mut stage = talk(Mismatch::Withhold);
    [2, 4, 6].into_iter().for_each(|n| stage.forget(n));
    stage.change(|turns| turns[1] = Arc::new(Turn::user("uno")));
    assert_eq!(fates(&stage.cold()), sent(&[2, 4, 6]), "nobody knows");

    let mut stage = talk(Mismatch::Withhold);
    stage.forget(4);
    stage.change(|turns| turns[1] = Arc::new(Turn::user("uno")));
    stage.round("four");
    assert_eq!(
        fates(&stage.cold()),
        [
            "2 withheld: sealed under another prefix: turn 1 (user) changed",
            "4 withheld: the seal of turn 2 stays, and this one may be bound to it",
            "6 withheld: sealed under another prefix: thinking of turn 4 does not go",
            "8 sent",
        ]
    );
    // What a stranger wrote there is unknown, and no more.
    for strange in ["", "2:00", "1:xx:yy:zz:", "sha256:abc"] {
        let mut stage = talk(Mismatch::Withhold);
        stage.change(|turns| Arc::make_mut(&mut turns[2]).bind(&PrefixDigest(strange.into())));
        stage.change(|turns| turns[1] = Arc::new(Turn::user("uno")));
        assert_eq!(goes(&stage.cold()), [2], "{strange}");
    }
}
#[test]
fn two_seals_of_a_turn_stand_and_fall_together() {
    let mut stage = bound(Mismatch::Withhold);
    stage.say(Turn::user("one"));
    stage.reply(vec![call("a"), thought("second"), call("b")]);
    stage.say(Turn::tool("a", "r"));
    assert_eq!(goes(&stage.cold()), [1, 1]);
    let first = stage.history.turns()[1].carriers().next().unwrap().1.payload.fingerprint();
    let route = stage.route.clone();
    stage.memory.learn(&route, None, throughline_core::Taught::Dead(first));
    assert_eq!(
        fates(&stage.cold()),
        [
            "1 withheld: the route could not read this seal before",
            "1 withheld: the seal of turn 1 stays, and this one may be bound to it",
        ]
    );
}
#[test]
fn a_server_that_is_asked_to_drop_gets_all() {
    let mut stage = talk(Mismatch::Drop);
    stage.change(|turns| turns[1] = Arc::new(Turn::user("uno")));
    stage.forget(6);
    let plan = stage.cold();
    assert_eq!(fates(&plan), sent(&[2, 4, 6]));
    let told = "thinking sealed under another prefix (turn 1 (user) changed): the server is asked to drop it";
    assert_eq!(
        notes(&plan),
        [
            told,
            "thinking sealed under another prefix (something before turn 2 changed): the server is asked to drop it"
        ]
    );
}
#[test]
fn a_row_may_want_it_to_fail() {
    let mut stage = talk(Mismatch::Fail);
    let mut fragments = Fragments::new();
    assert!(stage.plan(&mut fragments).render(&Plain, &mut fragments).is_ok());
    stage.change(|turns| turns[3] = Arc::new(Turn::user("due")));
    for _ in 0..2 {
        // Known to the session or not.
        let plan = stage.plan(&mut fragments);
        assert_eq!(goes(&plan), [2], "explain still works");
        let error = plan.render(&Plain, &mut fragments).unwrap_err();
        assert_eq!(error.turn, 4);
        let said = error.to_string();
        assert!(
            said.starts_with("turn 4: its thinking is sealed under another prefix: turn 3 (user) changed"),
            "{said}"
        );
        assert!(said.contains("`bound row`") && said.contains("undo the change"), "{said}");
    }
    stage.change(|turns| turns[3] = Arc::new(Turn::user("two")));
    assert!(stage.plan(&mut fragments).render(&Plain, &mut fragments).is_ok());
}
#[test]
fn a_caller_s_word_is_stronger_than_the_row() {
    for row in [Mismatch::Withhold, Mismatch::Drop, Mismatch::Fail] {
        for (member, told) in [
            ("drop", "the server is asked to drop it"),
            ("error", "the request wants the server to refuse what does not hold, so that nothing is withheld"),
        ] {
            let mut stage = talk(row);
            let mut fragments = Fragments::new();
            drop(stage.plan(&mut fragments));
            on(&mut stage, member);
            stage.change(|turns| turns[5] = Arc::new(Turn::user("tre")));
            let plan = stage.plan(&mut fragments);
            assert_eq!(goes(&plan), [2, 4, 6], "{row:?} {member}");
            assert_eq!(notes(&plan), [format!("thinking sealed under another prefix (turn 5 (user) changed): {told}")]);
            assert!(plan.render(&Plain, &mut fragments).is_ok());
        }
    }
    // A word that nobody knows is none.
    let mut stage = talk(Mismatch::Withhold);
    on(&mut stage, "perhaps");
    stage.change(|turns| turns[5] = Arc::new(Turn::user("tre")));
    assert_eq!(goes(&stage.cold()), [2, 4]);
}
#[test]
fn a_change_of_tools_is_seen_by_a_warm_session_and_an_append_costs_new_turns_alone() {
    let mut stage = talk(Mismatch::Withhold);
    let mut warm = Fragments::new();
    for _ in 0..3 {
        let before = stage.history.turns().len();
        drop(stage.plan(&mut warm));
        stage.round("more");
        let plan = stage.plan(&mut warm);
        assert_eq!(plan.fresh(), before);
        assert_eq!(plan.digest(), stage.cold().digest());
    }
    let all = goes(&stage.plan(&mut warm));
    stage.request.tools = Some(vec![tool("f", "{ }")]);
    assert_eq!(goes(&stage.plan(&mut warm)), all, "spelling");
    stage.request.tools = Some(vec![tool("other", "{}")]);
    assert_eq!(goes(&stage.plan(&mut warm)), [0; 0]);
    stage.request.tools = Some(vec![tool("f", "{}")]);
    assert_eq!(goes(&stage.plan(&mut warm)), all);
}
#[test]
fn retained_turns_behind_a_summary_keep_their_seals_at_home() {
    let mut stage = talk(Mismatch::Withhold);
    stage.round("four");
    let summary =
        Turn { parts: vec![Part::Checkpoint(throughline_core::Checkpoint::summary("They met."))], ..Turn::user("") };
    stage.change(|turns| {
        turns.splice(1..5, [Arc::new(summary)]);
    });
    assert_eq!(goes(&stage.cold()), [0; 0]);
    stage.round("five");
    assert_eq!(goes(&stage.cold()).len(), 1);
    // What stays costs nothing.
    let plan = stage.cold();
    let bare = {
        let mut stage = stage.clone();
        stage.change(|turns| drop(Arc::make_mut(&mut turns[3]).parts.remove(0)));
        stage
    };
    let tariff = throughline_core::Tariff::new();
    assert_eq!(plan.price(&tariff).turns[3], bare.cold().price(&tariff).turns[3]);
}
#[test]
fn where_nothing_is_bound_nothing_is_compared() {
    let mut stage = stage(Keeps::All, None);
    stage.round("one");
    let minted = seal(&stage.cold(), 1);
    stage.change(|turns| Arc::make_mut(&mut turns[1]).bind(&PrefixDigest("1:0:0:0:".into())));
    assert_eq!((goes(&stage.cold()), minted), (vec![1], seal(&stage.cold(), 1)));
}

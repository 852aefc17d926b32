//! The salvage pass, and the digest where it is not enough.
use crate::stage::*;
use throughline_core::{
    History, Literal, Part, Role, ToolResult, Turn,
    compact::{Goal, Piece},
};

fn investigation() -> History {
    let mut turns = vec![Turn::system("Look."), Turn::user("Why does it fail?\nIt did not yesterday.")];
    for (n, content) in [long(160), "short".into(), "é".repeat(301), long(120), long(130)].iter().enumerate() {
        turns.push(model(vec![
            thought("I see.", "c2VhbA=="),
            call(&n.to_string(), if n == 1 { "grep" } else { "read" }),
        ]));
        turns.push(Turn::tool(&n.to_string(), content));
    }
    turns.extend([says("It is the clock."), Turn::user("Fix it.")]);
    history(turns)
}

fn contents(history: &History) -> Vec<String> {
    let parts = history.turns().iter().flat_map(|turn| &turn.parts);
    parts
        .filter_map(|part| if let Part::Result(ToolResult { content, .. }) = part { content.clone() } else { None })
        .map(|content| content.literal().unwrap().decode().chars().take(60).collect())
        .collect()
}

#[test]
fn old_results_become_a_line_and_the_last_two_stay_whole() {
    let history = investigation();
    let stage = Stage::new("signed");
    let before = stage.price(&history).total();
    let goal = Goal { threshold: before - 100, keep: 100, summary: 50 };
    let compacted = stage.plan(&history, &goal).apply(&history, None);
    let whole = |words: usize| long(words).chars().take(60).collect::<String>();
    let short = |n: usize| format!("[{n} characters of this old result were left out]");
    assert_eq!(contents(&compacted.history), [short(800), "short".into(), short(301), whole(120), whole(130)]);
    assert_eq!((compacted.summarised, compacted.shortened, compacted.digest), (0, 2, false));
    for (n, (old, new)) in history.turns().iter().zip(compacted.history.turns()).enumerate() {
        let same = compacted.pieces[n] == Piece::Kept(n);
        assert_eq!(same, n != 3 && n != 7, "{n}");
        assert!(same || old.carriers().eq(new.carriers()));
        assert!(!same || std::sync::Arc::ptr_eq(old, new));
    }
    // What is done is done: it is small enough, and a line is never shortened again.
    let again = stage.plan(&compacted.history, &goal);
    assert!(!again.is_due() && again.apply(&compacted.history, Some("s")).shortened == 0);
}
#[test]
fn where_that_is_not_enough_a_digest_stands_for_the_middle() {
    let history = investigation();
    let goal = Goal { threshold: 300, keep: 80, summary: 200 };
    let compaction = Stage::new("signed").plan(&history, &goal);
    let compacted = compaction.apply(&history, Some(" \n"));
    assert!(compacted.digest);
    assert_eq!(
        compacted.history.turns()[1].text(),
        "[Summary of the earlier conversation]\n11 turns left out.\nTools called: read ×4, grep ×1\nThe person asked:\n- Why does it fail?"
    );
    assert!(!format!("{:?}", compacted.history.turns()[1].parts).contains("I see."));
    assert!(compacted.history.turns()[1].carriers().next().is_none());
}
#[test]
fn a_digest_takes_over_from_the_one_before_it_and_never_outgrows_its_room() {
    let mut turns = vec![summary("[Summary of the earlier conversation]\nThe cellar is flooded. No pump was found.")];
    for n in 0..40 {
        turns.extend([Turn::user(&format!("Question {n}: {}", "très long ".repeat(50))), says(&long(20))]);
    }
    let history = history(turns);
    for room in [1, 64, 100, 400, 2000] {
        let compaction = Stage::new("open").plan(&history, &Goal { threshold: 2500, keep: 100, summary: room });
        let text = compaction.apply(&history, None).history.turns()[0].text();
        assert!(text.len() as u64 <= room.max(64), "{room}: {text}");
        assert_eq!(text.contains("The cellar is flooded. No pump was found."), room >= 100, "{text}");
        assert_eq!(text.matches("Summary of").count(), 1);
        assert_eq!(text.contains("- Question 38: très"), room >= 400, "{text}");
    }
}
#[test]
fn results_in_one_turn_are_shortened_one_by_one() {
    let list =
        r#"[{"type":"text","text":"LONG"},{"type":"image_url","image_url":{"url":"u"}}]"#.replace("LONG", &long(100));
    let list = throughline_core::Verbatim::parse(&list).unwrap();
    let many = Part::Result(ToolResult { call: Some(Literal::of("b")), content: Some(list), extras: vec![] });
    let none = Part::Result(ToolResult { call: Some(Literal::of("c")), content: None, extras: vec![] });
    let results =
        vec![result("a", "short"), many, none, result("d", &long(90)), result("e", &long(90)), Part::text("See?")];
    let calls = ["a", "b", "c", "d", "e"].map(|id| call(id, "look")).to_vec();
    let history =
        history([Turn::user("q"), model(calls), Turn { parts: results, ..Turn::new(Role::User) }, says("yes")]);
    let goal = Goal { threshold: 0, keep: 0, summary: 0 };
    let compacted = Stage::new("open").plan(&history, &goal).apply(&history, Some("s"));
    assert_eq!(compacted.shortened, 1);
    let changed = compacted.history.turns().iter().find(|turn| turn.parts.len() == 6).unwrap();
    let Part::Result(shortened) = &changed.parts[1] else { unreachable!() };
    assert_eq!(shortened.call, Some(Literal::of("b")));
    assert!(shortened.content.as_ref().unwrap().get().starts_with("\"[5"));
    assert_eq!(changed.parts[3..], history.turns()[2].parts[3..]);
}

//! What carriers cost, and what costs nothing.
use super::*;

#[test]
fn a_carrier_costs_what_its_reply_reported() {
    let stage = Stage::new(vec![signed()]);
    let blob = "A".repeat(4900);
    let turn = |usage: Usage| Turn {
        parts: vec![Part::Reasoning(block(&format!(r#"{{"text":"","signature":"{blob}"}}"#)))],
        ..stage.reply("", usage)
    };
    let without = stage.price(&[Turn { parts: vec![], ..stage.reply("", thinking(0)) }]).total();
    let price = |usage: Usage| stage.price(&[turn(usage)]).turns.first().copied().unwrap();
    let frame = 4;
    assert_eq!(price(thinking(700)), 700 + frame);
    // Nothing reported: by the bytes of the blob, and zero is no report.
    assert_eq!(price(Usage::default()), 1005 + frame);
    assert_eq!(price(thinking(0)), 1005 + frame);
    assert_eq!(price(thinking(u64::MAX)), 4 * 4926 + frame);
    assert_eq!(without, stage.price(&[]).total(), "a turn that goes whole costs nothing");
}

#[test]
fn the_row_says_how_dense_a_blob_is() {
    let turn = |stage: &Stage| {
        let carrier = block(&format!(r#"{{"text":"","signature":"{}"}}"#, "A".repeat(7000)));
        Turn { parts: vec![Part::Reasoning(carrier)], ..stage.reply("", Usage::default()) }
    };
    let stage = Stage::new(vec![signed().weighing(7000)]);
    assert_eq!(stage.price(&[turn(&stage)]).turns, [1003 + 4]);
}

#[test]
fn blocks_share_what_was_reported_and_kinds_are_one_thought() {
    let entry = |text: &str| {
        let payload = format!(r#"{{"text":"{text}"}}"#);
        Carrier::plain("reasoning_details", "home", Verbatim::parse(&payload).unwrap(), TextAt::path("text"))
    };
    let stage = Stage::new(vec![Slot::text("reasoning"), Slot::entries("reasoning_details", &[])]);
    let whole = "Weigh it twice, then weigh it once more. ".repeat(10);
    let string = Carrier::plain("reasoning", "home", quoted(&whole), TextAt::WHOLE);
    let turn = Turn { carriers: vec![string, entry(&whole), entry(&whole)], ..stage.reply("", thinking(100)) };
    let history = [turn].into_iter().collect();
    stage.with(&history, |plan| {
        let lines = plan.ledger();
        let outcomes: Vec<_> = lines.iter().map(|line| (line.outcome.as_str(), line.tokens)).collect();
        assert_eq!(outcomes, [("sent", 50), ("sent", 25), ("sent", 25)]);
        assert_eq!(plan.price(&Tariff::new()).turns, [100 + 4]);
    });
}

#[test]
fn readable_text_under_another_key_costs_its_text() {
    let stage = Stage::new(vec![Slot::text("reasoning_content")]);
    let thought = "Nobody reads the numbers of another route. ".repeat(20);
    let carrier = Carrier::plain("reasoning", "elsewhere", quoted(&thought), TextAt::WHOLE);
    let turn = Turn { carriers: vec![carrier], ..stage.reply("", thinking(9)) };
    stage.with(&[turn].into_iter().collect(), |plan| {
        let line = plan.ledger().into_iter().next().unwrap();
        assert!(matches!(line.outcome, Outcome::Text(_)));
        assert_eq!(line.tokens, tokens_of(&thought));
    });
}

#[test]
fn what_the_plan_keeps_and_a_placeholder_cost_nothing_and_next_to_nothing() {
    let (reads, strict) = (Stage::new(vec![signed()]), Stage::new(vec![]));
    let carrier = block(&format!(r#"{{"text":"","signature":"{}"}}"#, "A".repeat(90_000)));
    let with = |stage: &Stage| Turn {
        parts: vec![Part::Reasoning(carrier.clone()), Part::text("yes")],
        ..stage.reply("", thinking(9000))
    };
    let bare = |stage: &Stage| stage.reply("yes", thinking(9000));
    assert_eq!(strict.price(&[with(&strict)]), strict.price(&[bare(&strict)]));
    assert!(reads.price(&[with(&reads)]).total() >= 9000 + reads.price(&[bare(&reads)]).total());
    let empty = Turn { presence: vec![("thinking".into(), Presence::Empty)], ..bare(&strict) };
    assert_eq!(strict.price(&[empty]), strict.price(&[bare(&strict)]));
}

#[test]
fn a_checkpoint_of_a_server_costs_what_it_changed() {
    let mut slot = Slot::blocks("compaction", "compaction", const { &[Accept::any("home")] });
    slot.blob = 1;
    let stage = Stage::new(vec![slot]);
    let item = Carrier::sealed("compaction", "home", quoted(&"A".repeat(1_000_000)), None);
    let checkpoint = |usage: Usage| Turn {
        parts: vec![Part::Checkpoint(Checkpoint { text: None, item: Some(item.clone()) })],
        ..stage.reply("", usage)
    };
    let output = |tokens: u64| Usage { input: Some(500), output: Some(tokens), ..Usage::default() };
    let price = |turns: &[Turn]| stage.price(turns).turns.first().copied().unwrap() - 4;
    // Before anything carried it: what its reply wrote.
    assert_eq!(price(&[checkpoint(output(321))]), 321);
    // The first request that did was charged 700 more, 6 of them for the question and the frame of the turn itself.
    let asked = Turn::user("go on");
    let others = stage.price(std::slice::from_ref(&asked)).turns.first().copied().unwrap() + 4;
    let turns =
        [checkpoint(output(321)), asked.clone(), stage.reply("well", input(1200)), stage.reply("", input(9000))];
    assert_eq!(price(&turns), 700 - others);
    // It replaced more than it costs.
    assert_eq!(price(&[checkpoint(output(321)), asked.clone(), stage.reply("well", input(400))]), 321);
    assert_eq!(price(&[checkpoint(output(321)), asked, stage.reply("well", input(40))]), 40);
}

#[test]
fn what_only_looks_like_text_is_a_blob() {
    let stage = Stage::new(vec![Slot::opaque("reasoning_content", const { &[Accept::any("home")] })]);
    let carrier = Carrier::sealed("reasoning_content", "home", quoted(&"A1b2".repeat(1225)), Some(TextAt::WHOLE));
    let turn = Turn { carriers: vec![carrier], ..stage.reply("", Usage::default()) };
    assert_eq!(stage.price(&[turn]).turns, [1000 + 4]);
}

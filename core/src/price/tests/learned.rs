//! What a session's reports teach.
use super::*;

#[test]
fn one_report_makes_its_own_prefix_exact() {
    let stage = Stage::new(vec![]);
    let asked = "What is the height of the tallest tree in this forest? ".repeat(40);
    for reported in [300, 500, 700, 1000, 5000, 60_000] {
        let turns = [Turn::system("Be brief."), Turn::user(&asked), stage.reply("I know.", input(reported))];
        let learned = stage.learned(&turns);
        let prefix = learned.total() - learned.turns.last().unwrap();
        assert!(prefix.abs_diff(reported) < 2, "{prefix} of {reported}: each turn is rounded up");
    }
}

#[test]
fn what_a_host_writes_itself_is_told_from_dense_text() {
    let stage = Stage::new(vec![]);
    let line = "A line of a long investigation into how trees speak to each other. ".repeat(30);
    let by_rates = stage.price(&[Turn::user(&line)]).turns[0];
    let session = |charged: &dyn Fn(u64) -> u64| {
        let (mut turns, mut sum) = (vec![], 0);
        for _ in 0..10 {
            turns.push(Turn::user(&line));
            sum += by_rates;
            let output = Usage { output: Some(charged(by_rates) - charged(0)), ..input(charged(sum)) };
            turns.push(stage.reply(&line, output));
            sum += by_rates;
        }
        turns.push(Turn::user(&line));
        let priced = stage.learned(&turns);
        (priced.total() as f64 / charged(sum + by_rates) as f64, priced.tail(20) as f64 / by_rates as f64)
    };
    let (whole, tail) = session(&|tokens| tokens + 4000);
    assert!((whole - 1.0).abs() < 0.02 && (tail - 1.0).abs() < 0.1, "{whole} {tail}");
    let (whole, tail) = session(&|tokens| tokens * 3 / 2);
    assert!((whole - 1.0).abs() < 0.02 && (tail - 1.5).abs() < 0.15, "{whole} {tail}");
}

#[test]
fn thoughts_that_a_host_takes_and_does_not_read_are_learned() {
    let stage = Stage::new(vec![Slot::text("reasoning_content")]);
    let thought = Carrier::plain("reasoning_content", "home", quoted(&"so it is ".repeat(400)), TextAt::WHOLE);
    let (mut turns, mut sum) = (vec![], 0);
    for _ in 0..20 {
        turns.push(Turn::user("and then?"));
        sum += stage.price(&turns[turns.len() - 1..]).turns[0];
        let reply = stage.reply("then this", Usage { reasoning: Some(1200), ..input(sum + 8) });
        sum += stage.price(std::slice::from_ref(&reply)).turns[0];
        turns.push(Turn { carriers: vec![thought.clone()], ..reply });
    }
    turns.push(Turn::user("and then?"));
    let (cold, learned) = (stage.price(&turns).total(), stage.learned(&turns).total());
    assert!(cold > 24_000, "{cold}");
    assert!((sum..cold / 20).contains(&learned), "{learned} of {sum}");
}

#[test]
fn one_report_out_of_many_moves_nothing() {
    let stage = Stage::new(vec![]);
    let line = "One report is no report where many say something else. ".repeat(30);
    let session = |odd: u64| {
        let (mut turns, mut sum) = (vec![], 100);
        for n in 0..8 {
            turns.push(Turn::user(&line));
            sum += stage.price(&turns[turns.len() - 1..]).turns[0];
            let reply = stage.reply("noted", input(if n == 7 && odd > 0 { odd } else { sum }));
            sum += stage.price(std::slice::from_ref(&reply)).turns[0];
            turns.push(reply);
        }
        stage.learned(&turns).total() as f64
    };
    let sound = session(0);
    for odd in [1, 12, 2000, 40_000, 19_999_999, u64::MAX] {
        let ratio = session(odd) / sound;
        assert!((0.8..1.25).contains(&ratio), "{odd}: {ratio}");
    }
}

#[test]
fn other_routes_teach_how_dense_the_text_is_and_nothing_else() {
    let stage = Stage::new(vec![]);
    let line = "Elsewhere it was counted in another way. ".repeat(60);
    let mut reply = stage.reply("yes", input(90_000));
    let away = Route::new("away", "https://away.example", Api::CHAT, "other").unwrap();
    reply.origin = Some(Origin::of(&away, How::Minted).into());
    let turns = [Turn::user(&line), reply, Turn::user(&line)];
    let (cold, learned) = (stage.price(&turns), stage.learned(&turns));
    assert_eq!(learned.head, cold.head);
    assert!(learned.turns[0] > cold.turns[0] && learned.turns[0] <= cold.turns[0] * 2);
}

//! What holds for any conversation and any report.
use super::*;
use proptest::{collection::vec, prelude::*};

/// A turn of anything, with any usage.
fn turn() -> impl Strategy<Value = Turn> {
    let number = || prop_oneof![Just(None), Just(Some(0)), Just(Some(u64::MAX)), (1u64..100_000).prop_map(Some)];
    let usage = (number(), number(), number()).prop_map(|(input, output, reasoning)| Usage {
        input,
        output,
        reasoning,
        ..Usage::default()
    });
    let text = prop_oneof!["[a-zA-Z0-9 ]{0,80}", "\\PC{0,40}"];
    let issuer = prop_oneof![Just("home"), Just("elsewhere")];
    let carrier = (prop_oneof![Just("block"), Just("reasoning")], issuer, text.clone(), any::<bool>());
    let carrier = carrier.prop_map(|(kind, issuer, text, sealed)| {
        let issuer = Issuer::from(issuer.to_owned());
        if sealed {
            Carrier::sealed(kind, issuer, quoted(&text), None)
        } else {
            Carrier::plain(kind, issuer, quoted(&text), TextAt::WHOLE)
        }
    });
    let item = text.clone().prop_map(|text| Carrier::sealed("point", "home", quoted(&text), None));
    let part = prop_oneof![
        text.prop_map(|text| Part::text(&text)),
        carrier.clone().prop_map(Part::Reasoning),
        item.prop_map(|item| Part::Checkpoint(Checkpoint { text: None, item: Some(item) })),
    ];
    (vec(part, 0..4), vec(carrier, 0..3), usage, any::<bool>()).prop_map(|(parts, carriers, usage, said)| {
        let route = Route::new("home", "https://home.example", Api::CHAT, "model").unwrap();
        let origin = said.then(|| Origin::of(&route, How::Minted).into());
        let role = if said { Role::Assistant } else { Role::User };
        Turn { parts, carriers, origin, usage: Some(usage).filter(|_| said), ..Turn::new(role) }
    })
}

fn stages() -> [Stage; 2] {
    let point = Slot::blocks("point", "point", const { &[Accept::any("home")] });
    [Stage::new(vec![signed(), Slot::text("reasoning"), point]), Stage::new(vec![])]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tails_are_sums_of_the_vector(turns in vec(turn(), 0..12), from in 0usize..14) {
        for stage in stages() {
            for priced in [stage.price(&turns), stage.learned(&turns)] {
                prop_assert_eq!(priced.turns.len(), turns.len());
                prop_assert_eq!(priced.total(), priced.head.saturating_add(priced.tail(0)));
                let tail = priced.turns.iter().skip(from).fold(0u64, |sum, turn| sum.saturating_add(*turn));
                prop_assert_eq!(priced.tail(from), tail);
            }
        }
    }

    #[test]
    fn more_turns_never_cost_less(turns in vec(turn(), 1..12)) {
        // A report about a checkpoint corrects its price either way, so there is none of them here.
        let plain: Vec<Turn> = turns.into_iter().map(|mut turn| {
            turn.parts.retain(|part| !matches!(part, Part::Checkpoint(_)));
            turn
        }).collect();
        for stage in stages() {
            let totals: Vec<u64> = (0..=plain.len()).map(|end| stage.price(&plain[..end]).total()).collect();
            prop_assert!(totals.is_sorted(), "{totals:?}");
        }
    }

    #[test]
    fn the_ledger_says_what_the_price_adds(turns in vec(turn(), 0..8)) {
        let history: History = turns.iter().cloned().collect();
        for stage in stages() {
            stage.with(&history, |plan| {
                for tariff in [Tariff::new(), Tariff::learned(plan)] {
                    let priced = plan.price(&tariff);
                    for (n, price) in priced.turns.iter().enumerate() {
                        let lines = plan.priced_ledger(&tariff);
                        let sent = lines.iter().filter(|line| line.turn == n && line.outcome != Outcome::Withheld);
                        let sent: Vec<u64> = sent.map(|line| line.tokens).collect();
                        let carriers = sent.iter().fold(0u64, |sum, tokens| sum.saturating_add(*tokens));
                        let body = turn::weight(plan, n).map_or(0, |weight| tariff.body(weight.body));
                        assert_eq!(*price, carriers.saturating_add(body));
                        assert!(sent.iter().all(|tokens| *tokens > 0));
                    }
                }
            });
        }
    }

    #[test]
    fn what_is_withheld_costs_nothing(turns in vec(turn(), 0..8)) {
        let [_, strict] = stages();
        let bare = turns.iter().cloned().map(|mut turn| {
            turn.carriers.clear();
            turn.parts.retain(|part| matches!(part, Part::Text(_)));
            turn
        });
        prop_assert_eq!(strict.price(&turns), strict.price(&bare.collect::<Vec<_>>()));
    }

    #[test]
    fn a_report_that_can_be_true_makes_its_prefix_exact(text in "[a-z ]{40,400}", factor in 0.6f64..1.9, hidden in 0u64..5000) {
        let [_, stage] = stages();
        let asked = [Turn::user(&text)];
        let reported = (stage.price(&asked).total() as f64 * factor) as u64 + hidden;
        let turns = [asked[0].clone(), stage.reply("yes", input(reported))];
        let learned = stage.learned(&turns);
        prop_assert!((learned.head + learned.turns[0]).abs_diff(reported) < 2);
    }
}

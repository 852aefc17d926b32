//! Whatever becomes of a conversation, a server that holds every seal against every byte before it refuses nothing, and nothing stays
//! that it would have taken.
use crate::stage::{Stage, bound, goes, seal, tool};
use proptest::prelude::*;
use std::sync::Arc;
use throughline_core::{Fragments, Mismatch, Part, Taught, Turn};

#[derive(Clone, Debug)]
enum Step {
    Round,
    Loop,
    System(bool),
    Tools(bool),
    Edit(usize, bool),
    Remove(usize),
    Insert(usize),
    Branch(usize),
    Dead(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => Just(Step::Round),
        3 => Just(Step::Loop),
        1 => any::<bool>().prop_map(Step::System),
        1 => any::<bool>().prop_map(Step::Tools),
        1 => (any::<usize>(), any::<bool>()).prop_map(|(n, back)| Step::Edit(n, back)),
        1 => any::<usize>().prop_map(Step::Remove),
        1 => any::<usize>().prop_map(Step::Insert),
        1 => any::<usize>().prop_map(Step::Branch),
        1 => any::<usize>().prop_map(Step::Dead),
    ]
}

fn take(stage: &mut Stage, step: &Step) {
    let len = stage.history.turns().len();
    match *step {
        Step::Round => stage.round("q"),
        Step::Loop => {
            stage.say(Turn::user("loop"));
            stage.step("a");
            stage.step("b");
            stage.reply(vec![Part::text("done")]);
        }
        Step::System(brief) => {
            stage.change(|turns| turns[0] = Arc::new(Turn::system(if brief { "Be brief." } else { "Be long." })));
        }
        Step::Tools(any) => stage.request.tools = any.then(|| vec![tool("f", "{}")]),
        Step::Edit(n, back) => stage.change(|turns| {
            let turn = Arc::make_mut(&mut turns[n % len]);
            if let Some(Part::Text(text)) = turn.parts.last_mut() {
                *text = throughline_core::Text::of(if back { "q" } else { "edited" });
            }
        }),
        Step::Remove(n) if len > 1 => stage.change(|turns| drop(turns.remove(1 + n % (len - 1)))),
        Step::Insert(n) => stage.change(|turns| turns.insert(1 + n % len, Arc::new(Turn::user("more")))),
        Step::Branch(n) => stage.history = stage.history.branch(1 + n % len),
        Step::Dead(n) => {
            let route = stage.route.clone();
            let seals: Vec<String> =
                stage.history.turns()[n % len].carriers().map(|(_, carrier)| carrier.payload.fingerprint()).collect();
            for seal in seals {
                stage.memory.learn(&route, None, Taught::Dead(seal));
            }
        }
        Step::Remove(_) => {}
    }
}

proptest! {
    #[test]
    fn nothing_is_refused_and_nothing_stays_in_vain(steps in proptest::collection::vec(step(), 1..14)) {
        let mut stage = bound(Mismatch::Withhold);
        stage.say(Turn::system("Be brief."));
        let mut warm = Fragments::new();
        for step in &steps {
            take(&mut stage, step);
            let plan = stage.plan(&mut warm);
            let going = goes(&plan);
            prop_assert_eq!(&going, &goes(&stage.cold()), "warm and cold");
            for (n, turn) in stage.history.turns().iter().enumerate() {
                for (_, carrier) in turn.carriers() {
                    let holds = carrier.payload.get().contains(&format!(".{}\"", seal(&plan, n)));
                    let dead = stage.memory.is_dead(&stage.route, &carrier.payload.fingerprint());
                    prop_assert_eq!(going.contains(&n), holds && !dead, "turn {} after {:?}", n, step);
                }
            }
        }
    }
}

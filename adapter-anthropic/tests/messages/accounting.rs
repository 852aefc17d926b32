//! What thinking costs follows what is sent of it: by as many blocks as a request is longer, it is dearer, before and while it is walked.
use crate::{
    doors::{at, route},
    sample::{asking, elsewhere, origin, policy, whole},
};
use throughline_anthropic::Anthropic;
use throughline_core::{
    Carrier, Fragments, History, Literal, Part, RejectionMemory, Role, Route, Scene, Tariff, Taught, TextAt, Turn,
    compact::{self, Goal},
    plan,
};

const SHORT: usize = 1;
const LONG: usize = 8000;

fn native() -> Route {
    route("anthropic", "https://api.anthropic.com", "claude-opus-4-8")
}
/// A reply whose thought has so many letters.
fn answer(from: &Route, seal: &str, letters: usize) -> Turn {
    let thought =
        format!(r#"{{"type":"thinking","thinking":"{}","signature":"{seal}"}}"#, "w ".repeat(letters / 2 + 1));
    whole(from, &format!(r#"{{"content":[{thought},{{"type":"text","text":"A"}}]}}"#))
}
/// How long the body is, what the request costs, and what compaction finds when it walks it.
fn costs(to: &Route, turns: &[Turn], memory: &RejectionMemory) -> [u64; 4] {
    let (policy, request, history) = (policy(to), asking(), turns.iter().cloned().collect::<History>());
    let scene = Scene { route: to, policy: &policy, request: &request, history: &history, memory };
    let plan = plan(&Anthropic, scene, &mut Fragments::new());
    let priced = plan.price(&Tariff::new());
    let ledger = plan.ledger().iter().map(|line| line.tokens).sum();
    let body = plan.render(&Anthropic, &mut Fragments::new()).unwrap().bytes.len();
    let walked = compact::plan(&plan, &priced, &Goal::under(1)).before();
    assert_eq!((walked, priced.head + priced.tail(0)), (priced.total(), priced.total()));
    [body as u64, priced.total(), priced.tail(0), ledger]
}
/// How much more of each there is where the thoughts are long.
fn grows(to: &Route, memory: &RejectionMemory, turns: impl Fn(usize) -> Vec<Turn>) -> [u64; 4] {
    let (short, long) = (costs(to, &turns(SHORT), memory), costs(to, &turns(LONG), memory));
    [0, 1, 2, 3].map(|n| long[n] - short[n])
}
fn asked(turns: impl IntoIterator<Item = Turn>) -> Vec<Turn> {
    turns.into_iter().flat_map(|turn| [Turn::user("Q"), turn]).chain([Turn::user("Q")]).collect()
}

#[test]
fn a_longer_thought_costs_what_is_sent_of_it() {
    let memory = RejectionMemory::new();
    for (to, goes) in [
        (native(), true),
        (route("anthropic", "https://api.anthropic.com", "claude-newfamily-7"), true),
        (route("nous", "https://inference-api.nousresearch.com", "anthropic/claude-opus-4.8"), true),
        (route("vertex", "https://aiplatform.googleapis.com/v1/projects/p/locations/l", "claude-opus-4-8"), true),
        (route("anthropic", "https://api.anthropic.com", "claude-sonnet-4-5"), false),
        (route("openrouter", "https://openrouter.ai/api", "anthropic/claude-opus-4.8"), false),
        (at("https://relay.example/anthropic", "claude-opus-4-8"), false),
    ] {
        let grown = |second| {
            grows(&to, &memory, |n| {
                asked([answer(&native(), "S1", n), answer(&native(), "S2", if second { n } else { SHORT })])
            })
        };
        let [one, two] = [grown(false), grown(true)];
        assert_eq!(one.map(|more| more * 2), two, "{to}");
        match goes {
            true => assert!(
                one[0] == (LONG - SHORT + 1) as u64 && one[1] > 1000 && one[1..] == [one[1]; 3],
                "{to}: {one:?}"
            ),
            false => assert_eq!(one[..3], [0; 3], "{to}"),
        }
    }
}

#[test]
fn what_was_refused_and_what_no_one_here_reads_costs_nothing() {
    let turns = |n| asked([answer(&native(), "S1", n)]);
    let mut memory = RejectionMemory::new();
    for letters in [SHORT, LONG] {
        let dead = turns(letters)[1].carriers().next().unwrap().1.payload.fingerprint();
        memory.learn(&native(), None, Taught::Dead(dead));
    }
    assert_eq!(grows(&native(), &memory, turns)[..3], [0; 3]);
    let foreign = |n: usize| {
        let text = Literal::of(&"w ".repeat(n)).verbatim().clone();
        let mut turn =
            Turn { parts: vec![Part::text("A")], origin: origin(&elsewhere()), ..Turn::new(Role::Assistant) };
        turn.carriers.push(Carrier::plain("reasoning_content", "deepseek", text, TextAt::WHOLE));
        asked([turn])
    };
    assert_eq!(grows(&native(), &RejectionMemory::new(), foreign)[..3], [0; 3]);
}

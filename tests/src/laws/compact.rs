//! Law 13, *compact*.
use crate::{
    Breach, Outcome, Subject,
    generate::{Vocabulary, each},
    subject::{Stage, lines},
};
use proptest::strategy::Strategy;
use std::{collections::BTreeMap, sync::Arc};
use throughline_core::{
    At, Carrier, Checkpoint, Fragments, History, Issuer, Kind, Line, Literal, Outcome as Fate, Part, Plan, Role,
    Tariff, Turn,
    compact::{Compacted, Compaction, Goal, Lot, Piece, plan},
};

/// Law 13, *compact*: retained turns are pointer-equal, except tool results that salvage shortened and turns that lose a shadowed
/// checkpoint; in those every remaining carrier is. Whatever a retained turn was sent with it is still sent with, in the same bytes. The
/// estimate equals the sum of the tail walk, and where it stays above the threshold the plan says why.
///
/// Compacts generated conversations that were made long enough, with a summary and without one.
pub fn compact(subject: &Subject) -> Outcome {
    Outcome::of("compact", "no case names a route", look(subject))
}

fn look(subject: &Subject) -> Result<usize, Box<Breach>> {
    let stages = subject.stages()?;
    each(subject, Vocabulary::of(subject)?.histories().prop_map(|history| grown(&history)), |history| {
        let all = stages.iter().map(|stage| shrunk(stage, history)).sum::<Result<usize, Box<Breach>>>();
        all.map_err(|breach| Box::new(Breach { input: lines(history.turns()), ..*breach }))
    })
}

/// The conversation three times over, with long questions between, long tool results, and a server's checkpoint each time.
fn grown(history: &History) -> History {
    let instructs = |turn: &&Arc<Turn>| matches!(turn.role, Role::System | Role::Developer);
    let head = history.turns().iter().take_while(instructs).count();
    let (head, rest) = history.turns().split_at_checked(head).unwrap_or_default();
    let again = (0..3).flat_map(|round| {
        let question = Turn::user(&"What becomes of it when the wind turns? ".repeat(20));
        let mut fresh = true;
        let turns = rest.iter().map(move |turn| {
            let mut turn = turn.as_ref().clone();
            turn.parts.iter_mut().for_each(lengthen);
            if turn.role == Role::Assistant && std::mem::take(&mut fresh) {
                turn.parts.push(item(round));
            }
            turn
        });
        std::iter::once(question).chain(turns)
    });
    head.iter().cloned().chain(again.map(Arc::new)).collect()
}

fn lengthen(part: &mut Part) {
    if let Part::Result(result) = part {
        result.content = Some(Literal::of(&"one line of many\n".repeat(20)).verbatim().clone());
    }
}

fn item(round: u8) -> Part {
    let payload = Literal::of(&format!("a checkpoint of round {round}")).verbatim().clone();
    let item = Carrier::sealed(Kind::new("x_checkpoint"), Issuer::new("nobody"), payload, None);
    Part::Checkpoint(Checkpoint { text: None, item: Some(item) })
}

fn shrunk(stage: &Stage<'_>, history: &History) -> Result<usize, Box<Breach>> {
    let breach = |what: String| Breach::new(stage.title(), what);
    let now = stage.plan(history, &mut Fragments::new());
    let priced = now.price(&Tariff::new());
    let mut times = 0;
    for (threshold, summary) in [(priced.total() / 2, Some("They spoke of the wind.")), (priced.total() / 4, None)] {
        let compaction = plan(&now, &priced, &Goal::under(threshold));
        if compaction.before() != priced.head + priced.tail(0) {
            return Err(breach("the preflight is not the sum of the tail walk".to_owned()));
        }
        let compacted = compaction.apply(history, summary);
        retained(history, &compaction, &compacted).map_err(breach)?;
        let after = stage.plan(&compacted.history, &mut Fragments::new());
        same_wire(stage, &now, &after, &compacted).map_err(breach)?;
        let cost = after.price(&Tariff::new());
        let smaller = cost.total() < priced.total() || compacted.is_same();
        if !smaller || (cost.total() > threshold && compaction.limit().is_none()) {
            let (before, after) = (priced.total(), cost.total());
            return Err(breach(format!(
                "of {before} tokens {after} are left, above {threshold}, and nothing says why"
            )));
        }
        times += compacted.summarised;
    }
    Ok(times)
}

/// What stays is what was there.
fn retained(history: &History, compaction: &Compaction, compacted: &Compacted) -> Result<(), String> {
    let old = history.turns();
    for (lot, n) in compaction.lots().iter().zip(0..) {
        let stays = compacted.from.contains(&Some(n));
        if *lot != Lot::Summarised && !stays {
            return Err(format!("turn {n} should stay, as {lot:?}, and is gone"));
        }
    }
    for ((piece, from), new) in compacted.pieces.iter().zip(&compacted.from).zip(compacted.history.turns()) {
        let Some((n, before)) = from.and_then(|n| Some((n, old.get(n)?))) else { continue };
        let shadowed =
            |carrier: &&Carrier| carrier.kind == "x_checkpoint" && !new.carriers().any(|(_, c)| c == *carrier);
        let carriers = before.carriers().map(|(_, carrier)| carrier).filter(|carrier| !shadowed(carrier));
        match piece {
            Piece::Kept(m) if *m != n || !Arc::ptr_eq(before, new) => {
                return Err(format!("turn {n} is said to be kept and is another"));
            }
            _ if !carriers.eq(new.carriers().map(|(_, carrier)| carrier)) => {
                return Err(format!("turn {n} stays and lost a carrier"));
            }
            _ => {}
        }
    }
    let holds = |turn: &&Arc<Turn>| turn.carriers().any(|(_, carrier)| carrier.kind == "x_checkpoint");
    match compacted.history.turns().iter().filter(holds).count() {
        0 | 1 => Ok(()),
        more => Err(format!("{more} turns keep a server's checkpoint, of which the newest alone is read")),
    }
}

/// On a route that binds nothing to its prefix a retained turn goes as it went before. A carrier that stayed may go now: the request
/// held it already, in a turn that is gone.
fn same_wire(stage: &Stage<'_>, before: &Plan<'_>, after: &Plan<'_>, compacted: &Compacted) -> Result<(), String> {
    let (was, is) = (lines_of(before), lines_of(after));
    let written = |plan: &Plan<'_>, n: usize| {
        let mut bytes = vec![];
        stage.adapter.group(plan, n..n + 1, &mut bytes).ok().map(|()| bytes)
    };
    for (m, piece) in compacted.pieces.iter().enumerate() {
        let Piece::Kept(n) = piece else { continue };
        let Some(turn) = before.history.turns().get(*n).filter(|turn| turn.role == Role::Assistant) else { continue };
        for (at, _) in turn.carriers().filter(|(_, carrier)| carrier.minted_under.is_none()) {
            let (Some(was), Some(is)) = (was.get(&(*n, at)), is.get(&(m, at))) else { continue };
            let still = match &was.outcome {
                Fate::Sent(_) => was.outcome == is.outcome,
                Fate::Withheld => true,
                _ => is.outcome != Fate::Withheld,
            };
            if !still {
                let (now, why) = (is.outcome.as_str(), is.because.reason());
                return Err(format!("turn {n} stays, and its {} is {now}: {why}", was.kind));
            }
        }
        if before.turn(*n) == after.turn(m) && written(before, *n) != written(after, m) {
            return Err(format!("turn {n} stays, and is written in another way"));
        }
    }
    Ok(())
}

/// The ledger by place.
fn lines_of(plan: &Plan<'_>) -> BTreeMap<(usize, At), Line> {
    plan.ledger().into_iter().filter_map(|line| Some(((line.turn, line.at?), line))).collect()
}

//! `--price`: what requests were estimated to cost against what their providers counted.
//!
//! Each request is priced cold, by the measured rates alone, and where it goes on from recorded replies once more with what those
//! reported. It must never leave a request out in silence: each that cannot be compared is counted under its reason.
mod report;
#[cfg(test)]
mod tests;

use crate::{
    exchange::Exchange,
    folder::Folder,
    replay::{Known, Told},
    reply::Reply,
    subject::{Subject, Unfit},
    table::{APIS, SERVER_STATE},
};
use report::Estimate;
pub(crate) use report::Report;
use std::{collections::BTreeMap, sync::Arc};
use throughline::{
    Captured, Fragments, History, Ingested, Part, Plan, Registry, RejectionMemory, Request, Scene, Tariff, Turn, plan,
};

/// Prices a folder; `filter` names the exchanges that are reported.
pub(crate) fn run(registry: &Registry, folder: &Folder, filter: Option<&str>) -> Report {
    let mut report = Report::default();
    let wanted = |id: &str| filter.is_none_or(|part| id.contains(part));
    for (file, error) in folder.broken.iter().filter(|(file, _)| wanted(file)) {
        report.broken(format!("{file}: {error}"));
    }
    let mut order: Vec<&Exchange> = folder.exchanges.iter().collect();
    order.sort_by_key(|exchange| exchange.multi_turn_group.as_ref().map_or(0, |group| group.index));
    let mut told: BTreeMap<(String, usize), Told> = BTreeMap::new();
    for exchange in order {
        let (estimate, next) = one(registry, exchange, &told);
        if let (Some(group), Some(next)) = (&exchange.multi_turn_group, next) {
            told.insert((group.id.clone(), group.index), next);
        }
        match estimate {
            _ if !wanted(&exchange.id) => {}
            Ok(estimate) => report.add(estimate),
            Err(reason) => report.skip(reason),
        }
    }
    report
}

/// Why a request is not compared.
type Reason = String;

fn one(
    registry: &Registry,
    exchange: &Exchange,
    told: &BTreeMap<(String, usize), Told>,
) -> (Result<Estimate, Reason>, Option<Told>) {
    if !APIS.contains(&exchange.api.as_str()) {
        return (Err(format!("api {}", exchange.api)), None);
    }
    let subject = match Subject::find(registry, exchange) {
        Ok(subject) => subject,
        Err(Unfit::Absent(reason) | Unfit::Broken(reason)) => return (Err(reason), None),
    };
    let Some(ingested) = exchange.request().and_then(|bytes| subject.adapter.ingest(&subject.route, &bytes).ok())
    else {
        return (Err("no request that can be read".to_owned()), None);
    };
    let answer = match Reply::of(exchange).map(|reply| reply.capture(subject.adapter, &subject.route)) {
        Some(Ok(Captured::Turn(turn))) if !exchange.refused() => Some(Arc::new(turn)),
        _ => None,
    };
    let before = exchange.follows().and_then(|(group, index)| told.get(&(group.to_owned(), index)));
    let goes_on = before.and_then(|before| before.next(&ingested)).map(|next| next.history);
    let estimate = estimate(&subject, &ingested, answer.as_deref(), goes_on.as_deref());
    (estimate, Some(Told::new(&ingested, goes_on, answer.map(|turn| (turn, None)))))
}

fn estimate(
    subject: &Subject<'_>,
    ingested: &Ingested,
    answer: Option<&Turn>,
    goes_on: Option<&[Known]>,
) -> Result<Estimate, Reason> {
    let answer = answer.ok_or("no reply that is a turn")?;
    let recorded = answer.usage.as_ref().and_then(|usage| usage.input).filter(|input| *input > 0);
    let recorded = recorded.ok_or("the reply does not say what its request cost")?;
    if let Some(reason) = excluded(&ingested.request, &ingested.turns) {
        return Err(reason.to_owned());
    }
    let said: History = ingested.turns.iter().cloned().collect();
    let cold = priced(subject, &ingested.request, &said, |_| Tariff::new());
    let history = goes_on.map(|known| reported(&ingested.turns, known));
    let has_reported = |turn: &&Arc<Turn>| turn.usage.as_ref().is_some_and(|usage| usage.input.is_some());
    let reports = history.as_ref().map_or(0, |history| history.turns().iter().filter(has_reported).count());
    let learned = history.filter(|_| reports > 0);
    let learned = learned.map(|history| priced(subject, &ingested.request, &history, Tariff::learned));
    let (id, api) = (subject.exchange.id.clone(), subject.exchange.api.clone());
    Ok(Estimate { id, api, recorded, cold, learned, reports })
}

/// The turns as the client sent them back, with what the captured replies among them had reported: a client that dropped a thought
/// did not pay for it.
fn reported(said: &[Turn], known: &[Known]) -> History {
    let aligned = said.len() == known.len();
    let turn = |(n, (known, _)): (usize, &Known)| match said.get(n).filter(|_| aligned) {
        Some(said) if known.usage.is_some() => {
            let (usage, origin) = (known.usage.clone(), known.origin.clone());
            Arc::new(Turn { usage, origin, ..said.clone() })
        }
        _ => known.clone(),
    };
    known.iter().enumerate().map(turn).collect()
}

fn priced(subject: &Subject<'_>, request: &Request, history: &History, tariff: impl Fn(&Plan<'_>) -> Tariff) -> u64 {
    let memory = RejectionMemory::new();
    let scene = Scene { route: &subject.route, policy: &subject.policy, request, history, memory: &memory };
    let plan = plan(subject.adapter, scene, &mut Fragments::new());
    plan.price(&tariff(&plan)).total()
}

/// What makes a recorded count incomparable: it holds what the request does not.
fn excluded(request: &Request, turns: &[Turn]) -> Option<&'static str> {
    let parts = || turns.iter().flat_map(|turn| &turn.parts);
    if request.members.iter().any(|(key, value)| SERVER_STATE.contains(&key.as_str()) && !value.is_null()) {
        return Some("the server holds a part of the conversation");
    }
    if parts().any(|part| matches!(part, Part::Media(_))) {
        return Some("images, audio or documents, which the recorder replaced");
    }
    if request.tools.iter().flatten().any(|tool| tool.name.is_none()) {
        return Some("tools of the server, whose prompt and results nobody sees");
    }
    None
}

//! Goes through a folder: every exchange by itself, and every conversation from exchange to exchange.
use crate::{
    check,
    exchange::Exchange,
    explain::{Failure, Fault},
    folder::Folder,
    minted::Minted,
    replay::Told,
    reply::Reply,
    report::{Done, Report},
    subject::{Subject, Unfit},
    table::APIS,
    tree::Tree,
};
use std::{collections::BTreeMap, rc::Rc, sync::Arc};
use throughline::Registry;

/// Replays a folder; `filter` names the exchanges that are reported.
pub(crate) fn run(registry: &Registry, folder: &Folder, filter: Option<&str>, verbose: bool) -> Report {
    let mut report = Report::new(verbose);
    let wanted = |id: &str| filter.is_none_or(|part| id.contains(part));
    for (file, error) in folder.broken.iter().filter(|(file, _)| wanted(file)) {
        report.broken(failure(file, error));
    }
    let mut order: Vec<&Exchange> = folder.exchanges.iter().collect();
    order.sort_by_key(|exchange| exchange.multi_turn_group.as_ref().map_or(0, |group| group.index));
    let mut told: BTreeMap<(String, usize), Told> = BTreeMap::new();
    for exchange in order {
        let shown = wanted(&exchange.id);
        if !APIS.contains(&exchange.api.as_str()) {
            if shown {
                report.skip(&exchange.provider, &exchange.api, format!("api {}", exchange.api));
            }
            continue;
        }
        let (done, next) = match Subject::find(registry, exchange) {
            Ok(subject) => one(subject, &told),
            Err(Unfit::Absent(reason)) => {
                if shown {
                    report.skip(&exchange.provider, &exchange.api, reason);
                }
                continue;
            }
            Err(Unfit::Broken(error)) => {
                (Done { failures: vec![failure(&exchange.id, &error)], ..Done::default() }, None)
            }
        };
        if let (Some(group), Some(next)) = (&exchange.multi_turn_group, next) {
            told.insert((group.id.clone(), group.index), next);
        }
        match done.reply || done.request || !done.failures.is_empty() {
            _ if !shown => {}
            true => report.add(&exchange.provider, &exchange.api, done),
            false => report.skip(&exchange.provider, &exchange.api, "neither request nor reply was kept"),
        }
    }
    report
}

fn one(mut subject: Subject<'_>, told: &BTreeMap<(String, usize), Told>) -> (Done, Option<Told>) {
    let exchange = subject.exchange;
    let mut done = Done::default();
    let minted = Minted::read(exchange).map(Rc::new);
    let answer = Reply::of(exchange).and_then(|reply| {
        done.reply = true;
        check::reply(&mut subject, &reply, minted.as_deref())
    });
    let answer = answer.map(|turn| (Arc::new(turn), minted));
    let mut next = None;
    if let Some(bytes) = exchange.request() {
        done.request = true;
        let recorded = Tree::parse(&String::from_utf8_lossy(&bytes)).unwrap_or_default();
        if let Some(ingested) = check::request(&mut subject, &bytes) {
            check::stable(&mut subject, &ingested, &recorded);
            let before = exchange.follows().and_then(|(group, index)| told.get(&(group.to_owned(), index)));
            let goes_on = before.filter(|_| !exchange.refused()).and_then(|before| before.next(&ingested));
            if let Some(goes_on) = &goes_on {
                done.follow_up = true;
                goes_on.compare(&mut subject, &ingested, &recorded);
            }
            next = Some(Told::new(&ingested, goes_on.map(|next| next.history), answer));
        }
    }
    done.explained = subject.explained;
    done.failures = subject.failures;
    (done, next)
}

fn failure(id: &str, error: &str) -> Failure {
    let field = "file".to_owned();
    Failure {
        exchange: id.to_owned(),
        check: "read",
        message: None,
        field,
        fault: Fault::Error,
        excerpt: error.to_owned(),
    }
}

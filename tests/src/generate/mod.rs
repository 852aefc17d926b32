//! Conversations that nobody thought of: what the laws are tried on beside the cases.
//!
//! Always the same ones: [`HISTORIES`] a law, from a fixed seed, so that a failure on one machine is a failure on all.
//! `PROPTEST_CASES` in the environment asks for more of them. Nothing is written to disk.
mod carrier;
mod table;
mod text;
mod turn;

pub(crate) use carrier::{Template, marked, minted};
pub(crate) use table::shape_of;

use crate::{Breach, Subject, subject::lines};
use proptest::{
    collection::vec,
    prelude::*,
    sample::select,
    test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner},
};
use std::{
    cell::{Cell, RefCell},
    sync::Arc,
};
use throughline_core::{Api, History, How, Key, Origin, Turn, Verbatim};

/// How many generated inputs a law looks at.
pub const HISTORIES: u32 = 128;

/// What generated conversations are made of.
#[derive(Clone)]
pub(crate) struct Vocabulary {
    templates: Vec<Template>,
    origins: Vec<Option<Arc<Origin>>>,
    /// Blocks that nobody knows, each with its wire.
    blocks: Vec<(Api, Verbatim)>,
    /// Message members that nobody knows: that of no wire, and those of the cases.
    members: Vec<(Key, Verbatim)>,
    /// What clients wrote: turns of the cases' requests.
    asked: Vec<Turn>,
}

impl Vocabulary {
    /// The subject's own carriers, routes and blocks, beside those of other wires.
    pub(crate) fn of(subject: &Subject) -> Result<Self, Box<Breach>> {
        let captured = subject.turns()?;
        let mut templates = table::templates();
        templates.extend(captured.iter().flat_map(|(_, _, turn)| Template::of(turn)));
        let mut origins: Vec<Option<Arc<Origin>>> = vec![None];
        for case in &subject.cases {
            let routes = [&case.home].into_iter().chain(&case.foreign);
            let both = routes.flat_map(|route| [How::Minted, How::Claimed].map(|how| Origin::of(route, how)));
            origins.extend(both.map(|origin| Some(Arc::new(origin))));
        }
        origins.extend(templates.iter().map(|template| Some(template.origin.clone())));
        origins.dedup();
        let mine = subject.cases.iter().flat_map(|case| case.blocks.iter().map(|json| (case.home.api.clone(), *json)));
        let others = [(Api::new("nobody_speaks_this"), r#"{"type":"x_block","n":1.50,"s":"\u00e9"}"#)];
        let all = mine.chain(others);
        let blocks = all.filter_map(|(api, json)| Some((api, Verbatim::parse(json).ok()?))).collect();
        let members = subject.cases.iter().flat_map(|case| &case.members).copied();
        let members = [("x_unknown", r#"{"b":1.50,"a":"\u00e9"}"#)].into_iter().chain(members);
        let members = members.filter_map(|(key, json)| Some((Key::new(key), Verbatim::parse(json).ok()?))).collect();
        let requests = subject.cases.iter().flat_map(|case| case.requests.iter().map(move |body| (&case.home, body)));
        let asked = requests.filter_map(|(home, body)| subject.adapter().ingest(home, body).ok());
        let asked = asked.flat_map(|ingested| ingested.turns).collect();
        Ok(Self { templates, origins, blocks, members, asked })
    }
    /// Conversations in any order of turns.
    pub(crate) fn histories(&self) -> impl Strategy<Value = History> {
        let strays = prop_oneof![turn::system().boxed(), turn::user().boxed(), turn::assistant(self), self.asked()];
        (self.sessions(), vec((any::<prop::sample::Index>(), strays), 0..3)).prop_map(|(rounds, strays)| {
            let mut turns: Vec<Arc<Turn>> = rounds.concat();
            for (at, stray) in strays {
                turns.insert(at.index(turns.len() + 1), Arc::new(stray));
            }
            turns.into_iter().collect()
        })
    }
    /// Conversations round by round: what is new in each request. Every round ends with what somebody else than the model says.
    pub(crate) fn sessions(&self) -> impl Strategy<Value = Vec<Vec<Arc<Turn>>>> + use<> {
        let first = (prop::option::of(turn::system()), turn::user());
        let first = first.prop_map(|(system, user)| system.into_iter().chain([user]).map(Arc::new).collect::<Vec<_>>());
        let next = (turn::assistant(self), turn::user(), turn::answer(), any::<bool>(), any::<bool>());
        let next = next.prop_map(|(reply, user, content, together, steers)| {
            let mut round = turn::answers(&reply, together, &content);
            if round.is_empty() || steers {
                round.push(user);
            }
            [reply].into_iter().chain(round).map(Arc::new).collect::<Vec<_>>()
        });
        (first, vec(next, 0..4)).prop_map(|(first, rest)| [first].into_iter().chain(rest).collect())
    }
    fn asked(&self) -> BoxedStrategy<Turn> {
        if self.asked.is_empty() {
            return turn::user().boxed();
        }
        (select(self.asked.clone()), select(self.origins.clone()))
            .prop_map(|(turn, origin)| if turn.origin.is_some() { turn::from(turn, origin) } else { turn })
            .boxed()
    }
}

/// Tries `test` on many values and gives the smallest that breaks it; the sum of what the others looked at.
pub(crate) fn each<S: Strategy>(
    subject: &Subject,
    strategy: S,
    test: impl Fn(&S::Value) -> Result<usize, Box<Breach>>,
) -> Result<usize, Box<Breach>> {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(0);
    let config = Config {
        cases: subject.histories.max(asked),
        failure_persistence: None,
        max_shrink_iters: 512,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    // A runner knows pass and fail; what was looked at, and what broke last, which is the smallest, are kept beside it.
    let (looked, broken) = (Cell::new(0), RefCell::new(None));
    let run = runner.run(&strategy, |value| match test(&value) {
        Ok(times) => {
            looked.set(looked.get() + times);
            Ok(())
        }
        Err(breach) => {
            let reason = breach.what.clone();
            *broken.borrow_mut() = Some(breach);
            Err(TestCaseError::fail(reason))
        }
    });
    match (run, broken.into_inner()) {
        (Err(_), Some(breach)) => Err(breach),
        (Err(error), None) => Err(Breach::new("the generator", error.to_string())),
        (Ok(()), _) => Ok(looked.into_inner()),
    }
}

/// The same for conversations: the breach then holds the smallest one.
pub(crate) fn each_history(
    subject: &Subject,
    test: impl Fn(&History) -> Result<usize, Box<Breach>>,
) -> Result<usize, Box<Breach>> {
    each(subject, Vocabulary::of(subject)?.histories(), |history| {
        let broke = |breach: Box<Breach>| Box::new(Breach { input: lines(history.turns()), ..*breach });
        test(history).map_err(broke)
    })
}

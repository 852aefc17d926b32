//! What a fuzzer begins with: samples in our own words, and, where a folder of recordings is found, what those hold.
//!
//! Recordings are read when they are needed. They must never be copied into the project.
use crate::{
    Door, Target, described, stage,
    table::{LINES, SAMPLES, TABLES},
};
use std::{env, path::PathBuf};
use throughline::{Api, Captured, Framing, Projection, Projector, Stored};
use throughline_corpus::{exchange::Exchange, folder::Folder, place, reply::Reply};

/// Longer recordings slow a fuzzer down more than they teach it.
const LONGEST: usize = 48 * 1024;
/// How input bytes before a sample begin: cut after each byte, and end in the middle.
const CUT: u8 = 0;
const MIDDLE: u8 = 128;

/// What a fuzzer begins with.
#[derive(Debug, Default)]
pub struct Seeds {
    exchanges: Vec<Exchange>,
}

/// The seeds of this machine: `$THROUGHLINE_CORPUS`, or the folder beside the workspace, or samples alone.
pub fn seeds() -> Seeds {
    let named = env::var_os("THROUGHLINE_CORPUS").map(PathBuf::from);
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus/dev"));
    let folder = Folder::read(&named.unwrap_or_else(beside)).unwrap_or_default();
    Seeds { exchanges: folder.exchanges }
}

impl Seeds {
    /// True where no recordings were found.
    pub fn are_samples_alone(&self) -> bool {
        self.exchanges.is_empty()
    }
    /// The inputs that a target begins with, the shortest first.
    ///
    /// # Errors
    /// Where the registry of this build is broken.
    pub fn of(&self, target: &Target) -> Result<Vec<Vec<u8>>, String> {
        let mut all = match target.door {
            Door::Reply(adapter, framing) => self.replies(adapter, framing)?,
            Door::Request(adapter) => self.requests(adapter)?,
            Door::Events => self.streams(Framing::Sse),
            Door::Frames => self.streams(Framing::EventStream),
            Door::Line => self.lines()?,
            Door::Table => TABLES.iter().map(|text| text.as_bytes().to_vec()).collect(),
        };
        all.retain(|input| input.len() <= LONGEST);
        all.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        all.dedup();
        Ok(all)
    }

    fn replies(&self, adapter: &str, framing: Framing) -> Result<Vec<Vec<u8>>, String> {
        let input = |route: u8, reply: &[u8]| [&[route << 1, CUT, MIDDLE], reply].concat();
        let mut all = vec![];
        for (route, stage) in (0..).zip(stage::all(adapter)?) {
            all.extend(sample(&stage.route().api, place_of(framing)).map(|text| input(route, text.as_bytes())));
        }
        for (route, exchange) in self.exchanges(adapter)? {
            let Some(reply) = Reply::of(exchange).filter(|reply| reply.head.framing == framing) else { continue };
            let text = if framing == Framing::EventStream { described::read(&reply.bytes).into() } else { reply.bytes };
            all.push(input(route, &text));
        }
        Ok(all)
    }
    fn requests(&self, adapter: &str) -> Result<Vec<Vec<u8>>, String> {
        let mut all = vec![];
        for (route, stage) in (0..).zip(stage::all(adapter)?) {
            all.extend(sample(&stage.route().api, REQUEST).map(|text| [&[route], text.as_bytes()].concat()));
        }
        for (route, exchange) in self.exchanges(adapter)? {
            all.extend(exchange.request().map(|request| [&[route], &*request].concat()));
        }
        Ok(all)
    }
    fn streams(&self, framing: Framing) -> Vec<Vec<u8>> {
        let samples = SAMPLES.iter().filter_map(|(api, _)| sample(api, place_of(framing))).map(|text| match framing {
            Framing::EventStream => described::write(text),
            _ => text.as_bytes().to_vec(),
        });
        let recorded = self.exchanges.iter().filter_map(Reply::of).filter(|reply| reply.head.framing == framing);
        samples.chain(recorded.map(|reply| reply.bytes)).map(|stream| [&[CUT], &*stream].concat()).collect()
    }
    /// The turns of recorded replies, as a store keeps them.
    fn lines(&self) -> Result<Vec<Vec<u8>>, String> {
        let projector = Projector::new(throughline::registry().map_err(|error| error.to_string())?);
        let turn = |exchange: &Exchange| {
            let reply = Reply::of(exchange)?;
            match projector.capture(&place::route(exchange).ok()?, reply.head, &reply.bytes) {
                Ok(Captured::Turn(turn)) => Stored::Turn(turn).line().ok(),
                _ => None,
            }
        };
        let recorded = self.exchanges.iter().filter_map(turn);
        Ok(LINES.iter().map(|line| (*line).to_owned()).chain(recorded).map(String::into_bytes).collect())
    }
    /// The recordings that `adapter` reads, each with the route of the table that is closest to its own.
    fn exchanges(&self, adapter: &str) -> Result<Vec<(u8, &Exchange)>, String> {
        let stages = stage::all(adapter)?;
        let projector = Projector::new(throughline::registry().map_err(|error| error.to_string())?);
        let mine = self.exchanges.iter().filter_map(|exchange| {
            let route = place::route(exchange).ok()?;
            let is = projector.to(&route).ok()?.adapter().id() == *adapter;
            let close =
                |stage: &&Projection| stage.route().provider == route.provider && stage.route().api == route.api;
            let nearest = (0..).zip(&stages).find(|(_, stage)| close(stage)).map_or(0, |(n, _)| n);
            is.then_some((nearest, exchange))
        });
        Ok(mine.collect())
    }
}

const REQUEST: usize = 3;

fn place_of(framing: Framing) -> usize {
    match framing {
        Framing::Sse => 1,
        Framing::EventStream => 2,
        _ => 0,
    }
}

fn sample(api: &Api, place: usize) -> Option<&'static str> {
    let (_, all) = SAMPLES.iter().find(|(known, _)| known == api)?;
    all.get(place).copied().filter(|text| !text.is_empty())
}

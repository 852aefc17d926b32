//! From the decisions to the new history: the same turns, one checkpoint, and few turns that had to change.
use super::{Compaction, Lot, digest, salvage, shadow::Behind};
use crate::{
    Checkpoint, Fragments, History, Key, Part, Plan, Priced, ReasoningCarrier, Role, Scene, Tariff, Turn, Verbatim,
    think,
};
use std::sync::Arc;

/// A compacted history, and how it was made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Compacted {
    /// The new history.
    pub history: History,
    /// Its turns as pieces: what a store writes.
    pub pieces: Vec<Piece>,
    /// Which turn of the old history each was; none for the checkpoint.
    pub from: Vec<Option<usize>>,
    /// How many turns the checkpoint stands for.
    pub summarised: usize,
    /// How many tool results were shortened.
    pub shortened: usize,
    /// True where the checkpoint was made without a model.
    pub digest: bool,
}

/// A turn of the new history.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// This turn of the old one, shared.
    Kept(usize),
    /// A new one: the checkpoint, or a turn that had to change.
    New(Arc<Turn>),
}

/// What stands before every summary, so that the model takes it for what it is.
pub(super) const PREFACE: &str = "[Summary of the earlier conversation]\n";

/// The member beside the first turn that compaction made: how many turns behind it are older than it.
const RETAINED: Key = Key::new("retained");

/// How many turns behind this one are older than it: what their replies reported was another, longer prompt.
pub(crate) fn retained(turn: &Turn) -> Option<usize> {
    turn.meta.iter().find(|(key, _)| *key == RETAINED).and_then(|(_, count)| count.get().parse().ok())
}

pub(super) fn apply(compaction: &Compaction, history: &History, summary: Option<&str>) -> Compacted {
    let summary = summary.map(|text| think::split(text).1.trim()).filter(|text| !text.is_empty());
    let salvage = compaction.salvage.as_ref().filter(|_| summary.is_none());
    let summarises = compaction.summarises() && salvage.is_none();
    let short = salvage.unwrap_or(&compaction.shortened);
    let checkpoint = summarises.then(|| {
        let text = summary.map_or_else(|| digest::digest(compaction, history), str::to_owned);
        let part = Part::Checkpoint(Checkpoint::summary(&format!("{PREFACE}{text}")));
        Arc::new(Turn { parts: vec![part], ..Turn::new(Role::User) })
    });
    let mut made: Vec<(Arc<Turn>, Piece, Option<usize>)> = vec![];
    let mut behind = Behind::default();
    for (n, turn) in history.turns().iter().enumerate().rev() {
        let lot = compaction.lots.get(n);
        if summarises && lot == Some(&Lot::Summarised) {
            continue;
        }
        let old = short.get(&n);
        if old.is_some() || behind.shadows(turn) {
            let mut changed = turn.as_ref().clone();
            salvage::shorten(&mut changed, old.map_or(&[], Vec::as_slice));
            behind.drop(&mut changed);
            let changed = Arc::new(changed);
            made.push((changed.clone(), Piece::New(changed), Some(n)));
        } else {
            made.push((turn.clone(), Piece::Kept(n), Some(n)));
        }
        behind.pass(turn);
    }
    made.reverse();
    let head = compaction.lots.iter().take_while(|lot| **lot == Lot::Head).count();
    if let Some(turn) = checkpoint {
        made.insert(head.min(made.len()), (turn.clone(), Piece::New(turn), None));
    }
    mark(&mut made);
    Compacted {
        history: made.iter().map(|(turn, _, _)| turn.clone()).collect(),
        from: made.iter().map(|(_, _, from)| *from).collect(),
        pieces: made.into_iter().map(|(_, piece, _)| piece).collect(),
        summarised: compaction.lots.iter().filter(|lot| summarises && **lot == Lot::Summarised).count(),
        shortened: short.values().map(Vec::len).sum(),
        digest: summarises && summary.is_none(),
    }
}

/// Says in the first turn that is new how many retained ones follow it.
fn mark(made: &mut [(Arc<Turn>, Piece, Option<usize>)]) {
    let Some(at) = made.iter().position(|(_, piece, _)| matches!(piece, Piece::New(_))) else { return };
    let behind = made.len() - at - 1;
    let Some((turn, piece, _)) = made.get_mut(at) else { return };
    let Ok(count) = Verbatim::parse(&behind.to_string()) else { return };
    let mut marked = turn.as_ref().clone();
    marked.meta.retain(|(key, _)| *key != RETAINED);
    marked.meta.push((RETAINED, count));
    *turn = Arc::new(marked);
    *piece = Piece::New(turn.clone());
}

impl Compacted {
    /// Plans the new history and prices it, as the next request will be.
    pub fn price(&self, adapter: &dyn ReasoningCarrier, scene: Scene<'_>, tariff: &Tariff) -> Priced {
        self.plan(adapter, scene).price(tariff)
    }
    /// The plan of the next request with the new history.
    pub fn plan<'a>(&'a self, adapter: &dyn ReasoningCarrier, scene: Scene<'a>) -> Plan<'a> {
        crate::plan(adapter, Scene { history: &self.history, ..scene }, &mut Fragments::new())
    }
    /// True where the new history is the old one.
    pub fn is_same(&self) -> bool {
        self.summarised == 0 && self.pieces.iter().all(|piece| matches!(piece, Piece::Kept(_)))
    }
}

//! The prefix that each turn stands behind, as this plan sends it: a chain of hashes, one link a turn.
//!
//! Computed from turns and their decisions, never from bytes, so that no wire and no spelling changes it. A link never changes once its
//! turn is decided.
use super::{TurnPlan, said};
use crate::{
    PrefixDigest, Request, Role, Tool, Turn,
    digest::{Changed, Hash, Prefix, hash},
};
use std::sync::Arc;

/// Where the chain starts: what stands before the turns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Start {
    /// The tools that the hash is of.
    tools: Arc<Option<Vec<Tool>>>,
    hash: Hash<16>,
}

/// The prefix up to behind a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Link {
    chain: Hash<16>,
    /// The turn alone; none where nothing of it goes.
    turn: Option<Hash<4>>,
    /// It and all before are instructions.
    opening: bool,
    /// The model speaks.
    model: bool,
    /// The first turn up to here of which the plan keeps a seal that the route could read.
    pub(super) behind: Option<usize>,
}

impl Start {
    /// Of a request; `last` is that of the session's last one, whose tools are most often the same.
    pub(super) fn of(request: &Request, last: Option<&Self>) -> Self {
        match last.filter(|last| *last.tools == request.tools) {
            Some(last) => last.clone(),
            None => Self { tools: Arc::new(request.tools.clone()), hash: hash(|canon| said::tools(canon, request)) },
        }
    }
}

impl Link {
    /// The link of a turn, by what is decided about it.
    pub(super) fn of(
        before: Option<&Self>,
        start: &Start,
        turn: &Turn,
        decided: &TurnPlan,
        behind: Option<usize>,
    ) -> Self {
        let pieces = said::sent(turn, decided);
        let instructs = matches!(turn.role, Role::System | Role::Developer);
        let role = match turn.role {
            Role::System | Role::Developer => b's',
            // Whoever brings a tool's answer, the model hears it from the user.
            Role::User | Role::Tool => b'u',
            Role::Assistant => b'a',
        };
        // Piece by piece: whether two turns are written as one message is the wire's matter.
        let link = |chain: Hash<16>, piece: &Hash<16>| {
            hash(|canon| {
                canon.hash(chain);
                canon.tag(role);
                canon.hash(*piece);
            })
        };
        Self {
            chain: pieces.iter().fold(before.map_or(start.hash, |before| before.chain), link),
            turn: (!pieces.is_empty()).then(|| hash(|canon| pieces.iter().for_each(|piece| canon.hash(*piece)))),
            opening: before.is_none_or(|before| before.opening) && (instructs || pieces.is_empty()),
            model: turn.role == Role::Assistant,
            behind,
        }
    }
}

/// The digest of the prefix that `links` lead to.
pub(super) fn digest(start: &Start, links: &[Link]) -> PrefixDigest {
    prefix(start.hash, links).digest()
}

fn prefix(start: Hash<16>, links: &[Link]) -> Prefix {
    let opening = || links.iter().take_while(|link| link.opening).filter_map(|link| link.turn);
    Prefix {
        chain: links.last().map_or(start, |link| link.chain),
        system: hash(|canon| opening().for_each(|turn| canon.hash(turn))),
        tools: start.short(),
        turns: recent(links).filter_map(|(_, link)| link.turn).collect(),
    }
}

/// The turns from the model's last one on.
fn recent(links: &[Link]) -> impl Iterator<Item = (usize, &Link)> {
    let from = links.iter().rposition(|link| link.model).unwrap_or(0);
    links.iter().enumerate().skip(from).filter(|(_, link)| !link.opening && link.turn.is_some())
}

/// True where a seal that was minted under `digest` stands behind the same prefix now; none where that is unknown. Behind it, what changed.
pub(super) fn compare(start: &Start, links: &[Link], digest: &PrefixDigest) -> Option<Result<(), What>> {
    let minted = digest.read()?;
    let chain = links.last().map_or(start.hash, |link| link.chain);
    if minted.chain == chain {
        return Some(Ok(()));
    }
    Some(Err(match minted.changed(&prefix(start.hash, links)) {
        Changed::System => What::System,
        Changed::Tools => What::Tools,
        Changed::Turn(nth) => recent(links).nth(nth).map_or(What::Number, |(n, _)| What::Turn(n)),
        Changed::Number => What::Number,
        Changed::Earlier => What::Earlier(recent(links).next().map_or(links.len(), |(n, _)| n)),
    }))
}

/// What of a prefix changed first.
pub(super) enum What {
    System,
    Tools,
    Turn(usize),
    Number,
    /// Something before this turn.
    Earlier(usize),
}

//! The prefix that each turn stands behind, as this plan sends it: a chain of hashes, one link a turn.
//!
//! Computed from turns and their decisions, never from bytes, so that no wire and no spelling changes it. A link never changes once its
//! turn is decided.
use super::TurnPlan;
use crate::{
    At, Carrier, Part, PrefixDigest, Request, Role, Tool, ToolResult, Turn,
    digest::{Canon, Changed, Hash, Prefix, hash, is_marker},
    json, verbatim,
};

/// Where the chain starts: what stands before the turns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Start {
    /// The tools that the hash is of.
    tools: Option<Vec<Tool>>,
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
        match last.filter(|last| last.tools == request.tools) {
            Some(last) => last.clone(),
            None => Self { tools: request.tools.clone(), hash: hash(|canon| tools(canon, request)) },
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
        let mut pieces: Vec<Hash<16>> = vec![];
        if decided.whole.is_none() {
            sent(turn, decided, &mut pieces);
        }
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

/// What of a turn goes, piece by piece.
fn sent(turn: &Turn, decided: &TurnPlan, pieces: &mut Vec<Hash<16>>) {
    let mut piece = |tag: u8, write: &dyn Fn(&mut Canon)| {
        pieces.push(hash(|canon| {
            canon.tag(tag);
            write(canon);
        }));
    };
    for (key, value) in decided.fields() {
        let mut json = vec![];
        value.write(turn, &mut json);
        piece(b'f', &|canon| {
            canon.plain(key.as_str());
            canon.unmarked(str::from_utf8(&json).unwrap_or_default());
        });
    }
    for (n, part) in turn.parts.iter().enumerate().filter(|(n, _)| decided.sends(*n)) {
        if let Some(text) = decided.visible(n, part) {
            piece(b't', &|canon| canon.text(text.text.inner()));
        }
        match part {
            Part::Call(call) => piece(b'k', &|canon| {
                canon.text(decided.id(n).or(call.id.as_ref()).map_or("", |id| id.inner()));
                canon.text(call.name.inner());
                match call.arguments.object() {
                    Some(object) => canon.json(object.get()),
                    None => {
                        let mut text = String::new();
                        call.arguments.write_text(&mut text);
                        canon.text(&text);
                    }
                }
            }),
            Part::Result(result) => piece(b'a', &|canon| {
                canon.text(decided.id(n).or(result.call.as_ref()).map_or("", |id| id.inner()));
                answer(canon, result);
            }),
            Part::Media(media) => piece(b'm', &|canon| canon.text(longest(media.payload.get()))),
            Part::Opaque(block) if !is_marker(block.payload.get()) => {
                piece(b'o', &|canon| canon.unmarked(block.payload.get()));
            }
            Part::Text(_) | Part::Reasoning(_) | Part::Checkpoint(_) | Part::Opaque(_) => {}
        }
        for (_, carrier) in part.carriers().enumerate().filter(|(m, _)| decided.carries(At::Part(n, *m))) {
            piece(b'r', &|canon| seal(canon, carrier));
        }
        if let Some((key, text)) = decided.pad(n) {
            piece(b'p', &|canon| {
                canon.plain(key.as_str());
                canon.plain(text);
            });
        }
    }
}

fn seal(canon: &mut Canon, carrier: &Carrier) {
    canon.plain(carrier.kind.as_str());
    canon.unmarked(carrier.payload.get());
}

/// What a tool answered: a string, or a list that says the same, and whether it failed.
fn answer(canon: &mut Canon, result: &ToolResult) {
    let content = result.content.as_ref().map_or("", |content| content.get());
    if content.starts_with('[') {
        let _ = json::elements(content, |element| piece_of_answer(canon, element.get()));
    } else {
        piece_of_answer(canon, content);
    }
    let failed = |(key, value): &(crate::Key, crate::Verbatim)| {
        matches!((key.as_str(), value.get()), ("is_error", "true") | ("status", "\"error\""))
    };
    canon.tag(if result.extras.iter().any(failed) { b'!' } else { b'.' });
}

fn piece_of_answer(canon: &mut Canon, raw: &str) {
    let text = json::member(raw, "text").map(|text| text.get()).filter(|text| text.starts_with('"'));
    let (text, longest) = (text.unwrap_or(raw), longest(raw));
    if is_marker(raw) || matches!(text, "" | "null" | "\"\"") {
    } else if text.starts_with('"') {
        canon.tag(b't');
        canon.text(verbatim::inner(text));
    } else if longest.len() > raw.len() / 2 {
        // One long string in a wrapper: an image.
        canon.tag(b'm');
        canon.text(longest);
    } else {
        canon.tag(b'j');
        canon.unmarked(raw);
    }
}

/// The longest string in a value, as its inside: the data of a medium, whatever its wire wraps around it.
fn longest(raw: &str) -> &str {
    fn within<'a>(raw: &'a str, depth: usize, best: &mut &'a str) {
        let Some(depth) = depth.checked_sub(1) else { return };
        match raw.bytes().next() {
            Some(b'"') if verbatim::inner(raw).len() > best.len() => *best = verbatim::inner(raw),
            Some(b'{') => _ = json::members(raw, |_, value| within(value.get(), depth, best)),
            Some(b'[') => _ = json::elements(raw, |value| within(value.get(), depth, best)),
            _ => {}
        }
    }
    let mut best = "";
    within(raw, 8, &mut best);
    best
}

/// A tool is its name, what it says of itself, and its schema; one without a name is a server's, whole, on its own wire.
fn tools(canon: &mut Canon, request: &Request) {
    for tool in request.tools.iter().flatten() {
        match &tool.name {
            Some(name) => {
                canon.tag(b'n');
                canon.text(name.inner());
                for value in [&tool.description, &tool.schema] {
                    canon.json(value.as_ref().map_or("null", |value| value.get()));
                }
            }
            None if tool.api == request.api => {
                canon.tag(b'o');
                canon.unmarked(tool.payload.get());
            }
            None => {}
        }
    }
}

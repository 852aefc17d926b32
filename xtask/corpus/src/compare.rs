//! Two requests, message by message: ours and the recorded one.
//!
//! What is said is always equal, in order. What stands beside it is judged by `carriers`.
use crate::{
    carriers,
    explain::{Explanation, Fault, Why, excerpt},
    message::{Message, Said},
    minted::Minted,
    table::{PLAIN, READABLE, TAGS},
    tree::{Tree, Units},
};
use std::rc::Rc;
use throughline::{Line, Note, Outcome, Turn};

/// What is known of the turn that a message of ours was written from.
#[derive(Clone, Copy, Default)]
pub(crate) struct Evidence<'a> {
    /// What the provider minted in it, where it was captured.
    pub(crate) minted: Option<&'a Minted>,
    /// The turn.
    pub(crate) turn: Option<&'a Turn>,
    /// Its lines of the plan.
    pub(crate) lines: &'a [Line],
    /// Its notes in the plan.
    pub(crate) notes: &'a [Note],
}

/// What a comparison found.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    /// Differences that the facts explain.
    pub(crate) explained: Vec<Explanation>,
    /// Differences that nothing explains.
    pub(crate) faults: Vec<Difference>,
}

/// A difference that nothing explains.
#[derive(Debug)]
pub(crate) struct Difference {
    /// The message, where it is about one.
    pub(crate) message: Option<usize>,
    /// The member.
    pub(crate) field: String,
    /// What is wrong.
    pub(crate) fault: Fault,
    /// Both sides.
    pub(crate) excerpt: String,
}

/// Compares all messages. `evidence` knows the n-th message of ours that the model spoke.
pub(crate) fn messages<'a>(
    ours: &[Message],
    recorded: &[Message],
    evidence: impl Fn(usize) -> Evidence<'a>,
) -> Comparison {
    let mut found = Comparison::default();
    let (mut own, mut spoken) = (ours.iter().peekable(), 0);
    for (n, theirs) in recorded.iter().enumerate() {
        while let Some(silent) = own.next_if(|message| message.role != theirs.role && silent(message)) {
            spoken += 1;
            let keys: Vec<&str> = silent.beside.iter().map(|member| member.key.as_str()).collect();
            found.explained.push(Why::ClientDroppedTurn.of(keys.join(" ")));
        }
        let Some(message) = own.next() else {
            found.fault(n, "message", Fault::Lost, "", &shown(&theirs.said));
            continue;
        };
        let known = if speaks(message) { evidence(spoken) } else { Evidence::default() };
        spoken += usize::from(speaks(message));
        if message.role != theirs.role {
            found.fault(n, "role", Fault::Said, &message.role, &theirs.role);
        }
        said(n, message, theirs, known, &mut found);
        carriers::judge(n, message, theirs, known, &mut found);
    }
    for rest in own {
        match silent(rest) {
            true => found.explained.push(Why::ClientDroppedTurn.of("")),
            false => found.fault(recorded.len(), "message", Fault::Said, &shown(&rest.said), ""),
        }
    }
    found
}

impl Comparison {
    /// Notes a difference that nothing explains.
    pub(crate) fn fault(
        &mut self,
        message: impl Into<Option<usize>>,
        field: &str,
        fault: Fault,
        ours: &str,
        recorded: &str,
    ) {
        let excerpt = excerpt(ours, recorded);
        self.faults.push(Difference { message: message.into(), field: field.to_owned(), fault, excerpt });
    }
}

impl<'a> Evidence<'a> {
    /// The row by which something goes under `key`.
    pub(crate) fn sent_by(&self, key: &str) -> Option<&'a str> {
        let line = self.lines.iter().find(|line| line.outcome.key().is_some_and(|name| name == key))?;
        line.because.rule()
    }
    /// The row by which a placeholder stands under `key`.
    pub(crate) fn padded_by(&self, key: &str) -> Option<&'a str> {
        let padded = |line: &&Line| matches!(&line.outcome, Outcome::Padded(name) if name == key);
        self.lines.iter().find(padded)?.because.rule()
    }
    /// The row that keeps something at home: a carrier that `same` takes, or an unknown member called `key`.
    pub(crate) fn withheld_by(&self, key: &str, same: impl Fn(&str, &Tree) -> bool) -> Option<&'a str> {
        let mut withheld = self.lines.iter().filter(|line| line.outcome == Outcome::Withheld);
        let line = withheld.find(|line| {
            let carrier = line.at.and_then(|at| self.turn?.carrier(at));
            let tree = carrier.and_then(|carrier| Tree::parse(carrier.payload.get()).ok());
            // A block's kind is its type, or that and a word more.
            let kind = line.kind.as_str().strip_suffix("_block").unwrap_or(line.kind.as_str());
            tree.is_some_and(|tree| same(kind, &tree))
        });
        let note = || self.notes.iter().find(|note| note.what == format!("message member `{key}`"));
        line.map(|line| &line.because).or_else(|| note().map(|note| &note.why))?.rule()
    }
}

fn speaks(message: &Message) -> bool {
    message.role == "assistant"
}

/// A message of the model in which nothing is to be seen.
fn silent(message: &Message) -> bool {
    speaks(message) && message.said.is_empty()
}

fn said(n: usize, ours: &Message, theirs: &Message, known: Evidence<'_>, found: &mut Comparison) {
    let (a, b) = (&ours.said, &theirs.said);
    if a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.says(b)) {
        return;
    }
    // Only where ours says exactly what the provider said can the difference be the client's doing.
    let minted = known.minted.filter(|minted| minted.says(ours));
    match minted.and_then(|minted| rewritten(minted, ours, theirs)) {
        Some(why) => found.explained.push(why.of("content")),
        None => found.fault(n, "content", Fault::Said, &shown(a), &shown(b)),
    }
}

/// How a client rewrote what the provider said, where it is one of the ways that are known.
fn rewritten(minted: &Minted, ours: &Message, theirs: &Message) -> Option<Why> {
    let text = |piece: &&Said| matches!(piece, Said::Text(_));
    let rest = |message: &Message| message.said.iter().filter(|piece| !text(piece)).cloned().collect::<Vec<_>>();
    let single = [ours, theirs].iter().all(|message| message.said.iter().filter(text).count() < 2);
    let (own, their) = (rest(ours), rest(theirs));
    if own.len() == their.len() && own.iter().zip(&their).all(|(a, b)| a.says(b)) {
        let filled = ours.said.is_empty().then_some(Why::ClientFilled);
        return single.then(|| reworded(minted, &ours.text(), &theirs.text()).or(filled)).flatten();
    }
    let unnamed: Vec<Said> = ours.said.iter().map(Said::without_id).collect();
    if unnamed.len() == theirs.said.len() && unnamed.iter().zip(&theirs.said).all(|(a, b)| a.says(b)) {
        return Some(Why::ClientUnnamedCall);
    }
    let whole: Vec<&Said> = ours.said.iter().filter(|piece| !piece.is_unfinished()).collect();
    let dropped = whole.len() == theirs.said.len() && whole.iter().zip(&theirs.said).all(|(a, b)| a.says(b));
    dropped.then_some(Why::ClientDroppedCall)
}

/// How a client rewrote the provider's text.
fn reworded(minted: &Minted, ours: &Units, theirs: &Units) -> Option<Why> {
    if ours.trim() == theirs.trim() {
        return Some(Why::ClientSpaced);
    }
    if plain(ours) == plain(theirs) {
        return Some(Why::ClientRespelled);
    }
    if ours.starts_with(theirs) || ours.ends_with(theirs) {
        return Some(Why::ClientCut);
    }
    TAGS.iter().find_map(|(open, close)| {
        let (thought, answer) = tagged(theirs, open, close)?;
        match tagged(ours, open, close) {
            Some((own, rest)) => {
                (own.trim() == thought.trim() && rest.trim() == answer.trim()).then_some(Why::ClientSpaced)
            }
            None => (ours.trim() == answer.trim() && minted.thought(thought.trim())).then_some(Why::ClientTagged),
        }
    })
}

/// A text in which punctuation is spelled in plain letters.
fn plain(text: &Units) -> String {
    PLAIN.iter().fold(text.to_string(), |text, (sign, letters)| text.replace(sign, letters))
}

/// What stands between tags at the start of a text, or at its end, and the rest.
fn tagged(text: &Units, open: &str, close: &str) -> Option<(Units, Units)> {
    let (before, rest) = text.split(open)?;
    let (thought, after) = rest.split(close)?;
    match (before.trim().is_empty(), after.trim().is_empty()) {
        (true, _) => Some((thought, after)),
        (false, true) => Some((thought, before)),
        (false, false) => None,
    }
}

/// The recorded messages without those of the model in which a client wrote a thought and nothing else; what stood around one is then
/// one message. Ours leaves out a turn that says nothing.
pub(crate) fn unspoken(recorded: Vec<Message>, minted: &[Option<Rc<Minted>>]) -> (Vec<Message>, Vec<Explanation>) {
    let thought = |text: &Units| minted.iter().flatten().any(|minted| minted.thought(text.trim()));
    let only = |message: &Message| {
        let tagged = TAGS.iter().find_map(|(open, close)| tagged(&message.text(), open, close));
        let bare = speaks(message) && message.beside.is_empty() && message.said.len() == 1;
        bare && tagged.is_some_and(|(inner, rest)| rest.trim().is_empty() && thought(&inner))
    };
    let (mut all, mut explained): (Vec<Message>, _) = (vec![], vec![]);
    let mut parted = false;
    for message in recorded {
        match all.last_mut() {
            _ if only(&message) => {
                parted = true;
                explained.push(Why::ClientTagged.of("content"));
            }
            Some(last) if std::mem::take(&mut parted) && last.role == message.role => last.follow(message),
            _ => all.push(message),
        }
    }
    (all, explained)
}

impl Minted {
    /// True where the message says exactly what the provider said.
    fn says(&self, message: &Message) -> bool {
        let calls: Vec<&Said> = message.said.iter().filter(|piece| matches!(piece, Said::Call { .. })).collect();
        let same = |(own, minted): (&&Said, &Said)| own.says(minted);
        message.text() == self.text && calls.len() == self.calls.len() && calls.iter().zip(&self.calls).all(same)
    }
    /// True where the provider minted this text, but for white space at its ends, as readable reasoning.
    fn thought(&self, text: &[u16]) -> bool {
        READABLE.iter().any(|key| self.under(key).any(|leaf| leaf.trim() == text))
    }
}

/// What is said, for an excerpt.
fn shown(said: &[Said]) -> String {
    let piece = |piece: &Said| match piece {
        Said::Text(text) => text.to_string(),
        Said::Call { id, name, arguments } => format!("call {} {} {}", id.word(), name.word(), arguments),
        Said::Result { call, content } => format!("result {} {}", call.word(), shown(content)),
        Said::Block(block) => block.to_string(),
    };
    said.iter().map(piece).collect::<Vec<_>>().join(" ")
}

//! Thinking that came back: every block of it is vouched for or the request is refused; then the model is shown what it may see.

use super::prefix::Prefix;
use super::seal::Seal;
use super::{Block, Mode, Request};
use crate::provider::{Keep, Vouch};
use crate::refusal::{Fills, Refusal, fills};
use crate::table::{CLAUDE, reads};
use crate::terms::Terms;
use serde_json::Value;

/// What came of the thinking in a request.
pub(super) struct Thoughts {
    /// By message.
    pub(super) thoughts: Vec<Vec<String>>,
    pub(super) dropped: Vec<Dropped>,
    /// Everything that was said, as the model saw it.
    pub(super) before: Prefix,
}

/// A block that the model is not shown.
pub(super) struct Dropped {
    pub(super) path: String,
    pub(super) reason: &'static str,
}

/// What is known of a block.
enum Known {
    /// It is no thinking.
    Nothing,
    /// A stranger's, let pass unread.
    Stranger,
    Thought(String),
    /// Not for this model, and why.
    Dropped(&'static str),
}

const PREFIX: &str = "prefix_binding_mismatch";

pub(super) fn read(terms: &Terms<'_>, request: &Request<'_>) -> Result<Thoughts, Box<Refusal>> {
    let mut all = Thoughts {
        thoughts: Vec::with_capacity(request.messages.len()),
        dropped: Vec::new(),
        before: Prefix::new(request.body),
    };
    let last = request.last_user();
    for (at, message) in request.messages.iter().enumerate() {
        let mut thoughts = Vec::new();
        let seen = request.thinking.mode != Mode::Off && (request.keeps_all() || last.is_none_or(|last| at > last));
        all.before.open(message.role);
        // What follows a thought of another conversation follows it out.
        let mut lost = false;
        for (part, block) in message.blocks.iter().enumerate() {
            lost &= block.thinks();
            let known = one(terms, request, block, &all.before, (at, part))?;
            match known {
                Known::Dropped(_) | Known::Thought(_) | Known::Stranger if lost => all.drop(at, part, PREFIX),
                Known::Dropped(reason) => {
                    lost = reason == PREFIX;
                    all.drop(at, part, reason);
                }
                known => {
                    all.before.add(block);
                    if let (Known::Thought(thought), true) = (known, seen) {
                        thoughts.push(thought);
                    }
                }
            }
        }
        all.thoughts.push(thoughts);
    }
    Ok(all)
}

impl Thoughts {
    fn drop(&mut self, at: usize, part: usize, reason: &'static str) {
        self.dropped.push(Dropped { path: format!("messages.{at}.content.{part}"), reason });
    }
}

impl Request<'_> {
    /// Thinking of earlier turns stays in context.
    fn keeps_all(&self) -> bool {
        let edits = self.body.get("context_management").and_then(|management| management.get("edits"));
        let kept = edits.and_then(Value::as_array).into_iter().flatten().any(|edit| {
            let keep = edit.get("keep");
            let word = keep.and_then(Value::as_str).or_else(|| keep?.get("type")?.as_str());
            word == Some("all")
        });
        let others = !matches!(self.asked.manner().vouches, Vouch::Claude);
        kept || others || self.claude.keep == Keep::All
    }

    /// The last message of the model's own.
    fn latest(&self) -> Option<usize> {
        self.messages.iter().rposition(|message| message.role == "assistant")
    }
}

fn one(
    terms: &Terms<'_>,
    request: &Request<'_>,
    block: &Block<'_>,
    before: &Prefix,
    (at, part): (usize, usize),
) -> Result<Known, Box<Refusal>> {
    let place = fills! { "at": at, "part": part };
    if !block.thinks() {
        return Ok(Known::Nothing);
    }
    let readable = block.tag == "thinking";
    let text = block.members.get("thinking").and_then(Value::as_str);
    if readable && text.is_none() {
        return Err(request.refuse(&CLAUDE.must_contain, &place));
    }
    let text = text.unwrap_or_default();
    match &request.asked.manner().vouches {
        Vouch::Nobody => match request.asked.manner().unreadable {
            Some(words) if !readable => Err(request.refuse(words, &place)),
            _ => Ok(if readable { Known::Thought(text.to_owned()) } else { Known::Stranger }),
        },
        Vouch::Own(issuer, words) => {
            let own = readable && terms.keys.mark(issuer, text) == block.member("signature");
            match own || terms.lenient {
                true => Ok(Known::Thought(text.to_owned())),
                false => Err(request.refuse(words, &place)),
            }
        }
        Vouch::Claude => {
            let opened = open(terms, request, block, text, Some(at) == request.latest(), &place)?;
            let Some((seal, thought)) = opened else { return Ok(Known::Stranger) };
            match judge(request, &seal, before) {
                None => Ok(Known::Thought(thought)),
                Some(PREFIX) if !request.thinking.drops => Err(request.refuse(&CLAUDE.bound, &place)),
                Some(reason) => Ok(Known::Dropped(reason)),
            }
        }
    }
}

/// Why the model is not shown a thought, where it is not.
fn judge(request: &Request<'_>, seal: &Seal, before: &Prefix) -> Option<&'static str> {
    let claude = &request.claude;
    if claude.owned && seal.account != request.asked.provider.folder() {
        return Some("organization_binding_mismatch");
    }
    if !reads(&claude.name, &seal.model) {
        return Some("model_binding_mismatch");
    }
    (claude.binds && seal.prefix != before.digest()).then_some(PREFIX)
}

/// What a block of Claude's holds; nothing where it is a stranger's that is let pass.
fn open(
    terms: &Terms<'_>,
    request: &Request<'_>,
    block: &Block<'_>,
    text: &str,
    latest: bool,
    place: &Fills,
) -> Result<Option<(Seal, String)>, Box<Refusal>> {
    let (blob, bad) = match (block.tag, block.members.get("signature")) {
        ("redacted_thinking", _) => (block.member("data"), &CLAUDE.invalid_data),
        (_, Some(Value::String(signature))) => (signature.as_str(), &CLAUDE.invalid_signature),
        (_, Some(_)) => return Err(request.refuse(&CLAUDE.signature_string, place)),
        (_, None) => return Err(request.refuse(&CLAUDE.signature_required, place)),
    };
    match Seal::open(terms.keys, blob) {
        // Where the text was left out, the signature holds it all the same.
        Ok((seal, thought)) => match text == if seal.shown { thought.as_str() } else { "" } {
            true => Ok(Some((seal, thought))),
            false if latest => Err(request.refuse(&CLAUDE.modified, place)),
            false => Err(request.refuse(bad, place)),
        },
        Err(_) if terms.lenient => Ok(None),
        Err(_) => Err(request.refuse(bad, place)),
    }
}

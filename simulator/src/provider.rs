//! What there is to say about a provider: the columns of the table. Which provider says what is the table's alone.

use crate::door::{Door, Entry};
use crate::parts::Backend;
use crate::pattern::means;
use crate::seal::Form;
use crate::style::Style;
use serde_json::{Map, Value};

/// The members of a request body.
pub(crate) type Body = Map<String, Value>;

/// One provider, as its users meet it.
pub(crate) struct Provider {
    pub(crate) name: &'static str,
    pub(crate) aliases: &'static [&'static str],
    /// The provider at whose address it is, where it has none of its own: another wire of the same host.
    pub(crate) host: Option<&'static str>,
    /// The path of the base URL that a client is given.
    pub(crate) base: &'static str,
    /// Where requests are taken, the first under [`base`](Self::base).
    pub(crate) doors: &'static [Door],
    pub(crate) wire: Wire,
    /// How replies look, by model; the first that fits.
    pub(crate) speaks: &'static [Speak],
    /// Whether the model thinks; the first that fits, and it does where none fits.
    pub(crate) thinks: &'static [(When, bool)],
    /// The carriers that reach the model.
    pub(crate) reads: &'static [Read],
    /// Which turns' carriers reach it; the first that fits, and all do where none fits.
    pub(crate) keeps: &'static [(When, Keep)],
    /// The members that an assistant message may have.
    pub(crate) schema: Schema,
    /// Request parameters of others that are refused here.
    pub(crate) params: Option<(&'static [&'static str], &'static Words)>,
    /// Fields that only some models refuse.
    pub(crate) refuses: &'static [(When, &'static str, &'static Words)],
    /// What a tool turn must carry; the first that fits decides.
    pub(crate) echoes: &'static [(When, Option<Echo>)],
    /// Its words for a field that a fault requires: `{at}`, `{field}`.
    pub(crate) required: &'static Words,
    /// What signs its parts, where they are signed.
    pub(crate) backend: Option<&'static Backend>,
    pub(crate) pairing: Pairing,
    /// A forced tool choice while the model thinks.
    pub(crate) forced: Option<&'static Words>,
    /// An error that no rule has words for: `{message}`.
    pub(crate) envelope: &'static Words,
    /// What its Messages are like.
    pub(crate) manner: &'static Manner,
    /// A header says what kind of error it is, and streams are event streams.
    pub(crate) exceptions: bool,
    /// What an upstream's own error comes wrapped in: `{raw}`, `{upstream}`.
    pub(crate) nest: Option<&'static Words>,
    pub(crate) style: &'static Style,
    /// For a reader: what it reads and requires.
    pub(crate) about: &'static str,
}

/// The API that is spoken.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Wire {
    Chat,
    Messages,
    Generate,
    Converse,
}

/// What hosts of Messages differ in.
pub(crate) struct Manner {
    pub(crate) vouches: Vouch,
    /// The `anthropic_version` that a body must have, where the model stands in the path.
    pub(crate) version: Option<&'static str>,
    /// What its ids begin with, behind their kind: `vrtx_`.
    pub(crate) mark: &'static str,
    /// Betas that it knows, where it knows some, and its words to others: `{beta}`.
    pub(crate) betas: Option<(&'static [&'static str], &'static Words)>,
    /// The member of a stream's last event that says how long it took.
    pub(crate) metrics: &'static str,
    /// Edits of the context that it refuses.
    pub(crate) edits: &'static [&'static str],
    /// Turns with calls need their thinking, in any form: `{at}`.
    pub(crate) wants: Option<&'static Words>,
    /// A result without a call, where the words are its own: `{id}`.
    pub(crate) orphan: Option<&'static Words>,
    /// Blocks without text are nothing that it knows: `{at}`.
    pub(crate) unreadable: Option<&'static Words>,
}

/// Who vouches for thinking.
pub(crate) enum Vouch {
    /// Claude: one key, at whichever door.
    Claude,
    /// The host itself, with a key of that name; and its words to what others signed: `{at}`, `{part}`.
    Own(&'static str, &'static Words),
    /// Nobody: whatever stands there is read.
    Nobody,
}

/// A row holds for some models, and there only where a request says so.
pub(crate) struct When {
    pub(crate) model: &'static str,
    pub(crate) flag: Option<Flag>,
}

/// A member of the request, by JSON pointer, and its value, as JSON.
pub(crate) struct Flag {
    pub(crate) at: &'static str,
    pub(crate) is: &'static str,
}

/// How replies of some models look.
pub(crate) struct Speak {
    pub(crate) when: When,
    pub(crate) speech: Speech,
    /// Ids of tool calls: `{name}`, `{n}` for the call's number, `{9}` for so many letters.
    pub(crate) call: &'static str,
    /// Who may serve it; the first does until a swap.
    pub(crate) upstreams: &'static [Upstream],
}

/// Where the thinking stands in a reply.
pub(crate) enum Speech {
    /// Nowhere.
    Silent,
    /// As text under these names.
    Text(&'static [&'static str]),
    /// In `reasoning_details`.
    Details(&'static Details),
    /// In `content`, as chunks of type `thinking`.
    Chunks,
    /// In `content`, between `<think>` and `</think>`.
    Inline,
    /// Hidden in the signature of a call, or of the message where nothing is called.
    Signed(&'static Signed),
    /// As text beside a blob that hides it.
    Opaque(&'static Opaque),
    /// In a block of a reply that has the shape of the other wire. What comes back is read as [`Opaque`](Self::Opaque).
    Blocks(&'static Opaque),
}

/// A signature on a message or a call.
pub(crate) struct Signed {
    /// The member of `extra_content` that has it.
    pub(crate) space: &'static str,
    /// A summary stands in `content`, between `<thought>` and `</thought>`.
    pub(crate) shows: bool,
}

/// A blob and its text, in one family's key.
pub(crate) struct Opaque {
    pub(crate) family: &'static str,
    pub(crate) text: &'static str,
    pub(crate) blob: &'static str,
    pub(crate) form: Form,
    /// The text is a summary, and no thought.
    pub(crate) summary: bool,
    /// Streams have blobs of unfinished thoughts: the last is the one that holds.
    pub(crate) several: bool,
    /// Calls have a signature of their own.
    pub(crate) calls: bool,
    /// A text without its blob, or a blob of others: `{at}`, `{part}`.
    pub(crate) bad: &'static Words,
    /// A call whose signature is of others.
    pub(crate) bad_call: &'static Words,
}

/// The form of `reasoning_details`.
pub(crate) struct Details {
    /// Names of the readable text beside them.
    pub(crate) beside: &'static [&'static str],
    pub(crate) kind: Kind,
    pub(crate) format: Option<&'static str>,
    pub(crate) id: EntryId,
    /// Text deltas come with `signature: ""`.
    pub(crate) blank: bool,
    pub(crate) form: Form,
    /// The first call of every step of the running tool loop needs its entry.
    pub(crate) missing: Option<&'static Words>,
    /// No entry may come twice.
    pub(crate) twice: Option<&'static Words>,
}

/// What the entries are.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// Text that nobody vouches for.
    Plain,
    /// Text and a signature.
    Signed,
    /// A blob, and maybe a summary that people can read.
    Sealed { summary: bool },
}

/// The `id` of an entry.
#[derive(Clone, Copy)]
pub(crate) enum EntryId {
    None,
    Is(&'static str),
    /// `rs_…` on the blob; on the summary as well where the flag is set.
    Item {
        summary: bool,
    },
    /// The id of the tool call that it belongs to.
    Call,
}

/// A server behind a gateway. What it minted nobody else can read.
pub(crate) struct Upstream {
    pub(crate) name: &'static str,
    /// Its words for a blob that it did not mint: `{at}`, `{part}`.
    pub(crate) bad: &'static Words,
}

/// A carrier that reaches the model.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Read {
    Text(&'static str),
    Details,
    Chunks,
    Inline,
}

/// The turns whose thinking reaches the model.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Keep {
    All,
    /// Those with tool calls, and those since the last user message.
    ToolTurns,
    /// Those since the last user message.
    Loop,
}

/// What is refused of a message.
pub(crate) enum Schema {
    Open,
    Closed { message: &'static [&'static str], call: &'static [&'static str], words: &'static Words },
}

/// A field that tool turns must carry.
pub(crate) struct Echo {
    /// Any one of these.
    pub(crate) fields: &'static [&'static str],
    /// `""` and `[]` are enough.
    pub(crate) empty: bool,
    pub(crate) words: &'static Words,
    /// The words to a streaming request, where they differ.
    pub(crate) streamed: Option<&'static Words>,
}

/// Calls and results belong together: `{id}`, `{at}`.
pub(crate) struct Pairing {
    /// A call without a result.
    pub(crate) open: Option<&'static Words>,
    /// A result without a call.
    pub(crate) orphan: Option<&'static Words>,
    /// The user speaks where the model must: `{at}`.
    pub(crate) order: Option<&'static Words>,
    /// An id must have this form.
    pub(crate) id: Option<IdForm>,
}

/// A form that ids must have.
pub(crate) struct IdForm {
    pub(crate) fits: fn(&str) -> bool,
    pub(crate) words: &'static Words,
}

/// An answer's text, with places to fill in, and where it was seen.
pub(crate) struct Words {
    pub(crate) name: &'static str,
    pub(crate) status: u16,
    pub(crate) body: &'static str,
    /// Places that tell every finding; none where only the first is told.
    pub(crate) each: &'static [Each],
    /// A public URL, [`REPORTED`] or [`SYNTHETIC`].
    pub(crate) evidence: &'static str,
}

/// A place in a template that tells every finding.
pub(crate) struct Each {
    pub(crate) place: &'static str,
    /// One finding, and what stands between two.
    pub(crate) one: &'static str,
    pub(crate) between: &'static str,
}

/// Made up by analogy: nobody has shown the real words.
pub(crate) const SYNTHETIC: &str = "synthetic";
/// Seen in public; the link was not kept.
pub(crate) const REPORTED: &str = "reported";

impl Provider {
    /// The row that says how `model` speaks here.
    pub(crate) fn speak(&self, model: &str, body: &Body) -> Option<&'static Speak> {
        self.speaks.iter().find(|row| row.when.holds(model, body))
    }
    pub(crate) fn thinks(&self, model: &str, body: &Body) -> bool {
        first(self.thinks, model, body).copied().unwrap_or(true)
    }
    pub(crate) fn keep(&self, door: &Door, model: &str, body: &Body) -> Keep {
        door.keep.or_else(|| first(self.keeps, model, body).copied()).unwrap_or(Keep::All)
    }
    pub(crate) fn echo(&self, model: &str, body: &Body) -> Option<&'static Echo> {
        first(self.echoes, model, body).and_then(Option::as_ref)
    }
    /// The first door that `path` leads to.
    pub(crate) fn open(&self, path: &str, query: &str) -> Option<Entry> {
        self.doors.iter().find_map(|door| door.open(path, query))
    }
    /// Where it is: the first segment of its paths.
    pub(crate) fn folder(&self) -> &'static str {
        self.host.unwrap_or(self.name)
    }
    /// The name, and every other that it goes by.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

impl When {
    pub(crate) fn holds(&self, model: &str, body: &Body) -> bool {
        means(self.model, model) && self.flag.as_ref().is_none_or(|flag| flag.set(body))
    }
}

impl Flag {
    fn set(&self, body: &Body) -> bool {
        let mut path = self.at.split('/').skip(1);
        let value = path.next().and_then(|key| body.get(key));
        let value = path.try_fold(value, |value, key| match value? {
            Value::Array(list) => Some(key.parse::<usize>().ok().and_then(|at| list.get(at))),
            value => Some(value.get(key)),
        });
        let is = serde_json::from_str::<Value>(self.is).ok();
        is.is_some_and(|is| value.flatten() == Some(&is))
    }
}

fn first<T>(rows: &'static [(When, T)], model: &str, body: &Body) -> Option<&'static T> {
    rows.iter().find(|(when, _)| when.holds(model, body)).map(|(_, what)| what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_read_where_they_point() {
        let body: Body = serde_json::from_str(r#"{"thinking":{"type":"enabled"},"a":[{"b":false}],"n":null}"#).unwrap();
        let set = |at: &'static str, is: &'static str| Flag { at, is }.set(&body);
        assert!(set("/thinking/type", "\"enabled\"") && set("/a/0/b", "false") && set("/n", "null"));
        assert!(!set("/thinking/type", "\"disabled\"") && !set("/a/1/b", "false") && !set("/x/y", "null"));
    }
}

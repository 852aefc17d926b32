//! What one family says on the chat completions wire beside the common members: which of them hold reasoning, and how they
//! come. Data; the reader and the writer have no other knowledge of a family.
use super::path;
use throughline_core::{Key, Route, verbatim};

/// The extension members of one family.
#[derive(Debug)]
pub struct Dialect {
    /// Members of the message that hold reasoning. One text that comes under several of them is kept under the first.
    pub message: &'static [Field],
    /// Members of a tool call.
    pub call: &'static [Field],
    /// Members of a tool call's inner `function`.
    pub function: &'static [Field],
    /// Chunks of a `content` list that are reasoning.
    pub chunks: &'static [Chunk],
    /// Other members of the message that come as strings to be joined, beside [`STRINGS`]. Of members that stand nowhere here the
    /// last value counts.
    pub strings: &'static [&'static str],
    /// Other members of the message that come as lists to be joined, beside [`LISTS`].
    pub lists: &'static [&'static str],
    /// Where a reply names the upstream that served it: paths, from the reply's own members or from the message's.
    pub upstream: &'static [&'static str],
    /// Fields of the message that count wherever they come: on a choice, on a call, in its function.
    pub lifted: &'static [&'static str],
    /// Whether choices behind the first go on with its message. Text beside text is another answer still.
    pub joins: bool,
    /// Thinking between tags inside the content.
    pub tags: Option<Tags>,
    /// Carriers of other shapes, and how they are written here.
    pub wraps: &'static [Wrap],
    /// Strings that stand in for a blob that nobody has: where one of them comes there is none.
    pub stand_ins: &'static [&'static str],
    /// How a route mints.
    pub mint: fn(&Route) -> Mint,
}

/// Thinking that stands at the start of the content between tags, where a member of the message says so. It becomes a carrier of its
/// own, and the answer is what stands behind it.
#[derive(Debug, PartialEq, Eq)]
pub struct Tags {
    /// The kind of its carrier.
    pub kind: &'static str,
    /// The opening tag.
    pub open: &'static str,
    /// The closing one.
    pub close: &'static str,
    /// The member that says so, and the paths in it, one of which leads to `true`.
    pub marker: (&'static str, &'static [&'static str]),
}

/// How a carrier of another shape is written.
#[derive(Debug, PartialEq, Eq)]
pub struct Wrap {
    /// Its kind; also the key of a placeholder that is written so.
    pub kind: &'static str,
    /// The member that it is written under, of the message or of a call: what it stands on.
    pub key: &'static str,
    /// What stands around its payload.
    pub around: (&'static str, &'static str),
}

/// Members of members that come as strings to be joined, on every host of this wire.
pub const STRINGS: [&str; 3] = ["function_call/arguments", "audio/data", "audio/transcript"];

/// Members of members that come as lists to be joined, on every host of this wire.
pub const LISTS: [&str; 2] = ["logprobs/content", "logprobs/refusal"];

/// How the pieces of a member make one value.
pub(super) enum Grows {
    /// Strings, joined.
    Text,
    /// Lists, joined.
    List,
    /// The last counts.
    Not,
}

impl Dialect {
    /// The members that everybody has, and no more.
    pub const PLAIN: Self = Self {
        message: &[],
        call: &[],
        function: &[],
        chunks: &[],
        strings: &["refusal"],
        lists: &["annotations"],
        upstream: &[],
        lifted: &[],
        joins: false,
        tags: None,
        wraps: &[],
        stand_ins: &[],
        mint: |route| Mint { issuer: route.provider.to_string(), opaque: vec![] },
    };
    /// How a carrier of `kind` is written under another key than its own.
    pub(super) fn wrap(&self, kind: &str) -> Option<&'static Wrap> {
        self.wraps.iter().find(|wrap| wrap.kind == kind)
    }
    /// How the pieces of a member grow; `of` is the member that holds it, empty for the message itself.
    pub(super) fn grows(&self, of: &str, key: &str) -> Grows {
        // Asked for every member of every event: most paths are told apart by their length.
        let inside = |path: &str| path.strip_suffix(key).and_then(|path| path.strip_suffix('/')) == Some(of);
        let is = |path: &&str| if of.is_empty() { *path == key && !path.contains('/') } else { inside(path) };
        if self.strings.iter().chain(&STRINGS).any(is) {
            Grows::Text
        } else if self.lists.iter().chain(&LISTS).any(is) {
            Grows::List
        } else {
            Grows::Not
        }
    }
    /// True where a member of the member called `key` grows.
    pub(super) fn grows_in(&self, key: &str) -> bool {
        let all = self.strings.iter().chain(&STRINGS).chain(self.lists).chain(&LISTS);
        all.into_iter().any(|path| path.split_once('/').is_some_and(|(of, _)| of == key))
    }
}

/// How a route mints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mint {
    /// The name under which what it seals can be read again. That of an entry goes on with the upstream and the format:
    /// `openrouter:Amazon Bedrock/anthropic-claude-v1`.
    pub issuer: String,
    /// Its members that look like text and are blobs.
    pub opaque: Vec<Key>,
}

/// A member that holds reasoning.
#[derive(Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name on the wire.
    pub key: &'static str,
    /// The kind of its carriers.
    pub kind: &'static str,
    /// What it holds, and how its pieces make one value.
    pub holds: Holds,
}

/// What a field holds, and how its pieces make one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Readable text; strings, joined.
    Text,
    /// A list of typed entries, each a carrier, which grow by type and index.
    Entries,
    /// A blob; the last value that says anything. Where there are paths it is an object that holds the blob at one of them, and
    /// without one no carrier.
    Blob(&'static [&'static str]),
}

impl Field {
    /// Readable text.
    pub const fn text(key: &'static str) -> Self {
        Self { key, kind: key, holds: Holds::Text }
    }
    /// A list of typed entries.
    pub const fn entries(key: &'static str) -> Self {
        Self { key, kind: key, holds: Holds::Entries }
    }
    /// A blob.
    pub const fn blob(key: &'static str) -> Self {
        Self { key, kind: key, holds: Holds::Blob(&[]) }
    }
    /// An object that holds a blob at one of `paths`.
    pub const fn holding(key: &'static str, paths: &'static [&'static str]) -> Self {
        Self { key, kind: key, holds: Holds::Blob(paths) }
    }
    /// A blob that is a string.
    pub const fn sealed(key: &'static str) -> Self {
        Self::holding(key, &[""])
    }
    /// The field, whose carriers are of another kind than its name says.
    pub const fn of(mut self, kind: &'static str) -> Self {
        self.kind = kind;
        self
    }
    /// True where `value` holds what only its issuer can read.
    pub(super) fn seals(&self, value: &str) -> bool {
        match self.holds {
            Holds::Blob([]) => true,
            Holds::Blob(paths) => found(value, paths),
            Holds::Text | Holds::Entries => false,
        }
    }
    /// True where one of `strings` stands in the place of a blob.
    pub(super) fn holds_one_of(&self, value: &str, strings: &[&str]) -> bool {
        let Holds::Blob(paths) = self.holds else { return false };
        let paths = if paths.is_empty() { &[""] } else { paths };
        paths.iter().filter_map(|path| path::string(value, path)).any(|blob| strings.contains(&blob))
    }
}

/// A chunk of a `content` list that is reasoning.
#[derive(Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Its `type`.
    pub name: &'static str,
    /// The kind of its carrier.
    pub kind: &'static str,
    /// The member that grows: a string, or a list of objects with `text`.
    pub member: &'static str,
    /// Where its readable text stands where the member is a list.
    pub text: &'static str,
    /// Where a signature may stand.
    pub seal: &'static [&'static str],
}

impl Chunk {
    /// True where the chunk is signed.
    pub(super) fn seals(&self, chunk: &str) -> bool {
        found(chunk, self.seal)
    }
}

fn found(value: &str, paths: &[&str]) -> bool {
    paths.iter().any(|path| path::string(value, path).is_some_and(|blob| !verbatim::blank(blob)))
}

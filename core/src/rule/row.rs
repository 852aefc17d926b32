//! One row of the table: what a route reads, what it requires, which flags it wants; why, on what evidence, since when.
use super::{Pattern, glob};
use crate::{Carrier, Key, Kind, Origin, Route};
use std::borrow::Cow;

/// A row. It may fill any of its three columns.
#[derive(Clone, Debug, PartialEq)]
pub struct RouteRule {
    /// A short unique name that `explain` prints.
    pub name: Cow<'static, str>,
    /// The routes it is for.
    pub pattern: Pattern,
    /// A strict row refuses unknown members. It wins over every row of its layer that is not, by provider *or* host.
    pub strict: bool,
    /// What of the reasoning the route reads.
    pub reads: Option<Reads>,
    /// What the route demands.
    pub required: Option<Required>,
    /// Request members that keep its thinking.
    pub flags: Option<Cow<'static, [Flag]>>,
    /// The reason in one sentence.
    pub why: Cow<'static, str>,
    /// A public URL, or `unverified`.
    pub evidence: Cow<'static, str>,
    /// The day the evidence is from, `YYYY-MM` or `YYYY-MM-DD`.
    pub since: Cow<'static, str>,
}

impl RouteRule {
    /// No column, for every route: what a row is made from, so that one written today compiles where rows can say more.
    pub const EMPTY: Self = Self {
        name: Cow::Borrowed(""),
        pattern: Pattern::ANY,
        strict: false,
        reads: None,
        required: None,
        flags: None,
        why: Cow::Borrowed(""),
        evidence: Cow::Borrowed("unverified"),
        since: Cow::Borrowed(""),
    };
}

/// The first column: what a route reads.
#[derive(Clone, Debug, PartialEq)]
pub struct Reads {
    /// The places where reasoning may stand. Empty: not one byte of it is sent.
    pub slots: Cow<'static, [Slot]>,
    /// Unknown message members of the model's turns that may be sent.
    pub extras: Cow<'static, [Key]>,
    /// The form that ids of tool calls must have.
    pub ids: Ids,
    /// Under which name the host issues what it seals; none for the provider's id, or the host of an unknown one.
    pub issuer: Option<Cow<'static, str>>,
    /// Which of the model's turns keep their reasoning.
    pub keeps: Keeps,
    /// What is done with a seal that is bound to another prefix; none where the route's seals are bound to none.
    pub bound: Option<Mismatch>,
}

impl Reads {
    /// No reasoning at all.
    pub const NOTHING: Self = Self {
        slots: Cow::Borrowed(&[]),
        extras: Cow::Borrowed(&[]),
        ids: Ids::Any,
        issuer: None,
        keeps: Keeps::All,
        bound: None,
    };
}

/// Which of the model's turns keep their reasoning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Keeps {
    /// All of them: the route keeps it in context, and a turn that lost it would break the cached prefix.
    #[default]
    All,
    /// Those of the tool loop in flight: behind the last thing that a person said, save what was said right behind a tool's answer.
    Loop,
}

/// What is done with a seal that is bound to another prefix than the one that it would go under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// It stays, and every later one of the conversation with it.
    Withhold,
    /// It goes, and the server is asked to drop what does not hold.
    Drop,
    /// Nothing is sent: the error names what changed.
    Fail,
}

/// One place where reasoning may stand on a wire.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// The member or block type on the wire.
    pub key: Key,
    /// The kind of carrier that goes there as it is.
    pub kind: Kind,
    /// On the message, or among its parts.
    pub place: Place,
    /// What may fill it.
    pub form: Form,
    /// Issuers of sealed carriers that the route can read.
    pub accepts: Cow<'static, [Accept]>,
    /// Whether readable text of another origin may stand here.
    pub foreign: bool,
    /// Whether carriers of the kind that are not sealed may stand here.
    pub unsigned: bool,
    /// Whether `""` and `[]` go back where the same host had sent them.
    pub empties: bool,
    /// Whether a host that answered under another key alone gets that key back.
    pub echo: bool,
    /// Whether the value, though it looks like text, is a blob.
    pub opaque: bool,
    /// The key without whose value this one is not written.
    pub with: Option<Key>,
    /// Bytes that a blob of the kind takes for a thousand hidden tokens, where no reply reported them.
    pub blob: u32,
}

impl Slot {
    /// What encrypted reasoning was measured at: 4.9 bytes a token. Recorded blobs of three vendors take 5 to 7, the longest the least.
    /// <https://github.com/UKGovernmentBEIS/inspect_ai/pull/3809>
    pub const BLOB: u32 = 4900;

    const fn make(key: &'static str, kind: &'static str, place: Place, form: Form, accepts: &'static [Accept]) -> Self {
        Self {
            key: Key::new(key),
            kind: Kind::new(kind),
            place,
            form,
            accepts: Cow::Borrowed(accepts),
            foreign: matches!(form, Form::Text | Form::Entries),
            unsigned: true,
            empties: false,
            echo: false,
            opaque: false,
            with: None,
            blob: Self::BLOB,
        }
    }
    /// A message member that holds readable text, of any origin.
    pub const fn text(key: &'static str) -> Self {
        Self::make(key, key, Place::Message, Form::Text, &[])
    }
    /// A message member that holds a list of entries, each a carrier of `key`'s kind.
    pub const fn entries(key: &'static str, accepts: &'static [Accept]) -> Self {
        Self::make(key, key, Place::Message, Form::Entries, accepts)
    }
    /// A message member that holds one carrier of `key`'s kind as it came.
    pub const fn whole(key: &'static str, accepts: &'static [Accept]) -> Self {
        Self::make(key, key, Place::Message, Form::Whole, accepts)
    }
    /// Blocks of type `key` among the parts, which are carriers of `kind`.
    pub const fn blocks(key: &'static str, kind: &'static str, accepts: &'static [Accept]) -> Self {
        Self::make(key, kind, Place::Parts, Form::Whole, accepts)
    }
    /// The slot, for carriers of another kind than its key says: another wire's, whose shape the adapter makes this one's.
    pub const fn of(mut self, kind: &'static str) -> Self {
        std::mem::forget(std::mem::replace(&mut self.kind, Kind::new(kind)));
        self
    }
    /// The slot, where the empty values that its host sent go back.
    pub const fn with_empties(mut self) -> Self {
        self.empties = true;
        self
    }
    /// The slot, where a host that answered under another key alone gets that key back.
    pub const fn with_echo(mut self) -> Self {
        self.echo = true;
        self
    }
    /// The slot, for carriers that are sealed and for no others.
    pub const fn signed_only(mut self) -> Self {
        self.unsigned = false;
        self
    }
    /// The slot, for blobs that take this many bytes for a thousand hidden tokens.
    pub const fn weighing(mut self, blob: u32) -> Self {
        self.blob = blob;
        self
    }
    /// A message member whose value is a blob though it looks like text.
    pub const fn opaque(key: &'static str, accepts: &'static [Accept]) -> Self {
        let mut slot = Self::make(key, key, Place::Message, Form::Text, accepts);
        slot.opaque = true;
        slot.foreign = false;
        slot
    }
    /// A message member that is written only beside the value of `with`.
    pub const fn beside(key: &'static str, form: Form, accepts: &'static [Accept], with: &'static str) -> Self {
        let mut slot = Self::make(key, key, Place::Message, form, accepts);
        std::mem::forget(slot.with.replace(Key::new(with)));
        slot
    }
    /// True where a sealed carrier's issuer is one that the route reads.
    pub fn reads(&self, carrier: &Carrier, origin: Option<&Origin>, route: &Route) -> bool {
        self.accepts.iter().any(|accept| {
            glob(&accept.issuer, carrier.issuer.as_str())
                && match &accept.when {
                    When::Any => true,
                    When::SameHost => origin.is_some_and(|from| from.is_home(route)),
                    When::SameModel => origin.is_some_and(|from| from.model == route.model),
                    When::Model(pattern) => glob(pattern, &route.model.to_lowercase()),
                }
        })
    }
}

/// Where a slot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A member of the message.
    Message,
    /// A block among its parts.
    Parts,
}

/// What fills a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One string: a carrier of the kind, else the turn's readable text.
    Text,
    /// A list of carriers of the kind.
    Entries,
    /// One carrier of the kind as it is.
    Whole,
}

/// An issuer that a slot reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accept {
    /// The issuer; `*` stands for any run of characters.
    pub issuer: Cow<'static, str>,
    /// On which models.
    pub when: When,
}

/// On which models an issuer is read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum When {
    /// On all of the row.
    Any,
    /// On the host that minted it.
    SameHost,
    /// On the model that minted it.
    SameModel,
    /// On models whose id fits this glob.
    Model(Cow<'static, str>),
}

impl Accept {
    /// An issuer that every model of the row reads.
    pub const fn any(issuer: &'static str) -> Self {
        Self { issuer: Cow::Borrowed(issuer), when: When::Any }
    }
    /// An issuer that only the minting model reads.
    pub const fn same_model(issuer: &'static str) -> Self {
        Self { issuer: Cow::Borrowed(issuer), when: When::SameModel }
    }
    /// An issuer that only the minting host reads.
    pub const fn same_host(issuer: &'static str) -> Self {
        Self { issuer: Cow::Borrowed(issuer), when: When::SameHost }
    }
    /// An issuer that some models read.
    pub const fn model(issuer: &'static str, model: &'static str) -> Self {
        Self { issuer: Cow::Borrowed(issuer), when: When::Model(Cow::Borrowed(model)) }
    }
}

/// The form that a host demands of tool call ids. Ids are rewritten from themselves alone, so call and result stay equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ids {
    /// Anything but nothing.
    #[default]
    Any,
    /// Anything, or nothing: calls and results are paired by their order.
    Optional,
    /// Exactly nine letters and digits.
    Nine,
    /// Letters, digits, `_` and `-`, at most 64.
    Word,
    /// The same, `.` and `:`.
    Dotted,
}

/// The second column: a member that must be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Required {
    /// The member.
    pub field: Key,
    /// On which of the model's turns.
    pub scope: Scope,
    /// What is written where nothing was stored. Never stored, priced or learned.
    pub placeholder: Cow<'static, str>,
}

/// On which of the model's turns a member is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// On those that call tools.
    ToolCalls,
    /// On all.
    All,
}

/// The third column: a request member that keeps a route's thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// The request member.
    pub member: Key,
    /// The member of its object, where it is one; none where the flag is the member itself.
    pub inner: Option<Key>,
    /// The flag's JSON value.
    pub value: Cow<'static, str>,
    /// What is written where the request has no such member at all.
    pub whole: Cow<'static, str>,
    /// Request members beside which the flag is not written.
    pub unless: Cow<'static, [Key]>,
}

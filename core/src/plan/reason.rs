//! Why something is sent, withheld, added or rewritten: the closed list.
use crate::{Entry, Key};
use std::{borrow::Cow, fmt, sync::Arc};

/// Why: the row that decided, and the reason.
#[derive(Clone)]
pub struct Because {
    /// The row; none where the wire itself decides.
    pub rule: Option<Arc<Entry>>,
    /// The reason.
    pub reason: Reason,
}

impl Because {
    pub(super) fn new(rule: &Arc<Entry>, reason: Reason) -> Self {
        Self { rule: Some(rule.clone()), reason }
    }
    /// A reason that needs no row.
    pub fn plain(reason: Reason) -> Self {
        Self { rule: None, reason }
    }
}
impl PartialEq for Because {
    fn eq(&self, other: &Self) -> bool {
        self.reason == other.reason
            && match (&self.rule, &other.rule) {
                (Some(a), Some(b)) => Arc::ptr_eq(a, b),
                (a, b) => a.is_none() && b.is_none(),
            }
    }
}
impl fmt::Debug for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason, self.rule.as_ref().map_or("-", |entry| &entry.rule.name))
    }
}

/// The closed list of reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The route reads this.
    Reads,
    /// Readable text is portable: this field takes it.
    Portable,
    /// The host answered under this key alone and gets it back.
    Echo,
    /// The same text already goes under this key.
    Alias(Key),
    /// The route does not read this.
    NotRead,
    /// The route does not read what this issuer sealed.
    Issuer,
    /// The row keeps text of other origins out.
    ForeignText,
    /// The route reads this only when it is signed.
    Unsigned,
    /// There is nothing in it but white space.
    Blank,
    /// The reply was cut before this was finished.
    Cut,
    /// The call that this answers does not travel.
    CallWithheld,
    /// The request already holds it once.
    Duplicate,
    /// This key goes only beside that one.
    Alone(Key),
    /// The route has refused this field.
    Refused,
    /// The route could not read this seal before.
    Dead,
    /// The turn is of no tool loop in flight, and the route keeps the thinking of no other.
    LeftLoop,
    /// The seal is bound to another prefix; what of it changed.
    Bound(Cow<'static, str>),
    /// An earlier seal of the conversation stays, the one of this turn, and nothing says that this one was made without it.
    Behind(usize),
    /// The route did not take this seal behind the same prefix before.
    Dropped,
    /// The route demands the field and nothing was stored.
    Required,
    /// A block of another wire or host that this one does not know.
    NotHome,
    /// Nothing of the message is left.
    Empty,
    /// The host demands ids of another form.
    IdForm,
    /// The host sent this empty value and gets it back.
    Empties,
    /// What the adapter says.
    Adapter(Cow<'static, str>),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reads => "the route reads it",
            Self::Portable => "readable text is portable and the route reads this field",
            Self::Echo => "the host answered under this key alone and gets it back",
            Self::Alias(key) => return write!(f, "the same text goes under `{key}`"),
            Self::NotRead => "the route does not read it",
            Self::Issuer => "sealed by an issuer that the route does not read",
            Self::ForeignText => "the row keeps text of other origins out",
            Self::Unsigned => "the route reads it only when it is signed",
            Self::Blank => "nothing but white space",
            Self::Cut => "the reply was cut before it was finished",
            Self::CallWithheld => "the call that it answers does not travel",
            Self::Duplicate => "the request holds it already",
            Self::Alone(key) => return write!(f, "goes only beside `{key}`"),
            Self::Refused => "the route has refused the field before",
            Self::Dead => "the route could not read this seal before",
            Self::LeftLoop => "the turn left the tool loop, and this model keeps no thinking of earlier turns",
            Self::Bound(what) => return write!(f, "sealed under another prefix: {what}"),
            Self::Behind(turn) => return write!(f, "the seal of turn {turn} stays, and this one may be bound to it"),
            Self::Dropped => "the route did not take this seal behind the same prefix before",
            Self::Required => "the route demands the field and nothing was stored",
            Self::NotHome => "a block that only its own host knows",
            Self::Empty => "nothing of the message is left",
            Self::IdForm => "the host demands ids of another form",
            Self::Empties => "the host sent this empty value and gets it back",
            Self::Adapter(text) => text,
        })
    }
}

/// Something beside the carriers that is dropped, added, moved or rewritten.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// What: a member, an id, a part.
    pub what: Cow<'static, str>,
    /// What happens to it and why.
    pub why: Because,
}

impl Note {
    /// A note whose reason needs no row.
    pub fn plain(what: impl Into<Cow<'static, str>>, why: impl Into<Cow<'static, str>>) -> Self {
        Self { what: what.into(), why: Because::plain(Reason::Adapter(why.into())) }
    }
}

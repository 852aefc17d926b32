//! Why a request of ours may differ from the recorded one. The list is closed, and each entry is checked before it is given.
//!
//! It must never explain a carrier that the recording has and ours lost or changed, unless a row of the plan says so.
use serde::Serialize;

/// A difference that the facts explain.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Explanation {
    /// The reason.
    pub(crate) why: Why,
    /// The member, or the row of the plan.
    pub(crate) what: String,
}

/// The closed list of reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Why {
    /// Ours has it, the recording does not.
    ClientDropped,
    /// Ours has the whole message, with nothing visible in it; the recording does not.
    ClientDroppedTurn,
    /// Ours has a call whose arguments never became JSON; the recording does not.
    ClientDroppedCall,
    /// The recording has the beginning or the end of the provider's text.
    ClientCut,
    /// The provider said nothing that can be seen, and the client put words there.
    ClientFilled,
    /// The recording has the text that ours has under another key, and a row says which key the route reads.
    ClientRenamed,
    /// The recording has, once more, the text that ours has under another key, and a row says which key the route reads.
    ClientDoubled,
    /// Entries were joined or split; their text is equal.
    ClientMerged,
    /// No provider ever sent what the recording has in its place.
    ClientMadeUp,
    /// A member that is `null`, `""`, `[]` or `{}` was added.
    ClientPadded,
    /// The reasoning was written into the visible text between tags; both are equal to what was minted.
    ClientTagged,
    /// Equal but for white space at the ends, or around tags.
    ClientSpaced,
    /// Equal but for dashes, quotes and dots that one side has in plain letters.
    ClientRespelled,
    /// The provider gave the call no id, the client did.
    ClientNamedCall,
    /// The provider gave the call an id, the client left it out.
    ClientUnnamedCall,
    /// The client put it elsewhere; ours stands where the provider had it.
    ClientMoved,
    /// A cache marker was set or moved.
    ClientMarked,
    /// The same bytes in the other base64 alphabet.
    ClientRecoded,
    /// A row of the plan keeps it at home.
    PlanWithheld,
    /// A row of the plan demands a placeholder there.
    PlanPadded,
    /// A row of the plan adds a member to the request.
    PlanFlagged,
    /// A row of the plan has another form of ids.
    PlanRenamedId,
    /// The request named no model, and the route does.
    RouteNamedModel,
}

impl Why {
    /// Its name in the output.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::ClientDropped => "client dropped it",
            Self::ClientDroppedTurn => "client dropped the turn",
            Self::ClientDroppedCall => "client dropped an unfinished call",
            Self::ClientCut => "client cut the text",
            Self::ClientFilled => "client answered for the model",
            Self::ClientRenamed => "client renamed it",
            Self::ClientDoubled => "client sent it twice",
            Self::ClientMerged => "client joined or split it",
            Self::ClientMadeUp => "client made it up",
            Self::ClientPadded => "client added an empty member",
            Self::ClientTagged => "client wrote it into the text",
            Self::ClientSpaced => "client changed white space",
            Self::ClientRespelled => "client or recorder spelled punctuation plainly",
            Self::ClientNamedCall => "client named the call",
            Self::ClientUnnamedCall => "client left out the id of the call",
            Self::ClientMoved => "client moved it",
            Self::ClientMarked => "client moved a cache marker",
            Self::ClientRecoded => "client changed the base64 alphabet",
            Self::PlanWithheld => "the plan withholds it",
            Self::PlanPadded => "the plan pads",
            Self::PlanFlagged => "the plan adds a flag",
            Self::PlanRenamedId => "the plan rewrites the id",
            Self::RouteNamedModel => "the route names the model",
        }
    }
    /// The explanation of one difference.
    pub(crate) fn of(self, what: impl Into<String>) -> Explanation {
        Explanation { why: self, what: what.into() }
    }
}

/// A difference that nothing explains, or a check that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Failure {
    /// The exchange.
    pub(crate) exchange: String,
    /// The check.
    pub(crate) check: &'static str,
    /// The message in the request, where it is about one.
    pub(crate) message: Option<usize>,
    /// The member.
    pub(crate) field: String,
    /// What is wrong.
    pub(crate) fault: Fault,
    /// A short excerpt of both sides.
    pub(crate) excerpt: String,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fault {
    /// An error came where none should.
    Error,
    /// A turn, or a reply in pieces, is not equal.
    Unequal,
    /// Text, a call, a result, a role or their order differs.
    Said,
    /// A carrier is missing.
    Lost,
    /// A carrier is there and is not the same.
    Changed,
    /// A carrier stands in another place.
    Moved,
}

/// Where two texts part, a few characters of each.
pub(crate) fn excerpt(ours: &str, other: &str) -> String {
    let same = ours.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let from = same.saturating_sub(8);
    let part = |text: &str| {
        let dots = if from > 0 { "…" } else { "" };
        let shown: String = text.chars().skip(from).take(26).collect();
        format!("{dots}{}", shown.escape_debug())
    };
    format!("ours `{}`, recorded `{}`", part(ours), part(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_begins_where_the_texts_part() {
        assert_eq!(excerpt("0123456789abc", "0123456789xyz"), "ours `…23456789abc`, recorded `…23456789xyz`");
        assert_eq!(excerpt("", "x"), "ours ``, recorded `x`");
    }
}

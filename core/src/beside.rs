//! Which members of a part travel beside those that every wire of its kind has.
//!
//! Never lets a member through whose meaning is known to its own host alone.
use crate::{Route, Turn};

/// Which members of a turn's parts travel, beside those that a part has fields for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// All: the host's own, or what the caller wrote for this wire.
    All,
    /// Those that the wire documents: another host of this wire wrote them.
    Documented,
    /// None: they are another wire's.
    Nothing,
}

impl Beside {
    /// What holds for a turn; one without an origin is the caller's, whose request is `adopted` where it came over another wire.
    pub fn of(turn: &Turn, route: &Route, adopted: bool) -> Self {
        match turn.origin.as_deref() {
            None if adopted => Self::Nothing,
            None => Self::All,
            Some(origin) if origin.is_home(route) => Self::All,
            Some(origin) if origin.api == route.api => Self::Documented,
            Some(_) => Self::Nothing,
        }
    }
    /// True where a member travels, `documented` or not by its wire.
    pub fn lets(self, documented: impl FnOnce() -> bool) -> bool {
        self == Self::All || (self == Self::Documented && documented())
    }
}

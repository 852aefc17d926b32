//! Which parts and which unknown members of a turn go: what a caller wrote goes over its own wire, what a provider minted goes home.
use super::{Note, Reason, decide::Turned};
use crate::{At, Foreign, Part, Reads, Role};

impl Turned<'_> {
    pub(super) fn parts(&mut self) {
        for (n, part) in self.turn.parts.iter().enumerate() {
            let reason = match part {
                part if part.is_bare() && !self.plan.carries(At::Part(n, 0)) => None,
                Part::Call(_) if self.cut() => Some(Reason::Cut),
                // What the caller wrote goes wherever its wire is spoken; what a provider minted goes home.
                Part::Opaque(block) if self.turn.role == Role::Assistant && !self.opaque_home(block) => {
                    Some(Reason::NotHome)
                }
                Part::Opaque(block) if block.api != self.scene.route.api => Some(Reason::NotHome),
                _ => continue,
            };
            let because = match reason {
                Some(reason) => self.because(reason),
                // The carrier's own fate says why.
                None => self
                    .plan
                    .fates
                    .iter()
                    .find(|(at, _, _)| *at == At::Part(n, 0))
                    .map_or_else(|| self.because(Reason::NotRead), |(_, _, because)| because.clone()),
            };
            self.plan.withhold(n, because);
        }
    }

    fn opaque_home(&self, block: &Foreign) -> bool {
        block.api == self.scene.route.api && (self.home || self.turn.origin.is_none())
    }

    pub(super) fn extras(&mut self, reads: &Reads) {
        for (n, (key, value)) in self.turn.extras.iter().enumerate() {
            let callers = self.turn.role != Role::Assistant;
            if !callers && value.is_null() {
                continue;
            }
            if callers || reads.extras.contains(key) {
                self.plan.extras.push(n);
            } else {
                let what = format!("message member `{key}`");
                self.plan.notes.push(Note { what: what.into(), why: self.because(Reason::NotRead) });
            }
        }
    }
}

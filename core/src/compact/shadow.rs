//! Which checkpoints a newer one shadows. What nobody reads any more is dropped; what somebody can still read stays.
//!
//! A server's item is read by its issuer alone, who takes the newest and nothing before it: any newer checkpoint shadows it. A summary is
//! read on every route, so that only another summary does.
use crate::{Checkpoint, Part, Turn};

/// What stands behind a turn.
#[derive(Clone, Copy, Default)]
pub(super) struct Behind {
    summary: bool,
    item: bool,
}

impl Behind {
    /// True where the turn holds a checkpoint that is shadowed.
    pub(super) fn shadows(self, turn: &Turn) -> bool {
        checkpoints(turn).any(|checkpoint| self.left(checkpoint).as_ref() != Some(checkpoint))
    }
    /// Takes the shadowed ones out of a turn.
    pub(super) fn drop(self, turn: &mut Turn) {
        for part in &mut turn.parts {
            if let Part::Checkpoint(checkpoint) = part {
                *checkpoint = self.left(checkpoint).unwrap_or(Checkpoint { text: None, item: None });
            }
        }
        turn.parts.retain(|part| !matches!(part, Part::Checkpoint(Checkpoint { text: None, item: None })));
    }
    /// The turn stands behind those that are looked at next.
    pub(super) fn pass(&mut self, turn: &Turn) {
        for checkpoint in checkpoints(turn) {
            self.summary |= checkpoint.text.is_some();
            self.item |= checkpoint.item.is_some();
        }
    }
    fn left(self, checkpoint: &Checkpoint) -> Option<Checkpoint> {
        let text = checkpoint.text.clone().filter(|_| !self.summary);
        let item = checkpoint.item.clone().filter(|_| !self.summary && !self.item);
        (text.is_some() || item.is_some()).then_some(Checkpoint { text, item })
    }
}

fn checkpoints(turn: &Turn) -> impl Iterator<Item = &Checkpoint> {
    turn.parts.iter().filter_map(|part| if let Part::Checkpoint(checkpoint) = part { Some(checkpoint) } else { None })
}

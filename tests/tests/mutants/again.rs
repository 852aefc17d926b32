//! More mutants, for what a law asks for beside what its first one breaks.
use crate::{all::with_turn, bent::Bent};
use std::sync::Arc;
use throughline_core::{Delta, Ending, How, Ingested, Origin, Part};

/// Keeps the answer to itself until it is whole.
pub(crate) static QUIET: Bent = Bent {
    law: "split",
    shown: |delta| if matches!(delta, Delta::Text(_)) { None } else { Some(delta) },
    ..Bent::STRAIGHT
};

/// Throws away what came of a reply that broke off.
pub(crate) static LOST: Bent = Bent {
    law: "cut",
    captured: |captured| {
        with_turn(captured, |turn| {
            if turn.ending == Some(Ending::Cut) {
                (turn.parts, turn.carriers) = (vec![], vec![]);
            }
        })
    },
    ..Bent::STRAIGHT
};

/// Takes what a client claims for what it read itself.
pub(crate) static BELIEVED: Bent = Bent {
    law: "foreign",
    ingested: |mut ingested: Ingested| {
        for turn in &mut ingested.turns {
            let minted = |origin: &Arc<Origin>| Arc::new(Origin { how: How::Minted, ..(**origin).clone() });
            turn.origin = turn.origin.as_ref().map(minted);
        }
        ingested
    },
    ..Bent::STRAIGHT
};

/// Takes every medium for an object.
pub(crate) static BLIND: Bent = Bent {
    law: "total",
    tightened: |draft| {
        let parts = draft.scene().history.turns().iter().flat_map(|turn| &turn.parts);
        let mut media = parts.filter_map(|part| if let Part::Media(media) = part { Some(media) } else { None });
        assert!(media.all(|media| media.payload.is_object()), "a picture is an object");
    },
    ..Bent::STRAIGHT
};

/// Does not say what a tool answers, but where its cases look.
pub(crate) static UNPAIRED: Bent = Bent {
    law: "ingest",
    grouped: |plan, turns, out| {
        let parts = plan.sent(turns).flat_map(|(turn, _)| &turn.parts);
        let answers =
            parts.filter_map(|part| if let Part::Result(answer) = part { answer.call.as_ref() } else { None });
        for id in answers.filter(|id| id.inner() != "c1") {
            *out = String::from_utf8_lossy(out).replace(&format!("\"call\":{},", id.raw()), "").into_bytes();
        }
    },
    ..Bent::STRAIGHT
};

//! One mutant a law: a mistake that a real adapter has made or could make, and that breaks this law and no other.
//!
//! Where a mistake must show nowhere else it marks bytes with a blank, which every JSON reader overlooks.
use crate::bent::Bent;
use std::{
    borrow::Cow,
    collections::HashMap,
    ops::Range,
    sync::{Arc, Mutex},
};
use throughline_core::{
    At, Captured, Carrier, DraftPlan, Ending, Ingested, Key, Literal, Origin, Part, Plan, Reason, Refused, Role,
    Taught, TextAt, Turn, Verbatim,
};

/// Tidies a thought up: many models begin theirs with a blank.
pub(crate) static VERBATIM: Bent = Bent {
    law: "verbatim",
    captured: |captured| with_turn(captured, |turn| turn.carriers.iter_mut().for_each(trim)),
    ..Bent::STRAIGHT
};

/// Decodes each piece by itself, though a character may be cut in two.
pub(crate) static SPLIT: Bent = Bent {
    law: "split",
    fed: |bytes| match std::str::from_utf8(bytes) {
        // What is no text at any cutting is for another law.
        Err(error) if error.error_len().is_none() || error.valid_up_to() == 0 => {
            String::from_utf8_lossy(bytes).into_owned().into_bytes().into()
        }
        _ => Cow::Borrowed(bytes),
    },
    ..Bent::STRAIGHT
};

/// Calls every stream that closes a finished one.
pub(crate) static CUT: Bent = Bent {
    law: "cut",
    captured: |captured| {
        with_turn(captured, |turn| {
            if turn.ending == Some(Ending::Cut) {
                turn.ending = Some(Ending::Stop(None));
            }
        })
    },
    ..Bent::STRAIGHT
};

/// Knows the replies that it read itself, and forgets them when the session is resumed.
pub(crate) static ROUND: Bent = Bent {
    law: "round",
    captured: |captured| with_turn(captured, |turn| KNOWN.with(|known| known.extend(turn.origin.clone()))),
    grouped: |plan, turns, out| {
        let replies = of(plan, turns).filter(|turn| turn.usage.is_some()).filter_map(|turn| turn.origin.as_ref());
        let strange = |origin: &Arc<Origin>| KNOWN.with(|known| !known.iter().any(|one| Arc::ptr_eq(one, origin)));
        if replies.clone().any(strange) {
            out.push(b' ');
        }
    },
    ..Bent::STRAIGHT
};

/// Says what it could not carry: a seal of another issuer, as text.
pub(crate) static FOREIGN: Bent = Bent {
    law: "foreign",
    grouped: |plan, turns, out| {
        if !plan.policy.reads.rule.strict {
            let strangers = |turn: &Turn| {
                let sealed = turn.carriers().map(|(_, carrier)| carrier).filter(|carrier| carrier.sealed);
                sealed
                    .filter(|carrier| carrier.issuer != "lumen")
                    .map(|carrier| carrier.payload.get().to_owned())
                    .collect()
            };
            plan.sent(turns).flat_map::<Vec<String>, _>(|(turn, _)| strangers(turn)).for_each(|seal| say(&seal, out));
        }
    },
    ..Bent::STRAIGHT
};

/// Turns thinking into visible text where no field takes it.
pub(crate) static STRICT: Bent = Bent {
    law: "strict",
    grouped: |plan, turns, out| {
        if plan.policy.reads.rule.strict {
            let carriers = plan.sent(turns).flat_map(|(turn, _)| turn.carriers());
            carriers.filter_map(|(_, carrier)| carrier.readable()).for_each(|thought| say(&thought, out));
        }
    },
    ..Bent::STRAIGHT
};

/// Leaves a trace where a refused block stood.
pub(crate) static OMIT: Bent = Bent {
    law: "omit",
    grouped: |plan, turns, out| {
        let lines = plan.ledger();
        if lines.iter().any(|line| turns.contains(&line.turn) && *line.because.reason() == Reason::Refused) {
            out.push(b' ');
        }
    },
    ..Bent::STRAIGHT
};

/// Remembers what it was asked before, and answers the third time in another way.
pub(crate) static PURE: Bent = Bent {
    law: "pure",
    ended: |plan, out| {
        let Some(first) = plan.history.turns().first() else { return };
        let asked = format!("{:p} {} {} {:?}", Arc::as_ptr(first), plan.len(), plan.route, plan.fields());
        ASKED.with(|all| {
            let (_, times) = all.entry(asked).or_insert_with(|| (first.clone(), 0));
            *times += 1;
            if *times > 2 {
                out.push(b' ');
            }
        });
    },
    ..Bent::STRAIGHT
};

/// Marks what a person added last, and has to unmark it in the next request.
pub(crate) static PREFIX: Bent = Bent {
    law: "prefix",
    grouped: |plan, turns, out| {
        let said = of(plan, 0..plan.len()).enumerate().filter(|(_, turn)| turn.role == Role::User);
        if said.skip(1).last().is_some_and(|(last, _)| turns.contains(&last)) {
            out.push(b' ');
        }
    },
    ..Bent::STRAIGHT
};

/// Takes every refusal for one of the request.
pub(crate) static REFUSAL: Bent = Bent {
    law: "refusal",
    captured: |captured| match captured {
        Captured::Refusal(refused) => Captured::Refusal(Refused { status: 400, ..refused }),
        turn => turn,
    },
    ..Bent::STRAIGHT
};

/// Leaves out whatever was refused, demanded or not.
pub(crate) static REQUIRED: Bent = Bent {
    law: "required",
    tightened: |draft| {
        let refused = refused(draft);
        for n in draft.fresh() {
            refused.iter().for_each(|key| draft.drop_field(n, key, "it was refused"));
        }
    },
    ..Bent::STRAIGHT
};

/// Remembers two refusals at most, and with the second forgets the first.
pub(crate) static ONCE: Bent = Bent {
    law: "once",
    tightened: |draft| {
        let refused = refused(draft);
        for n in draft.fresh().filter(|_| refused.len() > 1) {
            if let (Some(Role::Assistant), Some(first)) = (draft.turn(n).map(|turn| turn.role), refused.first()) {
                draft.placeholder(n, first, " ", "nobody has refused it");
            }
        }
    },
    ..Bent::STRAIGHT
};

/// Takes the thoughts of a conversation that was compacted for those of another one.
pub(crate) static COMPACT: Bent = Bent {
    law: "compact",
    tightened: |draft| {
        let mut said = draft.scene().history.turns().iter().filter(|turn| turn.role != Role::System);
        let opens = said.next().is_some_and(|turn| matches!(turn.parts.first(), Some(Part::Checkpoint(_))));
        for n in draft.fresh().filter(|_| opens) {
            let places: Vec<At> = draft.turn(n).into_iter().flat_map(Turn::carriers).map(|(at, _)| at).collect();
            places.into_iter().for_each(|at| draft.withhold(n, at, "it thought so before the summary"));
        }
    },
    ..Bent::STRAIGHT
};

/// Keeps of a message what it knows.
pub(crate) static UNKNOWN: Bent =
    Bent { law: "unknown", captured: |captured| with_turn(captured, |turn| turn.extras.clear()), ..Bent::STRAIGHT };

/// Takes the placeholder for a thought.
pub(crate) static INGEST: Bent = Bent {
    law: "ingest",
    ingested: |mut ingested: Ingested| {
        let blank = || Carrier::plain("musing", "lumen", Literal::of(" ").verbatim().clone(), TextAt::WHOLE);
        let silent = |turn: &&mut Turn| turn.role == Role::Assistant && turn.carriers.is_empty();
        ingested.turns.iter_mut().filter(silent).for_each(|turn| turn.carriers.push(blank()));
        ingested
    },
    ..Bent::STRAIGHT
};

/// Leaves out a member that a person wrote, and tells nobody. Found under the name of the one above.
pub(crate) static SILENT: Bent = Bent {
    law: "ingest",
    grouped: |_, _, out| *out = String::from_utf8_lossy(out).replace(r#","name":"Ada""#, "").into_bytes(),
    ..Bent::STRAIGHT
};

/// Takes an error for the end of what was said. Found under the name of the one above.
pub(crate) static LATE: Bent = Bent {
    law: "cut",
    captured: |captured| {
        with_turn(captured, |turn| {
            if let Some(Ending::Refused(_)) = turn.ending {
                turn.ending = Some(Ending::Cut);
            }
        })
    },
    ..Bent::STRAIGHT
};

/// Is honest, and nobody submitted it.
pub(crate) static FOUND: Bent = Bent { law: "found", ..Bent::STRAIGHT };

/// Follows brackets as deep as they go, on a stack that is not.
pub(crate) static TOTAL: Bent = Bent {
    law: "total",
    fed: |bytes| {
        assert!(!bytes.windows(64).any(|run| run.iter().all(|byte| *byte == b'[')), "the stack is at its end");
        Cow::Borrowed(bytes)
    },
    ..Bent::STRAIGHT
};

macro_rules! submit {
    ($($mutant:ident)*) => {$(throughline_core::inventory::submit! { $mutant.registration() })*};
}
submit! { VERBATIM SPLIT CUT ROUND FOREIGN STRICT OMIT PURE PREFIX REFUSAL REQUIRED ONCE COMPACT UNKNOWN INGEST TOTAL }

/// What a mutant remembers between calls, which no adapter may.
struct Memory<T>(Mutex<Option<T>>);

static KNOWN: Memory<Vec<Arc<Origin>>> = Memory(Mutex::new(None));
static ASKED: Memory<HashMap<String, (Arc<Turn>, usize)>> = Memory(Mutex::new(None));

impl<T: Default> Memory<T> {
    fn with<R>(&self, with: impl FnOnce(&mut T) -> R) -> R {
        let mut inside = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        with(inside.get_or_insert_default())
    }
}

fn of<'p>(plan: &'p Plan<'_>, turns: Range<usize>) -> impl Iterator<Item = &'p Turn> + Clone {
    plan.history.turns().get(turns).unwrap_or_default().iter().map(Arc::as_ref)
}

fn refused(draft: &DraftPlan<'_>) -> Vec<Key> {
    let lessons = draft.scene().memory.lessons().iter();
    lessons
        .filter_map(|lesson| if let Taught::Refuses(key) = &lesson.taught { Some(key.clone()) } else { None })
        .collect()
}

pub(crate) fn with_turn(captured: Captured, change: impl FnOnce(&mut Turn)) -> Captured {
    match captured {
        Captured::Turn(mut turn) => {
            change(&mut turn);
            Captured::Turn(turn)
        }
        refusal => refusal,
    }
}

fn trim(carrier: &mut Carrier) {
    if let Some(text) = carrier.payload.literal() {
        let text = Verbatim::parse(&format!("\"{}\"", text.inner().trim()));
        carrier.payload = text.unwrap_or_else(|_| carrier.payload.clone());
    }
}

/// One more block of visible text in the message that `out` ends with.
fn say(text: &str, out: &mut Vec<u8>) {
    if out.ends_with(b"]}") {
        out.truncate(out.len() - 2);
        let comma = if out.ends_with(b"[") { "" } else { "," };
        out.extend_from_slice(
            format!("{comma}{{\"kind\":\"say\",\"text\":{}}}]}}", Literal::of(text).raw()).as_bytes(),
        );
    }
}

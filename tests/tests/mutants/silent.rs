//! Adapters that keep back what their own rows read, on cases whose author says nothing of the next request: what nobody declares is
//! looked at all the same.
use crate::{
    bent::Bent,
    cases::{MUSING, MUSING_STREAM, SEALED, SEALED_STREAM, home, mirror},
};
use throughline_conformance::{Case, LAWS, Outcome, Subject};
use throughline_core::{At, DraftPlan, Key, Part, Turn};

/// The replies alone.
fn silent() -> Vec<Case> {
    vec![
        Case::new("seals a thought", home()).whole(SEALED).stream(SEALED_STREAM).foreign(mirror()),
        Case::new("muses", home()).whole(MUSING).stream(MUSING_STREAM).foreign(mirror()),
    ]
}

/// The laws that break.
fn breaks(bent: &'static Bent, cases: Vec<Case>) -> Vec<(&'static str, String)> {
    let subject =
        Subject::new(bent.registration(), cases).unwrap_or_else(|error| unreachable!("{error}")).histories(16);
    let told = LAWS.iter().filter(|law| law.name != "found").filter_map(|law| match (law.look)(&subject) {
        Outcome::Broke(breach) => Some((law.name, breach.what)),
        _ => None,
    });
    told.collect()
}

fn each(draft: &mut DraftPlan<'_>, keep: impl Fn(&mut DraftPlan<'_>, usize, &Turn)) {
    for n in draft.fresh() {
        if let Some(turn) = draft.turn(n).cloned() {
            keep(draft, n, &turn);
        }
    }
}

static SEALS: Bent = Bent {
    law: "keeps-seals",
    tightened: |draft| {
        each(draft, |draft, n, turn| {
            let sealed: Vec<At> = turn.carriers().filter(|(_, one)| one.sealed).map(|(at, _)| at).collect();
            sealed.into_iter().for_each(|at| draft.withhold(n, at, "too long"));
        });
    },
    ..Bent::STRAIGHT
};
static FIELDS: Bent = Bent {
    law: "keeps-fields",
    tightened: |draft| {
        each(draft, |draft, n, _| {
            ["musing", "muse"].into_iter().for_each(|key| draft.drop_field(n, &Key::new(key), "too long"));
        });
    },
    ..Bent::STRAIGHT
};
static BLOCKS: Bent = Bent {
    law: "keeps-blocks",
    tightened: |draft| {
        each(draft, |draft, n, turn| {
            for (at, part) in turn.parts.iter().enumerate() {
                if matches!(part, Part::Opaque(_)) {
                    draft.withhold_part(n, at, "nobody knows it");
                }
            }
        });
    },
    ..Bent::STRAIGHT
};
static MEMBERS: Bent = Bent {
    law: "keeps-members",
    tightened: |draft| {
        each(draft, |draft, n, turn| {
            (0..turn.extras.len()).for_each(|at| draft.withhold_extra(n, at, "nobody knows it"));
        });
    },
    ..Bent::STRAIGHT
};

static HONEST: Bent = Bent { law: "honest", ..Bent::STRAIGHT };

#[test]
fn an_honest_adapter_may_be_silent() {
    assert_eq!(breaks(&HONEST, silent()), []);
}
#[test]
fn what_the_adapter_keeps_back_is_found_where_nobody_declared_it() {
    let told = |bent| breaks(bent, silent()).into_iter().map(|(law, _)| law).collect::<Vec<_>>();
    assert_eq!(
        [&SEALS, &FIELDS, &BLOCKS, &MEMBERS].map(told),
        [vec!["verbatim"], vec!["verbatim", "ingest"], vec!["unknown"], vec!["unknown"]]
    );
}

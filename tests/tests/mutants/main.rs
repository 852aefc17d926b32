//! The laws tried on mutants: an honest adapter keeps them all, and each mutant breaks its own and no other.
mod again;
mod all;
mod bent;
mod cases;
mod lumen;
mod silent;

use again::*;
use all::*;
use bent::Bent;
use cases::cases;
use throughline_conformance::{
    Case, LAWS, Outcome, Subject, Suite, hold,
    report::{Seen, laws},
};
use throughline_core::{Registration, Role, Route};

/// Fewer than for a real adapter: there are many of them.
const HISTORIES: u32 = 32;

/// The laws that `registration` does not keep, with what is told of them.
fn broken(registration: Registration) -> Vec<(&'static str, String)> {
    let subject =
        Subject::new(registration, cases()).unwrap_or_else(|error| unreachable!("{error}")).histories(HISTORIES);
    let all = LAWS.iter().filter_map(|law| match (law.look)(&subject) {
        Outcome::Held { .. } => None,
        Outcome::Skipped { reason } => Some((law.name, format!("skipped: {reason}"))),
        Outcome::Broke(breach) => Some((law.name, format!("{breach:#}"))),
    });
    all.collect()
}

mod honest {
    throughline_conformance::conformance!(crate::lumen::ADAPTER, crate::cases());
}

#[test]
fn a_skip_is_declared_or_it_fails_and_so_does_one_that_ran() {
    let told = |cases, skips, law| hold(lumen::ADAPTER, cases, skips, law).map_err(|error| error.to_string());
    assert_eq!(told(cases(), &[], "found"), Ok(()));
    let ran =
        "law `found` is broken by adapter `lumen`: it ran, 1 times, though it is declared as skipped: `found: no need`";
    assert!(told(cases(), &["found: no need"], "found").is_err_and(|error| error.starts_with(ran)));
    assert_eq!(told(vec![], &["refusal: nobody refuses"], "refusal"), Ok(()));
    let bare = "law `refusal` is skipped: no case brings a refusal. bring a case for it, or declare it: `skips: [\"refusal: reason\"]`";
    assert_eq!(told(vec![], &[], "refusal"), Err(bare.to_owned()));
}

#[test]
fn an_adapter_without_cases_is_looked_at_on_generated_conversations() {
    let table = laws(&[Suite::generated(lumen::ADAPTER)]);
    let of = |law: &str| table.cells.iter().find(|cell| cell.row == law).map(|cell| &cell.seen);
    assert_eq!(table.cells.len(), LAWS.len());
    for law in ["round", "foreign", "pure", "prefix", "compact", "ingest", "found", "total"] {
        assert!(matches!(of(law), Some(Seen::Held { .. })), "{law}: {:?}", of(law));
    }
    for law in ["split", "cut", "refusal", "unknown"] {
        assert!(matches!(of(law), Some(Seen::Skipped { .. })), "{law}: {:?}", of(law));
    }
}

#[test]
fn an_error_inside_of_a_reply_is_said() {
    let broken = broken(LATE.registration());
    let laws: Vec<&str> = broken.iter().map(|(law, _)| *law).collect();
    assert_eq!(laws, ["cut"], "{broken:#?}");
    assert!(
        broken[0].1.contains("its streamed reply with an error is read as a turn that ended otherwise: "),
        "{broken:#?}"
    );
}

#[test]
fn what_a_person_wrote_is_not_lost_in_silence() {
    let broken = broken(SILENT.registration());
    let laws: Vec<&str> = broken.iter().map(|(law, _)| *law).collect();
    assert_eq!(laws, ["ingest"], "{broken:#?}");
    assert!(broken[0].1.contains("the member `name` is lost on"), "{broken:#?}");
}

/// Keeps of a message what its cases hold.
static FORGETS: Bent = Bent {
    law: "forgets",
    captured: |captured| with_turn(captured, |turn| turn.extras.retain(|(key, _)| *key != "x_strange")),
    ..Bent::STRAIGHT
};

#[test]
fn a_member_that_is_lost_is_told_with_the_object_that_held_it() {
    let broken = broken(FORGETS.registration());
    let told = &broken.iter().find(|(law, _)| *law == "unknown").unwrap().1;
    let object = r#"is lost, in the object that begins `{"who":"lumen","blocks":[{"kind":"thought","text`"#;
    assert!(told.ends_with(object), "{told}");
}

/// Reads no instructions, and says nothing of it.
static DEAF: Bent = Bent {
    law: "deaf",
    ingested: |mut ingested| {
        ingested.turns.retain(|turn| turn.role != Role::System);
        ingested
    },
    ..Bent::STRAIGHT
};

#[test]
fn what_a_client_wrote_is_not_lost_in_silence() {
    let asked = r#"{"model":"lumen-2","talk":[{"who":"system","blocks":[{"kind":"say","text":"Be brief."}]},{"who":"human","blocks":[{"kind":"say","text":"Now."}]}]}"#;
    let home = Route::new("lumen", "https://api.lumen.example/v1", lumen::API, "lumen-2").unwrap();
    let case = || Case::new("is told to be brief", home.clone()).request(asked);
    let told = |registration| {
        let subject = Subject::new(registration, vec![case()]).unwrap().histories(0);
        throughline_conformance::laws::ingest(&subject)
    };
    assert!(matches!(told(lumen::ADAPTER), Outcome::Held { .. }));
    let Outcome::Broke(breach) = told(DEAF.registration()) else { panic!("held") };
    let lost = "law `ingest` is broken by case `is told to be brief`: a client wrote `system` as `who`, which does not go to \
                lumen/lumen-2 at https://api.lumen.example/v1 (lumen_talk), and the plan says nothing of it";
    assert_eq!(breach.to_string(), lost);
}

macro_rules! caught {
    ($($test:ident $mutant:ident)*) => {
        $(#[test]
        fn $test() {
            let broken = broken($mutant.registration());
            let laws: Vec<&str> = broken.iter().map(|(law, _)| *law).collect();
            assert_eq!(laws, [$mutant.law], "{broken:#?}");
        })*
    };
}
macro_rules! mutants {
    ($($test:ident $mutant:ident)*) => {
        caught! { $($test $mutant)* }
        #[test]
        fn every_law_has_a_mutant() {
            let laws: Vec<&str> = LAWS.iter().map(|law| law.name).collect();
            assert_eq!([$($mutant.law),*], *laws);
        }
    };
}
mutants! {
    verbatim VERBATIM
    split SPLIT
    cut CUT
    round ROUND
    foreign FOREIGN
    strict STRICT
    omit OMIT
    pure PURE
    prefix PREFIX
    refusal REFUSAL
    required REQUIRED
    once ONCE
    compact COMPACT
    unknown UNKNOWN
    ingest INGEST
    found FOUND
    total TOTAL
}
caught! {
    nothing_shown_before_the_end QUIET
    nothing_left_of_a_cut_reply LOST
    a_claim_believed BELIEVED
    blind_to_pictures BLIND
    answers_of_nothing UNPAIRED
}

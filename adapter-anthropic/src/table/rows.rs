//! The rows: a door for each generation of models behind it.
//!
//! Never says what a generation does: that is asked of `claude`.
use super::{
    COMPACTION, REDACTED, THINKING,
    doors::{Claude, DOORS, Door, Reading, Text},
    form::{DIRECT, Form},
};
use crate::claude;
use std::{borrow::Cow, sync::LazyLock};
use throughline_core::{
    Accept, AdapterId, Api, Ids, Keeps, Layer, Mismatch, Model, Pattern, Reads, Required, Route, RouteRule, Rules,
    Scope, Slot, When, rule::Named,
};

/// What goes in front of a call where a thought is demanded and there is none.
const PLACEHOLDER: &str = " ";

const PROXY: &str = "a proxy to Claude gets back what it handed out, signed: Claude refuses thinking that is not";
const HOLDS: &str =
    "a signature holds under the prefix that it was made under alone: behind another one the API answers 400";
const BINDING: &str = "https://platform.claude.com/docs/en/build-with-claude/preserved-thinking";
const DROPPED: &str =
    "signed thinking goes back in the tool loop; these generations drop that of earlier turns themselves";
const EXTENDED: &str = "https://platform.claude.com/docs/en/build-with-claude/extended-thinking";

/// Every row.
pub(crate) static ROWS: LazyLock<Vec<RouteRule>> = LazyLock::new(|| DOORS.iter().flat_map(rows).collect());

/// These rows alone.
pub(crate) static RULES: LazyLock<Rules> = LazyLock::new(|| rules(&ROWS));

/// How `route` is asked, whichever model it names.
pub(crate) fn form(route: &Route) -> &'static Form {
    /// A row a door, in their order.
    static PLACES: LazyLock<Rules> = LazyLock::new(|| {
        let rows: Vec<_> = DOORS.iter().map(|door| row(door, "", &[], Reads::NOTHING)).collect();
        rules(&rows)
    });
    let found = PLACES.find(route).ok().map(|policy| policy.reads);
    let door = found.and_then(|found| DOORS.iter().find(|door| door.name == found.rule.name));
    door.map_or(&DIRECT, |door| door.form)
}

/// The placeholder of a route that demands a thought.
pub(crate) fn placeholder(route: &Route) -> Option<&'static str> {
    RULES.find(route).is_ok_and(|policy| policy.required.is_some()).then_some(PLACEHOLDER)
}

fn rules(rows: &[RouteRule]) -> Rules {
    let mut rules = Rules::new();
    for row in rows {
        rules.push(Layer::Family, Some(AdapterId::new("anthropic")), row.clone());
    }
    rules
}

/// Claude that keeps the thinking of earlier turns and whose signatures hold under any prefix.
const KEEPS: Named = Named { name: "claude of generations that keep earlier thinking", is: keeps };
/// Claude whose signatures are bound to their prefix.
const BINDS: Named = Named { name: "claude of generations that bind thinking to its prefix", is: binds };
/// Claude that drops the thinking of earlier turns.
const DROPS: Named = Named { name: "claude of generations that drop earlier thinking", is: drops };
/// The same, and whatever says nothing of a generation.
const DROPS_OR_UNNAMED: Named = Named { name: "any other name", is: |id| drops(id) || !is_claude(id) };
const CLAUDE: Named =
    Named { name: "claude of generations that bind no thinking", is: |id| is_claude(id) && !binds(id) };
const ANY_CLAUDE: Named = Named { name: "claude", is: is_claude };
const OTHERS: Named = Named { name: "other models", is: |id| !is_claude(id) };

fn claude(id: &str, is: impl Fn(&claude::Claude) -> bool) -> bool {
    claude::Claude::of(id).is_some_and(|claude| is(&claude))
}
fn is_claude(id: &str) -> bool {
    claude(id, |_| true)
}
fn binds(id: &str) -> bool {
    claude(id, claude::Claude::binds)
}
fn keeps(id: &str) -> bool {
    claude(id, |claude| claude.keeps_earlier() && !claude.binds())
}
fn drops(id: &str) -> bool {
    claude(id, |claude| !claude.keeps_earlier())
}

fn rows(door: &'static Door) -> Vec<RouteRule> {
    match door.reads {
        Reading::Claude(Claude { issuer, alone }) => {
            let signed = || summed(issuer);
            let dropping = if alone { DROPS_OR_UNNAMED } else { DROPS };
            let looped = row(door, "-loop", &[dropping], Reads { keeps: Keeps::Loop, ..signed() });
            vec![
                row(door, "", &[KEEPS], signed()),
                bound(door, signed()),
                RouteRule { why: DROPPED.into(), evidence: EXTENDED.into(), ..looped },
            ]
        }
        Reading::Gateway { claude, others } => {
            let signed = || summed(claude);
            vec![
                row(door, "-claude", &[CLAUDE], signed()),
                bound(door, signed()),
                row(door, "", &[OTHERS], own(others)),
            ]
        }
        Reading::Signed { issuer } => vec![row(door, "", &[], reads(issuer, signed(issuer)))],
        // A proxy to Claude looks like any server of this machine, and Claude refuses what is not signed.
        Reading::Text(text) if door.local => vec![
            speaks(door, &[OTHERS], text),
            RouteRule {
                why: PROXY.into(),
                evidence: "unverified".into(),
                ..row(door, "-claude", &[ANY_CLAUDE], own_signed(text.issuer))
            },
        ],
        Reading::Text(text) => vec![speaks(door, &[], text)],
        Reading::Nothing => vec![row(door, "", &[], Reads { issuer: None, ..reads("", vec![]) })],
    }
}

/// The row of the generations whose signatures are bound.
fn bound(door: &'static Door, signed: Reads) -> RouteRule {
    let row = row(door, "-bound", &[BINDS], Reads { bound: Some(Mismatch::Withhold), ..signed });
    RouteRule { why: HOLDS.into(), evidence: BINDING.into(), ..row }
}

/// One row of a door.
fn row(door: &'static Door, of: &str, models: &[Named], reads: Reads) -> RouteRule {
    let list = |names: &'static [&'static str]| names.iter().map(|name| Cow::Borrowed(*name)).collect();
    RouteRule {
        name: format!("{}{of}", door.name).into(),
        pattern: Pattern {
            providers: list(door.providers),
            hosts: list(door.hosts),
            local: door.local,
            apis: Cow::Borrowed(const { &[Api::MESSAGES] }),
            path: door.path.map(Cow::Borrowed),
            models: models.iter().map(|named| Model::Named(*named)).collect(),
        },
        strict: false,
        reads: Some(reads),
        required: None,
        flags: None,
        why: door.why.into(),
        evidence: door.evidence.into(),
        since: "2026-11".into(),
    }
}

fn reads(issuer: &'static str, slots: Vec<Slot>) -> Reads {
    Reads { slots: slots.into(), ids: Ids::Word, issuer: Some(issuer.into()), ..Reads::NOTHING }
}

fn blocks(kind: (&'static str, &'static str), accepts: Vec<Accept>) -> Slot {
    Slot { accepts: accepts.into(), foreign: false, ..Slot::blocks(kind.0, kind.1, &[]) }
}

/// Signed thinking of an issuer. Recorded signatures take 7 to 8 bytes a token of the thought that they show.
fn signed(issuer: &'static str) -> Vec<Slot> {
    let own = || vec![Accept::any(issuer)];
    vec![blocks(THINKING, own()).signed_only().weighing(7000), blocks(REDACTED, own()).signed_only()]
}

/// The same of Claude, whose server also sums up what stood before.
fn summed(issuer: &'static str) -> Reads {
    let mut slots = signed(issuer);
    slots.push(blocks(COMPACTION, vec![Accept::any(issuer)]).signed_only());
    reads(issuer, slots)
}

/// What a gateway handed out of a model that is not Claude, signed or not.
fn own(issuer: &'static str) -> Reads {
    let own = || vec![Accept::same_model(issuer)];
    reads(issuer, vec![blocks(THINKING, own()), blocks(REDACTED, own()).signed_only()])
}

/// What a host signed itself, and nothing else.
fn own_signed(issuer: &'static str) -> Reads {
    let own = || vec![Accept { when: When::SameHost, ..Accept::any(issuer) }];
    reads(issuer, vec![blocks(THINKING, own()).signed_only(), blocks(REDACTED, own()).signed_only()])
}

/// Thinking that is text: blocks, and what other wires hold elsewhere, as one block in front.
fn speaks(door: &'static Door, models: &[Named], text: Text) -> RouteRule {
    let thinking = blocks(THINKING, text.seals.iter().map(|seal| Accept::any(seal)).collect());
    let mut slots = vec![
        Slot { foreign: true, empties: text.empties, ..thinking },
        Slot { empties: false, ..Slot::text(THINKING.0) },
    ];
    if !text.seals.is_empty() {
        slots.push(blocks(REDACTED, vec![Accept::any(text.issuer)]).signed_only());
    }
    let needs = Required { field: THINKING.0.into(), scope: Scope::ToolCalls, placeholder: PLACEHOLDER.into() };
    RouteRule { required: text.demands.then_some(needs), ..row(door, "", models, reads(text.issuer, slots)) }
}

//! What the registry promises to people who never met: one order however crates are linked, one adapter an id, and errors that help.
use super::*;
use crate::{
    Api, Capture, Ingested, Note, Pattern, Plan, Reads, RenderError, ReplyHead, Request, RouteRule, WireError,
};
use std::{borrow::Cow, ops::Range};

/// An adapter that is nothing but its name and its rows.
struct Named(&'static str, &'static [&'static str]);

impl ReasoningCarrier for Named {
    fn id(&self) -> AdapterId {
        self.0.into()
    }
    fn rules(&self) -> Cow<'static, [RouteRule]> {
        let row = |name: &&'static str| RouteRule {
            name: (*name).into(),
            pattern: Pattern { apis: vec![Api::from(self.0)].into(), ..Pattern::ANY },
            reads: Some(Reads::NOTHING),
            ..RouteRule::EMPTY
        };
        self.1.iter().map(row).collect()
    }
    fn capture(&self, _: &Route, _: &ReplyHead) -> Box<dyn Capture> {
        unimplemented!("nothing is captured here")
    }
    fn ingest(&self, _: &Route, _: &[u8]) -> Result<Ingested, WireError> {
        Err(WireError::Empty { place: "request".into() })
    }
    fn adopt(&self, _: &Route, request: &Request, _: &mut Vec<Note>) -> Request {
        request.clone()
    }
    fn head(&self, _: &Plan<'_>, _: &mut Vec<u8>) -> Result<(), RenderError> {
        Ok(())
    }
    fn group(&self, _: &Plan<'_>, _: Range<usize>, _: &mut Vec<u8>) -> Result<(), RenderError> {
        Ok(())
    }
    fn tail(&self, _: &Plan<'_>, _: &mut Vec<u8>) -> Result<(), RenderError> {
        Ok(())
    }
}

const fn crate_of(package: &'static str, layer: Layer, adapter: &'static Named) -> Registration {
    Registration { package, layer, adapter }
}
const CHAT: Registration = crate_of("our-chat", Layer::General, &Named("chat", &["everybody"]));
const FAMILY: Registration = crate_of("our-family", Layer::Family, &Named("family", &["family", "elders"]));
const ZEAL: Registration = crate_of("a-zeal", Layer::Outside, &Named("zeal", &["zeal"]));
const AURA: Registration = crate_of("z-aura", Layer::Family, &Named("aura", &["aura-2", "aura-1"]));

fn built(explicit: &[Registration], found: &[Registration]) -> Result<Registry, RegistryError> {
    let mut builder = Registry::builder().with(explicit);
    builder.found.extend_from_slice(found);
    builder.build()
}
fn route(api: &'static str) -> Route {
    Route::new("nobody", "https://nobody.example", Api::from(api), "m").unwrap()
}

/// Every order of some things.
fn orders<T: Copy>(things: &[T]) -> Vec<Vec<T>> {
    let mut all = vec![vec![]];
    for thing in things {
        let grown = |order: &Vec<T>| {
            let at = 0..=order.len();
            at.map(|n| [&order[..n], &[*thing], &order[n..]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(grown).collect();
    }
    all
}

#[test]
fn adapters_and_rows_have_one_order_however_crates_are_linked() {
    let all = [CHAT, FAMILY, ZEAL, AURA];
    for order in orders(&all) {
        for ours in 0..=2 {
            let (explicit, found): (Vec<_>, Vec<_>) =
                order.iter().partition(|one| ours == 1 && one.package.starts_with("our"));
            // A crate may stand on the list and be found as well.
            let found = if ours == 2 { [found, vec![ZEAL]].concat() } else { found };
            let registry = built(&explicit, &found).unwrap();
            let names: Vec<_> = registry.adapters().iter().map(|one| one.adapter.id().to_string()).collect();
            let rows: Vec<_> = registry.rules().entries().iter().map(|row| row.rule.name.as_ref()).collect();
            if ours == 1 {
                assert_eq!(names, ["aura", "zeal", "family", "chat"]);
                assert_eq!(rows, ["aura-2", "aura-1", "zeal", "family", "elders", "everybody"]);
            } else {
                assert_eq!(names, ["aura", "chat", "family", "zeal"], "what is only found is an outside crate");
                assert_eq!(rows, ["aura-2", "aura-1", "everybody", "family", "elders", "zeal"]);
            }
        }
    }
    assert_eq!(orders(&all).len(), 24);
}

#[test]
fn one_crate_seen_twice_is_one_adapter_and_the_list_is_trusted() {
    let registry = built(&[FAMILY, FAMILY], &[FAMILY, ZEAL, ZEAL]).unwrap();
    let seen: Vec<_> = registry.adapters().iter().map(|one| (one.package, one.layer)).collect();
    assert_eq!(seen, [("a-zeal", Layer::Outside), ("our-family", Layer::Family)]);
    assert_eq!(registry.rules().entries().len(), 3);
}

#[test]
fn two_crates_that_claim_one_id_are_named_both_and_always_alike() {
    let rival = crate_of("b-zeal", Layer::Outside, &Named("zeal", &[]));
    let told = |explicit: &[Registration], found: &[Registration]| built(explicit, found).err().unwrap().to_string();
    for found in orders(&[ZEAL, rival, AURA]) {
        assert_eq!(told(&[], &found), "adapter `zeal` is claimed by both `a-zeal` and `b-zeal`: leave one of them out");
    }
    assert_eq!(
        told(&[rival], &[ZEAL]),
        "adapter `zeal` is claimed by both `b-zeal` and `a-zeal`: leave one of them out"
    );
}

#[test]
fn what_is_not_found_is_told_what_there_is_and_how_a_crate_is_linked() {
    let told = |registry: &Registry| registry.find(&route("zeal")).err().unwrap().to_string();
    let hint = "a crate that no code names is not linked: add `use its_crate as _;`";
    let some = built(&[CHAT, FAMILY], &[AURA]).unwrap();
    assert_eq!(told(&some), format!("no adapter speaks zeal; registered: aura, chat, family. {hint}"));
    assert_eq!(told(&built(&[], &[]).unwrap()), format!("no adapter speaks zeal; registered: nothing. {hint}"));
}

#[test]
fn a_crate_from_outside_speaks_for_one_that_was_left_out() {
    const LEFT_OUT: Absent =
        Absent { feature: "zeal", apis: &[Api::new("zeal")], hosts: &[], providers: &[], speaks: &[] };
    let find = |found: &[Registration]| {
        let mut builder = Registry::builder().with(&[CHAT]).absent(&[LEFT_OUT]);
        builder.found.extend_from_slice(found);
        let found = builder.build().unwrap().find(&route("zeal")).map(|(policy, _)| policy.adapter.to_string());
        found.map_err(|error| error.to_string())
    };
    assert!(find(&[]).unwrap_err().contains("enable feature `zeal`"));
    assert_eq!(find(&[ZEAL]).unwrap(), "zeal");
}

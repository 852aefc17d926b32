//! The decisions for one turn. They depend on the turn, the route, its rules and its memory, on whether the turn is of the tool loop in
//! flight, and on nothing else.
use super::{Because, Fate, Reason, Scene, TurnPlan, Value, ids, voice::voice};
use crate::{At, Carrier, Ending, Entry, Form, Key, Place, Presence, Reads, Required, Role, Scope, Slot, Turn};
use std::sync::Arc;

/// What is written into a field that only a refusal asked for.
const PLACEHOLDER: &str = " ";

pub(super) struct Turned<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) turn: &'a Turn,
    row: &'a Arc<Entry>,
    pub(super) home: bool,
    /// It stands before the tool loop in flight, whose thinking alone the route keeps.
    left: bool,
    pub(super) plan: TurnPlan,
}

/// Decides the n-th turn; thinking is kept from the turn `from` on.
pub(super) fn turn(scene: &Scene<'_>, n: usize, from: usize) -> TurnPlan {
    let turns = scene.history.turns();
    let Some(turn) = turns.get(n) else { return TurnPlan::default() };
    let Some(reads) = &scene.policy.reads.rule.reads else { return TurnPlan::default() };
    let mut decide = Turned::of(scene, turn, n < from, TurnPlan::default());
    if turn.role == Role::Assistant {
        decide.carriers(reads);
        decide.required(reads);
    }
    decide.parts();
    decide.extras(reads);
    ids::rewrite(scene, n, turn, reads.ids, &mut decide.plan);
    decide.plan
}

impl<'a> Turned<'a> {
    pub(super) fn of(scene: &'a Scene<'_>, turn: &'a Turn, left: bool, plan: TurnPlan) -> Self {
        let home = turn.origin.as_ref().is_some_and(|origin| origin.is_home(scene.route));
        Self { scene, turn, row: &scene.policy.reads, home, left, plan }
    }
}

impl Turned<'_> {
    fn carriers(&mut self, reads: &Reads) {
        let mut fates: Vec<(At, Option<(Fate, Because)>)> = self.turn.carriers().map(|(at, _)| (at, None)).collect();
        for slot in reads.slots.iter() {
            match slot.place {
                Place::Message if self.left => {}
                Place::Message => self.field(slot, reads, &mut fates),
                Place::Parts => self.blocks(slot, &mut fates),
            }
        }
        for (at, fate) in fates {
            let Some(carrier) = self.turn.carrier(at) else { continue };
            let (fate, because) =
                fate.unwrap_or_else(|| (Fate::Withheld, self.because(self.why_not(reads, at, carrier))));
            self.plan.fates.push((at, fate, because));
        }
    }

    pub(super) fn because(&self, reason: Reason) -> Because {
        Because::new(self.row, reason)
    }

    fn refused(&self, key: &Key) -> bool {
        let required = self.scene.policy.required.as_ref().and_then(|entry| entry.rule.required.as_ref());
        required.is_none_or(|needs| needs.field != *key)
            && self.scene.memory.refuses(self.scene.route, self.scene.upstream(), key)
    }

    /// One message member: its own carriers, else the turn's readable text, else the empty value that its host had sent.
    fn field(&mut self, slot: &Slot, reads: &Reads, fates: &mut [(At, Option<(Fate, Because)>)]) {
        let (key, echoed) = self.echo(slot, reads);
        // Slots of several kinds may share a key, blocks among them: the first that has something fills it.
        let block =
            |(at, fate): &(At, Option<(Fate, Because)>)| is_block(*at, fate.as_ref().map(|(fate, _)| fate), &key);
        if self.refused(&key) || self.plan.fields.iter().any(|(filled, _, _)| *filled == key) || fates.iter().any(block)
        {
            return;
        }
        let own: Vec<At> = self.own(slot, &key).collect();
        let (value, fate, reason): (Value, fn(Key) -> Fate, Reason) = match slot.form {
            Form::Entries if !own.is_empty() => (Value::Entries(own), Fate::Sent, Reason::Reads),
            Form::Whole if !own.is_empty() => match own.last() {
                Some(last) => (Value::Whole(*last), Fate::Sent, Reason::Reads),
                None => return,
            },
            Form::Text if !slot.opaque => {
                let prefer = if echoed { key.as_str().to_owned().into() } else { slot.kind.clone() };
                let places = voice(self.turn, Some(&prefer));
                let carrier = places.first().and_then(|at| self.turn.carrier(*at));
                let own = carrier.is_some_and(|carrier| carrier.kind == prefer);
                let whole = own && places.len() == 1;
                match places.first() {
                    Some(_) if !slot.foreign && !self.home => return,
                    Some(at) if whole => {
                        (Value::Whole(*at), Fate::Sent, if echoed { Reason::Echo } else { Reason::Reads })
                    }
                    Some(_) => (Value::Text(places), Fate::Text, if echoed { Reason::Echo } else { Reason::Portable }),
                    None => return self.empty(slot, key),
                }
            }
            Form::Text if !own.is_empty() => match own.first() {
                Some(first) => (Value::Whole(*first), Fate::Sent, Reason::Reads),
                None => return,
            },
            _ => return self.empty(slot, key),
        };
        let places = match &value {
            Value::Whole(at) => vec![*at],
            Value::Entries(places) | Value::Text(places) => places.clone(),
            _ => vec![],
        };
        for (_, place) in fates.iter_mut().filter(|(at, _)| places.contains(at)) {
            let sent_before = matches!(place, Some((Fate::Sent(_), _)));
            if !sent_before || matches!(fate(key.clone()), Fate::Sent(_)) {
                *place = Some((fate(key.clone()), Because::new(self.row, reason.clone())));
            }
        }
        self.plan.fields.push((key, value, Because::new(self.row, reason)));
    }

    /// The key that the slot is written under: its own, or the one that this host alone used.
    fn echo(&self, slot: &Slot, reads: &Reads) -> (Key, bool) {
        if !slot.echo || !self.same_host() {
            return (slot.key.clone(), false);
        }
        let strings = || {
            self.turn
                .carriers
                .iter()
                .filter(|carrier| carrier.payload.get().starts_with('"') && !carrier.sealed && !carrier.is_blank())
        };
        let used = |key: &str| {
            strings().any(|carrier| carrier.kind == *key) || self.turn.presence(key) == Some(Presence::Echo)
        };
        if used(slot.key.as_str()) {
            return (slot.key.clone(), false);
        }
        let other = strings().map(|carrier| carrier.kind.as_str().to_owned()).next();
        let alias = self
            .turn
            .presence
            .iter()
            .find(|(_, presence)| *presence == Presence::Echo)
            .map(|(key, _)| key.as_str().to_owned());
        match other.or(alias) {
            Some(key) if !reads.slots.iter().any(|slot| slot.key == *key) => (key.into(), true),
            _ => (slot.key.clone(), false),
        }
    }

    fn same_host(&self) -> bool {
        self.turn
            .origin
            .as_ref()
            .is_some_and(|origin| origin.host == self.scene.route.origin_host() && origin.api == self.scene.route.api)
    }

    fn empty(&mut self, slot: &Slot, key: Key) {
        let Some(presence) = self.turn.presence(key.as_str()).filter(|presence| presence.json().is_some()) else {
            return;
        };
        if slot.empties && self.same_host() && presence != Presence::Null {
            self.plan.fields.push((key, Value::Empty(presence), self.because(Reason::Empties)));
        }
    }

    /// Carriers of the slot's kind that the route can read.
    fn own<'b>(&'b self, slot: &'b Slot, key: &'b Key) -> impl Iterator<Item = At> + 'b {
        self.turn
            .carriers()
            .filter(move |(at, carrier)| {
                let here = matches!(at, At::Message(_)) == (slot.place == Place::Message);
                let kind = carrier.kind == slot.kind || (slot.echo && carrier.kind == *key.as_str());
                here && kind && self.readable(slot, carrier).is_ok() && !(self.left && self.turn.is_thought(*at))
            })
            .map(|(at, _)| at)
    }

    /// Whether the slot takes a carrier of its kind.
    fn readable(&self, slot: &Slot, carrier: &Carrier) -> Result<(), Reason> {
        let origin = self.turn.origin.as_deref();
        if carrier.sealed {
            let (memory, route) = (self.scene.memory, self.scene.route);
            match slot.reads(carrier, origin, route) {
                false => Err(Reason::Issuer),
                true if memory.has_dead(route) && memory.is_dead(route, &carrier.payload.fingerprint()) => {
                    Err(Reason::Dead)
                }
                true => Ok(()),
            }
        } else if !slot.unsigned {
            Err(if self.cut() { Reason::Cut } else { Reason::Unsigned })
        } else if !slot.empties && carrier.text.is_some() && carrier.is_blank() {
            Err(Reason::Blank)
        } else if slot.foreign || self.home || slot.reads(carrier, origin, self.scene.route) {
            Ok(())
        } else {
            Err(Reason::ForeignText)
        }
    }

    pub(super) fn cut(&self) -> bool {
        self.turn.ending.as_ref().is_some_and(Ending::is_cut)
    }

    fn blocks(&self, slot: &Slot, fates: &mut [(At, Option<(Fate, Because)>)]) {
        let places: Vec<At> = self.own(slot, &slot.key).collect();
        if self.refused(&slot.key) {
            return;
        }
        for (_, fate) in fates.iter_mut().filter(|(at, _)| places.contains(at)) {
            *fate = Some((Fate::Sent(slot.key.clone()), Because::new(self.row, Reason::Reads)));
        }
    }

    /// Why no slot took a carrier.
    fn why_not(&self, reads: &Reads, at: At, carrier: &Carrier) -> Reason {
        let place = if matches!(at, At::Message(_)) { Place::Message } else { Place::Parts };
        let of_kind = reads.slots.iter().find(|slot| slot.place == place && slot.kind == carrier.kind);
        if !carrier.sealed && carrier.text.is_some() && carrier.is_blank() {
            return Reason::Blank;
        }
        match of_kind {
            Some(slot) if self.refused(&slot.key) => Reason::Refused,
            Some(slot) => match self.readable(slot, carrier) {
                Err(reason) => reason,
                Ok(()) if self.left => Reason::LeftLoop,
                Ok(()) => self.spoken_for().unwrap_or(Reason::NotRead),
            },
            None => match self.spoken_for() {
                _ if self.left && carrier.text.is_some() && reads.slots.iter().any(|slot| slot.foreign) => {
                    Reason::LeftLoop
                }
                Some(reason) if carrier.text.is_some() && !carrier.sealed => reason,
                _ => Reason::NotRead,
            },
        }
    }

    /// The text of the turn already goes, from another carrier.
    fn spoken_for(&self) -> Option<Reason> {
        self.plan.fields.first().map(|(key, _, _)| Reason::Alias(key.clone()))
    }

    /// What the row requires, widened by what the route has asked for.
    fn needs(&self) -> Option<(Arc<Entry>, Required)> {
        let row = self.scene.policy.required.as_ref().and_then(|entry| Some((entry, entry.rule.required.as_ref()?)));
        let (memory, route) = (self.scene.memory, self.scene.route);
        match row {
            Some((entry, needs)) => {
                let scope = memory.requires(route, &needs.field).unwrap_or(needs.scope);
                Some((entry.clone(), Required { scope, ..needs.clone() }))
            }
            None => {
                let field = memory.required(route)?.clone();
                let scope = memory.requires(route, &field)?;
                Some((self.row.clone(), Required { field, scope, placeholder: PLACEHOLDER.into() }))
            }
        }
    }

    pub(super) fn required(&mut self, reads: &Reads) {
        let Some((entry, needs)) = self.needs() else { return };
        // What stands on a part is the adapter's to place.
        let read = reads.slots.iter().any(|slot| slot.place == Place::Message && slot.key == needs.field);
        let written = self.plan.fields.iter().any(|(key, value, because)| {
            let there = *key == needs.field || because.reason == Reason::Echo;
            there && !matches!(value, Value::Empty(_)) && !self.is_blank(value)
        }) || self.plan.fates.iter().any(|(at, fate, _)| is_block(*at, Some(fate), &needs.field));
        let asked = needs.scope == Scope::All || (self.turn.calls().next().is_some() && !self.cut());
        if read && asked && !written {
            self.plan.fields.retain(|(key, _, _)| *key != needs.field);
            let value = Value::Placeholder(needs.placeholder.clone());
            let place = self.field_place(reads, &needs.field);
            self.plan.fields.insert(place, (needs.field.clone(), value, Because::new(&entry, Reason::Required)));
        }
    }

    fn is_blank(&self, value: &Value) -> bool {
        match value {
            Value::Whole(at) => self.turn.carrier(*at).is_none_or(Carrier::is_blank),
            _ => false,
        }
    }

    /// Where a field stands among those already there, by the row's order.
    fn field_place(&self, reads: &Reads, key: &Key) -> usize {
        let rank = |key: &Key| reads.slots.iter().position(|slot| slot.key == *key);
        self.plan.fields.iter().take_while(|(other, _, _)| rank(other) < rank(key)).count()
    }
}

/// True for a carrier that goes among the parts under `key`.
fn is_block(at: At, fate: Option<&Fate>, key: &Key) -> bool {
    matches!((at, fate), (At::Part(..), Some(Fate::Sent(name))) if name == key)
}

//! Who speaks when, and which result belongs to which call.

use super::Talk;
use crate::refusal::{Refusal, fills};

/// The generation from which on no call stays without a result: earlier ones are known to let it pass.
const STRICT: u32 = 3;

pub(super) fn check(talk: &Talk<'_>) -> Result<(), Box<Refusal>> {
    let said = &talk.backend.said;
    for (at, content) in talk.contents.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| talk.contents.get(before));
        let calls = content.calls().count();
        if content.model && calls > 0 {
            if before.is_none_or(|before| before.model) {
                return Err(talk.refuse(said.after_user, &Vec::new()));
            }
            let after = talk.contents.get(at + 1).map_or(0, |after| after.results().count());
            if after == 0 && talk.gemini.generation >= STRICT {
                return Err(talk.refuse(said.count, &Vec::new()));
            }
        }
        if content.results().next().is_none() {
            continue;
        }
        let called: Vec<(&str, Option<&str>)> = before
            .filter(|before| before.model)
            .into_iter()
            .flat_map(|before| before.calls())
            .map(|(_, name, id)| (name, id))
            .collect();
        if called.is_empty() {
            return Err(talk.refuse(said.after_call, &Vec::new()));
        }
        if called.len() != content.results().count() {
            return Err(talk.refuse(said.count, &Vec::new()));
        }
        for (number, (name, id, _)) in content.results().enumerate() {
            let by_id = id.and_then(|id| called.iter().find(|(_, called)| *called == Some(id)));
            let by_place = || called.get(number).filter(|(_, called)| id.is_none() || called.is_none());
            if by_id.or_else(by_place).is_none_or(|(called, _)| *called != name) {
                return Err(talk.refuse(said.mismatch, &fills! { "at": at, "id": name }));
            }
        }
    }
    Ok(())
}

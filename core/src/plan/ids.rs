//! Ids of tool calls in the form that a host demands, rewritten from themselves alone so that call and result stay a pair.
use super::{Because, Note, Reason, Scene, TurnPlan};
use crate::{Ids, Literal, Part, Turn, rule::Ids as Form, verbatim::fingerprint};
use sha2::{Digest, Sha256};

/// Fills `plan.ids` for the n-th turn.
pub(super) fn rewrite(scene: &Scene<'_>, n: usize, turn: &Turn, form: Ids, plan: &mut TurnPlan) {
    let mut empty = 0;
    for (part, piece) in turn.parts.iter().enumerate() {
        let id = match piece {
            Part::Call(call) => call.id.as_ref(),
            Part::Result(result) => {
                if withheld_call(scene, n, result.call.as_ref()) {
                    plan.withhold(part, Because::new(&scene.policy.reads, Reason::CallWithheld));
                    continue;
                }
                if result.call.as_ref().is_none_or(Literal::is_empty) && form != Form::Optional {
                    let before = empty;
                    empty += 1;
                    if let Some(id) = answered(scene, n, before) {
                        push(scene, plan, part, &id, form);
                    }
                    continue;
                }
                result.call.as_ref()
            }
            _ => continue,
        };
        match id.filter(|id| !id.is_empty()) {
            Some(id) => {
                let text = id.decode();
                if let Some(new) = fit(&text, form) {
                    set(scene, plan, part, &new);
                }
            }
            None if form == Form::Optional => {}
            None => {
                let id = invented(turn, part);
                push(scene, plan, part, &id, form);
            }
        }
    }
}

fn push(scene: &Scene<'_>, plan: &mut TurnPlan, part: usize, id: &str, form: Ids) {
    let fitted = fit(id, form);
    set(scene, plan, part, fitted.as_deref().unwrap_or(id));
}

fn set(scene: &Scene<'_>, plan: &mut TurnPlan, part: usize, id: &str) {
    plan.rename(part, Literal::of(id));
    plan.notes.push(Note {
        what: format!("tool call id → `{id}`").into(),
        why: Because::new(&scene.policy.reads, Reason::IdForm),
    });
}

/// The id in the demanded form; none where it has it.
fn fit(id: &str, form: Ids) -> Option<String> {
    match form {
        Form::Any | Form::Optional => None,
        Form::Nine if id.len() == 9 && id.bytes().all(|b| b.is_ascii_alphanumeric()) => None,
        Form::Nine => Some(base62(id, 9)),
        Form::Word | Form::Dotted => {
            let dots = form == Form::Dotted;
            let fits =
                |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-') || (dots && matches!(c, '.' | ':'));
            if id.len() <= 64 && id.chars().all(fits) {
                return None;
            }
            let kept: String = id.chars().map(|c| if fits(c) { c } else { '_' }).take(47).collect();
            Some(format!("{kept}_{}", fingerprint(id.as_bytes())))
        }
    }
}

fn base62(text: &str, length: usize) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let digest = Sha256::digest(text.as_bytes());
    digest
        .iter()
        .take(length)
        .filter_map(|byte| DIGITS.get(usize::from(*byte) % 62))
        .map(|digit| char::from(*digit))
        .collect()
}

/// An id for a call that came without one: `call_` and 12 hex digits of the SHA-256 of `name:arguments:index`.
fn invented(turn: &Turn, part: usize) -> String {
    let index = turn.parts.iter().take(part).filter(|part| matches!(part, Part::Call(_))).count();
    let Some(Part::Call(call)) = turn.parts.get(part) else { return String::new() };
    let mut arguments = String::new();
    call.arguments.write_text(&mut arguments);
    let text = crate::Verbatim::parse(&format!("\"{arguments}\"")).ok().and_then(|json| json.literal());
    let text = text.map_or(arguments, |literal| literal.decode().into_owned());
    let hex = fingerprint(format!("{}:{text}:{index}", call.name.decode()).as_bytes());
    format!("call_{}", hex.get(..12).unwrap_or(&hex))
}

/// The turn before `n` that calls tools, where only tool answers stand between.
fn caller<'a>(scene: &Scene<'a>, n: usize) -> Option<&'a Turn> {
    let before = scene.history.turns().get(..n)?;
    before.iter().rev().find(|turn| turn.calls().next().is_some()).map(AsRef::as_ref)
}

fn withheld_call(scene: &Scene<'_>, n: usize, id: Option<&Literal>) -> bool {
    let Some(turn) = caller(scene, n) else { return false };
    let cut = turn.ending.as_ref().is_some_and(crate::Ending::is_cut);
    cut && id.is_some_and(|id| turn.calls().any(|call| call.id.as_ref() == Some(id)))
}

/// The id that was invented for the call which the `nth` answer without an id belongs to.
fn answered(scene: &Scene<'_>, n: usize, nth: usize) -> Option<String> {
    let turns = scene.history.turns().get(..n)?;
    let at = turns.iter().rposition(|turn| turn.calls().next().is_some())?;
    let between = turns.get(at + 1..)?.iter().flat_map(|turn| &turn.parts);
    let earlier = between
        .filter(|part| matches!(part, Part::Result(result) if result.call.as_ref().is_none_or(Literal::is_empty)))
        .count();
    let turn = turns.get(at)?;
    let mut open = turn.parts.iter().enumerate().filter_map(|(part, piece)| match piece {
        Part::Call(call) if call.id.as_ref().is_none_or(Literal::is_empty) => Some(part),
        _ => None,
    });
    open.nth(earlier + nth).map(|part| invented(turn, part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arguments, Role, ToolCall};

    fn call(name: &str, arguments: &str) -> Part {
        let arguments = Arguments::Text(Literal::of(arguments));
        Part::Call(ToolCall {
            id: None,
            name: Literal::of(name),
            arguments,
            extras: vec![],
            inner: vec![],
            carriers: vec![],
        })
    }
    #[test]
    fn invented_ids_are_the_ones_that_other_tools_make() {
        let parts = vec![call("terminal", r#"{"command":"ls"}"#), call("terminal", r#"{"command":"ls"}"#)];
        let turn = Turn { parts, ..Turn::new(Role::Assistant) };
        assert_eq!(invented(&turn, 0), "call_40ccaef54d02");
        assert_eq!(invented(&turn, 1), "call_567cb168d22d");
    }
    #[test]
    fn an_id_that_fits_is_kept_and_one_that_does_not_is_made_from_itself() {
        assert_eq!(fit("D681PevKs", Form::Nine), None);
        let new = fit("toolu_01", Form::Nine).unwrap();
        assert_eq!((new.len(), fit(&new, Form::Nine)), (9, None));
        assert_eq!(
            fit("functions.run:0", Form::Word).unwrap(),
            format!("functions_run_0_{}", fingerprint(b"functions.run:0"))
        );
        assert_eq!(fit("toolu_01", Form::Word), None);
        assert_eq!(fit("functions.run:0", Form::Dotted), None);
        assert_eq!(fit("a b", Form::Dotted).unwrap(), format!("a_b_{}", fingerprint(b"a b")));
    }
}

//! Turns as capture and ingest make them, from the vocabulary of a subject.
//!
//! Never a state that no reply and no request can lead to: a presence that contradicts the parts, a result that answers nothing in view.
use super::{
    Vocabulary,
    carrier::{Spot, Template},
    text,
};
use proptest::{collection::vec, prelude::*, sample::select};
use std::sync::Arc;
use throughline_core::{
    Arguments, Ending, Foreign, Key, Literal, Origin, Part, Presence, Role, Text, ToolCall, ToolResult, Turn, Verbatim,
};

/// What a person says.
pub(super) fn user() -> impl Strategy<Value = Turn> + Clone {
    (vec(text::literal(), 1..3), any::<bool>()).prop_map(|(texts, named)| {
        let extras = if named { vec![(Key::new("name"), Literal::of("Ada").verbatim().clone())] } else { vec![] };
        Turn { parts: texts.into_iter().map(plain).collect(), extras, ..Turn::new(Role::User) }
    })
}

/// Instructions.
pub(super) fn system() -> impl Strategy<Value = Turn> + Clone {
    (text::spoken(), any::<bool>()).prop_map(|(text, newer)| {
        let role = if newer { Role::Developer } else { Role::System };
        Turn { parts: vec![plain(text)], ..Turn::new(role) }
    })
}

/// What a model says.
pub(super) fn assistant(words: &Vocabulary) -> BoxedStrategy<Turn> {
    let message = prop_oneof![2 => Just(vec![]).boxed(), 3 => carriers(words, Spot::Message, 1..4)];
    let parts = vec(part(words), 0..4);
    let ending = prop_oneof![
        3 => Just(None),
        3 => Just(Some(Ending::Stop(Some(Literal::of("stop"))))),
        1 => Just(Some(Ending::Cut)),
    ];
    let origin = select(words.origins.clone());
    (message, parts, ending, origin, any::<(bool, u8)>())
        .prop_map(|(carriers, parts, ending, origin, (unknown, empty))| {
            let mut turn = Turn { carriers, parts, ending, origin, ..Turn::new(Role::Assistant) };
            if unknown {
                turn.extras.push((Key::new("x_unknown"), json(r#"{"b":1.50,"a":"\u00e9"}"#)));
            }
            turn.presence = presence(&turn, empty);
            turn
        })
        .boxed()
}

/// What tools answer to `turn`: each call once, as its wire would name it, sometimes all in one turn of the user.
pub(super) fn answers(turn: &Turn, together: bool, content: &Literal) -> Vec<Turn> {
    let results = turn.calls().map(|call| {
        Part::Result(ToolResult { call: call.id.clone(), content: Some(content.verbatim().clone()), extras: vec![] })
    });
    let results: Vec<Part> = results.collect();
    match together {
        _ if results.is_empty() => vec![],
        true => vec![Turn { parts: results, ..Turn::new(Role::User) }],
        false => results.into_iter().map(|result| Turn { parts: vec![result], ..Turn::new(Role::Tool) }).collect(),
    }
}

fn plain(text: Literal) -> Part {
    Part::Text(Text { text, extras: vec![], carriers: vec![] })
}

fn json(text: &str) -> Verbatim {
    Verbatim::parse(text).unwrap_or_else(|_| Literal::of(text).verbatim().clone())
}

/// Carriers for one spot. A message has one string of a kind at most.
fn carriers(
    words: &Vocabulary,
    spot: Spot,
    count: std::ops::Range<usize>,
) -> BoxedStrategy<Vec<throughline_core::Carrier>> {
    let fitting: Vec<Template> = words.templates.iter().filter(|template| template.spot == spot).cloned().collect();
    if fitting.is_empty() {
        return Just(vec![]).boxed();
    }
    let one = (select(fitting), text::spoken(), 0u8..9, any::<bool>());
    let made = one.prop_map(|(template, text, seal, more)| template.vary(&text, seal, more));
    vec(made, count)
        .prop_map(|mut all| {
            let mut strings: Vec<throughline_core::Kind> = vec![];
            all.retain(|carrier| {
                let again = strings.contains(&carrier.kind);
                if carrier.payload.get().starts_with('"') {
                    strings.push(carrier.kind.clone());
                }
                !again
            });
            all
        })
        .boxed()
}

fn part(words: &Vocabulary) -> BoxedStrategy<Part> {
    let signed = |spot| prop_oneof![3 => Just(vec![]).boxed(), 1 => carriers(words, spot, 0..2)];
    let text = (text::literal(), signed(Spot::Text))
        .prop_map(|(text, carriers)| Part::Text(Text { text, extras: vec![], carriers }));
    let call = (text::id(), text::arguments(), any::<bool>(), signed(Spot::Call)).prop_map(
        |(id, arguments, parsed, carriers)| {
            let arguments = match Verbatim::parse(arguments).ok().filter(|json| parsed && json.is_object()) {
                Some(json) => Arguments::Json(json),
                None => Arguments::Text(Literal::of(arguments)),
            };
            Part::Call(ToolCall {
                id,
                name: Literal::of("look_up"),
                arguments,
                extras: vec![],
                inner: vec![],
                carriers,
            })
        },
    );
    let reasoning = carriers(words, Spot::Part, 1..2).prop_map(|mut all| all.pop().map(Part::Reasoning));
    let opaque = select(words.blocks.clone())
        .prop_map(|(api, payload)| Part::Opaque(Foreign { payload, api, carriers: vec![] }));
    let or_text = |part: Option<Part>| part.unwrap_or_else(|| plain(Literal::of("so")));
    prop_oneof![4 => text, 3 => call, 3 => reasoning.prop_map(or_text), 1 => opaque].boxed()
}

/// Presences that the turn does not contradict.
fn presence(turn: &Turn, pick: u8) -> Vec<(Key, Presence)> {
    let mut facts = vec![];
    let talks = turn.parts.iter().any(|part| matches!(part, Part::Text(_) | Part::Reasoning(_) | Part::Opaque(_)));
    match pick % 4 {
        _ if talks => {}
        0 => facts.push((Key::new("content"), Presence::Null)),
        1 => facts.push((Key::new("content"), Presence::Empty)),
        2 => facts.push((Key::new("content"), Presence::EmptyList)),
        _ => {}
    }
    for key in ["reasoning_content", "reasoning"] {
        let spoken = turn.carriers.iter().any(|carrier| carrier.kind == *key);
        match pick / 4 % 4 {
            _ if spoken => {}
            0 => facts.push((Key::new(key), Presence::Null)),
            1 => facts.push((Key::new(key), Presence::Empty)),
            _ => {}
        }
    }
    facts
}

/// The same turn as if it came from `origin`.
pub(super) fn from(mut turn: Turn, origin: Option<Arc<Origin>>) -> Turn {
    turn.origin = origin;
    turn
}

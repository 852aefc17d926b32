//! Turns as capture and ingest make them, from the vocabulary of a subject.
//!
//! Never a state that no reply and no request can lead to: a presence that contradicts the parts, a result that answers nothing in view.
use super::{
    Vocabulary,
    carrier::{Spot, Template},
    table, text,
};
use proptest::{collection::vec, prelude::*, sample::select};
use std::{ops::Range, sync::Arc};
use throughline_core::{
    Api, Arguments, Carrier, Checkpoint, Ending, Extras, Foreign, Key, Kind, Literal, Origin, Part, Presence, Role,
    Text, ToolCall, ToolResult, Turn, Verbatim,
};

/// What a person says.
pub(super) fn user() -> impl Strategy<Value = Turn> + Clone {
    let media = prop::option::weighted(0.2, select(table::MEDIA));
    (vec(text::literal(), 1..3), any::<bool>(), media).prop_map(|(texts, named, media)| {
        let extras = if named { vec![(Key::new("name"), Literal::of("Ada").verbatim().clone())] } else { vec![] };
        let picture = |(api, block): (Api, &str)| Part::Media(Foreign { payload: json(block), api, carriers: vec![] });
        let parts = texts.into_iter().map(plain).chain(media.map(picture)).collect();
        Turn { parts, extras, ..Turn::new(Role::User) }
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
        1 => Just(Some(Ending::Refused(json(r#"{"type":"overloaded"}"#)))),
    ];
    let origin = select(words.origins.clone());
    let members = words.members.clone();
    (message, parts, ending, origin, any::<(bool, u8)>())
        .prop_map(move |(carriers, parts, ending, origin, (unknown, empty))| {
            let one = members.get(usize::from(empty / 16) % members.len()).filter(|_| unknown);
            let extras = one.cloned().into_iter().collect();
            let mut turn = Turn { carriers, parts, ending, origin, extras, ..Turn::new(Role::Assistant) };
            turn.presence = presence(&turn, empty);
            turn
        })
        .boxed()
}

/// What a tool answers: text, blocks, nothing.
pub(super) fn answer() -> impl Strategy<Value = Option<Verbatim>> + Clone {
    prop_oneof![
        3 => text::literal().prop_map(|text| Some(text.verbatim().clone())),
        1 => Just(Some(json(r#"[{"type":"text","text":"a\u00e9"},{"type":"text","text":""}]"#))),
        1 => Just(Some(json(r#"[{"type":"text","text":"so"},{"type":"x_piece","n":1.50}]"#))),
        1 => Just(None),
    ]
}

/// What tools answer to `turn`: each call once, as its wire would name it, sometimes all in one turn of the user.
pub(super) fn answers(turn: &Turn, together: bool, content: &Option<Verbatim>) -> Vec<Turn> {
    let result =
        |call: &ToolCall| ToolResult { call: call.id.clone(), content: content.clone(), extras: call.inner.clone() };
    let results: Vec<Part> = turn.calls().map(result).map(Part::Result).collect();
    match together {
        _ if results.is_empty() => vec![],
        true => vec![Turn { parts: results, ..Turn::new(Role::User) }],
        false => results.into_iter().map(|result| Turn { parts: vec![result], ..Turn::new(Role::Tool) }).collect(),
    }
}

/// Members that nobody knows, mostly none.
fn extras() -> impl Strategy<Value = Extras> + Clone {
    prop::option::weighted(0.2, Just((Key::new("x_beside"), json(r#"[1.50,{"z":1,"a":2}]"#))))
        .prop_map(|extra| extra.into_iter().collect())
}

fn plain(text: Literal) -> Part {
    Part::Text(Text { text, extras: vec![], carriers: vec![] })
}

fn json(text: &str) -> Verbatim {
    Verbatim::parse(text).unwrap_or_else(|_| Literal::of(text).verbatim().clone())
}

/// Carriers for one spot. A message has one string of a kind at most.
fn carriers(words: &Vocabulary, spot: Spot, count: Range<usize>) -> BoxedStrategy<Vec<Carrier>> {
    let fitting: Vec<Template> = words.templates.iter().filter(|template| template.spot == spot).cloned().collect();
    if fitting.is_empty() {
        return Just(vec![]).boxed();
    }
    let one = (select(fitting), text::spoken(), 0u8..9, any::<bool>());
    let made = one.prop_map(|(template, text, seal, more)| template.vary(&text, seal, more));
    vec(made, count)
        .prop_map(|mut all| {
            let mut strings: Vec<Kind> = vec![];
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
    let text = (text::literal(), extras(), signed(Spot::Text))
        .prop_map(|(text, extras, carriers)| Part::Text(Text { text, extras, carriers }));
    let call = (text::id(), text::arguments(), any::<bool>(), extras(), extras(), signed(Spot::Call)).prop_map(
        |(id, arguments, parsed, extras, inner, carriers)| {
            let arguments = match Verbatim::parse(arguments).ok().filter(|json| parsed && json.is_object()) {
                Some(json) => Arguments::Json(json),
                None => Arguments::Text(Literal::of(arguments)),
            };
            let name = Literal::of("look_up");
            Part::Call(ToolCall { id, name, arguments, extras, inner, carriers })
        },
    );
    let reasoning = carriers(words, Spot::Part, 1..2).prop_map(|mut all| all.pop().map(Part::Reasoning));
    let opaque = select(words.blocks.clone())
        .prop_map(|(api, payload)| Part::Opaque(Foreign { payload, api, carriers: vec![] }));
    let checkpoint = prop_oneof![text::literal().prop_map(Ok).boxed(), carriers(words, Spot::Part, 1..2).prop_map(Err)];
    let checkpoint = checkpoint.prop_map(|what| {
        Part::Checkpoint(match what {
            Ok(text) => Checkpoint { text: Some(Text { text, extras: vec![], carriers: vec![] }), item: None },
            Err(mut items) => Checkpoint { text: None, item: items.pop().map(sealed) },
        })
    });
    let or_text = |part: Option<Part>| part.unwrap_or_else(|| plain(Literal::of("so")));
    prop_oneof![4 => text, 3 => call, 3 => reasoning.prop_map(or_text), 1 => opaque, 1 => checkpoint].boxed()
}

/// A server's checkpoint in the shape of another carrier; no slot takes its kind.
fn sealed(carrier: Carrier) -> Carrier {
    Carrier { kind: Kind::new("x_checkpoint"), sealed: true, ..carrier }
}

/// Presences that the turn does not contradict: content that was empty or a list, a text that was empty or said once more.
fn presence(turn: &Turn, pick: u8) -> Vec<(Key, Presence)> {
    let (of_content, of_texts) = (pick % 4, pick / 4 % 4);
    let blocks = |part: &Part| !matches!(part, Part::Call(_) | Part::Result(_));
    let content = match (turn.parts.iter().any(blocks), of_content) {
        (true, 0) => Some(Presence::List),
        (false, 0) => Some(Presence::Null),
        (false, 1) => Some(Presence::Empty),
        (false, 2) => Some(Presence::EmptyList),
        _ => None,
    };
    let spoken = |key: &str| turn.carriers.iter().any(|carrier| carrier.kind == *key);
    let texts = ["reasoning_content", "reasoning"].into_iter().filter(|key| !spoken(key)).filter_map(|key| {
        let presence = match of_texts {
            0 => Presence::Null,
            1 => Presence::Empty,
            2 if spoken("reasoning_content") || spoken("reasoning") => Presence::Echo,
            _ => return None,
        };
        Some((Key::new(key), presence))
    });
    content.map(|presence| (Key::new("content"), presence)).into_iter().chain(texts).collect()
}

/// The same turn as if it came from `origin`.
pub(super) fn from(mut turn: Turn, origin: Option<Arc<Origin>>) -> Turn {
    turn.origin = origin;
    turn
}

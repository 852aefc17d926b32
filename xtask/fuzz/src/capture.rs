//! What holds for any reply: cut anywhere it is the same turn, cut short it gains nothing, and its turn can be stored and sent.
//!
//! An input is three bytes and the reply. The first picks a route, the second cuts, the third says where the reply ends early; in frames
//! the lowest bit of the first says whether they are described or as they come.
use crate::{Looked, cuts::pieces, described, stage};
use std::{cmp::Reverse, sync::Arc};
use throughline::{
    Captured, Delta, Ending, Framing, History, Literal, Part, Projection, ReplyHead, Role, Stored, ToolResult, Turn,
    verbatim::{LiteralBuf, units},
};

pub(crate) fn look(adapter: &str, framing: Framing, input: &[u8]) -> Looked {
    let Some(([route, cut, short], reply)) = input.split_first_chunk() else { return Ok(false) };
    let stage = stage::nth(adapter, usize::from(*route >> 1))?;
    let framed = framing == Framing::EventStream && route & 1 == 0;
    let reply = if framed { described::write(&String::from_utf8_lossy(reply)) } else { reply.to_vec() };
    let read = |pieces: &[&[u8]]| {
        let mut capture = stage.listen(&ReplyHead::ok(framing));
        let mut shown = [LiteralBuf::default(), LiteralBuf::default(), LiteralBuf::default()];
        let mut sink = |delta: Delta<'_>| {
            drop(delta.text());
            let [thought, text, calls] = &mut shown;
            match delta {
                Delta::Reasoning(inner) => thought.push_inner(inner),
                Delta::Text(inner) => text.push_inner(inner),
                Delta::Call(inner) => calls.push_inner(inner),
                _ => {}
            }
        };
        // As a client reads: nothing is fed behind an error.
        let fault = pieces.iter().find_map(|piece| capture.feed(piece, &mut sink).err()).map(|error| error.to_string());
        let shown = shown.map(|all| all.finish().raw().to_owned());
        (capture.finish().map_err(|error| error.to_string()), fault, shown)
    };
    let whole = read(&[&reply]);
    let cut = read(&pieces(&reply, *cut));
    if told(&whole)? != told(&cut)? {
        return Err(format!("cut, it is another turn\n{}\n{}", told(&whole)?, told(&cut)?));
    }
    let end = reply.len() * usize::from(*short) / 256;
    let begun = reply.get(..end).unwrap_or_default();
    let (Ok(Captured::Turn(full)), fault, _) = whole else { return Ok(false) };
    if let (Ok(Captured::Turn(turn)), _, _) = read(&[begun])
        && fault.is_none()
    {
        gains_nothing(&turn, &full, &said(framing, begun)).map_err(|what| format!("cut short at {end}: {what}"))?;
    }
    sendable(stage, full)?;
    Ok(true)
}

type Read = (Result<Captured, String>, Option<String>, [String; 3]);

/// All that a caller sees, as text.
fn told((finished, fault, shown): &Read) -> Result<String, String> {
    let finished = match finished {
        Ok(Captured::Turn(turn)) => turn.line().map_err(|error| error.to_string())?,
        Ok(Captured::Refusal(refused)) => format!("refusal {} {}", refused.status, refused.body.get()),
        // What was wrong is said already; how much of it had come by then is no difference.
        Err(_) if fault.is_some() => String::new(),
        Err(error) => error.clone(),
    };
    Ok(format!("{finished}\n{fault:?}\n{}", shown.join("\n")))
}

/// What the bytes say, those that are bytes once more decoded.
fn said(framing: Framing, bytes: &[u8]) -> String {
    // What is told to be frames may be something else, and is read as that.
    let frames = if framing == Framing::EventStream { described::read(bytes) } else { String::new() };
    frames + &String::from_utf8_lossy(bytes)
}

/// `turn` is of a reply that ended early, `full` of the same that did not, `begun` what came.
///
/// Of a reply that nobody would send, what comes later may change what came: an ending, a text put before another. So a text must have
/// been said, or be in the full one; what is sealed must have been said.
fn gains_nothing(turn: &Turn, full: &Turn, begun: &str) -> Result<(), String> {
    match &turn.ending {
        None => return Err("its turn does not say how it ended".to_owned()),
        Some(Ending::Stop(Some(word))) if !begun.contains(word.inner()) => {
            return Err(format!("an ending that was not there: {}", word.raw()));
        }
        Some(_) => {}
    }
    let mut said: Vec<&str> = begun.split('\n').flat_map(strings).collect();
    said.sort_by_key(|said| Reverse(said.len()));
    for (at, carrier) in turn.carriers().filter(|(_, carrier)| carrier.sealed) {
        let mut readable = vec![];
        carrier.literals(|inner| readable.push(inner));
        let gained = |text: &&str| !readable.contains(text) && !begun.contains(*text) && !is_made_of(text, &said);
        if let Some(gained) = minted(carrier.payload.get()).into_iter().find(gained) {
            return Err(format!("a sealed `{}` at {at:?} that is not whole: {gained}", carrier.kind));
        }
    }
    let all: Vec<&str> = visible(full).collect();
    let gained =
        |text: &&str| !all.iter().any(|whole| units(whole).starts_with(&units(text))) && !is_made_of(text, &said);
    match visible(turn).find(gained) {
        None => Ok(()),
        Some(gained) => Err(format!("a text that was not there: {gained}")),
    }
}

/// `text` is one of these, or several in a row: pieces are joined. The longest stand first.
fn is_made_of(mut text: &str, said: &[&str]) -> bool {
    while !text.is_empty() {
        let rest = said.iter().filter(|said| !said.is_empty()).find_map(|said| text.strip_prefix(said));
        let Some(rest) = rest else { return false };
        text = rest;
    }
    true
}

fn visible(turn: &Turn) -> impl Iterator<Item = &str> {
    turn.parts.iter().filter_map(Part::visible).map(|part| part.text.inner())
}

/// The insides of all strings of a JSON text, names included.
fn strings(json: &str) -> Vec<&str> {
    spans(json).into_iter().map(|(text, _)| text).collect()
}

/// The insides of those that somebody minted: an adapter names members by itself, and says of what type a block is.
fn minted(json: &str) -> Vec<&str> {
    let (mut all, mut under) = (vec![], "");
    for (text, behind) in spans(json) {
        match behind.trim_start().starts_with(':') {
            true => under = text,
            false if under == "type" => {}
            false => all.push(text),
        }
    }
    all
}

/// The inside of each string, and what stands behind it.
fn spans(json: &str) -> Vec<(&str, &str)> {
    let (mut all, mut open, mut escaped) = (vec![], None, false);
    for (at, sign) in json.bytes().enumerate() {
        match (open, sign) {
            (Some(_), b'\\') => escaped = !escaped,
            (Some(start), b'"') if !escaped => {
                all.extend(json.get(start..at).zip(json.get(at + 1..)));
                open = None;
            }
            (None, b'"') => open = Some(at + 1),
            _ => escaped = false,
        }
    }
    all
}

/// The turn reads back from its stored line, and the next request of its conversation is written, or refused with a reason.
fn sendable(stage: &Projection, turn: Turn) -> Result<(), String> {
    let line = turn.line().map_err(|error| format!("not stored: {error}"))?;
    let loaded = Stored::read(&line).map_err(|error| format!("not loaded: {error}\n{line}"))?;
    if loaded != Stored::Turn(turn.clone()) {
        return Err(format!("its stored line is another turn\n{line}"));
    }
    let _ = (turn.reasoning(), turn.text());
    let content = Literal::of("done").verbatim().clone();
    let answers = turn.calls().map(|call| {
        let result = ToolResult { call: call.id.clone(), content: Some(content.clone()), extras: vec![] };
        Turn { parts: vec![Part::Result(result)], ..Turn::new(Role::Tool) }
    });
    let answers: Vec<Turn> = answers.collect();
    let history: History =
        [Turn::user("Hello"), turn].into_iter().chain(answers).chain([Turn::user("Go on")]).map(Arc::new).collect();
    let request = throughline::Request::new(stage.route().api.clone());
    match stage::project(stage, &request, &history) {
        Ok(body) if !is_json(&body) => Err(format!("its next request is not json: {body}")),
        _ => Ok(()),
    }
}

fn is_json(text: &str) -> bool {
    throughline::Verbatim::parse(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use throughline::{Carrier, Verbatim};

    fn turn(text: &str, ending: Option<Ending>) -> Turn {
        Turn { parts: vec![Part::text(text)], ending, ..Turn::new(Role::Assistant) }
    }
    fn told(turn: &Turn, begun: &str) -> Result<(), String> {
        gains_nothing(turn, &Turn { parts: vec![Part::text("So it is")], ..Turn::new(Role::Assistant) }, begun)
    }

    #[test]
    fn what_was_not_there_is_gained() {
        let cut = || Some(Ending::Cut);
        assert_eq!(told(&turn("So it", cut()), "So it"), Ok(()));
        assert_eq!(told(&turn("So it", None), "So it"), Err("its turn does not say how it ended".to_owned()));
        assert_eq!(told(&turn("Or not", cut()), "So it"), Err("a text that was not there: Or not".to_owned()));
        assert_eq!(told(&turn("Or not", cut()), r#"{"a":"Or ","b":"not"}"#), Ok(()));
        let stopped = |begun| told(&turn("So it", Some(Ending::Stop(Some(Literal::of("end"))))), begun);
        assert_eq!(stopped(r#""end""#), Ok(()));
        assert_eq!(stopped(r#""en"#), Err(r#"an ending that was not there: "end""#.to_owned()));
    }
    #[test]
    fn a_seal_is_whole_or_it_is_gained() {
        let payload = Verbatim::parse(r#"{"type":"thinking","thinking":"Hm","signature":"c2lnbmVk"}"#).unwrap();
        let text = throughline::TextAt::path("thinking");
        let sealed = Part::Reasoning(Carrier::sealed("thinking_block", "claude", payload, Some(text)));
        let turn = Turn { parts: vec![sealed], ending: Some(Ending::Cut), ..Turn::new(Role::Assistant) };
        assert_eq!(told(&turn, r#"{"signature":"c2lnbmVk"#), Ok(()));
        assert_eq!(told(&turn, r#"{"signature":"c2ln"},{"signature":"bmVk"}"#), Ok(()));
        let error = told(&turn, r#"{"signature":"c2lnb"#).unwrap_err();
        assert!(
            error.starts_with("a sealed `thinking_block` at ") && error.ends_with(" not whole: c2lnbmVk"),
            "{error}"
        );
    }
    #[test]
    fn names_and_types_are_nobodys() {
        assert_eq!(minted(r#"{"type":"a","data":"b\"c","list":["d"]}"#), [r#"b\"c"#, "d"]);
    }
}

//! One conversation has one digest, whatever its spelling, its door and its messages' borders; another one has another.
use crate::stage::{Stage, bound, call, called, thought, tool};
use std::sync::Arc;
use throughline_core::{
    Api, Foreign, Literal, Mismatch, Part, Presence, Request, Role, Route, ToolResult, Turn, Verbatim,
};

fn json(text: &str) -> Verbatim {
    Verbatim::parse(text).unwrap()
}
fn text(raw: &str) -> Part {
    let mut part = throughline_core::Text::of("");
    part.text = json(raw).literal().unwrap();
    Part::Text(part)
}
fn result(content: &str) -> Part {
    Part::Result(ToolResult { call: Some(Literal::of("c")), content: Some(json(content)), extras: vec![] })
}
fn media(api: Api, payload: &str) -> Part {
    Part::Media(Foreign { api, payload: json(payload), carriers: vec![] })
}
fn turn(role: Role, parts: Vec<Part>) -> Turn {
    Turn { parts, ..Turn::new(role) }
}
/// A conversation in which everything occurs.
fn whole() -> Stage {
    let mut stage = bound(Mismatch::Withhold);
    stage.request.tools = Some(vec![tool("f", r#"{"type":"object","properties":{"a":{"type":"number"}}}"#)]);
    stage.history = [
        Turn::system("Be brief."),
        turn(
            Role::User,
            vec![text(r#""a/b é""#), media(Api::MESSAGES, r#"{"type":"image","source":{"data":"aGVsbG8="}}"#)],
        ),
        turn(Role::Assistant, vec![thought("s"), text(r#""so""#), call("c")]),
        turn(Role::Tool, vec![result(r#""done""#)]),
        Turn::user("go on"),
    ]
    .into_iter()
    .collect();
    stage
}
fn digest(stage: &Stage) -> String {
    stage.cold().digest().unwrap().0
}
fn with(change: impl FnOnce(&mut Stage)) -> String {
    let mut stage = whole();
    change(&mut stage);
    digest(&stage)
}
fn part(stage: &mut Stage, n: usize, at: usize, part: Part) {
    stage.change(|turns| Arc::make_mut(&mut turns[n]).parts[at] = part);
}
fn chain(digest: &str) -> &str {
    digest.split(':').nth(1).unwrap()
}

#[test]
fn the_form_is_written_down() {
    let digest = digest(&whole());
    let pieces: Vec<&str> = digest.split(':').collect();
    let lengths: Vec<usize> = pieces.iter().map(|piece| piece.len()).collect();
    // The turns since the model's last one, that one included: three of them.
    assert_eq!((pieces[0], lengths), ("1", vec![1, 32, 8, 8, 26]), "{digest}");
    // Whoever changes the canonical form changes its version: seals that are stored stay readable.
    assert_eq!(digest, WRITTEN);
}
const WRITTEN: &str = "1:c0cf65008a51c1cb77a333d830719484:e8688959:61072f69:c7fe3660.09cba752.099e600f";

#[test]
fn spelling_markers_members_and_borders_are_no_difference() {
    let one = digest(&whole());
    let same: [(&str, String); 14] = [
        ("escapes", with(|s| part(s, 1, 0, text(r#""a\/b \u00e9""#)))),
        (
            "a list of one text block",
            with(|s| {
                s.change(|turns| Arc::make_mut(&mut turns[4]).presence.push(("content".into(), Presence::List)));
            }),
        ),
        (
            "a marker on text",
            with(|s| {
                s.change(|turns| {
                    let Part::Text(text) = &mut Arc::make_mut(&mut turns[4]).parts[0] else { panic!() };
                    text.extras.push(("cache_control".into(), json(r#"{"type":"ephemeral"}"#)));
                })
            }),
        ),
        ("the order of arguments", with(|s| part(s, 2, 2, called("c", r#"{"a":1.0}"#)))),
        ("an answer as a list", with(|s| part(s, 3, 0, result(r#"[{"type":"text","text":"done"}]"#)))),
        (
            "an answer in another wire's list",
            with(|s| part(s, 3, 0, result(r#"[{"text":"done"},{"cachePoint":{"type":"default"}}]"#))),
        ),
        (
            "another wire's image",
            with(|s| {
                part(
                    s,
                    1,
                    1,
                    media("bedrock_converse".into(), r#"{"image":{"format":"png","source":{"bytes":"aGVsbG8="}}}"#),
                );
            }),
        ),
        ("the user brings the answer", with(|s| s.change(|turns| Arc::make_mut(&mut turns[3]).role = Role::User))),
        (
            "one message of two",
            with(|s| {
                s.change(|turns| {
                    let more = turns.remove(4).parts.clone();
                    Arc::make_mut(&mut turns[3]).parts.extend(more);
                })
            }),
        ),
        (
            "two messages of one",
            with(|s| {
                s.change(|turns| {
                    let image = Arc::make_mut(&mut turns[1]).parts.remove(1);
                    turns.insert(2, Arc::new(turn(Role::User, vec![image])));
                })
            }),
        ),
        ("a turn that does not go", with(|s| s.change(|turns| turns.insert(4, Arc::new(Turn::new(Role::User)))))),
        (
            "the schema's order",
            with(|s| {
                s.request.tools = Some(vec![tool("f", r#"{"properties":{"a":{"type":"number"}},"type":"object"}"#)]);
            }),
        ),
        ("parameters", with(|s| s.request.set("temperature", json("1")))),
        ("the model", with(|s| s.route.model = "other".into())),
    ];
    for (what, other) in same {
        assert_eq!(chain(&other), chain(&one), "{what}");
    }
    // Another door, another wire, another spelling of the request.
    let mut elsewhere = whole();
    elsewhere.route = Route::new("aws", "https://aws.example", "bedrock_converse".into(), "m").unwrap();
    assert_eq!(digest(&elsewhere), one);
}

#[test]
fn whatever_the_model_reads_is() {
    let one = digest(&whole());
    let others: [(&str, String); 14] = [
        ("instructions", with(|s| part(s, 0, 0, text(r#""Be long.""#)))),
        ("later instructions", with(|s| s.change(|turns| turns.insert(3, Arc::new(Turn::system("Hurry.")))))),
        ("text", with(|s| part(s, 1, 0, text(r#""a/b e""#)))),
        ("an image", with(|s| part(s, 1, 1, media(Api::MESSAGES, r#"{"type":"image","source":{"data":"b"}}"#)))),
        ("a seal", with(|s| part(s, 2, 0, thought("t")))),
        ("no seal", with(|s| s.change(|turns| drop(Arc::make_mut(&mut turns[2]).parts.remove(0))))),
        ("an argument", with(|s| part(s, 2, 2, called("c", r#"{"a":2}"#)))),
        ("an id", with(|s| part(s, 2, 2, called("d", r#"{"a":1}"#)))),
        ("an answer", with(|s| part(s, 3, 0, result(r#""undone""#)))),
        (
            "a failed one",
            with(|s| {
                s.change(|turns| {
                    let Part::Result(result) = &mut Arc::make_mut(&mut turns[3]).parts[0] else { panic!() };
                    result.extras.push(("is_error".into(), json("true")));
                })
            }),
        ),
        ("a turn less", with(|s| s.change(|turns| drop(turns.pop())))),
        ("who says it", with(|s| s.change(|turns| Arc::make_mut(&mut turns[4]).role = Role::Assistant))),
        ("a tool", with(|s| s.request.tools = None)),
        ("its schema", with(|s| s.request.tools = Some(vec![tool("f", "{}")]))),
    ];
    let mut chains: Vec<&str> = others.iter().map(|(_, digest)| chain(digest)).chain([chain(&one)]).collect();
    chains.sort_unstable();
    chains.dedup();
    assert_eq!(chains.len(), others.len() + 1, "{others:#?}");
}

/// What is long in a block hides nothing that is short, and a name is not what it names.
#[test]
fn nothing_hides_behind_a_longer_string() {
    let long = "x".repeat(99);
    let answers = [
        format!(r#"[{{"json":{{"passed":true,"log":"{long}"}}}}]"#),
        format!(r#"[{{"json":{{"passed":false,"log":"{long}"}}}}]"#),
        format!(r#"{{"text":"{long}","passed":true}}"#),
        format!(r#"{{"text":"{long}","passed":false}}"#),
        format!(r#"[{{"type":"search_result","title":"a","content":[{{"type":"text","text":"{long}"}}]}}]"#),
        format!(r#"[{{"type":"search_result","title":"b","content":[{{"type":"text","text":"{long}"}}]}}]"#),
        r#"[{"image":{"format":"png","source":{"bytes":"QQ=="}}}]"#.to_owned(),
        r#"[{"image":{"format":"png","source":{"bytes":"Qg=="}}}]"#.to_owned(),
    ];
    let mut all: Vec<String> = answers.iter().map(|answer| with(|s| part(s, 3, 0, result(answer)))).collect();
    let media = [
        format!(r#"{{"document":{{"format":"pdf","name":"{long}","source":{{"bytes":"QQ=="}}}}}}"#),
        format!(r#"{{"document":{{"format":"pdf","name":"{long}","source":{{"bytes":"Qg=="}}}}}}"#),
        format!(r#"{{"image":{{"source":{{"s3Location":{{"uri":"s3://b/a","bucketOwner":"{long}"}}}}}}}}"#),
        format!(r#"{{"image":{{"source":{{"s3Location":{{"uri":"s3://b/b","bucketOwner":"{long}"}}}}}}}}"#),
        format!(r#"{{"hologram":{{"a":1,"b":"{long}"}}}}"#),
        format!(r#"{{"hologram":{{"a":2,"b":"{long}"}}}}"#),
    ];
    all.extend(media.iter().map(|block| with(|s| part(s, 1, 1, self::media(Api::MESSAGES, block)))));
    let mut chains: Vec<&str> = all.iter().map(|digest| chain(digest)).collect();
    chains.sort_unstable();
    chains.dedup();
    assert_eq!(chains.len(), answers.len() + media.len());
}
#[test]
fn an_image_in_an_answer_is_one_on_every_wire() {
    let (here, there) = (
        r#"[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QQ=="},"cache_control":{"type":"ephemeral"}}]"#,
        r#"[{"image":{"format":"png","source":{"bytes":"QQ=="}}}]"#,
    );
    assert_eq!(with(|s| part(s, 3, 0, result(here))), with(|s| part(s, 3, 0, result(there))));
}

#[test]
fn a_route_that_binds_nothing_has_none() {
    let mut stage = crate::stage::stage(throughline_core::Keeps::All, None);
    stage.request = Request::new(Api::MESSAGES);
    stage.round("a");
    assert_eq!(stage.cold().digest(), None);
    assert!(stage.history.turns()[1].carriers().all(|(_, carrier)| carrier.minted_under.is_none()));
}

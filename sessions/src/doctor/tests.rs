//! What the doctor finds, one by one, and that it finds nothing where nothing is.
use super::*;
use throughline_core::{Api, Arguments, Carrier, Checkpoint, How, Literal, Origin, TextAt, ToolCall, Verbatim};

const SIGNATURE: &str = "RXJvdWdobGluZSBzaWduYXR1cmUgb2Ygc29tZSBsZW5ndGgu";

fn raw(json: &str) -> Verbatim {
    Verbatim::parse(json).unwrap()
}
/// A block of thinking, signed where there is a signature.
fn block(issuer: &'static str, text: &str, signature: &str) -> Part {
    let payload = raw(&format!(r#"{{"type":"thinking","thinking":"{text}","signature":"{signature}"}}"#));
    let text = Some(TextAt::path("thinking"));
    Part::Reasoning(Carrier {
        sealed: !signature.is_empty(),
        ..Carrier::sealed("thinking_block", issuer, payload, text)
    })
}
fn field(kind: &'static str, text: &str) -> Carrier {
    Carrier::plain(kind, "i", Literal::of(text).verbatim().clone(), TextAt::WHOLE)
}
fn entry(json: &str, sealed: bool) -> Carrier {
    Carrier { sealed, ..Carrier::plain("reasoning_details", "gateway:-/f", raw(json), TextAt::path("text")) }
}
fn call(id: &str, arguments: &str) -> Part {
    Part::Call(ToolCall {
        id: Some(Literal::of(id)),
        name: Literal::of("look"),
        arguments: Arguments::Text(Literal::of(arguments)),
        extras: vec![],
        inner: vec![],
        carriers: vec![],
    })
}
fn model(parts: Vec<Part>) -> Turn {
    let origin = Origin {
        provider: "p".into(),
        host: "h".to_owned(),
        api: Api::CHAT,
        model: "m".to_owned(),
        answered_by: None,
        served_by: None,
        account: None,
        how: How::Minted,
    };
    Turn { parts, origin: Some(Arc::new(origin)), ending: Some(Ending::Stop(None)), ..Turn::new(Role::Assistant) }
}
fn with(carriers: Vec<Carrier>) -> Turn {
    Turn { carriers, ..model(vec![Part::text("answer")]) }
}
fn found(turns: Vec<Turn>) -> Vec<(What, usize)> {
    let turns: Vec<_> = turns.into_iter().map(Arc::new).collect();
    examine(&turns).into_iter().map(|finding| (finding.what, finding.turn)).collect()
}

#[test]
fn a_clean_session_has_none() {
    let other = SIGNATURE.replace('R', "S");
    let turns = vec![
        Turn::system("be brief"),
        Turn::user("hi"),
        model(vec![block("claude", "first", SIGNATURE), Part::text("let me look"), call("a", "{}"), call("b", "")]),
        Turn::tool("a", "1"),
        Turn::tool("b", "2"),
        model(vec![block("claude", "second", &other), Part::text("done")]),
        Turn::user("again"),
        // A call whose result is on its way.
        model(vec![call("c", r#"{"q":1}"#), call("d", "{}")]),
        Turn::tool("c", "3"),
    ];
    assert_eq!(found(turns), []);
    let ok = field("reasoning_content", "ok");
    assert_eq!(found(vec![with(vec![ok.clone()]), with(vec![ok])]), [], "a short thought may come twice");
    assert_eq!(found(vec![]), []);
}

#[test]
fn blocks_that_stand_twice() {
    let signed = || block("claude", "t", SIGNATURE);
    assert_eq!(found(vec![model(vec![signed(), Part::text("x"), signed()])]), [(What::Repeated, 0)]);
    let answer = |part| model(vec![part, Part::text("x")]);
    assert_eq!(found(vec![answer(signed()), Turn::user("go"), answer(signed())]), [(What::Again, 2)]);
    let long = || field("reasoning_content", &"thought ".repeat(20));
    assert_eq!(found(vec![with(vec![long()]), with(vec![long()])]), [(What::Again, 1)]);
    let twice = with(vec![field("reasoning_content", "t"), field("reasoning", "t")]);
    assert_eq!(found(vec![twice]), [(What::Repeated, 0)]);
}

#[test]
fn blocks_without_the_signature_that_their_like_have() {
    let unsigned = || model(vec![block("elsewhere", "t", ""), Part::text("x")]);
    assert_eq!(found(vec![unsigned()]), [(What::Unsigned, 0)], "a place for a signature, and nothing in it");
    let plain = |issuer| {
        let payload = raw(r#"{"type":"thinking","thinking":"t"}"#);
        let carrier = Carrier::plain("thinking_block", issuer, payload, TextAt::path("thinking"));
        model(vec![Part::Reasoning(carrier), Part::text("x")])
    };
    assert_eq!(found(vec![plain("claude")]), [(What::Unsigned, 0)], "an issuer that signs every block");
    assert_eq!(found(vec![plain("elsewhere")]), [], "an issuer that signs none");
    let signed = model(vec![block("elsewhere", "u", SIGNATURE), Part::text("x")]);
    assert_eq!(found(vec![plain("elsewhere"), signed]), [(What::Unsigned, 0)], "its like are signed");
    let text = entry(r#"{"type":"reasoning.text","text":"a"}"#, false);
    let sealed = entry(r#"{"type":"reasoning.encrypted","data":"d"}"#, true);
    assert_eq!(found(vec![with(vec![text.clone(), sealed])]), [], "another type of entry");
    let signed = entry(r#"{"type":"reasoning.text","text":"b","signature":"s"}"#, true);
    assert_eq!(found(vec![with(vec![text, signed])]), [(What::Unsigned, 0)]);
}

#[test]
fn blocks_and_arguments_that_end_early() {
    let cut = &SIGNATURE[..SIGNATURE.len() - 3];
    assert_eq!(found(vec![model(vec![block("claude", "t", cut), Part::text("x")])]), [(What::Truncated, 0)]);
    let turns =
        vec![model(vec![call("a", r#"{"q":"#), call("b", "no json")]), Turn::tool("a", ""), Turn::tool("b", "")];
    assert_eq!(found(turns), [(What::Unfinished, 0)]);
}

#[test]
fn calls_and_results_without_each_other() {
    let turns = vec![model(vec![call("a", "{}"), call("b", "{}")]), Turn::tool("a", ""), Turn::user("go on")];
    assert_eq!(found(turns), [(What::Unanswered, 0)]);
    assert_eq!(found(vec![Turn::user("x"), Turn::tool("a", "")]), [(What::Unasked, 1)]);
    let turns = vec![model(vec![call("a", "{}")]), Turn::tool("a", ""), Turn::tool("a", "")];
    assert_eq!(found(turns), [(What::Unasked, 2)], "answered twice");
    let again = || [model(vec![call("a", "{}")]), Turn::tool("a", "")];
    assert_eq!(found([again(), again()].concat()), [], "an id may come again");
    let broken = Turn { ending: Some(Ending::Cut), ..model(vec![call("a", "{}")]) };
    assert_eq!(found(vec![broken.clone(), Turn::user("again")]), [(What::Cut, 0)], "its calls never travel");
    assert_eq!(found(vec![broken, Turn::tool("a", "")]), [(What::Cut, 0), (What::Unasked, 1)]);
}

#[test]
fn issuers_that_meet() {
    let of = |issuer, text| model(vec![block(issuer, text, SIGNATURE), Part::text("x")]);
    assert_eq!(
        found(vec![of("claude", "a"), of("other", "b"), of("claude", "c"), of("other", "d")]),
        [(What::Issuer, 1)]
    );
}

#[test]
fn turns_that_broke_off_or_say_nothing() {
    let error = Ending::Refused(raw(r#"{"message":"SECRET"}"#));
    let refused = Turn { ending: Some(error), ..model(vec![Part::text("x")]) };
    let turns = vec![refused, model(vec![]), Turn::user(" "), Turn::tool("", ""), Turn::user("x")];
    assert_eq!(found(turns), [(What::Refused, 0), (What::Empty, 1), (What::Empty, 2)]);
}

#[test]
fn placeholders_and_checkpoints() {
    assert_eq!(found(vec![with(vec![field("reasoning_content", " ")])]), [(What::Placeholder, 0)]);
    let summary = |text| Turn { parts: vec![Part::Checkpoint(Checkpoint::summary(text))], ..Turn::new(Role::User) };
    let turns: Vec<_> = [summary("a"), Turn::user("x"), summary("b")].into_iter().map(Arc::new).collect();
    let [finding] = examine(&turns).try_into().unwrap();
    assert_eq!((finding.what, finding.turn, finding.beside), (What::Shadowed, 0, Some(2)));
}

#[test]
fn a_finding_names_its_place_and_shows_no_content() {
    let turns = vec![
        with(vec![field("reasoning_content", "MARK"), field("reasoning", "MARK"), field("thinking", " ")]),
        model(vec![Part::text("x"), block("claude", "MARK", ""), call("c", "{\"MARK\":")]),
        Turn::user("x"),
    ];
    let turns: Vec<_> = turns.into_iter().map(Arc::new).collect();
    let findings = examine(&turns);
    assert_eq!(
        findings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            concat!(
                "turn 0, carrier 1 (reasoning of i, 6 bytes, 3b8464dcde4cec8e): the same block stands twice in this turn; ",
                "a text goes once; ",
                "sealed blocks go as they stand, once where the route's rules say so",
            ),
            concat!(
                "turn 0, carrier 2 (thinking of i, 3 bytes, 52109349dabf6910): white space, stored as reasoning; ",
                "withheld on every route; ",
                "where one demands the field, the plan writes a placeholder of its own",
            ),
            concat!(
                "turn 1, part 1 (thinking_block of claude, 52 bytes, cc1200ddf01686a4): not signed, as its like are; ",
                "withheld on every route that reads such blocks only signed; ",
                "its text goes where text is read",
            ),
            concat!(
                "turn 1, part 2: the arguments of the call end early; ",
                "goes where arguments are text; ",
                "withheld where they must be an object",
            ),
            concat!(
                "turn 1, part 2: a call that nothing answers; ",
                "goes as it stands, and a host may refuse it; ",
                "salvage or a result heals it",
            ),
        ]
    );
    let json = serde_json::to_string(&findings).unwrap();
    assert!(!json.contains("MARK"), "{json}");
    let first = concat!(
        r#"[{"what":"repeated","severity":"warning","turn":0,"at":{"message":1},"#,
        r#""piece":{"kind":"reasoning","issuer":"i","bytes":6,"hash":"3b8464dcde4cec8e"},"about":"#
    );
    assert!(json.starts_with(first), "{json}");
}

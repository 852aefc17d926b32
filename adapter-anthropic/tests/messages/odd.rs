//! Replies with members of the wrong type, in the wrong place or twice: nothing of them is lost, and nothing of them passes for signed.
use crate::sample::{messages, meta, native, origin, project, said, sse, streamed, whole};
use throughline_core::{Ending, Literal, Part, Role, ToolResult, Turn, Verbatim};

const START: &str = r#"{"type":"message_start","message":{"id":"m"}}"#;
const STOP: &str = r#"{"type":"message_stop"}"#;

fn turn(events: &[&str]) -> Turn {
    streamed(&native(), sse(&[&[START], events, &[STOP]].concat()).as_bytes())
}
fn opened(block: &str, deltas: &[&str]) -> Turn {
    let block = format!(r#"{{"type":"content_block_start","index":0,"content_block":{block}}}"#);
    let deltas = deltas.iter().map(|delta| format!(r#"{{"type":"content_block_delta","index":0,"delta":{delta}}}"#));
    let stop = r#"{"type":"content_block_stop","index":0}"#.to_owned();
    let events: Vec<String> = [block].into_iter().chain(deltas).chain([stop]).collect();
    turn(&events.iter().map(String::as_str).collect::<Vec<_>>())
}
fn aside(events: &[&str]) -> String {
    format!(r#"id="m";unknown_events=[{}];"#, events.join(","))
}
fn delta(delta: &str) -> String {
    format!(r#"{{"type":"content_block_delta","index":0,"delta":{delta}}}"#)
}

#[test]
fn an_odd_piece_wipes_nothing_and_breaks_the_seal() {
    let (thinking, redacted) =
        (r#"{"type":"thinking","thinking":"","signature":""}"#, r#"{"type":"redacted_thinking"}"#);
    let (a, b) = (r#"{"type":"thinking_delta","thinking":"A"}"#, r#"{"type":"thinking_delta","thinking":"B"}"#);
    let sign = r#"{"type":"signature_delta","signature":"S"}"#;
    for (start, deltas, odd, want) in [
        (
            thinking,
            &[a, r#"{"type":"thinking_delta","thinking":7}"#, b, sign][..],
            1,
            r#"thinking_block false {"type":"thinking","thinking":"AB","signature":"S"}"#,
        ),
        (
            r#"{"type":"thinking"}"#,
            &[r#"{"type":"thinking_delta","thinking":[7]}"#, b, sign],
            0,
            r#"thinking_block false {"type":"thinking","thinking":"B","signature":"S"}"#,
        ),
        (
            thinking,
            &[a, sign, r#"{"type":"signature_delta","signature":{"x":1}}"#],
            2,
            r#"thinking_block false {"type":"thinking","thinking":"A","signature":"S"}"#,
        ),
        (thinking, &[sign, r#""A""#], 1, r#"thinking_block false {"type":"thinking","thinking":"","signature":"S"}"#),
        (
            redacted,
            &[r#"{"type":"data_delta","data":"D"}"#, r#"{"type":"data_delta","data":false}"#],
            1,
            r#"redacted_thinking false {"type":"redacted_thinking","data":"D"}"#,
        ),
        (
            r#"{"type":"text","text":"x"}"#,
            &[r#"{"type":"text_delta","text":{}}"#, r#"{"type":"text_delta","text":"y"}"#],
            0,
            r#"text "xy""#,
        ),
    ] {
        let turn = opened(start, deltas);
        assert_eq!(said(&turn), [want]);
        assert_eq!(meta(&turn), aside(&[&delta(deltas[odd])]));
    }
    let whole = opened(thinking, &[a, r#"{"type":"thinking_delta","thinking":null}"#, b, sign]);
    assert_eq!(said(&whole), [r#"thinking_block true {"type":"thinking","thinking":"AB","signature":"S"}"#]);
    assert_eq!(meta(&whole), r#"id="m";"#);
}

/// Nor does an input that such a block has no place for keep it whole.
#[test]
fn an_unfinished_thought_with_two_inputs_is_not_signed() {
    let start = r#"{"type":"thinking","thinking":"A","signature":"S","input":{"a":1}}"#;
    let start = format!(r#"{{"type":"content_block_start","index":0,"content_block":{start}}}"#);
    let events = [START, &start, &delta(r#"{"type":"input_json_delta","partial_json":"{}"}"#)];
    let turn = streamed(&native(), sse(&events).as_bytes());
    assert_eq!(said(&turn), [r#"thinking_block false {"type":"thinking","thinking":"A","input":{}}"#]);
    assert_eq!(meta(&turn), aside(&[r#"{"input":{"a":1}}"#]));
}

#[test]
fn what_lost_its_seal_does_not_go_home() {
    let start = r#"{"type":"thinking","thinking":"","signature":""}"#;
    let odd = [r#"{"type":"thinking_delta","thinking":7}"#, r#"{"type":"signature_delta","signature":"S"}"#];
    let mut turn = opened(start, &odd);
    turn.parts.push(Part::text("hi"));
    assert_eq!(messages(&native(), &[turn]), r#"{"role":"assistant","content":[{"type":"text","text":"hi"}]}"#);
}

#[test]
fn half_a_surrogate_in_a_name_costs_no_sibling() {
    let turn = streamed(
        &native(),
        sse(&[
            r#"{"type":"message_start","message":{"id":"m","\ud800":1,"zz":"A","usage":{"input_tokens":5}}}"#,
            r#"{"type":"message_delta","delta":{"\ud800":1,"stop_reason":"end_turn"}}"#,
        ])
        .as_bytes(),
    );
    assert!(meta(&turn).ends_with(r#"=1;zz="A";"#) && turn.meta.len() == 3, "{}", meta(&turn));
    assert_eq!(turn.usage.as_ref().unwrap().input, Some(5));
    assert_eq!(turn.ending, Some(Ending::Stop(Some(Literal::of("end_turn")))));
}

/// Such a name cannot be written as it came, and what was signed goes back unchanged or not at all.
#[test]
fn half_a_surrogate_in_a_name_breaks_the_seal() {
    let start = r#"{"type":"thinking","thinking":"A","signature":"S","\ud800":1}"#;
    let turn = opened(start, &[]);
    assert!(!turn.carriers().next().unwrap().1.sealed);
    let event = format!(r#"{{"type":"content_block_start","index":0,"content_block":{start}}}"#);
    assert_eq!(meta(&turn), aside(&[&event]));
    let turn = opened(r#"{"type":"thinking","thinking":"A","signature":"S"}"#, &[r#"{"\udc00":1}"#]);
    assert!(!turn.carriers().next().unwrap().1.sealed);
}

#[test]
fn what_stands_beside_what_is_known_in_an_event_is_kept_once() {
    let turn = streamed(
        &native(),
        sse(&[
            r#"{"type":"message_start","message":{"id":"m"},"x":"1"}"#,
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""},"x":"2"}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"A"},"x":"3","usage":{"n":1}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"B"}}"#,
            r#"{"type":"content_block_stop","index":0,"error":{"n":4}}"#,
            r#"{"type":"content_block_stop","index":0,"index":0}"#,
            r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"x":"5"}"#,
            r#"{"type":"message_stop","y":"6"}"#,
        ])
        .as_bytes(),
    );
    assert_eq!(said(&turn), [r#"text "AB""#]);
    assert_eq!(
        meta(&turn),
        concat!(
            r#"id="m";x="5";y="6";unknown_events=[{"type":"message_start","x":"1"},"#,
            r#"{"type":"content_block_start","index":0,"x":"2"},"#,
            r#"{"type":"content_block_delta","index":0,"x":"3","usage":{"n":1}},"#,
            r#"{"type":"content_block_stop","index":0,"error":{"n":4}},"#,
            r#"{"type":"content_block_stop","index":0,"index":0}];"#
        )
    );
}

#[test]
fn an_input_that_was_said_twice_is_kept_and_sent_once() {
    let pieces = [r#"{"type":"input_json_delta","partial_json":"{}"}"#];
    let mut turn = opened(r#"{"type":"tool_use","id":"t","name":"f","input":{"a":"A"}}"#, &pieces);
    assert_eq!(said(&turn), [r#"call "t" "f" {}"#]);
    let call = turn.calls().next().unwrap();
    assert_eq!(call.extras, [("input".into(), Verbatim::parse(r#"{"a":"A"}"#).unwrap())]);
    turn.origin = origin(&native());
    let sent = project(&native(), &crate::sample::asking(), &[turn]);
    assert_eq!(
        sent.messages(),
        r#"{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{}}]}"#
    );
    assert_eq!(sent.notes()[..1], ["members of part 0: said twice"]);
    let served = opened(r#"{"type":"server_tool_use","name":"f","input":{"a":"A"}}"#, &pieces);
    assert_eq!(said(&served), [r#"opaque {"type":"server_tool_use","name":"f","input":{}}"#]);
    assert_eq!(meta(&served), aside(&[r#"{"input":{"a":"A"}}"#]));
    let odd = opened(r#"{"type":"tool_use","id":"t","name":"f","input":{}}"#, &[r#"{"partial_json":7}"#]);
    assert_eq!(
        (said(&odd), meta(&odd)),
        (vec![r#"call "t" "f" {}"#.to_owned()], aside(&[&delta(r#"{"partial_json":7}"#)]))
    );
}

#[test]
fn wrong_types_are_kept() {
    let document = whole(&native(), r#"{"type":"massage","role":7,"content":[],"usage":"none","stop_reason":[1]}"#);
    assert_eq!(meta(&document), r#"type="massage";role=7;stop_reason=[1];usage="none";"#);
    for event in [
        r#"{"type":"message_start","message":{"usage":"none"}}"#,
        r#"{"type":"message_start","message":{"content":7}}"#,
        r#"{"type":"message_start","message":{"content":["loose"]}}"#,
        r#"{"type":"message_start","message":{"stop_reason":"end_turn"}}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":7}}"#,
        r#"{"type":"message_delta","delta":"x"}"#,
        r#"{"type":"content_block_delta","index":5,"delta":{"type":7,"text":"x"}}"#,
    ] {
        assert_eq!(meta(&turn(&[event])), aside(&[event]));
    }
    let odd = turn(&[r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":"none"}"#]);
    assert_eq!(odd.ending, Some(Ending::Stop(Some(Literal::of("end_turn")))));
    assert_eq!(meta(&odd), aside(&[r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":"none"}"#]));
    let odd = turn(&[r#"{"type":"message_start","message":{"type":"massage","role":"user","content":"plain"}}"#]);
    assert_eq!(
        (said(&odd), meta(&odd)),
        (vec![r#"text "plain""#.to_owned()], r#"id="m";type="massage";role="user";"#.to_owned())
    );
    let odd = opened(r#"{"type":"text","text":"a"}"#, &[r#"{"type":7,"text":"b"}"#]);
    assert_eq!(
        (said(&odd), meta(&odd)),
        (vec![r#"text "ab""#.to_owned()], aside(&[&delta(r#"{"type":7,"text":"b"}"#)]))
    );
}

#[test]
fn an_event_may_be_known_by_its_name_alone() {
    let bytes = format!("{}event: message_stop\ndata: {{\"type\":7}}\n\n", sse(&[START]));
    let turn = streamed(&native(), bytes.as_bytes());
    assert_eq!((turn.ending.clone(), meta(&turn)), (Some(Ending::Stop(None)), aside(&[r#"{"type":7}"#])));
}

/// What is whole when the bytes end counts, though its blank line is missing; half a document does not.
#[test]
fn the_last_event_counts_where_it_is_whole() {
    let ended = r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"}}"#;
    let start = sse(&[START]);
    let turn = |tail: &str| streamed(&native(), format!("{start}data: {tail}").as_bytes());
    assert_eq!(turn(ended).ending, Some(Ending::Stop(Some(Literal::of("end_turn")))));
    assert_eq!(turn(&ended[..ended.len() - 1]).ending, Some(Ending::Cut));
    assert_eq!(meta(&turn(&ended[..ended.len() - 1])), r#"id="m";"#);
}

#[test]
fn what_is_no_block_stays_at_home() {
    for (payload, text) in [(r#""A""#, "thinking"), (r#"{"thinking":"A"}"#, "thinking"), (r#"{"type":7}"#, "thinking")]
    {
        let stored = format!(
            r#"{{"role":"assistant","parts":[{{"reasoning":{{"kind":"thinking_block","issuer":"claude","payload":{payload},"text":"{text}","sealed":true}}}},{{"text":{{"text":"hi"}}}}],"origin":{{"provider":"anthropic","host":"api.anthropic.com","api":"anthropic_messages","model":"claude-sonnet-4-5","how":"minted"}}}}"#
        );
        let turn: Turn = serde_json::from_str(&stored).unwrap();
        let sent = project(&native(), &crate::sample::asking(), &[turn]);
        assert_eq!(sent.messages(), r#"{"role":"assistant","content":[{"type":"text","text":"hi"}]}"#);
        assert_eq!(sent.ledger(), ["0 thinking_block withheld: it is no block: this wire knows one by its `type`"]);
    }
    let loose = whole(&native(), r#"{"content":["loose",{"no":"type"},{"type":"text","text":"hi"}]}"#);
    assert_eq!(messages(&native(), &[loose]), r#"{"role":"assistant","content":[{"type":"text","text":"hi"}]}"#);
}

/// So many that looking for one among all others would take minutes.
#[test]
fn many_of_anything_are_found_at_once() {
    let list = |n: usize, each: &dyn Fn(usize) -> String| (0..n).map(each).collect::<Vec<_>>().join(",");
    let names = |n| list(n, &|n| format!(r#""n{n}":{n}"#));
    let text = r#"{"type":"text_delta","text":"x"}"#;
    let opens =
        |n| format!(r#"{{"type":"content_block_start","index":{n},"content_block":{{"type":"text","text":""}}}}"#);
    let dropped = |n| {
        let event = list(n, &|n| format!(r#"{{"path":"{n}"}}"#));
        format!(r#"{{"type":"message_delta","delta":{{}},"input_transformations":[{event}]}}"#)
    };
    let kinds: [(&str, Made<'_, String>); 4] = [
        ("blocks and pieces of the first", &|n| (0..n).map(opens).chain((0..n).map(|_| delta(text))).collect()),
        ("members of the reply", &|n| vec![format!(r#"{{"type":"message_delta","delta":{{{}}}}}"#, names(n))]),
        ("members of a block", &|n| vec![opens(0), delta(&format!("{{{}}}", names(n)))]),
        ("what was dropped", &|n| vec![dropped(n), dropped(n)]),
    ];
    for (what, events) in kinds {
        let events = |n| {
            let events = events(n);
            sse(&[START].into_iter().chain(events.iter().map(String::as_str)).collect::<Vec<_>>())
        };
        let turn = streamed(&native(), events(MANY).as_bytes());
        let kept = serde_json::to_string(&turn).unwrap();
        assert!(kept.len() > 5 * MANY, "{what}: {} bytes", kept.len());
    }
    let pairs = |n| {
        let calls = list(n, &|n| format!(r#"{{"type":"tool_use","id":"t{n}","name":"f","input":{{}}}}"#));
        let result = |n| ToolResult { call: Some(Literal::of(&format!("t{n}"))), content: None, extras: vec![] };
        let answers = Turn { parts: (0..n).map(|n| Part::Result(result(n))).collect(), ..Turn::new(Role::Tool) };
        [whole(&native(), &format!(r#"{{"content":[{calls}]}}"#)), answers]
    };
    assert_eq!(messages(&native(), &pairs(MANY)).matches(r#""type":"tool_result""#).count(), MANY);
}
const MANY: usize = 10_000;
type Made<'a, T> = &'a dyn Fn(usize) -> Vec<T>;
/// Two of one name in one delta are not two pieces of a signature.
#[test]
fn a_piece_that_is_said_twice_breaks_the_seal() {
    let thinking = r#"{"type":"thinking","thinking":"A","signature":""}"#;
    let turn = opened(thinking, &[r#"{"type":"signature_delta","signature":"S","signature":"T"}"#]);
    assert_eq!(said(&turn), [r#"thinking_block false {"type":"thinking","thinking":"A","signature":"ST"}"#]);
}
/// What goes on behind its end has not ended: where the stream breaks off, half of it is not signed.
#[test]
fn what_goes_on_behind_its_end_ends_with_the_stream() {
    let block = r#"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"A"}}"#;
    let (stop, late) =
        (r#"{"type":"content_block_stop","index":0}"#, delta(r#"{"type":"signature_delta","signature":"S"}"#));
    let seal = late.clone();
    let turn = streamed(&native(), sse(&[START, block, stop, &late]).as_bytes());
    assert_eq!(said(&turn), [r#"thinking_block false {"type":"thinking","thinking":"A"}"#]);
    let turn = streamed(&native(), sse(&[START, block, stop, &late, STOP]).as_bytes());
    assert_eq!(said(&turn), [r#"thinking_block true {"type":"thinking","thinking":"A","signature":"S"}"#]);
    // A seal is of what was there when the block ended.
    for late in [r#"{"type":"signature_delta","signature":"T"}"#, r#"{"type":"thinking_delta","thinking":"B"}"#] {
        let turn = streamed(&native(), sse(&[START, block, &seal, stop, &delta(late), STOP]).as_bytes());
        assert!(said(&turn)[0].starts_with("thinking_block false "), "{:?}", said(&turn));
    }
    let idle = delta(r#"{"type":"thinking_delta","thinking":"","estimated_tokens":7}"#);
    let turn = streamed(&native(), sse(&[START, block, &seal, stop, &idle, STOP]).as_bytes());
    assert_eq!(said(&turn), [r#"thinking_block true {"type":"thinking","thinking":"A","signature":"S"}"#]);
}

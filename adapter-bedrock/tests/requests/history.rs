//! Turns as messages: what joins, what stays, what other wires wrote.
use crate::common::{CONVERSE, OPUS, messages, reply, send};
use throughline_core::{
    Api, Arguments, Ending, Foreign, Literal, Part, Request, Role, Text, ToolCall, ToolResult, Turn, Verbatim,
};

const THOUGHT: &str = r#"{"reasoningContent":{"reasoningText":{"text":"t","signature":"Eq=="}}}"#;
const TOOL: &str = r#"{"toolUse":{"toolUseId":"t1","name":"look","input":{}}}"#;

fn json(text: &str) -> Verbatim {
    Verbatim::parse(text).unwrap()
}
fn call(id: &str, arguments: &str) -> Part {
    let arguments = Arguments::Text(Literal::of(arguments));
    let (id, name) = (Some(Literal::of(id)), Literal::of("look"));
    Part::Call(ToolCall { id, name, arguments, extras: vec![], inner: vec![], carriers: vec![] })
}
fn result(id: &str, content: &str, extras: &[(&'static str, &str)]) -> Part {
    let extras = extras.iter().map(|(key, value)| ((*key).into(), json(value))).collect();
    Part::Result(ToolResult { call: Some(Literal::of(id)), content: Some(json(content)), extras })
}
fn said(role: Role, parts: Vec<Part>) -> Turn {
    Turn { parts, ..Turn::new(role) }
}

#[test]
fn results_and_what_is_said_behind_them_are_one_message() {
    let calls = said(Role::Assistant, vec![call("a", "{}"), call("b", r#"{"z":1.50,"a":"\u00e9"}"#)]);
    let turns = [
        Turn::user("q"),
        calls,
        said(Role::Tool, vec![result("a", "\"one\"", &[])]),
        said(Role::Tool, vec![result("b", "\"two\"", &[])]),
        Turn::user("and?"),
    ];
    assert_eq!(
        messages(OPUS, &turns),
        r#"{"role":"user","content":[{"text":"q"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"a","name":"look","input":{}}},{"toolUse":{"toolUseId":"b","name":"look","input":{"z":1.50,"a":"\u00e9"}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"a","content":[{"text":"one"}]}},{"toolResult":{"toolUseId":"b","content":[{"text":"two"}]}},{"text":"and?"}]}"#
    );
}

#[test]
fn roles_take_turns_whatever_stays_between() {
    let thoughts = reply(OPUS, THOUGHT);
    let turns = [Turn::user("one"), thoughts, Turn::user("two"), reply(OPUS, r#"{"text":"a"}"#)];
    let sent = send(OPUS, &Request::new(CONVERSE), &turns);
    assert_eq!(
        sent.messages,
        r#"{"role":"user","content":[{"text":"one"},{"text":"two"}]},{"role":"assistant","content":[{"text":"a"}]}"#
    );
    assert_eq!(
        sent.ledger,
        [
            "1 thinking_block withheld: nothing is left but thoughts, and a message of thoughts alone is taken for a prefill"
        ]
    );
    // A marker of the cache says nothing.
    let marked = reply(OPUS, &format!(r#"{THOUGHT},{{"cachePoint":{{"type":"default"}}}}"#));
    assert_eq!(
        messages(OPUS, &[Turn::user("one"), marked, Turn::user("two"), reply(OPUS, r#"{"text":"a"}"#)]),
        sent.messages
    );
    // The same where the row takes the thoughts away.
    assert_eq!(messages("us.amazon.nova-pro-v1:0", &turns), sent.messages);
    // Blocks of the model's neighbours go each as it is.
    let block = format!(r#"{THOUGHT},{{"text":"a"}}"#);
    let turns = [Turn::user("q"), reply(OPUS, &block), Turn::user(" "), reply(OPUS, &block)];
    assert_eq!(
        messages(OPUS, &turns),
        format!(r#"{{"role":"user","content":[{{"text":"q"}}]}},{{"role":"assistant","content":[{block},{block}]}}"#)
    );
}

#[test]
fn what_the_api_refuses_stays_with_its_reason() {
    let cut = Turn { ending: Some(Ending::Cut), ..said(Role::Assistant, vec![Part::text("half"), call("c", "{")]) };
    let turns = [
        reply(OPUS, r#"{"text":"Welcome."}"#),
        Turn::user("q"),
        said(Role::Assistant, vec![Part::text(""), Part::text(" \n"), Part::text("a"), call("b", "[1]")]),
        Turn::tool("b", "r"),
        Turn::user("q"),
        cut,
        Turn::tool("c", "r"),
        Turn::user("q"),
    ];
    let sent = send(OPUS, &Request::new(CONVERSE), &turns);
    assert_eq!(
        sent.messages,
        r#"{"role":"user","content":[{"text":"q"}]},{"role":"assistant","content":[{"text":"a"}]},{"role":"user","content":[{"text":"q"}]},{"role":"assistant","content":[{"text":"half"}]},{"role":"user","content":[{"text":"q"}]}"#
    );
    assert!(
        sent.ledger.contains(&"0 message withheld: a conversation on this wire begins with a person's word".into())
    );
    assert!(
        sent.ledger.contains(&"3 message withheld: the API refuses a message without content".into()),
        "{:?}",
        sent.ledger
    );
}

#[test]
fn calls_and_answers_travel_in_pairs() {
    let turns = [
        Turn::user("q"),
        said(Role::Assistant, vec![Part::text("a"), call("a", "{}"), call("b", "{}")]),
        Turn::tool("a", "r"),
        Turn::user("q"),
        said(Role::Assistant, vec![Part::text("a")]),
        Turn::tool("z", "r"),
        Turn::user("q"),
        // Not yet answered.
        said(Role::Assistant, vec![call("c", "{}")]),
    ];
    let sent = messages(OPUS, &turns);
    let ids: Vec<_> = ["\"a\"", "\"b\"", "\"z\"", "\"c\""]
        .iter()
        .map(|id| sent.matches(&format!(r#""toolUseId":{id}"#)).count())
        .collect();
    assert_eq!(ids, [2, 0, 0, 1], "{sent}");
    // The calls of a turn that stays as a whole are nobody's to answer.
    let turns = [said(Role::Assistant, vec![call("a", "{}")]), Turn::tool("a", "r"), Turn::user("q")];
    assert_eq!(messages(OPUS, &turns), r#"{"role":"user","content":[{"text":"q"}]}"#);
}

#[test]
fn a_turn_that_goes_without_one_of_its_calls_goes_without_its_seals() {
    let (sealed, done) = (format!("{THOUGHT},{TOOL}"), r#"{"toolResult":{"toolUseId":"t1","content":[{"text":"r"}]}}"#);
    let two = format!("{sealed},{}", TOOL.replace("t1", "t2"));
    let sent = |blocks: &str, then: &[Turn]| messages(OPUS, &[&[Turn::user("q"), reply(OPUS, blocks)], then].concat());
    let message = |role: &str, blocks: &str| format!(r#"{{"role":"{role}","content":[{blocks}]}}"#);
    let whole = |blocks: &str, then: &str| {
        [message("user", r#"{"text":"q"}"#), message("assistant", blocks), message("user", then)].join(",")
    };
    let (answer, word) = (Turn::tool("t1", "r"), Turn::user("never mind"));
    assert_eq!(sent(&sealed, std::slice::from_ref(&answer)), whole(&sealed, done));
    assert_eq!(sent(&two, &[answer, word]), whole(TOOL, &format!(r#"{done},{{"text":"never mind"}}"#)));
}

#[test]
fn a_message_of_claude_does_not_end_in_a_thought() {
    let turns = [Turn::user("q"), reply(OPUS, &format!(r#"{THOUGHT},{{"text":"a"}},{THOUGHT}"#)), Turn::user("q")];
    let want = format!(r#"{{"role":"assistant","content":[{THOUGHT},{{"text":"a"}}]}}"#);
    assert!(messages(OPUS, &turns).contains(&want));
    // Others write so themselves.
    let plain = r#"{"text":"a"},{"reasoningContent":{"reasoningText":{"text":"t"}}}"#;
    let turns = [Turn::user("q"), reply("zai.glm-5", plain), Turn::user("q")];
    assert!(messages("zai.glm-5", &turns).contains(&format!(r#""content":[{plain}]"#)));
}

#[test]
fn ids_have_the_form_that_is_taken() {
    let turns = |id: &str| [Turn::user("q"), said(Role::Assistant, vec![call(id, "{}")]), Turn::tool(id, "r")];
    let kimi = messages("moonshot.kimi-k2-thinking", &turns("functions.look:0"));
    assert_eq!(kimi.matches(r#""toolUseId":"functions.look:0""#).count(), 2);
    let claude = messages(OPUS, &turns("functions.look:0"));
    let id = "functions_look_0_";
    assert_eq!(claude.matches(id).count(), 2, "{claude}");
    let long = messages("zai.glm-5", &turns(&"x".repeat(99)));
    assert!(!long.contains(&"x".repeat(65)) && long.matches(&"x".repeat(40)).count() == 2);
}

#[test]
fn what_other_wires_wrote_goes_as_far_as_this_one_can_say_it() {
    let media = |api: Api, payload: &str| Part::Media(Foreign { payload: json(payload), api, carriers: vec![] });
    let turns = [
        said(
            Role::User,
            vec![
                media(
                    Api::MESSAGES,
                    r#"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aWk="}}"#,
                ),
                media(Api::CHAT, r#"{"type":"image_url","image_url":{"url":"data:image/jpeg;base64,aWk="}}"#),
                media(Api::new("gemini_generate"), r#"{"inlineData":{"mimeType":"application/pdf","data":"aWk="}}"#),
                media(Api::CHAT, r#"{"type":"image_url","image_url":{"url":"https://example.com/i.png"}}"#),
                Part::Text(Text { extras: vec![("cache_control".into(), json("{}"))], ..Text::of("what?") }),
            ],
        ),
        said(Role::Assistant, vec![call("a", "{}")]),
        said(
            Role::Tool,
            vec![result(
                "a",
                r#"[{"type":"text","text":"no"},{"type":"text","text":""},{"type":"tool_reference"}]"#,
                &[("is_error", "true")],
            )],
        ),
    ];
    let request = Request::new(Api::MESSAGES);
    let sent = send(OPUS, &request, &turns);
    let pdf = &sent.messages[sent.messages.find("document-").unwrap()..][..25];
    assert_eq!(
        sent.messages,
        format!(
            r#"{{"role":"user","content":[{{"image":{{"format":"png","source":{{"bytes":"aWk="}}}}}},{{"image":{{"format":"jpeg","source":{{"bytes":"aWk="}}}}}},{{"document":{{"format":"pdf","name":"{pdf}","source":{{"bytes":"aWk="}}}}}},{{"text":"what?"}}]}},{{"role":"assistant","content":[{{"toolUse":{{"toolUseId":"a","name":"look","input":{{}}}}}}]}},{{"role":"user","content":[{{"toolResult":{{"toolUseId":"a","content":[{{"text":"no"}}],"status":"error"}}}}]}}"#
        )
    );
    assert!(sent.notes.contains(&"1 pieces of part 0: this wire has no block for them".to_owned()), "{:?}", sent.notes);
    assert!(sent.notes.contains(&"members of part 4: this wire has no place for them".to_owned()));
    // Most models refuse the member that says how a tool ended.
    assert!(!send("us.writer.palmyra-x5-v1:0", &request, &turns).messages.contains("status"));
}

#[test]
fn instructions_stand_in_front_and_later_ones_where_they_are() {
    let turns = [Turn::system("Be brief."), Turn::user("q"), Turn::system("Be kind."), Turn::user("q")];
    let own = send(OPUS, &Request::new(CONVERSE), &turns);
    assert_eq!(
        own.body,
        r#"{"system":[{"text":"Be brief."}],"messages":[{"role":"user","content":[{"text":"q"}]},{"role":"system","content":[{"text":"Be kind."}]},{"role":"user","content":[{"text":"q"}]}]}"#
    );
    let other = send(OPUS, &Request::new(Api::CHAT), &turns);
    assert_eq!(other.messages, r#"{"role":"user","content":[{"text":"q"},{"text":"Be kind."},{"text":"q"}]}"#);
    assert!(other.notes.iter().any(|note| note.starts_with("instructions: ")), "{:?}", other.notes);
}

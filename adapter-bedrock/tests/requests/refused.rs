//! What a refusal teaches, and what the one retry leaves out.
use crate::common::{CONVERSE, OPUS, messages, planned, reply, sent};
use throughline_bedrock::Bedrock;
use throughline_core::{
    Attempt, ReasoningCarrier, RejectionMemory, Request, Taught, Turn, as_json,
    verdict::{Refusal, Spot, read},
};

const SIGNED: &str = r#"{"reasoningContent":{"reasoningText":{"text":"t","signature":"Eq=="}}}"#;
const PLAIN: &str = r#"{"reasoningContent":{"reasoningText":{"text":"t"}}}"#;
const BLOB: &str = r#"{"reasoningContent":{"redactedContent":"cnNfMDE="}}"#;
const CALL: &str = r#"{"toolUse":{"toolUseId":"t1","name":"look","input":{}}}"#;
const NONE: &str = "User messages cannot contain reasoning content. Please remove the reasoning content and try again.";
const UNSIGNED: &str = "This model doesn't support the reasoningContent.reasoningText.signature field. Remove reasoningContent.reasoningText.signature and try again.";

fn turns(model: &str, thoughts: &str) -> Vec<Turn> {
    vec![Turn::user("q"), reply(model, &format!("{thoughts},{CALL}")), Turn::tool("t1", "r")]
}
/// The messages of the retry, and what was learned; none where nothing was.
fn retried(model: &str, turns: &[Turn], message: &str) -> Option<(String, Vec<Taught>)> {
    let (request, mut memory) = (Request::new(CONVERSE), RejectionMemory::new());
    let body = as_json(format!(r#"{{"message":{}}}"#, throughline_core::Literal::of(message).raw()).as_bytes());
    let first = Attempt::new(&memory);
    let last = planned(model, &request, turns, &RejectionMemory::new(), |plan| {
        let verdict = read(&Refusal { status: 400, body: &body }, plan);
        first.refused(&verdict, plan, &mut memory, &Bedrock)
    })?;
    let messages = planned(model, &request, turns, last.memory(), |plan| sent(plan).messages);
    Some((messages, memory.lessons().iter().map(|lesson| lesson.taught.clone()).collect()))
}
fn with(thoughts: &str) -> String {
    format!(
        r#"{{"role":"user","content":[{{"text":"q"}}]}},{{"role":"assistant","content":[{thoughts}{CALL}]}},{{"role":"user","content":[{{"toolResult":{{"toolUseId":"t1","content":[{{"text":"r"}}]}}}}]}}"#
    )
}

#[test]
fn a_model_that_takes_no_reasoning_is_stripped() {
    for (model, thought, fields) in [
        ("zai.glm-5", PLAIN, vec!["reasoningText"]),
        (OPUS, SIGNED, vec!["signature"]),
        ("us.openai.gpt-5.6-sol", BLOB, vec!["redactedContent"]),
    ] {
        let want: Vec<_> = fields.into_iter().map(|field| Taught::Refuses(field.into())).collect();
        assert_eq!(retried(model, &turns(model, thought), NONE), Some((with(""), want)), "{model}");
    }
    let wrapped = format!("An error occurred (ValidationException) when calling the ConverseStream operation: {NONE}");
    assert_eq!(retried("zai.glm-5", &turns("zai.glm-5", PLAIN), &wrapped).unwrap().0, with(""));
}

#[test]
fn where_a_signature_is_refused_the_text_still_goes() {
    let model = "minimax.minimax-m2";
    let signature = vec![Taught::Refuses("signature".into())];
    for message in
        [UNSIGNED, "#/messages/1/content/0/reasoningContent/reasoningText: extraneous key [signature] is not permitted"]
    {
        let retried = retried(model, &turns(model, SIGNED), message);
        assert_eq!(retried, Some((with(&format!("{PLAIN},")), signature.clone())), "{message}");
    }
    // Nothing that was not sent is learned.
    assert_eq!(retried(model, &turns(model, PLAIN), UNSIGNED), None);
}

#[test]
fn a_blob_that_cannot_be_read_goes_alone() {
    let thoughts = format!("{SIGNED},{BLOB}");
    let turns = turns(OPUS, &thoughts);
    let said = "The redacted content in the request could not be decrypted.";
    let (messages, lessons) = retried(OPUS, &turns, said).unwrap();
    assert_eq!(messages, with(&format!("{SIGNED},")));
    assert!(matches!(lessons.as_slice(), [Taught::Dead(_)]));
}

#[test]
fn a_bad_signature_is_found_where_the_refusal_points() {
    let first = format!("{SIGNED},{CALL}");
    let second = first.replace("Eq==", "Er==").replace("t1", "t2");
    let turns = [
        Turn::system("s"),
        Turn::user("q"),
        reply(OPUS, &first),
        Turn::tool("t1", "r"),
        reply(OPUS, &second),
        Turn::tool("t2", "r"),
    ];
    for said in [
        "messages.3.content.0: Invalid `signature` in `thinking` block",
        "The model returned the following errors: messages.3.content.0: Invalid `signature` in `thinking` block",
        "The model returned the following errors: messages.3.content.0.thinking.signature: Field required",
    ] {
        let (messages, lessons) = retried(OPUS, &turns, said).unwrap();
        assert!(messages.contains("Eq==") && !messages.contains("Er=="), "{said}");
        assert_eq!(lessons.len(), 1);
    }
    planned(OPUS, &Request::new(CONVERSE), &turns, &RejectionMemory::new(), |plan| {
        let place = |message, content| Bedrock.locate(plan, Spot { message, content }).map(|(turn, _)| turn);
        assert_eq!(
            [place(1, 0), place(1, 1), place(3, 0), place(0, 0), place(9, 0)],
            [Some(2), None, Some(4), None, None]
        );
    });
}

#[test]
fn what_is_not_about_thoughts_teaches_nothing() {
    for said in [
        "The text field in the ContentBlock object is blank.",
        "#/toolConfig/tools/18: extraneous key [cachePoint] is not permitted",
        "This model doesn't support the status field. Remove status and try again.",
        "This model does not support assistant message prefill. The conversation must end with a user message.",
        "Input is too long for requested model.",
    ] {
        assert_eq!(retried(OPUS, &turns(OPUS, &format!("{SIGNED},{BLOB}")), said), None, "{said}");
    }
    assert_eq!(messages(OPUS, &turns(OPUS, SIGNED)), with(&format!("{SIGNED},")));
}

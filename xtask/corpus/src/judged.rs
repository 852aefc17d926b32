//! The comparison by itself, on messages that are written out: what it finds, and what it explains and does not.
use crate::{
    compare::{Comparison, Evidence, messages, unspoken},
    explain::{Fault, Why},
    message::Message,
    minted::Minted,
    tree::Tree,
};

/// Compares one message of the model. `reply` is what the provider had sent; nothing for what a client wrote itself.
fn judge(reply: &str, ours: &str, recorded: &str) -> Comparison {
    let body = if reply.contains("\"content\":[") {
        reply.to_owned()
    } else {
        format!(r#"{{"choices":[{{"message":{reply}}}]}}"#)
    };
    let text = format!(r#"{{"id":"x","provider":"p","api":"a","request":{{}},"response":{{"body":{body}}}}}"#);
    let minted = (!reply.is_empty()).then(|| Minted::read(&serde_json::from_str(&text).unwrap()).unwrap());
    let read = |text: &str| [Message::read(&Tree::parse(text).unwrap())];
    messages(&read(ours), &read(recorded), |_| Evidence { minted: minted.as_ref(), ..Evidence::default() })
}

fn faults(found: &Comparison) -> Vec<(Fault, &str)> {
    found.faults.iter().map(|fault| (fault.fault, fault.field.as_str())).collect()
}
fn reasons(found: &Comparison) -> Vec<Why> {
    assert_eq!(faults(found), []);
    found.explained.iter().map(|explanation| explanation.why).collect()
}

fn details(entries: &str) -> String {
    format!(r#"{{"role":"assistant","reasoning_details":[{entries}]}}"#)
}
fn blocks(blocks: &[&str]) -> String {
    format!(r#"{{"role":"assistant","content":[{}]}}"#, blocks.join(","))
}
const SUMMARY: &str = r#"{"type":"reasoning.summary","summary":"why","index":0}"#;
const SEALED: &str = r#"{"type":"reasoning.encrypted","data":"c2VhbGVk","index":1}"#;
const OTHER: &str = r#"{"type":"reasoning.encrypted","data":"b3RoZXI=","index":1}"#;
const THOUGHT: &str = r#"{"type":"thinking","thinking":"hm","signature":"sig"}"#;
const TEXT: &str = r#"{"type":"text","text":"yes"}"#;

#[test]
fn a_lost_carrier_is_found() {
    let both = details(&format!("{SUMMARY},{SEALED}"));
    assert_eq!(faults(&judge(&both, &details(SUMMARY), &both)), [(Fault::Lost, "reasoning_details")]);
    assert_eq!(faults(&judge(&both, r#"{"role":"assistant"}"#, &both)).len(), 2);
    let thinking = blocks(&[THOUGHT, TEXT]);
    assert_eq!(faults(&judge(&thinking, &blocks(&[TEXT]), &thinking)), [(Fault::Lost, "thinking")]);
    let unsigned = blocks(&[r#"{"type":"thinking","thinking":"hm"}"#, TEXT]);
    assert_eq!(faults(&judge(&thinking, &unsigned, &thinking)), [(Fault::Lost, "signature")]);
    let plain = r#"{"role":"assistant","reasoning_content":"hm"}"#;
    assert_eq!(faults(&judge(plain, r#"{"role":"assistant"}"#, plain)), [(Fault::Lost, "reasoning_content")]);
}

#[test]
fn a_changed_carrier_is_found() {
    let reply = details(&format!("{SUMMARY},{SEALED}"));
    let ours = details(&format!("{SUMMARY},{OTHER}"));
    assert_eq!(faults(&judge(&reply, &ours, &reply)), [(Fault::Changed, "data")]);
    let thinking = blocks(&[THOUGHT, TEXT]);
    let other = blocks(&[r#"{"type":"thinking","thinking":"hm","signature":"six"}"#, TEXT]);
    assert_eq!(faults(&judge(&thinking, &other, &thinking)), [(Fault::Changed, "signature")]);
    let plain = |text: &str| format!(r#"{{"role":"assistant","reasoning_content":"{text}"}}"#);
    assert_eq!(faults(&judge(&plain("hm"), &plain("hm "), &plain("hm"))), [(Fault::Changed, "reasoning_content")]);
    // What a client wrote itself has nobody to blame.
    assert_eq!(faults(&judge("", &plain("a"), &plain("b"))), [(Fault::Changed, "reasoning_content")]);
}

#[test]
fn a_moved_carrier_is_found() {
    let reply = details(&format!("{SUMMARY},{SEALED}"));
    let swapped = details(&format!("{SEALED},{SUMMARY}"));
    assert_eq!(faults(&judge(&reply, &swapped, &reply)), [(Fault::Moved, "reasoning_details")]);
    let thinking = blocks(&[THOUGHT, TEXT]);
    assert_eq!(faults(&judge(&thinking, &blocks(&[TEXT, THOUGHT]), &thinking)), [(Fault::Moved, "thinking")]);
    let call =
        |extra: &str| format!(r#"{{"id":"c","type":"function","function":{{"name":"f","arguments":"{{}}"}}{extra}}}"#);
    let calls = |a: &str, b: &str| format!(r#"{{"role":"assistant","tool_calls":[{},{}]}}"#, call(a), call(b));
    let sealed = r#","extra_content":{"google":{"thought_signature":"sig"}}"#;
    let reply = calls(sealed, "");
    assert_eq!(faults(&judge(&reply, &calls("", sealed), &reply)), [(Fault::Lost, "extra_content")]);
}

#[test]
fn what_is_said_is_never_explained_away() {
    let said = |text: &str| format!(r#"{{"role":"assistant","content":"{text}"}}"#);
    for (ours, recorded) in [("yes", "no"), ("yes", "yes."), ("", "yes"), ("y", "yes")] {
        assert_eq!(faults(&judge(&said("yes"), &said(ours), &said(recorded))), [(Fault::Said, "content")]);
    }
    assert_eq!(reasons(&judge(&said("yes"), &said("yes"), &said("es"))), [Why::ClientCut]);
    assert_eq!(reasons(&judge(&said(""), &said(""), &said("yes"))), [Why::ClientFilled]);
    assert_eq!(
        faults(&judge(&said("yes "), &said("yes"), &said("yes "))),
        [(Fault::Said, "content")],
        "ours trimmed it"
    );
    assert_eq!(reasons(&judge(&said("yes "), &said("yes "), &said("yes"))), [Why::ClientSpaced]);
    let result = |text: &str| format!(r#"{{"role":"tool","tool_call_id":"c","content":"{text}"}}"#);
    assert_eq!(faults(&judge("", &result("1"), &result("1 "))), [(Fault::Said, "content")]);
    let call = |arguments: &str| {
        format!(
            r#"{{"role":"assistant","tool_calls":[{{"id":"c","function":{{"name":"f","arguments":"{arguments}"}}}}]}}"#
        )
    };
    assert_eq!(faults(&judge("", &call("{}"), &call("{ }"))), []);
    assert_eq!(faults(&judge("", &call("{}"), &call("[]"))), [(Fault::Said, "content")]);
    let nothing = r#"{"role":"assistant"}"#;
    assert_eq!(reasons(&judge(&call("{"), &call("{"), nothing)), [Why::ClientDroppedCall]);
    assert_eq!(faults(&judge(&call("{}"), &call("{}"), nothing)), [(Fault::Said, "content")]);
}

#[test]
fn what_a_client_dropped_or_made_up_is_explained() {
    let reply = details(&format!("{SUMMARY},{SEALED}"));
    assert_eq!(reasons(&judge(&reply, &reply, &details(SUMMARY))), [Why::ClientDropped]);
    assert_eq!(reasons(&judge(&reply, &reply, r#"{"role":"assistant"}"#)), [Why::ClientDropped]);
    let invented = details(r#"{"type":"reasoning.text","format":"unknown"}"#);
    assert_eq!(reasons(&judge(&reply, &reply, &invented)), [Why::ClientMadeUp, Why::ClientDropped, Why::ClientDropped]);
    let extra = details(&SUMMARY.replace('}', r#","by":"client","note":null}"#));
    let found = judge(&reply, &reply, &extra);
    assert_eq!(reasons(&found), [Why::ClientMadeUp, Why::ClientPadded, Why::ClientDropped]);
    // A minted seal is no invention, wherever the client put it.
    let elsewhere = details(&SUMMARY.replace('}', r#","data":"c2VhbGVk"}"#));
    assert_eq!(faults(&judge(&reply, &details(SUMMARY), &elsewhere)), [(Fault::Lost, "data")]);
}

#[test]
fn what_a_client_joined_or_spelled_anew_is_explained() {
    let piece = |text: &str| format!(r#"{{"type":"reasoning.text","text":"{text}","index":0}}"#);
    let pieces = details(&format!("{},{}", piece("a"), piece("b")));
    assert_eq!(reasons(&judge(&pieces, &pieces, &details(&piece("ab")))), [Why::ClientMerged]);
    assert_eq!(faults(&judge(&pieces, &details(&piece("a")), &pieces)), [(Fault::Lost, "reasoning_details")]);
    let sealed = |data: &str| details(&format!(r#"{{"type":"reasoning.encrypted","data":"{data}"}}"#));
    let (plain, url) = (sealed("AAAA+BBBB/CCCCDDDDEE=="), sealed("AAAA-BBBB_CCCCDDDDEE"));
    assert_eq!(reasons(&judge(&plain, &plain, &url)), [Why::ClientRecoded]);
    let said = |text: &str| format!(r#"{{"role":"assistant","content":"{text}"}}"#);
    let reply = r#"{"role":"assistant","content":"yes","reasoning":"hm"}"#;
    let found = judge(reply, &said("yes"), &said(r"<think>\nhm\n</think>\n\nyes"));
    assert_eq!(reasons(&found), [Why::ClientTagged]);
    let found = judge(reply, &said("yes"), &said(r"<think>ha</think>yes"));
    assert_eq!(faults(&found), [(Fault::Said, "content")]);
}

#[test]
fn a_thought_in_tags_behind_the_answer_and_plain_punctuation_are_explained() {
    let said = |text: &str| format!(r#"{{"role":"assistant","content":"{text}"}}"#);
    let reply = r#"{"role":"assistant","content":"yes","reasoning":"hm"}"#;
    let found = judge(reply, &said("yes"), &said(r"yes<think>\nhm\n</think>"));
    assert_eq!(reasons(&found), [Why::ClientTagged]);
    let found = judge(reply, &said("yes"), &said(r"no<think>hm</think>"));
    assert_eq!(faults(&found), [(Fault::Said, "content")]);
    assert_eq!(reasons(&judge(&said("a--b"), &said("a--b"), &said("a—b"))), [Why::ClientRespelled]);
    assert_eq!(faults(&judge(&said("a--b"), &said("a—b"), &said("a--b"))), [(Fault::Said, "content")], "ours did it");
}

#[test]
fn a_message_of_a_thought_alone_is_passed_over_and_no_other_is() {
    let read = |text: &str| Message::read(&Tree::parse(text).unwrap());
    let reply = r#"{"id":"x","provider":"p","api":"a","request":{},"response":{"body":{"output":{"message":{"role":"assistant",
        "content":[{"reasoningContent":{"reasoningText":{"text":"hm"}}}]}}}}}"#;
    let minted = [Some(std::rc::Rc::new(Minted::read(&serde_json::from_str(reply).unwrap()).unwrap()))];
    let user = |text: &str| read(&format!(r#"{{"role":"user","content":"{text}"}}"#));
    let model = |text: &str| read(&format!(r#"{{"role":"assistant","content":"{text}"}}"#));
    let told = |middle: &str| unspoken(vec![user("a"), model(middle), user("b")], &minted);
    let (left, why) = told("<think>hm</think>");
    assert_eq!((left, why.len()), (vec![user("ab")], 1));
    for other in ["<think>ha</think>", "<think>hm</think>yes", "hm"] {
        assert_eq!(told(other).0.len(), 3, "{other}");
    }
}

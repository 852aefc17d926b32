//! A checkpoint on this wire: its summary is text like any other, a server's item stays where no slot takes its kind.
use crate::sample::{asking, assistant, messages, native, origin, project, relay, whole};
use throughline_core::{Carrier, Checkpoint, Literal, Part, Role, Text, Turn, Verbatim};

fn summary(text: Text) -> Part {
    Part::Checkpoint(Checkpoint { text: Some(text), item: None })
}
fn marked(text: &str) -> Text {
    let marker = ("cache_control".into(), Verbatim::parse(r#"{"type":"ephemeral"}"#).unwrap());
    Text { extras: vec![marker], ..Text::of(text) }
}

#[test]
fn a_summary_goes_as_text_does() {
    let user = |parts| Turn { parts, ..Turn::new(Role::User) };
    let turns = |part: fn(Text) -> Part| {
        vec![
            user(vec![part(Text::of("They met."))]),
            user(vec![part(marked("They met.")), Part::text("Go on.")]),
            assistant(vec![part(Text::of("So.")), part(Text::of(" \n"))]),
            user(vec![part(Text::of(""))]),
        ]
    };
    let (said, summed) =
        (project(&native(), &asking(), &turns(Part::Text)), project(&native(), &asking(), &turns(summary)));
    assert_eq!(said.body, summed.body);
    assert_eq!((said.notes(), said.ledger()), (summed.notes(), summed.ledger()));
    assert!(summed.messages().starts_with(
        r#"{"role":"user","content":"They met."},{"role":"user","content":[{"type":"text","text":"They met.","cache_control":{"type":"ephemeral"}},{"type":"text","text":"Go on."}]}"#
    ));
}
#[test]
fn an_item_stays_with_a_reason_and_its_text_goes_in_its_place() {
    let item = Carrier::sealed("compaction", "claude", Literal::of("c2VhbA==").verbatim().clone(), None);
    let with = |text: Option<Text>| Part::Checkpoint(Checkpoint { text, item: Some(item.clone()) });
    let turn = |part| Turn { origin: origin(&native()), ..assistant(vec![part]) };
    let turns = [turn(with(None)), turn(with(Some(Text::of("They met.")))), turn(with(Some(Text::of(" "))))];
    assert_eq!(messages(&native(), &turns), r#"{"role":"assistant","content":[{"type":"text","text":"They met."}]}"#);
    let ledger = project(&native(), &asking(), &turns).ledger();
    assert_eq!(ledger[0], "0 compaction withheld: it is no block: this wire knows one by its `type`");
    assert_eq!(ledger.len(), 3);
}
#[test]
fn a_servers_summary_goes_home_as_it_came_and_elsewhere_as_text() {
    let block = r#"{"type":"compaction","content":"They met.","encrypted_content":"c2VhbA=="}"#;
    let reply = whole(&native(), &format!(r#"{{"content":[{block},{{"type":"text","text":"So."}}]}}"#));
    let turns = [Turn::user("Hi"), reply, Turn::user("Go on.")];
    let between = |first: &str| {
        format!(
            r#"{{"role":"user","content":"Hi"}},{{"role":"assistant","content":[{first},{{"type":"text","text":"So."}}]}},{{"role":"user","content":"Go on."}}"#
        )
    };
    assert_eq!(messages(&native(), &turns), between(block));
    assert_eq!(messages(&relay(), &turns), between(r#"{"type":"text","text":"They met."}"#));
    let failed = whole(&native(), r#"{"content":[{"type":"compaction","content":null},{"type":"text","text":"So."}]}"#);
    let turns = [Turn::user("Hi"), failed, Turn::user("Go on.")];
    assert_eq!(messages(&native(), &turns), between(r#"{"type":"compaction","content":null}"#));
}

//! A checkpoint on this wire: its summary is text like any other, a server's item stays where no slot takes its kind.
use crate::common::{openrouter, plain, project, route};
use throughline_core::{
    Api, Carrier, Checkpoint, How, Literal, Origin, Part, Request, Role, Route, Text, Turn, Verbatim,
};

fn text(text: &str, marked: bool) -> Text {
    let marker = ("cache_control".into(), Verbatim::parse(r#"{"type":"ephemeral"}"#).unwrap());
    Text { extras: if marked { vec![marker] } else { vec![] }, ..Text::of(text) }
}
fn item() -> Carrier {
    Carrier::sealed("compaction", "openai", Literal::of("c2VhbA==").verbatim().clone(), None)
}
fn summary(text: Text) -> Part {
    Part::Checkpoint(Checkpoint { text: Some(text), item: None })
}
fn from(route: &Route, parts: Vec<Part>) -> Turn {
    Turn { parts, origin: Some(Origin::of(route, How::Minted).into()), ..Turn::new(Role::Assistant) }
}

#[test]
fn a_summary_goes_as_text_does() {
    let strict = route("mistral", "https://api.mistral.ai/v1", "mistral-large");
    for to in [plain(), openrouter("anthropic/claude-sonnet-4.5"), strict] {
        for make in [
            |part: fn(Text) -> Part| {
                vec![Turn { parts: vec![part(text("They met.", false))], ..Turn::new(Role::User) }]
            },
            |part: fn(Text) -> Part| {
                let parts = vec![part(text("They met.", true)), Part::text("Go on."), part(text("And?", false))];
                vec![Turn { parts: parts.clone(), ..Turn::new(Role::User) }, from(&plain(), parts)]
            },
        ] {
            let request = Request::new(Api::CHAT);
            let (said, summed) = (project(&to, &request, make(Part::Text)), project(&to, &request, make(summary)));
            assert_eq!(said.body, summed.body);
            assert_eq!(said.notes, summed.notes);
        }
    }
}
#[test]
fn an_item_stays_with_a_reason_and_its_text_goes_in_its_place() {
    let bare = Part::Checkpoint(Checkpoint { text: None, item: Some(item()) });
    let both = Part::Checkpoint(Checkpoint { text: Some(text("They met.", false)), item: Some(item()) });
    let home = route("openai", "https://api.openai.com/v1", "gpt-5.5");
    for to in [home.clone(), plain()] {
        let turns = [&bare, &both].map(|part| from(&home, vec![part.clone()]));
        let projected = project(&to, &Request::new(Api::CHAT), turns);
        assert!(
            projected.body.contains(r#""messages":[{"role":"assistant","content":"They met."}]"#),
            "{}",
            projected.body
        );
        let lines = projected.ledger.iter().map(|line| format!("{} {}", line.kind, line.outcome.as_str()));
        assert_eq!(lines.filter(|line| line == "compaction withheld").count(), 2);
    }
}

//! The request for a summary, and summarisers that are of no use.
use crate::stage::*;
use std::error::Error;
use throughline_core::{
    Api, Ending, History, Request, Role, Turn,
    compact::{Goal, Summariser},
};

const GOAL: Goal = Goal { threshold: 400, keep: 60, summary: 90 };

fn talk() -> History {
    let thinks = |text: &str| model(vec![thought("A secret thought.", "c2VhbA=="), throughline_core::Part::text(text)]);
    history([
        Turn::system("Be brief."),
        summary("[Summary of the earlier conversation]\nThey met."),
        Turn::user("Read it."),
        thinks("<think>Another secret.</think>\nI look."),
        model(vec![thought("A third.", "c2VhbDI="), call("a", "read")]),
        Turn::tool("a", &long(900)),
        Turn { ending: Some(Ending::Cut), ..model(vec![call("b", "lost")]) },
        Turn::user("And?"),
        says("Done."),
    ])
}

#[test]
fn it_holds_what_was_said_and_done_as_text_and_no_thought() {
    let (request, asked) = Stage::new("signed").plan(&talk(), &GOAL).ask(&talk()).unwrap();
    assert_eq!(request, Request::new(Api::CHAT));
    let roles: Vec<Role> = asked.turns().iter().map(|turn| turn.role).collect();
    assert_eq!(roles, [Role::System, Role::User]);
    let text = asked.turns()[1].text();
    let words = long(900);
    let (begin, end) = (&words[..3000], &words[3499..4499]);
    let want = format!(
        "<transcript>\n[earlier summary]\nThey met.\n\n[user]\nRead it.\n\n[assistant]\nI look.\n\n[call of read]\n{{\"path\":\"a.rs\"}}\n\n[result]\n{begin}\n(499 characters left out)\n{end}\n\n</transcript>\n\nWrite the summary of this transcript now, in at most 60 words."
    );
    assert_eq!(text, want);
    let all: String = asked.turns().iter().map(|turn| format!("{}{:?}", turn.text(), turn.reasoning())).collect();
    assert!(!all.contains("secret") && !all.contains("third") && !all.contains("c2Vh"));
    assert!(asked.turns().iter().all(|turn| turn.carriers().next().is_none()));
}
#[test]
fn where_nothing_is_summarised_nothing_is_asked() {
    assert!(Stage::new("signed").plan(&talk(), &Goal::under(100_000)).ask(&talk()).is_none());
    assert!(Stage::new("signed").plan(&History::new(), &GOAL).ask(&History::new()).is_none());
}

struct Says(Option<&'static str>, usize);
impl Summariser for Says {
    fn summarise(&mut self, _: &Request, _: &History) -> Result<String, Box<dyn Error + Send + Sync>> {
        self.1 += 1;
        self.0.map(|text| text.repeat(self.1)).ok_or_else(|| "no network".into())
    }
}

fn told(summariser: &mut Says) -> (String, bool) {
    let (compacted, _) = Stage::new("signed").compact(&talk(), &GOAL, Some(summariser));
    (compacted.history.turns()[1].text(), compacted.digest)
}

#[test]
fn a_summary_is_text_alone_and_a_useless_one_is_not_taken() {
    let preface = "[Summary of the earlier conversation]\n";
    let kept = told(&mut Says(Some("<think>Which tense?</think>\n\nThey read it.\n"), 0));
    assert_eq!(kept, (format!("{preface}They read it."), false));
    let long: &'static str = long(2000).leak();
    for useless in [Says(None, 0), Says(Some(""), 0), Says(Some("<think>Never ends"), 0), Says(Some(long), 0)] {
        let mut useless = useless;
        assert!(told(&mut useless).1);
        assert_eq!(useless.1, 1, "asked once");
    }
}

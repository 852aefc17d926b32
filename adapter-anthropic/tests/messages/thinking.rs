//! The thinking request by generation: what one model takes and another refuses.
use crate::sample::{ingest, native};
use throughline_anthropic::{
    Anthropic,
    claude::Claude,
    thinking::{Around, fit},
};
use throughline_core::{Api, Note, ReasoningCarrier, Request, Route, Verbatim, json};

pub(crate) fn to(model: &str) -> Route {
    Route { model: model.to_owned(), ..native() }
}
/// The members beside `model`, and the notes, of a request to `model`.
pub(crate) fn fitted(model: &str, members: &str) -> (String, Vec<String>) {
    around(model, members, &Around { shows: true, ..Around::default() })
}
pub(crate) fn around(model: &str, members: &str, around: &Around) -> (String, Vec<String>) {
    let mut request = Request { api: Api::MESSAGES, tools: None, members: vec![] };
    json::members(members, |key, value| request.set(key.to_owned(), value.into())).unwrap();
    if let Some(tools) = request.get("tools").cloned() {
        request.members.retain(|(key, _)| key != "tools");
        let body = format!(r#"{{"tools":{},"messages":[]}}"#, tools.get());
        request.tools = ingest(&native(), &body).request.tools;
    }
    let mut notes = vec![];
    let new = fit(&Claude::of(model).unwrap(), &request, around, &mut notes);
    let said = match &new {
        None => "as it is".to_owned(),
        Some(new) => {
            let members = new.members.iter().map(|(key, value)| format!(r#""{key}":{}"#, value.get()));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
    };
    (said, notes.iter().map(|note: &Note| format!("{}: {}", note.what, note.why.reason())).collect())
}

pub(crate) const BUDGET: &str = r#"{"max_tokens":64000,"thinking":{"type":"enabled","budget_tokens":12000}}"#;
pub(crate) const ADAPTIVE: &str =
    r#"{"max_tokens":64000,"thinking":{"type":"adaptive"},"output_config":{"effort":"xhigh"}}"#;

#[test]
fn what_a_model_takes_goes_byte_for_byte() {
    for (model, members) in [
        ("claude-3-7-sonnet-20250219", BUDGET),
        (
            "claude-opus-4-1",
            r#"{"max_tokens":2000,"thinking":{"budget_tokens":1024,"type":"enabled"},"top_p":0.95,"temperature":1.0}"#,
        ),
        ("claude-sonnet-4-5", BUDGET),
        ("claude-sonnet-4-6", BUDGET),
        ("claude-opus-4-6", r#"{"max_tokens":9,"thinking":{"type":"adaptive"},"output_config":{"effort":"max"}}"#),
        (
            "claude-opus-4-5",
            r#"{"max_tokens":9,"output_config":{"effort":"medium","format":{"type":"json_schema"}},"temperature":0.3}"#,
        ),
        ("claude-opus-4-7", ADAPTIVE),
        ("claude-opus-4-8", r#"{"max_tokens":9,"thinking":{"type":"disabled"},"output_config":{"effort":"max"}}"#),
        ("claude-opus-5", r#"{"max_tokens":9,"thinking":{"type":"disabled"},"output_config":{"effort":"high"}}"#),
        ("claude-sonnet-5", r#"{"max_tokens":9,"thinking":{"type":"disabled"},"tool_choice":{"type":"any"}}"#),
        ("claude-sonnet-5-5", r#"{"max_tokens":9,"thinking":{"type":"between_tools"}}"#),
        ("claude-opus-5-5", r#"{"max_tokens":9,"output_config":{"effort":"low"}}"#),
        ("claude-fable-5-1", r#"{"max_tokens":128000,"thinking":{"type":"adaptive","display":"omitted"}}"#),
        // What nobody knows is the caller's.
        ("claude-opus-5-5", r#"{"max_tokens":9,"thinking":{"type":"novel","n":1.50}}"#),
        ("claude", r#"{"thinking":{"type":"enabled","budget_tokens":1},"temperature":2,"top_k":1}"#),
        ("claude-opus-4-7", r#"{"max_tokens":9,"output_config":{"effort":"colossal"}}"#),
    ] {
        assert_eq!(fitted(model, members), ("as it is".to_owned(), vec![]), "{model} {members}");
    }
}

#[test]
fn a_budget_becomes_an_effort_where_no_budget_is_taken() {
    for model in [
        "claude-opus-4-7",
        "us.anthropic.claude-opus-4-8-v1:0",
        "claude-opus-5",
        "claude-sonnet-5",
        "claude-haiku-5-5",
        "claude-opus-5-5",
        "claude-fable-5",
        "claude-fable-5-1",
        "claude-mythos-preview",
        "claude-newfamily-7",
        "~anthropic/claude-sonnet-latest",
    ] {
        let (members, notes) = fitted(model, BUDGET);
        assert_eq!(
            members,
            r#"{"max_tokens":64000,"thinking":{"type":"adaptive","display":"summarized"},"output_config":{"effort":"high"}}"#,
            "{model}"
        );
        assert_eq!(
            notes,
            [
                r#"request member `thinking`: {"type":"enabled","budget_tokens":12000} → {"type":"adaptive","display":"summarized"}: this model sizes its thinking by itself"#,
                r#"request member `output_config`: {"effort":"high"}: the effort that says as much as the budget"#,
            ]
        );
    }
    for (budget, effort) in [(1024, "low"), (4001, "medium"), (8001, "high"), (31999, "xhigh"), (60000, "max")] {
        let members = format!(r#"{{"thinking":{{"type":"enabled","budget_tokens":{budget}}},"max_tokens":64000}}"#);
        assert!(fitted("claude-opus-4-7", &members).0.contains(&format!(r#"{{"effort":"{effort}"}}"#)), "{budget}");
    }
    // What the caller says of display and effort stays; in regions that know no display none is added.
    let said = r#"{"max_tokens":9,"thinking":{"type":"enabled","display":"omitted","budget_tokens":5},"output_config":{"format":1,"effort":"low"}}"#;
    assert_eq!(
        fitted("claude-opus-4-7", said).0,
        r#"{"max_tokens":9,"thinking":{"type":"adaptive","display":"omitted"},"output_config":{"format":1,"effort":"low"}}"#
    );
    assert_eq!(
        around("us-gov.anthropic.claude-opus-4-8-v1:0", BUDGET, &Around::default()).0,
        r#"{"max_tokens":64000,"thinking":{"type":"adaptive"},"output_config":{"effort":"high"}}"#
    );
}

#[test]
fn an_effort_becomes_a_budget_where_only_budgets_are_taken() {
    for model in ["claude-sonnet-4-5", "claude-sonnet-4-5@20250929", "claude-haiku-4-5", "claude-sonnet-4-20250514"] {
        let (members, notes) = fitted(model, ADAPTIVE);
        assert_eq!(members, r#"{"max_tokens":64000,"thinking":{"type":"enabled","budget_tokens":32000}}"#, "{model}");
        assert_eq!(
            notes,
            [
                r#"request member `thinking`: {"type":"adaptive"} → {"type":"enabled","budget_tokens":32000}: this model thinks by a budget alone"#,
                r#"request member `output_config`: {"effort":"xhigh"} is left out: this model knows no effort"#,
            ]
        );
    }
    // Opus 4.5 knows efforts, and no budget is without one: the API's own default is `high`.
    assert_eq!(
        fitted("claude-opus-4.5", ADAPTIVE).0,
        r#"{"max_tokens":64000,"thinking":{"type":"enabled","budget_tokens":32000},"output_config":{"effort":"high"}}"#
    );
    assert_eq!(
        fitted("claude-sonnet-4-5", r#"{"thinking":{"type":"adaptive","display":"updates"},"max_tokens":64000}"#).0,
        r#"{"thinking":{"type":"enabled","budget_tokens":16000},"max_tokens":64000}"#
    );
    let kept = r#"{"max_tokens":9,"output_config":{"effort":"low","format":{"a":1.0}}}"#;
    assert_eq!(fitted("claude-haiku-4-5", kept).0, r#"{"max_tokens":9,"output_config":{"format":{"a":1.0}}}"#);
    assert_eq!(
        fitted("claude-3-5-sonnet-20241022", r#"{"max_tokens":9,"thinking":{"type":"adaptive"}}"#),
        (
            r#"{"max_tokens":9}"#.to_owned(),
            vec![r#"request member `thinking`: {"type":"adaptive"} is left out: this model does not think"#.to_owned()]
        )
    );
}

#[test]
fn a_level_that_a_model_does_not_know_becomes_the_nearest() {
    for (model, said, goes) in [
        ("claude-opus-4-6", "xhigh", "max"),
        ("claude-sonnet-4.6", "xhigh", "max"),
        ("claude-opus-4-5", "xhigh", "high"),
        ("claude-opus-4-5", "max", "high"),
    ] {
        let members = |level| format!(r#"{{"max_tokens":9,"output_config":{{"effort":"{level}"}}}}"#);
        let (members, notes) = (fitted(model, &members(said)), members(goes));
        assert_eq!(members.0, notes, "{model}");
        assert_eq!(
            members.1,
            [format!(
                r#"request member `output_config`: {{"effort":"{said}"}} → {{"effort":"{goes}"}}: this model does not know the level"#
            )]
        );
    }
}

#[test]
fn thinking_is_turned_off_as_each_model_knows_it() {
    const OFF: &str = r#"{"max_tokens":9,"thinking":{"type":"disabled"}}"#;
    for model in ["claude-opus-5-5", "claude-fable-5", "claude-fable-5-2", "claude-mythos-5", "claude-mythos-preview"] {
        assert_eq!(
            fitted(model, OFF),
            (
                r#"{"max_tokens":9}"#.to_owned(),
                vec![
                    r#"request member `thinking`: {"type":"disabled"} is left out: this model always thinks"#
                        .to_owned()
                ]
            )
        );
    }
    let loud = r#"{"max_tokens":9,"thinking":{"type":"disabled"},"output_config":{"effort":"max"}}"#;
    for (model, members, want) in [
        ("claude-sonnet-5-5", OFF, r#"{"max_tokens":9,"thinking":{"type":"between_tools"}}"#),
        (
            "claude-sonnet-5-5",
            loud,
            r#"{"max_tokens":9,"thinking":{"type":"between_tools"},"output_config":{"effort":"high"}}"#,
        ),
        ("claude-opus-5", loud, r#"{"max_tokens":9,"thinking":{"type":"disabled"},"output_config":{"effort":"high"}}"#),
        (
            "claude-haiku-5-5",
            loud,
            r#"{"max_tokens":9,"thinking":{"type":"disabled"},"output_config":{"effort":"high"}}"#,
        ),
        (
            "claude-opus-4-7",
            r#"{"max_tokens":9,"thinking":{"type":"between_tools"}}"#,
            r#"{"max_tokens":9,"thinking":{"type":"disabled"}}"#,
        ),
        ("claude-opus-5-5", r#"{"max_tokens":9,"thinking":{"type":"between_tools"}}"#, r#"{"max_tokens":9}"#),
    ] {
        assert_eq!(fitted(model, members).0, want, "{model}");
    }
}

#[test]
fn a_budget_lies_between_its_least_and_the_longest_reply() {
    for (members, want) in [
        (
            r#"{"max_tokens":16000,"thinking":{"type":"enabled","budget_tokens":16000}}"#,
            r#"{"max_tokens":16000,"thinking":{"type":"enabled","budget_tokens":12800}}"#,
        ),
        (
            r#"{"max_tokens":1100,"thinking":{"type":"enabled","budget_tokens":5000}}"#,
            r#"{"max_tokens":1100,"thinking":{"type":"enabled","budget_tokens":1024}}"#,
        ),
        (
            r#"{"max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":500}}"#,
            r#"{"max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":1024}}"#,
        ),
        (
            r#"{"max_tokens":9000,"thinking":{"type":"enabled"}}"#,
            r#"{"max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":7200}}"#,
        ),
        // The limit that is written where the request has none counts too.
        (
            r#"{"thinking":{"type":"enabled","budget_tokens":32000}}"#,
            r#"{"thinking":{"type":"enabled","budget_tokens":25600}}"#,
        ),
        (r#"{"max_tokens":1024,"thinking":{"type":"enabled","budget_tokens":1024}}"#, r#"{"max_tokens":1024}"#),
    ] {
        let (found, notes) = fitted("claude-sonnet-4-5", members);
        assert_eq!((found.as_str(), notes.len()), (want, 1), "{notes:?}");
    }
    // Between calls the budget is that of the whole turn.
    let tools = r#"{"tools":[{"name":"f","input_schema":{}}],"max_tokens":2000,"thinking":{"type":"enabled","budget_tokens":9000}}"#;
    assert_eq!(
        fitted("claude-sonnet-4-5", tools),
        (
            r#"{"max_tokens":2000,"thinking":{"type":"enabled","budget_tokens":9000},"anthropic_beta":["interleaved-thinking-2025-05-14"]}"#.to_owned(),
            vec![]
        )
    );
    assert_eq!(
        fitted("claude-3-7-sonnet", tools).0,
        r#"{"max_tokens":2000,"thinking":{"type":"enabled","budget_tokens":1600}}"#
    );
}

#[test]
fn no_reply_is_longer_than_the_model_allows() {
    for (model, members, want) in [
        ("claude-opus-4-1", r#"{"max_tokens":64000}"#, r#"{"max_tokens":32000}"#),
        ("claude-sonnet-4-5", r#"{"max_tokens":128000}"#, r#"{"max_tokens":64000}"#),
        ("claude-3-5-haiku-20241022", r#"{}"#, r#"{"max_tokens":8192}"#),
        ("claude-3-opus-20240229", r#"{"max_tokens":8192}"#, r#"{"max_tokens":4096}"#),
        ("claude-opus-4-6", r#"{"max_tokens":128000}"#, "as it is"),
        ("claude-sonnet-4-5", r#"{}"#, "as it is"),
    ] {
        assert_eq!(fitted(model, members).0, want, "{model} {members}");
    }
}

#[test]
fn a_wish_of_another_wire_is_told_by_generation() {
    let told = |model: &str, members: &str| {
        let mut request = Request { api: Api::CHAT, tools: None, members: vec![] };
        json::members(members, |key, value| request.set(key.to_owned(), value.into())).unwrap();
        request.set("max_tokens", Verbatim::parse("64000").unwrap());
        let mut notes = vec![];
        let new = Anthropic.adopt(&to(model), &request, &mut notes);
        let members: String = new.members.iter().map(|(key, value)| format!("{key}={};", value.get())).collect();
        (members.replace("max_tokens=64000;", ""), notes.iter().map(|note| note.what.to_string()).collect::<Vec<_>>())
    };
    const MANUAL: &str = "claude-sonnet-4-5";
    const NEW: &str = "claude-opus-4-7";
    let summed = |effort: &str| {
        let effort =
            if effort.is_empty() { String::new() } else { format!(r#"output_config={{"effort":"{effort}"}};"#) };
        format!(r#"thinking={{"type":"adaptive","display":"summarized"}};{effort}"#)
    };
    let budget = |tokens: u32| format!(r#"thinking={{"type":"enabled","budget_tokens":{tokens}}};"#);
    for (members, manual, new) in [
        (r#"{"reasoning_effort":"minimal"}"#, budget(4000), summed("low")),
        (r#"{"reasoning_effort":"high"}"#, budget(16000), summed("high")),
        (r#"{"reasoning":{"effort":"xhigh","summary":"auto"}}"#, budget(32000), summed("xhigh")),
        (r#"{"reasoning":{"max_tokens":6000}}"#, budget(6000), summed("medium")),
        (r#"{"reasoning":{"enabled":true}}"#, budget(8000), summed("")),
        (r#"{"thinking":{"type":"enabled","clear_thinking":false}}"#, budget(8000), summed("")),
        (r#"{"enable_thinking":true,"thinking_budget":2000}"#, budget(2000), summed("low")),
        (r#"{"chat_template_kwargs":{"enable_thinking":true}}"#, budget(8000), summed("")),
        (
            r#"{"generationConfig":{"thinkingConfig":{"thinkingLevel":"LOW","includeThoughts":true}}}"#,
            budget(4000),
            summed("low"),
        ),
        (r#"{"generationConfig":{"thinkingConfig":{"thinkingBudget":-1}}}"#, budget(8000), summed("")),
        (
            r#"{"additionalModelRequestFields":{"thinking":{"type":"enabled","budget_tokens":1024}}}"#,
            budget(1024),
            summed("low"),
        ),
        (r#"{"think":"high"}"#, budget(16000), summed("high")),
    ] {
        assert_eq!(told(MANUAL, members), (manual, vec![]), "{members}");
        assert_eq!(told(NEW, members), (new, vec![]), "{members}");
    }
    for off in [
        r#"{"reasoning_effort":"none"}"#,
        r#"{"reasoning":{"enabled":false}}"#,
        r#"{"thinking":{"type":"disabled"}}"#,
        r#"{"enable_thinking":false}"#,
        r#"{"generationConfig":{"thinkingConfig":{"thinkingBudget":0}}}"#,
    ] {
        assert_eq!(told(NEW, off), (r#"thinking={"type":"disabled"};"#.to_owned(), vec![]), "{off}");
        assert_eq!(told("claude-sonnet-5-5", off).0, r#"thinking={"type":"between_tools"};"#, "{off}");
        let (members, notes) = told("claude-opus-5-5", off);
        assert_eq!((members.as_str(), notes.len()), ("", 1), "{off}");
    }
    // Nothing that was not asked for, and no word lost in silence.
    assert_eq!(
        told(NEW, r#"{"reasoning":{"summary":"auto"}}"#),
        (String::new(), vec!["request member `reasoning`".to_owned()])
    );
    assert_eq!(
        told(NEW, r#"{"reasoning_effort":7}"#),
        (String::new(), vec!["request member `reasoning_effort`".to_owned()])
    );
    assert_eq!(
        told(NEW, r#"{"reasoning":{"effort":"low","exclude":true}}"#).0,
        r#"thinking={"type":"adaptive","display":"omitted"};output_config={"effort":"low"};"#
    );
    // Another family's model is told as its own host is, where the words are this wire's.
    assert_eq!(told("MiniMax-M3", r#"{"thinking":{"type":"enabled"}}"#).0, r#"thinking={"type":"enabled"};"#);
    assert_eq!(told("MiniMax-M3", r#"{"reasoning_effort":"low"}"#).1, ["request member `reasoning_effort`"]);
}

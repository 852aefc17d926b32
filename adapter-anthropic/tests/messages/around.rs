//! What stands around thinking in a request: sampling, forced calls, edits, betas, the tool loop in flight; and what the publisher says.
use crate::{
    sample::{assistant, ingest, native, planned, project, whole},
    thinking::{ADAPTIVE, BUDGET, around, fitted, to},
};
use throughline_anthropic::{Anthropic, thinking::Around};
use throughline_core::{Api, Part, ReasoningCarrier, Route, Turn};

#[test]
fn sampling_goes_as_far_as_thinking_allows() {
    const ALL: &str = r#""temperature":0.5,"top_p":0.9,"top_k":5}"#;
    let on = |thinking: &str, rest: &str| format!(r#"{{"max_tokens":9000,"thinking":{thinking},{rest}"#);
    let budget = r#"{"type":"enabled","budget_tokens":1024}"#;
    assert_eq!(
        fitted("claude-sonnet-4-5", &on(budget, ALL)),
        (
            format!(r#"{{"max_tokens":9000,"thinking":{budget}}}"#),
            vec![
                "request member `temperature`: 0.5 is left out: thinking allows no other".to_owned(),
                "request member `top_p`: 0.9 is left out: thinking allows no other".to_owned(),
                "request member `top_k`: 5 is left out: thinking allows no other".to_owned(),
            ]
        )
    );
    for (model, members, want) in [
        ("claude-sonnet-4-5", on(budget, r#""temperature":1.0,"top_p":0.95}"#), "as it is".to_owned()),
        ("claude-sonnet-4-5", format!(r#"{{"max_tokens":9,{ALL}"#), "as it is".to_owned()),
        ("claude-sonnet-4-6", format!(r#"{{"max_tokens":9,{ALL}"#), "as it is".to_owned()),
        (
            "claude-opus-4-6",
            on(r#"{"type":"adaptive"}"#, ALL),
            r#"{"max_tokens":9000,"thinking":{"type":"adaptive"}}"#.to_owned(),
        ),
        ("claude-opus-4-7", format!(r#"{{"max_tokens":9,{ALL}"#), r#"{"max_tokens":9}"#.to_owned()),
        ("claude-sonnet-5", format!(r#"{{"max_tokens":9,{ALL}"#), r#"{"max_tokens":9}"#.to_owned()),
        (
            "claude-haiku-5-5",
            on(r#"{"type":"disabled"}"#, ALL),
            r#"{"max_tokens":9000,"thinking":{"type":"disabled"}}"#.to_owned(),
        ),
    ] {
        assert_eq!(fitted(model, &members).0, want, "{model}");
    }
}

#[test]
fn a_tool_is_forced_where_the_model_can_be() {
    let choice = r#""tool_choice":{"type":"tool","name":"f","disable_parallel_tool_use":true}}"#;
    for model in ["claude-3-7-sonnet", "claude-sonnet-4-5", "claude-sonnet-4-6"] {
        let (members, notes) = fitted(
            model,
            &format!(r#"{{"max_tokens":9000,"thinking":{{"type":"enabled","budget_tokens":2000}},{choice}"#),
        );
        assert_eq!(members, format!(r#"{{"max_tokens":9000,{choice}"#), "{model}");
        assert_eq!(
            notes,
            [
                r#"request member `thinking`: {"type":"enabled","budget_tokens":2000} is left out: a tool cannot be forced while this model thinks"#
            ]
        );
    }
    for model in ["claude-opus-4-8", "claude-opus-5", "claude-sonnet-5", "claude-fable-5", "claude-haiku-5-5"] {
        let members = format!(r#"{{"max_tokens":9,"thinking":{{"type":"adaptive"}},{choice}"#);
        assert_eq!(fitted(model, &members).0, "as it is", "{model}");
    }
    for model in ["claude-opus-5-5", "claude-sonnet-5-5", "claude-fable-5-1", "claude-mythos-5-2"] {
        let (members, notes) = fitted(model, &format!(r#"{{"max_tokens":9,{choice}"#));
        assert_eq!(
            members, r#"{"max_tokens":9,"tool_choice":{"type":"auto","disable_parallel_tool_use":true}}"#,
            "{model}"
        );
        assert_eq!(notes.len(), 1);
    }
    assert_eq!(fitted("claude-opus-5-5", r#"{"max_tokens":9,"tool_choice":{"type":"none"}}"#).0, "as it is");
}

#[test]
fn an_edit_that_clears_thinking_goes_with_it() {
    let body = |edits: &str| {
        format!(
            r#"{{"max_tokens":9000,"thinking":{{"type":"adaptive"}},"context_management":{{"edits":[{edits}]}},"tool_choice":{{"type":"any"}}}}"#
        )
    };
    let (clear, tools) =
        (r#"{"type":"clear_thinking_20251015","keep":"all"}"#, r#"{"type":"clear_tool_uses_20250919"}"#);
    assert_eq!(fitted("claude-opus-4-6", &body(clear)).0, r#"{"max_tokens":9000,"tool_choice":{"type":"any"}}"#);
    assert_eq!(
        fitted("claude-opus-4-6", &body(&format!("{clear},{tools}"))).0,
        format!(
            r#"{{"max_tokens":9000,"context_management":{{"edits":[{tools}]}},"tool_choice":{{"type":"any"}},"anthropic_beta":["context-management-2025-06-27"]}}"#
        )
    );
}

#[test]
fn the_server_is_asked_to_drop_what_does_not_hold() {
    let drop = |model: &str, members: &str| {
        around(model, members, &Around { drops: true, shows: true, ..Around::default() }).0
    };
    const BINDING: &str = r#""block_binding":{"prefix_mismatch_behavior":"drop_block"}"#;
    const BETA: &str = r#""anthropic_beta":["thinking-binding-controls-2026-08-01"]"#;
    for model in [
        "claude-opus-5-5",
        "claude-fable-5-1",
        "claude-mythos-5-2",
        "claude-sonnet-5-5",
        "claude-haiku-5-5",
        "claude-opus-6",
    ] {
        assert_eq!(
            drop(model, r#"{"max_tokens":9}"#),
            format!(r#"{{"max_tokens":9,"thinking":{{"type":"adaptive",{BINDING}}},{BETA}}}"#),
            "{model}"
        );
        assert_eq!(
            drop(model, r#"{"thinking":{"type":"adaptive","block_binding":null,"display":"omitted"},"max_tokens":9}"#),
            format!(r#"{{"thinking":{{"type":"adaptive",{BINDING},"display":"omitted"}},"max_tokens":9,{BETA}}}"#),
        );
    }
    // Strict is the caller's word, and a model that binds nothing is not asked.
    let strict =
        r#"{"max_tokens":9,"thinking":{"type":"adaptive","block_binding":{"prefix_mismatch_behavior":"error"}}}"#;
    assert_eq!(drop("claude-opus-5-5", strict), format!("{},{BETA}}}", &strict[..strict.len() - 1]));
    for model in ["claude-opus-5", "claude-fable-5", "claude-opus-4-8", "claude-mythos-preview"] {
        assert_eq!(drop(model, r#"{"max_tokens":9}"#), "as it is", "{model}");
    }
    let off = r#"{"max_tokens":9,"thinking":{"type":"disabled"}}"#;
    assert_eq!(drop("claude-haiku-5-5", off), "as it is");
}

#[test]
fn betas_are_the_callers_and_those_that_the_request_needs() {
    for (members, want) in [
        (r#"{"max_tokens":9,"betas":["a-1"," b-2"]}"#, r#"{"max_tokens":9,"anthropic_beta":["a-1","b-2"]}"#),
        (
            r#"{"anthropic_beta":"a-1,context-management-2025-06-27","max_tokens":9,"context_management":{"edits":[{"type":"compact_20260112"}]}}"#,
            r#"{"max_tokens":9,"context_management":{"edits":[{"type":"compact_20260112"}]},"anthropic_beta":["a-1","context-management-2025-06-27","compact-2026-01-12"]}"#,
        ),
        (r#"{"max_tokens":9,"anthropic_beta":["a-1"]}"#, "as it is"),
        (
            r#"{"max_tokens":9,"output_config":{"task_budget":{}},"thinking":{"type":"adaptive","display":"updates"}}"#,
            r#"{"max_tokens":9,"output_config":{"task_budget":{}},"thinking":{"type":"adaptive","display":"updates"},"anthropic_beta":["thinking-display-updates-2026-08-18","task-budgets-2026-03-13"]}"#,
        ),
        // What no header can hold is no beta.
        (r#"{"max_tokens":9,"betas":["a\r\nx: y",7,""]}"#, "as it is"),
    ] {
        assert_eq!(fitted("claude-opus-5-5", members).0, want);
    }
}

const LOOP: &str = r#"{"content":[{"type":"thinking","thinking":"t","signature":"S"},{"type":"tool_use","id":"a","name":"f","input":{}}],"stop_reason":"tool_use"}"#;
const BARE: &str = r#"{"content":[{"type":"tool_use","id":"a","name":"f","input":{}}],"stop_reason":"tool_use"}"#;

#[test]
fn a_loop_that_begins_without_a_thought_goes_without_thinking() {
    let asked = |thinking: &str| {
        let body = format!(r#"{{"model":"m","max_tokens":4000,"thinking":{thinking},"messages":[]}}"#);
        ingest(&native(), &body).request
    };
    let budget = r#"{"type":"enabled","budget_tokens":2000}"#;
    let (bare, thought) = (whole(&to("claude-sonnet-4-5"), BARE), whole(&to("claude-sonnet-4-5"), LOOP));
    let (question, answer) = (Turn::user("q"), Turn::tool("a", "r"));
    let turns = |first: &Turn, rest: &[&Turn]| {
        [&question, first].into_iter().chain(rest.iter().copied()).cloned().collect::<Vec<_>>()
    };
    let sent = |model: &str, thinking: &str, turns: &[Turn]| {
        let projected = project(&to(model), &asked(thinking), turns);
        (projected.body.contains(r#""thinking":{"type""#), projected.notes())
    };
    // The first turn of the loop alone has to begin with a thought.
    let steer = Turn::user("and hurry");
    for rest in [vec![&answer], vec![&answer, &steer], vec![&answer, &steer, &steer], vec![&answer, &bare, &answer]] {
        assert_eq!(sent("claude-sonnet-4-5", budget, &turns(&thought, &rest)), (true, vec![]), "{rest:?}");
        assert_eq!(
            sent("claude-sonnet-4-5", budget, &turns(&bare, &rest)),
            (
                false,
                vec![
                    format!(
                        "request member `thinking`: {budget} is left out: the tool loop in flight does not begin with a thought: with a budget the API demands one"
                    ),
                    "turn 1: it opens the tool loop in flight and goes without a thought in front".to_owned(),
                ]
            )
        );
    }
    // What goes before the messages stays what it was.
    let body = |turns: &[Turn]| project(&to("claude-sonnet-4-5"), &asked(budget), turns).body;
    let (short, long) = (
        body(&turns(&bare, &[&answer])),
        body(&turns(&bare, &[&answer, &assistant(vec![Part::text("x")]), &question])),
    );
    assert!(long.starts_with(&short[..short.rfind("]").unwrap()]), "{short}\n{long}");
    // Behind the loop nothing is missing, and where thinking adapts nothing is left out.
    assert_eq!(
        sent("claude-sonnet-4-5", budget, &turns(&bare, &[&answer, &assistant(vec![Part::text("x")]), &question])),
        (true, vec![])
    );
    assert_eq!(
        sent("claude-opus-4-7", r#"{"type":"adaptive"}"#, &turns(&bare, &[&answer])),
        (true, vec!["turn 1: it opens the tool loop in flight and goes without a thought in front".to_owned()])
    );
    assert_eq!(sent("claude-sonnet-4-5", r#"{"type":"disabled"}"#, &turns(&bare, &[&answer])), (true, vec![]));
}

#[test]
fn a_prefill_is_noted_where_no_model_takes_it() {
    let turns = [Turn::user("q"), assistant(vec![Part::text("The answer is")])];
    let request = ingest(&native(), r#"{"model":"m","max_tokens":9,"messages":[]}"#).request;
    for (model, noted) in [
        ("claude-sonnet-4-5", false),
        ("claude-haiku-4-5", false),
        ("claude-opus-4-6", true),
        ("claude-sonnet-5", true),
        ("claude-haiku-5-5", true),
        ("claude-fable-5-1", true),
    ] {
        let want = "the last message: the model does not continue a turn of its own: the API answers 400".to_owned();
        assert_eq!(project(&to(model), &request, &turns).notes(), Vec::from_iter(noted.then_some(want)), "{model}");
    }
    // A turn that waits for a tool of the server goes on.
    let paused = r#"{"content":[{"type":"text","text":"I look."},{"type":"server_tool_use","id":"s","name":"web_search","input":{}}],"stop_reason":"pause_turn"}"#;
    let turns = [Turn::user("q"), whole(&to("claude-opus-4-6"), paused)];
    assert_eq!(project(&to("claude-opus-4-6"), &request, &turns).notes(), [""; 0]);
}

#[test]
fn betas_are_a_header_and_other_models_are_told_nothing_by_these_rules() {
    let body = r#"{"model":"m","max_tokens":4000,"thinking":{"type":"enabled","budget_tokens":2000},"tools":[{"name":"f","input_schema":{}}],"betas":["mine-1"],"messages":[{"role":"user","content":"q"}]}"#;
    let ingested = ingest(&native(), body);
    planned(&to("claude-sonnet-4-5"), &ingested.request, &ingested.turns, |plan| {
        let marks = Anthropic.marks(plan);
        let betas: Vec<_> =
            marks.iter().filter(|(name, _)| *name == "anthropic-beta").map(|(_, value)| value.as_ref()).collect();
        assert_eq!(betas, ["mine-1,interleaved-thinking-2025-05-14"]);
    });
    let sent = project(&to("claude-sonnet-4-5"), &ingested.request, &ingested.turns).body;
    assert!(!sent.contains("beta"), "{sent}");
    // A model of another family is told of thinking as its host tells callers to.
    let glm = Route::new("zai", "https://api.z.ai/api/anthropic", Api::MESSAGES, "glm-5").unwrap();
    let odd = r#"{"model":"m","max_tokens":9,"thinking":{"type":"enabled"},"temperature":0.3,"top_k":1,"messages":[{"role":"user","content":"q"}]}"#;
    let ingested = ingest(&glm, odd);
    let sent = project(&glm, &ingested.request, &ingested.turns);
    assert!(
        sent.body.contains(r#""thinking":{"type":"enabled"}"#) && sent.body.contains(r#""top_k":1"#),
        "{}",
        sent.body
    );
}

/// The publisher's own types say whether they know the body's shape.
#[test]
fn the_judge_takes_the_body_of_every_generation() {
    let (mut bodies, off) = (vec![], r#"{"thinking":{"type":"disabled"},"max_tokens":9}"#);
    for model in [
        "claude-3-7-sonnet-20250219",
        "claude-opus-4-1",
        "claude-sonnet-4-5",
        "claude-opus-4-5",
        "claude-opus-4-6",
        "claude-opus-4-7",
        "claude-opus-5",
        "claude-sonnet-5",
        "claude-sonnet-5-5",
        "claude-haiku-5-5",
        "claude-opus-5-5",
        "claude-fable-5-1",
    ] {
        for members in [BUDGET, ADAPTIVE, off] {
            let body = format!(r#"{{"model":"m","messages":[{{"role":"user","content":"q"}}],{}"#, &members[1..]);
            let ingested = ingest(&native(), &body);
            bodies.push(project(&to(model), &ingested.request, &ingested.turns).body);
        }
    }
    crate::judged::accepts("the_judge_takes_the_body_of_every_generation", &bodies);
}

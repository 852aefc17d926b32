//! The main thing: the model still knows what it thought, after a restart, in a branch and behind another provider.
use crate::stage::{Home, LOOK, Process, THINKING, TOOL, answer, ask, at, simulator, statuses, stream};
use throughline::session::Session;

const QUESTION: &str = "Which code word did you think of?";

/// A route, and what its callers write beside the messages.
fn routes() -> Vec<(&'static str, String)> {
    vec![
        ("deepseek/deepseek-v4-pro", TOOL.to_owned()),
        ("nous/z-ai/glm-5.3", TOOL.to_owned()),
        ("openrouter/anthropic/claude-opus-4.5", TOOL.to_owned()),
        ("openrouter/openai/gpt-5.6", TOOL.to_owned()),
        ("openrouter/google/gemini-3-pro-preview", TOOL.to_owned()),
        ("mistral/magistral-medium-latest", TOOL.to_owned()),
        ("anthropic/claude-opus-4-5", format!("{THINKING},{LOOK}")),
    ]
}

/// It names its word.
async fn recalls(session: &mut Session, place: &str) {
    let spoken = ask(session, QUESTION).await.unwrap_or_else(|error| panic!("{place}: {error}"));
    assert_eq!(statuses(&spoken.reply.tried), [200], "{place}");
    let said = spoken.reply.turn.text();
    let word = said.strip_prefix("The code word was ").unwrap_or_else(|| panic!("{place}: {said}"));
    // Where the thought can be read, it is the word of that thought.
    let thought = session.history().turns().iter().find_map(|turn| turn.reasoning()).unwrap_or_default();
    let told = thought.split("the code word is ").nth(1);
    assert!(told.is_none_or(|told| told.starts_with(word.trim_end_matches('.'))), "{place}: {said} {thought}");
}

#[tokio::test]
async fn after_a_restart_and_in_a_branch() {
    let (simulator, home) = (simulator(), Home::new());
    for (spec, members) in routes() {
        let id = {
            let process = Process::start(&home, &simulator).await;
            let mut session = process.create_with(spec, &members).await;
            stream(&mut session, "Hello").await.unwrap();
            session.id().to_string()
        };
        // Between a call and its answer, then behind the answer.
        {
            let process = Process::start(&home, &simulator).await;
            let mut session = process.resume(&id).await;
            answer(&mut session).await;
            session.send(false, &mut |_| {}).await.unwrap_or_else(|error| panic!("{spec}: {error}"));
        }
        let process = Process::start(&home, &simulator).await;
        let mut session = process.resume(&id).await;
        session.branch(None, None).await.unwrap();
        recalls(&mut session, &format!("{spec}, in a branch")).await;
        let process = Process::start(&home, &simulator).await;
        recalls(&mut process.resume(&id).await, &format!("{spec}, resumed")).await;
    }
}

#[tokio::test]
async fn behind_another_provider_that_reads_what_the_first_one_said() {
    let (simulator, home) = (simulator(), Home::new());
    for (from, members, to) in [
        ("deepseek/deepseek-v4-pro", TOOL.to_owned(), "llamacpp/qwen3"),
        ("deepseek/deepseek-v4-pro", TOOL.to_owned(), "openrouter/z-ai/glm-5"),
        ("openrouter/z-ai/glm-5", TOOL.to_owned(), "moonshot/kimi-k3"),
        ("vllm/qwen3", TOOL.to_owned(), "deepseek/deepseek-v4-pro"),
        ("anthropic/claude-opus-4-5", format!("{THINKING},{LOOK}"), "deepseek/deepseek-v4-pro"),
        ("anthropic/claude-opus-4-5", format!("{THINKING},{LOOK}"), "novita/qwen/qwen3.7"),
    ] {
        let place = format!("{from} to {to}");
        let id = {
            let process = Process::start(&home, &simulator).await;
            let mut session = process.create_with(from, &members).await;
            stream(&mut session, "Hello").await.unwrap();
            answer(&mut session).await;
            session.go(at(to), None).await.unwrap();
            session.id().to_string()
        };
        let process = Process::start(&home, &simulator).await;
        let mut session = process.resume(&id).await;
        assert_eq!(*session.route(), at(to), "{place}");
        session.send(true, &mut |_| {}).await.unwrap_or_else(|error| panic!("{place}: {error}"));
        recalls(&mut session, &place).await;
        // And home again, with what only its own route can read.
        session.go(at(from), None).await.unwrap();
        recalls(&mut session, &format!("{place} and back")).await;
    }
}

//! `demo`: one conversation, captured from the bytes of replies, on its way to six routes.
//!
//! The sample is our own text. Nothing here knows what a route reads: plans and bodies are those of every other command.
mod pretty;
mod show;
mod story;

use crate::{
    args::{DemoArgs, RulesArgs},
    explain::Report,
    failure::Failure,
    input::Lines,
    output, rules,
};
use pretty::Message;
use serde::Serialize;
use serde_json::value::RawValue;
use story::Story;
use throughline::{Fragments, Projector, RejectionMemory, near, resolve};

/// Where the conversation goes.
struct Stop {
    name: &'static str,
    route: &'static str,
    story: Story,
}

const STOPS: [Stop; 7] = [
    Stop { name: "openrouter", route: "openrouter/anthropic/claude-sonnet-4.5", story: Story::Gateway },
    Stop { name: "deepseek", route: "deepseek/deepseek-v4-pro", story: Story::Gateway },
    Stop { name: "groq", route: "groq/openai/gpt-oss-120b", story: Story::Gateway },
    Stop { name: "mistral", route: "mistral/mistral-medium-latest", story: Story::Gateway },
    Stop { name: "local", route: "ollama/qwen3:32b", story: Story::Gateway },
    Stop { name: "anthropic", route: "anthropic/claude-sonnet-4-5", story: Story::Gateway },
    Stop { name: "anthropic", route: "anthropic/claude-sonnet-4-5", story: Story::Home },
];

/// A stop, planned and written.
#[derive(Serialize)]
struct Shown {
    name: &'static str,
    /// Where the conversation's replies came from.
    asked: &'static str,
    #[serde(flatten)]
    sums: Sums,
    explained: Report,
    #[serde(skip)]
    messages: Vec<Message>,
    body: Box<RawValue>,
}

/// One line of the summary.
#[derive(Serialize)]
struct Sums {
    keys: Vec<String>,
    sent: usize,
    padded: usize,
    withheld: usize,
    reasoning_bytes: usize,
}

pub(crate) fn run(args: &DemoArgs, rules: &RulesArgs) -> Result<(), Failure> {
    let stops = chosen(args.route.as_deref())?;
    let projector = Projector::new(rules::registry(rules)?);
    let shown = stops.into_iter().map(|stop| travel(&projector, stop)).collect::<Result<Vec<_>, _>>()?;
    if args.json {
        let mut json = serde_json::to_vec_pretty(&shown)?;
        json.push(b'\n');
        return output::write(&json);
    }
    output::write(show::all(&shown, args.verbose, output::Paint::stdout()).as_bytes())
}

fn chosen(name: Option<&str>) -> Result<Vec<&'static Stop>, Failure> {
    let Some(name) = name else { return Ok(STOPS.iter().collect()) };
    let stops: Vec<&Stop> = STOPS.iter().filter(|stop| stop.name.eq_ignore_ascii_case(name)).collect();
    if !stops.is_empty() {
        return Ok(stops);
    }
    let mut names: Vec<&str> = STOPS.iter().map(|stop| stop.name).collect();
    names.dedup();
    let meant =
        near(name, names.iter().copied()).first().map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    Err(Failure::Usage(format!("the demo does not go to `{name}`{meant} it goes to {}", names.join(", "))))
}

fn travel(projector: &Projector, stop: &'static Stop) -> Result<Shown, Failure> {
    let Lines { request, history } = stop.story.tell(projector)?;
    let projection = projector.to(&resolve(stop.route, None, None)?)?;
    let memory = RejectionMemory::new();
    let (plan, body) = projection.project(&request, &history, &memory, &mut Fragments::new())?;
    let mut explained = Report::new(&plan);
    explained.weigh(&body);
    let text = String::from_utf8_lossy(&body.bytes);
    let keys: Vec<String> = explained.fields.iter().map(|field| field.key.clone()).collect();
    let messages = pretty::messages(&text, &keys);
    let count = |fate: &str| explained.carriers.iter().filter(|carrier| carrier.fate == fate).count();
    Ok(Shown {
        name: stop.name,
        asked: stop.story.asked(),
        sums: Sums {
            keys,
            sent: count("sent") + count("text sent"),
            padded: count("padded"),
            withheld: count("withheld"),
            reasoning_bytes: messages.iter().map(|message| message.reasoning_bytes).sum(),
        },
        body: RawValue::from_string(text.clone().into_owned())?,
        messages,
        explained,
    })
}

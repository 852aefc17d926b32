//! What real providers accepted is accepted. Signatures of theirs pass here; everything else is checked as ever.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use throughline_simulator::{Options, Simulator};

/// Providers of recordings that are simulated, and under which name.
const KNOWN: &[(&str, &str)] = &[
    ("anthropic", "anthropic"),
    ("azure-foundry", "azure-foundry"),
    ("bedrock", "bedrock"),
    ("cerebras", "cerebras"),
    ("dashscope", "alibaba"),
    ("deepseek", "deepseek"),
    ("gemini", "gemini"),
    ("groq", "groq"),
    ("llamacpp", "llamacpp"),
    ("mimo", "xiaomi"),
    ("minimax", "minimax"),
    ("mistral", "mistral"),
    ("ollama", "ollama"),
    ("ollama-cloud", "ollama"),
    ("openai", "openai"),
    ("openrouter", "openrouter"),
    ("together", "together"),
    ("vercel-gateway", "ai-gateway"),
    ("vertex", "vertex"),
    ("xai", "xai"),
    ("zai", "zai"),
];

/// Answers that differ on purpose, by words of the one or the other.
const DIFFERENT: &[(&str, &str)] = &[
    ("required oneof field 'data'", "some builds take an empty part, and some are reported to refuse it: here all do"),
    ("Cannot fetch content from the provided URL", "nothing is fetched here"),
];

pub(crate) struct Recorded {
    pub(crate) id: String,
    pub(crate) provider: &'static str,
    pub(crate) path: String,
    pub(crate) body: Value,
    pub(crate) status: u64,
    pub(crate) answer: Value,
}

/// Recorded requests of providers that are simulated; nothing where there are no recordings.
pub(crate) fn recorded(test: &str) -> Vec<Recorded> {
    let Some(folder) = folder() else {
        assert!(!required("corpus"), "{test}: the corpus is required and absent");
        println!("skipped: {test}: no corpus");
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
        .iter()
        .filter(|file| file.extension().is_some_and(|end| end == "json"))
        .filter_map(|file| read(file))
        .collect()
}

fn read(file: &Path) -> Option<Recorded> {
    let exchange: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let api = exchange["api"].as_str()?;
    if !exchange["request"]["body"].is_object() {
        return None;
    }
    let (_, provider) = KNOWN.iter().find(|(name, _)| exchange["provider"] == *name)?;
    let wire = if api == "bedrock_invoke" { "anthropic_messages" } else { api };
    let listed = Simulator::providers().find(|listed| listed.provider == *provider && listed.api == wire)?;
    let path = match api {
        "chat_completions" => listed.path + "/chat/completions",
        "anthropic_messages" if !listed.door.contains("{model}") => listed.door,
        // The model stands in the path; a masked location is as good as any.
        _ => format!("/{provider}/{}", exchange["request"]["path"].as_str()?.trim_start_matches('/')),
    };
    Some(Recorded {
        id: exchange["id"].as_str()?.to_owned(),
        provider: listed.name,
        path: path.replace(['<', '>'], ""),
        body: exchange["request"]["body"].clone(),
        status: exchange["response"]["status"].as_u64()?,
        answer: exchange["response"]["body"].clone(),
    })
}

fn folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus/dev");
    let folder = std::env::var_os("THROUGHLINE_CORPUS").map_or(beside, PathBuf::from);
    folder.is_dir().then_some(folder)
}

pub(crate) fn required(what: &str) -> bool {
    std::env::var("THROUGHLINE_REQUIRE").is_ok_and(|list| list.split(',').any(|one| one.trim() == what))
}

pub(crate) async fn lenient() -> Simulator {
    let options = Options { seed: Some(7), foreign_signatures: true, ..Options::default() };
    Simulator::start(options).unwrap()
}

pub(crate) async fn send(simulator: &Simulator, recorded: &Recorded, body: &Value) -> (u16, String) {
    let url = simulator.url() + &recorded.path;
    let response = crate::http().post(url).json(body).send().await.unwrap();
    (response.status().as_u16(), response.text().await.unwrap())
}

#[tokio::test]
async fn recorded_requests_are_answered_as_they_were() {
    let simulator = lenient().await;
    let mut counts = [0, 0];
    let mut wrong = Vec::new();
    for recorded in recorded("recorded_requests_are_answered_as_they_were") {
        let (status, text) = send(&simulator, &recorded, &recorded.body).await;
        counts[usize::from(recorded.status != 200)] += 1;
        // What was refused is refused for the same reason.
        let why = |body: &Value| body["error"]["message"].clone();
        let same = status == 200 || why(&serde_json::from_str(&text).unwrap_or(json!(null))) == why(&recorded.answer);
        let answers = text.clone() + &recorded.answer.to_string();
        let meant = DIFFERENT.iter().any(|(words, _)| answers.contains(words));
        if !meant && (u64::from(status) != recorded.status || !same) {
            wrong.push(format!("{} recorded {}, answered {status}: {text}", recorded.id, recorded.status));
        }
    }
    println!("{} recorded 200s, {} recorded refusals", counts[0], counts[1]);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

//! Every recorded exchange of this wire: its request is written again, and the vendors' own types read what was written.
use crate::sample::{API, REGISTRY};
use std::{
    env, fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use throughline_core::{
    Fragments, History, Literal, ReasoningCarrier, RejectionMemory, Route, Scene, Verbatim, json, plan,
};
use throughline_gemini::Gemini;

fn required(what: &str) -> bool {
    env::var("THROUGHLINE_REQUIRE").is_ok_and(|all| all.split(',').any(|name| name == what))
}
fn folder(variable: &str, beside: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared").join(beside);
    Some(env::var_os(variable).map_or(beside, PathBuf::from)).filter(|folder| folder.is_dir())
}
fn skip(test: &str, what: &str) {
    assert!(!required(what), "{test}: no {what}");
    println!("skipped: {test}: no {what}");
}

/// A recorded request, who judges it, and what it becomes.
struct Written {
    name: String,
    judge: &'static str,
    recorded: String,
    ours: String,
}

fn written(folder: &Path) -> Vec<Written> {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.to_string_lossy().contains("--gemini_generate--"));
    paths.sort();
    let one = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let string = |key| json::member(&text, key).and_then(Literal::read).map(|text| text.decode().into_owned());
        let body = json::member(json::member(&text, "request")?.get(), "body")?;
        let body = Literal::read(body).map_or(body.get().to_owned(), |text| text.decode().into_owned());
        if body == "null" {
            return None;
        }
        let (provider, model) = (string("provider")?, string("model").unwrap_or_default());
        let (host, judge) = match provider == "vertex" {
            true => ("aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/google", "vertex-gemini"),
            false => ("generativelanguage.googleapis.com/v1beta", "gemini"),
        };
        let route = Route::new(&provider, &format!("https://{host}"), API, &model).unwrap();
        let ingested = Gemini.ingest(&route, body.as_bytes()).unwrap();
        let (policy, history) =
            (REGISTRY.rules().find(&route).unwrap(), ingested.turns.into_iter().collect::<History>());
        let (request, memory) = (ingested.request, RejectionMemory::new());
        let scene = Scene { route: &route, policy: &policy, request: &request, history: &history, memory: &memory };
        let bytes = plan(&Gemini, scene, &mut Fragments::new()).render(&Gemini, &mut Fragments::new()).unwrap().bytes;
        let name = path.file_stem()?.to_string_lossy().into_owned();
        let recorded = Verbatim::parse(&body).unwrap().get().to_owned();
        Some(Written { name, judge, recorded, ours: String::from_utf8(bytes).unwrap() })
    };
    paths.iter().filter_map(one).collect()
}

/// Reads a judge's name and a body a line, and answers with a list of complaints a line.
const DRIVER: &str = "import json,sys\nsys.path.insert(0,sys.argv[1])\nimport judge\nfor line in sys.stdin:\n j,b=json.loads(line)\n print(json.dumps([str(x) for x in judge.J[j](b)]),flush=True)\n";

#[test]
fn the_vendors_types_read_what_was_recorded_and_written_again() {
    const TEST: &str = "the_vendors_types_read_what_was_recorded_and_written_again";
    let Some(corpus) = folder("THROUGHLINE_CORPUS", "corpus/dev") else { return skip(TEST, "corpus") };
    let judges = folder("THROUGHLINE_JUDGES_DIR", "judges");
    let (Some(judges), Some(python)) = (judges, env::var_os("THROUGHLINE_JUDGES")) else { return skip(TEST, "judges") };
    let all = written(&corpus);
    assert!(!all.is_empty(), "no recording of this wire");
    let mut program = Command::new(python)
        .args(["-c", DRIVER])
        .arg(judges)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = program.stdin.take().unwrap();
    let line = |judge: &str, body: &str| format!("[\"{judge}\",{body}]\n");
    let lines: String =
        all.iter().flat_map(|one| [line(one.judge, &one.recorded), line(one.judge, &one.ours)]).collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()).unwrap());
    let output = program.wait_with_output().unwrap();
    writer.join().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), 2 * all.len(), "the judges stopped");
    // What the provider took from its client it takes from us.
    let worse = all.iter().zip(answers.chunks(2)).filter(|(_, said)| said[1] != "[]" && said[1] != said[0]);
    let worse: Vec<String> = worse.map(|(one, said)| format!("{}: {}", one.name, said[1])).collect();
    assert!(worse.is_empty(), "{} of {}:\n{}", worse.len(), all.len(), worse.join("\n"));
}

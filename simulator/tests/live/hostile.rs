//! Requests that are wrong in every way: an error that a client of that provider can read, and never a dead server.

use crate::client::{Chat, simulator};
use serde_json::{Value, json};
use throughline_simulator::{ErrorKind, Listed, Options, Simulator};

fn url(simulator: &Simulator, provider: &Listed) -> String {
    let path = provider.door.replace("{version}", "v1beta").replace("{model}", "gemini-3-pro");
    simulator.url() + &path.replace(['{', '}'], "")
}

#[tokio::test]
async fn malformed_bodies_everywhere() {
    let simulator = simulator().await;
    let deep = format!("{{\"messages\":{}{}}}", "[".repeat(5000), "]".repeat(5000));
    let bodies = [
        "",
        "{",
        "[]",
        "null",
        "7",
        "\"x\"",
        "{}",
        "\u{feff}{}",
        "{\"messages\":null}",
        "{\"messages\":[]}",
        r#"{"model":"m","max_tokens":1,"messages":[7]}"#,
        r#"{"model":"m","max_tokens":1,"messages":[{}]}"#,
        r#"{"model":"m","max_tokens":1,"messages":[{"role":7,"content":"a"}]}"#,
        r#"{"model":"m","max_tokens":1,"messages":[{"role":"wizard","content":"a"}]}"#,
        r#"{"model":"m","max_tokens":1,"messages":[{"role":"user","content":7}]}"#,
        r#"{"model":"m","max_tokens":1,"messages":[{"role":"user","content":[7]}]}"#,
        r#"{"model":7,"max_tokens":1,"messages":[{"role":"user","content":"a"}]}"#,
        r#"{"model":"m","max_tokens":1,"stream":"yes","messages":[{"role":"user","content":"a"}]}"#,
        r#"{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"\ud800"}]}"#,
        &deep,
    ];
    let http = crate::http();
    for provider in Simulator::providers() {
        for body in bodies {
            let response = http.post(url(&simulator, &provider)).body(body.to_owned()).send();
            let response = response.await.unwrap();
            assert_eq!(response.status(), 400, "{} {body:.80}", provider.name);
            let error: Value = response.json().await.unwrap();
            // One host puts its errors in a list.
            let error = error.get(0).unwrap_or(&error);
            assert!(error.get("error").or(error.get("message")).is_some(), "{} {error}", provider.name);
        }
    }
}

#[tokio::test]
async fn odd_members_of_own_messages() {
    let simulator = simulator().await;
    let odd = [
        Value::Null,
        json!(7),
        json!("x"),
        json!([]),
        json!({}),
        json!([7]),
        json!([{}]),
        json!([{"type": 7, "text": 8, "data": []}]),
        json!(true),
    ];
    let http = crate::http();
    for provider in Simulator::providers() {
        // A gateway reads each family in its own way.
        let families = ["m", "anthropic/claude-opus-4.5", "x-ai/grok-4", "google/gemini-3"];
        let models = if provider.name == "openrouter" { &families[..] } else { &families[..1] };
        for key in ["reasoning", "reasoning_content", "reasoning_details", "tool_calls", "content", "name"] {
            for value in &odd {
                let mut turn = json!({"role": "assistant", "content": "a"});
                turn[key] = value.clone();
                let messages = json!([{"role": "user", "content": "u"}, turn, {"role": "user", "content": "v"}]);
                for model in models {
                    let body = json!({"model": model, "max_tokens": 9, "messages": messages});
                    let url = url(&simulator, &provider);
                    let status = http.post(url).json(&body).send().await.unwrap().status().as_u16();
                    assert!(matches!(status, 200 | 400 | 422), "{} {key} {value}: {status}", provider.name);
                }
            }
        }
    }
}

#[tokio::test]
async fn wrong_paths_and_methods() {
    let simulator = simulator().await;
    let get = async |path: &str| crate::http().get(simulator.url() + path).send().await.unwrap();
    let post = async |path: &str| crate::http().post(simulator.url() + path).body("{}").send().await.unwrap();
    for (path, want) in [
        ("/groq/openai/v2/chat/completions", "error"),
        ("/cerebras/x", "message"),
        ("/anthropic/v1/complete", "error"),
        ("/groq", "error"),
    ] {
        let response = post(path).await;
        assert_eq!(response.status(), 404, "{path}");
        assert!(response.json::<Value>().await.unwrap().get(want).is_some(), "{path}");
    }
    let error: Value = post("/anthropic/v1/complete").await.json().await.unwrap();
    assert_eq!((&error["type"], &error["error"]["type"]), (&json!("error"), &json!("not_found_error")));
    assert_eq!(get("/groq/openai/v1/chat/completions").await.status(), 405);
    let response = post("/nobody/v1").await;
    assert_eq!(response.status(), 404);
    assert!(response.text().await.unwrap().contains("no provider `nobody`"));
    assert_eq!(get("/%00/%ff").await.status(), 404);
}

#[tokio::test]
async fn its_own_pages() {
    let simulator = simulator().await;
    let get = async |path: &str| crate::http().get(simulator.url() + path).send().await.unwrap();
    assert_eq!(get("/health").await.text().await.unwrap(), "ok\n");
    let index = get("/").await.text().await.unwrap();
    for provider in Simulator::providers() {
        assert!(index.contains(&format!("{} ", provider.path)), "{}", provider.path);
        assert_eq!(simulator.base_url(provider.name).unwrap(), simulator.url() + &provider.path);
    }
    assert!(index.contains("/openrouter/api/v1 "));
    assert_eq!(simulator.base_url("nobody").unwrap_err().kind(), ErrorKind::UnknownProvider);
}

#[tokio::test]
async fn a_body_that_is_too_long() {
    let simulator = simulator().await;
    let url = simulator.base_url("groq").unwrap() + "/chat/completions";
    let body = format!(r#"{{"model":"m","messages":[{{"role":"user","content":"{}"}}]}}"#, "a".repeat(65 << 20));
    // The server stops reading, so the answer may find the client still writing.
    if let Ok(response) = crate::http().post(url.as_str()).body(body).send().await {
        assert_eq!(response.status(), 413);
    }
    let body = format!(r#"{{"model":"m","messages":[{{"role":"user","content":"{}"}}]}}"#, "a".repeat(8 << 20));
    assert_eq!(crate::http().post(url).body(body).send().await.unwrap().status(), 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn fifty_at_once() {
    let simulator = simulator().await;
    let talks = (0..50).map(|number| {
        let mut chat = Chat::new(&simulator, "deepseek", "deepseek-v4").streaming(number % 2 == 0);
        tokio::spawn(async move {
            chat.user(&format!("conversation {number}"));
            let reply = chat.send().await.unwrap();
            chat.messages.push(reply.clone());
            chat.result(&reply["tool_calls"][0]);
            let reply = chat.send().await.unwrap();
            chat.messages.push(reply);
            chat.user("the code word?");
            let said = chat.send().await.unwrap()["content"].as_str().unwrap().to_owned();
            let word = said.strip_prefix("The code word was ").unwrap().trim_end_matches('.').to_owned();
            assert!(chat.messages[1]["reasoning_content"].as_str().unwrap().contains(&word));
            word
        })
    });
    let mut words = Vec::new();
    for talk in talks.collect::<Vec<_>>() {
        words.push(talk.await.unwrap());
    }
    words.sort();
    words.dedup();
    assert!(words.len() > 45, "every conversation has a word of its own: {words:?}");
}

#[tokio::test]
async fn a_runtime_of_its_own_inside_another() {
    let simulator = Simulator::spawn(Options::default()).unwrap();
    let health = format!("{}/health", simulator.url());
    assert_eq!(reqwest::get(health).await.unwrap().status(), 200);
}

#[test]
fn without_a_runtime() {
    assert_eq!(Simulator::start(Options::default()).unwrap_err().kind(), ErrorKind::Start);
    let simulator = Simulator::spawn(Options::default()).unwrap();
    let address = simulator.address();
    assert!(std::net::TcpStream::connect(address).is_ok());
    let taken = Simulator::spawn(Options { port: address.port(), ..Options::default() }).unwrap_err();
    assert_eq!(taken.kind(), ErrorKind::Start);
    assert!(taken.to_string().starts_with("cannot listen on 127.0.0.1:"));
    simulator.stop();
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert!(std::net::TcpStream::connect(address).is_err());
}

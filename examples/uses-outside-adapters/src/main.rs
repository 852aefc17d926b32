//! Two adapters from outside in a program: a line each below, and nothing else anywhere.
//!
//! A model on Ollama thinks and calls a tool; the conversation goes on at Cohere, then on a chat completions host. Each is sent the
//! thought in the place where it reads one. Never opens a connection: it prints what would be sent.
use throughline_cohere as _;
use throughline_ollama as _;

use std::error::Error;
use throughline::{
    Api, Captured, Fragments, Framing, History, Projector, RejectionMemory, ReplyHead, Request, Route, Turn,
};

/// A reply of Ollama as it streams.
const REPLY: &[u8] = br#"{"message":{"role":"assistant","content":"","thinking":"The clock "},"done":false}
{"message":{"role":"assistant","content":"","thinking":"knows."},"done":false}
{"message":{"role":"assistant","content":"","tool_calls":[{"id":"call_1","function":{"name":"clock","arguments":{"zone":"UTC"}}}]},"done":false}
{"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":25,"eval_count":16}
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let projector = Projector::new(throughline::registry()?);
    for found in projector.registry().adapters() {
        println!("{:<10} {}", found.adapter.id(), found.package);
    }

    let local = Route::new("ollama", "http://localhost:11434", Api::new("ollama_chat"), "qwen3:8b")?;
    let Captured::Turn(reply) = projector.capture(&local, ReplyHead::ok(Framing::Lines), REPLY)? else {
        return Err("refused".into());
    };
    let history: History = [Turn::user("What time is it?"), reply, Turn::tool("call_1", "noon")].into_iter().collect();

    for route in [
        local,
        Route::new("cohere", "https://api.cohere.com", Api::new("cohere_chat"), "command-a-reasoning-08-2025")?,
        Route::new("cohere", "https://api.cohere.com", Api::new("cohere_chat"), "command-a-03-2025")?,
        Route::new("deepseek", "https://api.deepseek.com", Api::CHAT, "deepseek-v4-pro")?,
    ] {
        let (request, memory, mut fragments) =
            (Request::new(route.api.clone()), RejectionMemory::new(), Fragments::new());
        let projection = projector.to(&route)?;
        let (plan, body) = projection.project(&request, &history, &memory, &mut fragments)?;
        println!("\n{route}");
        for line in plan.ledger() {
            println!("  turn {}: {} {}: {}", line.turn, line.kind, line.outcome.as_str(), line.because.reason());
        }
        println!("  {}", String::from_utf8(body.bytes)?);
    }
    Ok(())
}

//! A program that depends on a crate and never names it: the crate is not linked, and the error says which line is missing.
use throughline::{Api, Route};

#[test]
fn a_crate_that_no_code_names_is_not_found_and_the_error_says_why() {
    let registry = throughline::registry().unwrap();
    let route = Route::new("ollama", "http://localhost:11434", Api::new("ollama_chat"), "qwen3:8b").unwrap();
    let told = registry.find(&route).err().unwrap().to_string();
    let hint = "a crate that no code names is not linked: add `use its_crate as _;`";
    assert_eq!(told, format!("no adapter speaks ollama_chat; registered: chat_completions. {hint}"));
}

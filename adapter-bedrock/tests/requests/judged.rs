//! Amazon's own service model says of our bodies whether they have its shape.
use crate::common::{CONVERSE, OPUS, SONNET, ingest, reply, send};
use std::{env, path::PathBuf, process::Command};
use throughline_core::{Api, Key, Request, Turn, json};

#[test]
fn the_judge_takes_every_body() {
    const TEST: &str = "the_judge_takes_every_body";
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/judges"));
    let folder = env::var_os("THROUGHLINE_JUDGES_DIR").map_or_else(beside, PathBuf::from);
    let (Some(python), true) = (env::var_os("THROUGHLINE_JUDGES"), folder.join("judge.py").exists()) else {
        assert!(!env::var("THROUGHLINE_REQUIRE").is_ok_and(|list| list.split(',').any(|name| name == "judges")));
        return println!("skipped: {TEST}: no judges");
    };
    let thoughts = r#"{"reasoningContent":{"reasoningText":{"text":"t","signature":"Eq=="}}},{"reasoningContent":{"redactedContent":"RW1zQ0FRPT0="}}"#;
    let plain = r#"{"reasoningContent":{"reasoningText":{"text":"t"}}}"#;
    let call = r#"{"toolUse":{"toolUseId":"functions.look:0","name":"look","input":{"a":1}}}"#;
    let mut bodies = vec![];
    for model in [
        OPUS,
        SONNET,
        "openai.gpt-oss-20b-1:0",
        "us.openai.gpt-5.6-sol",
        "us.amazon.nova-2-lite-v1:0",
        "zai.glm-5",
        "x",
    ] {
        for (minter, thought) in
            [(OPUS, thoughts), ("openai.gpt-oss-20b-1:0", plain), (model, thoughts), (model, plain)]
        {
            let turns = [
                Turn::system("s"),
                Turn::user("q"),
                reply(minter, &format!("{thought},{call}")),
                Turn::tool("functions.look:0", ""),
                reply(minter, thought),
                Turn::user("q"),
                Turn::system("s"),
                reply(minter, &format!(r#"{thought},{{"text":"a"}}"#)),
                Turn::user("q"),
            ];
            for api in [CONVERSE, Api::CHAT, Api::MESSAGES] {
                let mut request = Request::new(api.clone());
                let members =
                    r#"{"max_tokens":9000,"temperature":0.5,"stop":["x"],"reasoning_effort":"high","seed":1}"#;
                if api != CONVERSE {
                    json::members(members, |key, value| request.set(Key::from(key.to_owned()), value.into())).unwrap();
                }
                bodies.push(send(model, &request, &turns).body);
            }
        }
    }
    let client = r#"{"system":[],"messages":[{"role":"user","content":[{"text":"q"},{"cachePoint":{"type":"default"}},{"image":{"format":"png","source":{"bytes":"aWk="}}}]}],"inferenceConfig":{},"toolConfig":{"tools":[{"toolSpec":{"name":"look","inputSchema":{"json":{}}}}],"toolChoice":{"any":{}}}}"#;
    let read = ingest(OPUS, client);
    bodies.push(send(OPUS, &read.request, &read.turns).body);
    let code = "import sys, json, judge\nfor line in sys.argv[1:]: print(judge.bedrock(json.loads(line)) or 'ACCEPT')";
    let out = Command::new(python).current_dir(&folder).arg("-c").arg(code).args(&bodies).output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    let refused: Vec<_> = said.lines().zip(&bodies).filter(|(line, _)| *line != "ACCEPT").collect();
    assert!(refused.is_empty(), "{refused:#?}");
    assert_eq!(said.lines().count(), bodies.len(), "{}", String::from_utf8_lossy(&out.stderr));
    println!("{} bodies accepted", bodies.len());
}

//! What law 17 asks for beside bytes: a conversation from other wires is written, or kept back, or an error; nothing of it panics.
use crate::{
    Breach, Subject,
    subject::{Stage, lines},
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use throughline_core::{
    Api, Extras, Foreign, History, Key, Literal, Part, Request, Role, Tool, ToolResult, Turn, Verbatim,
};

/// Media as the known wires spell them, and as none does.
const MEDIA: &[(Api, &str)] = &[
    (Api::CHAT, r#"{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}}"#),
    (Api::CHAT, r#"{"type":"file","file":{"file_id":"file-1"}}"#),
    (Api::MESSAGES, r#"{"type":"image","source":{"type":"url","url":"https://pictures.example/a.png"}}"#),
    (Api::new("gemini_generate"), r#"{"inlineData":{"mimeType":"audio/mp3","data":"AA=="}}"#),
    (Api::new("bedrock_converse"), r#"{"document":{"format":"pdf","name":"a","source":{"bytes":"AA=="}}}"#),
    (Api::new("nobody_speaks_this"), "7"),
];

/// Parameters as other wires name them, some of a type that no wire has.
const MEMBERS: &[(&str, &str)] = &[
    ("model", "\"another\""),
    ("max_tokens", "-1.5e3"),
    ("temperature", "null"),
    ("stop", r#"["a",1,{}]"#),
    ("tool_choice", r#"{"type":"function","function":{"name":"look_up"}}"#),
    ("reasoning_effort", "[]"),
    ("thinking", r#"{"type":"enabled","budget_tokens":2048}"#),
    ("response_format", r#"{"type":"json_schema"}"#),
    ("generationConfig", r#"{"thinkingConfig":7}"#),
    ("inferenceConfig", "\"\""),
    ("x_nobody", r#"{"a":[1.50]}"#),
];

const TOOLS: &[&str] = &[
    r#"{"type":"function","function":{"name":"look_up","description":"Looks","parameters":{"type":"object"}}}"#,
    r#"{"name":"look_up","input_schema":{"type":"object"}}"#,
    r#"{"type":"web_search_20250305"}"#,
    "null",
];

/// Sends each medium, with requests of every known wire, to every route.
pub(super) fn strange(subject: &Subject) -> Result<usize, Box<Breach>> {
    let mut times = 0;
    for stage in subject.stages()? {
        for (api, _) in MEDIA {
            for role in [Role::System, Role::User, Role::Assistant, Role::Tool] {
                times += survives(&stage, &conversation(role), asked(api))?;
            }
        }
        times += survives(&stage, &conversation(Role::User), asked(&stage.route.api))?;
    }
    Ok(times)
}

fn conversation(role: Role) -> History {
    let media = || MEDIA.iter().filter_map(|(api, json)| Some((Verbatim::parse(json).ok()?, api.clone())));
    let parts = media().map(|(payload, api)| Part::Media(Foreign { payload, api, carriers: vec![] }));
    let list = format!("[{}]", MEDIA.iter().map(|(_, json)| *json).collect::<Vec<_>>().join(","));
    let result = ToolResult { call: None, content: Verbatim::parse(&list).ok(), extras: vec![] };
    let parts = parts.chain([Part::text("What is this?"), Part::Result(result)]).collect();
    [Turn::user("Look"), Turn { parts, ..Turn::new(role) }, Turn::user("So?")].into_iter().collect()
}

fn asked(api: &Api) -> Request {
    let tool = |json: &&str| {
        let (name, payload) = (json.contains("look_up").then(|| Literal::of("look_up")), Verbatim::parse(json).ok()?);
        Some(Tool {
            description: Some(payload.clone()),
            schema: Some(payload.clone()),
            payload,
            api: api.clone(),
            name,
        })
    };
    let member = |(key, value): &(&'static str, &str)| Some((Key::new(key), Verbatim::parse(value).ok()?));
    let members: Extras = MEMBERS.iter().filter_map(member).collect();
    Request { tools: Some(TOOLS.iter().filter_map(tool).collect()), members, ..Request::new(api.clone()) }
}

fn survives(stage: &Stage<'_>, history: &History, request: Request) -> Result<usize, Box<Breach>> {
    let from = request.api.clone();
    let stage = Stage { request, policy: stage.policy.clone(), memory: stage.memory.clone(), ..*stage };
    match catch_unwind(AssertUnwindSafe(|| stage.cold(history).is_ok())) {
        Ok(_) => Ok(1),
        Err(_) => {
            let what = format!("it panics on media, tools and parameters of {from}");
            Err(Breach::new(format!("a conversation on {}", stage.route), what).on(lines(history.turns())))
        }
    }
}

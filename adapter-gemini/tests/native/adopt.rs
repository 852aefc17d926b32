//! Requests of other wires in this one's parameters.
use crate::sample::{newest, studio};
use throughline_core::{Api, Key, Literal, ReasoningCarrier, Request, Route, Tool, Verbatim, json};
use throughline_gemini::Gemini;

fn request(api: Api, members: &str) -> Request {
    let mut request = Request { api, tools: None, members: vec![] };
    json::members(members, |key, value| request.members.push((Key::from(key.to_owned()), value.into()))).unwrap();
    request
}
/// What becomes of members, and the notes.
fn adopted(route: &Route, request: &Request) -> (String, Vec<String>) {
    let mut notes = vec![];
    let new = Gemini.adopt(route, request, &mut notes);
    let members = new.members.iter().map(|(key, value)| format!("{key}={};", value.get())).collect();
    (members, notes.iter().map(|note| format!("{}: {}", note.what, note.why.reason())).collect())
}

#[test]
fn what_has_a_counterpart_is_said_and_the_rest_is_named() {
    let chat = request(
        Api::CHAT,
        r#"{"model":"m","max_completion_tokens":9,"temperature":1.50,"top_p":0.90,"stop":"x","n":2,"seed":7,"stream":true,"stream_options":{},"response_format":{"type":"json_schema","json_schema":{"name":"s","schema":{"type":"object"}}},"user":"u","logit_bias":null}"#,
    );
    let (members, notes) = adopted(&newest(), &chat);
    assert_eq!(
        members,
        r#"model="m";stream=true;generationConfig={"maxOutputTokens":9,"temperature":1.50,"topP":0.90,"stopSequences":["x"],"candidateCount":2,"seed":7,"responseMimeType":"application/json","responseJsonSchema":{"type":"object"}};"#
    );
    assert_eq!(notes, ["request member `user`: this wire has no counterpart"]);
}

#[test]
fn each_generation_is_told_how_much_to_think_in_its_own_words() {
    let config = |model: &str, api: Api, members: &str| {
        let (members, notes) = adopted(&studio(model), &request(api, members));
        let inside =
            members.strip_prefix(r#"generationConfig={"thinkingConfig":"#).and_then(|rest| rest.strip_suffix("};"));
        (inside.unwrap_or(&members).to_owned(), notes.len())
    };
    for (effort, level, budget) in [
        ("none", r#"{"thinkingLevel":"low"}"#, r#"{"thinkingBudget":0}"#),
        ("minimal", r#"{"thinkingLevel":"low"}"#, r#"{"thinkingBudget":1024}"#),
        ("medium", r#"{"thinkingLevel":"medium"}"#, r#"{"thinkingBudget":8192}"#),
        ("xhigh", r#"{"thinkingLevel":"high"}"#, r#"{"thinkingBudget":24576}"#),
    ] {
        let members = format!(r#"{{"reasoning_effort":"{effort}"}}"#);
        let told = usize::from(effort == "none");
        assert_eq!(config("gemini-3-pro", Api::CHAT, &members), (level.to_owned(), told));
        assert_eq!(config("gemini-2.5-flash", Api::CHAT, &members), (budget.to_owned(), 0));
        assert_eq!(config("gemini-2.0-flash", Api::CHAT, &members), (String::new(), 1));
    }
    let budget = |tokens: &str| format!(r#"{{"thinking":{{"type":"enabled","budget_tokens":{tokens}}}}}"#);
    let third = |tokens: &str| config("gemini-flash-latest", Api::MESSAGES, &budget(tokens)).0;
    assert_eq!(third("1024"), r#"{"thinkingLevel":"low","includeThoughts":true}"#);
    assert_eq!(third("10000"), r#"{"thinkingLevel":"medium","includeThoughts":true}"#);
    assert_eq!(third("60000"), r#"{"thinkingLevel":"high","includeThoughts":true}"#);
    let second = |tokens: &str| config("gemini-2.5-pro", Api::MESSAGES, &budget(tokens));
    assert_eq!(second("1024"), (r#"{"thinkingBudget":1024,"includeThoughts":true}"#.to_owned(), 0));
    assert_eq!(second("60000"), (r#"{"thinkingBudget":24576,"includeThoughts":true}"#.to_owned(), 1));
    let adaptive = r#"{"thinking":{"type":"adaptive"},"output_config":{"effort":"high"}}"#;
    assert_eq!(config("gemini-3-pro", Api::MESSAGES, adaptive).0, r#"{"thinkingLevel":"high","includeThoughts":true}"#);
}

#[test]
fn tools_are_declared_and_chosen() {
    let mut chat = request(
        Api::CHAT,
        r#"{"tool_choice":{"type":"function","function":{"name":"f"}},"parallel_tool_calls":false}"#,
    );
    let tool = |name: Option<&str>| Tool {
        payload: Verbatim::parse("{}").unwrap(),
        api: Api::CHAT,
        name: name.map(Literal::of),
        description: Some(Literal::of("Finds.").verbatim().clone()),
        schema: Some(Verbatim::parse(r#"{"type":"object"}"#).unwrap()),
    };
    chat.tools = Some(vec![tool(Some("f")), tool(None)]);
    let mut notes = vec![];
    let new = Gemini.adopt(&newest(), &chat, &mut notes);
    let declared: Vec<_> = new.tools.as_ref().unwrap().iter().map(|tool| tool.payload.get()).collect();
    assert_eq!(declared, [r#"{"name":"f","description":"Finds.","parametersJsonSchema":{"type":"object"}}"#]);
    assert_eq!(
        new.get("toolConfig").unwrap().get(),
        r#"{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["f"]}}"#
    );
    assert_eq!(notes.len(), 2);
    for (choice, mode) in
        [(r#""auto""#, "AUTO"), (r#""none""#, "NONE"), (r#""required""#, "ANY"), (r#"{"type":"any"}"#, "ANY")]
    {
        chat.members = vec![(Key::new("tool_choice"), Verbatim::parse(choice).unwrap())];
        let new = Gemini.adopt(&newest(), &chat, &mut vec![]);
        let want = format!(r#"{{"functionCallingConfig":{{"mode":"{mode}"}}}}"#);
        assert_eq!(new.get("toolConfig").unwrap().get(), want);
    }
}
